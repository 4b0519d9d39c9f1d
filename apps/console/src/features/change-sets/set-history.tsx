import type { Change, ChangeSet, JournalEntry } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { changeText } from "#/changes/change-text.tsx";
import { State, type StateName } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { paths } from "#/paths.ts";
import type { Wording } from "#/record/wording.ts";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./change-sets.module.css";
import { movedChangesQuery, setHistoryQuery } from "./queries.ts";

/** So many lines are told. */
const MOST = 8;

/** The state into which an action of the journal leads. */
const ledTo: { readonly [action: string]: StateName } = {
  create: "draft",
  open: "draft",
  reopen: "draft",
  submit: "in review",
  "edit-in-review": "in review",
  "undo-edit": "in review",
  ask: "in review",
  lapse: "in review",
  approve: "approved",
  reject: "rejected",
  check: "checking",
  apply: "queued",
  pause: "paused",
  undo: "approved",
  withdraw: "withdrawn",
  "give-way": "withdrawn",
  "take-theirs": "withdrawn",
};

interface Line {
  key: string;
  at: string;
  mark: ReactNode;
  text: ReactNode;
}

const lineOf = ({ id, at, action, sentence, why }: JournalEntry): Line => {
  const state = ledTo[action.replace("change-set.", "")];
  return {
    key: id,
    at,
    mark: state === undefined ? <span /> : <State state={state} show="mark" />,
    text: (
      <>
        <bdi>{sentence}</bdi>
        {why === null || why === "" ? null : (
          <>
            {": “"}
            <bdi>{why}</bdi>”
          </>
        )}
      </>
    ),
  };
};

function movedLine(change: Change, wording: Wording): Line[] {
  const { id, moved } = change;
  if (moved === null || moved.at === null) return [];
  const isOutside = moved.by === null && moved.index !== null;
  return [
    {
      key: `moved ${id}`,
      at: moved.at,
      mark: <Verdict verdict={isOutside ? "outside" : moved.base === null ? "ours" : "base moved"} show="mark" />,
      text: (
        <>
          What this was decided on changed
          {moved.by !== null ? (
            <>
              , by <bdi>{moved.by.name}</bdi>
            </>
          ) : isOutside ? (
            ", not by us"
          ) : (
            ""
          )}
          : <bdi>{changeText(change, wording)}</bdi>
        </>
      ),
    },
  ];
}

interface SetHistoryProps {
  changeSet: ChangeSet;
  /** What some of its changes were decided on changed since. */
  withMoved: boolean;
  wording: Wording;
}

/** How a set came to be what it is: who staged, asked, approved and applied, and what moved, newest first. */
export function SetHistory({ changeSet: { id }, withMoved, wording }: SetHistoryProps) {
  const now = new Date(useNow());
  const { data } = useQuery(setHistoryQuery(id, MOST));
  const { data: moved } = useQuery({ ...movedChangesQuery(id), enabled: withMoved });
  if (data === undefined || data.items.length === 0) return null;
  const ofMoved = withMoved ? (moved?.items ?? []).flatMap((change) => movedLine(change, wording)) : [];
  const lines = [...data.items.map(lineOf), ...ofMoved].toSorted((a, b) => b.at.localeCompare(a.at));
  const hasMore = lines.length > MOST || data.nextCursor !== null;
  return (
    <section className={styles["way"]} aria-label="How it came here">
      <SectionHeading title="How it came here" />
      <ol>
        {lines.slice(0, MOST).map(({ key, at, mark, text }) => (
          <li key={key}>
            <time dateTime={at}>{formatMoment(new Date(at), now)}</time>
            {mark}
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {hasMore ? <Link to={paths.activity.href({ q: id })}>All of it in Activity</Link> : null}
    </section>
  );
}
