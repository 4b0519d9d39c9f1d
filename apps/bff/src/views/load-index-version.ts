import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type IndexVersionRow, selectIndexVersion } from "#/store/tables/directories/index-versions.ts";

/**
 * The index version, or not_found if this console does not know it. `at` points at the field that named it, if it was
 * not the address.
 */
export async function loadIndexVersion(
  { connection, deps }: Pick<RequestContext, "connection" | "deps">,
  indexId: string,
  pointer?: string,
): Promise<IndexVersionRow> {
  const row = await selectIndexVersion(deps.store.db, connection.id, indexId);
  if (row === undefined)
    throw operationError("not_found", "index-version", {
      indexId,
      ...(pointer === undefined ? {} : { errors: [{ pointer, detail: "is not a known index version" }] }),
    });
  return row;
}

/** Refuses to change the standard index, before anything is stored or sent. */
export function refuseStandard(row: IndexVersionRow): void {
  if (row.origin === "standard") throw operationError("standard_index_read_only", "index-version");
}
