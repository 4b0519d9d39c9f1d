import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ProfileError } from "#/errors/profile-error.ts";
import { parseJson, type Json, type JsonObject } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";

const others = { city: "/town", state: "/region", postalCode: "/zip", country: "/land/code" };

const profileWith = (keys: JsonObject) =>
  createProfile({
    extends: "default",
    records: { practitioner: { meanings: { address: { kind: "address", at: "/where", ...keys } } } },
  });

const decode = (keys: JsonObject, where: Json) => profileWith(keys).decode("practitioner", { where })["address"];
const encode = (keys: JsonObject, where: Json, value: Json) =>
  profileWith(keys).encode("practitioner", { where }, "address", value)["where"];

const forms: JsonObject[] = [
  { ...others, street: "/road" },
  { ...others, street: "/road", lines: "list" },
  { ...others, street: ["/one", "/two"] },
  { ...others, street: "/road", write: { absentParts: "null" } },
  { ...others, street: "/road", write: { absentParts: "text" } },
];

const text = fc.constantFrom("12 Elm St", " 4 Rue de la Paix ", "Mu\u0308nchen", "02110", "  ", "");
const someText = fc.oneof(text, fc.constant(null), fc.constant(62_701));
const raw = fc.record(
  {
    road: fc.oneof(someText, fc.array(text, { maxLength: 2 })),
    one: someText,
    two: someText,
    town: someText,
    region: someText,
    zip: someText,
    land: fc.record({ code: someText, since: fc.constant(1999) }, { requiredKeys: ["since"] }),
    geo: fc.constant([1.5, 2]),
  },
  { requiredKeys: [] },
);

test.for(forms)("%j: what is read and written again keeps every sign", (keys) => {
  const profile = profileWith(keys);
  fc.assert(
    fc.property(raw, (where) => {
      const record = { where: where as Json };
      const reading = profile.decode("practitioner", record)["address"] ?? { absent: true };
      expect(profile.encodeReading("practitioner", record, "address", reading)).toBe(record);
    }),
  );
});

test.for(forms)("%j: another text of one part is read back, and touches no other part", (keys) => {
  const profile = profileWith(keys);
  fc.assert(
    fc.property(raw, fc.constantFrom("city", "street"), (where, part) => {
      const reading = profile.decode("practitioner", { where: where as Json })["address"];
      const before = reading !== undefined && "value" in reading ? (reading.value as JsonObject | null) : null;
      const after = profile.encode("practitioner", { where: where as Json }, "address", { ...before, [part]: "New" });
      expect(profile.decode("practitioner", after)["address"]).toEqual({ value: { ...before, [part]: "New" } });
      const touched = part === "city" ? ["town"] : ["road", "one", "two"];
      for (const [key, value] of Object.entries(where))
        if (!touched.includes(key)) expect((after["where"] as JsonObject)[key]).toEqual(value);
    }),
  );
});

describe("an address", () => {
  it("has the lines of its street in one text, a list, or a place for each", () => {
    const value = { street: "12 Elm St\nSuite 4", city: "Springfield" };
    const [oneText, list, places] = forms;
    expect(encode(oneText ?? {}, {}, value)).toEqual({ road: "12 Elm St\nSuite 4", town: "Springfield" });
    expect(encode(list ?? {}, {}, value)).toEqual({ road: ["12 Elm St", "Suite 4"], town: "Springfield" });
    expect(encode(places ?? {}, { geo: 1 }, value)).toEqual({
      geo: 1,
      one: "12 Elm St",
      two: "Suite 4",
      town: "Springfield",
    });
    expect(() => encode(places ?? {}, {}, { street: "A\nB\nC" })).toThrow("the service has 2 lines for the street");
  });

  it("is read without the parts that are not there, and not where it is no object", () => {
    expect(decode({ city: "/town" }, { town: "" })).toEqual({ value: null });
    expect(decode({ city: "/town" }, null)).toEqual({ value: null });
    expect(() => decode({ city: "/town" }, "Springfield")).toThrow("must be an object with the parts of an address");
  });

  it("has a part that the service spells as a number, with every digit of it", () => {
    const where = parseJson('{"zip":62701.0,"road":[12345678901234567890,"Elm St"]}');
    expect(decode({ postalCode: "/zip", street: "/road" }, where)).toEqual({
      value: { street: "12345678901234567890\nElm St", postalCode: "62701.0" },
    });
  });

  it("loses a part by the rule of the profile, and has none that the service has no place for", () => {
    const before = { town: "Springfield", zip: "62701" };
    const keys = { city: "/town", postalCode: "/zip" };
    expect(encode(keys, before, { city: "Springfield" })).toEqual({ town: "Springfield" });
    expect(encode({ ...keys, write: { absentParts: "null" } }, before, { city: "Springfield" })).toEqual({
      town: "Springfield",
      zip: null,
    });
    expect(() => encode(keys, before, { country: "US" })).toThrow('the service has no field for the part "country"');
  });

  it("says in the profile where at least one part is", () => {
    expect(() => profileWith({})).toThrow(ProfileError);
  });
});
