import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { ROSTER_IMPORTS } from "#/operations/roster-imports/internal/begin-roster-import.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type CreationRow, selectListedUnknownCreations } from "#/store/tables/creations.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";
import { listServiceIndexVersions, type ServiceIndexVersion } from "#/upstream/service-index-versions.ts";
import { addCreatedIndex } from "./internal/add-created-index.ts";

/** A request that shows nothing for a day is left to a person. */
const LOOKED_FOR_MS = 86_400_000;

/**
 * Settles creations whose reply was lost by what the service lists: where exactly one index version of that name has
 * come since the request was sent, it is the one. Whatever leaves a doubt stays for a person, and that none has come
 * proves nothing.
 */
export async function settleCreationsByListing(deps: Deps, within: { deadlineMs?: number } = {}): Promise<void> {
  const sentAfter = new Date(deps.clock.now().getTime() - LOOKED_FOR_MS);
  const open = await selectListedUnknownCreations(deps.store.db, deps.connection.id, sentAfter);
  if (open.length === 0) return;
  const listed = await listServiceIndexVersions(deps.service, within);
  if (listed.outcome !== "told") return;
  for (const creation of open) {
    const found = onlyNew(deps, creation, listed.value);
    if (found === null || (await selectIndexVersion(deps.store.db, deps.connection.id, found)) !== undefined) continue;
    const context = { actor: consoleActors.creations, connection: deps.connection, deps, requestId: deps.newId("req") };
    await transact(deps.store.db, async (trx) => {
      await addCreatedIndex(context, trx, creation, {
        indexId: found,
        name: creation.name,
        origin: "adopted",
        isFound: true,
        serviceRequestId: creation.request_id,
      });
    });
    deps.background.trigger(ROSTER_IMPORTS);
  }
}

/** The one index version of this name that was not there before the request; null for none, and for more than one. */
function onlyNew(
  { service }: Deps,
  { name, listed_before: before }: CreationRow,
  listed: readonly ServiceIndexVersion[],
): string | null {
  const { standardIndex, testIndex } = service.profile;
  const then = new Set(before ?? []);
  const [found, ...others] = listed.filter(
    (one) => one.name === name && !then.has(one.id) && one.id !== standardIndex && one.id !== testIndex,
  );
  return before === null || found === undefined || others.length > 0 ? null : found.id;
}
