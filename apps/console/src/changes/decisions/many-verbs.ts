import { countText, numberText } from "#/ui/display/count.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import { decisionOptions } from "./decision-options.ts";

const order = ["keep ours", "take base", "accept", "restore", "reset to base", "remove override"] as const;

/** A decision that can be made about some of the chosen rows. */
export interface ManyVerb {
  decision: (typeof order)[number];
  rows: readonly FieldRow[];
  /** Of several, with how many: `Take base in 58`. */
  label: string;
  /** What will happen, in sentences. */
  says: string;
  /** What was done, for those that take effect at once. */
  done: string | null;
  keys?: string;
}

const inFields = (count: number) => `in ${countText(count, "field")}`;

interface Words {
  label: string;
  keys?: string;
  says: (count: number) => string;
  done?: (count: number) => string;
}

const texts: { readonly [decision in ManyVerb["decision"]]: Words } = {
  "keep ours": {
    label: "Keep ours",
    keys: "o",
    says: (count) => `Keeps our value ${inFields(count)} until the standard index changes again. Nothing is sent.`,
    done: (count) => `Kept ours ${inFields(count)}.`,
  },
  "take base": {
    label: "Take base",
    keys: "b",
    says: (count) =>
      `Stages the standard value ${inFields(count)} into your draft. Nothing is sent before you apply it.`,
  },
  accept: {
    label: "Accept",
    keys: "a",
    says: (count) => `Accepts the value in the index ${inFields(count)}. Nothing is sent.`,
    done: (count) => `Accepted ${inFields(count)}.`,
  },
  restore: {
    label: "Restore",
    keys: "shift+r",
    says: (count) => `Stages the value from before ${inFields(count)} into your draft.`,
  },
  "reset to base": {
    label: "Reset",
    says: (count) =>
      `Stages the standard value ${inFields(count)} into your draft; each override ends when that is read back.`,
  },
  "remove override": {
    label: "Remove override",
    says: (count) => `Withdraws what was never sent ${inFields(count)}. Nothing is written.`,
  },
};

/** A verb for some of the chosen rows. One that is chosen by itself has no number. */
export function inSome(label: string, chosen: readonly FieldRow[], count: number): string {
  return chosen.length === 1 ? label : `${label} in ${numberText(count)}`;
}

/** What can be decided about the chosen rows, each verb with the rows that it is for. */
export function manyVerbs(chosen: readonly FieldRow[]): ManyVerb[] {
  return order.flatMap((decision) => {
    const rows = chosen.filter(({ comparison }) =>
      decisionOptions(comparison).some((option) => option.decision === decision),
    );
    const { label, says, done, keys } = texts[decision];
    const rest = chosen.length - rows.length;
    const others =
      rest === 0
        ? ""
        : ` The other ${rest === 1 ? "one stays" : `${numberText(rest)} stay`} as ${rest === 1 ? "it is" : "they are"}.`;
    return rows.length === 0
      ? []
      : [
          {
            decision,
            rows,
            label: inSome(label, chosen, rows.length),
            says: `${says(rows.length)}${others}`,
            done: done?.(rows.length) ?? null,
            ...(keys === undefined ? {} : { keys }),
          },
        ];
  });
}
