import type { Change, Decision, StageChangesInput } from "@dc/contract";
import { useRef } from "react";
import type { Resolution } from "./conflict-card.tsx";
import { phoneIn, type Place } from "#/record/field-row.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { useDecide, useDiscard, useStage } from "./mutations.ts";
import { seenAt } from "./seen-values.ts";
import { wordsOfDecision } from "./decision-text.ts";

type Operation = StageChangesInput["changes"][number]["operation"];

/** The change that puts a typed value in the place of a leaf's own. */
function otherValue(place: Place, typed: string): Operation {
  const phone = phoneIn(place.leaf.values.effective);
  if (place.element === null || phone === null) return { op: "set", value: typed };
  return {
    op: "replace",
    element: place.element,
    by: { number: typed, extension: phone.extension, label: phone.label },
  };
}

/** What a person can do about a place in one index. */
export function useDecisions(indexId: string, drafts: readonly Change[], planName: PlanNames = () => null) {
  const decide = useDecide(indexId, planName);
  const stage = useStage(indexId);
  const discard = useDiscard();
  // A second press comes before the first one is on screen as under way.
  const underWay = useRef(false);
  const ask = (place: Place, decision: Decision) => {
    if (underWay.current) return Promise.resolve(null);
    underWay.current = true;
    return decide
      .mutateAsync({
        record: place.record,
        field: place.field.key,
        decision,
        seen: seenAt(place),
        ...(place.element === null ? {} : { element: place.element }),
        said: wordsOfDecision(place, decision),
      })
      .catch(() => null)
      .finally(() => void (underWay.current = false));
  };
  return {
    busy: decide.isPending || stage.isPending || discard.isPending,
    ask,
    discard: (place: Place) => discard.mutateAsync(place.leaf.drafts).catch(() => null),
    /** Gives null where it came to nothing. */
    resolve: async (place: Place, { choice, other, policy }: Resolution) => {
      if (policy !== null && policy !== place.leaf.override?.policy && (await ask(place, policy)) === null) return null;
      if (choice === "ours") return ask(place, "keep ours");
      if (choice === "base") return ask(place, "take base");
      return stage
        .mutateAsync({
          changes: [
            {
              record: place.record,
              field: place.field.key,
              operation: otherValue(place, other),
              seen: { base: place.field.values.base },
            },
          ],
          draftsBefore: drafts,
        })
        .catch(() => null);
    },
  };
}
