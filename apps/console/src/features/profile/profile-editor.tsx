import type { ProfileInForce, SaveProfileInput } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { Permitted } from "#/connection/permissions.tsx";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { LinesField } from "#/ui/form/lines-field.tsx";
import { Note } from "#/marks/note.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { UnsavedStatus } from "#/ui/form/unsaved-status.tsx";
import { DryRunSection } from "./dry-run-section.tsx";
import { lineOf, linesByPointer } from "#/json/pointer-lines.ts";
import styles from "./profile.module.css";
import { checkedProfileQuery, readRevision, useSaveProfile } from "./queries.ts";
import { RevisionList } from "./revision-list.tsx";
import { UnmappedOverridesNote } from "./unmapped-overrides-note.tsx";
import { readText, textOf } from "./profile-text.ts";
import { useProfileDraft } from "./use-profile-draft.ts";

const sources = {
  saved: (revision: number) => `Revision ${revision} is in force.`,
  settings: () => "The file of SERVICE_PROFILE is in force.",
  shipped: () => "The profile that ships is in force.",
} as const;

type ToSave = Omit<SaveProfileInput, "revision">;

/** Edits the service profile, checks it while it is typed, and saves it as the newest revision. */
export function ProfileEditor({ inForce }: { inForce: ProfileInForce }) {
  const { draft, text, why, begunWith, type, sayWhy, beginWith, leaveSaved, put, latest } = useProfileDraft(inForce);
  const [goTo, setGoTo] = useState<{ line: number } | null>(null);
  const toast = useToast();
  const save = useSaveProfile();
  const settled = useDeferredValue(text);
  const parsed = useMemo(() => readText(settled), [settled]);
  const profile = "profile" in parsed ? parsed.profile : null;
  const checked = useQuery(checkedProfileQuery(profile));
  const lines = useMemo(() => (profile === null ? null : linesByPointer(settled)), [profile, settled]);
  const problems = profile === null ? [] : (checked.data?.problems ?? []);
  const isChecked = checked.data !== undefined && !checked.isPlaceholderData && settled === text;
  const marks = new Map(
    "line" in parsed
      ? [[parsed.line, "wrong" as const]]
      : problems.map(({ pointer }) => [lines === null ? 1 : lineOf(lines, pointer), "wrong" as const]),
  );
  const wordsBelow =
    "line" in parsed
      ? { error: parsed.problem }
      : problems.length > 0
        ? {
            error: `${problems.length} ${problems.length === 1 ? "problem" : "problems"}. The profile in force stays until all are corrected.`,
          }
        : {
            help:
              checked.data?.hash === inForce.hash
                ? "This is what is in force."
                : "Valid. Once saved, it applies from the next call on. Overrides are kept by meaning, so they stay as they are.",
          };
  const isBehind = inForce.revision !== begunWith;
  const refused = save.error instanceof BffError ? save.error : null;
  const unsaid = refused?.code === "conflict" ? save.variables : undefined;
  const show = (pointer: string) => setGoTo({ line: lines === null ? 1 : lineOf(lines, pointer) });
  const withdrawUndo = useRef(() => {});
  const edit = (typed: string) => {
    // It would take the place of what is typed now.
    withdrawUndo.current();
    type(typed);
    setGoTo(null);
    save.reset();
  };
  /** Replaces the typed text; the toast can undo it. */
  const replace = (next: string, message: string) => {
    const replaced = latest();
    edit(next);
    if (replaced !== null) withdrawUndo.current = toast({ text: message, undo: () => put(replaced), seconds: 10 });
  };
  const discard = () => replace(textOf(inForce.content), "Your text was discarded.");
  const open = (content: ProfileInForce["content"]) => replace(textOf(content), "Your unsaved text was replaced.");
  const store = (input: ToSave, revision: number, after?: (now: ProfileInForce) => void) =>
    void save.mutateAsync({ ...input, revision }).then(
      (now) => {
        after?.(now);
        toast({ text: `“${now.name}” is in force as revision ${now.revision}.` });
      },
      () => undefined, // It is told below the text.
    );
  const tellFailure = (error: unknown) => void toast({ text: errorSentence(error) });
  const goBack = (number: number) =>
    void readRevision(number)
      .then(({ content }) => store({ profile: content, why: `Back to revision ${number}` }, inForce.revision))
      .catch(tellFailure);
  return (
    <div className={styles["columns"]}>
      <div className={styles["editor"]}>
        <SectionHeading title="Service profile" note={sources[inForce.source](inForce.revision)} />
        {inForce.source === "saved" && inForce.isGivenInSettings ? (
          <Note kind="plain">
            SERVICE_PROFILE also names a file. The saved revision takes precedence until somebody returns to the
            settings.
          </Note>
        ) : null}
        <div className={styles["verbs"]}>
          {inForce.shipped.map(({ name, content }) => (
            <Button key={name} size="sm" onClick={() => open(content)}>
              {name === "default" ? "Start with the documented one" : "Fill in the sandbox’s writes"}
            </Button>
          ))}
          <UnsavedStatus word="Unsaved" since={draft?.since ?? null} onDiscard={discard} />
        </div>
        <LinesField
          label="Profile, as JSON"
          value={text}
          onChange={edit}
          marks={marks}
          rows={26}
          goTo={goTo}
          {...wordsBelow}
        />
        <ProblemList problems={problems} onShow={show} />
        {isBehind ? (
          <BehindNote
            inForce={inForce}
            begunWith={begunWith}
            onDiscard={discard}
            onOverwrite={() => beginWith(inForce.revision)}
          />
        ) : null}
        {isBehind ? null : unsaid !== undefined ? (
          <UnmappedOverridesNote
            sentences={(refused?.problem.errors ?? []).map(({ detail }) => detail)}
            onSaveAnyway={() =>
              store(
                { ...unsaid, acceptsStranded: true },
                unsaid.revision,
                unsaid.profile === profile ? leaveSaved(settled) : undefined,
              )
            }
          />
        ) : problems.length === 0 && checked.data !== undefined && checked.data.stranded.length > 0 ? (
          <UnmappedOverridesNote sentences={checked.data.stranded.map(({ detail }) => detail)} />
        ) : null}
        {save.error === null || isBehind || unsaid !== undefined ? null : (
          <Note kind="failed" live>
            {errorSentence(save.error)}{" "}
            {refused?.problem.errors?.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ")}
          </Note>
        )}
        <SaveFields
          why={why}
          revision={begunWith + 1}
          isUnsaved={draft !== null}
          isValid={profile !== null && problems.length === 0 && !isBehind}
          busy={save.isPending}
          onWhy={sayWhy}
          onSave={() =>
            profile === null
              ? undefined
              : store({ profile, why: why.trim() === "" ? null : why.trim() }, begunWith, leaveSaved(settled))
          }
        />
      </div>
      <div className={styles["rail"]}>
        <DryRunSection
          profile={isChecked && problems.length === 0 ? profile : null}
          isWrong={profile === null || problems.length > 0}
          onPointer={show}
        />
        <RevisionList
          inForce={inForce}
          busy={save.isPending}
          onOpen={(number) => void readRevision(number).then(({ content }) => open(content), tellFailure)}
          onGoBack={goBack}
          onReturn={() => store({ profile: null, why: null }, inForce.revision)}
        />
      </div>
    </div>
  );
}

interface ProblemListProps {
  problems: readonly { pointer: string; message: string }[];
  onShow: (pointer: string) => void;
}

function ProblemList({ problems, onShow }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles["problems"]} aria-label="What is wrong">
      {problems.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          <button type="button" className="mono" onClick={() => onShow(pointer)}>
            {pointer === "" ? "/" : pointer}
          </button>{" "}
          {message}
        </li>
      ))}
    </ul>
  );
}

interface BehindNoteProps {
  inForce: ProfileInForce;
  begunWith: number;
  onDiscard: () => void;
  onOverwrite: () => void;
}

/** Says that somebody else has saved since the text was begun. */
function BehindNote({ inForce, begunWith, onDiscard, onOverwrite }: BehindNoteProps) {
  const [newest] = inForce.revisions;
  return (
    <Note
      kind="outside"
      live
      actions={
        <>
          <Button size="sm" onClick={onDiscard}>
            Discard mine
          </Button>
          <Button size="sm" onClick={onOverwrite}>
            Overwrite it with mine
          </Button>
        </>
      }
    >
      Your text is based on {begunWith === 0 ? "before any revision was saved" : `with revision ${begunWith}`}. Revision{" "}
      {inForce.revision} was saved meanwhile
      {newest === undefined ? null : (
        <>
          {" "}
          by <bdi>{newest.createdBy.name}</bdi>, <Age at={newest.createdAt} after="ago" />
        </>
      )}
      , and is in force.
    </Note>
  );
}

interface SaveFieldsProps {
  why: string;
  /** The number that it is saved under. */
  revision: number;
  isUnsaved: boolean;
  isValid: boolean;
  busy: boolean;
  onWhy: (why: string) => void;
  onSave: () => void;
}

function SaveFields({ why, revision, isUnsaved, isValid, busy, onWhy, onSave }: SaveFieldsProps) {
  return (
    <div className={styles["save"]}>
      <Permitted action="profile" says>
        <TextField
          label="Why"
          optional
          value={why}
          maxLength={maxLength.reason}
          disabled={!isUnsaved}
          onChange={(event) => onWhy(event.target.value)}
        />
        <Button variant="filled" loading={busy} disabled={!isValid || !isUnsaved} onClick={onSave}>
          Save revision {revision}
        </Button>
      </Permitted>
    </div>
  );
}
