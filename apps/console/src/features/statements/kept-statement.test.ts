import type { StatementFinding, StatementPlace } from "@dc/contract";
import { expect, test } from "vitest";
import { begunFrom, choicesFrom, nothingBegun, ticksOf } from "./kept-statement.ts";
import { chosenChange, placedFindings } from "./statement-places.ts";

function finding(id: string, more: Partial<StatementFinding> = {}): StatementFinding {
  const record = { type: "practitioner", id };
  return {
    fact: 0,
    record,
    recordName: null,
    place: null,
    elsewhere: [],
    field: "preferredName",
    standard: { value: "A" },
    now: { value: "A" },
    preview: null,
    verdict: "same",
    flags: [],
    draft: null,
    fetchedAt: null,
    ticked: true,
    leftOut: null,
    change: {
      indexId: "idx_1",
      record,
      field: "preferredName",
      operation: { op: "set", value: "B" },
      policy: "pin",
      evidence: null,
    },
    keepingExtension: null,
    says: null,
    ...more,
  };
}

const placed = (...findings: StatementFinding[]) =>
  placedFindings({
    practitioner: { id: "p", name: null },
    index: { id: "idx_1", name: "Ada", referrer: null },
    schedules: 1,
    fetchedAt: null,
    stale: false,
    says: null,
    findings,
  } satisfies StatementPlace);

test("[J6] reopened, a statement keeps its ticks where nothing moved, and unticks and names the rest", () => {
  const unticked = { ticked: false, leftOut: "ours" as const };
  const before = placed(
    finding("same"),
    finding("left"),
    finding("moved"),
    finding("taken", unticked),
    finding("o", unticked),
  );
  const keyOf = (id: string) => before.find((one) => one.finding.record.id === id)?.key ?? "";
  const ticks = ticksOf(before, new Map([[keyOf("left"), "leave"] as const, [keyOf("taken"), "change"] as const]));
  const after = placed(
    finding("same"),
    finding("left"),
    finding("moved", { now: { value: "C" }, ticked: false, leftOut: "outside" }),
    finding("taken", unticked),
    finding("o", unticked),
    finding("new"),
  );
  const { choices, moved } = choicesFrom({ ticks, areAll: true }, after);
  const ticked = after.filter((one) => chosenChange(one, choices) !== null);
  expect(ticked.map((one) => one.finding.record.id)).toEqual(["same", "taken"]);
  expect(moved.map((one) => one.finding.record.id)).toEqual(["moved", "new"]);
  const again = choicesFrom({ ticks, areAll: false }, after);
  expect(again.moved.map((one) => one.finding.record.id)).toEqual(["moved"]);
  expect(again.choices.has(after.at(-1)?.key ?? "")).toBe(false);
});

test("[J6] reopened, a statement names a tick whose number is not there any more, and counts one with nothing left", () => {
  const [number, left] = [finding("number"), finding("left", { fact: 1 })];
  const ticks = ticksOf(placed(number, left), new Map());
  const notThere = finding("p", { field: null, now: null, ticked: false, leftOut: "not there", change: null });
  const { moved, gone } = choicesFrom({ ticks, areAll: true }, placed(notThere));
  expect(moved.map((one) => one.finding.record.id)).toEqual(["p"]);
  expect(gone).toBe(1);
  expect(choicesFrom({ ticks, areAll: true }, placed(number, left))).toMatchObject({ moved: [], gone: 0 });
  const ofBefore = Object.fromEntries(
    Object.entries(ticks).map(([key, choice]) => [key.split(" ", 2).join(" "), choice]),
  );
  expect(choicesFrom({ ticks: ofBefore, areAll: true }, placed(number, left)).choices.size).toBe(2);
});

test("what another version kept, and cannot be read, is nothing that was begun", () => {
  const keptAt = null;
  expect(begunFrom({ content: { typed: { facts: 1 } }, keptAt })).toEqual(nothingBegun);
  const begun = { ...nothingBegun, typed: { ...nothingBegun.typed, q: "Ada" } };
  expect(begunFrom({ content: JSON.parse(JSON.stringify(begun)) as never, keptAt })).toEqual(begun);
});
