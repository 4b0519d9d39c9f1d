import fc from "fast-check";
import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import { equalReadings } from "#/compare/equal-readings.ts";
import type { Baseline } from "#/ledger/baseline.ts";
import { applyOperation } from "#/ledger/apply-operation.ts";
import { valueToSend } from "#/ledger/fold-changes.ts";
import { nextBaseline, nextKnown } from "#/ledger/next-baseline.ts";
import { equalPhones, phoneKey } from "#/phones/phone-key.ts";
import { phoneIn, phonesOf, phoneToJson, samePhone } from "#/phones/phone.ts";
import { operationKey, phoneEntries } from "#/phones/phone-entries.ts";
import type { Phone } from "#/phones/phone.ts";
import { listPresenceKey, type Reading } from "#/records/reading.ts";
import { aChange, aField, aKind, anyField, aPhone, observed, region, repeatedPhones } from "#/testing/arbitraries.ts";
import { acceptOutside, keepOurs } from "./accept-values.ts";
import { overridingChanges } from "./decision.ts";
import { proposePin, proposeReset, proposeTakeBase, restoreOurs } from "./propose-change.ts";
import { removeOverride } from "./remove-override.ts";

const anField = aKind.chain(anyField);
const plans = (...ids: string[]) => ({ value: ids });
const phone = (number: string) => ({ number, extension: null, label: null });

test("[B6] after keep ours nothing is in conflict and base has not moved", () => {
  fc.assert(
    fc.property(anField, (input) => {
      const kept = keepOurs(input);
      if (!kept.ok) return;
      const after = compareField({ ...input, baseline: kept.baseline });
      expect(["ours", "same"]).toContain(after.verdict);
    }),
  );
});

test("[B3] [B6] keep ours of one part settles this part and leaves every other verdict as it was", () => {
  fc.assert(
    fc.property(fc.oneof(anyField("set"), anyField("set")), (input) => {
      const before = compareField(input);
      for (const part of before.parts) {
        const kept = keepOurs(input, part.key);
        if (!kept.ok) continue;
        const after = compareField({ ...input, baseline: kept.baseline });
        const expected = before.parts.map((unit) => [unit.key, unit.key === part.key ? "ours" : unit.verdict]);
        expect(after.parts.map((changed) => [changed.key, changed.verdict])).toEqual(expected);
      }
    }),
  );
});

test("[B6] keep ours of a phone settles it, also when base then moves and is kept again", () => {
  const fieldWith = (base: string, baseline: Baseline) =>
    aField({
      kind: "phones",
      original: observed({ value: [phone("(415) 555-0142"), phone("(415) 555-0150")] }),
      baseline,
      base: { value: [phone(base), phone("(415) 555-0150")] },
      index: { value: [phone("(212) 555-0100"), phone("(415) 555-0150")] },
    });
  const verdicts = (base: string, baseline: Baseline) =>
    compareField(fieldWith(base, baseline)).parts.map((part) => part.verdict);
  let baseline: Baseline = {};
  for (const base of ["(415) 555-0143", "(415) 555-0144", "(415) 555-0145"]) {
    expect(verdicts(base, baseline)).toEqual(["conflict", "same"]);
    const kept = keepOurs(fieldWith(base, baseline), "+12125550100;ext=");
    expect(kept.ok).toBe(true);
    if (kept.ok) baseline = kept.baseline;
    expect(verdicts(base, baseline)).toEqual(["ours", "same"]);
  }
});

test("[B7] after accept nothing is outside", () => {
  fc.assert(
    fc.property(anField, (input) => {
      const accepted = acceptOutside(input);
      if (!accepted.ok) return;
      expect(compareField({ ...input, known: accepted.known }).flags).not.toContain("outside");
    }),
  );
});

test("[B4] [B7] accept of one plan leaves what happened to the others outside", () => {
  const input = aField({
    kind: "set",
    original: observed(plans("ins_a", "ins_b")),
    base: plans("ins_a", "ins_b"),
    index: plans("ins_c"),
  });
  const accepted = acceptOutside(input, "ins_c");
  expect(accepted).toEqual({ ok: true, known: { elements: { ins_c: { value: true } } } });
  if (!accepted.ok) return;
  const outside = compareField({ ...input, known: accepted.known }).parts.filter((part) =>
    part.flags.includes("outside"),
  );
  expect(outside.map((part) => part.key).toSorted()).toEqual(["ins_a", "ins_b"]);
});

test("[B2] approval moves the baseline of the elements concerned to the base that the author saw", () => {
  const start = plans("ins_a");
  const decided = nextBaseline("set", {}, start, plans("ins_b"), region, ["ins_b"]);
  expect(decided).toEqual({ elements: { ins_b: { value: true } } });
  expect(nextBaseline("set", decided, start, plans("ins_c"), region)).toEqual({ whole: plans("ins_c") });
  expect(nextBaseline("text", {}, null, { value: "B" }, region, ["x"])).toEqual({ whole: { value: "B" } });
});

test("[B4] after a phone was replaced and read back, it is not outside, and a later change is", () => {
  const original = observed({ value: [phone("(415) 555-0142"), phone("(415) 555-0150")] });
  const readBack = { value: [phone("(212) 555-0100"), phone("(415) 555-0150")] };
  const known = nextKnown("phones", {}, original.reading, readBack, region, ["+14155550142;ext=", "+12125550100;ext="]);
  const isOutside = (index: typeof readBack) =>
    compareField(aField({ kind: "phones", original, known, base: original.reading, index })).flags.includes("outside");
  expect(isOutside(readBack)).toBe(false);
  expect(isOutside({ value: [phone("(212) 555-0100")] })).toBe(true);
});

test("[B5] the order of keys in a stored baseline has no meaning", () => {
  const elements = { ins_a: { value: false }, ins_b: { value: true } };
  const reversed = Object.fromEntries(Object.entries(elements).reverse());
  fc.assert(
    fc.property(anyField("set"), (input) => {
      const inOrder = compareField({ ...input, baseline: { ...input.baseline, elements } });
      const inReverse = compareField({ ...input, baseline: { ...input.baseline, elements: reversed } });
      expect(inReverse.parts.map((part) => part.verdict)).toEqual(inOrder.parts.map((part) => part.verdict));
    }),
  );
});

test("[R1] reset is for what was applied, removal for what was never sent", () => {
  const input = aField({ base: { value: "A" }, index: { value: "B" } });
  const held = { ...input, changes: [aChange({ op: "set", value: "C" }, { state: "held" })] };
  const applied = { ...input, changes: [aChange({ op: "set", value: "B" }, { state: "applied" })] };
  expect(proposeReset(held)).toMatchObject({ ok: false, reason: "was never sent" });
  expect(proposeReset(applied)).toEqual({ ok: true, stage: [{ op: "reset", to: { value: "A" } }] });
  expect(removeOverride(applied)).toMatchObject({ ok: false, reason: "was sent" });
  expect(proposeReset(input)).toMatchObject({ ok: false, reason: "no override" });
});

test("[R1] an override that is only a phone's place is reset by moving it back before the phone that base says", () => {
  const [a, b, c] = [phone("(415) 555-0142"), phone("(415) 555-0150"), phone("(415) 555-0161")];
  const moved = { value: [c, a, b] };
  const change = aChange(
    { op: "move", element: "+14155550161;ext=", before: "+14155550142;ext=" },
    { state: "applied" },
  );
  const input = aField({ kind: "phones", base: { value: [a, b, c] }, index: moved, changes: [change], region });
  const decision = proposeReset(input, "+14155550161;ext=");
  if (!decision.ok) throw new Error(decision.message);
  expect(decision.stage).toMatchObject([{ op: "move", before: null }]);
  const back = decision.stage.reduce(
    (value, operation) => applyOperation("phones", value, operation, region) ?? value,
    moved as Reading,
  );
  expect(back).toEqual({ value: [a, b, c] });
  expect(proposeReset({ ...input, base: { value: [a, b] } }, "+14155550161;ext=")).toMatchObject({
    reason: "only its place",
  });
});

test("[R1] the reset of a phone in the place of one that base lists twice keeps both", () => {
  const [a, c] = [phone("(415) 555-0142"), phone("(415) 555-0161")];
  for (const [line, label] of [
    [1, null],
    [2, null],
    [1, "Front desk"],
    [2, "Front desk"],
  ] as const) {
    const b = { ...phone("(415) 555-0150"), label };
    const index = { value: line === 1 ? [b, a, c] : [a, b, c] };
    const replace = { op: "replace", element: `+14155550142;ext=;label=;line=${line}/2`, by: b } as const;
    const changes = [aChange(replace, { state: "applied" })];
    const input = aField({ kind: "phones", base: { value: [a, a, c] }, index, changes, region });
    const decision = proposeReset(input, "+14155550150;ext=");
    if (!decision.ok || decision.stage[0] === undefined) throw new Error(`line ${line} is not reset`);
    expect(decision.stage).toHaveLength(1);
    const back = applyOperation("phones", index, decision.stage[0], region);
    expect(back).toEqual({ value: [a, a, c] });
    expect(applyOperation("phones", back, decision.stage[0], region)).toEqual(back);
  }
});

test.each(["live", "drafted"] as const)(
  "[R1] of several equal phones of base that were all replaced each is reset by itself, the one before being %s",
  (first) => {
    const [a, c] = [phone("(415) 555-0142"), phone("(415) 555-0161")];
    const others = [phone("(415) 555-0150"), phone("(415) 555-0151"), phone("(415) 555-0152")];
    const base = { value: [a, a, c, a] };
    const places = [0, 1, 3];
    const index = { value: base.value.map((one, place) => others[places.indexOf(place)] ?? one) };
    const replaced = others.map((by, at) =>
      aChange(
        { op: "replace", element: `+14155550142;ext=;label=;line=1/${others.length - at}`, by },
        { id: `chg_${at}`, state: "applied", kind: "phones", order: at },
      ),
    );
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      let field = aField({ kind: "phones", base, index, changes: replaced, region });
      let said: Reading = index;
      for (const at of order) {
        const decision = proposeReset(field, phoneKey(others[at] ?? a, region));
        if (!decision.ok || decision.stage[0] === undefined) throw new Error(`${at} is not reset`);
        const [operation] = decision.stage;
        said = applyOperation("phones", said, operation, region) ?? said;
        const reset = aChange(operation, {
          id: `chg_reset_${at}`,
          kind: "phones",
          ...(first === "live" ? { state: "applied", order: 9 - order.indexOf(at) } : { state: "draft", order: null }),
        });
        field =
          first === "live"
            ? { ...field, index: said, changes: [...field.changes, { ...reset, order: 10 + order.indexOf(at) }] }
            : { ...field, changes: [...field.changes, reset] };
      }
      expect([order, said]).toEqual([order, base]);
    }
  },
);

test("[R1] a phone that was replaced is reset to what base has in its place, whatever else is listed", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(aPhone, { minLength: 1, maxLength: 5 }),
        repeatedPhones.map((reading) => phonesOf(reading) ?? []),
      ),
      aPhone,
      fc.nat(4),
      (listed, by, at) => {
        const position = at % Math.max(listed.length, 1);
        const [entry] = phoneEntries(listed, region).slice(position, position + 1);
        const isListed = listed.some((other) => phoneKey(other, region) === phoneKey(by, region));
        if (entry === undefined || isListed) return;
        const base: Reading = { value: listed.map(phoneToJson) };
        const index: Reading = { value: listed.with(position, by).map(phoneToJson) };
        const replace = { op: "replace", element: operationKey(entry, region), by } as const;
        const input = aField({
          kind: "phones",
          base,
          index,
          changes: [aChange(replace, { state: "applied" })],
          region,
        });
        const decision = proposeReset(input, phoneKey(by, region));
        if (!decision.ok || decision.stage[0] === undefined) throw new Error(JSON.stringify(decision));
        const back = applyOperation("phones", index, decision.stage[0], region);
        expect(back).toEqual(base);
        expect(applyOperation("phones", back, decision.stage[0], region)).toEqual(back);
      },
    ),
  );
});

test("[R1] of two equal phones of base the one that was removed is missing, and its reset brings it back", () => {
  const [a, c] = [phone("(415) 555-0142"), phone("(415) 555-0161")];
  const index = { value: [a, c] };
  for (const line of [1, 2]) {
    const remove = { op: "remove", element: `+14155550142;ext=;label=;line=${line}/2` } as const;
    const changes = [aChange(remove, { state: "applied" })];
    const input = aField({ kind: "phones", base: { value: [a, a, c] }, index, changes, region });
    const missing = compareField(input).parts.filter(({ override }) => override !== null);
    expect(missing).toMatchObject([{ key: remove.element, values: { effective: { absent: true } } }]);
    const decision = proposeReset(input, remove.element);
    if (!decision.ok || decision.stage[0] === undefined) throw new Error(`line ${line} is not reset`);
    expect(applyOperation("phones", index, decision.stage[0], region)).toEqual({ value: [a, c, a] });
  }
});

test("[R2] removal withdraws, and says when the directory falls back to something that is not base", () => {
  const changes = [aChange({ op: "set", value: "C" }, { state: "held" })];
  expect(removeOverride(aField({ base: { value: "A" }, index: { value: "A" }, changes }))).toEqual({
    ok: true,
    withdraw: ["chg_1"],
    effective: { value: "A" },
    offersTakeBase: false,
  });
  expect(removeOverride(aField({ base: { value: "A" }, index: { value: "B" }, changes }))).toMatchObject({
    effective: { value: "B" },
    offersTakeBase: true,
  });
});

test("[R2] removal of one plan leaves the other additions", () => {
  const changes = ["ins_a", "ins_b"].map((element, position) =>
    aChange({ op: "add", element }, { id: `chg_${position}`, kind: "set", order: position }),
  );
  const removed = removeOverride(aField({ kind: "set", base: plans(), index: plans(), changes }), "ins_a");
  expect(removed).toEqual({ ok: true, withdraw: ["chg_0"], effective: plans("ins_b"), offersTakeBase: false });
});

test("[R3] take base, once written, makes the field the same as standard", () => {
  fc.assert(
    fc.property(anField, (input) => {
      const taken = proposeTakeBase(input);
      const { base, index, effective } = compareField(input).values;
      if (!taken.ok) {
        const isSame = base !== null && effective !== null && equalReadings(input.kind, base, effective, region);
        expect(isSame || base === null || index === null).toBe(true);
        return;
      }
      if (index === null || base === null) return;
      const written = valueToSend(
        input.kind,
        index,
        taken.stage.map((operation) => ({ operation })),
        region,
      );
      expect(equalReadings(input.kind, written, base, region)).toBe(true);
    }),
  );
});

test("[R3] take base of one part writes this part alone", () => {
  fc.assert(
    fc.property(anyField("phones"), ({ index, ...read }) => {
      const input = { ...read, index, changes: [] };
      const { parts } = compareField(input);
      // Of two equal entries, one is as good as the other.
      for (const list of [read.base, index].map((reading) => (reading === null ? null : phonesOf(reading)) ?? []))
        fc.pre(list.every((phone, at) => !list.slice(0, at).some((other) => equalPhones(phone, other, region))));
      for (const part of parts) {
        const taken = proposeTakeBase(input, part.key);
        if (!taken.ok || index === null || part.key === "") continue;
        const stage = taken.stage.map((operation) => ({ operation }));
        const after = phonesOf(valueToSend("phones", index, stage, region)) ?? [];
        const from = phoneIn(part.values.effective);
        const to = phoneIn(part.values.base);
        expect(without(after, to)).toEqual(without(phonesOf(index) ?? [], from));
      }
    }),
  );
});

/** The list without the first entry that is spelled like this one. */
function without(list: readonly Phone[], entry: Phone | null): Phone[] {
  const gone = entry === null ? -1 : list.findIndex((phone) => samePhone(entry, phone));
  expect(gone >= 0).toBe(entry !== null);
  return list.filter((_, position) => position !== gone);
}

test("[R4] keep ours moves the baseline and stages nothing", () => {
  const input = aField({ original: observed({ value: "A" }), base: { value: "B" }, index: { value: "A" } });
  expect(keepOurs(input)).toEqual({ ok: true, baseline: { whole: { value: "B" } } });
});

test("[R5] restore stages W again, or what was known where there is no W", () => {
  const outside = aField({ original: observed({ value: "A" }), base: { value: "A" }, index: { value: "X" } });
  expect(restoreOurs(outside)).toEqual({ ok: true, stage: [{ op: "set", value: "A" }] });
  const ours = {
    ...outside,
    known: { whole: { value: "B" } },
    changes: [aChange({ op: "set", value: "B" }, { state: "applied" })],
  };
  expect(restoreOurs(ours)).toEqual({ ok: true, stage: [{ op: "set", value: "B" }] });
  const plan = aField({ kind: "set", original: observed(plans("ins_a")), base: plans("ins_a"), index: plans() });
  expect(restoreOurs(plan, "ins_a")).toEqual({ ok: true, stage: [{ op: "add", element: "ins_a" }] });
});

test("[R6] what cannot be done is refused with a reason", () => {
  const decisions = [proposeReset, proposeTakeBase, keepOurs, acceptOutside, restoreOurs, removeOverride];
  for (const decide of decisions) {
    expect(decide(aField(), "nowhere")).toMatchObject({ ok: false, reason: "no such part" });
    expect(decide(aField()).ok).toBe(false);
  }
  fc.assert(
    fc.property(anField, fc.constantFrom(...decisions), (input, decide) => {
      const decision = decide(input);
      return decision.ok || decision.message !== "";
    }),
  );
});

test("[R9] [C4] what is so can be pinned where nothing overrides it; the pin is equal, never redundant, and told when base moves", () => {
  fc.assert(
    fc.property(fc.tuple(aKind.chain(anyField), fc.boolean()), ([given, isShared]) => {
      const input = isShared ? { ...given, index: given.base } : given;
      const { verdict, override, parts } = compareField(input);
      for (const part of [undefined, ...parts.map(({ key }) => key)]) {
        const unit = part === undefined ? { verdict, override } : parts.find(({ key }) => key === part);
        const proposal = proposePin(input, part);
        const isPinnable = part !== listPresenceKey && unit?.verdict === "same" && unit.override === null;
        expect(proposal.ok).toBe(isPinnable);
        if (!proposal.ok) continue;
        const [operation] = proposal.stage;
        if (operation === undefined) throw new RangeError("a pin is one change");
        const pin = aChange(operation, { id: "chg_pin", kind: input.kind, state: "applied", order: 99 });
        const pinned = compareField({ ...input, changes: [...input.changes, pin] });
        expect(pinned.verdict).toBe(verdict);
        expect(
          equalReadings(
            input.kind,
            pinned.values.effective ?? { absent: true },
            input.base ?? { absent: true },
            region,
          ),
        ).toBe(verdict === "same");
        expect(pinned.flags).toContain("pinned");
        if (override === null) expect(pinned.flags).not.toContain("redundant");
      }
    }),
  );
  const so = aField({ original: observed({ value: "A" }), base: { value: "A" }, index: { value: "A" } });
  const pin = aChange({ op: "pinValue", to: { value: "A" } }, { state: "applied", baseSeen: { value: "A" } });
  const moved = { ...so, changes: [pin], baseline: { whole: { value: "A" } }, base: { value: "B" } };
  expect(compareField(moved)).toMatchObject({ verdict: "base moved", flags: ["pinned"] });
});

test("[R12] what is shown as overridden names the change that decides it, be it of its place alone", () => {
  fc.assert(
    fc.property(anField, (input) => {
      for (const { key, override } of compareField(input).parts)
        if (override !== null) expect(overridingChanges(input, key)).toContain(override.changeId);
    }),
  );
  const phones = [phone("(415) 555-0142"), phone("(415) 555-0150"), phone("(415) 555-0160")];
  const [first = "", , last = ""] = phoneEntries(phones, region).map((entry) => operationKey(entry, region));
  const list = { value: phones.map((one) => phoneToJson(one)) };
  const move = aChange({ op: "move", element: last, before: first }, { id: "chg_place", kind: "phones" });
  const field = aField({ kind: "phones", original: observed(list), base: list, index: list, changes: [move] });
  const moved = phoneKey(phone("(415) 555-0160"), region);
  expect([overridingChanges(field, moved), overridingChanges(field, undefined)]).toEqual([
    ["chg_place"],
    ["chg_place"],
  ]);
  expect(overridingChanges(field, phoneKey(phone("(415) 555-0150"), region))).toEqual([]);
  expect(overridingChanges(field, "no such part")).toEqual([]);
});
