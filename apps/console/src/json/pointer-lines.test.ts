import { expect, test } from "vitest";
import { lineOf, linesByPointer } from "./pointer-lines.ts";

test("each value has the line that its key stands on, with escapes, lists and strings that look like structure", () => {
  const text = JSON.stringify(
    { name: 'a "{,[', operations: { "a/b": { success: [200, 201] } }, empty: {}, last: null },
    null,
    2,
  );
  const lines = linesByPointer(text);
  const rows = text.split("\n");
  for (const [pointer, key] of [
    ["/name", '"name"'],
    ["/operations/a~1b", '"a/b"'],
    ["/operations/a~1b/success/1", "201"],
    ["/last", '"last"'],
  ] as const)
    expect(rows[lineOf(lines, pointer) - 1]).toContain(key);
  expect(lineOf(lines, "/operations/a~1b/path/x")).toBe(lineOf(lines, "/operations/a~1b"));
  expect(lineOf(lines, "/nothing")).toBe(1);
});

test("a name that stands twice in one object is reported with both lines, and in two objects it is not", () => {
  const told: unknown[] = [];
  linesByPointer('{\n "records": { "a": 1 },\n "b": { "a": 2 },\n "records": {} }', (...entry) => told.push(entry));
  expect(told).toEqual([["/records", [2, 4]]]);
});
