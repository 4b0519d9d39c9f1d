import type { Inbox, InboxEntry, InboxKind } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bff } from "#/api/bff.ts";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { useToday } from "#/connection/use-today.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { beginReading } from "./said-put-offs.ts";
import { overSince } from "#/verification/last-verified.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";

export const inboxQuery = queryOptions({
  queryKey: ["inbox"],
  queryFn: async ({ signal }) => {
    const withSaidSince = beginReading();
    return withSaidSince(await bff.get<Inbox>("/inbox", { signal }));
  },
  refetchInterval: 60_000,
});

/** When the newest of these entries came: what comes after it was not on screen. */
export const shownUntil = (entries: readonly InboxEntry[]): string | undefined =>
  entries
    .map(({ at }) => at)
    .toSorted()
    .at(-1);

export interface Face {
  kind: InboxKind;
  heading: string;
  mark: ReactNode;
  title: (entry: InboxEntry) => string;
  /** The one step to its end, as the button says it. */
  step: string;
  /** Many say the same: what each is about tells them apart. */
  leadsWithSubject?: true;
}

/** What stops the most first. */
export const faces: readonly Face[] = [
  {
    kind: "alarm",
    heading: "Alarm",
    mark: <State state="failed" show="mark" label="alarm" />,
    title: () => "A value was written to another index, too. Nothing is sent.",
    step: "Settle the alarm",
  },
  {
    kind: "conflict",
    heading: "Conflicts",
    mark: <Verdict verdict="conflict" show="mark" />,
    title: ({ count }) => `${countText(count, "field")} in conflict: the standard value and ours both moved`,
    step: "Resolve",
  },
  {
    kind: "failed",
    heading: "Failed",
    mark: <State state="failed" show="mark" />,
    title: ({ count, changeSet }) => `${numberText(count)} of ${numberText(changeSet?.changes ?? count)} failed`,
    step: "See why",
  },
  {
    kind: "unknown",
    heading: "Outcome not known",
    mark: <State state="unknown" show="mark" />,
    title: ({ count }) => `${countText(count, "change")} without a trustworthy answer from the service`,
    step: "Settle",
  },
  {
    kind: "creation",
    heading: "Creation unknown",
    mark: <State state="unknown" show="mark" />,
    title: () => "The service may have created it. It is not sent again until this is settled.",
    step: "Settle",
  },
  {
    kind: "deletion",
    heading: "Deletion unknown",
    mark: <State state="unknown" show="mark" />,
    title: () => "The service may have deleted it.",
    step: "Settle",
  },
  {
    kind: "taking back",
    heading: "To be confirmed",
    mark: <State state="withdrawn" show="mark" />,
    title: ({ by, count }) =>
      `${by?.name ?? "Somebody"} asks for your confirmation about ${countText(count, "live change")}`,
    step: "Confirm",
  },
  {
    kind: "moved",
    heading: "Moved",
    mark: <Verdict verdict="base moved" show="mark" />,
    title: ({ count }) => `${countText(count, "field")} moved, to be taken or kept`,
    step: "Decide",
  },
  {
    kind: "not applied",
    heading: "Not applied",
    mark: <State state="failed" show="mark" label="not applied" />,
    title: () => "Compared with what is there now, and not applied",
    step: "See why",
  },
  {
    kind: "at rest",
    heading: "At rest",
    mark: <State state="at rest" show="mark" />,
    title: ({ count }) =>
      `${countText(count, "change")} not sent: what ${count === 1 ? "it was" : "they were"} decided on has changed`,
    step: "Settle",
  },
  {
    kind: "paused",
    heading: "Paused",
    mark: <StatusMark shape="clock" hue="outside" show="mark" word="paused" />,
    title: ({ by, count }) => `${by?.name ?? "Somebody"} paused it: ${countText(count, "change")} not sent yet`,
    step: "Resume",
  },
  {
    kind: "request",
    heading: "Asked for changes",
    mark: <State state="unknown" show="mark" label="asked for changes" />,
    title: ({ by, count }) => `${by?.name ?? "Somebody"} asks for changes of ${countText(count, "change")}`,
    step: "Answer",
  },
  {
    kind: "rejected",
    heading: "Rejected",
    mark: <State state="rejected" show="mark" />,
    title: ({ count }) => `${countText(count, "change")} rejected`,
    step: "See why",
  },
  {
    kind: "withdrawn",
    heading: "Withdrawn",
    mark: <State state="withdrawn" show="mark" />,
    title: ({ by, count }) => `${by?.name ?? "Somebody"} withdrew ${countText(count, "change")}`,
    step: "See why",
  },
  {
    kind: "discarded",
    heading: "Discarded",
    mark: <State state="withdrawn" show="mark" label="discarded" />,
    title: ({ by, count }) => `${by?.name ?? "Somebody"} discarded ${countText(count, "change")} that you staged`,
    step: "See what",
  },
  {
    kind: "edited",
    heading: "Edited",
    mark: <State state="draft" show="mark" label="edited" />,
    title: ({ by, count }) => `${by?.name ?? "Somebody"} edited ${countText(count, "change")} that you staged`,
    step: "See what",
  },
  {
    kind: "unscheduled",
    heading: "No longer scheduled",
    mark: <StatusMark shape="clock" hue="quiet" show="mark" word="not scheduled" />,
    title: ({ by, count }) =>
      `${by?.name ?? "Somebody"} took back your schedule: ${countText(count, "change")} ${count === 1 ? "waits" : "wait"} to be applied`,
    step: "Open it",
  },
  {
    kind: "review",
    heading: "Asked for review",
    mark: <State state="in review" show="mark" />,
    title: ({ count }) => `${countText(count, "change")} to review`,
    step: "Review",
    leadsWithSubject: true,
  },
  {
    kind: "claim",
    heading: "Answers of readers",
    mark: <State state="in review" show="mark" label="answer" />,
    title: ({ by, count }) =>
      count === 1
        ? `${by?.name ?? "A reader"} answered the brief`
        : `${countText(count, "answer")} to the brief, the last by ${by?.name ?? "a reader"}`,
    step: "Settle",
  },
  {
    kind: "comment",
    heading: "Comments",
    mark: <StatusMark shape="clock" hue="quiet" show="mark" word="comment" />,
    title: ({ by, count }) =>
      `${count === 1 ? "A comment" : `${countText(count, "comment")}, the last`} by ${by?.name ?? "somebody"}`,
    step: "Read",
  },
  {
    kind: "approved",
    heading: "Approved",
    mark: <State state="approved" show="mark" />,
    title: ({ count }) => `${countText(count, "change")} approved, to be applied`,
    step: "Apply",
    leadsWithSubject: true,
  },
  {
    kind: "overdue",
    heading: "Verification overdue",
    mark: <StatusMark shape="clock" hue="outside" show="mark" word="overdue" />,
    title: ({ count }) => `${countText(count, "practitioner")} to be verified again`,
    step: "Verify",
  },
  {
    kind: "ended",
    heading: "Last day has passed",
    mark: <StatusMark shape="clock" hue="outside" show="mark" word="ended" />,
    title: ({ count }) => `${countText(count, "override")} to be ended, or kept on`,
    step: "End or keep",
  },
];

/** What it is about: a change set, a directory, or one that may have been created. */
export const subjectOf = ({ changeSet, index, creation }: InboxEntry): string | undefined =>
  (changeSet ?? index ?? creation)?.name;

export function placeOf({ changeSet, index, creation, kind, at, answer }: InboxEntry): string {
  if (changeSet !== null)
    return paths.changeSet.href({ changeSetId: changeSet.id }, { comments: kind === "comment" ? at : null });
  if (index === null && kind === "discarded") return paths.activity.href();
  if (index === null) return (creation === null ? paths.changeSets : paths.indexVersions).href();
  const of = { indexId: index.id };
  if (kind === "discarded") return paths.directoryHistory.href(of);
  if (kind === "ended") return paths.directoryOverrides.href(of, { state: "ended" });
  if (kind === "overdue") return paths.verifications.href(of);
  if (kind === "conflict" || kind === "moved") return paths.directoryUndecided.href(of, { only: kind, tick: "all" });
  if (kind === "claim") return paths.directoryBrief.href(of, { answer: answer?.id });
  return (kind === "deletion" ? paths.directorySettings : paths.directory).href(of);
}

const MOST_QUOTED = 240;

/** What somebody said, as far as an inbox has room for it. */
export function quoted(words: string): string {
  const signs = [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment);
  return signs.length <= MOST_QUOTED ? words : `${signs.slice(0, MOST_QUOTED).join("").trimEnd()}…`;
}

/** What a reader answered, and on which line of the brief; a list has room for its beginning. */
export function AnswerOnLine({ entry: { answer, words } }: { entry: InboxEntry }) {
  if (answer === null) return null;
  const { line, says, practitionerName: name } = answer;
  return (
    <>
      {says}
      {words === null ? null : (
        <>
          , “<bdi>{quoted(words)}</bdi>”
        </>
      )}
      : “<bdi>{quoted(name === null || line.includes(name) ? line : `${name}: ${line}`)}</bdi>”
    </>
  );
}

/** For how long it waits; what has a last day, by the days since that one. */
export function EntryAge({ entry: { at, kind } }: { entry: InboxEntry }) {
  const today = useToday();
  if (kind !== "overdue" && kind !== "ended") return <Age at={at} />;
  return <span className="fine">{overSince(at, dayOf(today))}</span>;
}

/** The one step to the end of an entry. */
export function EntryStep({ face, entry, withKey = false }: { face: Face; entry: InboxEntry; withKey?: boolean }) {
  return (
    <Button
      size={withKey ? "md" : "xs"}
      to={placeOf(entry)}
      aria-label={`${face.step}: ${subjectOf(entry) ?? ""}`}
      {...(withKey ? { rightSection: <Kbd keys="enter" hint /> } : {})}
    >
      {face.step}
    </Button>
  );
}
