import type { Connection, ServiceRequest, RequestPage } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { hrefWith } from "#/ui/page/href-with.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { RequestInspector } from "./request-inspector.tsx";
import styles from "./requests.module.css";
import { causeWords, requestSearch, statusWords, requestQueryOf, type RequestSearch } from "./search.ts";
import { timeText, droppedCallsText, statusOf, durationText } from "./request-text.ts";

const requestsQuery = (search: RequestSearch) =>
  listQuery<RequestPage>({ key: ["requests"], to: "/requests", query: { ...requestQueryOf(search) } });

const EVERY_MS = 2_000;
const options = (words: Readonly<Record<string, string>>): NonNullable<ListFilter["options"]> => {
  const [first = { value: "", label: "" }, ...others] = Object.entries(words).map(([value, label]) => ({
    value,
    label,
  }));
  return [first, ...others];
};
const filters: readonly ListFilter[] = [
  { name: "path", label: "Filter by path" },
  { name: "index", label: "Index id" },
  { name: "status", label: "Status", options: options(statusWords) },
  { name: "cause", label: "Cause", options: options(causeWords) },
];

function Status({ row }: { row: ServiceRequest }) {
  const { text, hue } = statusOf(row);
  return (
    <span className={styles["status"]} data-hue={hue}>
      {text}
      {row.mixed === null ? null : <Verdict verdict="outside" show="mark" />}
    </span>
  );
}

function Path({ row }: { row: ServiceRequest }) {
  const isKept = row.outcome !== "not-kept";
  const words = isKept ? row.path : droppedCallsText(row);
  return (
    <span className={isKept ? "mono" : undefined} data-tip={words} data-tip-when="cut">
      {words}
    </span>
  );
}

function By({ row }: { row: ServiceRequest }) {
  const tries = row.attempt > 1 ? `, attempt ${row.attempt}` : "";
  return (
    <bdi data-tip={row.cause.name} data-tip-when="cut">
      {row.cause.name}
      {tries}
    </bdi>
  );
}

const columns: readonly DataTableColumn<ServiceRequest>[] = [
  {
    id: "at",
    header: "Time",
    size: 104,
    quiet: true,
    narrowSize: 84,
    cell: (row) => timeText(row.at),
  },
  {
    id: "method",
    header: "Verb",
    size: 52,
    cell: (row) => <span className="mono">{row.method}</span>,
  },
  {
    id: "path",
    header: "Path",
    size: 180,
    grow: 3,
    narrowSize: 140,
    isLink: true,
    cell: (row) => <Path row={row} />,
  },
  {
    id: "index",
    header: "Index",
    size: 132,
    grow: 1,
    quiet: true,
    cell: (row) =>
      row.indexId === null ? (
        <span className="mono">{row.outcome === "not-kept" ? "" : "none sent"}</span>
      ) : (
        <Link
          to={paths.directory.href({ indexId: row.indexId })}
          tabIndex={-1}
          className="quiet-link mono"
          data-tip={row.indexId}
          data-tip-when="cut"
        >
          {row.indexId}
        </Link>
      ),
  },
  {
    id: "status",
    header: "Status",
    size: 84,
    narrowSize: 68,
    cell: (row) => <Status row={row} />,
  },
  {
    id: "took",
    header: "Took",
    size: 76,
    align: "end",
    quiet: true,
    narrowSize: 64,
    cell: (row) => durationText(row),
  },
  {
    id: "by",
    header: "By",
    size: 96,
    grow: 1,
    quiet: true,
    narrowSize: 72,
    cell: (row) => <By row={row} />,
  },
];

const titleOf = (row: ServiceRequest) =>
  row.outcome === "not-kept" ? droppedCallsText(row) : `${row.method} ${row.path}`;
const idOf = ({ id }: ServiceRequest) => id;

/** The recent calls to the service, newest first, polled. */
export function RequestList({ connection }: { connection: Connection }) {
  const [params, change] = useUrlState();
  const search = requestSearch(params);
  const list = useInfiniteQuery({
    ...requestsQuery(search),
    // Polling would move the rows of further pages.
    refetchInterval: ({ state }) => (search.following && (state.data?.pages.length ?? 0) <= 1 ? EVERY_MS : false),
  });
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  // What is looked at stays while newer calls push it off the list.
  const [lastOpened, setLastOpened] = useState<ServiceRequest | null>(null);
  const listed = rows.find(({ id }) => id === search.opened);
  if (listed !== undefined && listed !== lastOpened) setLastOpened(listed);
  const opened = listed ?? (lastOpened?.id === search.opened ? lastOpened : null);
  return (
    <div className={styles["list"]}>
      <ListScreen
        label="Requests"
        filters={filters}
        noResults="About the last 10,000 calls are kept."
        toolbarEnd={
          <button
            type="button"
            className={styles["follow"]}
            aria-pressed={search.following}
            onClick={() => change({ follow: search.following ? "no" : null })}
          >
            {search.following ? "following" : "not following"}
          </button>
        }
        columns={columns}
        query={list}
        rows={rows}
        empty={
          <EmptyState title="No requests yet">
            Every call to it is listed here, with what caused it; where very many come at once, one line counts the
            rest.
          </EmptyState>
        }
        rowId={idOf}
        rowLabel={titleOf}
        compactRow={(row) => ({
          title: <span className={row.outcome === "not-kept" ? undefined : "mono"}>{titleOf(row)}</span>,
          end: <Status row={row} />,
          under: (
            <>
              {timeText(row.at)} · <By row={row} />
            </>
          ),
          underEnd: durationText(row),
        })}
        rowHref={(row) => hrefWith(params, { request: row.id })}
        onOpen={(row) => change({ request: row.id })}
        footNote="Newest first; about the last 10,000 are kept. Never the key, nor patients' data."
      />
      {opened === null ? null : (
        <RequestInspector request={opened} connection={connection} onClose={() => change({ request: null })} />
      )}
    </div>
  );
}
