import { foldText } from "@dc/directory";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { isAbsentEverywhere } from "#/record/row-status.tsx";
import { readingText } from "#/record/reading-value.tsx";
import type { ComparisonSearch } from "./search.ts";

/** Whether the filters show a row. A row that only a draft changes counts as changed. */
export function isShown(
  { comparison, onlyHere }: FieldRow,
  { verdicts, onlyChanged }: Pick<ComparisonSearch, "verdicts" | "onlyChanged">,
): boolean {
  if (onlyHere) return !onlyChanged || !isAbsentEverywhere(comparison);
  const verdict = shownVerdict(comparison) ?? "same";
  if (verdict === "same") return !onlyChanged || comparison.drafts.length > 0 || comparison.flags.includes("held");
  return verdicts.has(verdict);
}

/** Finds rows that contain every word, in their name, their id or one of their values. */
export function rowMatcher(query: string): (row: FieldRow) => boolean {
  const words = foldText(query)
    .split(" ")
    .filter((word) => word !== "");
  return ({ label, element, field, wording, comparison: { values } }) => {
    const readings = [values.original, values.base, values.index, values.effective, values.preview];
    const text = foldText(
      [
        label,
        element ?? "",
        field.key,
        ...readings.map((reading) => (reading === null ? "" : readingText(reading, wording))),
      ].join("\n"),
    );
    return words.every((word) => text.includes(word));
  };
}
