import { expect, it } from "vitest";
import { alignLines } from "./align-lines.ts";
import { linesOf } from "#/json/print-lines.ts";

it("lines of equal keys stand beside each other, what one side lacks is a gap", () => {
  const left = linesOf({ id: "a", name: "One", phones: [{ number: "1" }] });
  const right = linesOf({ id: "a", name: "Two", phones: [{ number: "1" }, { number: "2" }] });
  expect(alignLines(left, right).map((pair) => [pair.left?.line.text ?? null, pair.right?.line.text ?? null])).toEqual([
    ["{", "{"],
    ['  "id": "a",', '  "id": "a",'],
    ['  "name": "One",', '  "name": "Two",'],
    ['  "phones": [', '  "phones": ['],
    ['    { "number": "1" }', '    { "number": "1" },'],
    [null, '    { "number": "2" }'],
    ["  ]", "  ]"],
    ["}", "}"],
  ]);
});
