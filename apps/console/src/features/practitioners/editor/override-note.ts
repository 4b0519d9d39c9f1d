import type { Change } from "@dc/contract";
import type { FieldRow } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";
import { formatDay } from "#/ui/display/format-time.ts";

/** Beside a value that differs: why it was changed and when, or else what base says; null where there is nothing to say. */
export function overrideNote(row: FieldRow, made: Change | undefined, now: Date): string | null {
  const { comparison } = row;
  if (comparison.verdict === "same" || comparison.verdict === null) return null;
  if (comparison.verdict === "ours" && made !== undefined && made.evidence !== null)
    return `${made.evidence.reason}, ${formatDay(new Date(made.createdAt), now)}`;
  const { base } = comparison.values;
  if (base === null) return null;
  if ("absent" in base) return comparison.verdict === "base moved" ? "gone from base" : "not in base";
  if (comparison.values.effective !== null && "absent" in comparison.values.effective)
    return comparison.verdict === "base moved"
      ? "new in base"
      : comparison.verdict === "differs"
        ? "not here"
        : "removed here";
  return `base ${comparison.verdict === "ours" ? "says" : "now"} ${readingText(base, row.wording)}`;
}
