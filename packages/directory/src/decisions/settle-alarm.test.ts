import { expect, test } from "vitest";
import { nextChangeState } from "#/ledger/change-state.ts";
import { aChange, aField, region } from "#/testing/arbitraries.ts";
import { eventOfSettledAlarm, proposeResetOfAlarmed } from "./settle-alarm.ts";

const list = (...ids: string[]) => ({ value: ids });
const phones = (...numbers: string[]) => ({
  value: numbers.map((number) => ({ number, extension: null, label: null })),
});

test("[A3] a settled alarm makes a change applied where its own index took the value, and failed where it did not", () => {
  const after = (isInIndex: boolean) => nextChangeState("unknown", eventOfSettledAlarm({ isInIndex }));
  expect(after(true)).toEqual({ ok: true, state: "applied" });
  expect(after(false)).toEqual({ ok: true, state: "failed" });
});

test("[A4] the reset of an alarmed change carries the base value from before it, although base says the value itself by now", () => {
  const added = aChange({ op: "add", element: "ins_b" }, { state: "unknown", order: 1 });
  const input = aField({ kind: "set", base: list("ins_a", "ins_b"), index: list("ins_a", "ins_b"), changes: [added] });
  expect(proposeResetOfAlarmed(input, added, list("ins_a"))).toEqual({
    ok: true,
    stage: [{ op: "reset", element: "ins_b", to: { value: false } }],
  });
  const set = aChange({ op: "set", value: "Ours" }, { state: "unknown", order: 1 });
  const text = aField({ kind: "text", base: { value: "Ours" }, index: { value: "Ours" }, changes: [set] });
  expect(proposeResetOfAlarmed(text, set, { value: "Theirs" })).toEqual({
    ok: true,
    stage: [{ op: "reset", to: { value: "Theirs" } }],
  });
});

test("[A4] one phone in the place of another is reset as one", () => {
  const [old, ours] = ["(415) 555-0142", "(212) 555-0100"];
  const replaced = aChange(
    { op: "replace", element: "+14155550142;ext=", by: { number: ours, extension: null, label: null } },
    { state: "unknown", order: 1 },
  );
  const input = aField({ kind: "phones", base: phones(ours), index: phones(ours), changes: [replaced], region });
  const proposal = proposeResetOfAlarmed(input, replaced, phones(old));
  expect(proposal).toMatchObject({ ok: true, stage: [{ op: "reset", to: { value: { number: old } } }] });
  expect(proposal.ok && proposal.stage).toHaveLength(1);
});

test("[A4] where a later change stands on the same value, nothing is reset beneath it", () => {
  const alarmed = aChange({ op: "set", value: "Ours" }, { id: "chg_1", state: "unknown", order: 1 });
  const later = aChange({ op: "set", value: "Later" }, { id: "chg_2", state: "held", order: 2 });
  const input = aField({ kind: "text", base: { value: "Ours" }, index: { value: "Ours" }, changes: [alarmed, later] });
  expect(proposeResetOfAlarmed(input, alarmed, { value: "Theirs" })).toMatchObject({ ok: false });
});
