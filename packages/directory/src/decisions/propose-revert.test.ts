import fc from "fast-check";
import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { foldChanges, valueToSend } from "#/ledger/fold-changes.ts";
import type { Operation } from "#/ledger/operation.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { Json } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";
import { aChange, region } from "#/testing/arbitraries.ts";
import { type AppliedChange, proposeRevert, type RevertingChange } from "./propose-revert.ts";

const list = (...ids: string[]): Reading => ({ value: ids });
const phone = (number: string): { number: string; extension: null; label: null } => ({
  number,
  extension: null,
  label: null,
});
const phones = (...numbers: string[]): Reading => ({ value: numbers.map(phone) as unknown as Json });
const [OLD, OURS, OTHER] = ["(415) 555-0142", "(212) 555-0100", "(646) 555-0177"];
const keyOf = (number: string) => `+1${number.replaceAll(/\D/g, "")};ext=`;

/** Applied changes in their order, with the value before them. */
function applied(before: Reading, operations: readonly Operation[], from = 10): AppliedChange[] {
  return operations.map((operation, position) => ({
    ...aChange(operation, { id: `chg_${from + position}`, state: "applied", order: from + position }),
    before,
  }));
}

const changesAfter = (stage: readonly RevertingChange[]) =>
  stage.map(({ operation }, position) =>
    aChange(operation, { id: `chg_9${position}`, state: "applied", order: 90 + position }),
  );

function reverted(kind: FieldKind, before: Reading, operations: readonly Operation[]) {
  const index = valueToSend(
    kind,
    before,
    operations.map((operation) => ({ operation })),
    region,
  );
  const { stage, leftOut } = proposeRevert({ kind, region, index, reverted: applied(before, operations), others: [] });
  return { index, stage, leftOut, after: valueToSend(kind, index, stage, region) };
}

test("[G1] where no override stood, reverting leads back to the value before, and leaves no override", () => {
  const member = fc.constantFrom("ins_a", "ins_b", "ins_c", "ins_d");
  const operation = fc.oneof(
    fc.record({ op: fc.constant("add" as const), element: member }),
    fc.record({ op: fc.constant("remove" as const), element: member }),
    fc.record({ op: fc.constant("replace" as const), element: member, by: member }),
    fc.record({ op: fc.constant("set" as const), value: fc.uniqueArray(member) }),
  );
  const before = fc.uniqueArray(member).map((ids) => list(...ids));
  fc.assert(
    fc.property(before, fc.array(operation, { minLength: 1, maxLength: 4 }), (was, operations) => {
      const { after, stage, leftOut } = reverted("set", was, operations);
      expect(leftOut).toEqual([]);
      expect(equalReadings("set", after, was, region)).toBe(true);
      expect(foldChanges(after, changesAfter(stage), "set", region).wanted).toBeNull();
      const taken = new Set(stage.flatMap(({ reverts }) => reverts));
      expect(taken.size).toBe(operations.length);
    }),
  );
});

test("[G1] phones come back with their order, texts in their language, and a field of one value as it was", () => {
  const removal: Operation = { op: "remove", element: keyOf(OLD) };
  expect(reverted("phones", phones(OLD, OTHER), [removal]).after).toEqual(phones(OLD, OTHER));
  const replacement: Operation = { op: "replace", element: keyOf(OLD), by: phone(OURS) };
  expect(reverted("phones", phones(OTHER, OLD), [replacement]).after).toEqual(phones(OTHER, OLD));
  const french: Operation = { op: "set", element: "fr", value: "Bonjour" };
  expect(reverted("languages", { value: { en: "Hello" } }, [french]).after).toEqual({ value: { en: "Hello" } });
  expect(reverted("text", { absent: true }, [{ op: "set", value: "Nhung" }]).after).toEqual({ absent: true });
});

test("[G1] phones come back entry by entry and in their order, so that what comes into the list since stays", () => {
  const numbers = ["(415) 555-0140", "(415) 555-0141", "(415) 555-0142", "(415) 555-0143"];
  const listed = fc.constantFrom(...numbers).map(keyOf);
  const further = fc.constantFrom("(212) 555-0150", "(212) 555-0151", "(212) 555-0152").map(phone);
  const operation = fc.oneof(
    fc.record({ op: fc.constant("add" as const), element: further, at: fc.nat(2) }),
    fc.record({ op: fc.constant("remove" as const), element: listed }),
    fc.record({ op: fc.constant("replace" as const), element: listed, by: further }),
  );
  const before = fc.shuffledSubarray(numbers).map((some) => phones(...some));
  const since = phone("(646) 555-0199");
  let entries = 0;
  fc.assert(
    fc.property(before, fc.array(operation, { minLength: 1, maxLength: 3 }), (was, operations) => {
      const { after, index, stage } = reverted("phones", was, operations);
      expect(after).toEqual(was);
      expect(foldChanges(after, changesAfter(stage), "phones", region).wanted).toBeNull();
      if (stage.some(({ operation: { op }, reverts }) => op === "reset" && reverts.length > 1)) return;
      entries += 1;
      const now = valueToSend("phones", index, [{ operation: { op: "add", element: since } }], region);
      const withSince = valueToSend("phones", was, [{ operation: { op: "add", element: since } }], region);
      expect(valueToSend("phones", now, stage, region)).toEqual(withSince);
    }),
  );
  expect(entries).toBeGreaterThan(30);
});

test("[G1] of phones, what others changed beside it stays", () => {
  const replacement: Operation = { op: "replace", element: keyOf(OLD), by: phone(OURS) };
  const beside = aChange({ op: "add", element: phone(OTHER) }, { id: "chg_20", state: "applied", order: 20 });
  const { stage, leftOut } = proposeRevert({
    kind: "phones",
    region,
    index: phones(OURS, OTHER),
    reverted: applied(phones(OLD), [replacement]),
    others: [beside],
  });
  expect(leftOut).toEqual([]);
  expect(valueToSend("phones", phones(OURS, OTHER), stage, region)).toEqual(phones(OLD, OTHER));
});

test("[G2] an override that stood before is staged again with its policy, beneath it the whole list", () => {
  const whole = aChange({ op: "set", value: ["ins_a", "ins_b"] }, { id: "chg_1", state: "applied", order: 1 });
  const element = {
    ...aChange({ op: "remove", element: "ins_b" }, { id: "chg_2", state: "applied", order: 2 }),
    policy: "follow" as const,
  };
  const { stage } = proposeRevert({
    kind: "set",
    region,
    index: list("ins_z"),
    reverted: applied(list("ins_a"), [{ op: "set", value: ["ins_z"] }]),
    others: [whole, element],
  });
  expect(stage.map(({ operation, policy }) => [operation, policy])).toEqual([
    [{ op: "set", value: ["ins_a", "ins_b"] }, "pin"],
    [{ op: "remove", element: "ins_b" }, "follow"],
  ]);
});

test("[G3] a change of which a later one decides a part, or whose value is not as it left it, is left out and named", () => {
  const operations: Operation[] = [
    { op: "add", element: "ins_a" },
    { op: "add", element: "ins_b" },
    { op: "add", element: "ins_c" },
  ];
  const later = aChange({ op: "remove", element: "ins_a" }, { id: "chg_30", state: "held", order: 30 });
  const field = { kind: "set" as const, region, reverted: applied(list(), operations), others: [later] };
  const { stage, leftOut } = proposeRevert({ ...field, index: list("ins_a", "ins_c") });
  expect(leftOut).toEqual([
    { id: "chg_10", why: "later change", by: "chg_30" },
    { id: "chg_11", why: "changed since", by: null },
  ]);
  expect(stage.map(({ reverts }) => reverts)).toEqual([["chg_12"]]);
  expect(proposeRevert({ ...field, index: null }).stage).toEqual([]);
});
