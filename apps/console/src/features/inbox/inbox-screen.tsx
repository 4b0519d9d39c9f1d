import type { InboxEntry } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { Tabs } from "#/ui/page/tabs.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { hrefWith } from "#/ui/page/href-with.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { useViewport } from "#/ui/page/viewport.ts";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import {
  AnswerOnLine,
  EntryAge,
  EntryStep,
  type Face,
  faces,
  inboxQuery,
  placeOf,
  quoted,
  shownUntil,
  subjectOf,
} from "./inbox-entries.tsx";
import { PutOffVerbs } from "./put-off.tsx";
import styles from "./inbox.module.css";

export interface InboxScreenProps {
  /** What an entry is about, shown beside the list where there is room. */
  details: (entry: InboxEntry) => ReactNode;
}

interface Shown {
  face: Face;
  entry: InboxEntry;
}

/** The entry that is looked at: the one that was chosen or, once that is settled, the one that stands in its place. */
function useChosen(shown: readonly Shown[], key: string | null): Shown | null {
  const place = shown.findIndex(({ entry }) => entry.id === key);
  const [lastPlace, setLastPlace] = useState(0);
  if (place >= 0 && place !== lastPlace) setLastPlace(place);
  return shown[place >= 0 ? place : Math.min(lastPlace, shown.length - 1)] ?? null;
}

const tabs = ["waiting", "snoozed", "done"] as const;

const tabOf = ({ putOff }: InboxEntry): (typeof tabs)[number] =>
  putOff === null ? "waiting" : putOff.until === null ? "done" : "snoozed";

/** What waits for the person who is signed in, by what it asks of them, each one step from its end. */
export function InboxScreen({ details }: InboxScreenProps) {
  const { data, error, refetch } = useQuery(inboxQuery);
  const [params, change] = useUrlState();
  const isSplit = useViewport() !== "narrow";
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const all = data?.items ?? [];
  const seen = useCommand({
    run: () => bff.put("/inbox/seen", undefined, { query: { shownUntil: shownUntil(all) } }),
    changes: ["own inbox"],
    failed: "",
  });
  const tab = oneOf(params.get("show"), tabs);
  const items = all.filter((entry) => tabOf(entry) === tab);
  const shown = faces.flatMap((face) =>
    items.filter(({ kind }) => kind === face.kind).map((entry): Shown => ({ face, entry })),
  );
  const chosen = useChosen(shown, params.get("entry"));
  const fresh = items.filter(({ isNew }) => isNew).length;
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-entry]") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    // The first key begins at the entry that is looked at.
    const from = at < 0 && isSplit && chosen !== null ? shown.indexOf(chosen) - by : at;
    const next = Math.min(Math.max(from + by, 0), links.length - 1);
    links[next]?.focus();
    const to = shown[next];
    if (isSplit && to !== undefined) change({ entry: to.entry.id });
  };
  useShortcuts([
    { keys: "j", label: "Next entry", group: "Lists", run: () => move(1) },
    { keys: "k", label: "Previous entry", group: "Lists", run: () => move(-1) },
    ...(fresh > 0 && tab === "waiting" ? [{ keys: "u", label: "Mark all seen", run: () => seen.mutate() }] : []),
  ]);
  const open = (event: KeyboardEvent, entry: InboxEntry) => {
    if (event.key !== "Enter" || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate(placeOf(entry));
  };
  return (
    <Page
      title="Inbox"
      fill={isSplit && items.length > 0}
      {...(items.length === 0 || tab !== "waiting"
        ? {}
        : {
            lede: `${items.length} ${items.length === 1 ? "waits" : "wait"} for you, ${fresh === 0 ? "none is new" : `${fresh} ${fresh === 1 ? "is" : "are"} new`}.`,
          })}
      actions={
        fresh === 0 ? null : (
          <Button loading={seen.isPending} rightSection={<Kbd keys="u" hint />} onClick={() => seen.mutate()}>
            Mark all seen
          </Button>
        )
      }
    >
      {tab === "waiting" && items.length === all.length ? null : (
        <Tabs
          label="What to show"
          tabs={tabs.map((name) => ({
            to: hrefWith(params, { show: name === "waiting" ? null : name, entry: null }),
            label: capitalise(name),
            count: all.filter((entry) => tabOf(entry) === name).length,
            current: name === tab,
          }))}
        />
      )}
      {error !== null && data === undefined ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} rowHeight={48} label="Loading the inbox" />
      ) : items.length === 0 && tab !== "waiting" ? (
        <EmptyState title={tab === "snoozed" ? "Nothing is snoozed" : "Nothing is marked done"}>
          What is put off waits again at its time, or once something new comes of it.
        </EmptyState>
      ) : items.length === 0 ? (
        <EmptyState
          title="Nothing waits for you"
          primary={<Button onClick={() => void navigate(paths.changeSets.href())}>See the change sets</Button>}
        >
          What you are asked to review or change, what failed and what is overdue is listed here.
        </EmptyState>
      ) : (
        <div className={styles["split"]} data-split={isSplit || undefined}>
          <div ref={list} className={styles["inbox"]}>
            {faces.map((face) => (
              <Entries
                key={face.kind}
                face={face}
                shown={shown.filter(({ entry }) => entry.kind === face.kind)}
                chosen={isSplit ? chosen : null}
                hrefOf={(entry) => (isSplit ? hrefWith(params, { entry: entry.id }) : placeOf(entry))}
                {...(isSplit ? { onKeyDown: open } : {})}
              />
            ))}
          </div>
          {isSplit && chosen !== null ? <EntryDetails key={chosen.entry.id} {...chosen} details={details} /> : null}
        </div>
      )}
    </Page>
  );
}

interface EntriesProps {
  face: Face;
  shown: readonly Shown[];
  /** The one that is shown beside the list; null where each is opened. */
  chosen: Shown | null;
  hrefOf: (entry: InboxEntry) => string;
  onKeyDown?: (event: KeyboardEvent, entry: InboxEntry) => void;
}

function Entries({ face, shown, chosen, hrefOf, onKeyDown }: EntriesProps) {
  const leads = face.leadsWithSubject === true;
  if (shown.length === 0) return null;
  return (
    <div role="group" aria-label={face.heading}>
      <h2>
        {face.heading} <span>{shown.length}</span>
      </h2>
      <ul>
        {shown.map((one) => {
          const { entry } = one;
          return (
            <li key={entry.id} data-new={entry.isNew || undefined} data-chosen={one === chosen || undefined}>
              {face.mark}
              <div>
                <Link
                  to={hrefOf(entry)}
                  data-entry=""
                  {...(chosen === null
                    ? {}
                    : {
                        replace: true,
                        preventScrollReset: true,
                        "aria-current": one === chosen,
                        onKeyDown: (event: KeyboardEvent) => onKeyDown?.(event, entry),
                      })}
                >
                  {entry.isNew ? <span className="unseen">New: </span> : null}
                  <bdi>{(leads ? subjectOf(entry) : null) ?? face.title(entry)}</bdi>
                </Link>
                <Subject entry={entry} says={leads ? face.title(entry) : subjectOf(entry)} />
              </div>
              <EntryAge entry={entry} />
              {chosen === null ? (
                <span>
                  <EntryStep face={face} entry={entry} />
                  <PutOffVerbs entry={entry} name={subjectOf(entry) ?? face.heading} inMenu />
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The second line of an entry: what it is about, or what it says, where, and what was said of it. */
function Subject({ entry, says }: { entry: InboxEntry; says: string | undefined }) {
  return (
    <small>
      <bdi>{says}</bdi>
      {entry.changeSet === null ? null : (
        <>
          {" "}
          in <bdi>{entry.changeSet.indexName}</bdi>
        </>
      )}
      {entry.kind === "review" && entry.by !== null ? (
        <>
          , staged by <bdi>{entry.by.name}</bdi>
        </>
      ) : null}
      {entry.answer === null ? null : (
        <>
          : <AnswerOnLine entry={entry} />
        </>
      )}
      {entry.words === null || entry.answer !== null ? null : (
        <>
          : “<bdi>{quoted(entry.words)}</bdi>”
        </>
      )}
    </small>
  );
}

/** The entry that is looked at: what it asks, the step to its end, and what it is about. */
function EntryDetails({ face, entry, details }: Shown & InboxScreenProps) {
  return (
    <section className={styles["details"]} aria-label="What it is about">
      <header>
        <div>
          <p>
            {face.mark} {face.heading}
            <EntryAge entry={entry} />
          </p>
          <h2>
            <bdi>{face.title(entry)}</bdi>
          </h2>
          <p>
            <Link to={placeOf(entry)}>
              <bdi>{subjectOf(entry)}</bdi>
            </Link>
            {entry.words === null || entry.answer !== null ? null : (
              <q>
                <bdi>{entry.words}</bdi>
              </q>
            )}
          </p>
        </div>
        <div>
          <PutOffVerbs entry={entry} name={subjectOf(entry) ?? face.heading} />
          <EntryStep face={face} entry={entry} withKey />
        </div>
      </header>
      {details(entry)}
    </section>
  );
}
