import type { Referrer } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useState } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { Note } from "#/marks/note.tsx";
import { useSaveReferrer } from "./mutations.ts";
import styles from "./referrers.module.css";

export interface ReferrerDrawerProps {
  /** null for a new one. */
  referrer: Referrer | null;
  /** Why it can only be read; null where it can be changed. */
  readOnlyReason: string | null;
  onClose: () => void;
}

/** Adds or changes a referrer. */
export function ReferrerDrawer({ referrer, readOnlyReason, onClose }: ReferrerDrawerProps) {
  const save = useSaveReferrer();
  const [name, setName] = useState(referrer?.name ?? "");
  const [practitionerId, setPractitionerId] = useState(referrer?.practitionerId ?? "");
  const [contact, setContact] = useState(referrer?.contact ?? "");
  const [tried, setTried] = useState(false);
  const refused = save.error instanceof BffError ? save.error : null;
  const isArchived = referrer?.archivedAt != null;
  const send = (more: { archived?: boolean } = {}) => {
    setTried(true);
    if (name.trim() === "" || save.isPending) return;
    const id = practitionerId.trim();
    save.mutate(
      { before: referrer, input: { name: name.trim(), practitionerId: id === "" ? null : id, contact, ...more } },
      { onSuccess: onClose },
    );
  };
  const canSave = readOnlyReason === null;
  return (
    <SideDrawer
      opened
      title={referrer === null ? "Add a referrer" : referrer.name}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {canSave ? "Cancel" : "Close"}
          </Button>
          {canSave ? (
            <Button variant="filled" loading={save.isPending} onClick={() => send()}>
              {referrer === null ? "Add the referrer" : "Save the referrer"}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles["stack"]}>
        {readOnlyReason === null ? null : <Note kind="plain">{readOnlyReason}</Note>}
        <TextField
          label="Name"
          data-autofocus
          readOnly={!canSave}
          maxLength={maxLength.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={tried && name.trim() === "" ? "Enter a name." : refused?.fieldError("/name")}
        />
        <TextField
          label="Practitioner id"
          optional
          mono
          readOnly={!canSave}
          help="The referrer’s own id in the service, where there is one."
          value={practitionerId}
          onChange={(event) => setPractitionerId(event.target.value)}
          error={refused?.fieldError("/practitionerId")}
        />
        <TextAreaField
          label="Contact"
          optional
          readOnly={!canSave}
          rows={3}
          maxLength={maxLength.notes}
          value={contact}
          onChange={(event) => setContact(event.target.value)}
          error={refused?.fieldError("/contact")}
        />
        {save.error === null || refused?.problem.errors !== undefined ? null : (
          <Note kind="failed" live>
            {errorSentence(save.error)}
          </Note>
        )}
        {referrer === null || !canSave ? null : isArchived ? (
          <div>
            <Button onClick={() => send({ archived: false })}>Restore the referrer</Button>
          </div>
        ) : (
          <div>
            <ConfirmButton
              label="Archive the referrer"
              question="It is offered no more. Its index versions stay as they are."
              onConfirm={() => send({ archived: true })}
            />
          </div>
        )}
      </div>
    </SideDrawer>
  );
}
