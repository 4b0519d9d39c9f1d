import { useParams, Link } from "react-router";
import { Page } from "#/ui/page/page.tsx";
import type { ChangeSet } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { dataTableColumns } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { State } from "#/marks/state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { Count } from "#/ui/display/count.tsx";
import { changeSetListQuery } from "#/changes/queries.ts";
import { changeSetState } from "./change-set-state.ts";

export function ChangeSetsScreen() {
  return (
    <Page title="Change sets" fill>
      <ChangeSetList />
    </Page>
  );
}

export function DirectoryChangeSets() {
  const { indexId = "" } = useParams();
  return <ChangeSetList indexId={indexId} />;
}

const states = ["any", "draft", "applying", "applied", "partly applied", "held", "withdrawn"] as const;
const filters: readonly ListFilter[] = [
  {
    name: "state",
    label: "State",
    options: [
      { value: "any", label: "In any state" },
      { value: "draft", label: "Drafts" },
      { value: "applying", label: "Being applied" },
      { value: "applied", label: "Applied" },
      { value: "partly applied", label: "Partly applied" },
      { value: "held", label: "Held" },
      { value: "withdrawn", label: "Withdrawn" },
    ],
  },
];

/** Counts of the changes that need a person, by state. */
function Open({ counts }: { counts: ChangeSet["counts"] }) {
  const open = (["unknown", "failed", "held", "deferred"] as const).filter((state) => counts[state] > 0);
  if (open.length === 0) return <Count value={0} />;
  return (
    <span style={{ display: "inline-flex", gap: 10 }}>
      {open.map((state) => (
        <State key={state} state={state} show={counts[state]} />
      ))}
    </span>
  );
}

const column = dataTableColumns<ChangeSet>();
const columns = column.columns([
  column.display({
    id: "name",
    header: "Change set",
    size: 180,
    meta: { grow: 2 },
    cell: ({ row }) => <MidTruncate text={row.original.name} />,
  }),
  column.display({
    id: "directory",
    header: "Directory",
    size: 140,
    meta: { grow: 1.2 },
    cell: ({ row: { original: row } }) =>
      row.indexId === null ? (
        row.indexName
      ) : (
        <Link to={paths.directory.href({ indexId: row.indexId })} tabIndex={-1} className="quiet-link">
          <MidTruncate text={row.indexName} />
        </Link>
      ),
  }),
  column.display({
    id: "state",
    header: "State",
    size: 148,
    cell: ({ row }) => <State state={changeSetState(row.original)} />,
  }),
  column.display({
    id: "changes",
    header: "Changes",
    size: 80,
    meta: { align: "end" },
    cell: ({ row }) => <Count value={row.original.counts.total} />,
  }),
  column.display({
    id: "open",
    header: "Open",
    size: 130,
    cell: ({ row }) => <Open counts={row.original.counts} />,
  }),
  column.display({
    id: "by",
    header: "Staged by",
    size: 110,
    meta: { grow: 1, quiet: true },
    cell: ({ row }) => <bdi>{row.original.createdBy.name}</bdi>,
  }),
  column.display({
    id: "at",
    header: "Staged",
    size: 84,
    meta: { align: "end", quiet: true },
    cell: ({ row }) => <Age at={row.original.createdAt} />,
  }),
]);
const everywhere: readonly string[] = [];
const inDirectory = ["directory"];

const idOf = ({ id }: ChangeSet) => id;

/** Change sets, newest first, of one directory or of all. */
function ChangeSetList({ indexId }: { indexId?: string }) {
  const [params] = useUrlState();
  const list = useInfiniteQuery(changeSetListQuery({ indexId, state: oneOf(params.get("state"), states) }));
  const rows = itemsOf(list.data, idOf);
  return (
    <ListScreen
      label="Change sets"
      filters={filters}
      noResults="No change set is in this state."
      columns={columns}
      hiddenColumns={indexId === undefined ? everywhere : inDirectory}
      query={list}
      rows={rows}
      empty={
        <EmptyState
          title="No change sets yet"
          primary={
            <Button
              variant="filled"
              to={indexId === undefined ? paths.indexVersions.href() : paths.directory.href({ indexId })}
            >
              {indexId === undefined ? "Choose a directory" : "Open the roster"}
            </Button>
          }
        >
          What one stages on a practitioner travels together in a change set: reviewed, applied, and proven by receipts.
        </EmptyState>
      }
      rowId={idOf}
      rowLabel={(row) => row.name}
      rowHref={({ id: changeSetId }) => paths.changeSet.href({ changeSetId })}
      compactRow={(row) => ({
        mark: <State state={changeSetState(row)} show="mark" />,
        title: row.name,
        end: <Open counts={row.counts} />,
        under: indexId === undefined ? row.indexName : row.createdBy.name,
        underEnd: <Age at={row.createdAt} after="ago" />,
      })}
    />
  );
}
