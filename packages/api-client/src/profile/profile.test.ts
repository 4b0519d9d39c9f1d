import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiSchemaError } from "#/errors/api-errors.ts";
import { EncodeError } from "#/errors/encode-error.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import practitioner from "#/samples/practitioner.json" with { type: "json" };
import respelledData from "#/samples/respelled-profile.json" with { type: "json" };
import { createProfile, shippedProfile } from "./profile.ts";
import { readProfileText } from "./read-profile-text.ts";

const profile = shippedProfile();
const respelled = createProfile(respelledData, {
  formatPhone: (number) => (number.startsWith("+") ? number.replace("+1 ", "0 ") : number),
});

const extra = fc.dictionary(fc.constantFrom("fax", "note", "__proto__", "constructor"), fc.jsonValue({ maxDepth: 1 }), {
  maxKeys: 2,
});
const rawPhone = fc
  .tuple(
    fc.record(
      { number: fc.string(), label: fc.option(fc.string()), extension: fc.option(fc.string()) },
      { requiredKeys: ["number"] },
    ),
    extra,
  )
  .map(([phone, rest]) => ({ ...rest, ...phone }));
const phone = fc.record({
  number: fc.string(),
  extension: fc.option(fc.string({ minLength: 1 })),
  label: fc.option(fc.string({ minLength: 1 })),
});

// What fast-check calls a JSON value is one; its own type says unknown.
function asRecord(value: unknown): JsonObject {
  return value as JsonObject;
}

function valueOf(decoded: ReturnType<typeof profile.decode>, meaning: string): Json | undefined {
  const reading = decoded[meaning];
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}

/** A profile whose schedules have these accepted insurances and this reference to the practitioner. */
function scheduleWith(acceptedInsurances?: object, shape: object = { form: "id" }): object {
  const practitioner = { kind: "reference", to: "practitioner", at: "/practitioner", shape };
  return {
    extends: "default",
    records: {
      schedule: { meanings: { practitioner, ...(acceptedInsurances === undefined ? {} : { acceptedInsurances }) } },
    },
  };
}

describe("decode", () => {
  it("tells absent, null and empty apart", () => {
    expect(profile.decode("practitioner", { id: "a", phone_numbers: [], preferred_name: null })).toEqual({
      displayName: { absent: true },
      preferredName: { value: null },
      phones: { value: [] },
    });
  });

  it("keeps a number exactly as it is spelled", () => {
    expect(valueOf(profile.decode("practitioner", practitioner), "phones")).toEqual([
      { number: "(212) 555-0142", extension: "12", label: "Front desk" },
      { number: "+1 212 555 0143", extension: null, label: null },
    ]);
  });

  it("reads an extension behind a mark where a number stands before it, and not inside a word", () => {
    const lines = (...texts: string[]) =>
      valueOf(respelled.decode("place", { ref: "s", contact: { lines: texts } }), "phones");
    const plain = (...numbers: string[]) => numbers.map((number) => ({ number, extension: null, label: null }));
    const words = ["PO Box 12", "1-800-FLEX 123", "x 12", "Ext. 12"];
    expect(lines(...words)).toEqual(plain(...words));
    expect(lines("212-555-0142x12", "(212) 555-0142 EXT. 7 ", "İzmir 232 555 01 42 x 7")).toEqual([
      { number: "212-555-0142", extension: "12", label: null },
      { number: "(212) 555-0142", extension: "7", label: null },
      { number: "İzmir 232 555 01 42", extension: "7", label: null },
    ]);
  });

  it("names the place of a wrong shape", () => {
    expect(() => profile.decode("practitioner", { phone_numbers: "none" })).toThrow(ApiSchemaError);
    expect(() => profile.decode("schedule", { accepted_insurances: [1, null] })).toThrow("/accepted_insurances");
  });

  it("reads objects, nested members, text with extensions and nulls of another spelling", () => {
    expect(
      respelled.decode("schedule", {
        ref: "x",
        clinician: { ref: "cl-1" },
        site: null,
        plans: [{ plan: { ref: "p1" } }],
      }),
    ).toEqual({
      practitioner: { value: "cl-1" },
      place: { value: null },
      acceptedInsurances: { value: ["p1"] },
    });
    expect(
      valueOf(respelled.decode("place", { ref: "s", contact: { lines: ["(212) 555-0199 ext. 12", "ask"] } }), "phones"),
    ).toEqual([
      { number: "(212) 555-0199", extension: "12", label: null },
      { number: "ask", extension: null, label: null },
    ]);
  });
});

describe("encode", () => {
  it("of what was decoded gives the raw record itself", () => {
    fc.assert(
      fc.property(fc.array(rawPhone), fc.array(fc.string({ minLength: 1 })), (phones, plans) => {
        const record = asRecord({ id: "a", phone_numbers: phones });
        expect(
          profile.encode(
            "practitioner",
            record,
            "phones",
            valueOf(profile.decode("practitioner", record), "phones") ?? null,
          ),
        ).toBe(record);
        const schedule = { id: "s", accepted_insurances: plans };
        expect(profile.encode("schedule", schedule, "acceptedInsurances", plans)).toBe(schedule);
      }),
    );
  });

  it("is read back as the value, whatever stood there before", () => {
    fc.assert(
      fc.property(
        fc.array(rawPhone),
        fc.array(phone),
        fc.array(fc.string({ minLength: 1 })),
        (before, phones, plans) => {
          const value = asRecord({ phones })["phones"] ?? null;
          const next = profile.encode("practitioner", asRecord({ id: "a", phone_numbers: before }), "phones", value);
          expect(valueOf(profile.decode("practitioner", next), "phones")).toEqual(value);
          const schedule = respelled.encode("schedule", { ref: "s" }, "acceptedInsurances", plans);
          expect(valueOf(respelled.decode("schedule", schedule), "acceptedInsurances")).toEqual(
            plans.length === 0 ? null : plans,
          );
        },
      ),
    );
  });

  it("keeps the unknown keys of untouched and of changed elements", () => {
    const next = profile.encode("practitioner", practitioner, "phones", [
      { number: "(212) 555-0142", extension: "15", label: "Front desk" },
      { number: "+1 212 555 0143", extension: null, label: null },
    ]);
    expect(next["phone_numbers"]).toEqual([
      { number: "(212) 555-0142", label: "Front desk", extension: "15", fax: false },
      { number: "+1 212 555 0143" },
    ]);
  });

  it("leaves an equal entry its own unknown keys, whichever of them changes", () => {
    const line = { number: "212 555 0142", label: "Main" };
    const record = {
      id: "a",
      phone_numbers: [
        { ...line, since: 1 },
        { ...line, since: 2 },
      ],
    };
    const [same, other] = [
      { number: "212 555 0142", extension: null, label: "Main" },
      { number: "212 555 0199", extension: null, label: "Main" },
    ];
    const written = (...phones: Json[]) => profile.encode("practitioner", record, "phones", phones)["phone_numbers"];
    expect(written(other, same)).toEqual([
      { number: "212 555 0199", label: "Main", since: 1 },
      { ...line, since: 2 },
    ]);
    expect(written(same, other)).toEqual([
      { ...line, since: 1 },
      { number: "212 555 0199", label: "Main", since: 2 },
    ]);
  });

  it("keeps the unknown keys of the one element whose number changes, an extension behind a mark too", () => {
    const lines = {
      kind: "phones",
      at: "/lines",
      shape: { form: "objects", number: "/no", extensionMarks: ["x"] },
      write: { element: { no: "{number}" }, elementWithExtension: { no: "{number} x {extension}" } },
    };
    const spelled = createProfile({ extends: "default", records: { practitioner: { meanings: { phones: lines } } } });
    const kept = { no: "3", inner: 8 };
    const written = (before: Json, ...numbers: [string, string | null][]) =>
      spelled.encode(
        "practitioner",
        { lines: [before, kept] },
        "phones",
        numbers.map(([number, extension]) => ({ number, extension, label: null })),
      )["lines"];
    expect(written({ no: "1", inner: 7 }, ["2", null], ["3", null])).toEqual([{ no: "2", inner: 7 }, kept]);
    expect(written({ no: "1 x 5", inner: 7 }, ["2", "5"], ["3", null])).toEqual([{ no: "2 x 5", inner: 7 }, kept]);
    // A new number beside a removed one may belong to anybody, so it takes over no members.
    expect(written({ no: "1", inner: 7 }, ["3", null], ["2", null])).toEqual([kept, { no: "2" }]);
  });

  it("refuses a reference that would not be read back", () => {
    const practitioner = { kind: "reference", to: "practitioner", at: "/by", shape: { form: "object", id: "/ref" } };
    const wrong = createProfile({
      extends: "default",
      records: {
        schedule: { meanings: { practitioner: { ...practitioner, write: { element: { ref: "{id:number}" } } } } },
      },
    });
    expect(wrong.encode("schedule", {}, "practitioner", "7")).toEqual({ by: { ref: 7 } });
    expect(() => wrong.encode("schedule", {}, "practitioner", "007")).toThrow(
      expect.objectContaining({ reason: "does-not-read-back" }),
    );
  });

  it("makes new elements from the template and formats numbers as the profile asks", () => {
    expect(respelled.encode("schedule", { ref: "s", plans: null }, "acceptedInsurances", ["p1"])["plans"]).toEqual([
      { plan: { ref: "p1" }, since: null },
    ]);
    const place = { ref: "s", contact: { lines: ["(212) 555-0199"], kept: 1 } };
    expect(respelled.encode("place", place, "phones", [{ number: "+1 212", extension: "4", label: null }])).toEqual({
      ref: "s",
      contact: { lines: ["0 212 ext. 4"], kept: 1 },
    });
  });

  it.each([
    ["a label without a place", "place", "phones", [{ number: "1", extension: null, label: "Desk" }], "no-place"],
    ["a value of another kind", "place", "phones", "1", "wrong-kind"],
    ["a meaning that lives on another record", "schedule", "phones", [], "owned-elsewhere"],
    ["a meaning that there is not", "schedule", "colour", "red", "unknown-field"],
    [
      "a number that swallows its own tail",
      "place",
      "phones",
      [{ number: "1 x 2", extension: null, label: null }],
      "does-not-read-back",
    ],
  ])("refuses %s", (_what, type, meaning, value, reason) => {
    expect(() => respelled.encode(type, {}, meaning, value)).toThrow(
      expect.objectContaining({ name: "EncodeError", reason }),
    );
  });

  it("keeps the form of each element of a mixed list, and writes new ones as the profile says", () => {
    const shape = { form: "ids-or-objects", id: "/ref" };
    const plans = (write?: object) =>
      createProfile(scheduleWith({ kind: "set", of: "insurance", at: "/plans", shape, write }));
    const raw = { plans: ["a", { ref: "b", title: "Bee" }, "c"] };
    expect(valueOf(plans().decode("schedule", raw), "acceptedInsurances")).toEqual(["a", "b", "c"]);
    const written = (write?: object) =>
      plans(write).encode("schedule", raw, "acceptedInsurances", ["b", "c", "d"])["plans"];
    expect(written()).toEqual([{ ref: "b", title: "Bee" }, "c", "d"]);
    expect(written({ element: { ref: "{id}" } })).toEqual([{ ref: "b", title: "Bee" }, "c", { ref: "d" }]);
    expect(() => plans().decode("schedule", { plans: ["a", { title: "Bee" }] })).toThrow("a list of ids");
  });

  it("reads a reference in whichever of both forms it is, and keeps that form while the id stays", () => {
    const mixed = createProfile(scheduleWith(undefined, { form: "id-or-object", id: "/ref" }));
    for (const practitioner of ["p1", { ref: "p1", name: "Dr. Bee" }]) {
      const raw = { practitioner };
      expect(valueOf(mixed.decode("schedule", raw), "practitioner")).toBe("p1");
      expect(mixed.encode("schedule", raw, "practitioner", "p1")).toBe(raw);
      expect(mixed.encode("schedule", raw, "practitioner", "p2")).toEqual({ practitioner: "p2" });
    }
  });

  it.each([
    ["id", {}, "a", "b"],
    ["object", { id: "/ref" }, { ref: "a", since: 2020 }, { ref: "b" }],
    ["id-or-object", { id: "/ref" }, { ref: "a", since: 2020 }, "b"],
  ])("reads and writes the one member of a set in the form %s, and refuses a second", (form, place, there, fresh) => {
    const profile = createProfile(
      scheduleWith({ kind: "set", of: "insurance", at: "/plan", shape: { form, ...place }, write: { empty: "null" } }),
    );
    const encode = (value: Json) => profile.encode("schedule", { plan: there }, "acceptedInsurances", value);
    const decode = (plan: Json) => valueOf(profile.decode("schedule", { plan }), "acceptedInsurances");
    expect([decode(there), decode(""), decode(null)]).toEqual([["a"], [], null]);
    expect([encode(["a"]), encode(["b"]), encode([])]).toEqual([{ plan: there }, { plan: fresh }, { plan: null }]);
    expect(() => encode(["a", "b"])).toThrow("the service holds one id here: replace it instead of adding another");
    expect(profile.meanings("schedule").find(({ name }) => name === "acceptedInsurances")?.holdsOne).toBe(true);
    expect(() => decode(["a"])).toThrow(ApiSchemaError);
  });

  it("reads and writes one phone in an object, keeps what it does not name, and refuses a second", () => {
    const shape = { form: "object", number: "/no", label: "/use" };
    const write = { element: { no: "{number}", use: "{label}" } };
    const profile = createProfile({
      extends: "default",
      records: { practitioner: { meanings: { phones: { kind: "phones", at: "/phone", shape, write } } } },
    });
    const raw = { phone: { no: "1", use: "Desk", fax: true } };
    const bare = (number: string) => ({ number, extension: null, label: null });
    const encode = (value: Json) => profile.encode("practitioner", raw, "phones", value)["phone"];
    expect(valueOf(profile.decode("practitioner", raw), "phones")).toEqual([{ ...bare("1"), label: "Desk" }]);
    for (const empty of [{ no: null }, { no: "" }])
      expect(valueOf(profile.decode("practitioner", { phone: empty }), "phones")).toEqual([]);
    expect(encode([{ ...bare("2"), label: "Desk" }])).toEqual({ no: "2", use: "Desk", fax: true });
    expect(encode([])).toBeNull();
    expect(() => encode([bare("1"), bare("2")])).toThrow("the service holds one phone here");
    expect(() => profile.decode("practitioner", { phone: [raw.phone] })).toThrow("one phone in the shape");
  });

  it("refuses a format that nobody here can write", () => {
    expect(() =>
      createProfile(respelledData).encode("place", {}, "phones", [{ number: "1", extension: null, label: null }]),
    ).toThrow(EncodeError);
  });

  it("pollutes no prototype", () => {
    profile.encode("practitioner", {}, "/__proto__/polluted", true);
    profile.encode("practitioner", asRecord(JSON.parse('{"__proto__":{}}')), "/constructor/prototype/polluted", true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("contentHash", () => {
  it("does not see ignored fields and the order of keys", () => {
    const { last_change: _ignored, ...rest } = practitioner;
    expect(profile.contentHash("practitioner", { last_change: "now", ...rest })).toBe(
      profile.contentHash("practitioner", practitioner),
    );
    expect(profile.contentHash("practitioner", { ...practitioner, npi: "2" })).not.toBe(
      profile.contentHash("practitioner", practitioner),
    );
  });
});

it("numbers of a profile keep their digits, and a choice of more than a form can hold is refused", () => {
  const by = (tenant: string) =>
    createProfile(
      readProfileText(
        `{"extends":"default","name":"t","operations":{"createIndexVersion":{"method":"POST","path":"/i","body":{"tenant":${tenant},"name":"{name}"}}}}`,
      ),
    );
  const [one, other] = [by("9007199254740993"), by("9007199254740992")];
  expect(JSON.stringify(one.data.operations["createIndexVersion"]?.body)).toContain("9007199254740993");
  expect(one.hash).not.toBe(other.hash);
  const choice = `{"kind":"choice","at":"/tier","values":[{"value":9007199254740993,"words":"gold"}]}`;
  const text = `{"extends":"default","name":"t","records":{"practitioner":{"meanings":{"tier":${choice}}}}}`;
  expect(() => createProfile(readProfileText(text))).toThrow("a number of at most 15 digits");
});
