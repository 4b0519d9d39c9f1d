import type { WaitingCounts } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectWaitingCounts } from "#/store/tables/changes/work-counts.ts";

/** How much waits for a person, as far as the caller sees it. */
export async function getWaitingCounts({ connection, deps }: RequestContext): Promise<WaitingCounts> {
  return await selectWaitingCounts(deps.store.db, connection.id, deps.service.profile.dayAt(deps.clock.now()));
}
