import type { Plan, PlanPage } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Count } from "#/ui/display/count.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { plansKey } from "#/plan-choice/queries.ts";

const plansQuery = (q: string) => listQuery<PlanPage>({ key: [...plansKey, "list"], to: "/plans", query: { q } });

const sources: { [source in Plan["source"]]: string } = {
  csv: "imported",
  seen: "seen on a schedule",
  profile: "from the service",
};
const text = (value: string | null) => (value === null ? <Count value={0} /> : <bdi>{value}</bdi>);

const columns: readonly DataTableColumn<Plan>[] = [
  {
    id: "name",
    header: "Plan",
    size: 200,
    grow: 2,
    cell: (row) => <NameOrId name={row.name} id={row.id} />,
  },
  {
    id: "payer",
    header: "Payer",
    size: 140,
    grow: 1.4,
    cell: (row) => text(row.payer),
  },
  { id: "kind", header: "Kind", size: 120, cell: (row) => text(row.kind) },
  {
    id: "id",
    header: "Id",
    size: 160,
    cell: (row) => <CopyableId id={row.id} quiet />,
  },
  {
    id: "source",
    header: "Source",
    size: 140,
    quiet: true,
    from: "middle",
    cell: (row) => sources[row.source],
  },
];

const filters = [{ name: "q", label: "Filter by plan, payer, id" }];
const idOf = ({ id }: Plan) => id;

/** The plan catalogue: every plan id that this connection knows, with its name. */
export function PlanList({ onImport }: { onImport: () => void }) {
  const [params] = useUrlState();
  const list = useInfiniteQuery(plansQuery(params.get("q") ?? ""));
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  return (
    <ListScreen
      label="Plans"
      filters={filters}
      noResults="The filter searches payers, plan names, kinds and ids."
      columns={columns}
      query={list}
      rows={rows}
      empty={
        <EmptyState
          title="No plans yet"
          primary={
            <Permitted action="stage" forAll>
              <Button variant="filled" leftSection={<Icon name="upload" />} onClick={onImport}>
                Import plans
              </Button>
            </Permitted>
          }
        >
          The service knows plans by id alone. Import their names from CSV; ids met on schedules join by themselves.
        </EmptyState>
      }
      rowId={idOf}
      rowLabel={(row) => row.name ?? row.id}
      compactRow={(row) => ({
        mark: <Icon name="book" size={14} />,
        title: row.name === null ? <span className="mono">{row.id}</span> : <bdi>{row.name}</bdi>,
        under: row.payer === null ? "payer not known" : <bdi>{row.payer}</bdi>,
        underEnd: <span className="mono">{row.id}</span>,
      })}
      footNote="Names come from imports; where the service names its plans, from it too."
    />
  );
}
