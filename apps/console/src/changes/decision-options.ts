import type { Decision } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import { phoneIn, type RowComparison, type FieldRow } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";

export interface Verb {
  decision: Decision;
  label: string;
  /** The key that does it. */
  keys?: string;
  /** What will happen, in a sentence. */
  says: string;
}

const verbs = {
  "keep ours": {
    decision: "keep ours",
    label: "Keep ours",
    keys: "o",
    says: "Nothing is sent. This stays ours until the standard index moves again.",
  },
  "take base": {
    decision: "take base",
    label: "Take base",
    keys: "b",
    says: "Stages the standard value. In a stand-alone copy that is a write.",
  },
  "reset to base": {
    decision: "reset to base",
    label: "Reset to base",
    says: "Stages the standard value; the override ends when it is read back.",
  },
  "remove override": {
    decision: "remove override",
    label: "Remove override",
    says: "It was never sent, so it is withdrawn and nothing is written.",
  },
  accept: {
    decision: "accept",
    label: "Accept",
    keys: "a",
    says: "Takes the value in the index as known. Nothing is sent.",
  },
  restore: { decision: "restore", label: "Restore ours", keys: "shift+r", says: "Stages our value again." },
  pin: { decision: "pin", label: "Pin", says: "Keeps ours whatever base does." },
  follow: {
    decision: "follow",
    label: "Follow",
    says: "When base moves, taking its value is proposed. Nothing is sent unattended.",
  },
} as const satisfies { [decision in Decision]: Verb };

/** Where nobody of ours set anything there is nothing of ours to restore. */
const restoreKnown: Verb = {
  ...verbs.restore,
  label: "Restore what was known",
  says: "Stages the value that the index had before.",
};

export const policyWords = { pin: verbs.pin.says, follow: verbs.follow.says };

/** What a person can do about a leaf against the standard index, the most likely first. */
export function decisionOptions(comparison: RowComparison): Verb[] {
  const { override } = comparison;
  const ends =
    override === null
      ? []
      : isUnsent(override)
        ? [verbs["remove override"]]
        : override.state === "applied" && comparison.values.base !== null
          ? [verbs["reset to base"]]
          : [];
  const outside = !comparison.flags.includes("outside")
    ? []
    : override === null
      ? [verbs.accept, restoreKnown]
      : [verbs.restore, verbs.accept];
  switch (comparison.verdict) {
    case "conflict":
      return [verbs["keep ours"], verbs["take base"], ...outside, ...ends];
    case "base moved":
      return [...outside, verbs["take base"], verbs["keep ours"], ...ends];
    case "differs":
      return [...outside, ...ends, verbs["keep ours"], verbs["take base"]];
    case "ours":
      return [...outside, ...(ends.length > 0 ? ends : [verbs["take base"]])];
    case "same":
    case null:
      return [...outside, ...ends];
  }
}

const said: { readonly [verdict: string]: string } = {
  same: "Same as standard.",
  "base moved": "Standard moved; ours is the old value.",
  conflict: "Both moved, to different values. Nothing is sent until a person chooses.",
  differs: "Differs; who moved is not known.",
};

/** Whether two readings say the same, as far as words and digits tell. */
function readsAlike(a: RowComparison["values"]["base"], b: RowComparison["values"]["base"]): boolean {
  const [left, right] = [phoneIn(a), phoneIn(b)].map((phone) => phone?.number.replace(/\D/g, ""));
  if (left === undefined || right === undefined || left === "" || right === "")
    return readingText(a).normalize() === readingText(b).normalize();
  return (left.endsWith(right) || right.endsWith(left)) && phoneIn(a)?.extension === phoneIn(b)?.extension;
}

/** Whether the baseline comes from a decision: until then it is what the copy began with. */
export function wasDecided({ override, values: { original, baseline } }: RowComparison): boolean {
  return override !== null || (baseline !== null && original !== null && !readsAlike(baseline, original));
}

/** What was decided over a standard value that is no more the one of the copy's beginning says over which. */
function ownValueText({ override, flags, values: { original, base } }: RowComparison): string {
  if (override === null && flags.includes("outside")) return "Nothing of ours was set here.";
  if (original === null || base === null || readsAlike(original, base))
    return override === null ? "This directory’s own value; standard has not moved." : "Ours; standard has not moved.";
  return `Ours, decided with standard at “${readingText(base)}”; it has not moved since.`;
}

/** Where a leaf stands, in a sentence or two. */
export function statusText(comparison: RowComparison, { onlyHere, lost }: Pick<FieldRow, "onlyHere" | "lost">): string {
  const parts = [
    lost
      ? "Not in the profile any more, so it is not read or compared. Put the meaning back, or withdraw the change."
      : comparison.verdict !== null
        ? comparison.verdict === "ours"
          ? ownValueText(comparison)
          : (said[comparison.verdict] ?? "")
        : onlyHere
          ? "Only in this index: the standard index has no such record."
          : "Not read on both sides, so there is no verdict.",
  ];
  if (comparison.flags.includes("outside")) parts.unshift("The index changed, and not by us.");
  if (comparison.flags.includes("held")) parts.push("Held: approved, not in the index yet.");
  if (comparison.flags.includes("redundant")) parts.push("The override says what standard says now.");
  return parts.filter((part) => part !== "").join(" ");
}
