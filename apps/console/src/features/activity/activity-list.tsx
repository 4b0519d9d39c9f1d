import type { JournalEntry } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/text/age.tsx";
import type { DataTableColumn } from "#/ui/table/column.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Avatar } from "#/ui/text/avatar.tsx";
import { Count } from "#/ui/text/count.tsx";
import { ActivityEntry } from "./activity-entry.tsx";
import styles from "./activity.module.css";
import { type FoldedEntry, foldEntries } from "./fold-entries.ts";
import { activityQuery } from "./queries.ts";

const wordsOf = ({ entry, times }: FoldedEntry) => (times === 1 ? entry.sentence : `${entry.sentence}, ${times} times`);

function columnsFor(inIndex: boolean): readonly DataTableColumn<FoldedEntry>[] {
  return [
    {
      id: "actor",
      header: "Who",
      width: "minmax(148px, 0.8fr)",
      cell: ({ entry: row }) => (
        <span className={styles["actor"]}>
          <Avatar name={row.actor.name} />
          <bdi data-tip={row.actor.name} data-tip-when="cut">
            {row.actor.name}
          </bdi>
        </span>
      ),
    },
    {
      id: "sentence",
      header: "What",
      width: "minmax(280px, 3fr)",
      cell: (row) => (
        <bdi data-tip={wordsOf(row)} data-tip-when="cut">
          {wordsOf(row)}
        </bdi>
      ),
    },
    ...(inIndex
      ? []
      : [
          {
            id: "index",
            header: "Index",
            width: "148px",
            quiet: true,
            cell: ({ entry: row }: FoldedEntry) =>
              row.indexId === null ? <Count value={0} /> : <span className="mono">{row.indexId}</span>,
          },
        ]),
    {
      id: "why",
      header: "Why",
      width: "minmax(100px, 1.2fr)",
      quiet: true,
      cell: ({ entry: row }) => (row.why === null ? <Count value={0} /> : <bdi>{row.why}</bdi>),
    },
    {
      id: "at",
      header: "When",
      width: "80px",
      align: "end",
      quiet: true,
      cell: ({ entry: row }) => <Age at={row.at} />,
    },
  ];
}

const inAll = columnsFor(false);
const inOne = columnsFor(true);

const seqOf = ({ seq }: JournalEntry) => String(seq);
const idOf = ({ entry }: FoldedEntry) => seqOf(entry);

/** The journal, newest first: of everything, or of one index. */
export function ActivityList({ indexId }: { indexId: string | null }) {
  const [params, change] = useUrlState();
  const list = useInfiniteQuery(activityQuery(indexId));
  const entries = useMemo(() => itemsOf(list.data, seqOf), [list.data]);
  const rows = useMemo(() => foldEntries(entries), [entries]);
  const opened = entries.find((row) => String(row.seq) === params.get("entry"));
  const first = list.data?.pages[0];
  const instead =
    list.isError && first === undefined ? (
      <ReadFailure
        sentence={errorSentence(list.error)}
        requestId={requestIdOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    ) : first !== undefined && rows.length === 0 ? (
      <EmptyState title="Nothing has happened here yet">
        What changes something is written down here: who, what, before, after, why.
      </EmptyState>
    ) : undefined;
  return (
    <>
      <DataTable
        label="Activity"
        columns={indexId === null ? inAll : inOne}
        rows={rows}
        rowId={idOf}
        rowLabel={wordsOf}
        compactRow={(row) => ({
          mark: <Avatar name={row.entry.actor.name} />,
          title: <bdi>{wordsOf(row)}</bdi>,
          under: <bdi>{row.entry.actor.name}</bdi>,
          underEnd: <Age at={row.entry.at} after="ago" />,
        })}
        onOpen={({ entry: row }) => change({ entry: String(row.seq) }, { push: true })}
        total={first?.total ?? null}
        footNote="Newest first. A row is written together with what it tells of, and never changed."
        hasMore={list.hasNextPage}
        onMore={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
        loading={list.isPending}
        instead={instead}
      />
      <ActivityEntry entry={opened ?? null} onClose={() => change({ entry: null })} />
    </>
  );
}
