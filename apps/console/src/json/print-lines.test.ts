import { parseJson } from "@dc/directory";
import { expect, test } from "vitest";
import { linesOf } from "./print-lines.ts";

test("numbers are shown as they were spelled", () => {
  const text = '{"external_id":9007199254740993,"ratio":1e400,"ints":[12345678901234567890,1.0],"in":{"n":-0}}';
  expect(linesOf(parseJson(text)).map((line) => line.text)).toEqual([
    "{",
    '  "external_id": 9007199254740993,',
    '  "ratio": 1e400,',
    '  "ints": [12345678901234567890, 1.0],',
    '  "in": { "n": -0 }',
    "}",
  ]);
});
