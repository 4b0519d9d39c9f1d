import type { RecordKey } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useStage } from "#/changes/mutations.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Note } from "#/marks/note.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import {
  creationForm,
  errorsOf,
  fieldsToCreate,
  heldByReference,
  type Meaning,
  type TypedFields,
} from "./fields-to-create.ts";
import { newProvisionalId } from "#/record/provisional-id.ts";
import { type KnownRecord, RecordFields } from "./record-fields.tsx";
import styles from "./record-forms.module.css";
import { willBeHeld } from "#/connection/capabilities.ts";

export interface CreateRecordDrawerProps {
  indexId: string;
  type: "practitioner" | "schedule";
  /** The practitioner whose schedule it is. */
  practitioner?: { id: string; name: string };
  /** Records that a reference can name. */
  known?: readonly KnownRecord[];
  /** Initial values of text fields. */
  start?: { readonly [key: string]: string };
  onClose: () => void;
  onStaged: (record: RecordKey) => void;
}

const noRecords: readonly KnownRecord[] = [];

/** Stages the creation of a record, with the fields that the profile gives it. */
export default function CreateRecordDrawer(props: CreateRecordDrawerProps) {
  const { indexId, type, practitioner, known = noRecords, start = {}, onClose, onStaged } = props;
  const { data: connection } = useQuery(connectionQuery);
  const stage = useStage(indexId);
  const form = creationForm(connection, type);
  const [edited, setTyped] = useUnsavedInput<TypedFields | null>(
    `new ${type} in ${indexId} of ${practitioner?.id ?? "nobody"}`,
    null,
    (input) => input === null,
  );
  const typed = edited ?? { ...form.start, texts: { ...form.start.texts, ...start } };
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const [record] = useState<RecordKey>(() => ({ type, id: newProvisionalId() }));
  const all = form.meanings;
  const isGiven = ({ refersTo }: Meaning) => refersTo === "practitioner" && practitioner !== undefined;
  const meanings = all.filter((meaning) => !isGiven(meaning));
  const given = all.filter(isGiven).map(({ key }) => [key, practitioner?.id ?? ""] as const);
  const whole = { ...typed, texts: { ...typed.texts, ...Object.fromEntries(given) } };
  const errors = errorsOf(form, whole, connection?.defaultRegion ?? "");
  const held = willBeHeld(connection, { record, operation: { op: "create", fields: {} } });
  const send = () => {
    setAsked(true);
    if (Object.keys(errors).length > 0)
      requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    if (connection === undefined || Object.keys(errors).length > 0 || stage.isPending) return;
    const creation = {
      record,
      operation: { op: "create" as const, fields: fieldsToCreate(all, whole) },
      asItStands: Object.values(typed.phones)
        .flat()
        .some((phone) => phone.asItStands === true),
    };
    // Awaited, since the form may be closed by then.
    void stage.mutateAsync({ changes: [creation] }, { onSuccess: () => onStaged(record) }).then(
      () => setTyped((now) => (now === edited ? null : now)),
      () => undefined,
    );
  };
  useShortcuts([{ keys: "mod+enter", label: `Stage the new ${type}`, everywhere: true, run: send }]);
  const helpOf = (meaning: Meaning) => {
    const holds = heldByReference(connection, type, meaning);
    if (holds.length > 0) return `The ${type}’s ${listed(holds)} ${holds.length === 1 ? "comes" : "come"} from it.`;
    return meaning.key === "timeZone" ? "For example America/New_York." : undefined;
  };
  return (
    <SideDrawer
      opened
      title={type === "practitioner" ? "Create a practitioner" : `Create a schedule of ${practitioner?.name ?? ""}`}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="subtle"
            onClick={() => {
              setTyped(null);
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            variant="filled"
            loading={stage.isPending}
            rightSection={<Kbd keys="mod+enter" hint />}
            onClick={send}
          >
            Stage the new {type}
          </Button>
        </>
      }
    >
      <form
        ref={place}
        className={styles["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>
          It is created in <code>{indexId}</code> alone, with these fields. Staging sends nothing; you review it with
          your other changes first.
        </p>
        {practitioner === undefined ? null : (
          <p className={styles["given"]}>
            <span>Practitioner</span>
            <bdi>{practitioner.name}</bdi> <code>{practitioner.id}</code>
          </p>
        )}
        <RecordFields
          meanings={meanings}
          typed={typed}
          onType={setTyped}
          errors={asked ? errors : {}}
          required={form.required}
          helpOf={helpOf}
          known={known}
          region={connection?.defaultRegion ?? "US"}
        />
        {held ? (
          <Note kind="held">
            <b>It will be held:</b> the service has no documented way to create a {type}. Once you apply it, readers of
            the gateway get it as <code>{record.id}</code>, a temporary id until the service assigns one.
          </Note>
        ) : (
          <Note kind="plain">
            Once you apply it, it is sent once. It is known here as <code>{record.id}</code> as long as the service has
            not given its own id.
          </Note>
        )}
        <CommandFailure error={stage.error}>Nothing was staged.</CommandFailure>
      </form>
    </SideDrawer>
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
