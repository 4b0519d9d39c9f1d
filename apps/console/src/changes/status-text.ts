import type { FieldRow, RowComparison } from "#/record/field-row.ts";
import { readingText, readsAlike } from "#/record/reading-value.tsx";

const verdictText: { readonly [verdict: string]: string } = {
  same: "Same as standard.",
  "base moved": "The standard value changed; ours is the earlier one.",
  conflict: "Both values changed, in different ways. Nothing is sent until somebody decides.",
  differs: "Differs; it is not known which side changed.",
};

/** Whether the baseline comes from a decision; before the first one it is the original value of the copy. */
export function wasDecided({ override, values: { original, baseline } }: RowComparison): boolean {
  return override !== null || (baseline !== null && original !== null && !readsAlike(baseline, original));
}

/** Names the standard value at the time of the decision, if it differs from the original value of the copy. */
function ownValueText(
  { override, flags, values: { original, base } }: RowComparison,
  wording: FieldRow["wording"],
): string {
  if (override === null && flags.includes("outside")) return "No override is set here.";
  if (original === null || base === null || readsAlike(original, base))
    return override === null
      ? "This directory’s own value; standard has not changed."
      : "Ours; standard has not changed.";
  return `Our value. The standard was “${readingText(base, wording)}” when this was decided and has not changed.`;
}

function isStagedOver({ values: { effective, preview } }: RowComparison): boolean {
  return effective !== null && preview !== null && !readsAlike(effective, preview);
}

/** How a value relates to the standard index, in one or two sentences. */
export function statusText(
  comparison: RowComparison,
  { onlyHere, lost, wording }: Pick<FieldRow, "onlyHere" | "lost" | "wording">,
): string {
  const parts = [
    lost
      ? "No longer in the profile, so it is not read or compared. Restore the meaning in the profile, or withdraw the change."
      : comparison.verdict !== null
        ? comparison.verdict === "ours"
          ? ownValueText(comparison, wording)
          : comparison.verdict === "same" && isStagedOver(comparison)
            ? "Same as standard until what is staged is applied."
            : (verdictText[comparison.verdict] ?? "")
        : onlyHere
          ? "Only in this index: the standard index has no such record."
          : "Not read on both sides, so there is no verdict.",
  ];
  if (comparison.flags.includes("late request"))
    parts.unshift("The index is not as we left it: a delayed write of ours may have overwritten it.");
  else if (comparison.flags.includes("outside")) parts.unshift("The index was changed outside this console.");
  if (comparison.flags.includes("held")) parts.push("Held: approved, not in the index yet.");
  if (comparison.flags.includes("redundant")) parts.push("The override now equals the standard value.");
  return parts.filter((part) => part !== "").join(" ");
}
