import type { Connection, ServiceRequest } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { type Room, useRoom } from "#/ui/page/viewport.ts";
import type { DataTableColumn } from "#/ui/table/column.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { FilterField } from "#/ui/table/filter-field.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { requestsQuery } from "./queries.ts";
import { RequestInspector } from "./request-inspector.tsx";
import styles from "./requests.module.css";
import { causeWords, requestSearch, statusWords } from "./search.ts";
import { clockOf, notKept, statusOf, tookOf } from "./request-text.ts";

const EVERY_MS = 2_000;
const options = <Value extends string>(words: Readonly<Record<Value, string>>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: words[value] }));
const statusOptions = options(statusWords, ["any", "ok", "failed", "4xx", "5xx", "no-answer", "refused", "mixed"]);
const causeOptions = options(causeWords, ["any", "person", "work", "gateway", "probe"]);

function Status({ row }: { row: ServiceRequest }) {
  const { text, hue } = statusOf(row);
  return (
    <span className={styles["status"]} data-hue={hue}>
      {text}
      {row.mixed === null ? null : <Verdict verdict="outside" show="mark" />}
    </span>
  );
}

function By({ row }: { row: ServiceRequest }) {
  const tries = row.attempt > 1 ? `, try ${row.attempt}` : "";
  return (
    <bdi data-tip={row.cause.name} data-tip-when="cut">
      {row.cause.name}
      {tries}
    </bdi>
  );
}

function columnsFor(room: Room): readonly DataTableColumn<ServiceRequest>[] {
  return [
    { id: "at", header: "Time", width: "104px", quiet: true, cell: (row) => clockOf(row.at) },
    { id: "method", header: "Verb", width: "52px", cell: (row) => <span className="mono">{row.method}</span> },
    {
      id: "path",
      header: "Path",
      width: "minmax(180px, 3fr)",
      cell: (row) =>
        row.outcome === "not-kept" ? (
          <span data-tip={notKept(row)} data-tip-when="cut">
            {notKept(row)}
          </span>
        ) : (
          <span className="mono" data-tip={row.path} data-tip-when="cut">
            {row.path}
          </span>
        ),
    },
    {
      id: "index",
      header: "Index",
      width: "minmax(112px, 1fr)",
      quiet: true,
      hidden: room === "narrow",
      cell: (row) => (
        <span className="mono" data-tip={row.indexId ?? undefined} data-tip-when="cut">
          {row.indexId ?? (row.outcome === "not-kept" ? "" : "none sent")}
        </span>
      ),
    },
    { id: "status", header: "Status", width: "84px", cell: (row) => <Status row={row} /> },
    { id: "took", header: "Took", width: "76px", align: "end", quiet: true, cell: tookOf },
    { id: "by", header: "By", width: "minmax(96px, 1fr)", quiet: true, cell: (row) => <By row={row} /> },
  ];
}

const titleOf = (row: ServiceRequest) => (row.outcome === "not-kept" ? notKept(row) : `${row.method} ${row.path}`);
const idOf = ({ seq }: ServiceRequest) => String(seq);

/** The recent calls to the service, newest first, coming in by themselves. */
export function RequestList({ connection }: { connection: Connection }) {
  const [params, change] = useUrlState();
  const search = requestSearch(params);
  const list = useInfiniteQuery({
    ...requestsQuery(search),
    // Further pages are looked at in peace.
    refetchInterval: ({ state }) => (search.following && (state.data?.pages.length ?? 0) <= 1 ? EVERY_MS : false),
  });
  const room = useRoom();
  const columns = useMemo(() => columnsFor(room), [room]);
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  const first = list.data?.pages[0];
  const opened = rows.find(({ seq }) => seq === search.opened);
  const filtered = search.path !== "" || search.indexId !== "" || search.status !== "any" || search.cause !== "any";
  const instead =
    list.isError && first === undefined ? (
      <ReadFailure
        sentence={errorSentence(list.error)}
        requestId={requestIdOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    ) : first !== undefined && rows.length === 0 ? (
      filtered ? (
        <EmptyState
          title="No call fits these filters"
          primary={
            <Button onClick={() => change({ path: null, index: null, status: null, cause: null })}>
              Clear the filters
            </Button>
          }
        >
          About the last 10,000 calls are kept.
        </EmptyState>
      ) : (
        <EmptyState title="The service was not called yet">
          Every call to it is listed here, with what caused it; where very many come at once, one line counts the rest.
        </EmptyState>
      )
    ) : undefined;
  return (
    <div className={styles["list"]}>
      <Toolbar
        end={
          <button
            type="button"
            className={styles["follow"]}
            aria-pressed={search.following}
            onClick={() => change({ follow: search.following ? "no" : null })}
          >
            {search.following ? "following" : "not following"}
          </button>
        }
      >
        <FilterField
          label="Filter by path"
          value={search.path}
          onChange={(path) => change({ path: path === "" ? null : path })}
        />
        <div className={styles["index"]}>
          <FilterField
            label="Index id"
            main={false}
            value={search.indexId}
            onChange={(index) => change({ index: index === "" ? null : index })}
          />
        </div>
        <SelectField
          label="Status"
          labelHidden
          small
          value={search.status}
          options={statusOptions}
          onChange={(status) => change({ status: status === "any" ? null : status })}
        />
        <SelectField
          label="Cause"
          labelHidden
          small
          value={search.cause}
          options={causeOptions}
          onChange={(cause) => change({ cause: cause === "any" ? null : cause })}
        />
      </Toolbar>
      <DataTable
        label="Requests"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={titleOf}
        compactRow={(row) => ({
          title: <span className={row.outcome === "not-kept" ? undefined : "mono"}>{titleOf(row)}</span>,
          end: <Status row={row} />,
          under: (
            <>
              {clockOf(row.at)} · <By row={row} />
            </>
          ),
          underEnd: tookOf(row),
        })}
        onOpen={(row) => change({ request: String(row.seq) })}
        total={null}
        footNote="Newest first; about the last 10,000 are kept. Never the key, nor patients' data."
        hasMore={list.hasNextPage}
        onMore={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
        loading={list.isPending}
        instead={instead}
      />
      {opened === undefined ? null : (
        <RequestInspector request={opened} connection={connection} onClose={() => change({ request: null })} />
      )}
    </div>
  );
}
