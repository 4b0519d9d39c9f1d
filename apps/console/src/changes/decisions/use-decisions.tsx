import type { Change, Decided, Decision, StageChangesInput } from "@dc/contract";
import { phoneIn, typedValue } from "@dc/directory";
import { useRef, type ReactNode } from "react";
import type { Resolution } from "./conflict-card.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { leaveOnEscape } from "#/ui/keyboard/restore-focus.ts";
import { setOperation, type FieldRow } from "#/record/field-row.ts";
import { noWording, type Wording } from "#/record/wording.ts";
import { useTurns } from "#/commands/use-turns.ts";
import { useDecide, useDiscard, useStage } from "#/changes/mutations.ts";
import { seenValues } from "#/changes/seen-values.ts";
import { decisionOptions, takesReason } from "./decision-options.ts";
import { ReasonField } from "./reason-field.tsx";
import { decisionText } from "./decision-text.ts";

const MOST_MADE = 100;

type Operation = StageChangesInput["changes"][number]["operation"];

/** The operation that replaces a row's value by a typed one. */
export function otherValue(row: FieldRow, typed: string): Operation {
  const phone = phoneIn(row.comparison.values.effective);
  if (row.element === null || phone === null) return setOperation(row, typedValue(typed, row.wording));
  return {
    op: "replace",
    element: row.element,
    by: { number: typed, extension: phone.extension, label: phone.label },
  };
}

/** Deciding, discarding and resolving for the rows of one index. */
export function useDecisions(indexId: string, drafts: readonly Change[], wording: Wording = noWording) {
  const decide = useDecide(indexId, wording);
  const stage = useStage(indexId);
  const discard = useDiscard();
  const inTurn = useTurns<Decided>();
  /** The drafts that decisions made here, whether or not they were read since. */
  const made = useRef<readonly string[]>([]);
  const [reasons, setReasons] = useUnsavedInput<{ readonly [rowId: string]: string }>(
    `reasons in ${indexId}`,
    {},
    (typed) => Object.values(typed).every((reason) => reason.trim() === ""),
  );
  const reasonOf = (row: FieldRow) => reasons[row.id] ?? "";
  const giveReason = (row: FieldRow, reason: string) => setReasons((typed) => ({ ...typed, [row.id]: reason }));
  const ask = async (row: FieldRow, decision: Decision) => {
    const reason = takesReason(decision) ? reasonOf(row) : "";
    const seenBefore = drafts.map(({ id }) => id);
    const decided = await inTurn(row.id, async () => {
      const answer = await decide.mutateAsync({
        record: row.record,
        field: row.field.key,
        decision,
        seen: seenValues(row),
        seenDrafts: [...new Set([...seenBefore, ...made.current])],
        ...(row.element === null ? {} : { element: row.element }),
        ...(reason.trim() === ""
          ? {}
          : { evidence: { reason: reason.trim(), source: null, verifiedOn: null, reviewBy: null } }),
        doneText: decisionText(row, decision),
      });
      made.current = [...made.current, ...answer.changeIds].slice(-MOST_MADE);
      return answer;
    });
    if (decided !== null && takesReason(decision)) giveReason(row, "");
    return decided;
  };
  return {
    busy: decide.isPending || stage.isPending || discard.isPending,
    ask,
    /** Where one may say why, beside the buttons; it holds for the keys and the menu of the row, too. */
    reasonFieldOf: (row: FieldRow): ReactNode => {
      const decided = decisionOptions(row.comparison).flatMap(({ decision }) =>
        takesReason(decision) ? decision : [],
      );
      return decided.length === 0 ? null : (
        <ReasonField
          of={decided}
          value={reasonOf(row)}
          onChange={(reason) => giveReason(row, reason)}
          onKeyDown={leaveReason}
        />
      );
    },
    /** What a card of the row shows and changes: the same reason as in the field beside the buttons. */
    reasonProps: (row: FieldRow) => ({
      reason: reasonOf(row),
      onReason: (reason: string) => giveReason(row, reason),
    }),
    discard: (row: FieldRow) =>
      discard.mutateAsync(drafts.filter(({ id }) => row.comparison.drafts.includes(id))).catch(() => null),
    /** Null if it failed. */
    resolve: async (row: FieldRow, { choice, other, policy }: Resolution) => {
      if (policy !== null && policy !== row.comparison.override?.policy && (await ask(row, policy)) === null)
        return null;
      if (choice === "ours") return ask(row, "keep ours");
      if (choice === "base") return ask(row, "take base");
      return stage
        .mutateAsync({
          changes: [
            {
              record: row.record,
              field: row.field.key,
              operation: otherValue(row, other),
              seen: seenValues(row),
              seenDrafts: drafts.map(({ id }) => id),
            },
          ],
        })
        .catch(() => null);
    },
  };
}

const leaveReason = leaveOnEscape(() =>
  document.querySelector<HTMLElement>('[data-row][aria-pressed="true"]')?.focus(),
);
