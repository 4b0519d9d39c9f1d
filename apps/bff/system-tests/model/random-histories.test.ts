import { expect, test } from "vitest";
import { testSeed } from "#system-tests/random.ts";
import { checkRandomHistory } from "./check-random-history.ts";
import type { ActionName } from "./actions/action-names.ts";

// Proves: after every random step of several people, with faults and kills, the sandbox's ledger, the console's API and
// the gateway agree with one oracle that shares no code with them; nothing is live, or taken back, for which fewer of those who
// may approve it said so than the connection asks for; a write that base or another index version took raises an alarm, and
// nothing is sent until a person settles it and resumes; nothing moves while it is checked. Cannot prove: the effects of two
// simultaneous steps (see people-at-once.test.ts), of killing a real process (see kill.test.ts), or anything about long lists.

const STEPS = 25;

// What random steps rarely come to, tried first by most steps of a history.
const aimed: readonly (readonly [from: number, aims: readonly ActionName[]])[] = [
  [
    3,
    [
      "stage",
      "apply",
      "send and lose a write",
      "settle",
      "a lost write lands",
      "stage",
      "apply",
      "send and leak",
      "settle an alarm",
      "resume after alarms",
    ],
  ],
  [
    7,
    [
      "stage",
      "pause a check",
      "resume",
      "undo",
      "stage",
      "apply",
      "send and leak into others",
      "stage",
      "drift",
      "settle moved",
    ],
  ],
];

test.each(aimed.map(([from, aims]) => [testSeed + from, aims] as const))(
  "history of seed %i that comes to %j",
  async (seed, aims) => {
    const { done } = await checkRandomHistory(seed, STEPS, { aims });
    // Another seed may take longer to come to all.
    const missed = testSeed === 1 ? aims.filter((action) => !done.has(action)) : [];
    expect(missed).toEqual([]);
  },
);

test.each([0, 1, 2].map((at) => testSeed + at))("history of seed %i", async (seed) => {
  expect(await checkRandomHistory(seed, STEPS)).toHaveProperty("steps");
});

// The same over a service whose index versions follow base, record by record, until somebody writes them.
test.each([0, 1, 2].map((at) => testSeed + at))("history of seed %i on an overlay by record", async (seed) => {
  expect(await checkRandomHistory(seed, STEPS, { indexVersions: "overlay-by-record" })).toHaveProperty("steps");
});
