import fc from "fast-check";
import type { FieldInput } from "#/compare/field-input.ts";
import type { Json } from "#/json/json.ts";
import type { ChangeState } from "#/ledger/change-state.ts";
import type { Change } from "#/ledger/change.ts";
import type { Operation } from "#/ledger/operation.ts";
import type { Phone } from "#/phones/phone.ts";
import { type FieldKind, fieldKinds, knownParts, shapeOf } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";

export const region = "US";
export const record = { type: "schedule", id: "sch_4Wn8pLq2" };

export const allStates: readonly ChangeState[] = [
  "draft",
  "in review",
  "approved",
  "queued",
  "sending",
  "applied",
  "held",
  "failed",
  "unknown",
  "deferred",
  "rejected",
  "withdrawn",
  "reverted",
];

export function aChange(operation: Operation, over: Partial<Change> = {}): Change {
  return {
    id: "chg_1",
    record,
    field: "f",
    kind: "text",
    operation,
    state: "held",
    policy: "pin",
    order: 1,
    baseSeen: null,
    ...over,
  };
}

export function aField(over: Partial<FieldInput> = {}): FieldInput {
  return {
    key: "f",
    kind: "text",
    original: null,
    baseline: {},
    known: {},
    base: null,
    index: null,
    changes: [],
    region,
    ...over,
  };
}

export const observed = (reading: Reading) => ({ reading, provenance: "observed" }) as const;
export const presumed = (reading: Reading) => ({ reading, provenance: "presumed" }) as const;

export const anId = fc.constantFrom("ins_a", "ins_b", "ins_c", "ins_d");

const number = fc.constantFrom(
  "+1 415-555-0142",
  "(415) 555-0142",
  "415.555.0199 x12",
  "(212) 555-0100",
  "+84 28 5550 0117",
  "5550",
);

export const aPhone: fc.Arbitrary<Phone> = fc.record({
  number,
  extension: fc.constantFrom(null, "7"),
  label: fc.constantFrom(null, "Front desk", "Fax"),
});

const aTag = fc.constantFrom("en", "fr", "pt-BR");
const aText = fc.constantFrom("A", "B", "C");

const words = fc.constantFrom("A", "B", "C");
const anyJson = fc.constantFrom<Json>("A", ["B"], { c: 1 }, [1, 2], { c: 1, d: null });

const values: { readonly [kind in FieldKind]: fc.Arbitrary<Json> } = {
  text: fc.constantFrom("A", "B", "C", ""),
  word: words,
  number: fc.constantFrom<Json>(1, 1.5, "1.50", 2, "2", "two"),
  date: fc.constantFrom("2019-06-15", "2019-06-15T22:00:00Z", "2020-02-29", "15 June"),
  boolean: fc.boolean(),
  choice: words,
  languages: fc.oneof(fc.dictionary(aTag, aText, { maxKeys: 3, noNullPrototype: true }), fc.constant<Json>(null)),
  phones: fc.array(
    aPhone.map((phone) => ({ ...phone })),
    { maxLength: 3 },
  ),
  set: fc.uniqueArray(anId, { maxLength: 4 }),
  reference: fc.constantFrom("A", "B", "C", ""),
  address: fc.oneof(
    fc.dictionary(fc.constantFrom("street", "city", "postalCode"), fc.constantFrom("A", " A", "B"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.constant<Json>(null),
  ),
  bookable: anyJson,
  json: anyJson,
};

export function aValue(kind: FieldKind): fc.Arbitrary<Json> {
  return values[kind];
}

/** A list of phones in which entries stand twice, with labels of their own. */
export const repeatedPhones: fc.Arbitrary<Reading> = fc
  .tuple(fc.array(aPhone, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }))
  .map(([phones, again]) => ({
    value: [
      ...phones.map((phone) => ({ ...phone })),
      ...again.flatMap((position) => {
        const phone = phones[position];
        return phone === undefined ? [] : [{ ...phone, label: "Again" }];
      }),
    ],
  }));

export function aReading(kind: FieldKind): fc.Arbitrary<Reading> {
  return fc.oneof(
    { weight: 8, arbitrary: aValue(kind).map((value) => ({ value })) },
    { weight: 1, arbitrary: fc.constant<Reading>({ absent: true }) },
    { weight: 1, arbitrary: fc.constant<Reading>({ value: null }) },
  );
}

export const aKind = fc.constantFrom<FieldKind[]>(...fieldKinds);

/** An operation that fits the kind; elements of phones are named by keys that may or may not be there. */
export function anOperation(kind: FieldKind): fc.Arbitrary<Operation> {
  return fc.oneof(
    aValue(kind).map((value): Operation => ({ op: "set", value })),
    aReading(kind).map((to): Operation => ({ op: "reset", to })),
    aReading(kind).map((to): Operation => ({ op: "takeBase", to })),
    ...elementOperations(kind),
  );
}

function elementOperations(kind: FieldKind): fc.Arbitrary<Operation>[] {
  switch (shapeOf(kind)) {
    case "whole":
      return [];
    case "members":
      return [
        anId.map((element) => ({ op: "add", element })),
        anId.map((element) => ({ op: "remove", element })),
        fc.tuple(anId, anId).map(([element, by]) => ({ op: "replace", element, by })),
        fc.tuple(anId, fc.boolean()).map(([element, value]) => ({ op: "reset", element, to: { value } })),
      ];
    case "keyed": {
      const key = fc.constantFrom("+14155550142;ext=", "+14155550199;ext=12", "+12125550100;ext=7", "5550;ext=");
      return [
        aPhone.map((element) => ({ op: "add", element })),
        key.map((element) => ({ op: "remove", element })),
        fc.tuple(key, aPhone).map(([element, by]) => ({ op: "replace", element, by })),
        fc.tuple(key, fc.option(key)).map(([element, before]) => ({ op: "move", element, before })),
        fc.tuple(key, aPhone).map(([element, phone]) => ({ op: "reset", element, to: { value: { ...phone } } })),
      ];
    }
    case "parts": {
      const aPart = fc.constantFrom(...(knownParts(kind) ?? ["en", "fr", "pt-BR"]));
      const text = fc.oneof(
        aText.map((value): Reading => ({ value })),
        fc.constant<Reading>({ absent: true }),
      );
      return [
        fc.tuple(aPart, aText).map(([element, value]) => ({ op: "set", element, value })),
        aPart.map((element) => ({ op: "remove", element })),
        fc.tuple(aPart, text).map(([element, to]) => ({ op: "reset", element, to })),
      ];
    }
  }
}

export function someChanges(kind: FieldKind, states: readonly ChangeState[] = allStates): fc.Arbitrary<Change[]> {
  return fc
    .array(fc.tuple(anOperation(kind), fc.constantFrom(...states), fc.constantFrom("pin", "follow")), {
      maxLength: 5,
    })
    .map((all) =>
      all.map(([operation, state, policy], position) =>
        aChange(operation, {
          id: `chg_${position + 1}`,
          kind,
          state,
          policy,
          order: state === "draft" || state === "in review" ? null : position + 1,
        }),
      ),
    );
}

/** A field in any state that the types allow. */
export function anyField(kind: FieldKind): fc.Arbitrary<FieldInput> {
  const maybe = fc.option(aReading(kind), { nil: null });
  return fc
    .record({
      original: fc.option(fc.record({ reading: aReading(kind), provenance: fc.constantFrom("observed", "presumed") }), {
        nil: null,
      }),
      baseline: fc.option(aReading(kind), { nil: null }),
      known: fc.option(aReading(kind), { nil: null }),
      base: maybe,
      index: maybe,
      changes: someChanges(kind),
    })
    .map(({ baseline, known, ...rest }) =>
      aField({
        ...rest,
        kind,
        baseline: baseline === null ? {} : { whole: baseline },
        known: known === null ? {} : { whole: known },
      }),
    );
}
