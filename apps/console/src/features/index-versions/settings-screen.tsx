import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { DeleteDirectory } from "./delete-directory.tsx";
import type { IndexVersion } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import type { SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import {
  isReferrerNameMissing,
  noReferrer,
  referrerChoice,
  typedReferrer,
  type TypedReferrer,
} from "#/referrer-choice/typed-referrer.ts";
import { ReferrerField } from "#/referrer-choice/referrer-field.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { ChoiceCards } from "#/ui/form/choice-cards.tsx";
import { SelectField, TextAreaField, TextField } from "#/ui/form/field.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import styles from "./index-versions.module.css";
import { useUpdateIndexVersion } from "./mutations.ts";

export function SettingsScreen() {
  const { indexId = "" } = useParams();
  const { data } = useQuery(indexVersionQuery(indexId));
  if (data === undefined) return null;
  return (
    <>
      <SettingsForm indexVersion={data} />
      <DeleteDirectory indexVersion={data} />
    </>
  );
}

interface Typed {
  label: string;
  referrer: TypedReferrer;
  notes: string;
  defaultPolicy: IndexVersion["defaultPolicy"];
  readAgainHours: string;
}

const typedOf = (indexVersion: IndexVersion): Typed => ({
  label: indexVersion.label ?? "",
  referrer: indexVersion.referrer === null ? noReferrer : typedReferrer(indexVersion.referrer),
  notes: indexVersion.notes,
  defaultPolicy: indexVersion.defaultPolicy,
  readAgainHours: String(indexVersion.readAgainHours),
});

const same = <Part,>(a: Part, b: Part) => JSON.stringify(a) === JSON.stringify(b);

const isAsSaved = ({ from, typed }: { from: IndexVersion; typed: Typed }) => same(typed, typedOf(from));

/** The console's own settings of an index version; none of them is sent to the service. */
function SettingsForm({ indexVersion }: { indexVersion: IndexVersion }) {
  const update = useUpdateIndexVersion();
  const toast = useToast();
  const { may } = usePermissions();
  // What was typed stays with the version that it was typed over, so that saving it later is checked against that one.
  const [input, put] = useUnsavedInput(
    `settings of ${indexVersion.id}`,
    { from: indexVersion, typed: typedOf(indexVersion) },
    isAsSaved,
  );
  // Where nothing is typed, what somebody else has saved since is shown.
  const isBehind = isAsSaved(input) && input.from.version < indexVersion.version;
  const { from, typed } = isBehind ? { from: indexVersion, typed: typedOf(indexVersion) } : input;
  const refused = update.error instanceof BffError ? update.error : null;
  const changed = !isAsSaved({ from, typed });
  const change = (part: Partial<Typed>) => put({ from, typed: { ...typed, ...part } });
  const referrerMissing = isReferrerNameMissing(typed.referrer);
  const save = () => {
    if (!changed || referrerMissing || update.isPending || !may("stage")) return;
    const sent = typed;
    const asked = {
      id: from.id,
      version: from.version,
      label: typed.label.trim() === "" ? null : typed.label.trim(),
      ...(same(typed.referrer, typedOf(from).referrer) ? {} : { referrer: referrerChoice(typed.referrer) }),
      notes: typed.notes,
      defaultPolicy: typed.defaultPolicy,
      readAgainHours: Number(typed.readAgainHours),
    };
    // Awaited, since the page may be left by then. What was typed since stays, over what was saved.
    void update.mutateAsync(asked, { onSuccess: () => void toast({ text: "Saved." }) }).then(
      (saved) => put((now) => ({ from: saved, typed: same(now.typed, sent) ? typedOf(saved) : now.typed })),
      () => undefined,
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  const archive = (archived: boolean) =>
    void update
      .mutateAsync(
        { id: from.id, version: from.version, archived },
        { onSuccess: () => void toast({ text: archived ? "Archived." : "Unarchived." }) },
      )
      .then(
        (saved) => put((now) => ({ from: saved, typed: now.typed })),
        () => undefined,
      );
  const saved = savedMeanwhile<IndexVersion>(update.error);
  const goOn = (over: IndexVersion, next: Typed) => {
    put({ from: over, typed: next });
    update.reset();
  };
  useShortcuts([{ keys: "mod+enter", label: "Save", whileTyping: true, run: save }]);
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <fieldset disabled={!may("stage")} style={{ display: "contents" }}>
        <TextField
          label="Name in this console"
          optional
          value={typed.label}
          maxLength={maxLength.name}
          onChange={(event) => change({ label: event.target.value })}
          help={
            from.name === null ? (
              "The service doesn’t return the name of an adopted index version."
            ) : (
              <>
                The service calls it “<bdi>{from.name}</bdi>”; that stays.
              </>
            )
          }
          error={refused?.fieldError("/label")}
        />
        <ReferrerField
          label="Referrer"
          practitionerLabel="Referrer’s practitioner id"
          optional
          value={typed.referrer}
          onChange={(referrer) => change({ referrer })}
          refused={refused}
        />
        <TextAreaField
          label="Notes"
          optional
          rows={5}
          maxLength={maxLength.notes}
          value={typed.notes}
          onChange={(event) => change({ notes: event.target.value })}
          error={refused?.fieldError("/notes")}
        />
        {from.readOnly ? null : (
          <>
            <PolicyChoice value={typed.defaultPolicy} onChange={(defaultPolicy) => change({ defaultPolicy })} />
            <SelectField
              label="Read again by itself"
              help="What moved is then known before somebody opens the page. It waits for people’s own requests, and takes at most a quarter of the calls that the service allows."
              value={typed.readAgainHours}
              options={agesWith(typed.readAgainHours)}
              onChange={(readAgainHours) => change({ readAgainHours })}
            />
          </>
        )}
      </fieldset>
      {saved === null ? null : (
        <SavedMeanwhile
          parts={partsOf(typedOf(saved), typed)}
          onKeep={() => goOn(saved, typed)}
          onTake={() => goOn(saved, typedOf(saved))}
        />
      )}
      {saved !== null || refused?.problem.errors !== undefined ? null : <CommandFailure error={update.error} />}
      <div className={styles["row"]}>
        <Permitted action="stage" says>
          <Button
            type="submit"
            variant="filled"
            disabled={!changed || referrerMissing}
            loading={update.isPending}
            rightSection={<Kbd keys="mod+enter" hint />}
          >
            Save the settings
          </Button>
          {changed ? (
            <Button variant="subtle" onClick={() => put({ from, typed: typedOf(from) })}>
              Discard
            </Button>
          ) : (
            <span className="quiet">No changes.</span>
          )}
        </Permitted>
      </div>
      {from.origin === "standard" || from.origin === "test" || indexVersion.deletedAt !== null ? null : (
        <Permitted action="stage">
          <ArchiveSection isArchived={from.archivedAt !== null} busy={update.isPending} onArchive={archive} />
        </Permitted>
      )}
    </form>
  );
}

/** The fields as one reads them, saved and typed. */
function partsOf(saved: Typed, typed: Typed) {
  const ageText = (hours: string) => agesWith(hours).find(({ value }) => value === hours)?.label ?? hours;
  const referrerText = ({ name, practitionerId }: TypedReferrer) => [name, practitionerId].filter(Boolean).join(", ");
  const policyText = (policy: Policy) => (policy === "leave" ? "Report it" : "Propose base’s value");
  return [
    { label: "Name in this console", saved: saved.label, typed: typed.label },
    { label: "Referrer", saved: referrerText(saved.referrer), typed: referrerText(typed.referrer) },
    { label: "Notes", saved: saved.notes, typed: typed.notes },
    {
      label: "When base changes",
      saved: policyText(saved.defaultPolicy),
      typed: policyText(typed.defaultPolicy),
    },
    { label: "Read again by itself", saved: ageText(saved.readAgainHours), typed: ageText(typed.readAgainHours) },
  ];
}

const ages = [
  { value: "24", label: "What is older than a day" },
  { value: "72", label: "What is older than three days" },
  { value: "168", label: "What is older than a week" },
  { value: "0", label: "Nothing" },
];

/** A program may have set another age. */
const agesWith = (hours: string) =>
  ages.some(({ value }) => value === hours)
    ? ages
    : [...ages, { value: hours, label: `What is older than ${hours} hours` }];

type Policy = IndexVersion["defaultPolicy"];

function PolicyChoice({ value, onChange }: { value: Policy; onChange: (policy: Policy) => void }) {
  return (
    <div>
      <div className={styles["legend"]} aria-hidden="true">
        When base changes for a field without an override
      </div>
      <ChoiceCards
        label="When base changes for a field without an override"
        value={value}
        onChange={onChange}
        options={[
          { value: "leave", label: "Report it", help: "Shown as “base moved” for somebody to decide." },
          {
            value: "follow",
            label: "Propose base’s value",
            help: "Proposes a change that takes base’s value. Nothing is sent automatically.",
          },
        ]}
      />
    </div>
  );
}

interface ArchiveSectionProps {
  isArchived: boolean;
  busy: boolean;
  onArchive: (archived: boolean) => void;
}

function ArchiveSection({ isArchived, busy, onArchive }: ArchiveSectionProps) {
  return (
    <div className={styles["danger"]}>
      <h2>{isArchived ? "Archived" : "Archive"}</h2>
      <p>
        {!isArchived
          ? "It is removed from the list. The index in the service, its overrides and the gateway’s answers stay the same."
          : "It is not in the list. Readers of the gateway keep getting its overrides."}
      </p>
      {!isArchived ? (
        <ConfirmButton
          label="Archive this directory"
          question="It can be unarchived at any time."
          confirmLabel="Archive"
          busy={busy}
          onConfirm={() => onArchive(true)}
        />
      ) : (
        <Button onClick={() => onArchive(false)} loading={busy}>
          Unarchive
        </Button>
      )}
    </div>
  );
}
