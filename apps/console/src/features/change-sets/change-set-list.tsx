import type { ChangeSet } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "#/app/paths.ts";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/text/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import type { DataTableColumn } from "#/ui/table/column.ts";
import { DataTable } from "#/ui/table/data-table.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { State } from "#/marks/state.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { Count } from "#/ui/text/count.tsx";
import { changeSetListQuery, type ChangeSetFilter } from "./queries.ts";
import { shownState } from "./shown-state.ts";

const states = [
  "any",
  "draft",
  "applying",
  "applied",
  "partly applied",
  "held",
  "withdrawn",
] as const satisfies readonly ChangeSetFilter[];
const words: { readonly [state in (typeof states)[number]]: string } = {
  any: "In any state",
  draft: "Drafts",
  applying: "Being applied",
  applied: "Applied",
  "partly applied": "Partly applied",
  held: "Held",
  withdrawn: "Withdrawn",
};

/** The changes that still ask for something, in marks. */
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

const state: DataTableColumn<ChangeSet> = {
  id: "state",
  header: "State",
  width: "148px",
  cell: (row) => <State state={shownState(row)} />,
};
const name: DataTableColumn<ChangeSet> = {
  id: "name",
  header: "Change set",
  width: "minmax(180px, 2fr)",
  cell: (row) => <MidTruncate text={row.name} />,
};
const directory: DataTableColumn<ChangeSet> = {
  id: "directory",
  header: "Directory",
  width: "minmax(140px, 1.2fr)",
  cell: (row) => <MidTruncate text={row.indexName} />,
};
const rest: readonly DataTableColumn<ChangeSet>[] = [
  { id: "changes", header: "Changes", width: "80px", align: "end", cell: (row) => <Count value={row.counts.total} /> },
  { id: "open", header: "Open", width: "130px", cell: (row) => <Open counts={row.counts} /> },
  {
    id: "by",
    header: "Staged by",
    width: "minmax(110px, 1fr)",
    quiet: true,
    cell: (row) => <bdi>{row.createdBy.name}</bdi>,
  },
  { id: "at", header: "Staged", width: "84px", align: "end", quiet: true, cell: (row) => <Age at={row.createdAt} /> },
];
const everywhere = [name, directory, state, ...rest];
const inDirectory = [name, state, ...rest];

const idOf = ({ id }: ChangeSet) => id;

/** Change sets, newest first: all of them, or those of one directory. */
export function ChangeSetList({ indexId }: { indexId?: string }) {
  const [params, change] = useUrlState();
  const navigate = useNavigate();
  const filter = oneOf<(typeof states)[number]>(params.get("state"), states);
  const list = useInfiniteQuery(changeSetListQuery({ indexId, state: filter }));
  const rows = itemsOf(list.data, idOf);
  const empty = !list.isPending && rows.length === 0 && list.error === null && !list.hasNextPage;
  return (
    <>
      <Toolbar>
        <SelectField
          label="State"
          labelHidden
          small
          value={filter}
          options={states.map((value) => ({ value, label: words[value] }))}
          onChange={(value) => change({ state: value === "any" ? null : value })}
        />
      </Toolbar>
      <DataTable
        label="Change sets"
        columns={indexId === undefined ? everywhere : inDirectory}
        rows={rows}
        rowId={idOf}
        rowLabel={(row) => row.name}
        total={list.data?.pages[0]?.total ?? null}
        loading={list.isPending || (list.isPlaceholderData && rows.length === 0)}
        hasMore={list.hasNextPage}
        onMore={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
        onOpen={(row) => void navigate(paths.changeSet.href({ changeSetId: row.id }))}
        compactRow={(row) => ({
          mark: <State state={shownState(row)} show="mark" />,
          title: row.name,
          end: <Open counts={row.counts} />,
          under: indexId === undefined ? row.indexName : row.createdBy.name,
          underEnd: <Age at={row.createdAt} after="ago" />,
        })}
        {...(list.error !== null
          ? {
              instead: (
                <ReadFailure
                  sentence={errorSentence(list.error)}
                  requestId={requestIdOf(list.error)}
                  onRetry={() => void list.refetch()}
                />
              ),
            }
          : empty
            ? {
                instead:
                  filter === "any" ? (
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
                      What one stages on a practitioner travels together in a change set: reviewed, applied, and proven
                      by receipts.
                    </EmptyState>
                  ) : (
                    <EmptyState
                      title={`None: ${words[filter].toLowerCase()}`}
                      other={<Button onClick={() => change({ state: null })}>Show all</Button>}
                    >
                      No change set is in this state.
                    </EmptyState>
                  ),
              }
            : {})}
      />
    </>
  );
}
