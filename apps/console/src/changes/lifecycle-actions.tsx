import type { Change, PractitionerView } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "#/paths.ts";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { discardChange } from "./mutations.ts";
import { undoStack } from "./undo-stack.ts";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { announce } from "#/ui/page/announce.ts";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { dependentChanges } from "#/record/lifecycle.ts";
import { useWithdrawVerb, WordsDrawer } from "./words-drawer.tsx";

export interface LifecycleActionsProps {
  change: Change;
  view: PractitionerView;
  name: string;
  /** Also links to the change set. */
  showSet?: boolean;
}

/**
 * Discards or withdraws a creation or deletion, with a reason where readers get it and approvals are required; or links to its change
 * set. Several changes are asked for as one only there.
 */
export function LifecycleActions({ change, view, name, showSet = true }: LifecycleActionsProps) {
  const toast = useToast();
  const { data: settings } = useQuery(approvalSettingsQuery);
  const withdrawVerb = useWithdrawVerb();
  const [isAsked, setAsked] = useState(false);
  const isDraft = change.state === "draft";
  const isCreated = change.operation.op === "create";
  const going = isCreated ? dependentChanges(change, view) : [change];
  const more = new Set(going.map(({ record }) => record.id)).size - 1;
  const needsReason = !isDraft && settings?.required !== 0;
  const isForSet = needsReason && withdrawVerb === "ask to withdraw" && going.length > 1;
  const takeBack = useCommand({
    run: async (reason: string | null) => {
      let isDone = true;
      // In this order, since a schedule must go before the practitioner that it names.
      for (const { id, state } of going) {
        if (state === "draft") await discardChange(id);
        else {
          const asked = await bff.post<Change>(path`/changes/${id}/withdraw`, reason === null ? {} : { reason });
          isDone = asked.state === "withdrawn";
        }
      }
      return isDone;
    },
    changes: ["record"],
    rereadsAfter: anyFailure,
    failed: "",
    onDone: (isDone) => {
      setAsked(false);
      if (!isDone) {
        toast({ text: "Asked for. It is done once enough people have confirmed it." });
        return;
      }
      undoStack.forget(going.map(({ id }) => id));
      announce(isDraft ? "Discarded." : "Withdrawn.");
    },
    // The pressed button is gone, so the focus needs another place.
    onSettled: () => void requestAnimationFrame(() => restoreFocus("#main")),
  });
  const what = `the ${isCreated ? "creation" : "deletion"}${more > 0 ? ` and ${more === 1 ? "its schedule" : `its ${more} schedules`}` : ""}`;
  const label = isForSet ? null : isDraft ? `Discard ${what}` : isUnsent(change) ? `Withdraw ${what}` : null;
  return (
    <>
      {label === null ? null : (
        <Permitted action={isDraft ? "stage" : "apply"}>
          <Button
            size="xs"
            loading={takeBack.isPending}
            aria-label={`${label}: ${name}`}
            onClick={() => (needsReason ? setAsked(true) : takeBack.mutate(null))}
          >
            {label}
          </Button>
        </Permitted>
      )}
      {isAsked ? (
        <WordsDrawer
          verb={withdrawVerb}
          count={going.length}
          busy={takeBack.isPending}
          onClose={() => setAsked(false)}
          onSay={(reason) => takeBack.mutate(reason)}
        />
      ) : null}
      {(showSet || isForSet) && change.changeSetId !== null ? (
        <Button size="xs" to={paths.changeSet.href({ changeSetId: change.changeSetId })}>
          {change.state === "unknown" ? "Settle" : "Change set"}
        </Button>
      ) : null}
    </>
  );
}
