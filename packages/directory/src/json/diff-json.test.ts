import fc from "fast-check";
import { expect, test } from "vitest";
import { applyDiff } from "./apply-diff.ts";
import { diffJson } from "./diff-json.ts";
import { parseJson } from "./parse-json.ts";
import type { Json } from "./json.ts";

/** What JSON.parse returns is JSON. */
function parsed(text: string): Json {
  const value: unknown = JSON.parse(text);
  return value as Json;
}

const key = fc.constantFrom("a", "b", "id", "__proto__", "x/y", "m~n", "constructor", "");
const scalar = fc.constantFrom<Json[]>(null, true, false, 0, 1, 2, "a", "b", "c", "d", "id string a", "");
const { value } = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalar, tie("list"), tie("object")),
  list: fc.oneof(
    fc.array(tie("value"), { maxLength: 5 }),
    fc.uniqueArray(scalar, { maxLength: 8 }),
    fc.uniqueArray(fc.record({ id: fc.constantFrom("p", "q", "r", "s"), v: tie("value") }), {
      maxLength: 4,
      selector: (element) => element.id,
    }),
  ),
  object: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 5 })
    .map((entries) => parsed(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(",")}}`)),
}));

test("[D1] [D5] applying the diff of a and b to a gives b, exactly, and leaves a as it was", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const before = JSON.stringify(a);
      expect(sorted(applyDiff(a, diffJson(a, b)))).toBe(sorted(b));
      expect(JSON.stringify(a)).toBe(before);
    }),
  );
});

test("[D2] [D3] numbers of many digits differ where a digit differs, wherever they stand, and are equal by their size", () => {
  const a = parseJson('{"n":9007199254740993,"set":[9007199254740993,17,1.0],"list":[{"id":9007199254740993,"v":1}]}');
  const b = parseJson('{"n":9007199254740992,"set":[9007199254740992,17,1],"list":[{"id":9007199254740993,"v":1.0}]}');
  expect(JSON.stringify(diffJson(a, b))).toBe(
    '[{"op":"replace","pointer":"/n","from":9007199254740993,"to":9007199254740992},{"op":"remove","pointer":"/set/0","from":9007199254740993},{"op":"add","pointer":"/set/0","to":9007199254740992}]',
  );
  expect(diffJson(parseJson('{"x":1,"y":{"z":2.50}}'), parseJson('{"x":1.0,"y":{"z":2.5}}'))).toEqual([]);
});

test("[D2] the diff of equal values is empty", () => {
  fc.assert(
    fc.property(value, (a) => {
      expect(diffJson(a, structuredClone(a))).toEqual([]);
    }),
  );
});

test("[D3] sets of scalars give one entry for each member that came or went", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), fc.uniqueArray(fc.nat(40)), (left, right) => {
      const a = left.toSorted((x, y) => x - y);
      const b = right.toSorted((x, y) => x - y);
      const entries = diffJson(a, b);
      const gone = a.filter((member) => !b.includes(member));
      const come = b.filter((member) => !a.includes(member));
      expect(entries.flatMap((entry) => (entry.op === "remove" ? [entry.from] : []))).toEqual(gone);
      expect(entries.flatMap((entry) => (entry.op === "add" ? [entry.to] : []))).toEqual(come);
      expect(entries).toHaveLength(gone.length + come.length);
    }),
  );
});

test("[D2] [D4] one change deep in an object with an id is one entry, though its neighbour left", () => {
  const a = {
    list: [
      { id: "p", v: [1, 2] },
      { id: "q", v: [{ n: 1 }] },
    ],
  };
  const b = { list: [{ id: "q", v: [{ n: 2 }] }] };
  expect(diffJson(a, b)).toEqual([
    { op: "remove", pointer: "/list/0", from: { id: "p", v: [1, 2] } },
    { op: "replace", pointer: "/list/1/v/0/n", from: 1, to: 2 },
  ]);
});

test("[D5] a key such as __proto__ is carried over and pollutes nothing", () => {
  const b = parsed('{"__proto__":{"polluted":true}}');
  const after = applyDiff({}, diffJson({}, b));
  expect(JSON.stringify(after)).toBe(JSON.stringify(b));
  expect("polluted" in {}).toBe(false);
});

function sorted(json: Json): string {
  return JSON.stringify(json, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1))
      : inner,
  );
}
