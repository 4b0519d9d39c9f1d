import type { RecordView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useStage } from "#/changes/mutations.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { Note } from "#/marks/note.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./record-forms.module.css";
import { willBeHeld, missingRecordAnswer } from "#/connection/capabilities.ts";

export interface DeleteRecordDrawerProps {
  indexId: string;
  view: RecordView;
  name: string;
  /** The schedules that name the practitioner and can be deleted with it. */
  schedules: readonly RecordView[];
  onClose: () => void;
}

/** Stages the deletion of a record, after saying what it will do. */
export default function DeleteRecordDrawer({ indexId, view, name, schedules, onClose }: DeleteRecordDrawerProps) {
  const { data: connection } = useQuery(connectionQuery);
  const stage = useStage(indexId);
  const [withSchedules, setWithSchedules] = useState(true);
  const { record } = view;
  const held = willBeHeld(connection, { record, operation: { op: "delete" } });
  const many = schedules.length === 1 ? "its schedule" : `its ${schedules.length} schedules`;
  const records = withSchedules ? [...schedules.map((schedule) => schedule.record), record] : [record];
  const send = () =>
    stage.mutate(
      { changes: records.map((record) => ({ record, operation: { op: "delete" } })) },
      { onSuccess: onClose },
    );
  return (
    <SideDrawer
      opened
      side="middle"
      title={`Delete ${name} here`}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" data-autofocus loading={stage.isPending} onClick={send}>
            {records.length === 1 ? "Stage the deletion" : `Stage ${records.length} deletions`}
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        <p>
          The {record.type} <b>{<bdi>{name}</bdi>}</b> <code>{record.id}</code> is deleted in <code>{indexId}</code>{" "}
          alone. The standard index and other directories keep it. Staging sends nothing.
        </p>
        {schedules.length === 0 ? null : (
          <CheckField
            label={`Delete ${many} too`}
            help={`Otherwise ${schedules.length === 1 ? "it still refers" : "they still refer"} to a practitioner that no longer exists.`}
            checked={withSchedules}
            onChange={setWithSchedules}
          />
        )}
        {held ? (
          <Note kind="held">
            <b>It will be held:</b> the service has no documented way to delete a {record.type}. Once you apply it,
            readers of the gateway get {missingRecordAnswer(connection)}, while the index itself still has it.
          </Note>
        ) : (
          <Note kind="plain">
            Once you apply it, it is sent. Readers of this index then get {missingRecordAnswer(connection)}. A deleted
            record cannot be brought back under its id.
          </Note>
        )}
        <CommandFailure error={stage.error}>Nothing was staged.</CommandFailure>
      </div>
    </SideDrawer>
  );
}
