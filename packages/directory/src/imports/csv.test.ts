import { expect, test } from "vitest";
import { columnsOfSpreadsheets, readTable } from "./csv.ts";

const form = { columnsOf: () => null, idPrefix: "", separatesEachRow: false, mostColumns: columnsOfSpreadsheets };

test("what a row has beyond the most columns is one more cell, as it is written", () => {
  const whole = Array.from({ length: 16_384 }, (_, at) => `c${at}`);
  const { rows } = readTable(`${whole.join(",")}\n${whole.join(",")},"x, y", z\na,b`, form);
  expect(rows.map(({ line, cells }) => [line, cells.length])).toEqual([
    [1, 16_384],
    [2, 16_385],
    [3, 2],
  ]);
  expect(rows[0]?.cells).toEqual(whole);
  expect(rows[1]?.cells).toEqual([...whole, '"x, y", z']);
});
