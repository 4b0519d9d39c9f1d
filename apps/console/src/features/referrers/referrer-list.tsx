import type { Referrer, ReferrerPage } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { detailsOfEqualNames } from "#/referrer-choice/referrer-details.ts";
import { Count, numberText } from "#/ui/display/count.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";

const referrersQuery = (q: string, state: "active" | "archived") =>
  listQuery<ReferrerPage>({ key: ["referrers", "list"], to: "/referrers", query: { q, state } });

const columns: readonly DataTableColumn<Referrer>[] = [
  {
    id: "name",
    header: "Referrer",
    size: 220,
    grow: 2,
    cell: (row) => <bdi>{row.name}</bdi>,
  },
  {
    id: "practitioner",
    header: "Id in the service",
    size: 160,
    cell: (row) => (row.practitionerId === null ? <Count value={0} /> : <CopyableId id={row.practitionerId} quiet />),
  },
  {
    id: "contact",
    header: "Contact",
    size: 180,
    grow: 1,
    cell: (row) => (row.contact === "" ? <Count value={0} /> : <bdi>{row.contact.split("\n")[0]}</bdi>),
  },
  {
    id: "owner",
    header: "Owner",
    size: 140,
    quiet: true,
    from: "middle",
    cell: (row) => row.owner?.name ?? "",
  },
  {
    id: "indexVersions",
    header: "Index versions",
    size: 110,
    align: "end",
    cell: (row) => <Count value={row.indexVersions} />,
  },
];

const filters: readonly ListFilter[] = [
  { name: "q", label: "Filter by name or id" },
  {
    name: "state",
    label: "Which referrers",
    tabs: SegmentedControl,
    options: [
      { value: "active", label: "Active" },
      { value: "archived", label: "Archived" },
    ],
  },
];
const idOf = ({ id }: Referrer) => id;

/** Those whom the filters of the address leave. */
export function useReferrers() {
  const [params] = useUrlState();
  const state = params.get("state") === "archived" ? "archived" : "active";
  const list = useInfiniteQuery(referrersQuery(params.get("q") ?? "", state));
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  return { state, list, rows };
}

/** The referrers of the connection; a row opens one. */
export function ReferrerList({ onOpen, add }: { onOpen: (referrer: Referrer) => void; add: ReactNode }) {
  const { state, list, rows } = useReferrers();
  const details = detailsOfEqualNames(rows);
  return (
    <ListScreen
      label="Referrers"
      filters={filters}
      noResults="The filter searches names and ids."
      columns={columns}
      query={list}
      rows={rows}
      empty={
        <EmptyState title={state === "active" ? "No referrers yet" : "No archived referrers"} primary={add}>
          For whom index versions are made. One joins by itself when an index version names it.
        </EmptyState>
      }
      rowId={idOf}
      rowLabel={({ name }) => name}
      onOpen={onOpen}
      compactRow={(referrer) => ({
        mark: <Icon name="referrer" size={14} />,
        title: <bdi>{referrer.name}</bdi>,
        under: [
          referrer.indexVersions === 1 ? "1 index version" : `${numberText(referrer.indexVersions)} index versions`,
          details.get(referrer.id),
        ]
          .filter((text) => text !== undefined)
          .join(", "),
        underEnd: referrer.owner?.name ?? "",
      })}
      footNote="Roles and tokens can be limited to some of them."
    />
  );
}
