import type { Creation, CreateIndexVersionInput, IndexVersion } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type MouseEvent, type SubmitEvent, type ReactNode } from "react";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { ChoiceCards } from "#/ui/form/choice-cards.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Step, Steps } from "#/ui/page/steps.tsx";
import styles from "./create.module.css";
import { CreateFailure } from "./create-failure.tsx";
import { ReferrerField } from "#/referrer-choice/referrer-field.tsx";
import { isReferrerNameMissing, referrerChoice } from "#/referrer-choice/typed-referrer.ts";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { useCreateIndexVersion } from "./creation-mutations.ts";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { indexVersionChoicesQuery } from "#/index-choice/queries.ts";
import { UnsettledCreationsNote } from "./unsettled-creations-note.tsx";
import type { CreateDraft } from "./use-create-draft.ts";

export interface CreatePlan {
  name: string;
  practitioners: number;
  schedules: number;
  /** Lines of the roster without an id. */
  lookedUp: number;
  /** The directory whose overrides are staged, with how many it has. */
  from: { name: string; overrides: number; practitioners: number; takesRoster: boolean } | null;
}

export interface CreateFormProps {
  mode: "test" | "live";
  draft: CreateDraft;
  onType: (part: Partial<CreateDraft>) => void;
  roster: { text: string; practitioners: number; schedules: number; lookedUp: number; bad: number };
  /** The field for the roster. */
  rosterField: (error: string | undefined) => ReactNode;
  /** The preview of the creation, beside the form. */
  aside: (plan: CreatePlan) => ReactNode;
  onCreated: (creation: Creation, takeRosterOf: string | null) => void;
  onUnknown: (creation: Creation) => void;
  /** Called once it is asked for and answered, even if the page was left in between. */
  onAnswered: () => void;
  onLeave: () => void;
}

/** The form for a new index version, which ends in one request. */
export function CreateForm(props: CreateFormProps) {
  const { mode, draft, onType, roster, rosterField, aside, onCreated, onUnknown, onAnswered, onLeave } = props;
  const create = useCreateIndexVersion();
  const { referrer, notes, name: typedName, start, from, takesRoster } = draft;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = typedName ?? referrer.name.trim().replace(/^(?:dr|prof)\.?\s+/i, "");
  const { data: choices } = useQuery(indexVersionChoicesQuery("", "overrides"));
  const source = from ?? (choices?.items ?? []).find(hasSomething);
  const usesOverrides = start === "overrides" && source !== undefined;
  const refused = create.error instanceof BffError ? create.error : null;
  const fieldError = (pointer: string) => refused?.fieldError(pointer);
  // Once created, the draft is emptied under the form.
  const nameError = tried && !create.isSuccess && name.trim() === "" ? "Enter a name." : fieldError("/name");

  const verb = `Create in ${mode}${roster.bad === 0 ? "" : ` without ${countText(roster.bad, "line")}`}`;
  const send = () => {
    setTried(true);
    if (create.isPending) return;
    if (name.trim() === "" || isReferrerNameMissing(referrer)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    const input: CreateIndexVersionInput = {
      name: name.trim(),
      referrer: referrerChoice(referrer),
      notes,
      roster: roster.text,
      startFrom: usesOverrides ? { kind: "overrides", indexId: source.id } : { kind: "standard" },
    };
    // Awaited, since the page may be left by then.
    void create
      .mutateAsync(input, {
        onSuccess: (creation) => {
          if (creation.state === "created") onCreated(creation, usesOverrides && takesRoster ? source.id : null);
          else onUnknown(creation);
        },
      })
      .then(onAnswered, () => undefined);
  };
  useShortcuts([{ keys: "mod+enter", label: verb, whileTyping: true, run: send }]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const plan: CreatePlan = {
    name: name.trim(),
    practitioners: roster.practitioners,
    schedules: roster.schedules,
    lookedUp: roster.lookedUp,
    from: usesOverrides
      ? {
          name: nameOfIndex(source),
          overrides: source.overrides.live,
          practitioners: source.roster.practitioners,
          takesRoster,
        }
      : null,
  };
  return (
    <form ref={form} className={styles["columns"]} onSubmit={submit} noValidate>
      <Steps>
        <Step number={1} title="Referrer" done={referrer.name.trim() !== ""}>
          <ReferrerField
            label="Name of the referrer"
            practitionerLabel="Practitioner id"
            autoFocus
            value={referrer}
            onChange={(referrer) => onType({ referrer })}
            help={`Who refers patients to you, in at most ${maxLength.name} characters. May be left empty.`}
            refused={refused}
          />
        </Step>
        <Step number={2} title="Name of the index version" done={name.trim() !== ""}>
          <TextField
            label="Name of the index version"
            labelHidden
            autoComplete="off"
            maxLength={maxLength.name}
            value={name}
            onChange={(event) => onType({ name: event.target.value })}
            onMouseDown={typedName === null ? selectAtOnce : undefined}
            help={<NameUse name={name.trim()} />}
            error={nameError}
          />
        </Step>
        <Step
          number={3}
          title="Roster"
          done={roster.practitioners + roster.schedules + roster.lookedUp > 0}
          {...(roster.bad === 0 ? {} : { warning: `${countText(roster.bad, "line")} will be left out` })}
          lede="Names, ids, links or a CSV or Excel file, one per line. You can add it later."
        >
          {rosterField(fieldError("/roster"))}
        </Step>
        <Step number={4} title="Start from" done>
          <StartChoice draft={draft} source={source} isLoading={choices === undefined} onType={onType} />
          <div className={styles["notes"]}>
            <TextAreaField
              label="Notes"
              optional
              rows={2}
              maxLength={maxLength.notes}
              value={notes}
              onChange={(event) => onType({ notes: event.target.value })}
              error={fieldError("/notes")}
            />
          </div>
        </Step>
      </Steps>
      <aside className={styles["aside"]}>
        {aside(plan)}
        {create.error === null ? null : <CreateFailure error={create.error} name={name.trim()} />}
        <div className={styles["verbs"]}>
          <Button variant="subtle" onClick={onLeave}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="filled"
            loading={create.isPending}
            rightSection={<Kbd keys="mod+enter" hint />}
          >
            {verb}
          </Button>
        </div>
        <UnsettledCreationsNote />
      </aside>
    </form>
  );
}

interface StartChoiceProps {
  draft: CreateDraft;
  /** The directory whose overrides can be copied. */
  source: CreateDraft["from"] | undefined;
  isLoading: boolean;
  onType: CreateFormProps["onType"];
}

/** Whether it starts as the standard index, or with the overrides of a directory. */
function StartChoice({ draft, source, isLoading, onType }: StartChoiceProps) {
  return (
    <ChoiceCards
      label="Start from"
      value={draft.start}
      onChange={(start) => onType({ start })}
      options={[
        { value: "standard", label: "Standard data", help: "As it is today, no overrides." },
        {
          value: "overrides",
          label: "Overrides of another directory",
          help: "Standard data, with its overrides staged for your review.",
          inside:
            source == null ? (
              <span className="quiet">
                {isLoading ? "Loading the directories" : "No other directory has overrides or a roster yet."}
              </span>
            ) : (
              <>
                <DirectoryField
                  label="Copy overrides from"
                  labelHidden
                  chosen={source.id}
                  known={source}
                  sort="overrides"
                  heading="Most overrides"
                  withGiven={false}
                  isOffered={hasSomething}
                  wordsOf={({ overrides }) =>
                    overrides.live === 1 ? "1 override" : `${numberText(overrides.live)} overrides`
                  }
                  onChoose={(from) => onType({ from })}
                />
                <CheckField
                  label={`Also copy its roster (${source.roster.practitioners === 1 ? "1 practitioner" : `${numberText(source.roster.practitioners)} practitioners`})`}
                  checked={draft.takesRoster}
                  onChange={(takesRoster) => onType({ takesRoster })}
                />
              </>
            ),
        },
      ]}
    />
  );
}

// Selects the proposed name on the first click, so that typing replaces it.
function selectAtOnce(event: MouseEvent<HTMLInputElement>) {
  if (document.activeElement === event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.focus();
  event.currentTarget.select();
}

const hasSomething = (index: IndexVersion) => index.overrides.live + index.roster.practitioners > 0;

/** Says whether a known index version already has this name. Duplicates are allowed, since ids are unique. */
function NameUse({ name }: { name: string }) {
  const [asked, setAsked] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name), 300);
    return () => clearTimeout(timer);
  }, [name]);
  const { data } = useQuery({ ...indexVersionChoicesQuery(asked, "name"), enabled: asked !== "" });
  if (name === "") return `Only this name is sent to the service. At most ${maxLength.name} characters.`;
  if (asked !== name || data === undefined) return "Checking whether a known index has this name";
  const used = [...data.items, ...data.pinned].filter((item) =>
    [item.name, item.label].some((known) => known?.normalize("NFC") === name.normalize("NFC")),
  );
  if (used.length > 0)
    return `${used.length === 1 ? "A known index has" : `${used.length} known indices have`} this name already. Ids tell them apart.`;
  return (
    <span className={styles["free"]}>
      <Icon name="check" size={13} /> not used by a known index
      {name.length > maxLength.name * 0.8 ? `, ${name.length} of ${maxLength.name} characters` : null}
    </span>
  );
}
