import type { ProfileInForce, SaveProfileInput } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
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

/** Edits the service profile, checks it while it is typed, and saves it as the newest revision. */
export function ProfileEditor({ inForce }: { inForce: ProfileInForce }) {
  const { draft, text, why, begunWith, type, sayWhy, beginWith, put } = useProfileDraft(inForce);
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
  const isBehind = inForce.revision !== begunWith;
  const [newest] = inForce.revisions;
  const refused = save.error instanceof BffError ? save.error : null;
  const unsaid = refused?.code === "conflict" ? save.variables : undefined;
  const stranded = problems.length === 0 ? (checked.data?.stranded ?? []) : [];
  const show = (pointer: string) => setGoTo({ line: lines === null ? 1 : lineOf(lines, pointer) });
  const edit = (typed: string) => {
    type(typed);
    setGoTo(null);
    save.reset();
  };
  /** Replaces the typed text; the toast can undo it. */
  const replace = (next: string, said: string) => {
    edit(next);
    if (draft !== null) toast({ text: said, undo: () => put(draft), seconds: 10 });
  };
  const discard = () => replace(textOf(inForce.content), "Your text was discarded.");
  const open = (content: ProfileInForce["content"]) => replace(textOf(content), "Your unsaved text was replaced.");
  const store = (input: Omit<SaveProfileInput, "revision">, revision: number, after?: () => void) =>
    save.mutate(
      { ...input, revision },
      {
        onSuccess: (now) => {
          after?.();
          toast({ text: `“${now.name}” is in force as revision ${now.revision}.` });
        },
      },
    );
  const goBack = (number: number) =>
    void readRevision(number)
      .then(({ content }) => store({ profile: content, why: `Back to revision ${number}` }, inForce.revision))
      .catch((error: unknown) => toast({ text: errorSentence(error) }));
  return (
    <div className={styles["columns"]}>
      <div className={styles["editor"]}>
        <SectionHeading title="Service profile" note={sources[inForce.source](inForce.revision)} />
        {inForce.source === "saved" && inForce.isGivenInSettings ? (
          <Note kind="plain">
            SERVICE_PROFILE also names a file. The saved revision takes precedence until someone returns to the
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
          {...("line" in parsed
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
                })}
        />
        {problems.length === 0 ? null : (
          <ul className={styles["problems"]} aria-label="What is wrong">
            {problems.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                <button type="button" className="mono" onClick={() => show(pointer)}>
                  {pointer === "" ? "/" : pointer}
                </button>{" "}
                {message}
              </li>
            ))}
          </ul>
        )}
        {isBehind ? (
          <Note
            kind="outside"
            live
            actions={
              <>
                <Button size="sm" onClick={discard}>
                  Discard mine
                </Button>
                <Button size="sm" onClick={() => beginWith(inForce.revision)}>
                  Overwrite it with mine
                </Button>
              </>
            }
          >
            Your text is based on {begunWith === 0 ? "before any revision was saved" : `with revision ${begunWith}`}.
            Revision {inForce.revision} was saved meanwhile
            {newest === undefined ? null : (
              <>
                {" "}
                by <bdi>{newest.createdBy.name}</bdi>, <Age at={newest.createdAt} after="ago" />
              </>
            )}
            , and is in force.
          </Note>
        ) : null}
        {isBehind ? null : unsaid !== undefined ? (
          <UnmappedOverridesNote
            sentences={(refused?.problem.errors ?? []).map(({ detail }) => detail)}
            onSaveAnyway={() =>
              store({ ...unsaid, acceptsStranded: true }, unsaid.revision, () =>
                unsaid.profile === profile ? put(null) : undefined,
              )
            }
          />
        ) : stranded.length > 0 ? (
          <UnmappedOverridesNote sentences={stranded.map(({ detail }) => detail)} />
        ) : null}
        {save.error === null || isBehind || unsaid !== undefined ? null : (
          <Note kind="failed" live>
            {errorSentence(save.error)}{" "}
            {refused?.problem.errors?.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ")}
          </Note>
        )}
        <div className={styles["save"]}>
          <Permitted action="profile" says>
            <TextField
              label="Why"
              optional
              value={why}
              maxLength={maxLength.reason}
              disabled={draft === null}
              onChange={(event) => sayWhy(event.target.value)}
            />
            <Button
              variant="filled"
              loading={save.isPending}
              disabled={profile === null || problems.length > 0 || draft === null || isBehind}
              onClick={() =>
                profile === null
                  ? undefined
                  : store({ profile, why: why.trim() === "" ? null : why.trim() }, begunWith, () => put(null))
              }
            >
              Save revision {begunWith + 1}
            </Button>
          </Permitted>
        </div>
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
          onOpen={(number) =>
            void readRevision(number).then(
              ({ content }) => open(content),
              (error: unknown) => toast({ text: errorSentence(error) }),
            )
          }
          onGoBack={goBack}
          onReturn={() => store({ profile: null, why: null }, inForce.revision)}
        />
      </div>
    </div>
  );
}
