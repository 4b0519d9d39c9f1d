import type { AdoptedIndexVersion } from "@dc/contract";
import { useId, useState, type SubmitEvent } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { Note } from "#/marks/note.tsx";
import { ReferrerField } from "#/referrer-choice/referrer-field.tsx";
import {
  isReferrerNameMissing,
  noReferrer,
  referrerChoice,
  type TypedReferrer,
} from "#/referrer-choice/typed-referrer.ts";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import styles from "./index-versions.module.css";
import { useAdoptIndexVersion } from "./creation/creation-mutations.ts";
import { useOffered } from "./use-offered.ts";

export interface AdoptDrawerProps {
  opened: boolean;
  /** The id that the form begins with; empty for none. */
  indexId: string;
  onClose: () => void;
  onAdopted: (indexId: string) => void;
}

interface TypedAdoption {
  indexId: string;
  label: string;
  referrer: TypedReferrer;
  notes: string;
}

/** Adds an index version that exists in the service to this console, by its id. */
export default function AdoptDrawer(props: AdoptDrawerProps) {
  return <Drawer key={props.indexId} {...props} />;
}

function Drawer({ opened, indexId, onClose, onAdopted }: AdoptDrawerProps) {
  const formId = useId();
  const adopt = useAdoptIndexVersion();
  const start: TypedAdoption = { indexId, label: "", referrer: noReferrer, notes: "" };
  const [typed, put] = useUnsavedInput(
    `adopt ${indexId}`,
    start,
    (input) => JSON.stringify(input) === JSON.stringify(start),
  );
  const close = () => {
    adopt.reset();
    onClose();
  };
  return (
    <SideDrawer
      opened={opened}
      title="Add an existing index version"
      onClose={close}
      footer={
        <>
          <Button
            variant="subtle"
            onClick={() => {
              put(start);
              close();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={adopt.isPending}>
            Check and adopt
          </Button>
        </>
      }
    >
      <AdoptForm
        id={formId}
        typed={typed}
        onType={(part) => put({ ...typed, ...part })}
        adopt={adopt}
        onSaved={() => put((now) => (now === typed ? start : now))}
        onAdopted={onAdopted}
      />
    </SideDrawer>
  );
}

interface AdoptFormProps {
  id: string;
  typed: TypedAdoption;
  onType: (part: Partial<TypedAdoption>) => void;
  adopt: ReturnType<typeof useAdoptIndexVersion>;
  /** Called even if the drawer was closed in between. */
  onSaved: () => void;
  onAdopted: (indexId: string) => void;
}

function AdoptForm({ id, typed, onType, adopt, onSaved, onAdopted }: AdoptFormProps) {
  const toast = useToast();
  const offered = useOffered();
  const { indexId, label, referrer, notes } = typed;
  const inService = offered?.items.find((indexVersion) => indexVersion.id === indexId.trim());
  const [tried, setTried] = useState(false);
  const refused = adopt.error instanceof BffError ? adopt.error : null;
  const idError =
    tried && indexId.trim() === "" ? "Enter the id that the service assigned." : refused?.fieldError("/indexId");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (indexId.trim() === "" || isReferrerNameMissing(referrer)) return;
    const asked = {
      indexId: indexId.trim(),
      label: label.trim() === "" ? null : label.trim(),
      referrer: referrerChoice(referrer),
      notes,
      roster: "",
    };
    const tell = ({ indexVersion, seen }: AdoptedIndexVersion) => {
      toast({
        text:
          seen === "found"
            ? "Adopted. A read in the index showed that it exists."
            : "Adopted. Nothing could be read in it yet, so it is not known whether it exists.",
      });
      onAdopted(indexVersion.id);
    };
    // Awaited, since the drawer may be closed by then.
    void adopt.mutateAsync(asked, { onSuccess: tell }).then(onSaved, () => undefined);
  };
  return (
    <form id={id} className={styles["stack"]} onSubmit={submit} noValidate>
      <p>
        {offered?.state === "not listed" ? "The service can’t list index versions. " : ""}One that was made elsewhere is
        known here once somebody adds it by its id. What its records held before then is presumed.
      </p>
      <TextField
        label="Index version id"
        mono
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={indexId}
        onChange={(event) => onType({ indexId: event.target.value })}
        help="It must belong to this connection’s key."
        error={idError}
      />
      <TextField
        label="Name in this console"
        optional
        placeholder={inService?.name ?? undefined}
        help={
          inService === undefined || inService.name === null
            ? undefined
            : "Left empty, its name in the service is shown."
        }
        value={label}
        onChange={(event) => onType({ label: event.target.value })}
        error={refused?.fieldError("/label")}
      />
      <ReferrerField
        label="Referrer"
        practitionerLabel="Practitioner id"
        optional
        value={referrer}
        onChange={(referrer) => onType({ referrer })}
        refused={refused}
      />
      <TextAreaField
        label="Notes"
        optional
        rows={3}
        value={notes}
        onChange={(event) => onType({ notes: event.target.value })}
        error={refused?.fieldError("/notes")}
      />
      {adopt.error === null || refused?.problem.errors !== undefined ? null : (
        <Note kind={refused?.code === "already_exists" ? "refused" : "failed"} live>
          {errorSentence(adopt.error)}
        </Note>
      )}
    </form>
  );
}
