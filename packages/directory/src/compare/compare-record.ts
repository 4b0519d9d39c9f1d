import { equalJson } from "#/json/equal-json.ts";
import { previewChanges } from "#/ledger/change.ts";
import type { Change } from "#/ledger/change.ts";
import { effectivePresence, isLifecycleChange, lifecycleChanges, recordCreation } from "#/ledger/record-lifecycle.ts";
import type { Presence } from "#/ledger/record-lifecycle.ts";
import type { RecordKey } from "#/records/record-key.ts";
import { compareField } from "./compare-field.ts";
import type { Flag, RecordComparison, RecordPresence } from "./comparison.ts";
import { comparisonRows, countVerdicts } from "./count-verdicts.ts";
import { uniqueFlags } from "./field-state.ts";
import { followedPresence } from "./follow-base.ts";
import type { FieldInput } from "./field-input.ts";
import { verdictBetween, worstVerdict } from "./verdict.ts";

export interface RecordInput {
  record: RecordKey;
  presence: { original: Presence; baseline: Presence; base: Presence; index: Presence; known: Presence };
  fields: readonly FieldInput[];
  /** Creations and deletions of the record, whatever their state; changes of fields belong to their fields. */
  changes: readonly Change[];
  stale?: boolean;
  /** It was told that a late deletion of ours may have removed it. */
  mayBeLate?: boolean;
  /** The index lies over base, and nobody is known to have created, deleted or written the record. */
  followsBase?: boolean;
}

/** Compares a record with the standard index: presence first, then field by field. */
export function compareRecord(input: RecordInput): RecordComparison {
  const presence = followedPresence(input.presence, input.followsBase === true);
  const effective = effectivePresence(presence.index, input.changes);
  const where = presenceOf(effective, presence.base);
  const flags: Flag[] = input.stale === true ? ["stale"] : [];
  const life = lifecycleChanges(input.changes);
  const held = life.length > 0 && effective !== presence.index && life.at(-1)?.state !== "applied";
  if (held) flags.push("held");
  const outside = presence.index !== null && presence.known !== null && presence.index !== presence.known;
  if (outside) flags.push("outside");
  if (outside && input.mayBeLate === true) flags.push("late request");
  const drafts = previewChanges(input.changes)
    .filter(isLifecycleChange)
    .map(({ id }) => id);
  const fields = hasFields(where, input) ? input.fields.map(compareField) : [];
  const ofFields = uniqueFlags([...flags, ...fields.flatMap((field) => field.flags)]);
  const about = { record: input.record, presence: where, flags: ofFields, drafts, fields };
  const counts = countVerdicts(fields);
  counts.held += held ? 1 : 0;
  counts.outside += outside ? 1 : 0;
  counts.drafts += drafts.length > 0 ? 1 : 0;
  switch (where) {
    case "both":
      return { ...about, verdict: worstVerdict(fields.map((field) => field.verdict)), counts };
    case "missing here":
    case "missing in standard": {
      const verdict = verdictBetween<Presence>(effective, presence.base, presence.baseline, (a, b) => a === b);
      counts[verdict] += 1;
      return { ...about, verdict, counts };
    }
    case "in neither":
    case "not read":
      return { ...about, verdict: null, counts };
  }
}

/** A record has fields where the directory has it, or would have it by a staged creation. */
function hasFields(where: RecordPresence, { presence, changes }: RecordInput): boolean {
  if (where === "both" || where === "missing in standard") return true;
  return where === "in neither" && recordCreation(presence.index, changes)?.staged === true;
}

function presenceOf(effective: Presence, base: Presence): RecordPresence {
  if (effective === null || base === null) return "not read";
  if (effective === "present") return base === "present" ? "both" : "missing in standard";
  return base === "present" ? "missing here" : "in neither";
}

/**
 * Whether every field is the same as in the standard index although changes were applied here: somebody set all of them back,
 * or the service ignored the index header and answered for the standard index.
 */
export function matchesStandardAfterWrites({ presence, fields }: RecordComparison): boolean {
  if (presence !== "both") return false;
  const wasOurs = fields
    .flatMap(comparisonRows)
    .some(({ override, flags }) => override?.state === "applied" && flags.includes("outside"));
  return (
    wasOurs && fields.every(({ values: { base, index } }) => base !== null && index !== null && equalJson(base, index))
  );
}
