import type { ApprovalSettings, ListedConnection } from "@dc/contract";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { useAdopted } from "#/commands/use-adopted.ts";
import { BffError } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";
import { Button } from "#/ui/form/button.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { ApprovalFields, approvalParts } from "./approval-fields.tsx";
import { ModeCards } from "./mode-cards.tsx";
import { useChangeConnection } from "./mutations.ts";
import { RotateKey } from "./rotate-key.tsx";
import {
  AddressField,
  LimitFields,
  NameField,
  readSettings,
  settingLabels,
  type SettingErrors,
  TypedNameField,
  type TypedSettings,
  typedSettingsOf,
  VersionField,
} from "./settings-fields.tsx";
import styles from "./connections.module.css";

/** What was changed here, in what is saved by now, by whomever. */
function useApprovals(saved: ApprovalSettings) {
  const [changed, setChanged] = useState<Partial<ApprovalSettings>>({});
  const approvals = { ...saved, ...changed };
  return {
    approvals,
    areApprovalsChanged: JSON.stringify(approvals) !== JSON.stringify(saved),
    isTouched: Object.keys(changed).length > 0,
    changeApprovals: (parts: Partial<ApprovalSettings>) => setChanged({ ...changed, ...parts }),
    /** What was changed here, over what is saved by now. */
    changedOver: (now: ApprovalSettings) => ({ ...now, ...changed }),
    takeSavedApprovals: () => setChanged({}),
  };
}

/** What was saved beside what was typed, as one reads it. */
const partsOf = (saved: ListedConnection, typed: TypedSettings, approvals: ApprovalSettings) => [
  ...settingLabels.map(([key, label]) => ({ label, saved: typedSettingsOf(saved)[key], typed: typed[key] })),
  ...approvalParts(saved.approvals, approvals),
];

/** One connection: its settings, its key, and whether it is in use. */
export function ConnectionDrawer({ connection, onClose }: { connection: ListedConnection; onClose: () => void }) {
  const toast = useToast();
  const change = useChangeConnection();
  // What was typed stays with the version that it was typed over.
  const [from, setFrom] = useState(connection);
  const [typed, setTyped] = useState<TypedSettings>(() => typedSettingsOf(connection));
  const ofApprovals = useApprovals(connection.approvals);
  const { approvals, areApprovalsChanged, isTouched } = ofApprovals;
  const [apiKey, setApiKey] = useState("");
  const [wrong, setWrong] = useState<SettingErrors & { apiKey?: string }>({});
  const mayEdit = connection.isAdministered && !connection.isFromEnvironment;
  const start = typedSettingsOf(from);
  const isChanged = JSON.stringify({ ...typed, typedName: "" }) !== JSON.stringify(start);
  useAdopted(connection, isChanged || isTouched, (now) => {
    setFrom(now);
    setTyped(typedSettingsOf(now));
  });
  const isElsewhere = typed.baseUrl.trim() !== connection.baseUrl;
  const leadsElsewhere = typed.mode !== connection.mode || isElsewhere;
  const asksName = typed.mode === "live" && leadsElsewhere;
  const refused = change.error instanceof BffError ? change.error : null;
  const errors: SettingErrors & { apiKey?: string | undefined } = {
    name: wrong.name ?? refused?.fieldError("/name"),
    baseUrl: wrong.baseUrl ?? refused?.fieldError("/baseUrl"),
    apiKey: wrong.apiKey ?? refused?.fieldError("/apiKey"),
    apiVersion: wrong.apiVersion ?? refused?.fieldError("/apiVersion"),
    requestBudget: wrong.requestBudget,
    staleAfterHours: wrong.staleAfterHours,
    recordsAtOnce: wrong.recordsAtOnce,
    typedName: wrong.typedName ?? refused?.fieldError("/typedName"),
  };
  const save = () => {
    const read = readSettings(typed);
    if ("errors" in read) return setWrong(read.errors);
    if (isElsewhere && apiKey.trim() === "")
      return setWrong({ apiKey: "Enter the key once more: the kept one is sent to its own address alone." });
    setWrong({});
    change.mutate(
      {
        id: connection.id,
        version: from.version,
        ...(isChanged ? read.settings : {}),
        apiKey: isChanged && leadsElsewhere && apiKey.trim() !== "" ? apiKey.trim() : null,
        typedName: asksName ? typed.typedName : null,
        ...(areApprovalsChanged ? { approvals } : {}),
      },
      {
        onSuccess: () => {
          toast({ text: `${read.settings.name} is saved. Calls under way finish with the former settings.` });
          onClose();
        },
      },
    );
  };
  const fields = { typed, errors, onType: (changed: Partial<TypedSettings>) => setTyped({ ...typed, ...changed }) };
  const saved = savedMeanwhile<ListedConnection>(change.error);
  const goOn = (over: ListedConnection) => {
    setFrom(over);
    change.reset();
  };
  const knows = Object.values(errors).some((error) => error !== undefined);
  return (
    <SideDrawer
      opened
      title={connection.name}
      onClose={onClose}
      footer={
        connection.isAdministered ? (
          <>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="filled"
              disabled={!isChanged && !areApprovalsChanged}
              loading={change.isPending}
              onClick={save}
            >
              Save the connection
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className={styles["stack"]}>
        {saved === null ? (
          knows ? null : (
            <CommandFailure error={change.error} />
          )
        ) : (
          <SavedMeanwhile
            parts={partsOf(saved, typed, ofApprovals.changedOver(saved.approvals))}
            onKeep={() => goOn(saved)}
            onTake={() => {
              setTyped(typedSettingsOf(saved));
              ofApprovals.takeSavedApprovals();
              goOn(saved);
            }}
          />
        )}
        {connection.isFromEnvironment ? (
          <Note kind="plain">
            The operator keeps this connection: name, address, key and mode are changed in the settings of the server.
          </Note>
        ) : connection.isAdministered ? null : (
          <Note kind="plain">An administrator of this connection changes it.</Note>
        )}
        {mayEdit ? (
          <>
            <NameField {...fields} />
            <ModeCards mode={typed.mode} onChange={(mode) => fields.onType({ mode })} />
            <AddressField {...fields} />
            {leadsElsewhere ? (
              <PasswordField
                label={isElsewhere ? "Key for this address" : "Key for this mode"}
                autoComplete="off"
                help={`${isElsewhere ? "" : "Leave it empty to keep the present key. "}The key is stored encrypted and never shown again.`}
                value={apiKey}
                onChange={(event) => setApiKey(event.target.value)}
                error={errors.apiKey}
              />
            ) : null}
            <VersionField {...fields} />
            <LimitFields {...fields} />
            {asksName ? <TypedNameField {...fields} /> : null}
          </>
        ) : null}
        {connection.isAdministered ? (
          <ApprovalFields approvals={approvals} onChange={ofApprovals.changeApprovals} />
        ) : null}
        {mayEdit ? (
          <>
            <SectionHeading title="Key" />
            <RotateKey
              connection={connection}
              // Its new version is one's own, unless somebody saved before it what is not seen here yet.
              onRotated={(now) => setFrom((was) => (was.version === connection.version ? now : was))}
            />
            <UseSection connection={connection} change={change} onDone={onClose} />
          </>
        ) : null}
      </div>
    </SideDrawer>
  );
}

interface UseSectionProps {
  connection: ListedConnection;
  /** The drawer's command, which tells its failure above the fields. */
  change: ReturnType<typeof useChangeConnection>;
  onDone: () => void;
}

/** Takes the connection out of use, or into use again. */
function UseSection({ connection, change, onDone }: UseSectionProps) {
  const toast = useToast();
  const isArchived = connection.archivedAt !== null;
  const setInUse = (archived: boolean) =>
    change.mutate(
      {
        id: connection.id,
        version: connection.version,
        archived,
        apiKey: null,
        typedName: null,
      },
      {
        onSuccess: () => {
          toast({ text: archived ? `${connection.name} is out of use.` : `${connection.name} is in use again.` });
          onDone();
        },
      },
    );
  return (
    <>
      <SectionHeading title={isArchived ? "Out of use" : "In use"} />
      <p className={styles["quiet"]}>
        {isArchived
          ? "It can be read, and nothing is sent. Taken into use again, it goes on where it was."
          : "Out of use, its directories, overrides and journal are kept and can be read; nothing is sent any more, and its tokens read nothing."}
      </p>
      <div className="buttons">
        {isArchived ? (
          <Button loading={change.isPending} onClick={() => setInUse(false)}>
            Take {connection.name} into use again
          </Button>
        ) : (
          <ConfirmButton
            label={`Take ${connection.name} out of use`}
            confirmLabel="Take out of use"
            question={`Nothing of its ${connection.directories === 1 ? "directory" : `${connection.directories} directories`} is sent from now on; what is held or waits stays where it is.`}
            busy={change.isPending}
            onConfirm={() => setInUse(true)}
          />
        )}
      </div>
    </>
  );
}
