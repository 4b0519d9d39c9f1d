import { expect, test } from "vitest";
import { testSeed } from "#system-tests/random.ts";
import { checkRandomHistory } from "./check-random-history.ts";

// Proves: after every random step of several people, with faults and kills, the sandbox's ledger, the console's API and
// the gateway agree with one oracle that shares no code with them; nothing is live, or taken back, for which fewer of those who
// may approve it said so than the connection asks for; a write that base or another index version took raises an alarm, and
// nothing is sent until a person settles it and resumes; nothing moves while it is checked. Cannot prove: the effects of two
// simultaneous steps (see people-at-once.test.ts), of killing a real process (see kill.test.ts), or anything about long lists.

const STEPS = 25;

// From 1 the last two of them have a check that is paused, and an alarm that is reset.
test.each([0, 1, 2, 43, 71].map((at) => testSeed + at))("history of seed %i", { timeout: 120_000 }, async (seed) => {
  expect(await checkRandomHistory(seed, STEPS)).toHaveProperty("steps");
});

// The same over a service whose index versions follow base, record by record, until somebody writes them.
test.each(Array.from({ length: 3 }, (_, at) => testSeed + at))(
  "history of seed %i on an overlay by record",
  { timeout: 120_000 },
  async (seed) => {
    expect(await checkRandomHistory(seed, STEPS, "overlay-by-record")).toHaveProperty("steps");
  },
);
