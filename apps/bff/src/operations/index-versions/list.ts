import type { IndexVersionPage, IndexVersionQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import {
  indexVersionKeys,
  selectGivenIndexVersions,
  selectIndexVersionPage,
} from "#/store/tables/directories/index-versions.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { describeIndexVersions } from "./internal/describe-index-versions.ts";

/** A page of the known index versions; the standard and the test index are given separately. */
export async function listIndexVersions(context: RequestContext, query: IndexVersionQuery): Promise<IndexVersionPage> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const [{ rows, total }, given] = await Promise.all([
    selectIndexVersionPage(db, connection.id, { ...query, now: deps.clock.now() }),
    selectGivenIndexVersions(db, connection.id),
  ]);
  const { items, nextCursor } = cutPage(rows, query.limit, indexVersionKeys(query.sort));
  const described = await describeIndexVersions(context, db, [...items, ...given]);
  return { items: described.slice(0, items.length), nextCursor, total, pinned: described.slice(items.length) };
}
