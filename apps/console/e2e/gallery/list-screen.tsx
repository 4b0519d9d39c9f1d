import { useMemo, useState } from "react";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { dataTableColumns } from "#/ui/table/columns.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { Page } from "#/ui/page/page.tsx";
import { Tabs } from "#/ui/page/tabs.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { FilterTag } from "#/ui/form/toggle-chips.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { Count } from "#/ui/display/count.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { sampleRows, type SampleRow } from "./sample-data.ts";

const Marks = ({ row }: { row: SampleRow }) => (
  <span style={{ display: "inline-flex", gap: 10 }}>
    {row.open.length === 0 ? (
      <Count value={0} />
    ) : (
      row.open.map(([verdict, count]) => <Verdict key={verdict} verdict={verdict} show={count} />)
    )}
  </span>
);

const column = dataTableColumns<SampleRow>();
const columns = column.columns([
  column.accessor("name", {
    header: "Directory",
    size: 220,
    meta: { grow: 2.2 },
    cell: ({ row: { original: row } }) => (
      <span style={{ display: "flex", gap: 8, alignItems: "center", minInlineSize: 0 }}>
        <Verdict verdict={row.verdict} show="mark" />
        <MidTruncate text={row.name} />
      </span>
    ),
  }),
  column.display({ id: "id", header: "Id", size: 140, cell: ({ row }) => <CopyableId id={row.original.id} quiet /> }),
  column.display({
    id: "referrer",
    header: "Referrer",
    size: 140,
    meta: { grow: 1.5 },
    cell: ({ row }) => <bdi>{row.original.referrer}</bdi>,
  }),
  column.accessor("roster", {
    header: "Roster",
    size: 72,
    meta: { align: "end" },
    cell: ({ getValue }) => <Count value={getValue()} />,
  }),
  column.accessor("overrides", {
    header: "Overrides",
    size: 84,
    meta: { align: "end" },
    cell: ({ getValue }) => <Count value={getValue()} />,
  }),
  column.display({
    id: "held",
    header: "Held",
    size: 56,
    meta: { align: "end" },
    cell: ({ row }) => <Count value={row.original.held} />,
  }),
  column.display({
    id: "open",
    header: "Open drift",
    size: 130,
    meta: { grow: 1 },
    cell: ({ row }) => <Marks row={row.original} />,
  }),
  column.display({
    id: "read",
    header: "Last read",
    size: 88,
    meta: { align: "end" },
    cell: ({ row }) => <Age at={row.original.readAt} oldAfterMs={3_600_000} />,
  }),
  column.display({
    id: "owner",
    header: "Owner",
    size: 124,
    meta: { align: "end" },
    cell: ({ row }) => <Avatar name={row.original.owner} />,
  }),
]);

export function ListScreen() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState({ id: "name", desc: false });
  const [shown, setShown] = useState(40);
  const toast = useToast();
  const rows = useMemo(() => sampleRows.slice(0, shown), [shown]);
  return (
    <Page
      title="Index versions"
      fill
      actions={
        <>
          <Button leftSection={<Icon name="link" />}>Add an existing index version</Button>
          <Button variant="filled" leftSection={<Icon name="plus" />} rightSection={<Kbd keys="n" hint />}>
            Create index version
          </Button>
        </>
      }
    >
      <Tabs
        label="Views"
        tabs={[
          { to: "?", label: "All", count: 64, current: true },
          { to: "?view=need", label: "Needs a person", count: 13, current: false },
          { to: "?view=held", label: "Held writes", count: 5, current: false },
        ]}
      />
      <Toolbar end={<span>Sorted by urgency</span>}>
        <TextField
          label="Filter"
          labelHidden
          placeholder="Filter by name, referrer, id"
          start={<Icon name="search" size={15} />}
          data-filter
          small
        />
        <FilterTag name="Roster" value="10 or more" onRemove={() => undefined} />
      </Toolbar>
      <DataTable
        label="Index versions"
        columns={columns}
        query={{
          data: { pages: [{ total: 64 }] },
          error: null,
          isPending: false,
          isPlaceholderData: false,
          refetch: () => undefined,
          hasNextPage: shown < 64,
          fetchNextPage: () => setShown(64),
        }}
        rows={rows}
        empty={null}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        compactRow={(row) => ({
          mark: <Verdict verdict={row.verdict} show="mark" />,
          title: <MidTruncate text={row.name} />,
          end: <Marks row={row} />,
          under: `roster ${row.roster}`,
          underEnd: <Age at={row.readAt} before="read" oldAfterMs={3_600_000} />,
        })}
        onOpen={(row) => toast({ text: `Opened ${row.name}`, undo: () => undefined })}
        rowActions={(row) => (
          <>
            <Button size="xs">Compare</Button>
            <MenuButton
              label={`More for ${row.name}`}
              items={[
                { label: "Rename", run: () => undefined },
                { label: "Archive", divided: true, run: () => undefined },
              ]}
            />
          </>
        )}
        selection={{
          ids,
          onChange: setIds,
          noun: ["directory", "directories"],
          note: "4 base changes open, 5 held",
          actions: (
            <>
              <Button>Export</Button>
              <Button variant="filled">Open drift of {ids.size}</Button>
            </>
          ),
        }}
        sort={sort}
        onSort={setSort}
        pinned={[
          {
            key: "standard",
            cells: [
              { content: <Icon name="lock" size={14} label="read-only" /> },
              { content: <b>Standard index</b> },
              { content: <CopyableId id="idx_standard" quiet /> },
              { span: 5, content: "Base data, read-only. A write is refused (403)." },
              { align: "end", content: <Age at={sampleRows[0]?.readAt ?? null} /> },
              { align: "end", content: <Button size="xs">Browse</Button> },
            ],
            compact: (
              <span style={{ display: "flex", gap: 10, alignItems: "center", justifyContent: "space-between" }}>
                <span style={{ display: "flex", gap: 10, alignItems: "center" }}>
                  <Icon name="lock" size={14} label="read-only" />
                  <b>Standard index</b>
                </span>
                <span className="mono">idx_standard</span>
              </span>
            ),
          },
        ]}
        footNote="The service can’t list index versions, so others may exist that this console has never seen."
      />
    </Page>
  );
}
