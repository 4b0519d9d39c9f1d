import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { inlineCell, workbookOf } from "#/testing/hostile-workbook.ts";
import { partsOf } from "./archive.ts";
import { openWorkbook, type WorkbookRow } from "./workbook.ts";

const limits = { cells: 20_000, texts: 1_000, characters: 100_000 };

async function rowsOf(
  bytes: Uint8Array,
  { sheet, ...given }: { sheet?: string; cells?: number; texts?: number; characters?: number } = {},
) {
  const { sheets, rows } = await openWorkbook(bytes, partsOf(bytes) ?? new Map(), { ...limits, ...given });
  const read: WorkbookRow[] = [];
  for await (const row of rows(sheet ?? sheets[0] ?? "")) read.push(row);
  return read;
}

const strings = (texts: string) => Buffer.from(`<?xml version="1.0"?><sst>${texts}</sst>`);
const shared = (position: number | string) => `<c t="s"><v>${position}</v></c>`;
const sheetOf = (...rows: string[]) => `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData>`;

test("[I8] a workbook is read as the library reads it that wrote it", async () => {
  const day = new Date("2026-11-20T00:00:00.000Z");
  const texts = Array.from({ length: 700 }, (_, at) => `${at} Größe & <x> "y" د. ليلى 🩺 _x0041_\n`);
  const rows = [["a", 1, -2.5e-7, true, false, day, null, "b"], [], ...texts.map((text) => [null, text])];
  const bytes = await writeXlsx({
    sheets: [
      { name: "Hidden", hidden: true, rows: [["no"]] },
      { name: "A", rows },
    ],
  });
  const [, whole] = (await readXlsx(bytes)).sheets;
  const read = await rowsOf(bytes);
  expect(read.find(({ number }) => number === 1)?.values).toEqual(rows[0]);
  for (const { number, values } of read)
    expect(values, `row ${number}`).toEqual(whole?.rows[number - 1]?.slice(0, values.length));
  expect(read.at(-1)?.number).toBe(rows.length);
  expect((await openWorkbook(bytes, partsOf(bytes) ?? new Map(), limits)).sheets).toEqual(["A"]);
});

test("[I8] texts with runs, marks and signs that XML spells are read without how they are pronounced", async () => {
  const texts =
    "<si><r><rPr><b/></rPr><t>Dr. </t></r><r><t xml:space='preserve'>A &amp; B</t></r><rPh sb='0'><t>no</t></rPh></si>" +
    "<!-- <si><t>no</t></si> --><x:si><x:t><![CDATA[<&amp;>]]></x:t></x:si><si/><si><t>&#x1F9EA;&#65;&nbsp;_x000a_</t></si>";
  const cells = [0, 1, 2, 3, 4, "", "x"].map(shared).join("");
  const [row] = await rowsOf(workbookOf({ sheet: sheetOf(cells), strings: strings(texts) }));
  expect(row?.values).toEqual(["Dr. A & B", "<&amp;>", "", "🧪A&nbsp;\n", null, null, null]);
});

test("[I8] cells stand where they say, and after the one before where they say nothing", async () => {
  const sheet =
    '<c r="Z1"/><sheetData><row r="3"><c r="B3"><v>1</v></c><c><v>x</v></c></row><row><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>y</v></c></row></sheetData>';
  expect(await rowsOf(workbookOf({ sheet }))).toEqual([
    { number: 3, values: [null, 1, "x"], unknown: [], errors: [] },
    { number: 4, values: ["#N/A", "y"], unknown: [], errors: [0] },
  ]);
});

test("[I17] a formula without its result is told from an empty result", async () => {
  const cells = '<c><f>1/0</f></c><c><f>A1</f><v/></c><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c><c/>';
  const [row] = await rowsOf(workbookOf({ sheet: sheetOf(cells) }));
  expect(row).toEqual({ number: 1, values: [null, null, "", 2, null], unknown: [0, 1], errors: [] });
});

test("[I8] more texts that cells share, or characters in them, than is said are refused, and of blanks nothing is kept", async () => {
  const texts = (count: number) => strings("<si><t>ab</t></si>".repeat(count));
  const bytes = (count: number) => workbookOf({ sheet: sheetOf(shared(count - 1)), strings: texts(count) });
  expect((await rowsOf(bytes(300), { texts: 300, characters: 600 }))[0]?.values).toEqual(["ab"]);
  await expect(rowsOf(bytes(300), { texts: 299 })).rejects.toThrow("too many texts");
  await expect(rowsOf(bytes(300), { characters: 599 })).rejects.toThrow("too many texts");
  const blanks = workbookOf({ sheet: sheetOf(inlineCell("a")), strings: Buffer.alloc(5_000_000, 0x20) });
  expect((await rowsOf(blanks, { characters: 1 }))[0]?.values).toEqual(["a"]);
});

test("[I8] the empty cells before others count, as soon as they are made", async () => {
  const last = workbookOf({ sheet: sheetOf('<c r="C1"><v>1</v></c>', '<c r="B2"><v>1</v></c>') });
  expect(await rowsOf(last, { cells: 5 })).toHaveLength(2);
  await expect(rowsOf(last, { cells: 4 })).rejects.toThrow("too many cells");
});

test("[I8] what is no sheet, no column, too long a tag, or cut off is refused", async () => {
  const whole = workbookOf({ sheet: sheetOf(inlineCell("a")) });
  await expect(rowsOf(whole, { sheet: "B" })).rejects.toThrow("no file");
  await expect(rowsOf(workbookOf({ sheet: sheetOf('<c r="XFE1"><v>1</v></c>') }))).rejects.toThrow("no cell XFE1");
  await expect(rowsOf(workbookOf({ sheet: `<sheetData><!-- ${"x".repeat(2_000_000)}` }))).rejects.toThrow("too long");
  await expect(rowsOf(workbookOf({ sheet: "", says: 0 }))).rejects.toThrow("no workbook");
});
