import { expect, test } from "vitest";
import { readTable } from "./csv.ts";

const form = { columnsOf: () => null, idPrefix: "", separatesEachRow: false };

test("a row has at most as many cells as a spreadsheet has columns: the last one is the rest of its line, as it is written", () => {
  const whole = Array.from({ length: 16_384 }, (_, at) => `c${at}`);
  const { rows } = readTable(`${whole.join(",")}\n${whole.join(",")},"x, y", z\na,b`, form);
  expect(rows.map(({ line, cells }) => [line, cells.length])).toEqual([
    [1, 16_384],
    [2, 16_384],
    [3, 2],
  ]);
  expect(rows[0]?.cells).toEqual(whole);
  expect(rows[1]?.cells).toEqual([...whole.slice(0, -1), 'c16383,"x, y", z']);
});
