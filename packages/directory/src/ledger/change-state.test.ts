import fc from "fast-check";
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

interface Sent {
  state: ChangeState;
  isReadAgain: boolean;
}

/** The rows of SPEC.md, each by itself; no unknown change among them is read again. */
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

test("[S7] a set that is being sent reads applying from the first step until the last of its changes has come to rest", () => {
  // What the sender does with a change, by itself: a person's acts are no part of it.
  const bySender = ["send", "hold", "defer", "confirm", "refuse", "lose", "find", "give up"] as const;
  const isAtRest = ({ state, isReadAgain }: Sent) =>
    ["applied", "held", "failed"].includes(state) || (state === "unknown" && !isReadAgain);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<ChangeState>("deferred", "approved"), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(3), fc.nat(20), fc.boolean()), { maxLength: 40 }),
      (starts, steps) => {
        const changes = starts.map((state): Sent => ({ state, isReadAgain: false }));
        const told: ChangeSetState[] = [];
        for (const [which, event, isReadAgain] of steps) {
          const change = changes[which % changes.length];
          if (change === undefined || isAtRest(change)) continue;
          const possible = bySender.flatMap((one) => changeTransitions[change.state][one] ?? []);
          change.state = possible[event % possible.length] ?? change.state;
          change.isReadAgain = change.state === "unknown" && isReadAgain;
          told.push(changeSetState(changes));
          if (!changes.every(isAtRest))
            expect([changes, told.at(-1)]).toEqual([changes, expect.stringMatching(/^(approved|applying)$/)]);
          else expect(told.at(-1)).not.toBe("applying");
        }
        expect(told.slice(told.indexOf("applying")).filter((state) => state === "approved")).toEqual([]);
      },
    ),
  );
});

test("[S7] a held change that is to be sent waits its turn at once, so that its set never reads held meanwhile", () => {
  expect(nextChangeState("held", "release")).toEqual({ ok: true, state: "deferred" });
  expect(changeSetState(["deferred", "deferred"].map((state) => ({ state: state as ChangeState })))).toBe("applying");
});

test("[S4] [S5] every subset of states has the one change-set state of the first row that fits", () => {
  for (let bits = 0; bits < 2 ** allStates.length; bits += 1) {
    const states = allStates.filter((_, at) => (bits >> at) & 1);
    expect([states, changeSetState(states.map((state) => ({ state })))]).toEqual([states, rowsThatFit(states)[0]]);
  }
});
