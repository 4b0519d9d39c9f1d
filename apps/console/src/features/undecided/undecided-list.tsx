import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { useEveryPage } from "#/api/use-every-page.ts";
import { DecideMany } from "#/changes/decisions/decide-many.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import {
  fieldOf,
  idOf,
  kinds,
  nameOf,
  placeOf,
  undecidedQuery,
  type UndecidedRow,
  useUndecidedRows,
} from "./undecided-rows.ts";

const filters: readonly ListFilter[] = [
  {
    name: "only",
    label: "What to decide",
    options: [
      { value: "any", label: "Conflicts and moved" },
      { value: "conflict", label: "Conflicts" },
      { value: "moved", label: "Moved" },
      { value: "outside", label: "Moved outside" },
      { value: "base moved", label: "Standard moved" },
    ],
  },
];

const columns: readonly DataTableColumn<UndecidedRow>[] = [
  {
    id: "verdict",
    header: "Verdict",
    size: 116,
    narrowSize: 114,
    cell: ({ comparison }) => <Verdict verdict={shownVerdict(comparison) ?? "differs"} />,
  },
  {
    id: "record",
    header: "Practitioner",
    size: 140,
    narrowSize: 120,
    grow: 1.1,
    isLink: true,
    cell: (row) => <NameOrId name={nameOf(row)} id={row.record.id} />,
  },
  {
    id: "field",
    header: "Field",
    size: 120,
    narrowSize: 104,
    grow: 1,
    cell: (row) => <bdi>{fieldOf(row)}</bdi>,
  },
  {
    id: "base",
    header: "Standard now",
    size: 120,
    grow: 1,
    cell: (row) => (
      <ReadingValue reading={row.comparison.values.base} wording={row.wording} member={row.member !== null} />
    ),
  },
  {
    id: "ours",
    header: "This directory",
    size: 120,
    grow: 1,
    cell: (row) => (
      <ReadingValue reading={row.comparison.values.effective} wording={row.wording} member={row.member !== null} />
    ),
  },
  {
    id: "index",
    header: "In the index",
    size: 110,
    grow: 0.9,
    quiet: true,
    from: "middle",
    cell: (row) => (
      <ReadingValue reading={row.comparison.values.index} wording={row.wording} member={row.member !== null} />
    ),
  },
];

/** Every value of a directory that is in conflict or moved, and the decisions about any number of them. */
function Undecided({ indexId }: { indexId: string }) {
  const [params, change] = useUrlState();
  const { may } = usePermissions();
  const only = oneOf(params.get("only"), kinds);
  const chosen = params.getAll("of").join(" ");
  const list = useInfiniteQuery(undecidedQuery(indexId, only));
  const { data, hasNextPage } = list;
  // What is decided about all of it is loaded whole.
  useEveryPage(list);
  const { records, rows: all, wording } = useUndecidedRows(data);
  const rows = useMemo(() => {
    const named = new Set(chosen === "" ? [] : chosen.split(" "));
    return all.filter(
      ({ record, practitioner }) =>
        named.size === 0 || named.has(record.id) || (practitioner !== null && named.has(practitioner.id)),
    );
  }, [all, chosen]);
  const [ticked, setTicked] = useState<ReadonlySet<string> | "all">(
    params.get("tick") === "all" ? "all" : new Set<string>(),
  );
  // Once all is on screen that was to be ticked, what comes later is not.
  if (ticked === "all" && data !== undefined && !hasNextPage && !list.isPlaceholderData)
    setTicked(new Set(rows.map(idOf)));
  const areOld = list.isPlaceholderData;
  const selected = rows.filter(({ id }) => (ticked === "all" ? !areOld : ticked.has(id)));
  const leave = (left: readonly FieldRow[]) => {
    const gone = new Set(left.map(({ id }) => id));
    setTicked(new Set(selected.map(idOf).filter((id) => !gone.has(id))));
  };
  return (
    <ListScreen
      label="To decide"
      filters={filters}
      resets={["tick"]}
      noResults="Nothing of this kind is to be decided."
      toolbarEnd={
        <>
          {chosen === "" ? null : (
            <Button size="xs" onClick={() => change({ of: null })}>
              Show those of everybody
            </Button>
          )}
          {may("decide") && rows.length > 0 && selected.length < rows.length ? (
            <Button size="xs" onClick={() => setTicked(areOld ? "all" : new Set(rows.map(idOf)))}>
              Select all {areOld ? null : numberText(rows.length)}
            </Button>
          ) : null}
        </>
      }
      columns={columns}
      query={list}
      rows={rows}
      counted={{ items: records.length, noun: "records" }}
      footNote={`${countText(rows.length, "field")} as of the last comparison.`}
      empty={
        <EmptyState title="Nothing to decide">
          A value is listed here when the standard index changed, or when the index was changed outside this console.
        </EmptyState>
      }
      rowId={idOf}
      rowLabel={(row) => `${nameOf(row)}, ${row.label}`}
      rowHref={(row) => placeOf(indexId, row)}
      compactRow={(row) => ({
        mark: <Verdict verdict={shownVerdict(row.comparison) ?? "differs"} show="mark" />,
        title: `${nameOf(row)}, ${row.label}`,
        under: `Standard ${readingText(row.comparison.values.base, row.wording)}; here ${readingText(row.comparison.values.effective, row.wording)}`,
      })}
      {...(may("decide")
        ? {
            selection: {
              ids: new Set(selected.map(idOf)),
              onChange: setTicked,
              noun: ["field", "fields"] as const,
              actions: <DecideMany indexId={indexId} rows={selected} wording={wording} withKeys onLeave={leave} />,
            },
          }
        : {})}
    />
  );
}

/** What is to be decided in the directory of the address. */
export function UndecidedList() {
  const { indexId = "" } = useParams();
  return <Undecided key={indexId} indexId={indexId} />;
}
