import type { Change } from "./change.ts";
import { liveChanges, previewChanges } from "./change-standing.ts";
import { compareField } from "./compare-field.ts";
import type {
  FieldComparison,
  Flag,
  PartComparison,
  RecordComparison,
  RecordPresence,
  Verdict,
  VerdictCounts,
} from "./comparison.ts";
import type { FieldKey, RecordKey } from "./field.ts";
import type { FieldInput } from "./field-input.ts";
import { uniqueFlags } from "./field-state.ts";
import type { Json } from "./json.ts";
import { verdictBetween, worstVerdict } from "./verdict.ts";

/** Whether the service has the record; null where nobody asked. */
export type Presence = "present" | "missing" | null;

export interface RecordInput {
  record: RecordKey;
  presence: { original: Presence; baseline: Presence; base: Presence; index: Presence; known: Presence };
  fields: readonly FieldInput[];
  /** Creations and deletions of the record, whatever their state; changes of fields belong to their fields. */
  changes: readonly Change[];
  stale?: boolean;
}

/** Compares a record with the standard index: presence first, then field by field. */
export function compareRecord(input: RecordInput): RecordComparison {
  const { presence } = input;
  const effective = effectivePresence(presence.index, input.changes);
  const where = presenceOf(effective, presence.base);
  const flags: Flag[] = input.stale === true ? ["stale"] : [];
  const life = lifeChanges(input.changes);
  const held = life.length > 0 && effective !== presence.index && life.at(-1)?.state !== "applied";
  if (held) flags.push("held");
  const outside = presence.index !== null && presence.known !== null && presence.index !== presence.known;
  if (outside) flags.push("outside");
  const drafts = previewChanges(input.changes)
    .filter(isOfLife)
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

/** A record has fields to tell where the directory has it, or would have it by a creation that is staged. */
function hasFields(where: RecordPresence, { presence, changes }: RecordInput): boolean {
  if (where === "both" || where === "missing in standard") return true;
  return where === "in neither" && creationOf(presence.index, changes)?.staged === true;
}

/** What a record is created with, where the index has not got it; `staged` while that is a draft. Null where nothing creates it. */
export function creationOf(
  index: Presence,
  changes: readonly Change[],
): { fields: { [field: FieldKey]: Json }; staged: boolean } | null {
  if (index === "present") return null;
  const live = lifeChanges(changes).at(-1)?.operation;
  if (live?.op === "create") return { fields: live.fields, staged: false };
  const staged = previewChanges(changes).findLast(isOfLife)?.operation;
  return staged?.op === "create" ? { fields: staged.fields, staged: true } : null;
}

/** The leaves of a comparison: members of sets, entries of phones, undivided fields. */
export function leavesOf(field: FieldComparison): readonly (FieldComparison | PartComparison)[] {
  return field.parts.length === 0 ? [field] : field.parts;
}

/** Counts the leaves of the fields by verdict, and those outside; held and drafts are changes, of which one may decide several leaves. */
export function countVerdicts(fields: readonly FieldComparison[]): VerdictCounts {
  const counts = { ...noVerdicts };
  const held = new Set<string>();
  const drafts = new Set<string>();
  for (const leaf of fields.flatMap(leavesOf)) {
    if (leaf.verdict !== null) counts[leaf.verdict] += 1;
    if (leaf.flags.includes("outside")) counts.outside += 1;
    if (leaf.flags.includes("held") && leaf.override !== null) held.add(leaf.override.changeId);
    for (const id of leaf.drafts) drafts.add(id);
  }
  return { ...counts, held: held.size, drafts: drafts.size };
}

export function addCounts(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
  const sum = { ...a };
  for (const key of countKeys) sum[key] += b[key];
  return sum;
}

const countKeys = [
  "same",
  "ours",
  "base moved",
  "conflict",
  "differs",
  "outside",
  "held",
  "drafts",
] as const satisfies readonly (keyof VerdictCounts)[];

const noVerdicts: Readonly<VerdictCounts> = {
  same: 0,
  ours: 0,
  "base moved": 0,
  conflict: 0,
  differs: 0,
  outside: 0,
  held: 0,
  drafts: 0,
} satisfies { [verdict in Verdict | "outside" | "held" | "drafts"]: number };

/** Whether the directory says that the record exists: the last live creation or deletion, else the index. */
export function effectivePresence(index: Presence, changes: readonly Change[]): Presence {
  const last = lifeChanges(changes).at(-1);
  if (last === undefined) return index;
  return last.operation.op === "create" ? "present" : "missing";
}

function lifeChanges(changes: readonly Change[]): Change[] {
  return liveChanges(changes).filter(isOfLife);
}

function isOfLife(change: Change): boolean {
  return change.operation.op === "create" || change.operation.op === "delete";
}

function presenceOf(effective: Presence, base: Presence): RecordPresence {
  if (effective === null || base === null) return "not read";
  if (effective === "present") return base === "present" ? "both" : "missing in standard";
  return base === "present" ? "missing here" : "in neither";
}
