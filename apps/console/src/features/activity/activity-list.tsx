import type { JournalEntry } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { hrefWith } from "#/ui/page/href-with.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Avatar } from "#/ui/display/avatar.tsx";
import { Count, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ActivityEntry } from "./activity-entry.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { NewEntriesBar } from "./new-entries-bar.tsx";
import { useNewEntries } from "./use-new-entries.ts";
import styles from "./activity.module.css";
import { type FoldedEntry, foldEntries, wordsOf } from "./fold-entries.ts";
import { activityQuery } from "./queries.ts";
import { activityFilter, activitySearch, nothingSearched } from "./search.ts";

const columns: readonly DataTableColumn<FoldedEntry>[] = [
  {
    id: "actor",
    header: "Who",
    size: 164,
    // The sentence begins with the name.
    narrowSize: 44,
    grow: 0.8,
    cell: (row) => (
      <span className={styles["actor"]}>
        <Avatar name={row.entry.actor.name} square={row.entry.actor.kind !== "person"} />
        <bdi data-tip={row.entry.actor.name} data-tip-when="cut">
          {row.entry.actor.name}
        </bdi>
      </span>
    ),
  },
  {
    id: "sentence",
    header: "What",
    size: 240,
    grow: 3,
    isLink: true,
    cell: (row) => (
      <bdi data-tip={wordsOf(row)} data-tip-when="cut">
        {wordsOf(row)}
      </bdi>
    ),
  },
  {
    id: "index",
    header: "Index",
    size: 148,
    narrowSize: 124,
    quiet: true,
    cell: (row) =>
      row.entry.indexId === null ? (
        <Count value={0} />
      ) : (
        <Link
          to={paths.directory.href({ indexId: row.entry.indexId })}
          tabIndex={-1}
          className="quiet-link"
          data-tip={row.entry.indexId}
        >
          <bdi>{row.entry.indexName ?? row.entry.indexId}</bdi>
        </Link>
      ),
  },
  {
    id: "why",
    header: "Why",
    size: 100,
    grow: 1.2,
    quiet: true,
    from: "wide",
    cell: (row) => (row.entry.why === null ? <Count value={0} /> : <bdi>{row.entry.why}</bdi>),
  },
  {
    id: "at",
    header: "When",
    size: 80,
    align: "end",
    quiet: true,
    cell: (row) => <Age at={row.entry.at} />,
  },
];
const inAll: readonly string[] = [];
const inOneIndex = ["index"];

const idOf = ({ id }: JournalEntry) => id;
const lineIdOf = ({ entry }: FoldedEntry) => idOf(entry);

/** The journal, newest first: of everything, or of one directory. */
export function ActivityList({ indexId }: { indexId: string | null }) {
  const [params, change] = useUrlState();
  const search = activitySearch(params);
  const filter = activityFilter(search, indexId);
  const list = useInfiniteQuery(activityQuery(filter));
  const [openedRuns, setOpenedRuns] = useState<ReadonlySet<string>>(new Set());
  const entries = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  const rows = useMemo(() => foldEntries(entries, openedRuns), [entries, openedRuns]);
  const opened = entries.find(({ id }) => id === params.get("entry"));
  const isFiltered = Object.keys(filter).some((name) => name !== "indexId" || indexId === null);
  const [isLive, setLive] = useState(true);
  const newest = list.isPlaceholderData || list.data === undefined ? undefined : (entries[0]?.id ?? null);
  const fresh = useNewEntries(filter, { newest, readAt: list.dataUpdatedAt, isLive });
  const sealedTo = list.data?.pages[0]?.sealedTo ?? null;
  return (
    <>
      <ActivityFilters search={search} filter={filter} />
      <NewEntriesBar {...fresh} isLive={isLive} onLive={setLive} onShow={() => void list.refetch()} />
      <DataTable
        label="Activity"
        columns={columns}
        hiddenColumns={indexId === null ? inAll : inOneIndex}
        query={list}
        rows={rows}
        empty={
          isFiltered ? (
            <EmptyState
              title="No activity matches"
              primary={<Button onClick={() => change(nothingSearched)}>Clear the filters</Button>}
            >
              The search looks through names, values, reasons and ids. Days are counted in UTC.
            </EmptyState>
          ) : (
            <EmptyState title="No activity yet">
              What changes something is written down here: who, what, before, after, why.
            </EmptyState>
          )
        }
        rowId={lineIdOf}
        rowLabel={wordsOf}
        compactRow={(row) => ({
          mark: <Avatar name={row.entry.actor.name} square={row.entry.actor.kind !== "person"} />,
          title: <bdi>{wordsOf(row)}</bdi>,
          under: <bdi>{row.entry.actor.name}</bdi>,
          underEnd: <Age at={row.entry.at} after="ago" />,
        })}
        rowHref={({ entry: row, isRun }) => (isRun ? null : hrefWith(params, { entry: row.id }))}
        onOpen={({ entry: row, isRun }) => {
          if (isRun) setOpenedRuns((before) => new Set(before).add(row.id));
          else change({ entry: row.id }, { push: true });
        }}
        rowShortcuts={[
          { keys: "f", label: "Only what this person did", run: ({ entry: row }) => change({ by: row.actor.id }) },
        ]}
        footNote={
          sealedTo === null
            ? "Newest first. Each entry is saved together with its change, and never edited."
            : `Newest first. Sealed up to entry ${numberText(sealedTo)}.`
        }
      />
      <ActivityEntry entry={opened ?? null} onClose={() => change({ entry: null })} />
    </>
  );
}
