import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPointer, parseJsonPointer } from "./json-pointer.ts";

test("[D6] what is written as a JSON Pointer is read back as the same steps", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("~", "/", "~1", "~01", "__proto__"))), (steps) => {
      expect(parseJsonPointer(jsonPointer(steps))).toEqual(steps);
    }),
  );
});

test("[D6] a further step is written as if it stood at the end of the path", () => {
  expect(jsonPointer(["a/b", 0], "c~d")).toBe(jsonPointer(["a/b", 0, "c~d"]));
  expect(jsonPointer([])).toBe("");
});

test("[D6] what is not a JSON Pointer is not read as one", () => {
  for (const text of ["a", "phones", "a/b", "/a~", "/a~2"]) expect(parseJsonPointer(text)).toBeNull();
});
