import { useMemo, useState } from "react";
import { Age } from "#/ui/text/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import type { DataTableColumn, DataTableSort } from "#/ui/table/column.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";
import { Page } from "#/ui/page/page.tsx";
import { Tabs } from "#/ui/page/tabs.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { FilterTag } from "#/ui/form/toggle-chips.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { Avatar } from "#/ui/text/avatar.tsx";
import { Count } from "#/ui/text/count.tsx";
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

const columns: readonly DataTableColumn<SampleRow>[] = [
  {
    id: "name",
    header: "Directory",
    width: "minmax(220px, 2.2fr)",
    sortable: true,
    cell: (row) => (
      <span style={{ display: "flex", gap: 8, alignItems: "center", minInlineSize: 0 }}>
        <Verdict verdict={row.verdict} show="mark" />
        <MidTruncate text={row.name} />
      </span>
    ),
  },
  { id: "id", header: "Id", width: "140px", cell: (row) => <CopyableId id={row.id} quiet /> },
  { id: "referrer", header: "Referrer", width: "minmax(140px, 1.5fr)", cell: (row) => <bdi>{row.referrer}</bdi> },
  {
    id: "roster",
    header: "Roster",
    width: "72px",
    align: "end",
    sortable: true,
    cell: (row) => <Count value={row.roster} />,
  },
  {
    id: "overrides",
    header: "Overrides",
    width: "84px",
    align: "end",
    sortable: true,
    cell: (row) => <Count value={row.overrides} />,
  },
  { id: "held", header: "Held", width: "56px", align: "end", cell: (row) => <Count value={row.held} /> },
  { id: "open", header: "Open drift", width: "minmax(130px, 1fr)", cell: (row) => <Marks row={row} /> },
  {
    id: "read",
    header: "Last read",
    width: "88px",
    align: "end",
    cell: (row) => <Age at={row.readAt} oldAfterMs={3_600_000} />,
  },
  { id: "owner", header: "Owner", width: "124px", align: "end", cell: (row) => <Avatar name={row.owner} /> },
];

export function ListScreen() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<DataTableSort>({ id: "name", descending: false });
  const [shown, setShown] = useState(40);
  const toast = useToast();
  const rows = useMemo(() => sampleRows.slice(0, shown), [shown]);
  return (
    <Page
      title="Index versions"
      fill
      actions={
        <>
          <Button leftSection={<Icon name="link" />}>Adopt an id</Button>
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
      <Toolbar end={<span>Sorted by need</span>}>
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
        rows={rows}
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
              verbs={[
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
          verbs: (
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
        total={64}
        footNote="The service can’t list index versions, so others may exist that this console has never seen."
        hasMore={shown < 64}
        onMore={() => setShown(64)}
      />
    </Page>
  );
}
