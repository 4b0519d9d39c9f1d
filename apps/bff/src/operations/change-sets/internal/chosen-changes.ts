import type { ChosenChangesInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { fitsFilter, nodesOf, reviewRows } from "./review-rows.ts";

export type Choice = Omit<ChosenChangesInput, "version">;

/** Which changes of a set an act is about: the named ones, else all; of these, those that the filters find. */
export async function chosenChanges(
  { connection, deps }: RequestContext,
  changeSetId: string,
  { changeIds, nodes, ...filter }: Choice,
): Promise<(change: { id: string }) => boolean> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== "");
  if (nodes === undefined && !isFiltered) {
    const named = new Set(changeIds);
    return ({ id }) => changeIds === undefined || named.has(id);
  }
  if ((await selectChangeSet(deps.store.db, connection.id, changeSetId)) === undefined)
    throw operationError("not_found", "change-set");
  const rows = await reviewRows(deps, changeSetId);
  const keys = new Set(rows.flatMap(nodesOf));
  const unknown = nodes?.findIndex((node) => !keys.has(node)) ?? -1;
  if (unknown >= 0) throw operationError("invalid_request", "review-node", { pointer: `/nodes/${unknown}` });
  const isNamed = new Set([...(changeIds ?? []), ...(nodes ?? [])]);
  const isAll = isNamed.size === 0;
  const fits = fitsFilter(filter);
  const chosen = new Set(
    rows
      .filter((row) => (isAll || [row.id, ...nodesOf(row)].some((key) => isNamed.has(key))) && fits(row))
      .map(({ id }) => id),
  );
  return ({ id }) => chosen.has(id);
}

export function refuseOfOtherSets(changes: readonly { id: string }[], changeIds: readonly string[]): void {
  const ids = new Set(changes.map(({ id }) => id));
  const missing = changeIds.findIndex((id) => !ids.has(id));
  if (missing >= 0) throw operationError("invalid_request", "other-change-set", { pointer: `/changeIds/${missing}` });
}
