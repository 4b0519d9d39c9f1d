import { expect, test } from "vitest";
import { SheetError } from "./parse-sheet.ts";
import { readSheet } from "./read-sheet.ts";

const read = async (text: string, as?: "text") => await readSheet(new TextEncoder().encode(text), {}, as);

test("each file has its own rows and text, whatever was read or refused before it", async () => {
  const refused = read("x\n".repeat(100_001)).catch((error: unknown) => error);
  const sheets = await Promise.all([read("a\nb\nc"), read("a\nb"), read("d\ne", "text"), read("f")]);
  expect(await refused).toBeInstanceOf(SheetError);
  sheets.push(await read("g\nh"));
  expect(sheets.map(({ rows, text }) => [rows.map(({ cells }) => cells.join()), text])).toEqual([
    [["a", "b", "c"], ""],
    [["a", "b"], ""],
    [[], "d\ne"],
    [["f"], ""],
    [["g", "h"], ""],
  ]);
});
