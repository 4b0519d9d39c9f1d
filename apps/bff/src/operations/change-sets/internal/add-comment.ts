import type { RequestContext } from "#/context/deps.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { ChangeSetRow } from "#/store/tables/changes/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { insertComment, selectOpenRequests } from "#/store/tables/changes/review-comments.ts";

export interface NewComment {
  changeSet: ChangeSetRow;
  /** All changes of the set, where it is about the set. */
  about: readonly ChangeRow[];
  isOfSet?: boolean;
  /** Whether the changes are added to it later. */
  isNamedLater?: boolean;
  words: string;
  asks: boolean;
}

/** Keeps what somebody said, with the index versions that it is about; returns its id. */
export async function addComment(
  { actor, connection, deps }: RequestContext,
  trx: Transaction,
  { changeSet, about, isOfSet = false, isNamedLater = false, words, asks }: NewComment,
): Promise<string> {
  const id = deps.newId("com");
  const ofSet = changeSet.index_id === null ? [] : [changeSet.index_id];
  await insertComment(trx, {
    id,
    connection_id: connection.id,
    change_set_id: changeSet.id,
    index_ids: [...new Set([...ofSet, ...about.map(({ index_id: index }) => index)])],
    words,
    asks,
    created_by: actor,
    created_at: deps.clock.now(),
    changeIds: isOfSet || isNamedLater ? [] : about.map((change) => change.id),
  });
  return id;
}

/** The changes of a set about which somebody asks for changes. */
export async function askedChanges(trx: Transaction, changeSetId: string): Promise<ReadonlySet<string>> {
  return new Set((await selectOpenRequests(trx, changeSetId)).map(({ change_id: id }) => id));
}
