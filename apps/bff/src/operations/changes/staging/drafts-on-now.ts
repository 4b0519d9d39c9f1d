import { type Change, equalReadings, missingEntry, operationOnNow, shapeOf } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { effectiveReading } from "#/ledger/effective-reading.ts";
import type { AskedChange, CheckedChange } from "./check-change.ts";
import type { SetDraft } from "./draft-change.ts";
import type { StagingBasis } from "./staging-basis.ts";

/**
 * The drafts of the set, each about an entry that the directory has now: where the entry that a draft names was changed meanwhile,
 * about the one in its place, so that an edit of the draft is one of that entry. An author who states that they saw an earlier
 * value edits the drafts as they were.
 */
export function draftsOnNow<Draft extends SetDraft>(
  deps: Deps,
  {
    asked,
    checked: { field, kind, operation: newer },
    basis,
    live,
    drafts,
  }: {
    asked: AskedChange;
    checked: CheckedChange;
    basis: StagingBasis;
    live: readonly Change[];
    drafts: readonly Draft[];
  },
): readonly Draft[] {
  if (field === null || kind === null || shapeOf(kind) !== "keyed" || asked.checkedAgainst === "index") return drafts;
  if (drafts.every((draft) => draft.field !== field)) return drafts;
  const region = deps.service.profile.defaultRegion;
  const now = effectiveReading(deps, { type: basis.record.type, field, kind, raw: basis.here.raw }, live);
  const seen = asked.seen?.effective;
  if (seen !== undefined && seen !== null && !equalReadings(kind, seen, now, region)) return drafts;
  return drafts.map((draft) => {
    const then = draft.field === field ? draft.ground?.effective : undefined;
    if (then === undefined || then === null || missingEntry(now, draft.operation, region) === null) return draft;
    // What names the entry that is gone is about that one, and is told as moved.
    const isOfGone =
      missingEntry(now, newer, region) !== null && operationOnNow(newer, { seen: then, now }, region) !== null;
    if (isOfGone) return draft;
    const operation = operationOnNow(draft.operation, { seen: then, now }, region);
    return operation === null ? draft : { ...draft, operation };
  });
}
