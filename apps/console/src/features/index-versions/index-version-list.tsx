import type { IndexVersion } from "@dc/contract";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useViewport } from "#/ui/page/viewport.ts";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { copyText } from "#/ui/display/copyable-id.tsx";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import {
  compactIndexVersion,
  indexVersionColumns,
  pinnedIndexVersion,
  reviewColumnId,
} from "./index-version-columns.tsx";
import { useUpdateIndexVersion } from "./mutations.ts";
import { formatDay } from "#/ui/display/format-time.ts";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { IndexVersionViews } from "./index-version-views.tsx";
import { indexVersionsQuery } from "./queries.ts";
import { useOffered } from "./use-offered.ts";
import { indexVersionSearch, isNarrowed } from "./search.ts";

const sortWords = { need: "need", name: "name", recent: "newest first", roster: "roster", overrides: "overrides" };
const filters = [
  { name: "q", label: "Filter by name, referrer, id" },
  {
    name: "waits",
    label: "What waits",
    options: [
      { value: "any", label: "Whatever waits" },
      { value: "conflict", label: "With conflicts" },
      { value: "outside", label: "Changed outside" },
      { value: "base moved", label: "Standard moved" },
      { value: "nothing", label: "Nothing moved" },
    ],
  },
  {
    name: "read",
    label: "Last read",
    options: [
      { value: "any", label: "Read whenever" },
      { value: "day", label: "Read within a day" },
      { value: "week", label: "Read in the week before" },
      { value: "older", label: "Read earlier" },
      { value: "never", label: "Never read" },
    ],
  },
] as const satisfies readonly ListFilter[];
/** Offered where the address asks for it, as the overview leads to it. */
const reachedFilter = (day: string): ListFilter => ({
  name: "reached",
  label: "Reached by the standard",
  options: [
    { value: "any", label: "Reached whenever" },
    { value: day, label: `Reached ${formatDay(new Date(`${day}T12:00:00`), new Date())}` },
  ],
});
const idOf = ({ id }: IndexVersion) => id;
const allShown: readonly string[] = [];
const reviewHidden = [reviewColumnId];

/** Archives directories, or unarchives them, and tells how many. */
function useArchiving(rows: readonly IndexVersion[]) {
  const update = useUpdateIndexVersion();
  const client = useQueryClient();
  const toast = useToast();
  const archive = async (of: readonly { id: string; version?: number }[], to: boolean, isUndo = false) => {
    const many = (count: number) => `${count} ${count === 1 ? "directory" : "directories"}`;
    const archiveOne = async ({ id, version }: (typeof of)[number]) => {
      // A link may select rows that are not loaded yet.
      const seen =
        version ?? (rows.find((row) => row.id === id) ?? (await client.query(indexVersionQuery(id)))).version;
      return await update.mutateAsync({ id, version: seen, archived: to });
    };
    const answers = await Promise.allSettled(of.map(archiveOne));
    const done = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const failed = answers.length - done.length;
    const words = to ? "archived" : "unarchived";
    if (failed > 0)
      toast({
        text: `${failed} of ${many(of.length)} could not be ${words}. Somebody may have changed them.`,
      });
    if (done.length > 0 && !isUndo)
      toast({ text: `${many(done.length)} ${words}`, undo: () => void archive(done, !to, true) });
  };
  return { archive, isArchiving: update.isPending };
}

/** Every index version that this console knows, with what needs a person. */
export function IndexVersionList() {
  const [params, change] = useUrlState();
  const search = indexVersionSearch(params);
  const list = useInfiniteQuery(indexVersionsQuery(search));
  const offered = useOffered();
  const navigate = useNavigate();
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  const { archive, isArchiving } = useArchiving(rows);
  const first = list.data?.pages[0];
  const withReview = rows.some((row) => row.roster.overdue > 0);
  const viewport = useViewport();
  const pinned = useMemo(
    () => (first?.pinned ?? []).map((row) => pinnedIndexVersion(row, withReview, viewport)),
    [first?.pinned, withReview, viewport],
  );
  const archived = search.state === "archived";
  const { may } = usePermissions();
  const maintains = may("stage");
  const total = first?.total ?? null;
  const count = total === null || isNarrowed(search) ? {} : { count: total };

  const setArchived = (ids: readonly string[]) => {
    change({ selected: null });
    void archive(
      ids.map((id) => ({ id })),
      !archived,
    );
  };
  useCommands([
    {
      id: "archived",
      label: archived ? "Show active directories" : "Show archived directories",
      section: "Do",
      mark: <Icon name="layers" />,
      run: () => change({ state: archived ? null : "archived", selected: null }),
    },
  ]);

  return (
    <>
      <IndexVersionViews current={search.state} {...count} />
      <ListScreen
        label="Index versions"
        filters={search.reached === "" ? filters : [...filters, reachedFilter(search.reached)]}
        resets={["selected"]}
        noResults="The filters search names, labels, referrers, ids, what waits, when the standard reached them, and when rosters were last read."
        toolbarEnd={<span>Sorted by {sortWords[search.sort]}</span>}
        columns={indexVersionColumns}
        hiddenColumns={withReview ? allShown : reviewHidden}
        query={list}
        rows={rows}
        empty={
          <EmptyState
            title="No archived directories"
            primary={<Button onClick={() => change({ state: null })}>Show active directories</Button>}
          >
            An archived directory stays readable here and can be unarchived.
          </EmptyState>
        }
        rowId={idOf}
        rowLabel={nameOfIndex}
        compactRow={compactIndexVersion}
        rowHref={({ id: indexId }) => paths.directory.href({ indexId })}
        rowActions={(row) => (
          <>
            {viewport === "wide" ? (
              <Button size="xs" to={paths.directoryOverrides.href({ indexId: row.id })}>
                Overrides
              </Button>
            ) : null}
            <MenuButton
              label={`More for ${nameOfIndex(row)}`}
              items={[
                { label: "Overrides", run: () => void navigate(paths.directoryOverrides.href({ indexId: row.id })) },
                {
                  label: "Rename, referrer, notes",
                  run: () => void navigate(paths.directorySettings.href({ indexId: row.id })),
                },
                { label: "Change sets", run: () => void navigate(paths.directoryChangeSets.href({ indexId: row.id })) },
                { label: "History", run: () => void navigate(paths.directoryHistory.href({ indexId: row.id })) },
                { label: "Copy the id", divided: true, run: () => void copyText(row.id) },
                ...(maintains
                  ? [
                      {
                        label: archived ? "Unarchive" : "Archive",
                        divided: true,
                        run: () => setArchived([row.id]),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )}
        {...(maintains
          ? {
              selection: {
                ids: search.selected,
                onChange: (ids: ReadonlySet<string>) => change({ selected: [...ids] }),
                noun: ["directory", "directories"] as const,
                actions: (
                  <ConfirmButton
                    label={`${archived ? "Unarchive" : "Archive"} ${search.selected.size}`}
                    question={
                      archived
                        ? "They return to the list."
                        : "Their overrides stay as they are, and readers keep getting them."
                    }
                    variant="filled"
                    busy={isArchiving}
                    onConfirm={() => setArchived([...search.selected])}
                  />
                ),
              },
            }
          : {})}
        sort={{ id: search.sort, desc: search.sort !== "name" }}
        onSort={({ id }) => change({ sort: id === "need" ? null : id })}
        pinned={archived ? [] : pinned}
        footNote={
          offered?.state === "not listed"
            ? "The service can’t list index versions, so others may exist that this console has never seen."
            : undefined
        }
      />
    </>
  );
}
