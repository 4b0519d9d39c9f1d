import type { Change, PractitionerView } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import { paths } from "#/paths.ts";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { discardChange } from "./mutations.ts";
import { undoStack } from "./undo-stack.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { announce } from "#/ui/page/announce.ts";
import { Button } from "#/ui/form/button.tsx";
import { dependentChanges } from "#/record/lifecycle.ts";

export interface LifecycleActionsProps {
  change: Change;
  view: PractitionerView;
  name: string;
  /** Also links to the change set. */
  showSet?: boolean;
}

/** Discards or withdraws a creation or deletion, or links to its change set. */
export function LifecycleActions({ change, view, name, showSet = true }: LifecycleActionsProps) {
  const isCreated = change.operation.op === "create";
  const going = isCreated ? dependentChanges(change, view) : [change];
  const more = new Set(going.map(({ record }) => record.id)).size - 1;
  const takeBack = useCommand({
    run: async () => {
      // In this order, since a schedule must go before the practitioner that it names.
      for (const { id, state } of going) {
        if (state === "draft") await discardChange(id);
        else await bff.post<Change>(path`/changes/${id}/withdraw`, {});
      }
    },
    changes: ["record"],
    rereadsAfter: anyFailure,
    failed: "",
    onDone: () => {
      undoStack.forget(going.map(({ id }) => id));
      announce(change.state === "draft" ? "Discarded." : "Withdrawn.");
    },
    // The pressed button is gone, so the focus needs another place.
    onSettled: () => void requestAnimationFrame(() => restoreFocus("#main")),
  });
  const what = `the ${isCreated ? "creation" : "deletion"}${more > 0 ? ` and ${more === 1 ? "its schedule" : `its ${more} schedules`}` : ""}`;
  const label = change.state === "draft" ? `Discard ${what}` : isUnsent(change) ? `Withdraw ${what}` : null;
  return (
    <>
      {label === null ? null : (
        <Permitted action={change.state === "draft" ? "stage" : "apply"}>
          <Button
            size="xs"
            loading={takeBack.isPending}
            aria-label={`${label}: ${name}`}
            onClick={() => takeBack.mutate()}
          >
            {label}
          </Button>
        </Permitted>
      )}
      {showSet && change.changeSetId !== null ? (
        <Button size="xs" to={paths.changeSet.href({ changeSetId: change.changeSetId })}>
          {change.state === "unknown" ? "Settle" : "Change set"}
        </Button>
      ) : null}
    </>
  );
}
