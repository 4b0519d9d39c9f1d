import type { Decision } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import type { RowComparison } from "#/record/field-row.ts";

export interface DecisionOption {
  decision: Decision;
  label: string;
  keys?: string;
  /** What it will do, in a sentence. */
  says: string;
}

const options = {
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
} as const satisfies { [decision in Decision]: DecisionOption };

/** For a value that nobody set here. */
const restoreKnown: DecisionOption = {
  ...options.restore,
  label: "Restore what was known",
  says: "Stages the value that the index had before.",
};

export const policyText = { pin: options.pin.says, follow: options.follow.says };

/** What a person can decide about a value that is compared with the standard index, the most likely first. */
export function decisionOptions(comparison: RowComparison): DecisionOption[] {
  const { override } = comparison;
  const ends =
    override === null
      ? []
      : isUnsent(override)
        ? [options["remove override"]]
        : override.state === "applied" && comparison.values.base !== null
          ? [options["reset to base"]]
          : [];
  const outside = !comparison.flags.includes("outside")
    ? []
    : override === null
      ? [options.accept, restoreKnown]
      : [options.restore, options.accept];
  switch (comparison.verdict) {
    case "conflict":
      return [options["keep ours"], options["take base"], ...outside, ...ends];
    case "base moved":
      return [...outside, options["take base"], options["keep ours"], ...ends];
    case "differs":
      return [...outside, ...ends, options["keep ours"], options["take base"]];
    case "ours":
      return [...outside, ...(ends.length > 0 ? ends : [options["take base"]])];
    case "same":
    case null:
      return [...outside, ...ends];
  }
}
