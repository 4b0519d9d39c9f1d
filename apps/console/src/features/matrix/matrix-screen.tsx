import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { paths } from "#/paths.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { Verdict } from "#/marks/verdict.tsx";
import { wordingIn } from "#/record/wording.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { GridLegend } from "#/ui/table/cell-grid.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { matrixGroups, standsOut } from "./matrix-rows.ts";
import { MatrixTable, type MatrixSelection } from "./matrix-table.tsx";
import { useMatrix } from "./queries.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StagedBar } from "./staged-bar.tsx";
import { inDirectories } from "./use-stage-many.ts";
import styles from "./matrix.module.css";

/** One practitioner across the standard index and every directory that has them. */
function PractitionerMatrix({ practitionerId }: { practitionerId: string }) {
  const [params, change] = useUrlState();
  const isWhole = params.has("all");
  const { data: connection } = useQuery(connectionQuery);
  const { may } = usePermissions();
  const matrix = useMatrix(practitionerId);
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  const navigate = useNavigate();
  useShortcuts([{ keys: "p", label: "Another practitioner", run: () => void navigate(paths.matrix.href()) }]);
  const pages = matrix.data?.pages;
  const columns = useMemo(() => (pages ?? []).flatMap(({ items }) => items), [pages]);
  const groups = useMemo(() => {
    const standard = pages?.[0]?.standard ?? [];
    const records = (pages ?? []).flatMap(({ members, items }) => [
      ...members,
      ...items.flatMap((column) => column.records),
    ]);
    const plans = (pages ?? []).flatMap((page) => page.plans);
    const wording = wordingIn({ plans, records: [...records, ...standard] }, connection);
    return matrixGroups(standard, columns, { connection, wording });
  }, [pages, columns, connection]);
  const shown = groups
    .map((group) => (isWhole ? group : { ...group, rows: group.rows.filter(standsOut) }))
    .filter(({ rows }) => rows.length > 0);
  const [first] = pages ?? [];
  const name = first?.practitioner.name ?? practitionerId;
  const total = first?.total ?? 0;
  const selectedRow = shown.flatMap(({ rows }) => rows).find(({ id }) => id === selection?.rowId);
  const selectedGroup = shown.find(({ rows }) => selectedRow !== undefined && rows.includes(selectedRow));
  return (
    <Page
      title={first === undefined ? "Referrer matrix" : `${name} in ${inDirectories(total)}`}
      documentTitle={`Referrer matrix · ${name}`}
      crumbs={[{ label: "Referrer matrix", to: paths.matrix.href() }, { label: name }]}
      lede={
        columns.length < total
          ? `Reading ${columns.length} of ${inDirectories(total)}.`
          : "A dot is the standard value. Only what differs is written out."
      }
      actions={
        <>
          <Button
            variant="subtle"
            leftSection={<Icon name="refresh" />}
            waits={matrix.isFetching}
            onClick={matrix.readNow}
          >
            Read now
          </Button>
          <Button to={paths.matrix.href()} leftSection={<Icon name="person" />} rightSection={<Kbd keys="p" hint />}>
            Another practitioner
          </Button>
        </>
      }
    >
      {pages === undefined ? (
        matrix.error === null ? (
          <SkeletonRows rows={12} label="Reading the directories" />
        ) : (
          <ReadFailure error={matrix.error} onRetry={() => void matrix.refetch()} />
        )
      ) : total === 0 ? (
        <EmptyState
          title="In no directory"
          primary={<Button to={paths.matrix.href()}>Choose another practitioner</Button>}
        >
          No roster that you can see has <bdi>{name}</bdi>.
        </EmptyState>
      ) : (
        <>
          <GridLegend>
            <Toggle
              label="Only rows that differ"
              checked={!isWhole}
              onChange={(only) => change({ all: only ? null : "1" })}
            />
          </GridLegend>
          {matrix.isError ? <ReadFailure error={matrix.error} onRetry={() => void matrix.fetchNextPage()} /> : null}
          {shown.length === 0 ? (
            <EmptyState
              title="Everything is as in the standard index"
              primary={<Button onClick={() => change({ all: "1" })}>Show all rows</Button>}
            >
              {total === 1 ? "The directory says" : `All ${inDirectories(total)} say`} what the standard index says.
            </EmptyState>
          ) : (
            <MatrixTable
              label={`${name} in ${inDirectories(total)}`}
              practitionerId={practitionerId}
              columns={columns}
              groups={shown}
              selection={selection}
              selectable={may("stage")}
              onSelect={setSelection}
            />
          )}
          <Legend />
          {selection === null || selectedRow === undefined ? (
            <StagedBar />
          ) : (
            <SelectionBar
              key={selection.rowId}
              row={selectedRow}
              recordName={selectedGroup?.record.name ?? selectedRow.row.recordName}
              cells={columns.flatMap(({ index }, position) => {
                const cell = selectedRow.cells[position];
                return cell !== undefined && selection.indexIds.has(index.id) ? [{ index, cell }] : [];
              })}
              onClear={() => setSelection(null)}
              onDone={(left) =>
                // What was selected while it was staged stays.
                setSelection((now) =>
                  now !== selection
                    ? now
                    : left.length === 0
                      ? null
                      : { rowId: selection.rowId, indexIds: new Set(left) },
                )
              }
            />
          )}
        </>
      )}
    </Page>
  );
}

function Legend() {
  return (
    <GridLegend>
      <span>
        <span className={styles["dot"]} /> as standard
      </span>
      <span>
        <span className={styles["corner"]} /> outlier: in 1 or 2 directories
      </span>
      <span>
        <i aria-hidden="true" /> not on the roster
      </span>
      {(["ours", "base moved", "conflict", "outside", "differs"] as const).map((verdict) => (
        <Verdict key={verdict} verdict={verdict} />
      ))}
    </GridLegend>
  );
}

/** The matrix of the practitioner in the address. */
export function MatrixScreen() {
  const { practitionerId = "" } = useParams();
  return <PractitionerMatrix key={practitionerId} practitionerId={practitionerId} />;
}
