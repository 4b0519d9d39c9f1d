import { expect, test } from "vitest";
import { allStates } from "#/testing/arbitraries.ts";
import { changeEvents, changeSetState, changeTransitions, nextChangeState } from "./change-state.ts";
import type { ChangeSetState, ChangeState } from "./change-state.ts";

test("[S1] every event on every state leads where the table says, or is refused with a reason", () => {
  for (const state of allStates) {
    for (const event of changeEvents) {
      const next = changeTransitions[state][event];
      expect(nextChangeState(state, event)).toEqual(
        next === undefined
          ? { ok: false, reason: `A change that is ${state} does not take "${event}".` }
          : { ok: true, state: next },
      );
    }
  }
});

test("[S3] ended changes never change, but for an applied one that a later change set reverts", () => {
  const ended: ChangeState[] = ["failed", "rejected", "withdrawn", "reverted"];
  for (const state of ended) expect(changeTransitions[state]).toEqual({});
  expect(changeTransitions.applied).toEqual({ revert: "reverted" });
});

test("[S2] a held change that is found as wanted is applied", () => {
  expect(nextChangeState("held", "find")).toEqual({ ok: true, state: "applied" });
});

/** The rows of SPEC.md, each by itself. */
function rowsThatFit(states: readonly ChangeState[]): ChangeSetState[] {
  const standing = states.filter((state) => state !== "withdrawn" && state !== "rejected");
  const any = (...of: ChangeState[]) => standing.some((state) => of.includes(state));
  const all = (of: ChangeState) => standing.length > 0 && standing.every((state) => state === of);
  const rows: [boolean, ChangeSetState][] = [
    [states.length === 0, "draft"],
    [standing.length === 0 && states.includes("rejected"), "rejected"],
    [standing.length === 0, "withdrawn"],
    [any("draft"), "draft"],
    [any("in review"), "in review"],
    [all("approved"), "approved"],
    [any("approved", "sending", "deferred"), "applying"],
    [all("applied"), "applied"],
    [all("held"), "held"],
    [all("reverted"), "reverted"],
    [true, "partly applied"],
  ];
  return rows.flatMap(([fits, state]) => (fits ? [state] : []));
}

test("[S4] [S5] every subset of states has the one change-set state of the first row that fits", () => {
  for (let bits = 0; bits < 2 ** allStates.length; bits += 1) {
    const states = allStates.filter((_, at) => (bits >> at) & 1);
    expect([states, changeSetState(states)]).toEqual([states, rowsThatFit(states)[0]]);
  }
});
