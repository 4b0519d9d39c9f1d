import type { JournalEntry } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import { dataTableColumns } from "#/ui/table/columns.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { hrefWith, useUrlState } from "#/ui/page/use-url-state.ts";
import { Avatar } from "#/ui/display/avatar.tsx";
import { Count } from "#/ui/display/count.tsx";
import { ActivityEntry } from "./activity-entry.tsx";
import styles from "./activity.module.css";
import { type FoldedEntry, foldEntries } from "./fold-entries.ts";
import { activityQuery } from "./queries.ts";

const wordsOf = ({ entry, times }: FoldedEntry) => (times === 1 ? entry.sentence : `${entry.sentence}, ${times} times`);

const column = dataTableColumns<FoldedEntry>();
const columns = column.columns([
  column.display({
    id: "actor",
    header: "Who",
    size: 164,
    meta: { grow: 0.8 },
    cell: ({ row: { original: row } }) => (
      <span className={styles["actor"]}>
        <Avatar name={row.entry.actor.name} />
        <bdi data-tip={row.entry.actor.name} data-tip-when="cut">
          {row.entry.actor.name}
        </bdi>
      </span>
    ),
  }),
  column.accessor(wordsOf, {
    id: "sentence",
    header: "What",
    enableSorting: false,
    size: 280,
    meta: { grow: 3, isLink: true },
    cell: ({ getValue }) => (
      <bdi data-tip={getValue()} data-tip-when="cut">
        {getValue()}
      </bdi>
    ),
  }),
  column.display({
    id: "index",
    header: "Index",
    size: 148,
    meta: { quiet: true },
    cell: ({ row: { original: row } }) =>
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
  }),
  column.display({
    id: "why",
    header: "Why",
    size: 100,
    meta: { grow: 1.2, quiet: true },
    cell: ({ row: { original: row } }) => (row.entry.why === null ? <Count value={0} /> : <bdi>{row.entry.why}</bdi>),
  }),
  column.display({
    id: "at",
    header: "When",
    size: 80,
    meta: { align: "end", quiet: true },
    cell: ({ row }) => <Age at={row.original.entry.at} />,
  }),
]);
const inAll: readonly string[] = [];
const inOneIndex = ["index"];

const seqOf = ({ seq }: JournalEntry) => String(seq);
const idOf = ({ entry }: FoldedEntry) => seqOf(entry);

/** The journal, newest first: of everything, or of one index. */
export function ActivityList({ indexId }: { indexId: string | null }) {
  const [params, change] = useUrlState();
  const list = useInfiniteQuery(activityQuery(indexId));
  const entries = useMemo(() => itemsOf(list.data, seqOf), [list.data]);
  const rows = useMemo(() => foldEntries(entries), [entries]);
  const opened = entries.find((row) => String(row.seq) === params.get("entry"));
  return (
    <>
      <DataTable
        label="Activity"
        columns={columns}
        hiddenColumns={indexId === null ? inAll : inOneIndex}
        query={list}
        rows={rows}
        empty={
          <EmptyState title="No activity yet">
            What changes something is written down here: who, what, before, after, why.
          </EmptyState>
        }
        rowId={idOf}
        rowLabel={wordsOf}
        compactRow={(row) => ({
          mark: <Avatar name={row.entry.actor.name} />,
          title: <bdi>{wordsOf(row)}</bdi>,
          under: <bdi>{row.entry.actor.name}</bdi>,
          underEnd: <Age at={row.entry.at} after="ago" />,
        })}
        rowHref={({ entry: row }) => hrefWith(params, { entry: String(row.seq) })}
        onOpen={({ entry: row }) => change({ entry: String(row.seq) }, { push: true })}
        footNote="Newest first. Each entry is saved together with its change, and never edited."
      />
      <ActivityEntry entry={opened ?? null} onClose={() => change({ entry: null })} />
    </>
  );
}
