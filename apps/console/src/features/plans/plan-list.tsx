import type { Plan } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { type Room, useRoom } from "#/ui/page/viewport.ts";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import type { DataTableColumn } from "#/ui/table/column.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { FilterField } from "#/ui/table/filter-field.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { Named } from "#/ui/text/name-or-id.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Count } from "#/ui/text/count.tsx";
import { plansQuery } from "./queries.ts";

const sources: { [source in Plan["source"]]: string } = {
  csv: "imported",
  seen: "seen on a schedule",
  profile: "from the service",
};
const text = (value: string | null) => (value === null ? <Count value={0} /> : <bdi>{value}</bdi>);

const columnsFor = (room: Room): readonly DataTableColumn<Plan>[] => [
  { id: "name", header: "Plan", width: "minmax(200px, 2fr)", cell: (row) => <Named name={row.name} id={row.id} /> },
  { id: "payer", header: "Payer", width: "minmax(140px, 1.4fr)", cell: (row) => text(row.payer) },
  { id: "kind", header: "Kind", width: "120px", cell: (row) => text(row.kind) },
  { id: "id", header: "Id", width: "160px", cell: (row) => <CopyableId id={row.id} quiet /> },
  {
    id: "source",
    header: "Source",
    width: "140px",
    hidden: room === "narrow",
    quiet: true,
    cell: (row) => sources[row.source],
  },
];

const idOf = ({ id }: Plan) => id;

/** Every plan id that this connection knows, with the names that somebody gave them. */
export function PlanList({ onImport }: { onImport: () => void }) {
  const [params, change] = useUrlState();
  const room = useRoom();
  const columns = useMemo(() => columnsFor(room), [room]);
  const q = params.get("q") ?? "";
  const list = useInfiniteQuery(plansQuery(q));
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  const first = list.data?.pages[0];
  const instead =
    list.isError && first === undefined ? (
      <ReadFailure
        sentence={errorSentence(list.error)}
        requestId={requestIdOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    ) : first !== undefined && rows.length === 0 ? (
      q === "" ? (
        <EmptyState
          title="No plan is known yet"
          primary={
            <Button variant="filled" leftSection={<Icon name="upload" />} onClick={onImport}>
              Import plans
            </Button>
          }
        >
          The service knows plans by id alone. Import their names from CSV; ids met on schedules join by themselves.
        </EmptyState>
      ) : (
        <EmptyState
          title="No plan is called that"
          primary={<Button onClick={() => change({ q: null })}>Clear the filter</Button>}
        >
          It looks through payers, names, kinds and ids.
        </EmptyState>
      )
    ) : undefined;
  return (
    <>
      <Toolbar>
        <FilterField
          label="Filter by plan, payer, id"
          value={q}
          onChange={(next) => change({ q: next === "" ? null : next })}
        />
      </Toolbar>
      <DataTable
        label="Plans"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={(row) => row.name ?? row.id}
        compactRow={(row) => ({
          mark: <Icon name="book" size={14} />,
          title: row.name === null ? <span className="mono">{row.id}</span> : <bdi>{row.name}</bdi>,
          under: row.payer === null ? "payer not known" : <bdi>{row.payer}</bdi>,
          underEnd: <span className="mono">{row.id}</span>,
        })}
        total={first?.total ?? null}
        footNote="Names come from imports; where the service names its plans, from it too."
        hasMore={list.hasNextPage}
        onMore={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
        loading={list.isPending}
        instead={instead}
      />
    </>
  );
}
