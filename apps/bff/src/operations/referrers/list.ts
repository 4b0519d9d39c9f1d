import type { Referrer, ReferrerOwners, ReferrerPage, ReferrerQuery } from "@dc/contract";
import { compareNames } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectPersonNames } from "#/store/tables/people/people.ts";
import {
  type ListedReferrerRow,
  selectListedReferrer,
  selectOwnerIds,
  selectReferrerPage,
} from "#/store/tables/directories/referrers.ts";
import { cutPage } from "#/store/sql/keyset.ts";

/** A page of the referrers of the connection, by name. */
export async function listReferrers(context: RequestContext, query: ReferrerQuery): Promise<ReferrerPage> {
  const { connection, deps } = context;
  const { rows, total } = await selectReferrerPage(deps.store.db, connection.id, query);
  const { items, nextCursor } = cutPage(rows, query.limit, (row) => [row.search, row.id]);
  return { items: await describeReferrers(context, items), nextCursor, total };
}

/** The people who look after referrers, by name. */
export async function listOwners({ connection, deps }: RequestContext): Promise<ReferrerOwners> {
  const names = await selectPersonNames(deps.wholeStore.db, await selectOwnerIds(deps.store.db, connection.id));
  return { items: [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => compareNames(a.name, b.name)) };
}

export async function getReferrer(context: RequestContext, id: string): Promise<Referrer> {
  const row = await selectListedReferrer(context.deps.store.db, context.connection.id, id);
  if (row === undefined) throw operationError("not_found", "referrer");
  const [described] = await describeReferrers(context, [row]);
  if (described === undefined) throw new RangeError("one row gives one referrer");
  return described;
}

async function describeReferrers(
  { deps }: Pick<RequestContext, "deps">,
  rows: readonly ListedReferrerRow[],
): Promise<Referrer[]> {
  const owners = rows.flatMap(({ owner_id: id }) => id ?? []);
  const names = await selectPersonNames(deps.wholeStore.db, owners);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    practitionerId: row.practitioner_id,
    contact: row.contact,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: names.get(row.owner_id) ?? row.owner_id },
    indexVersions: row.index_versions,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    archivedAt: row.archived_at?.toISOString() ?? null,
    version: row.version,
  }));
}
