import type { OverridePage, Connection, Override, OverrideQuery } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { paths } from "#/paths.ts";
import { path } from "#/api/bff.ts";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { DecideMany } from "#/changes/decisions/decide-many.tsx";
import { entryOf, fieldRowsIn } from "#/changes/decisions/rows-of-override.ts";
import { RunbookDrawer } from "#/changes/runbook-drawer.tsx";
import { useWording, type Wording } from "#/record/wording.ts";
import { type FieldRow, fieldRowId } from "#/record/field-row.ts";
import { meaningLabel } from "#/connection/meanings.ts";
import { overridesKey } from "#/changes/queries.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { useZone } from "#/connection/use-zone.ts";
import { useToday } from "#/connection/use-today.ts";
import { ExportMenu, tableFormats } from "#/connection/export-menu.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { dayOf, formatDay } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { State } from "#/marks/state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { UntilVerbs } from "./until-verbs.tsx";
import { useOverrideVerbs } from "./use-override-verbs.tsx";
import { baseText, overrideText, recordText } from "./override-text.ts";
import { Explanation } from "#/marks/explanation.tsx";

type Filter = NonNullable<OverrideQuery["state"]> | "any";
const states = [
  "any",
  "held",
  "applied",
  "unknown",
  "sending",
  "deferred",
  "ended",
] as const satisfies readonly Filter[];
const filters: readonly ListFilter[] = [
  { name: "q", label: "Filter by record, id or reason" },
  {
    name: "state",
    label: "State",
    options: [
      { value: "any", label: "Any state" },
      { value: "held", label: "Held" },
      { value: "applied", label: "Applied" },
      { value: "unknown", label: "Unknown" },
      { value: "sending", label: "Sending" },
      { value: "deferred", label: "Deferred" },
      { value: "ended", label: "Last day has passed" },
    ],
  },
];

const overridesQuery = (indexId: string, q: string, state: Filter) =>
  listQuery<OverridePage>({
    key: [...overridesKey, indexId],
    to: path`/index-versions/${indexId}/overrides`,
    query: { q, state: state === "any" ? null : state, with: "comparison" },
  });

const idOf = ({ change }: Override) => change.id;
/** The row that the practitioner's page selects for it. */
const rowOf = ({ record, field, elements }: Override) =>
  field === null ? null : fieldRowId(record, field, elements.map(entryOf).at(-1) ?? null);

const fieldLabel = (row: Override, connection: Connection | undefined) =>
  row.field === null ? "Whole record" : meaningLabel(connection, row.record.type, row.field);

function overrideColumns(connection: Connection | undefined, wording: Wording): DataTableColumn<Override>[] {
  return [
    {
      id: "record",
      header: "Record",
      size: 170,
      narrowSize: 150,
      grow: 2.4,
      cell: (row) => <NameOrId name={recordText(row)} id={row.record.id} />,
    },
    {
      id: "field",
      header: "Field",
      size: 112,
      grow: 0.8,
      quiet: true,
      cell: (row) => <MidTruncate text={fieldLabel(row, connection)} />,
    },
    {
      id: "says",
      header: "Ours",
      size: 150,
      narrowSize: 140,
      grow: 1.6,
      cell: (row) => <MidTruncate text={overrideText(row, wording)} />,
    },
    {
      id: "base",
      header: "Standard",
      size: 96,
      grow: 0.9,
      quiet: true,
      from: "wide",
      cell: (row) => <MidTruncate text={baseText(row, wording)} />,
    },
    {
      id: "state",
      header: "State",
      size: 92,
      cell: (row) => <State state={row.change.state} />,
    },
    {
      id: "why",
      header: "Evidence",
      size: 100,
      grow: 1.2,
      quiet: true,
      from: "middle",
      cell: (row) => <MidTruncate text={row.change.evidence?.reason ?? ""} oneLine />,
    },
    {
      id: "review",
      header: "Review by",
      size: 92,
      cell: (row) => <ReviewDay day={row.reviewBy} />,
    },
    {
      id: "until",
      header: "Until",
      size: 96,
      from: "middle",
      cell: (row) => <UntilDay row={row} />,
    },
    {
      id: "policy",
      header: "Policy",
      size: 76,
      quiet: true,
      from: "wide",
      explanation: <Explanation of="policy" />,
      cell: (row) => row.policy,
    },
  ];
}

function UntilDay({ row: { until, hasEnded } }: { row: Override }) {
  const { dayText } = useZone();
  if (until === null) return null;
  return (
    <span data-hue={hasEnded ? "outside" : "quiet"} style={{ color: "var(--hue)" }}>
      {dayText(until)}
      {hasEnded ? " ended" : ""}
    </span>
  );
}

function ReviewDay({ day }: { day: string | null }) {
  const today = useToday();
  if (day === null) return null;
  const isOverdue = day < dayOf(today);
  return (
    <span data-hue={isOverdue ? "outside" : "quiet"} style={{ color: "var(--hue)" }}>
      {formatDay(new Date(`${day}T00:00:00`), today)}
      {isOverdue ? " overdue" : ""}
    </span>
  );
}

/** Every live override of a directory, with its state, evidence and review date. */
function Overrides({ indexId }: { indexId: string }) {
  const [params] = useUrlState();
  const { may } = usePermissions();
  const q = params.get("q") ?? "";
  const state = oneOf<Filter>(params.get("state"), states);
  const list = useInfiniteQuery(overridesQuery(indexId, q, state));
  const { data: connection } = useQuery(connectionQuery);
  const [runbook, setRunbook] = useState(false);
  const wording = useWording();
  const { verbsOf, reasonDrawer } = useOverrideVerbs(indexId, wording);
  const rows = itemsOf(list.data, idOf);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ change }) => ticked.has(change.id));
  const decidable = selected.map((row) => ({ id: idOf(row), fields: fieldRowsIn(row, { connection, wording }) }));
  const leave = (left: readonly FieldRow[]) => {
    const gone = new Set(left.map(({ id }) => id));
    setTicked(new Set(decidable.flatMap(({ id, fields }) => (fields.some((field) => gone.has(field.id)) ? [] : [id]))));
  };
  const says = (row: Override) => overrideText(row, wording);
  const addressOf = (row: Override) =>
    row.practitionerId === null
      ? null
      : paths.practitioner.href({ indexId, practitionerId: row.practitionerId }, { at: rowOf(row) });
  const columns = useMemo(() => overrideColumns(connection, wording), [connection, wording]);
  return (
    <>
      <ListScreen
        label="Overrides"
        filters={filters}
        noResults="No override matches these filters."
        toolbarEnd={
          <>
            <ExportMenu
              exports={[
                {
                  address: path`/index-versions/${indexId}/overrides/export`,
                  query: { q, state: state === "any" ? null : state },
                  formats: tableFormats,
                },
              ]}
            />
            <Button
              size="sm"
              leftSection={<Icon name="upload" size={14} />}
              to={paths.directoryImport.href({ indexId })}
            >
              Import
            </Button>
            <Button variant="subtle" leftSection={<Icon name="file" />} onClick={() => setRunbook(true)}>
              Runbook
            </Button>
          </>
        }
        columns={columns}
        query={list}
        rows={rows}
        empty={
          <EmptyState
            title="No overrides yet"
            primary={
              <Button variant="filled" to={paths.directory.href({ indexId })}>
                Open the roster
              </Button>
            }
          >
            An override is a value set on purpose. Open a practitioner, change a phone or a plan, and apply it.
          </EmptyState>
        }
        rowId={idOf}
        {...(may("decide")
          ? {
              selection: {
                ids: new Set(selected.map(idOf)),
                onChange: setTicked,
                noun: ["override", "overrides"] as const,
                actions: (
                  <>
                    {selected.every(({ hasEnded }) => hasEnded) ? (
                      <UntilVerbs indexId={indexId} rows={selected} size="sm" onDone={() => setTicked(new Set())} />
                    ) : null}
                    <DecideMany
                      indexId={indexId}
                      rows={decidable.flatMap(({ fields }) => fields)}
                      wording={wording}
                      withKeys
                      onLeave={leave}
                    />
                  </>
                ),
              },
            }
          : {})}
        rowLabel={(row) => `${recordText(row) ?? row.record.id}, ${fieldLabel(row, connection)}`}
        rowHref={addressOf}
        rowActions={(row) => verbsOf(row)}
        compactRow={(row) => ({
          mark: <State state={row.change.state} show="mark" />,
          title: says(row),
          under: `${recordText(row) ?? row.record.id}, ${fieldLabel(row, connection)}`,
          underEnd: row.hasEnded ? <UntilDay row={row} /> : <ReviewDay day={row.reviewBy} />,
          actions: row.hasEnded ? verbsOf(row, "sm") : null,
        })}
      />
      {reasonDrawer}
      <RunbookDrawer of={{ indexId }} opened={runbook} onClose={() => setRunbook(false)} />
    </>
  );
}

/** The overrides of the directory in the address. */
export function OverrideList() {
  const { indexId = "" } = useParams();
  return <Overrides key={indexId} indexId={indexId} />;
}
