import { parseArgs } from "node:util";
import { startPostgres } from "@dc/tooling/testing/postgres-server";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { createRandom } from "#system-tests/random.ts";
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

// So many races of people who edit and review change sets at once, on the embedded store and on PostgreSQL.

const EDITORS = 50;
const SETS = 20;
/** So many reviews are told of together. */
const AT_ONCE = 100;

const { values } = parseArgs({
  options: {
    races: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    /** `embedded` or `postgres`: on that one alone. */
    store: { type: "string" },
  },
});
const races = Number(values.races);
const seed = Number(values.seed);

/** Tells what was done, in which time, and how much of that this process had the processor. */
function tellProgress(name: string): (what: string) => void {
  let [at, used] = [performance.now(), process.cpuUsage()];
  return (what) => {
    const { user, system } = process.cpuUsage(used);
    const seconds = Math.round((performance.now() - at) / 1000);
    console.log(
      `${name}: ${what}, ${seconds} s, ${Math.round((user + system) / 1_000_000)} s of them on the processor`,
    );
    [at, used] = [performance.now(), process.cpuUsage()];
  };
}

async function run(name: string, store: Store): Promise<boolean> {
  await using stack = await createTestStack({ writes: true, people: EDITORS, store });
  const figures = noRaces();
  await setApprovals(stack, 0);
  const tell = tellProgress(name);
  await raceEditors(stack, { sets: SETS, edits: Math.ceil(races / 10), random: createRandom(seed) }, figures);
  tell(`${figures.edits} edits`);
  for (const [at, order] of sessionOrders.entries()) await raceSessions(stack, order, `Sessions ${at}`, figures);
  tell(`${sessionOrders.length} orders of two sessions`);
  for (let at = 0; at < races; at += AT_ONCE) {
    await raceReviews(stack, { from: at, to: Math.min(at + AT_ONCE, races) }, figures);
    tell(`${Math.min(at + AT_ONCE, races)} reviews`);
  }
  const broken = brokenPromises(figures);
  console.log(`
${name}, seed ${seed}
races                        ${figures.races}
edits of a version           ${figures.edits}, of them losers: ${figures.losers}, told with 409: ${figures.toldSo}
lost updates                 ${figures.lostUpdates}
self-approvals               ${figures.selfApprovals}
approvals that counted twice ${figures.doubleApprovals}
applied without approvals    ${figures.unapproved}
effects                      ${figures.effects} of ${figures.keys} keys
other bodies of a key        ${figures.otherBodies}, refused: ${figures.otherBodiesRefused}
stale plans                  ${figures.stalePlans}, refused: ${figures.staleRefused}`);
  for (const line of broken) console.log(`BROKEN ${line}`);
  return broken.length === 0;
}

const isFirm: boolean[] = [];
if (values.store !== "postgres") isFirm.push(await run("Embedded store", await openTestStore()));
if (values.store !== "embedded") {
  await using postgres = await startPostgres();
  const store = await openPostgresStore({ databaseUrl: postgres.url, onError: () => {} });
  await migrateToLatest(store.db);
  isFirm.push(await run("PostgreSQL", store));
}
// Engines prepared for further tests would keep the process alive.
process.exit(isFirm.every(Boolean) ? 0 : 1);
