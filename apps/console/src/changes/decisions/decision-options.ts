import type { Decision } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import type { FieldRow, RowComparison } from "#/record/field-row.ts";

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
    says: "Keeps our value until the standard index changes again. Nothing is sent.",
  },
  "take base": {
    decision: "take base",
    label: "Take base",
    keys: "b",
    says: "Stages the standard value, which is then written to this index.",
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
    says: "Accepts the value in the index. Nothing is sent.",
  },
  restore: { decision: "restore", label: "Restore ours", keys: "shift+r", says: "Stages our value again." },
  "pin value": {
    decision: "pin value",
    label: "Pin this value",
    says: "Stages an override of the value that this directory and the standard index both have.",
  },
  pin: { decision: "pin", label: "Pin", says: "Keeps our value, even when base changes." },
  follow: {
    decision: "follow",
    label: "Follow",
    says: "Proposes base’s value when base changes. Nothing is sent without approval.",
  },
} as const satisfies { [decision in Decision]: DecisionOption };

/** Decisions that take effect at once: they have no change set that says why, so they take a reason of their own. */
export const takesReason = (decision: Decision): boolean =>
  decision === "keep ours" || decision === "accept" || decision === "remove override";

/** Offered for a value without an override. */
const restoreKnown: DecisionOption = {
  ...options.restore,
  label: "Restore the previous value",
  says: "Stages the value that the index had before.",
};

export const policyText = { pin: options.pin.says, follow: options.follow.says };

/** Offered for a value that can be written, is the same as in the standard index and has no override or draft: to pin it. */
export function pinOption({ comparison, writable }: Pick<FieldRow, "comparison" | "writable">): DecisionOption[] {
  const { verdict, override, drafts, values } = comparison;
  const isSo = writable && verdict === "same" && override === null && drafts.length === 0;
  return isSo && values.index !== null && "value" in values.index ? [options["pin value"]] : [];
}

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
