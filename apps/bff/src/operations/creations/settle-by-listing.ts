import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { consoleContext } from "#/context/reach.ts";
import { ROSTER_IMPORTS } from "#/operations/roster-imports/begin-roster-import.ts";
import { transact } from "#/store/sql/transaction.ts";
import {
  type CreationRow,
  hasOpenCreation,
  lockCreation,
  selectListedUnknownCreations,
} from "#/store/tables/directories/creations.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import {
  listServiceIndexVersions,
  type ServiceIndexVersion,
} from "#/upstream/index-versions/service-index-versions.ts";
import { addCreatedIndex } from "./internal/add-created-index.ts";

/** A request that shows nothing for a day is left to a person. */
const LOOKED_FOR_MS = 86_400_000;

/**
 * Settles creations whose reply was lost, or the one that is named, by what the service lists: where exactly one index
 * version of that name has come since the request was sent, it is the one. Whatever leaves a doubt stays for a person,
 * and that none has come proves nothing.
 */
export async function settleCreationsByListing(
  deps: Deps,
  { only, deadlineMs }: { only?: string; deadlineMs?: number } = {},
): Promise<void> {
  const sentAfter = new Date(deps.clock.now().getTime() - LOOKED_FOR_MS);
  const unknown = await selectListedUnknownCreations(deps.store.db, deps.connection.id, sentAfter);
  const open = only === undefined ? unknown : unknown.filter(({ id }) => id === only);
  if (open.length === 0) return;
  const listed = await listServiceIndexVersions(deps.service, {
    steady: true,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  if (listed.outcome !== "told") return;
  for (const creation of open) {
    const added = onlyNew(deps, creation, listed.value);
    if (added === null || (await selectIndexVersion(deps.store.db, deps.connection.id, added)) !== undefined) continue;
    if (await addFound(deps, creation, added)) deps.background.trigger(ROSTER_IMPORTS);
  }
}

/** Adds the index version that a creation has made; false if somebody else has settled it or added that one meanwhile. */
async function addFound(deps: Deps, { id }: CreationRow, indexId: string): Promise<boolean> {
  const context = consoleContext(deps, consoleActors.creations);
  return await transact(deps.store.db, async (trx) => {
    const creation = await lockCreation(trx, id);
    if (creation?.state !== "unknown") return false;
    const { name, request_id: serviceRequestId } = creation;
    // It may as well be the other one's; asked for after the list, since what it shows may have been requested meanwhile.
    if (await hasOpenCreation(trx, creation.connection_id, { name, otherThan: id })) return false;
    const adopted = { indexId, name, origin: "adopted", isFound: true, serviceRequestId } as const;
    return (await addCreatedIndex(context, trx, creation, adopted)) !== undefined;
  });
}

/**
 * The one index version of this name that was not there before the request; null for none, and for more than one. Also
 * null where one that was there is gone: the list may have lost others of which nothing is known.
 */
function onlyNew(
  { service }: Deps,
  { name, listed_before: before }: CreationRow,
  listed: readonly ServiceIndexVersion[],
): string | null {
  const { standardIndex, testIndex } = service.profile;
  const isGiven = (id: string) => id === standardIndex || id === testIndex;
  const now = new Set(listed.map(({ id }) => id));
  if (before === null || before.some((id) => !isGiven(id) && !now.has(id))) return null;
  const then = new Set(before);
  const [match, ...others] = listed.filter(
    (version) => version.name === name && !then.has(version.id) && !isGiven(version.id),
  );
  return match === undefined || others.length > 0 ? null : match.id;
}
