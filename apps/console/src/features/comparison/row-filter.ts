import { foldText } from "@dc/directory";
import { countText, numberText } from "#/ui/display/count.tsx";
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

/** What is to be said of rows that are not shown, for having nothing that differs; null for none. */
export function foldedWords(rows: readonly FieldRow[]): string | null {
  const verdicts = rows.filter(({ onlyHere }) => !onlyHere).map(({ comparison }) => shownVerdict(comparison));
  const same = verdicts.filter((verdict) => verdict === "same").length;
  const notCompared = verdicts.filter((verdict) => verdict === null).length;
  if (same + notCompared === 0) return null;
  const sameWords = same === 1 ? "1 value is the same" : `${numberText(same)} values are the same`;
  if (notCompared === 0) return sameWords;
  const otherWords = `${countText(notCompared, "value")} cannot be compared`;
  return same === 0 ? otherWords : `${sameWords}, ${otherWords}`;
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
