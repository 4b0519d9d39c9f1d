import { expect, test } from "vitest";
import { type Part, partsOf, unpack } from "./archive.ts";
import { tableFile } from "./table-file.ts";
import { openWorkbook } from "./workbook.ts";

async function* pagesOf(texts: readonly string[]) {
  yield texts;
}

test("a workbook has each text as it is, and of one that is longer than a cell the beginning", async () => {
  const whole = ["_x0041_ _X000d_", "a\uFFFEb\uFFFFc", "a\u0008b\r\nc", "🩺".repeat(16_383)];
  const long = `${"x".repeat(32_700)}${"🩺".repeat(40)}`;
  const columns = [["text", (text: string) => text]] as const;
  const file = await tableFile({ name: "Texts", columns, pages: pagesOf([...whole, long]) }, "xlsx");
  const bytes = new Uint8Array(await new Response(file).arrayBuffer());
  const parts = partsOf(bytes) ?? new Map<string, Part>();

  const limits = { cells: 100, texts: 100, characters: 1_000_000 };
  const read: unknown[] = [];
  for await (const { values } of (await openWorkbook(bytes, parts, limits)).rows("Texts")) read.push(values[0]);
  const cut = String(read.pop());
  expect(read).toEqual(["text", ...whole]);
  expect(cut).toHaveLength(32_767);
  expect(cut).toMatch(/^x{32700}.*… \(cut; the CSV and the JSON have it whole\)$/u);

  const sheet = parts.get("xl/worksheets/sheet1.xml");
  if (sheet === undefined) throw new Error("the workbook has no sheet");
  const xml: Uint8Array[] = [];
  for await (const chunk of unpack(bytes, sheet)) xml.push(chunk);
  // Neither is a character of XML: a program that checks it refuses the file.
  expect(Buffer.concat(xml).toString()).not.toMatch(/[\uFFFE\uFFFF]/);
});
