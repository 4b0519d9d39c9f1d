import type { RosterEntry } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { path } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { itemsOf } from "#/api/list-query.ts";
import { differenceFormats, ExportMenu, tableFormats } from "#/connection/export-menu.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useViewport } from "#/ui/page/viewport.ts";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { copyText } from "#/ui/display/copyable-id.tsx";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { ImportLines } from "./import-lines.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { useAddToRoster, useRemoveFromRoster } from "./mutations.ts";
import { rosterImportsQuery, rosterQuery } from "./queries.ts";
import { compactRosterRow, practitionerHref, practitionerOf, rosterColumns } from "./roster-columns.tsx";
import { rosterSearch } from "./search.ts";

const sortWords = { name: "name", need: "need", added: "newest first" };
const filters: readonly ListFilter[] = [
  { name: "q", label: "Filter by name or id" },
  {
    name: "type",
    label: "Record type",
    tabs: SegmentedControl,
    options: [
      { value: "practitioner", label: "Practitioners" },
      { value: "schedule", label: "Schedules" },
    ],
  },
  {
    name: "state",
    label: "State",
    options: [
      { value: "any", label: "Any state" },
      { value: "found", label: "Found" },
      { value: "waiting", label: "Waiting" },
      { value: "missing", label: "Not found" },
      { value: "failed", label: "Failed" },
    ],
  },
];

export interface RosterListProps {
  indexId: string;
  /** Seconds after which a reading is called old. */
  staleAfterS: number | undefined;
  isStandard: boolean;
}

const idOf = ({ record }: RosterEntry) => record.id;

export function RosterList({ indexId, staleAfterS, isStandard }: RosterListProps) {
  const [params, change] = useUrlState();
  const search = rosterSearch(params);
  const list = useInfiniteQuery(rosterQuery(indexId, search));
  const reports = useQuery(rosterImportsQuery(indexId));
  const addAgain = useAddToRoster(indexId, "");
  const navigate = useNavigate();
  const toast = useToast();
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  const staleAfterMs = staleAfterS === undefined ? undefined : staleAfterS * 1000;
  const viewport = useViewport();
  const columns = useMemo(
    () => rosterColumns({ indexId, type: search.type, sort: search.sort, staleAfterMs }),
    [indexId, search.type, search.sort, staleAfterMs],
  );
  const { may } = usePermissions();
  const maintains = may("stage");
  const noun =
    search.type === "practitioner"
      ? (["practitioner", "practitioners"] as const)
      : (["schedule", "schedules"] as const);

  const open = (row: RosterEntry, compare = false) => {
    const id = practitionerOf(row);
    if (id === null) return toast({ text: "The practitioner of this schedule has not been read yet." });
    const href = practitionerHref(indexId, row, search.sort);
    void navigate(compare || href === null ? paths.comparison.href({ indexId, practitionerId: id }) : href);
  };
  const selected = useRef(search.selected);
  useEffect(() => {
    selected.current = search.selected;
  });
  // Of several that are removed one after the other each is told, also once the page was left.
  const remove = useRemoveFromRoster(indexId, ({ removed, left, failure }, asked) => {
    const gone = new Set(asked.filter((record) => !left.includes(record)).map(({ id }) => id));
    selected.current = new Set([...selected.current].filter((id) => !gone.has(id)));
    change({ selected: [...selected.current] });
    const [first] = removed;
    const text = removed.map(({ id }) => id).join("\n");
    if (first !== undefined)
      toast({
        text: `${countText(removed.length, first.type)} removed from the roster`,
        undo: () => addAgain.mutate({ from: "text", text, source: "paste" }),
      });
    const [stays] = left;
    if (stays !== undefined)
      toast({ text: `${countText(left.length, stays.type)} not removed. ${errorSentence(failure)}`, seconds: 10 });
    else if (first === undefined) toast({ text: "Nothing was removed: somebody else did so before." });
  });
  const takeOff = (ids: readonly string[]) => remove.mutate(ids.map((id) => ({ type: search.type, id })));

  // The list waits for the reports above it, which would otherwise push it down.
  if (reports.isPending) return null;
  return (
    <>
      <ImportProgress indexId={indexId} onOpenLines={(id) => change({ import: id }, { push: true })} />
      <ListScreen
        label="Roster"
        filters={filters}
        resets={["selected"]}
        noResults="The filter searches names and ids on this roster."
        toolbarEnd={
          <>
            {rows.length === 0 ? null : (
              <ExportMenu
                exports={[
                  { heading: "Roster", address: path`/index-versions/${indexId}/roster/export`, formats: tableFormats },
                  {
                    heading: "Directory",
                    address: path`/index-versions/${indexId}/comparison/export`,
                    formats: differenceFormats,
                  },
                ]}
              />
            )}
            {viewport === "wide" ? <span>Sorted by {sortWords[search.sort]}</span> : null}
            {rows.length === 0 || !maintains ? null : (
              <Button
                size="xs"
                loading={addAgain.isPending}
                waits={reports.data?.items.some(({ from, state }) => from === "roster" && state === "running") ?? false}
                onClick={() => addAgain.mutate({ from: "roster" })}
              >
                Read all again
              </Button>
            )}
          </>
        }
        columns={columns}
        query={list}
        rows={rows}
        empty={<NoRows noun={noun[1]} onAdd={(add) => change({ add }, { push: true })} />}
        rowId={idOf}
        rowLabel={(row) => row.name ?? row.record.id}
        compactRow={(row) => compactRosterRow(row, staleAfterMs)}
        onOpen={open}
        rowHref={(row) => practitionerHref(indexId, row, search.sort)}
        rowShortcuts={isStandard ? [] : [{ keys: "c", label: "Compare with standard", run: (row) => open(row, true) }]}
        rowActions={(row) => (
          <>
            {viewport === "wide" ? <OpenButton indexId={indexId} row={row} isStandard={isStandard} /> : null}
            <MenuButton
              label={`More for ${row.name ?? row.record.id}`}
              items={[
                { label: "Open", run: () => open(row) },
                ...(isStandard ? [] : [{ label: "Compare with standard", run: () => open(row, true) }]),
                {
                  label: "Copy the id",
                  run: () =>
                    void copyText(row.record.id).then((worked) =>
                      toast({ text: worked ? "Copied." : "Copying failed: the browser refused it." }),
                    ),
                },
                ...(maintains
                  ? [{ label: "Remove from the roster", divided: true, run: () => takeOff([row.record.id]) }]
                  : []),
              ]}
            />
          </>
        )}
        {...(maintains
          ? {
              selection: {
                ids: search.selected,
                onChange: (ids) => change({ selected: [...ids] }),
                noun,
                actions: (
                  <>
                    {isStandard ? null : (
                      <Button to={undecidedHref(indexId, search.selected)}>To decide in these</Button>
                    )}
                    <ConfirmButton
                      label={`Remove ${numberText(search.selected.size)} from the roster`}
                      question="Their overrides stay; only the list changes."
                      busy={remove.isPending}
                      onConfirm={() => takeOff([...search.selected])}
                    />
                  </>
                ),
              },
            }
          : {})}
        sort={{ id: search.sort, desc: search.sort !== "name" }}
        onSort={({ id }) => change({ sort: id === "name" ? null : id })}
        footNote="A roster is kept here: only records that were added to it are known."
      />
      <ImportLines importId={search.importId} onClose={() => change({ import: null })} />
    </>
  );
}

/** What is to be decided about these records, all of it selected. */
function undecidedHref(indexId: string, ids: ReadonlySet<string>): string {
  const of = new URLSearchParams([...ids].map((id) => ["of", id]));
  return `${paths.directoryUndecided.href({ indexId }, { tick: "all" })}&${of}`;
}

/** How to begin a roster. */
function NoRows({ noun, onAdd }: { noun: string; onAdd: (how: "paste" | "copy") => void }) {
  const { may, needed } = usePermissions();
  const maintains = may("stage");
  return (
    <EmptyState
      title={`No ${noun} on this roster yet`}
      {...(maintains
        ? {
            primary: (
              <Button variant="filled" onClick={() => onAdd("paste")}>
                Paste a list
              </Button>
            ),
            other: (
              <Button variant="subtle" onClick={() => onAdd("copy")}>
                Copy from a directory
              </Button>
            ),
          }
        : {})}
    >
      A roster is kept here, not in the service.{" "}
      {maintains ? "Paste ids, links or a CSV, and each one is read." : needed("stage")}
    </EmptyState>
  );
}

/** Leads to the comparison; in the standard index, which is compared with nothing, to the practitioner. */
function OpenButton({ indexId, row, isStandard }: { indexId: string; row: RosterEntry; isStandard: boolean }) {
  const practitionerId = practitionerOf(row);
  if (practitionerId === null) return null;
  const page = isStandard ? paths.practitioner : paths.comparison;
  return (
    <Button size="xs" to={page.href({ indexId, practitionerId })}>
      {isStandard ? "Open" : "Compare"}
    </Button>
  );
}
