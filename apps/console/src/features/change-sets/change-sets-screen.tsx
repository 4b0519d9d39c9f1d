import { useParams, Link } from "react-router";
import { Page } from "#/ui/page/page.tsx";
import type { Actor, ChangeSet } from "@dc/contract";
import { compareNames } from "@dc/directory";
import { activityActorsQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { DirectoryFilter } from "#/index-choice/directory-filter.tsx";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { State } from "#/marks/state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { Count } from "#/ui/display/count.tsx";
import { changeSetListQuery } from "#/changes/queries.ts";
import { SetState } from "./set-state.tsx";

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

const states = [
  "any",
  "draft",
  "in review",
  "approved",
  "checking",
  "queued",
  "applying",
  "applied",
  "partly applied",
  "held",
  "failed",
  "rejected",
  "withdrawn",
  "reverted",
] as const;
const stateWords: { readonly [state in (typeof states)[number]]: string } = {
  any: "Any state",
  draft: "Drafts",
  "in review": "In review",
  approved: "Approved",
  checking: "Being checked",
  queued: "Waiting to be sent",
  applying: "Being applied",
  applied: "Applied",
  "partly applied": "Partly applied",
  held: "Held",
  failed: "Failed",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  reverted: "Reverted",
};

/** Oneself and others by name, with whoever is chosen, whether or not a listed set names them. */
function peopleOptions(
  role: string,
  did: string,
  { me, named, chosen }: { me: Named | undefined; named: readonly Named[]; chosen: string | null },
): NonNullable<ListFilter["options"]> {
  const others = new Map(
    [...(chosen === null ? [] : [{ id: chosen, name: chosen }]), ...named].map((of) => [of.id, of]),
  );
  if (me !== undefined) others.delete(me.id);
  const byName = [...others.values()].toSorted((a, b) => compareNames(a.name, b.name));
  return [
    { value: "anybody", label: `Any ${role}` },
    ...(me === undefined ? [] : [{ value: me.id, label: `${did} me` }]),
    ...byName.map(({ id, name }) => ({ value: id, label: `${did} ${name}` })),
  ];
}

type Named = Pick<Actor, "id" | "name">;

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

const columns: readonly DataTableColumn<ChangeSet>[] = [
  {
    id: "name",
    header: "Change set",
    size: 180,
    narrowSize: 150,
    grow: 2,
    cell: (row) => <MidTruncate text={row.name} />,
  },
  {
    id: "directory",
    header: "Directory",
    size: 140,
    narrowSize: 110,
    grow: 1.2,
    cell: (row) =>
      row.indexId === null ? (
        row.indexName
      ) : (
        <Link to={paths.directory.href({ indexId: row.indexId })} tabIndex={-1} className="quiet-link">
          <MidTruncate text={row.indexName} />
        </Link>
      ),
  },
  {
    id: "state",
    header: "State",
    size: 176,
    narrowSize: 130,
    cell: (row) => <SetState changeSet={row} />,
  },
  {
    id: "changes",
    header: "Changes",
    size: 80,
    align: "end",
    cell: (row) => <Count value={row.counts.total} />,
  },
  {
    id: "open",
    header: "Open",
    size: 130,
    narrowSize: 90,
    cell: (row) => <Open counts={row.counts} />,
  },
  {
    id: "by",
    header: "Staged by",
    size: 110,
    grow: 1,
    quiet: true,
    from: "middle",
    cell: (row) => <bdi>{row.createdBy.name}</bdi>,
  },
  {
    id: "at",
    header: "Staged",
    size: 84,
    narrowSize: 70,
    align: "end",
    quiet: true,
    cell: (row) => <Age at={row.createdAt} />,
  },
];
const everywhere: readonly string[] = [];
const inDirectory = ["directory"];

const idOf = ({ id }: ChangeSet) => id;

/** Change sets, newest first, of one directory or of all. */
function ChangeSetList({ indexId }: { indexId?: string }) {
  const [params] = useUrlState();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const list = useInfiniteQuery(
    changeSetListQuery({
      indexId: indexId ?? params.get("indexId") ?? undefined,
      state: oneOf(params.get("state"), states),
      authorId: params.get("author"),
      reviewerId: params.get("reviewer"),
      q: params.get("q"),
    }),
  );
  const rows = itemsOf(list.data, idOf);
  const me = session?.person ?? undefined;
  // What a link does is no change set.
  const actors = (useQuery(activityActorsQuery).data?.items ?? []).filter(({ kind }) => kind !== "link");
  const [state, ...others] = states.map((value) => ({ value, label: stateWords[value] }));
  const filters: readonly ListFilter[] = [
    { name: "q", label: "Find by name or contents" },
    ...(state === undefined ? [] : [{ name: "state", label: "State", options: [state, ...others] } as const]),
    ...(indexId === undefined ? [{ name: "indexId", label: "Directory", field: DirectoryFilter }] : []),
    {
      name: "author",
      label: "Staged by",
      options: peopleOptions("author", "Staged by", {
        me,
        named: [...actors, ...rows.map((row) => row.createdBy)],
        chosen: params.get("author"),
      }),
    },
    {
      name: "reviewer",
      label: "Reviewed by",
      options: peopleOptions("reviewer", "Reviewed by", {
        me,
        named: [
          ...actors.filter(({ kind }) => kind === "person"),
          ...rows.flatMap((row) => [
            ...row.reviewers.map(({ person }) => person),
            ...row.approvals.map(({ by }) => by),
          ]),
        ],
        chosen: params.get("reviewer"),
      }),
    },
  ];
  return (
    <ListScreen
      label="Change sets"
      filters={filters}
      noResults="No change set matches."
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
        mark: <State state={row.state} show="mark" />,
        title: row.name,
        end: <Open counts={row.counts} />,
        under: indexId === undefined ? row.indexName : row.createdBy.name,
        underEnd: <Age at={row.createdAt} after="ago" />,
      })}
    />
  );
}
