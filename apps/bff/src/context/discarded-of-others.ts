import type { Actor } from "@dc/contract";
import type { KeptDraft, KeptReview } from "#/store/tables/activity/gone-drafts.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";

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
export function keptOfDraft(
  row: Pick<ChangeRow, "change_set_id" | Exclude<keyof KeptDraft, "review">>,
  review?: KeptReview,
): { changeSetId: string | null; draft: KeptDraft } {
  const { change_set_id: changeSetId, created_by, created_at, settled_by, policy, evidence_id } = row;
  const draft = { created_by, created_at: created_at.toISOString(), settled_by, policy, evidence_id };
  return { changeSetId, draft: review === undefined ? draft : { ...draft, review } };
}
