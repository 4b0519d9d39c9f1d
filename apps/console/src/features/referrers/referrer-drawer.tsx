import type { Referrer, CreateReferrerInput, UpdateReferrerInput } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { Note } from "#/marks/note.tsx";
import { referrerDetail } from "#/referrer-choice/referrer-details.ts";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./referrers.module.css";
import { bff, path } from "#/api/bff.ts";
import { useAdopted } from "#/commands/use-adopted.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

interface SavedReferrer {
  /** null for a new one. */
  before: Referrer | null;
  input: Omit<CreateReferrerInput, "ownerId"> & Pick<UpdateReferrerInput, "archived" | "withDirectories">;
}

const useSaveReferrer = () =>
  useCommand({
    run: ({ before, input: { archived, withDirectories, ...input } }: SavedReferrer) =>
      before === null
        ? bff.post<Referrer>("/referrers", input)
        : bff.patch<Referrer>(path`/referrers/${before.id}`, {
            ...input,
            ...(archived === undefined ? {} : { archived }),
            ...(withDirectories === undefined ? {} : { withDirectories }),
            version: before.version,
          } satisfies UpdateReferrerInput),
    // Index versions say its name.
    changes: ["everything"],
    rereadsAfter: anyFailure,
  });

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
  // What was typed stays with the version that it was typed over.
  const [from, setFrom] = useState(referrer);
  const [name, setName] = useState(referrer?.name ?? "");
  const [practitionerId, setPractitionerId] = useState(referrer?.practitionerId ?? "");
  const [contact, setContact] = useState(referrer?.contact ?? "");
  const [tried, setTried] = useState(false);
  const begin = (now: Referrer | null) => {
    setFrom(now);
    setName(now?.name ?? "");
    setPractitionerId(now?.practitionerId ?? "");
    setContact(now?.contact ?? "");
  };
  const isTouched =
    name !== (from?.name ?? "") || practitionerId !== (from?.practitionerId ?? "") || contact !== (from?.contact ?? "");
  useAdopted(referrer, isTouched, begin);
  const refused = save.error instanceof BffError ? save.error : null;
  const isArchived = from?.archivedAt != null;
  const existing = (refused?.problem.existing ?? []).filter((namesake) => namesake.name === name.trim());
  // Somebody may have made a directory for it since it was opened.
  const hasDirectories = (referrer?.indexVersions ?? 0) > 0 || refused?.fieldError("/withDirectories") !== undefined;
  const send = (more: { archived?: boolean; withDirectories?: boolean; createAnother?: boolean } = {}) => {
    setTried(true);
    if (name.trim() === "" || save.isPending) return;
    const id = practitionerId.trim();
    save.mutate(
      {
        before: from,
        input: { name: name.trim(), practitionerId: id === "" ? null : id, contact, createAnother: false, ...more },
      },
      { onSuccess: onClose },
    );
  };
  const canSave = readOnlyReason === null;
  const saved = savedMeanwhile<Referrer>(save.error);
  const goOn = (over: Referrer) => {
    setFrom(over);
    save.reset();
  };
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
        {existing.length === 0 ? null : (
          <Note
            kind="refused"
            live
            actions={
              <Button size="xs" onClick={() => send({ createAnother: true })}>
                {referrer === null ? "Add another of this name" : "Save it with this name"}
              </Button>
            }
          >
            This name has: {existing.map((namesake) => `${namesake.name}, ${referrerDetail(namesake)}`).join("; ")}.
            Lists show ids and contacts beside equal names.
          </Note>
        )}
        {saved === null ? (
          <CommandFailure
            error={save.error}
            fields={refused?.fieldError("/withDirectories") === undefined ? "any" : []}
          />
        ) : (
          <SavedMeanwhile
            parts={[
              { label: "Name", saved: saved.name, typed: name },
              { label: "Practitioner id", saved: saved.practitionerId ?? "", typed: practitionerId },
              { label: "Contact", saved: saved.contact, typed: contact },
            ]}
            onKeep={() => goOn(saved)}
            onTake={() => {
              begin(saved);
              save.reset();
            }}
          />
        )}
        {referrer === null || !canSave ? null : isArchived ? (
          <div>
            <Button onClick={() => send({ archived: false })}>Unarchive the referrer</Button>
          </div>
        ) : (
          <div>
            <ConfirmButton
              label="Archive the referrer"
              question={
                hasDirectories
                  ? `It still has ${directoriesText(referrer.indexVersions)}, which stay as they are. It is no longer offered.`
                  : "It has no directories. It is no longer offered."
              }
              onConfirm={() => send({ archived: true, ...(hasDirectories ? { withDirectories: true } : {}) })}
            />
          </div>
        )}
      </div>
    </SideDrawer>
  );
}

/** How many were there when the drawer was opened; another may have been made since. */
function directoriesText(count: number): string {
  return count === 0 ? "a directory" : count === 1 ? "1 directory" : `${numberText(count)} directories`;
}
