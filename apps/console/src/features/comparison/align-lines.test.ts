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

it("documents of very many lines are aligned, too", () => {
  const linesOf = (members: readonly string[]) => members.map((text) => ({ text, pointer: "" }));
  const all = Array.from({ length: 70_000 }, (_, place) => `"ins_${place}",`);
  const [left, right] = [all.filter((_, place) => place !== 40_000), all.filter((_, place) => place !== 20)];
  // Far apart and out of order, so that what is between cannot be compared line by line.
  right.splice(65_000, 0, '"ins_new",');
  const pairs = alignLines(linesOf(left), linesOf(right));
  const alone = pairs.filter((pair) => pair.left === null || pair.right === null);
  expect(alone.map((pair) => [pair.left?.line.text, pair.right?.line.text])).toEqual([
    ['"ins_20",', undefined],
    [undefined, '"ins_40000",'],
    [undefined, '"ins_new",'],
  ]);
});
