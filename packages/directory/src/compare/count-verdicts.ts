import type { Reading } from "#/records/reading.ts";
import type { ComparisonRow, FieldComparison, PartComparison, Verdict, VerdictCounts } from "./comparison.ts";

/** The rows of a compared field: members of sets, entries of phones, undivided fields. */
export function comparisonRows(field: FieldComparison): readonly ComparisonRow[] {
  return field.parts.length === 0 ? [field] : field.parts;
}

/** What does not simply say what the standard index says: it differs, moved, is overridden, or has a draft. */
export function rowStandsOut({ verdict, flags, override, drafts }: ComparisonRow): boolean {
  return verdict !== "same" || flags.includes("outside") || override !== null || drafts.length > 0;
}

/** What of a value waits for a person: both sides moved, or base or the index did. Null if nothing does. */
export function undecided({ verdict, flags }: Pick<ComparisonRow, "verdict" | "flags">): "conflict" | "moved" | null {
  if (verdict === "conflict") return "conflict";
  return verdict === "base moved" || flags.includes("outside") ? "moved" : null;
}

/** Whether what waits of a value is of this kind: a conflict about what changed outside is `outside` too. */
export function isUndecidedAs(
  row: Pick<ComparisonRow, "verdict" | "flags">,
  kind: "conflict" | "moved" | "outside" | "base moved",
): boolean {
  if (kind === "outside") return row.flags.includes("outside");
  return kind === "base moved" ? row.verdict === "base moved" : undecided(row) === kind;
}

/** The fields that stand out, or of which something fits, and of their parts those that do. */
export function standingOut(
  fields: readonly FieldComparison[],
  fits: (row: ComparisonRow) => boolean = rowStandsOut,
): FieldComparison[] {
  return fields.flatMap((field) => {
    const parts = field.parts.filter(fits);
    return comparisonRows(field).some(fits) ? [{ ...field, parts }] : [];
  });
}

/** Counts the rows of the fields by verdict, and those outside. Held and drafts count changes, of which one may decide several rows. */
export function countVerdicts(fields: readonly FieldComparison[]): VerdictCounts {
  const counts = { ...noVerdicts };
  const held = new Set<string>();
  const drafts = new Set<string>();
  for (const row of fields.flatMap(rowsWithoutDrafts)) {
    if (row.verdict !== null) counts[row.verdict] += 1;
    if (row.flags.includes("outside")) counts.outside += 1;
    if (row.flags.includes("held") && row.override !== null) held.add(row.override.changeId);
  }
  for (const row of fields.flatMap(comparisonRows)) for (const id of row.drafts) drafts.add(id);
  return { ...counts, held: held.size, drafts: drafts.size };
}

/** The rows that there would be without drafts. */
function rowsWithoutDrafts(field: FieldComparison): readonly ComparisonRow[] {
  const parts = field.parts.filter((part) => !isDraftOnly(part));
  return parts.length === 0 ? [field] : parts;
}

function isDraftOnly({ drafts, override, values }: PartComparison): boolean {
  const { base, index, known, effective, wanted } = values;
  return drafts.length > 0 && override === null && ![base, index, known, effective, wanted].some(isThere);
}

const isThere = (reading: Reading | null) => reading !== null && "value" in reading && reading.value !== false;

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
