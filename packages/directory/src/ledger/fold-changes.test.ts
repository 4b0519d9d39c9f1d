import fc from "fast-check";
import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { phoneKey } from "#/phones/phone-key.ts";
import { phonesOf } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import {
  aChange,
  aKind,
  allStates,
  anId,
  aPhone,
  aReading,
  aValue,
  region,
  repeatedPhones,
  someChanges,
} from "#/testing/arbitraries.ts";
import { applyOperation } from "./apply-operation.ts";
import { isLive } from "./change-state.ts";
import type { ChangeState } from "./change-state.ts";
import type { Change } from "./change.ts";
import { foldChanges, isSuperseded } from "./fold-changes.ts";

const plans = { value: ["ins_a", "ins_b"] };
const setChange = (operation: Change["operation"], order: number, state: ChangeState = "held") =>
  aChange(operation, { id: `chg_${order}`, kind: "set", order, state });
const wantedPlans = (changes: Change[]) => {
  const { wanted } = foldChanges(plans, changes, "set", region);
  return wanted === null ? null : [...(membersOf(wanted) ?? [])];
};

test("[F1] without live changes there is no W, whatever else was recorded", () => {
  const out = allStates.filter((state) => !isLive({ state }));
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), someChanges(kind, out))),
      ([kind, index, changes]) => {
        expect(foldChanges(index, changes, kind, region).wanted).toBeNull();
      },
    ),
  );
});

test("[F2] the order in which changes are given does not matter", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), someChanges(kind))),
      ([kind, index, changes]) => {
        expect(foldChanges(index, changes.toReversed(), kind, region)).toEqual(
          foldChanges(index, changes, kind, region),
        );
      },
    ),
  );
});

test("[F3] two people's additions both survive, in either order of approval", () => {
  fc.assert(
    fc.property(anId, anId, aReading("set"), fc.boolean(), (first, second, index, swapped) => {
      const orders = swapped ? [2, 1] : [1, 2];
      const changes = [
        setChange({ op: "add", element: first }, orders[0] ?? 1),
        setChange({ op: "add", element: second }, orders[1] ?? 2),
      ];
      const { wanted } = foldChanges(index, changes, "set", region);
      const members = wanted === null ? null : membersOf(wanted);
      expect(members?.has(first) && members.has(second)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(aPhone, aPhone, aReading("phones"), (first, second, index) => {
      const changes = [first, second].map((element, position) =>
        aChange({ op: "add", element }, { id: `chg_${position}`, kind: "phones", order: position }),
      );
      const { wanted } = foldChanges(index, changes, "phones", region);
      const keys = wanted && "value" in wanted && Array.isArray(wanted.value) ? JSON.stringify(wanted.value) : "";
      expect(keys).toContain(second.number);
      expect(keys.includes(first.number) || phoneKey(first, region) === phoneKey(second, region)).toBe(true);
    }),
  );
});

test("[F3] for one element the last approved operation wins", () => {
  expect(
    wantedPlans([
      setChange({ op: "remove", element: "ins_a" }, 1),
      setChange({ op: "add", element: "ins_a" }, 3),
      setChange({ op: "remove", element: "ins_a" }, 2),
    ]),
  ).toEqual(["ins_b", "ins_a"]);
});

test("[F4] withdrawal of the last change gives I back", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), someChanges(kind, ["held"]))),
      ([kind, index, changes]) => {
        const withdrawn = changes.map((change): Change => ({ ...change, state: "withdrawn" }));
        const fold = foldChanges(index, withdrawn, kind, region);
        expect(fold.wanted ?? index).toBe(index);
        expect(fold.changes).toEqual([]);
      },
    ),
  );
});

test("[F5] over an index that already holds W, W is the same", () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom("set", "text", "json", "reference")
        .chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), someChanges(kind, ["held", "sending"]))),
      ([kind, index, changes]) => {
        const first = foldChanges(index, changes, kind, region).wanted;
        if (first === null) return;
        const again = foldChanges(first, changes, kind, region).wanted;
        expect(again !== null && equalReadings(kind, again, first, region)).toBe(true);
      },
    ),
  );
});

test("[F5] one replaced phone is the same before and after it was written", () => {
  fc.assert(
    fc.property(aPhone, aPhone, aPhone, (left, right, by) => {
      const index = { value: [{ ...left }, { ...right }] };
      const changes = [aChange({ op: "replace", element: phoneKey(left, region), by }, { kind: "phones" })];
      const first = foldChanges(index, changes, "phones", region).wanted;
      const again = foldChanges(first, changes, "phones", region).wanted;
      expect(first !== null && again !== null && equalReadings("phones", again, first, region)).toBe(true);
    }),
  );
});

test("[F5] [P4] a number that stands twice and is removed is gone, and stays so once that was written", () => {
  fc.assert(
    fc.property(repeatedPhones, fc.nat(), (index, position) => {
      const phones = phonesOf(index) ?? [];
      const removed = phones[position % phones.length];
      if (removed === undefined) return;
      const changes = [aChange({ op: "remove", element: phoneKey(removed, region) }, { kind: "phones" })];
      const first = foldChanges(index, changes, "phones", region).wanted;
      expect(first === null ? null : phonesOf(first)).toEqual(
        phones.filter((phone) => phoneKey(phone, region) !== phoneKey(removed, region)),
      );
      expect(foldChanges(first, changes, "phones", region).wanted).toEqual(first);
    }),
  );
});

test("[F6] a reset decides W until it is applied, and then ends the override", () => {
  const remove = setChange({ op: "remove", element: "ins_a" }, 1, "applied");
  const reset = (state: ChangeState) => setChange({ op: "reset", element: "ins_a", to: { value: true } }, 2, state);
  const index = { value: ["ins_b"] };
  const pending = foldChanges(index, [remove, reset("held")], "set", region);
  expect(pending.wanted).toEqual({ value: ["ins_b", "ins_a"] });
  expect(foldChanges(plans, [remove, reset("applied")], "set", region).wanted).toBeNull();
  expect(foldChanges(index, [remove, reset("failed")], "set", region).wanted).toEqual(index);
});

test("[F6] a reset of one element under a change of the whole field leaves that element to the index", () => {
  const set = setChange({ op: "set", value: ["ins_c"] }, 1, "applied");
  const reset = setChange({ op: "reset", element: "ins_a", to: { value: true } }, 2, "applied");
  const { wanted } = foldChanges({ value: ["ins_a", "ins_c"] }, [set, reset], "set", region);
  expect(wanted).toEqual({ value: ["ins_c", "ins_a"] });
});

test("[F6] a reset of a replaced phone ends the whole line of its replacements", () => {
  const phone = (number: string) => ({ number, extension: null, label: null });
  const [a, b, c] = ["(415) 555-0142", "(212) 555-0100", "(212) 555-0101"].map(phone);
  if (!a || !b || !c) throw new Error("three phones");
  const step = (operation: Change["operation"], order: number) =>
    aChange(operation, { id: `chg_${order}`, kind: "phones", order, state: "applied" });
  const changes = [
    step({ op: "replace", element: phoneKey(a, region), by: b }, 1),
    step({ op: "replace", element: phoneKey(b, region), by: c }, 2),
    step({ op: "reset", element: phoneKey(c, region), to: { value: a } }, 3),
  ];
  expect(foldChanges({ value: [a] }, changes, "phones", region).wanted).toBeNull();
});

test("[F7] removing what is not there, and adding what is, keep the very reading", () => {
  const changes = [setChange({ op: "remove", element: "ins_z" }, 1), setChange({ op: "add", element: "ins_a" }, 2)];
  expect(foldChanges(plans, changes, "set", region).wanted).toBe(plans);
});

test("[F8] an element operation over a field that was never read has no W", () => {
  expect(foldChanges(null, [setChange({ op: "add", element: "ins_a" }, 1)], "set", region).wanted).toBeNull();
});

test("[F9] what later changes replace altogether can be left out: W stays the same", () => {
  const keysIn = (reading: Reading) => new Set((phonesOf(reading) ?? []).map((phone) => phoneKey(phone, region)));
  fc.assert(
    fc.property(
      aKind.chain((kind) => {
        const index = kind === "phones" ? fc.oneof(aReading(kind), repeatedPhones) : aReading(kind);
        return fc.tuple(fc.constant(kind), index, someChanges(kind, ["held"]));
      }),
      ([kind, index, changes]) => {
        const left = changes.filter(
          (change, position) => !isSuperseded(change, changes.slice(position + 1), kind, region),
        );
        const [wanted, after] = [changes, left].map((some) => foldChanges(index, some, kind, region).wanted ?? null);
        if (!wanted || !after) expect(after).toEqual(wanted);
        else if (kind === "phones") expect(keysIn(after)).toEqual(keysIn(wanted));
        else expect(equalReadings(kind, after, wanted, region)).toBe(true);
      },
    ),
  );
});

test("[F9] a number that stands twice, removed and then replaced: the removal can be left out", () => {
  const [a, b] = [
    { number: "+1 415-555-0142", extension: null, label: "Front desk" },
    { number: "(212) 555-0100", extension: null, label: null },
  ];
  const index: Reading = { value: [a, { ...a, label: "Fax" }] };
  const element = phoneKey(a, region);
  const [removal, replacement] = [
    aChange({ op: "remove", element }, { id: "chg_1", kind: "phones", order: 1 }),
    aChange({ op: "replace", element, by: b }, { id: "chg_2", kind: "phones", order: 2 }),
  ];
  expect(isSuperseded(removal, [replacement], "phones", region)).toBe(true);
  const wanted = [[removal, replacement], [replacement]].map(
    (changes) => foldChanges(index, changes, "phones", region).wanted,
  );
  expect(wanted).toEqual([{ value: [b] }, { value: [b] }]);
});

test("[F9] two labels of one number are two entries: neither addition replaces the other, nor ends another's removal", () => {
  const line = (label: string | null) => ({ number: "(212) 555-0100", extension: null, label });
  const key = "+12125550100;ext=";
  const isReplaced = (first: Change["operation"], second: Change["operation"]) =>
    isSuperseded(
      aChange(first, { id: "chg_1", kind: "phones", order: 1 }),
      [aChange(second, { id: "chg_2", kind: "phones", order: 2, state: "applied" })],
      "phones",
      region,
    );
  const desk: Change["operation"] = { op: "add", element: line("Front desk") };
  const billing: Change["operation"] = { op: "add", element: line("Billing") };
  const renumbered: Change["operation"] = { op: "replace", element: "+13125550100;ext=", by: line("Billing") };
  const removed: Change["operation"] = { op: "remove", element: `${key};only;label=Front desk` };
  expect([billing, renumbered].map((later) => isReplaced(desk, later))).toEqual([false, false]);
  expect(isReplaced(removed, billing)).toBe(false);
  expect([desk, removed].map((later) => isReplaced(desk, later))).toEqual([true, true]);
  expect(isReplaced(removed, desk)).toBe(true);
  const both = [desk, billing].map((operation, place) =>
    aChange(operation, { id: `chg_${place}`, kind: "phones", order: place }),
  );
  expect([...foldChanges(null, both, "phones", region).elements.keys()]).toEqual([
    `${key};label=Front desk`,
    `${key};label=Billing`,
  ]);
  expect([...foldChanges(null, both.slice(1), "phones", region).elements.keys()]).toEqual([key]);
});

test("[F9] a change is replaced when each element that it decides is decided later, and not by half of it", () => {
  const replaced = (operation: Change["operation"], ...later: Change["operation"][]) =>
    isSuperseded(
      setChange(operation, 1),
      later.map((laterOperation, position) => setChange(laterOperation, position + 2, "applied")),
      "set",
      region,
    );
  expect(replaced({ op: "add", element: "ins_a" })).toBe(false);
  expect(replaced({ op: "add", element: "ins_a" }, { op: "remove", element: "ins_a" })).toBe(true);
  expect(replaced({ op: "add", element: "ins_a" }, { op: "remove", element: "ins_b" })).toBe(false);
  expect(replaced({ op: "replace", element: "ins_a", by: "ins_c" }, { op: "remove", element: "ins_c" })).toBe(false);
  expect(replaced({ op: "add", element: "ins_a" }, { op: "set", value: [] })).toBe(true);
  expect(replaced({ op: "set", value: [] }, { op: "add", element: "ins_a" })).toBe(false);
  expect(replaced({ op: "add", element: "ins_a" }, { op: "takeBase", element: "ins_a", to: { value: false } })).toBe(
    true,
  );
});

test("[C4] a pin folds like a set, an addition or a removal of the value that it carries, and does not end once applied", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => fc.tuple(fc.constant(kind), aReading(kind), someChanges(kind), aValue(kind))),
      ([kind, index, changes, value]) => {
        for (const state of ["held", "applied"] as const) {
          const [pinned, set] = [{ op: "pinValue", to: { value } } as const, { op: "set", value } as const].map(
            (operation) =>
              foldChanges(
                index,
                [...changes, aChange(operation, { id: "chg_99", kind, state, order: 99 })],
                kind,
                region,
              ),
          );
          expect(pinned).toEqual(set);
        }
      },
    ),
  );
  for (const value of [true, false]) {
    const pin = setChange({ op: "pinValue", element: "ins_a", to: { value } }, 1, "applied");
    const same = setChange({ op: value ? "add" : "remove", element: "ins_a" }, 1, "applied");
    for (const index of [{ value: ["ins_a"] }, { value: ["ins_b"] }])
      expect(foldChanges(index, [pin], "set", region)).toEqual(foldChanges(index, [same], "set", region));
  }
});

test("[F10] an operation on one member changes the spelling of no other, decomposed or repeated as it may be", () => {
  const word = fc.constantFrom("franc\u0327ais", "fran\u00e7ais", "espa\u00f1ol", "espan\u0303ol", "deutsch");
  const same = (a: string, b: string) => a.normalize("NFC") === b.normalize("NFC");
  fc.assert(
    fc.property(
      fc.array(word),
      word,
      word,
      fc.constantFrom("add", "remove", "replace", "reset"),
      (words, element, by, op) => {
        const operation: Change["operation"] =
          op === "replace"
            ? { op, element, by }
            : op === "reset"
              ? { op, element, to: { value: true } }
              : { op, element };
        const after = applyOperation("set", { value: words }, operation, region);
        const members = after !== null && "value" in after && Array.isArray(after.value) ? after.value : [];
        const others = (list: readonly unknown[]) =>
          list.filter((member) => typeof member === "string" && !same(member, element) && !same(member, by));
        expect(others(members)).toEqual(others(words));
        if (op !== "remove") expect(others(members).length).toBeLessThan(members.length);
      },
    ),
  );
  const words = { value: ["franc\u0327ais", "espa\u00f1ol"] };
  expect(applyOperation("set", words, { op: "add", element: "deutsch" }, region)).toEqual({
    value: ["franc\u0327ais", "espa\u00f1ol", "deutsch"],
  });
  expect(applyOperation("set", words, { op: "add", element: "fran\u00e7ais" }, region)).toBe(words);
});
