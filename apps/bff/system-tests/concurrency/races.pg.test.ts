import { describe, expect, test } from "vitest";
import type { Store } from "#/store/engine/database.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";
import { createTestStack } from "#system-tests/test-stack.ts";
import {
  brokenPromises,
  noRaces,
  raceEditors,
  raceReviews,
  raceSessions,
  sessionOrders,
  setApprovals,
} from "./races.ts";

// Proves: of those who edit one version one wins, in each order of two sessions, and the rest get 409; nobody approves their own,
// or twice; a key has one effect; nothing is sent whose base moved since it was seen, where everything is read before it
// is applied. The task test:races has the same a thousand times.

describe(`races, seed ${testSeed}, on the embedded store`, () => {
  testRaces(openTestStore);
});
describeOnPostgres(`races, seed ${testSeed}, on PostgreSQL`, () => {
  testRaces(openTestStoreOnPostgres);
});

function testRaces(openStore: () => Promise<Store>): void {
  test("of those who edit one version one wins", async () => {
    await using stack = await createTestStack({ writes: true, people: 6, store: await openStore() });
    const figures = noRaces();
    await setApprovals(stack, 0);
    await raceEditors(stack, { sets: 3, edits: 3, random: createRandom(testSeed) }, figures);
    for (const [at, order] of sessionOrders.entries())
      if (at % 4 === testSeed % 4) await raceSessions(stack, order, `Sessions ${at}`, figures);
    expect(figures.losers).toBeGreaterThan(0);
    expect(brokenPromises(figures)).toEqual([]);
  });

  test("what is reviewed at once is approved by others, and applied once as it was seen", async () => {
    await using stack = await createTestStack({ writes: true, store: await openStore() });
    const figures = noRaces();
    await raceReviews(stack, { from: 0, to: 5 }, figures);
    expect(figures).toMatchObject({ races: 5, keys: 1, effects: 1, otherBodies: 1, stalePlans: 2, losers: 3 });
    expect(brokenPromises(figures)).toEqual([]);
  });
}
