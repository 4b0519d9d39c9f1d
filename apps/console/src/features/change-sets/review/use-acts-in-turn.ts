import type { ChangeSet } from "@dc/contract";
import { useState } from "react";
import { useTurns } from "#/commands/use-turns.ts";
import { type ReviewAct, useReviewAct } from "#/features/change-sets/mutations.ts";

/**
 * The acts of a review, each on the set as the one before left it. Where one is refused, those that waited for it are not sent.
 * `send` answers whether it was done.
 */
export function useActsInTurn(changeSet: ChangeSet) {
  const { mutateAsync, isPending } = useReviewAct(changeSet);
  const inTurn = useTurns<ChangeSet>();
  const [isSaying, setIsSaying] = useState(false);
  const send = async (act: ReviewAct): Promise<boolean> => {
    const hasWords = act.words !== undefined;
    if (hasWords) setIsSaying(true);
    const answer = await inTurn(JSON.stringify(act), async (before) => {
      if (before?.answer === null) return null;
      return await mutateAsync(before === null ? act : { ...act, version: before.answer.version });
    });
    if (hasWords) setIsSaying(false);
    return answer !== null;
  };
  return { send, isPending, isSaying };
}
