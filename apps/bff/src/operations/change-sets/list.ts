import type { Change, ChangePage, ChangeQuery, ChangeSet, ChangeSetPage, ChangeSetQuery } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { describeWithGrounds } from "#/views/describe-changes.ts";
import { selectChangePage } from "#/store/tables/changes/changes.ts";
import {
  type ChangeSetRow,
  countChangeSets,
  selectChangeSet,
  selectChangeSets,
} from "#/store/tables/changes/change-sets.ts";
import { cutPage, readCursor, readNumber, writeCursor } from "#/store/sql/keyset.ts";
import { describeChangeSet, describeChangeSets } from "#/views/describe-change-sets.ts";

const MOST_BATCHES = 10;

/**
 * Change sets, newest first. Their state is derived, so a page filtered by state may be short and still have a next
 * page.
 */
export async function listChangeSets(
  { connection, deps }: RequestContext,
  { indexId, state, cursor, limit }: ChangeSetQuery,
): Promise<ChangeSetPage> {
  const { db } = deps.store;
  const keys = readCursor(cursor, ["number", "text"]);
  let after = keys === undefined ? null : { createdAt: new Date(keys[0]), id: keys[1] };
  const changeSets: ChangeSet[] = [];
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const rows = await selectChangeSets(db, { connectionId: connection.id, indexId, after, limit: limit + 1 });
    const described = await describeChangeSets(deps, db, rows);
    for (const changeSet of described) if (state === undefined || changeSet.state === state) changeSets.push(changeSet);
    const last = rows.at(-1);
    const isEnd = rows.length <= limit || last === undefined;
    if (changeSets.length > limit || isEnd) {
      const items = changeSets.slice(0, limit);
      const total = state === undefined ? await countChangeSets(db, connection.id, indexId) : null;
      return { items, nextCursor: changeSets.length > limit ? cursorAfter(items.at(-1)) : null, total };
    }
    after = keyOf(last);
  }
  return {
    items: changeSets,
    nextCursor: after === null ? null : writeCursor([after.createdAt.getTime(), after.id]),
    total: null,
  };
}

function keyOf(row: ChangeSetRow) {
  return { createdAt: row.created_at, id: row.id };
}

function cursorAfter(changeSet: ChangeSet | undefined): string | null {
  return changeSet === undefined ? null : writeCursor([Date.parse(changeSet.createdAt), changeSet.id]);
}

export async function readChangeSet({ connection, deps }: RequestContext, id: string): Promise<ChangeSet> {
  const row = await selectChangeSet(deps.store.db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  return await describeChangeSet(deps, deps.store.db, row);
}

/** The changes of a set in the order of staging. */
export async function listChangesOfSet(
  context: RequestContext,
  id: string,
  { state, cursor, limit }: z.output<typeof ChangeQuery>,
): Promise<ChangePage> {
  const { db } = context.deps.store;
  const { counts } = await readChangeSet(context, id);
  const { secrets } = context.deps;
  const after = readNumber(secrets, cursor, "change") ?? null;
  const rows = await selectChangePage(db, { changeSetId: id, state, after, limit: limit + 1 });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [secrets.hideNumber(row.staged_order, "change")]);
  const described: Change[] = await describeWithGrounds(context.deps, db, items);
  return { items: described, nextCursor, total: state === undefined ? counts.total : null };
}
