import type { Change, ChangePage, ChangeQuery, ChangeSet, ChangeSetPage, ChangeSetQuery } from "@dc/contract";
import { foldText, isStaged } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { compareGrounds, isMoved } from "#/ledger/grounds/ground.ts";
import { describeChanges, describeWithGrounds } from "#/views/describe-changes.ts";
import { countChangesOfSet, isAtRest, selectChangePage, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import {
  type ChangeSetRow,
  countChangeSets,
  selectChangeSet,
  selectChangeSets,
} from "#/store/tables/changes/change-sets.ts";
import { readConsistently } from "#/store/sql/transaction.ts";
import { cutPage, readCursor, readNumber, writeCursor } from "#/store/sql/keyset.ts";
import { askSubjectsAgain, describeChangeSet, describeChangeSets } from "#/views/describe-change-sets.ts";

const MOST_BATCHES = 10;

/**
 * Change sets, newest first. State and words are derived, so a page that is filtered by them may be short and still have a
 * next page.
 */
export async function listChangeSets(
  { connection, deps }: RequestContext,
  { indexId, state, authorId, reviewerId, q, cursor, limit }: ChangeSetQuery,
): Promise<ChangeSetPage> {
  const words = foldText(q ?? "").split(/\s+/);
  const fits = (set: ChangeSet) =>
    (state === undefined || set.state === state) && words.every((word) => textOf(set).includes(word));
  const isWhole = [state, authorId, reviewerId, q].every((filter) => filter === undefined);
  const { db } = deps.store;
  const keys = readCursor(cursor, ["number", "text"]);
  let after = keys === undefined ? null : { createdAt: new Date(keys[0]), id: keys[1] };
  const changeSets: ChangeSet[] = [];
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const page = { connectionId: connection.id, indexId, authorId, reviewerId, after, limit: limit + 1 };
    const { rows, described } = await readConsistently(db, async (trx) => {
      const found = await selectChangeSets(trx, page);
      return { rows: found, described: await describeChangeSets(deps, trx, found) };
    });
    changeSets.push(...described.filter(fits));
    const last = rows.at(-1);
    const isEnd = rows.length <= limit || last === undefined;
    if (changeSets.length > limit || isEnd) {
      const items = changeSets.slice(0, limit);
      const total = isWhole ? await countChangeSets(db, connection.id, indexId) : null;
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

/** What a search looks in, folded. */
function textOf({ name, contents, purpose, evidence, indexName, createdBy, owner, reviewers }: ChangeSet): string {
  const people = [createdBy, owner, ...reviewers.map(({ person }) => person)].map((person) => person.name);
  return foldText([name, contents, purpose ?? "", evidence?.reason ?? "", indexName, ...people].join(" "));
}

function keyOf(row: ChangeSetRow) {
  return { createdAt: row.created_at, id: row.id };
}

function cursorAfter(changeSet: ChangeSet | undefined): string | null {
  return changeSet === undefined ? null : writeCursor([Date.parse(changeSet.createdAt), changeSet.id]);
}

/** A change set as it is at one moment: its version is that of the states that are told with it. */
export async function readChangeSet({ connection, deps }: RequestContext, id: string): Promise<ChangeSet> {
  await askSubjectsAgain(deps, id);
  return await readConsistently(deps.store.db, async (trx) => {
    const row = await selectChangeSet(trx, connection.id, id);
    if (row === undefined) throw operationError("not_found", "change-set");
    return await describeChangeSet(deps, trx, row);
  });
}

/** The changes of a set in the order of staging. */
export async function listChangesOfSet(
  context: RequestContext,
  id: string,
  { state, cursor, limit }: z.output<typeof ChangeQuery>,
): Promise<ChangePage> {
  const { db } = context.deps.store;
  const { connection, deps } = context;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const { secrets } = deps;
  const after = readNumber(secrets, cursor, "change") ?? null;
  const rows = await selectChangePage(db, { changeSetId: id, state, after, limit: limit + 1 });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [secrets.hideNumber(row.staged_order, "change")]);
  const described: Change[] = await describeWithGrounds(deps, db, items);
  return { items: described, nextCursor, total: state === undefined ? await countChangesOfSet(db, id) : null };
}

const MOST_MOVED = 200;

/**
 * The changes that people settle before they are applied or sent, or that are held, since their ground moved; the first of them, with
 * how many there are. What rests is among them also where it stands on what was seen again.
 */
export async function listMovedChanges({ connection, deps }: RequestContext, id: string): Promise<ChangePage> {
  const { db } = deps.store;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const open = (await selectChangesOfSet(db, id)).filter(
    (row) => isStaged(row) || isAtRest(row) || row.state === "held",
  );
  const { byId } = await compareGrounds(deps, db, open);
  const moved = [...byId.values()].filter((of) => isAtRest(of.row) || isMoved(of)).map(({ row }) => row);
  const items = await describeChanges(deps, db, moved.slice(0, MOST_MOVED), byId);
  return { items, nextCursor: null, total: moved.length };
}
