import type { Change, Decision, StageChangesInput } from "@dc/contract";
import type { Resolution } from "./conflict-card.tsx";
import { phoneIn, type Place } from "./leaf.ts";
import { useDecide, useDiscard, useStage } from "./mutations.ts";
import { seenAt } from "./seen.ts";

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
export function useDecisions(indexId: string, drafts: readonly Change[]) {
  const decide = useDecide(indexId);
  const stage = useStage(indexId);
  const discard = useDiscard();
  const ask = (place: Place, decision: Decision) => {
    if (decide.isPending) return Promise.resolve(null);
    return decide
      .mutateAsync({
        record: place.record,
        field: place.field.key,
        decision,
        seen: seenAt(place),
        ...(place.element === null ? {} : { element: place.element }),
      })
      .catch(() => null);
  };
  return {
    busy: decide.isPending || stage.isPending || discard.isPending,
    ask,
    discard: (place: Place) => discard.mutate(place.leaf.drafts),
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
