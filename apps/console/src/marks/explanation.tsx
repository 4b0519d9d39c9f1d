import { Toggletip } from "#/ui/overlay/toggletip.tsx";

const explanations = {
  base: {
    label: "What is base?",
    text: "Base is the standard index: the service’s own data, which every directory starts from. Nothing here writes to it.",
  },
  drift: {
    label: "What is drift?",
    text: "Values that changed in base or in this index, but not by a change set here. Open drift still needs a decision.",
  },
  need: {
    label: "What is to be settled?",
    text: "What waits for a decision: conflicts, changes of unknown outcome, what moved outside or in base, changes at rest, verification that is overdue, and what differs. Sorted by it, the most pressing comes first.",
  },
  held: {
    label: "What does held mean?",
    text: "Approved, but the service has no known way to take it. Readers of the gateway already get it; the service itself does not have it.",
  },
  returned: {
    label: "What does the service return?",
    text: "Effective is what readers of the gateway get. As the service returns it is the same record without the changes that are held or not sent yet.",
  },
  policy: {
    label: "What do pin and follow mean?",
    text: "Pin keeps our value, even when base changes. Follow proposes base’s value when base changes; nothing is sent without approval.",
  },
} as const;

/** Explains a term of this product in the place where it is used. */
export function Explanation({ of }: { of: keyof typeof explanations }) {
  const { label, text } = explanations[of];
  return <Toggletip label={label}>{text}</Toggletip>;
}
