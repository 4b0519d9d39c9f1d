import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { KeptDraft, KeptReview } from "#/store/tables/activity/gone-drafts.ts";
import { type ChangeRow, selectChangePage } from "#/store/tables/changes/changes.ts";
import { removeDraftSet, removeUnseen } from "./changes.ts";
import { nameChanges } from "./name-changes.ts";
import { inLedgerSteps } from "./with-ledger.ts";

/** So many changes are discarded before others have their turn. */
export const DISCARDED_AT_ONCE = 200;

/** Discards the changes of a set that is there for nobody, and it with the last of them; a later start goes on. */
export async function discardInSteps(deps: Deps, changeSetId: string): Promise<void> {
  await inLedgerSteps(deps, async (ledger) => {
    const page = { changeSetId, state: undefined, after: null, limit: DISCARDED_AT_ONCE };
    const some = await selectChangePage(ledger.trx, page);
    const isMore = some.length === DISCARDED_AT_ONCE;
    if (isMore) await removeUnseen(ledger, some);
    else await removeDraftSet(ledger, changeSetId, some);
    return isMore;
  });
}

/** The journal tells of these drafts that they are gone, and by which other one each was replaced. */
export async function tellDiscarded(
  context: Pick<RequestContext, "actor" | "deps"> & { requestId: string | null },
  trx: Transaction,
  removed: readonly ChangeRow[],
  {
    replacedBy = new Map(),
    reviews = new Map(),
  }: { replacedBy?: ReadonlyMap<string, string | null>; reviews?: ReadonlyMap<string, KeptReview> } = {},
): Promise<void> {
  const { actor, deps } = context;
  const named = await nameChanges(deps, trx, removed);
  const entries = removed.map((row) => {
    const { id, created_by: author, settled_by: settled } = row;
    const told = discardedOfOthers(actor, [row], { changeSetId: row.change_set_id });
    const review = reviews.get(id);
    const isReplaced = (replacedBy.get(id) ?? null) !== null;
    return {
      subject: id,
      indexId: row.index_id,
      before: row.operation,
      after:
        told === null && settled === null && review === undefined ? null : { ...told, ...keptOfDraft(row, review) },
      message: isReplaced
        ? ({ code: "change.replace", params: { by: actor.name, author: author.name, ...named(row) } } as const)
        : ({ code: "change.discard", params: { by: actor.name, ...named(row) } } as const),
    };
  });
  await journal(context, trx, ...entries);
}

/** Whether others than this one staged the draft or decided what it stands on, so that they are told. */
export const isOfOthers = ({ created_by: by, settled_by: settled }: ChangeRow, actor: Actor): boolean =>
  by.id !== actor.id || settled !== null;

/** What an entry of the journal keeps about discarded drafts, so that their authors are told; null where all are the actor's own. */
export function discardedOfOthers(
  actor: Actor,
  drafts: readonly Pick<ChangeRow, "created_by">[],
  place: { changeSetId: string } | { name: string },
) {
  const ofOthers = drafts.filter(({ created_by: by }) => by.id !== actor.id);
  if (ofOthers.length === 0) return null;
  const authors = Map.groupBy(ofOthers, ({ created_by: by }) => by.id);
  const of = [...authors].map(([id, own]) => ({ id, name: own[0]?.created_by.name ?? id, changes: own.length }));
  return { ...place, of };
}

/** What of a draft is told by no entry of the journal about it, so that an undo restores it: whose it is, and with which evidence. */
function keptOfDraft(
  row: Pick<ChangeRow, "change_set_id" | Exclude<keyof KeptDraft, "review">>,
  review?: KeptReview,
): { changeSetId: string | null; draft: KeptDraft } {
  const { change_set_id: changeSetId, created_by, created_at, settled_by, policy, evidence_id } = row;
  const draft = { created_by, created_at: created_at.toISOString(), settled_by, policy, evidence_id };
  return { changeSetId, draft: review === undefined ? draft : { ...draft, review } };
}
