import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allStates } from "#/testing/arbitraries.ts";
import { changeSetState, changeStateAfter, changeTransitions, nextChangeState } from "./change-state.ts";
import type { ChangeEvent, ChangeInSet, ChangeSetState, ChangeState } from "./change-state.ts";

const table: { readonly [state in ChangeState]: { readonly [event in ChangeEvent]?: ChangeState } } = changeTransitions;
const allEvents = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))] as ChangeEvent[];

test("[S1] every event on every state leads where the table says, or is refused with a reason", () => {
  for (const state of allStates) {
    for (const event of allEvents) {
      const next = table[state][event];
      expect(nextChangeState(state, event)).toEqual(
        next === undefined
          ? { ok: false, reason: `A change that is ${state} does not take "${event}".` }
          : { ok: true, state: next },
      );
    }
  }
});

test("[S1] several events lead where each of them leads in turn, or nowhere", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allStates),
      fc.array(fc.constantFrom(...allEvents), { maxLength: 4 }),
      (from, events) => {
        let state: ChangeState | undefined = from;
        for (const event of events) state = state === undefined ? undefined : table[state][event];
        const reached = changeStateAfter(from, events);
        expect(reached.ok ? reached.state : undefined).toBe(state);
      },
    ),
  );
});

test("[S1] SPEC.md states the same table", () => {
  const section =
    readFileSync(new URL("../../SPEC.md", import.meta.url), "utf8").split("## States of a change")[1] ?? "";
  const stated = [...section.matchAll(/^\| ([a-z ]+) \| (.*→.*) \|$/gm)].map(([, state = "", events = ""]) => [
    state,
    Object.fromEntries(
      events.split(" · ").flatMap((event) => {
        const [names = "", to = ""] = event.split(" → ");
        return names.split(", ").map((name) => [name, to]);
      }),
    ),
  ]);
  const withEvents = Object.entries(table).filter(([, row]) => Object.keys(row).length > 0);
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(withEvents));
});

test("[S8] approval and apply are two acts: nothing is queued but what is approved, and undo leads back to approved", () => {
  const waysTo = (to: ChangeState) => allStates.filter((from) => Object.values(table[from]).includes(to));
  expect(waysTo("queued")).toEqual(["approved"]);
  expect(table.queued.undo).toBe("approved");
  expect(waysTo("approved").toSorted()).toEqual(["draft", "in review", "queued"]);
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
function rowsThatFit(changes: readonly ChangeInSet[], isChecking: boolean): ChangeSetState[] {
  const states = changes.map(({ state }) => state);
  const standing = changes
    .filter(({ state, wasLive }) => state !== "rejected" && !(state === "withdrawn" && wasLive !== true))
    .map(({ state, isReplaced }) => (isReplaced === true ? "applied" : state));
  const any = (...of: ChangeState[]) => standing.some((state) => of.includes(state));
  const all = (of: ChangeState) => standing.length > 0 && standing.every((state) => state === of);
  const rows: [boolean, ChangeSetState][] = [
    [states.length === 0, "draft"],
    [standing.length === 0 && states.includes("rejected"), "rejected"],
    [standing.length === 0, "withdrawn"],
    [isChecking, "checking"],
    [any("draft"), "draft"],
    [any("in review"), "in review"],
    [any("approved"), "approved"],
    [all("queued"), "queued"],
    [any("queued", "sending", "deferred"), "applying"],
    [all("applied"), "applied"],
    [all("held"), "held"],
    [all("failed"), "failed"],
    [all("withdrawn"), "withdrawn"],
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
      fc.array(fc.constantFrom<ChangeState>("deferred", "queued"), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(3), fc.nat(20), fc.boolean()), { maxLength: 40 }),
      (starts, steps) => {
        const changes = starts.map((state): Sent => ({ state, isReadAgain: false }));
        const told: ChangeSetState[] = [];
        for (const [which, event, isReadAgain] of steps) {
          const change = changes[which % changes.length];
          if (change === undefined || isAtRest(change)) continue;
          const possible = bySender.flatMap((event) => table[change.state][event] ?? []);
          change.state = possible[event % possible.length] ?? change.state;
          change.isReadAgain = change.state === "unknown" && isReadAgain;
          told.push(changeSetState(changes));
          if (!changes.every(isAtRest))
            expect([changes, told.at(-1)]).toEqual([changes, expect.stringMatching(/^(approved|applying)$/)]);
          else expect(told.at(-1)).not.toBe("applying");
        }
        expect(told.slice(told.indexOf("applying")).filter((state) => state === "queued")).toEqual([]);
      },
    ),
  );
});

test("[S7] a held change that is to be sent waits its turn at once, so that its set never reads held meanwhile", () => {
  expect(nextChangeState("held", "release")).toEqual({ ok: true, state: "deferred" });
  expect(changeSetState(["deferred", "deferred"].map((state) => ({ state: state as ChangeState })))).toBe("applying");
});

test("[S4] [S5] every subset of states has the one change-set state of the first row that fits", () => {
  const kinds: readonly ChangeInSet[] = [
    ...allStates.map((state) => ({ state })),
    { state: "withdrawn", wasLive: true },
    { state: "withdrawn", wasLive: true, isReplaced: true },
  ];
  for (let bits = 0; bits < 2 ** kinds.length; bits += 1) {
    const changes = kinds.filter((_, position) => (bits >> position) & 1);
    for (const isChecking of [false, true])
      expect([changes, changeSetState(changes, { isChecking })]).toEqual([
        changes,
        rowsThatFit(changes, isChecking)[0],
      ]);
  }
});
