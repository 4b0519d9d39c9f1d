import type { ProfileInForce, SaveProfileInput } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useDeferredValue, useMemo, useState } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/button.tsx";
import { TextField } from "#/ui/field.tsx";
import { LinesField } from "#/ui/lines-field.tsx";
import { Note } from "#/ui/note.tsx";
import { SectionHeading } from "#/ui/section-heading.tsx";
import { useToast } from "#/ui/toasts.tsx";
import { lineOf, linesByPointer } from "./line-of-pointer.ts";
import { ProfileReadingView } from "./profile-reading.tsx";
import styles from "./profile.module.css";
import { checkedProfileQuery, readRevision, useDryRun, useSaveProfile } from "./queries.ts";
import { RevisionList } from "./revision-list.tsx";
import { readText, textOf } from "./text-of-profile.ts";

const sources = {
  saved: (revision: number) => `Revision ${revision} is in force.`,
  settings: () => "The file of SERVICE_PROFILE is in force.",
  shipped: () => "The profile that ships is in force.",
} as const;

/** The service profile: edit it, see at once what is wrong and how a record would be read, save it as the newest revision. */
export function ProfileEditor({ inForce }: { inForce: ProfileInForce }) {
  const [text, setText] = useState(() => textOf(inForce.content));
  // Whoever saves must have begun with the newest revision.
  const [begunWith, setBegunWith] = useState(inForce.revision);
  const [why, setWhy] = useState("");
  const [ids, setIds] = useState({ practitioner: "", schedule: "", indexId: "" });
  const [goTo, setGoTo] = useState<{ line: number } | null>(null);
  const toast = useToast();
  const save = useSaveProfile();
  const dryRun = useDryRun();
  const settled = useDeferredValue(text);
  const parsed = useMemo(() => readText(settled), [settled]);
  const profile = "profile" in parsed ? parsed.profile : null;
  const checked = useQuery(checkedProfileQuery(profile));
  const lines = useMemo(() => (profile === null ? null : linesByPointer(settled)), [profile, settled]);
  const problems = profile === null ? [] : (checked.data?.problems ?? []);
  const marks = new Map(
    "line" in parsed
      ? [[parsed.line, "wrong" as const]]
      : problems.map(({ pointer }) => [lines === null ? 1 : lineOf(lines, pointer), "wrong" as const]),
  );
  const isChanged = text !== textOf(inForce.content);
  const isBehind = inForce.revision !== begunWith;
  const refused = save.error instanceof BffError ? save.error : null;
  const show = (pointer: string) => setGoTo({ line: lines === null ? 1 : lineOf(lines, pointer) });
  const put = (content: ProfileInForce["content"]) => {
    setText(textOf(content));
    setGoTo(null);
    dryRun.reset();
  };
  const store = (input: Omit<SaveProfileInput, "revision">) =>
    save.mutate(
      { ...input, revision: begunWith },
      {
        onSuccess: (now) => {
          put(now.content);
          setBegunWith(now.revision);
          setWhy("");
          toast({ text: `“${now.name}” is in force as revision ${now.revision}.` });
        },
      },
    );
  const goBack = (number: number) =>
    void readRevision(number)
      .then(({ content }) => store({ profile: content, why: `Back to revision ${number}` }))
      .catch((error: unknown) => toast({ text: errorSentence(error) }));
  const tryOut = (event: SubmitEvent) => {
    event.preventDefault();
    if (profile === null) return;
    const read = Object.fromEntries(
      Object.entries(ids)
        .filter(([, id]) => id.trim() !== "")
        .map(([name, id]) => [name, id.trim()]),
    );
    dryRun.mutate({ profile, read });
  };
  return (
    <div className={styles["columns"]}>
      <div className={styles["editor"]}>
        <SectionHeading title="Service profile" note={sources[inForce.source](inForce.revision)} />
        {inForce.source === "saved" && inForce.isGivenInSettings ? (
          <Note kind="plain">
            SERVICE_PROFILE names a file too. The saved revision wins over it, until somebody goes back to the settings.
          </Note>
        ) : null}
        <div className={styles["verbs"]}>
          {inForce.shipped.map(({ name, content }) => (
            <Button key={name} size="sm" onClick={() => put(content)}>
              {name === "default" ? "Begin with the documented one" : "Fill in the sandbox’s writes"}
            </Button>
          ))}
          <Button size="sm" variant="subtle" disabled={!isChanged} onClick={() => put(inForce.content)}>
            What is in force
          </Button>
        </div>
        <LinesField
          label="Profile, as JSON"
          value={text}
          onChange={(typed) => {
            setText(typed);
            setGoTo(null);
            dryRun.reset();
          }}
          marks={marks}
          rows={26}
          goTo={goTo}
          {...("line" in parsed
            ? { error: parsed.problem }
            : problems.length > 0
              ? {
                  error: `${problems.length} ${problems.length === 1 ? "place is" : "places are"} wrong. The profile in force stays until all are mended.`,
                }
              : {
                  help:
                    checked.data?.hash === inForce.hash
                      ? "This is what is in force."
                      : "It can be saved. It is in force from the next call on; the ledger is kept by meanings, and nothing of it moves.",
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
            actions={
              <Button size="sm" onClick={() => setBegunWith(inForce.revision)}>
                Save over it
              </Button>
            }
          >
            Revision {inForce.revision} was saved meanwhile by somebody else.
          </Note>
        ) : null}
        {save.error === null ? null : (
          <Note kind="failed" live>
            {errorSentence(save.error)}{" "}
            {refused?.problem.errors?.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ")}
          </Note>
        )}
        <div className={styles["save"]}>
          <TextField
            label="Why"
            optional
            value={why}
            maxLength={500}
            onChange={(event) => setWhy(event.target.value)}
          />
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={profile === null || problems.length > 0 || !isChanged || isBehind}
            onClick={() =>
              profile === null ? undefined : store({ profile, why: why.trim() === "" ? null : why.trim() })
            }
          >
            Save revision {begunWith + 1}
          </Button>
        </div>
      </div>
      <div className={styles["rail"]}>
        <section aria-labelledby="dry-run">
          <SectionHeading id="dry-run" title="Dry run" note="Only reads" />
          <form className={styles["ids"]} onSubmit={tryOut}>
            <TextField
              label="Schedule id"
              mono
              small
              value={ids.schedule}
              onChange={(event) => setIds({ ...ids, schedule: event.target.value })}
            />
            <TextField
              label="Practitioner id"
              mono
              small
              value={ids.practitioner}
              onChange={(event) => setIds({ ...ids, practitioner: event.target.value })}
            />
            <TextField
              label="Index id"
              help="Without one, the service’s own standard is read."
              mono
              small
              value={ids.indexId}
              onChange={(event) => setIds({ ...ids, indexId: event.target.value })}
            />
            <Button type="submit" loading={dryRun.isPending} disabled={profile === null || problems.length > 0}>
              Read by this profile
            </Button>
          </form>
          {dryRun.error === null ? null : (
            <Note kind="failed" live>
              {errorSentence(dryRun.error)}
            </Note>
          )}
          {dryRun.data?.reading == null ? null : <ProfileReadingView reading={dryRun.data.reading} onPointer={show} />}
        </section>
        <RevisionList
          inForce={inForce}
          busy={save.isPending}
          onOpen={(number) =>
            void readRevision(number).then(
              ({ content }) => put(content),
              (error: unknown) => toast({ text: errorSentence(error) }),
            )
          }
          onGoBack={goBack}
          onReturn={() => store({ profile: null, why: null })}
        />
      </div>
    </div>
  );
}
