import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { moveOn } from "./internal/end-deletion.ts";
import { type DeletionRow, selectDeletionsIn } from "#/store/tables/directories/deletions.ts";
import { isIndexVersionThere, presenceCheck } from "#/upstream/index-versions/delete-index-version.ts";

/** After this long a request without a reply is no longer expected to be carried out. */
const QUIET_MS = 120_000;

/** Settles deletions whose reply was lost by asking the service whether it still has the index version. */
export async function settleDeletions(deps: Deps): Promise<void> {
  for (const row of await selectDeletionsIn(deps.store.db, deps.connection.id, "unknown"))
    await settleDeletionByReading(deps, row);
}

/**
 * Gone is deleted. Still there proves nothing at first, since the request may yet be carried out; after a quiet period it is
 * not deleted, and may be asked for again. Undefined where nothing is proven.
 */
export async function settleDeletionByReading(deps: Deps, row: DeletionRow): Promise<DeletionRow | undefined> {
  const isThere = await isIndexVersionThere(deps.service, row.index_id);
  if (isThere === null || !row.was_there) return undefined;
  const by = { from: ["unknown"] as const, actor: consoleActors.deletions, requestId: null };
  const params = { index: row.name };
  if (!isThere)
    return await moveOn(deps, row, {
      ...by,
      state: "deleted",
      receipt: { status: null, requestId: null, gone: presenceCheck(deps.service) ?? "not checked" },
      message: { code: "deletion.done", params },
    });
  const sentAt = row.sent_at ?? row.created_at;
  if (deps.clock.now().getTime() - sentAt.getTime() < QUIET_MS) return undefined;
  return await moveOn(deps, row, {
    ...by,
    state: "not deleted",
    reason: { code: "deletion-without-effect" },
    message: { code: "deletion.refused", params },
  });
}

/** Marks deletions as unknown whose process ended before it stored their outcome. */
export async function recoverDeletions(deps: Deps, olderThanMs: number): Promise<void> {
  const sentBefore = deps.clock.now().getTime() - olderThanMs;
  for (const row of await selectDeletionsIn(deps.store.db, deps.connection.id, "sending")) {
    if ((row.sent_at ?? row.created_at).getTime() > sentBefore) continue;
    await moveOn(deps, row, {
      from: ["sending"],
      state: "unknown",
      reason: { code: "deletion-interrupted" },
      message: { code: "deletion.unknown", params: { index: row.name } },
      actor: consoleActors.start,
      requestId: null,
    });
  }
}
