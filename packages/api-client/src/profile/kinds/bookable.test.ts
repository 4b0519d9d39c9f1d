import { expect, it } from "vitest";
import type { Json } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";

/** What a schedule reads by a meaning with these keys. */
function read(keys: object, raw: { readonly [member: string]: Json }) {
  const bookable = { kind: "bookable", at: "/state", ...keys };
  const profile = createProfile({ extends: "default", records: { schedule: { meanings: { bookable } } } });
  return profile.decode("schedule", raw)["bookable"];
}

const yes = { value: { bookable: true, reasons: [] } };
const no = (...reasons: string[]) => ({ value: { bookable: false, reasons } });

it.each<[object, { readonly [member: string]: Json }, object]>([
  [{}, { state: true }, yes],
  [{}, { state: false }, no()],
  [{}, { state: "true" }, no("true")],
  [{ yes: ["open", 1] }, { state: "open" }, yes],
  [{ yes: ["open", 1] }, { state: 1 }, yes],
  [{ yes: ["open"] }, { state: "on-leave" }, no("on-leave")],
  [{ reasons: { at: "/why" } }, { state: false, why: "retired" }, no("retired")],
  [{ reasons: { at: "/why" } }, { state: false, why: ["a", 7, null, "", { b: 1 }] }, no("a", "7")],
  [{ reasons: { at: "/why" } }, { state: false }, no()],
  [{ reasons: { at: "/why" } }, { state: true, why: "retired" }, yes],
  [{ yes: [], missing: "yes" }, {}, yes],
  [{ yes: [], missing: "yes" }, { state: null }, yes],
  [{ yes: [], missing: "yes" }, { state: "retired" }, no("retired")],
  [{ missing: "no" }, {}, no()],
  [{}, {}, { absent: true }],
  [{}, { state: null }, { value: null }],
])("by %j a schedule %j reads %j", (keys, raw, reading) => {
  expect(read(keys, raw)).toEqual(reading);
});

it("is no list and no object, and is never written", () => {
  for (const state of [[], {}])
    expect(() => read({}, { state })).toThrow("/state: must be a text, a number, true or false");
  const profile = createProfile({
    extends: "default",
    records: {
      schedule: { meanings: { bookable: { kind: "bookable", at: "/state", reasons: { words: { a: "A" } } } } },
    },
  });
  expect(profile.meanings("schedule").find(({ name }) => name === "bookable")).toMatchObject({
    isWritable: false,
    choices: [{ value: "a", words: "A" }],
  });
  expect(() => profile.encode("schedule", {}, "bookable", { bookable: true, reasons: [] })).toThrow("read-only");
});
