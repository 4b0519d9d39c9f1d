import { equalReadings } from "#/compare/equal-readings.ts";
import type { Json } from "#/json/json.ts";
import { parseJson } from "#/json/parse-json.ts";
import { type FieldKind, impossiblePart, shapeOf } from "#/kinds/kinds.ts";
import { impossibleValue, typedText, typedValue, type ValueForm } from "#/kinds/value-form.ts";
import type { Operation } from "#/ledger/operation.ts";
import { impossibleNumber } from "#/phones/describe-phone.ts";
import { entriesNamed, phoneEntries } from "#/phones/phone-entries.ts";
import { equalLabels, extensionOf, phoneKey } from "#/phones/phone-key.ts";
import { type Phone, phonesOf, phoneText } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { textsOf } from "#/records/texts-by-key.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { sheetWords, type ValueCells, valueCells } from "./value-cells.ts";

/** What a sheet says of a field, or of one entry of it. */
export interface SaidInCells extends ValueCells {
  value: string;
}

/** What would make a field say what a sheet says, and what it says now; why that cannot be, as the end of a sentence. */
export type CellAnswer =
  | { operation: Operation; now: string | null }
  | "same"
  | { ambiguous: string }
  | { impossible: string };

/** Compares what a sheet says of a field with what the directory says, by meaning. */
export function cellOperation(said: SaidInCells, form: ValueForm, effective: Reading, region: string): CellAnswer {
  const { kind } = form;
  if (said.entry === null && shapeOf(kind) === "whole" && asInSheet(said.value) === asInSheet(typedText(effective)))
    return "same";
  const isWhole = said.entry === null && /^\s*[[{]/.test(said.value);
  if (said.value !== sheetWords.empty && !isWhole)
    switch (shapeOf(kind)) {
      case "members":
        return memberOperation(said, effective);
      case "keyed":
        return phoneOperation(said, effective, region);
      case "parts":
        if (said.entry !== null) return partOperation(said.entry, said.value, kind, effective);
        break;
      case "whole":
        break;
    }
  const value = said.value === sheetWords.empty ? null : isWhole ? jsonIn(said.value) : typedValue(said.value, form);
  if (value === undefined) return { impossible: "must be JSON" };
  if (equalReadings(kind, effective, { value }, region)) return "same";
  const impossible = impossibleValue(value, form);
  const now = valueCells(kind, effective).value;
  return impossible === null ? { operation: { op: "set", value }, now } : { impossible };
}

/** The member, part or entry of which a sheet says what the directory says already; null where that is the whole field. */
export function elementOfSame(
  { entry, value, extension, label }: SaidInCells,
  kind: FieldKind,
  effective: Reading,
  region: string,
): string | null {
  const isWhole = entry === null && (value === sheetWords.empty || /^\s*[[{]/.test(value));
  switch (shapeOf(kind)) {
    case "whole":
      return null;
    case "parts":
      return entry;
    case "members":
      return isWhole ? null : trimInvisible(entry ?? value).normalize("NFC");
    case "keyed": {
      if (isWhole) return null;
      const entries = phoneEntries(phonesOf(effective) ?? [], region);
      const key = phoneKey(
        { number: value, extension: extension === sheetWords.empty ? null : extension, label },
        region,
      );
      const [named] = entry === null ? [] : entriesNamed(entries, entry, region);
      return (named ?? entries.find(({ phone }) => phoneKey(phone, region) === key))?.key ?? entry;
    }
  }
}

/** What a text is once a spreadsheet saved it: it knows one kind of line break, and CSV keeps no blanks, seen or not, around a cell. */
const asInSheet = (text: string) => trimInvisible(text.replace(/\r\n?/g, "\n")).normalize("NFC");

function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const inWords = new Set<string>([sheetWords.in, "yes", "y", "true", "1", "x", "accepted", "par"]);
const notInWords = new Set<string>([sheetWords.notIn, "no", "n", "false", "0", "not accepted", "non-par", "out"]);

/** Whether a text says that a member is in a set; null for one that says neither. */
export function saidIn(text: string): boolean | null {
  const word = trimInvisible(text).toLowerCase();
  if (inWords.has(word)) return true;
  return notInWords.has(word) ? false : null;
}

function memberOperation({ entry, value }: SaidInCells, effective: Reading): CellAnswer {
  const isIn = entry === null ? true : saidIn(value);
  const member = trimInvisible(entry ?? value);
  if (isIn === null) return { impossible: `must be “${sheetWords.in}” or “${sheetWords.notIn}”` };
  const members = membersOf(effective) ?? [];
  if ([...members].includes(member.normalize("NFC")) === isIn) return "same";
  return {
    operation: { op: isIn ? "add" : "remove", element: member },
    now: isIn ? sheetWords.notIn : sheetWords.in,
  };
}

function phoneOperation(said: SaidInCells, effective: Reading, region: string): CellAnswer {
  const entries = phoneEntries(phonesOf(effective) ?? [], region);
  const named = said.entry === null ? [] : entriesNamed(entries, said.entry, region);
  const [first, more] = named;
  if (said.value === sheetWords.notIn) {
    if (first === undefined) return "same";
    return more === undefined
      ? { operation: { op: "remove", element: first.key }, now: phoneText(first.phone) }
      : { ambiguous: severalEntries };
  }
  const [extension, label] = [said.extension, said.label].map((text) => (text === sheetWords.empty ? null : text));
  const phone: Phone = { number: said.value, extension: extension ?? null, label: label ?? null };
  const isLabelled = (own: string | null) => said.label === null || equalLabels(own, phone.label);
  const key = phoneKey(phone, region);
  const isNamed = first !== undefined && more === undefined;
  const equal = (isNamed ? named : entries).filter((entry) => phoneKey(entry.phone, region) === key);
  if (equal.some((entry) => isLabelled(entry.phone.label))) return "same";
  if (impossibleNumber([phone], [effective], region) !== null) return { impossible: "must be a possible phone number" };
  const labelled = said.label === null ? entries : entries.filter((entry) => isLabelled(entry.phone.label));
  const meant = [isNamed ? named : equal, named].find((some) => some.length > 0) ?? labelled;
  const [one, another] = meant;
  if (another !== undefined) return { ambiguous: severalEntries };
  if (one === undefined) return { operation: { op: "add", element: phone }, now: null };
  const kept = extensionOf(one.phone, region);
  if (kept !== "" && said.extension === null && extensionOf(phone, region) === "")
    return { ambiguous: `has the extension ${kept} there: say the extension too, or “${sheetWords.empty}” for none` };
  const by = { ...phone, label: said.label === null ? one.phone.label : phone.label };
  return { operation: { op: "replace", element: one.key, by }, now: phoneText(one.phone) };
}

const severalEntries = "fits several numbers of the list: say which one by its label or entry";

function partOperation(part: string, value: string, kind: FieldKind, effective: Reading): CellAnswer {
  const now = textsOf(effective)?.get(part) ?? null;
  if (now !== null && asInSheet(now) === asInSheet(value)) return "same";
  const impossible = impossiblePart(kind, part, value);
  return impossible === null ? { operation: { op: "set", value, element: part }, now } : { impossible };
}
