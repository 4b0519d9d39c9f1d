import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#/json/json.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import { applyOperation } from "#/ledger/apply-operation.ts";
import type { Operation } from "#/ledger/operation.ts";
import type { Reading } from "#/records/reading.ts";
import { aKind, anOperation, aReading, region } from "#/testing/arbitraries.ts";
import { movedGround, type GroundInput } from "./ground.ts";

const still = { base: false, index: false, effective: false };

function moved(
  kind: FieldKind,
  operation: Operation,
  seen: Reading,
  now: Partial<GroundInput["now"]>,
  over: Partial<GroundInput> = {},
) {
  return movedGround({
    kind,
    operation,
    region,
    ground: { base: seen, index: seen, effective: seen, shown: [] },
    now: { base: seen, index: seen, effective: seen, ...now },
    wentLive: [],
    isIndexOurs: false,
    followsBase: false,
    isGone: false,
    ...over,
  });
}

const value = (of: Json): Reading => ({ value: of });
const phone = (number: string, label: string | null = null, extension: string | null = null) => ({
  number,
  extension,
  label,
});
const [first, second, third] = ["+1 415 555 0142", "+1 415 555 0143", "+1 415 555 0144"];

test("[U1] what nobody changed has not moved, whatever is decided", () => {
  fc.assert(
    fc.property(aKindOperationReading(), ({ kind, operation, reading }) => {
      expect(moved(kind, operation, reading, {})).toEqual(still);
    }),
  );
});

test("[U1] base, index and directory that came to say what is wanted stop nothing", () => {
  fc.assert(
    fc.property(aKindOperationReading(), ({ kind, operation, reading }) => {
      const wanted = applyOperation(kind, reading, operation, region) ?? reading;
      expect(moved(kind, operation, reading, { base: wanted, index: wanted })).toEqual(still);
    }),
  );
});

test("[U2] of a value that is decided whole, every other value is a moved one", () => {
  const set = { op: "set", value: "Ours" } as const;
  expect(moved("text", set, value("A"), { base: value("B") })).toEqual({ ...still, base: true });
  expect(moved("text", set, value("A"), { index: value("B") })).toEqual({ ...still, index: true });
  expect(moved("text", set, value("A"), { effective: value("B") })).toEqual({ ...still, effective: true });
  expect(moved("text", set, value("A"), { base: value("Ours") })).toEqual(still);
  expect(moved("text", set, value("A"), { index: { absent: true } })).toEqual({ ...still, index: true });
  const seen = value([phone(first)]);
  const list: Operation = { op: "set", value: [phone(third)] };
  expect(moved("phones", list, seen, { index: value([phone(first), phone(second)]) }).index).toBe(true);
});

test("[U2] of a set only the member that is decided counts", () => {
  const seen = value(["ins_a", "ins_b"]);
  const remove = { op: "remove", element: "ins_a" } as const;
  expect(moved("set", remove, seen, { base: value(["ins_a", "ins_c"]) })).toEqual(still);
  const add = { op: "add", element: "ins_c" } as const;
  expect(moved("set", add, seen, { effective: value(["ins_b"]) })).toEqual(still);
  expect(moved("set", remove, seen, { effective: value(["ins_b"]) })).toEqual({ ...still, effective: true });
});

test("[U2] of texts in languages only the language that is decided counts", () => {
  const set = { op: "set", element: "fr", value: "Bonjour" } as const;
  const seen = value({ en: "Hello", fr: "Salut" });
  expect(moved("languages", set, seen, { base: value({ en: "Hi", fr: "Salut" }) })).toEqual(still);
  expect(moved("languages", set, seen, { base: value({ en: "Hello" }) })).toEqual({ ...still, base: true });
});

test("[U2] of phones only the entry that is decided counts, and of it what is written", () => {
  const seen = value([phone(first, "Front desk"), phone(second, "Fax")]);
  const key = "+14155550142;ext=;only;label=Front desk";
  const replace = { op: "replace", element: key, by: phone(third, "Front desk") } as const;
  const relabel = { op: "replace", element: key, by: phone(first, "Billing") } as const;
  const faxMoved = value([phone(first, "Front desk"), phone("+1 415 555 0199", "Fax")]);
  expect(moved("phones", replace, seen, { base: faxMoved, index: faxMoved, effective: faxMoved })).toEqual(still);
  const relabelled = value([phone(first, "Desk"), phone(second, "Fax")]);
  expect(moved("phones", replace, seen, { base: relabelled, index: relabelled })).toEqual(still);
  expect(moved("phones", relabel, seen, { index: relabelled })).toEqual({ ...still, index: true });
  const gone = value([phone(second, "Fax")]);
  for (const operation of [replace, relabel, { op: "remove", element: key } as const])
    expect(moved("phones", operation, seen, { effective: gone }).effective).toBe(true);
});

test("[U2] an entry of base is found by its label where its number is not the directory's", () => {
  const effective = value([phone(second, "Front desk")]);
  const operation = {
    op: "replace",
    element: "+14155550143;ext=;only;label=Front desk",
    by: phone(third, "Front desk"),
  } as const;
  const ground = { base: value([phone(first, "Front desk")]), index: effective, effective, shown: [] };
  const now = { index: effective, effective };
  const baseNow = value([phone("+1 415 555 0150", "Front desk")]);
  expect(moved("phones", operation, effective, { ...now, base: baseNow }, { ground }).base).toBe(true);
  expect(moved("phones", operation, effective, { ...now, base: ground.base }, { ground }).base).toBe(false);
});

test("[U2] a further phone stands on that its number is not there, a moved one on the order of the two", () => {
  const seen = value([phone(first), phone(second)]);
  const add = { op: "add", element: phone(third, "Fax") } as const;
  expect(moved("phones", add, seen, { effective: value([phone(first)]) })).toEqual(still);
  const twice = value([phone(first), phone(second), phone(third, "Billing")]);
  expect(moved("phones", add, seen, { effective: twice }).effective).toBe(true);
  const move = { op: "move", element: "+14155550143;ext=", before: "+14155550142;ext=" } as const;
  expect(moved("phones", move, seen, { base: value([phone(first), phone(third), phone(second)]) })).toEqual(still);
  expect(moved("phones", move, seen, { effective: value([phone(first)]) }).effective).toBe(true);
  const last = { op: "move", element: "+14155550142;ext=", before: null } as const;
  expect(moved("phones", last, seen, { effective: value([phone(second), phone(first)]) }).effective).toBe(true);
});

test("[U3] an index that our own write changed has not moved, nor one that follows base", () => {
  const set = { op: "set", value: "Ours" } as const;
  expect(moved("text", set, value("A"), { index: value("B") }, { isIndexOurs: true })).toEqual(still);
  const both = { base: value("B"), index: value("B") };
  expect(moved("text", set, value("A"), both, { followsBase: true })).toEqual({ ...still, base: true });
  expect(moved("text", set, value("A"), { index: value("B") }, { followsBase: true }).index).toBe(true);
});

test("[U4] what was shown and became live since has not moved the directory", () => {
  const seen = value(["ins_a"]);
  const remove = { op: "remove", element: "ins_a" } as const;
  const wentLive: Operation[] = [{ op: "remove", element: "ins_a" }];
  expect(moved("set", remove, seen, { effective: value([]) }, { wentLive })).toEqual(still);
  expect(moved("set", remove, seen, { effective: value([]) }).effective).toBe(true);
});

/** A value of a kind, and an operation that is possible on it. */
function aKindOperationReading() {
  return aKind.chain((kind) =>
    fc.record({ kind: fc.constant(kind), operation: anOperation(kind), reading: aReading(kind) }),
  );
}

test("[U17] of a record that is gone every change has moved, whatever part of a field it decides", () => {
  const seen = value(["ins_a"]);
  const gone = { index: { absent: true }, effective: { absent: true } } as const;
  for (const operation of [
    { op: "add", element: "ins_b" },
    { op: "remove", element: "ins_a" },
  ] as const) {
    expect(moved("set", operation, seen, gone)).toMatchObject({ index: false });
    expect(moved("set", operation, seen, gone, { isGone: true, isIndexOurs: true })).toMatchObject({ index: true });
    const lacked = { base: seen, index: { absent: true }, effective: { absent: true }, shown: [] } as const;
    expect(moved("set", operation, seen, gone, { ground: lacked })).toEqual(still);
    expect(moved("set", operation, seen, gone, { isGone: true, ground: lacked })).toMatchObject({ index: true });
    const kept = { ...lacked, isGone: true };
    expect(moved("set", operation, seen, gone, { isGone: true, ground: kept })).toEqual(still);
  }
});
