import type { Deps } from "#/context/deps.ts";
import { readSetting, writeSetting } from "#/store/tables/connections/settings.ts";
import { selectRosterKeysAfter } from "#/store/tables/directories/roster-pages.ts";
import { saveNames } from "./effective-names.ts";

/** The name of this background task. */
export const RECORD_NAMES = "record names";

/** So many are named in one transaction, which on the embedded store keeps others out. */
const BATCH = 50;

/**
 * Names the records on all rosters again from their last readings, once for each profile, since another one may call them
 * otherwise. Never calls the service.
 */
export async function renameRecords(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db } = deps.store;
  const key = `record names of ${deps.connection.id}`;
  const { hash } = deps.service.profile;
  if ((await readSetting(db, key)) === hash) return;
  let after: Awaited<ReturnType<typeof selectRosterKeysAfter>>[number] | null = null;
  while (!signal.aborted) {
    const page: Awaited<ReturnType<typeof selectRosterKeysAfter>> = await selectRosterKeysAfter(db, {
      connectionId: deps.connection.id,
      after,
      limit: BATCH,
    });
    for (const [indexId, ofIndex] of Map.groupBy(page, ({ indexId: index }) => index))
      await saveNames(deps, { indexId, records: ofIndex.map(({ record }) => record) });
    after = page.at(-1) ?? null;
    if (after === null) {
      await writeSetting(db, key, hash);
      return;
    }
  }
}
