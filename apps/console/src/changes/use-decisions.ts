import type { Change, Decision, StageChangesInput } from "@dc/contract";
import { phoneIn } from "@dc/directory";
import { useRef } from "react";
import type { Resolution } from "./conflict-card.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import type { MemberNames } from "#/record/member-names.ts";
import { useDecide, useDiscard, useStage } from "./mutations.ts";
import { seenValues } from "./seen-values.ts";
import { decisionText } from "./decision-text.ts";

type Operation = StageChangesInput["changes"][number]["operation"];

/** The operation that replaces a row's value by a typed one. */
function otherValue(row: FieldRow, typed: string): Operation {
  const phone = phoneIn(row.comparison.values.effective);
  if (row.element === null || phone === null) return { op: "set", value: typed };
  return {
    op: "replace",
    element: row.element,
    by: { number: typed, extension: phone.extension, label: phone.label },
  };
}

/** Deciding, discarding and resolving for the rows of one index. */
export function useDecisions(indexId: string, drafts: readonly Change[], memberName: MemberNames = () => null) {
  const decide = useDecide(indexId, memberName);
  const stage = useStage(indexId);
  const discard = useDiscard();
  // A second press can come before the first one has disabled the button.
  const underWay = useRef(false);
  const ask = (row: FieldRow, decision: Decision, reason = "") => {
    if (underWay.current) return Promise.resolve(null);
    underWay.current = true;
    return decide
      .mutateAsync({
        record: row.record,
        field: row.field.key,
        decision,
        seen: seenValues(row),
        seenDrafts: drafts.map(({ id }) => id),
        ...(row.element === null ? {} : { element: row.element }),
        ...(reason.trim() === ""
          ? {}
          : { evidence: { reason: reason.trim(), source: null, verifiedOn: null, reviewBy: null } }),
        said: decisionText(row, decision),
      })
      .catch(() => null)
      .finally(() => void (underWay.current = false));
  };
  return {
    busy: decide.isPending || stage.isPending || discard.isPending,
    ask,
    discard: (row: FieldRow) => discard.mutateAsync(row.comparison.drafts).catch(() => null),
    /** Null if it failed. */
    resolve: async (row: FieldRow, { choice, other, policy, reason }: Resolution) => {
      if (policy !== null && policy !== row.comparison.override?.policy && (await ask(row, policy)) === null)
        return null;
      if (choice === "ours") return ask(row, "keep ours", reason);
      if (choice === "base") return ask(row, "take base");
      return stage
        .mutateAsync([
          {
            record: row.record,
            field: row.field.key,
            operation: otherValue(row, other),
            seen: { base: row.field.values.base },
            seenDrafts: drafts.map(({ id }) => id),
          },
        ])
        .catch(() => null);
    },
  };
}
