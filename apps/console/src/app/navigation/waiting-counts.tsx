import type { WaitingCounts } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { waitingCountsQuery } from "#/connection/waiting-counts-query.ts";
import { State, type StateName } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { countText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import styles from "./waiting-counts.module.css";

/** The screens on which something can wait for a person. */
export type WaitingOn = "inbox" | "index versions" | "change sets" | "verified";

/** More than this is too wide for the nav; the words beside it say how many. */
const MOST_SHOWN = 999;
const SIZE = 12;

const shown = (count: number) => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count));

const state = (name: StateName) => (count: number) => <State state={name} label={shown(count)} size={SIZE} />;

interface Kind {
  name: keyof WaitingCounts;
  words: (count: number, of: WaitingCounts) => string;
  mark: (count: number, of: WaitingCounts) => ReactNode;
}

/** What waits on each screen, what stops the most first. */
const kinds: { [on in WaitingOn]: readonly Kind[] } = {
  inbox: [
    {
      name: "inbox",
      words: (count, { inboxNew }) => `${count} waiting${inboxNew === 0 ? "" : `, ${inboxNew} new`}`,
      mark: (count, { inboxNew }) => (inboxNew === 0 ? "" : "• ") + shown(count),
    },
  ],
  "index versions": [
    {
      name: "conflicts",
      words: (count) => countText(count, "conflict"),
      mark: (count) => <Verdict verdict="conflict" label={shown(count)} size={SIZE} />,
    },
    {
      name: "lateRequests",
      words: (count) => `${countText(count, "value")} perhaps overwritten`,
      mark: (count) => <Verdict verdict="outside" label={shown(count)} size={SIZE} />,
    },
    { name: "creations", words: (count) => `${countText(count, "creation")} unknown`, mark: state("unknown") },
  ],
  verified: [
    {
      name: "overdue",
      words: (count) => `${count} overdue`,
      mark: (count) => <StatusMark shape="clock" hue="outside" word="overdue" label={shown(count)} size={SIZE} />,
    },
  ],
  "change sets": [
    { name: "alarms", words: (count) => countText(count, "isolation alarm"), mark: state("failed") },
    { name: "unknown", words: (count) => `${countText(count, "change")} unknown`, mark: state("unknown") },
    { name: "held", words: (count) => `${countText(count, "change")} held`, mark: state("held") },
  ],
};

/** How much waits for a person on a screen: marks with numbers, and the words under `wordsId` for the link around them. */
export default function WaitingCountsOf({ on, wordsId }: { on: WaitingOn; wordsId: string }) {
  const { data } = useQuery(waitingCountsQuery);
  const waiting = kinds[on].flatMap(({ name, words, mark }) => {
    const count = data?.[name] ?? 0;
    return data === undefined || count === 0 ? [] : [{ name, words: words(count, data), mark: mark(count, data) }];
  });
  if (waiting.length === 0) return null;
  const words = waiting.map((kind) => kind.words).join(", ");
  return (
    <>
      <span className={styles["counts"]} aria-hidden="true" data-tip={words}>
        {waiting.map(({ name, mark }) => (
          <span key={name}>{mark}</span>
        ))}
      </span>
      <span id={wordsId} hidden>
        {words}
      </span>
    </>
  );
}
