import type { PractitionerView, RecordView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import { lifecycleOf } from "#/record/lifecycle.ts";
import { LifecycleActions } from "./lifecycle-actions.tsx";
import { presenceOf } from "#/record/presence.ts";
import { missingRecordAnswer } from "#/connection/capabilities.ts";

export interface LifecycleNoteProps {
  record: RecordView;
  view: PractitionerView;
  /** The name of the other side, unless it is the standard index. */
  otherName?: string;
  /** Shows who did it and why. */
  onWhy?: () => void;
}

/** Says that a record was created or deleted here, exists only here, or no longer exists. */
export function LifecycleNote({ record, view, otherName, onWhy }: LifecycleNoteProps) {
  const { data: connection } = useQuery(connectionQuery);
  const lifecycle = lifecycleOf(record.record, view.changes);
  const presence = presenceOf(record, lifecycle, {
    against: otherName ?? "the standard index",
    missing: missingRecordAnswer(connection),
  });
  if (presence === null) return null;
  const change = lifecycle.staged ?? lifecycle.live;
  return (
    <Note
      kind={presence.kind}
      {...(change === null
        ? {}
        : {
            actions: (
              <>
                <LifecycleActions
                  change={change}
                  view={view}
                  name={record.name ?? record.record.id}
                  showSet={onWhy === undefined}
                />
                {onWhy === undefined ? null : (
                  <Button size="xs" variant={change.state === "unknown" ? "default" : "subtle"} onClick={onWhy}>
                    {change.state === "unknown" ? "Settle" : "Details"}
                  </Button>
                )}
              </>
            ),
          })}
    >
      <b>{presence.title}</b> {presence.says}
    </Note>
  );
}
