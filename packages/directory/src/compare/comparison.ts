import type { OverrideMark } from "#/ledger/fold-changes.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";
import type { RecordKey } from "#/records/record-key.ts";

export type Verdict = "same" | "ours" | "base moved" | "conflict" | "differs";

/** What is said of a field beside its verdict, in the order in which it is shown. */
export const allFlags = [
  "held",
  "outside",
  "late request",
  "redundant",
  "pinned",
  "following",
  "stale",
  "absent",
  "empty",
] as const;
export type Flag = (typeof allFlags)[number];

/** The values of one field or part, as SPEC.md names them; null where there is none or nothing was read. */
export interface Values {
  original: Reading | null;
  baseline: Reading | null;
  base: Reading | null;
  index: Reading | null;
  known: Reading | null;
  wanted: Reading | null;
  effective: Reading | null;
  /** The effective value with the drafts laid over it; null without drafts. */
  preview: Reading | null;
}

/**
 * One part of a field: a member of a set (values are membership, `true` or `false`), an entry of phones
 * (values are phones, absent where the side lacks it) or, below an entry, its number, extension, label or order.
 */
export interface PartComparison {
  /** A set's element, a phone's key, or `number`, `extension`, `label`, `order`. */
  key: string;
  verdict: Verdict | null;
  flags: Flag[];
  values: Values;
  override: OverrideMark | null;
  /** Drafts staged on this part. */
  drafts: string[];
  parts: PartComparison[];
}

export interface FieldComparison {
  key: FieldKey;
  kind: FieldKind;
  /** The worst of its parts; null when one side was never read. */
  verdict: Verdict | null;
  flags: Flag[];
  values: Values;
  override: OverrideMark | null;
  drafts: string[];
  parts: PartComparison[];
}

/** What is counted and described on its own: a member of a set, an entry of phones, or a field that has no parts. */
export type ComparisonRow = FieldComparison | PartComparison;

/** `missing here`, `missing in standard`, `in neither`: the service answered that the record is not there. */
export type RecordPresence = "both" | "missing here" | "missing in standard" | "in neither" | "not read";

export interface RecordComparison {
  record: RecordKey;
  presence: RecordPresence;
  verdict: Verdict | null;
  flags: Flag[];
  /** Staged creations and deletions of the record itself. */
  drafts: string[];
  fields: FieldComparison[];
  /** Verdicts and outside count rows; held and drafts count changes. */
  counts: VerdictCounts;
}

export type VerdictCounts = { [verdict in Verdict | "outside" | "held" | "drafts"]: number };
