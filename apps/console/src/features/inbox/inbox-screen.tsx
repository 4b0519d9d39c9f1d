import type { InboxEntry } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import {
  EntryAge,
  EntryStep,
  type Face,
  faces,
  inboxQuery,
  keyOf,
  placeOf,
  quoted,
  subjectOf,
} from "./inbox-entries.tsx";
import styles from "./inbox.module.css";

/** What waits for the person who is signed in, by what it asks of them, each one step from its end. */
export function InboxScreen() {
  const { data, error, refetch } = useQuery(inboxQuery);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const seen = useCommand({ run: () => bff.put("/inbox/seen", undefined), changes: ["own inbox"], failed: "" });
  const items = data?.items ?? [];
  const fresh = items.filter(({ isNew }) => isNew).length;
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-entry]") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useShortcuts([
    { keys: "j", label: "Next entry", group: "Lists", run: () => move(1) },
    { keys: "k", label: "Previous entry", group: "Lists", run: () => move(-1) },
    ...(fresh > 0 ? [{ keys: "u", label: "Mark all seen", run: () => seen.mutate() }] : []),
  ]);
  return (
    <Page
      title="Inbox"
      {...(items.length === 0
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
      {error !== null && data === undefined ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} rowHeight={48} label="Loading the inbox" />
      ) : items.length === 0 ? (
        <EmptyState
          title="Nothing waits for you"
          primary={<Button onClick={() => void navigate(paths.changeSets.href())}>See the change sets</Button>}
        >
          What you are asked to review or change, what failed and what is overdue is told here.
        </EmptyState>
      ) : (
        <div ref={list} className={styles["inbox"]}>
          {faces.map((face) => (
            <Entries key={face.kind} face={face} entries={items.filter(({ kind }) => kind === face.kind)} />
          ))}
        </div>
      )}
    </Page>
  );
}

function Entries({ face, entries }: { face: Face; entries: readonly InboxEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={face.heading}>
      <h2>
        {face.heading} <span>{entries.length}</span>
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={keyOf(entry)} data-new={entry.isNew || undefined}>
            {face.mark}
            <div>
              <Link to={placeOf(entry)} data-entry="">
                {entry.isNew ? <span className="unseen">New: </span> : null}
                <bdi>{face.title(entry)}</bdi>
              </Link>
              <small>
                <bdi>{subjectOf(entry)}</bdi>
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
                {entry.words === null ? null : (
                  <>
                    : “<bdi>{quoted(entry.words)}</bdi>”
                  </>
                )}
              </small>
            </div>
            <EntryAge entry={entry} />
            <EntryStep face={face} entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}
