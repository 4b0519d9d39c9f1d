import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { isJsonObject } from "./json.ts";
import type { Json } from "./json.ts";
import { parseJsonPointer } from "./json-pointer.ts";
import { jsonPatch, type PatchStep } from "./json-patch.ts";

/** As RFC 6902 says, one step after the other. */
function patched(value: Json, steps: readonly PatchStep[]): Json {
  const holder: { [key: string]: Json } = { whole: structuredClone(value) };
  for (const step of steps) {
    const path = ["whole", ...(parseJsonPointer(step.path) ?? [])];
    const last = path.pop() ?? "";
    const parent = path.reduce<Json>(
      (at, key) => (Array.isArray(at) ? at[Number(key)] : isJsonObject(at) ? at[key] : null) ?? null,
      holder,
    );
    if (Array.isArray(parent)) {
      const at = Number(last);
      expect(at).toBeLessThan(parent.length + (step.op === "add" ? 1 : 0));
      parent.splice(at, step.op === "add" ? 0 : 1, ...(step.op === "remove" ? [] : [step.value]));
    } else if (isJsonObject(parent)) {
      if (step.op !== "add") expect(Object.hasOwn(parent, last)).toBe(true);
      if (step.op === "remove") Reflect.deleteProperty(parent, last);
      else parent[last] = step.value;
    }
  }
  return holder["whole"] ?? null;
}

const scalar = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.constantFrom("a", "b", "id 1"),
  fc.boolean(),
  fc.constant(null),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom("id", "a", "b", "/", "~"), tie("value"), { maxKeys: 4 }),
    fc.array(fc.record({ id: fc.integer({ min: 0, max: 5 }), a: tie("value") }), { maxLength: 4 }),
  ),
})).value;

it("makes the second value of the first, step by step", () => {
  fc.assert(
    fc.property(json, json, (from, to) => {
      expect(canonicalJson(patched(from, jsonPatch(from, to)))).toBe(canonicalJson(to));
    }),
    { numRuns: 2000 },
  );
});
