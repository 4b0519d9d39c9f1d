import { isDateFormat, serialToDate } from "hucre";
import { type Part, unpack } from "./archive.ts";
import { attributesOf, type XmlEvents, XmlScanner } from "./xml-scanner.ts";

/** A cell of a sheet; null where it holds nothing. */
export type SheetValue = string | number | boolean | Date | null;

export interface WorkbookRow {
  /** From 1. */
  number: number;
  values: SheetValue[];
  /** The columns, from 0, of formulas whose result the file does not have. */
  unknown: number[];
  /** The columns, from 0, of errors, such as #REF!. */
  errors: number[];
}

/** What a workbook may hold. */
export interface WorkbookLimits {
  /** Of the sheet, with the empty ones before others. */
  cells: number;
  /** Texts that its cells share, and their characters. */
  texts: number;
  characters: number;
}

/** More than the limits say. */
export class WorkbookLimitError extends Error {
  override name = "WorkbookLimitError";
  readonly of: "cells" | "texts";

  constructor(of: WorkbookLimitError["of"]) {
    super(`The workbook has too many ${of}.`);
    this.of = of;
  }
}

export interface Workbook {
  /** The names of the sheets that are shown. */
  sheets: string[];
  /** The rows of a sheet, read as they are taken; only the texts that cells share are kept. */
  rows: (sheet: string) => AsyncGenerator<WorkbookRow>;
}

const LAST_COLUMN = 16_383;

/** Opens the workbook in an archive. Throws where it is none, or is damaged. */
export async function openWorkbook(
  bytes: Uint8Array,
  parts: ReadonlyMap<string, Part>,
  limits: WorkbookLimits,
): Promise<Workbook> {
  const read = async (path: string, events: Partial<XmlEvents>) => {
    for await (const _ of scanned(bytes, partAt(parts, path), events));
  };
  const main = (await relationsOf(read, parts, "")).find(({ type }) => type === "officeDocument");
  if (main === undefined) throw new RangeError("The archive has no workbook.");
  const relations = await relationsOf(read, parts, main.path);
  const pathOf = (asked: string) => relations.find(({ type }) => type === asked)?.path;
  const found: { name: string; path: string | undefined; isShown: boolean }[] = [];
  let startsIn1904 = false;
  await read(main.path, {
    open(tag, written) {
      if (tag !== "sheet" && tag !== "workbookPr") return;
      const { name = "", state, date1904, ...others } = attributesOf(written);
      if (tag === "workbookPr") startsIn1904 ||= date1904 === "1" || date1904 === "true";
      else {
        const id = Object.entries(others).find(([key]) => key.endsWith(":id"))?.[1];
        const path = relations.find((one) => one.id === id && one.type === "worksheet")?.path;
        found.push({ name, path, isShown: state !== "hidden" && state !== "veryHidden" });
      }
    },
  });
  const readTexts = async () => {
    const textsAt = pathOf("sharedStrings");
    const texts = new Texts(limits);
    if (textsAt !== undefined && parts.has(textsAt)) await read(textsAt, sharedTexts(texts));
    return texts;
  };
  let shared: Promise<Texts> | undefined;
  return {
    sheets: found.flatMap(({ name, isShown }) => (isShown ? [name] : [])),
    async *rows(sheet) {
      const texts = await (shared ??= readTexts());
      const stylesAt = pathOf("styles");
      const isDate = stylesAt === undefined || !parts.has(stylesAt) ? () => false : await datesIn(read, stylesAt);
      const rows: WorkbookRow[] = [];
      const add = (row: WorkbookRow) => rows.push(row);
      const events = cellsInRows({ texts, isDate, startsIn1904, most: limits.cells, add });
      const path = found.find(({ name, isShown }) => isShown && name === sheet)?.path ?? "";
      for await (const more of scanned(bytes, partAt(parts, path), events)) if (more) yield* rows.splice(0);
    },
  };
}

type Read = (path: string, events: Partial<XmlEvents>) => Promise<void>;

function partAt(parts: ReadonlyMap<string, Part>, path: string): Part {
  const part = parts.get(path);
  if (part === undefined) throw new RangeError(`The archive has no file ${path}.`);
  return part;
}

/** Reads a document; has a turn after each piece. */
async function* scanned(bytes: Uint8Array, part: Part, events: Partial<XmlEvents>): AsyncGenerator<true> {
  const nothing = () => undefined;
  const scanner = new XmlScanner({ open: nothing, text: nothing, close: nothing, ...events });
  const decoder = new TextDecoder();
  for await (const chunk of unpack(bytes, part)) {
    scanner.push(decoder.decode(chunk, { stream: true }));
    yield true;
  }
}

/** What a part refers to, each by the end of its type; those of the archive itself for an empty path. */
async function relationsOf(read: Read, parts: ReadonlyMap<string, Part>, path: string) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const relations: { id: string; type: string; path: string }[] = [];
  const list = `${folder}_rels/${path.slice(folder.length)}.rels`;
  if (!parts.has(list)) return relations;
  await read(list, {
    open(tag, written) {
      if (tag !== "Relationship") return;
      const { Id: id = "", Type: type = "", Target: target = "" } = attributesOf(written);
      const address = new URL(target, `archive:///${folder}`);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), path: decodeURI(address.pathname).slice(1) });
    },
  });
  return relations;
}

const TEXTS_TOGETHER = 256;

/** Many short texts, held without an object for each. */
class Texts {
  readonly #limits: WorkbookLimits;
  readonly #blocks: { joined: string; ends: Uint32Array }[] = [];
  #some: string[] = [];
  #count = 0;
  #characters = 0;

  constructor(limits: WorkbookLimits) {
    this.#limits = limits;
  }

  add(text: string): void {
    this.#count += 1;
    this.#characters += text.length;
    if (this.#count > this.#limits.texts || this.#characters > this.#limits.characters)
      throw new WorkbookLimitError("texts");
    if (this.#some.push(text) < TEXTS_TOGETHER) return;
    let end = 0;
    const ends = Uint32Array.from(this.#some, ({ length }) => (end += length));
    // By way of bytes, so that no part of the document that they were cut from is kept.
    this.#blocks.push({ joined: Buffer.from(this.#some.join(""), "utf16le").toString("utf16le"), ends });
    this.#some = [];
  }

  at(position: number): string | null {
    const block = this.#blocks[Math.floor(position / TEXTS_TOGETHER)];
    const within = position % TEXTS_TOGETHER;
    if (block === undefined) return this.#some[position - this.#blocks.length * TEXTS_TOGETHER] ?? null;
    return block.joined.slice(within === 0 ? 0 : block.ends[within - 1], block.ends[within]);
  }
}

/** The text of an element with runs, without how it is pronounced. */
class RichText {
  #text = "";
  #isText = false;
  #isSpoken = false;

  begin(): void {
    this.#text = "";
  }
  open(tag: string): void {
    if (tag === "rPh") this.#isSpoken = true;
    else if (tag === "t") this.#isText = !this.#isSpoken;
  }
  text(text: string): void {
    if (this.#isText) this.#text += text;
  }
  close(tag: string): void {
    if (tag === "rPh") this.#isSpoken = false;
    else if (tag === "t") this.#isText = false;
  }
  end(): string {
    return unescaped(this.#text);
  }
}

/** Signs that XML cannot hold, as workbooks spell them. */
function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function sharedTexts(texts: Texts): Partial<XmlEvents> {
  const rich = new RichText();
  return {
    open(tag) {
      if (tag === "si") rich.begin();
      else rich.open(tag);
    },
    text: (text) => rich.text(text),
    close(tag) {
      if (tag === "si") texts.add(rich.end());
      else rich.close(tag);
    },
  };
}

/** Formats of dates and times that are not spelled out, by their numbers. */
const isKnownDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Which styles of cells show a number as a date or a time. */
async function datesIn(read: Read, path: string): Promise<(style: number) => boolean> {
  const formats = new Map<number, boolean>();
  const styles: number[] = [];
  let isOfCells = false;
  await read(path, {
    open(tag, written) {
      if (tag === "cellXfs") isOfCells = true;
      if (tag !== "numFmt" && !(tag === "xf" && isOfCells)) return;
      const { numFmtId = "", formatCode = "" } = attributesOf(written);
      if (tag === "numFmt") formats.set(Number(numFmtId), isDateFormat(formatCode));
      else styles.push(Number(numFmtId));
    },
    close(tag) {
      if (tag === "cellXfs") isOfCells = false;
    },
  });
  const dates = styles.map((id) => formats.get(id) ?? isKnownDate(id));
  return (style) => dates[style] ?? false;
}

/** Behind the last day that a spreadsheet can show; such a number, as of a phone in a column of dates, is a number. */
const END_OF_DAYS = 2_958_466;

interface Cells {
  texts: Texts;
  isDate: (style: number) => boolean;
  startsIn1904: boolean;
  /** The most cells. */
  most: number;
  add: (row: WorkbookRow) => void;
}

/** Puts together the rows of a sheet. */
function cellsInRows({ texts, isDate, startsIn1904, most, add }: Cells): Partial<XmlEvents> {
  const rich = new RichText();
  let [isInside, isRow, isCell, isValue, isFormula] = [false, false, false, false, false];
  let [number, column, type, style, value] = [0, 0, "", -1, ""];
  let values: SheetValue[] = [];
  let unknown: number[] = [];
  let errors: number[] = [];
  let left = most;
  const valueOf = (): SheetValue => {
    switch (type) {
      case "s":
        return value === "" ? null : texts.at(Number(value));
      case "str":
        return unescaped(value);
      case "inlineStr":
        return rich.end();
      case "b":
        return value === "1" || value.toLowerCase() === "true";
      case "e":
        return value;
      default: {
        if (value === "") return null;
        const told = Number(value);
        if (Number.isNaN(told)) return value;
        return isDate(style) && told >= 0 && told < END_OF_DAYS ? serialToDate(told, startsIn1904) : told;
      }
    }
  };
  return {
    open(tag, written) {
      if (tag === "sheetData") isInside = true;
      else if (tag === "row" && isInside) {
        const { r } = attributesOf(written);
        [isRow, number, column] = [true, r === undefined ? number + 1 : Number(r), 0];
        [values, unknown, errors] = [[], [], []];
      } else if (tag === "c" && isRow) {
        const { r = "", t = "", s = "-1" } = attributesOf(written);
        if (r !== "") column = columnOf(r);
        if (!(column >= 0 && column <= LAST_COLUMN)) throw new RangeError(`A sheet has no cell ${r}.`);
        [isCell, isFormula, type, style, value] = [true, false, t, Number(s), ""];
        rich.begin();
      } else if (tag === "v") isValue = isCell;
      else if (tag === "f") isFormula = isCell;
      else if (isCell) rich.open(tag);
    },
    text(text) {
      if (isValue) value += text;
      else if (isCell) rich.text(text);
    },
    close(tag) {
      if (tag === "sheetData") isInside = false;
      else if (tag === "row" && isRow) {
        isRow = false;
        add({ number, values, unknown, errors });
      } else if (tag === "c" && isCell) {
        isCell = false;
        left -= Math.max(0, column + 1 - values.length);
        if (left < 0) throw new WorkbookLimitError("cells");
        while (values.length < column) values.push(null);
        values[column] = valueOf();
        // The result of a formula of texts may be empty.
        if (isFormula && value === "" && type !== "str") unknown.push(column);
        else if (type === "e") errors.push(column);
        column += 1;
      } else if (tag === "v") isValue = false;
      else rich.close(tag);
    },
  };
}

/** The column that a reference such as B2 names, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[a-z]*/i.exec(reference)?.[0] ?? "") column = column * 26 + Number.parseInt(letter, 36) - 9;
  return column - 1;
}
