import { compareNames } from "@dc/directory";
import type { OfferedIndexVersions } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectOrigins } from "#/store/tables/directories/index-versions.ts";
import { listServiceIndexVersions } from "#/upstream/index-versions/service-index-versions.ts";

/** How many are named; a console that knows none of thousands is better served by ids. */
const MOST = 200;

/** The index versions of the service that are not known here, by name; what the service fails at is told, not thrown. */
export async function listOfferedIndexVersions({ connection, deps }: RequestContext): Promise<OfferedIndexVersions> {
  const listed = await listServiceIndexVersions(deps.service);
  if (listed.outcome === "no such operation") return { state: "not listed", total: 0, items: [], failure: null };
  if (listed.outcome === "failed") return { state: "failed", total: 0, items: [], failure: listed.failure.detail };
  const { standardIndex, testIndex } = deps.service.profile;
  const known = await selectOrigins(
    deps.store.db,
    connection.id,
    listed.value.map(({ id }) => id),
  );
  const unknown = listed.value.filter(({ id }) => !known.has(id) && id !== standardIndex && id !== testIndex);
  const items = unknown
    .toSorted((a, b) => compareNames(a.name ?? a.id, b.name ?? b.id) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST);
  return { state: "listed", total: unknown.length, items, failure: null };
}
