import type { MatrixColumn } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { type CSSProperties, Fragment, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { State } from "#/marks/state.tsx";
import { Verdict, verdictHue } from "#/marks/verdict.tsx";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import { Age } from "#/ui/display/age.tsx";
import { MidTruncate } from "#/ui/display/mid-truncate.tsx";
import { AbsentCell, CellGrid, type CellPlace, GridCell, type GridCellProps } from "#/ui/table/cell-grid.tsx";
import type { MatrixCell, MatrixGroup, MatrixRow } from "./matrix-rows.ts";
import styles from "./matrix.module.css";

/** Cells of one row, by the ids of their directories. */
export interface MatrixSelection {
  rowId: string;
  indexIds: ReadonlySet<string>;
}

export interface MatrixTableProps {
  label: string;
  practitionerId: string;
  columns: readonly MatrixColumn[];
  groups: readonly MatrixGroup[];
  selection: MatrixSelection | null;
  selectable: boolean;
  onSelect: (selection: MatrixSelection | null) => void;
}

interface Place {
  rowId: string;
  indexId: string;
}

/** Rows are fields, plans and phones, columns directories: a dot is the standard value, and only what differs is written out. */
export function MatrixTable({
  label,
  practitionerId,
  columns,
  groups,
  selection,
  selectable,
  onSelect,
}: MatrixTableProps) {
  const rows = groups.flatMap((group) => group.rows);
  const [place, setPlace] = useState<Place | null>(null);
  const current = place ?? { rowId: rows[0]?.id ?? "", indexId: columns[0]?.index.id ?? "" };
  const toggle = (row: MatrixRow, indexId: string, extend: boolean) => {
    if (!selectable || !row.row.writable) return;
    const of = selection?.rowId === row.id ? new Set(selection.indexIds) : new Set<string>();
    if (extend && selection?.rowId === row.id && place !== null) {
      const ids = columns.map(({ index }) => index.id);
      const [from = 0, to = 0] = [ids.indexOf(place.indexId), ids.indexOf(indexId)].toSorted((a, b) => a - b);
      for (const [index, id] of ids.entries())
        if (index >= from && index <= to && isSelectable(row.cells[index])) of.add(id);
    } else if (!of.delete(indexId)) of.add(indexId);
    onSelect(of.size === 0 ? null : { rowId: row.id, indexIds: of });
    setPlace({ rowId: row.id, indexId });
  };
  const move = (from: Place, to: CellPlace, { across, withShift }: { across: boolean; withShift: boolean }) => {
    const row = rows.find(({ id }) => id === to.row);
    if (row === undefined) return;
    if (withShift && across && selectable && row.row.writable) {
      const of = selection?.rowId === row.id ? selection.indexIds : [];
      onSelect({ rowId: row.id, indexIds: new Set([...of, from.indexId, to.column]) });
    }
    setPlace({ rowId: row.id, indexId: to.column });
  };
  const count: CSSProperties & { "--directories": number } = { "--directories": columns.length };
  return (
    <CellGrid label={label} className={styles["matrix"]}>
      <thead>
        <tr style={count}>
          <th scope="col" className={styles["field"]}>
            Field or plan
          </th>
          <th scope="col" className={styles["standard"]}>
            Standard now
          </th>
          {columns.map((column) => (
            <th key={column.index.id} scope="col" className={styles["directory"]}>
              <ColumnHead column={column} practitionerId={practitionerId} />
            </th>
          ))}
          <th aria-hidden="true" className={styles["rest"]} />
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={recordKey(group.record.record)}>
          <tr className={styles["group"]}>
            <th scope="rowgroup" colSpan={columns.length + 3}>
              <GroupHead group={group} />
            </th>
          </tr>
          {group.rows.map((row) => (
            <Fragment key={row.id}>
              <tr className={row.others.length > 0 ? styles["withKey"] : undefined}>
                <th scope="row" className={styles["field"]}>
                  <MidTruncate text={row.row.label} />
                </th>
                <td className={styles["standard"]}>
                  <span className={styles["standardValue"]}>
                    {row.row.member === null ? (
                      <ReadingValue reading={row.standard} wording={row.row.wording} />
                    ) : (
                      isIn(row.standard)
                    )}
                  </span>
                </td>
                {row.cells.map((cell, position) => {
                  const index = columns[position]?.index;
                  if (index === undefined) return null;
                  return (
                    <Cell
                      key={index.id}
                      row={row}
                      cell={cell}
                      index={index}
                      isSelected={selection?.rowId === row.id && selection.indexIds.has(index.id)}
                      isCurrent={current.rowId === row.id && current.indexId === index.id}
                      onToggle={(extend) => toggle(row, index.id, extend)}
                      onMove={(to, how) => move({ rowId: row.id, indexId: index.id }, to, how)}
                    />
                  );
                })}
                <td aria-hidden="true" className={styles["rest"]} />
              </tr>
              {row.others.length === 0 ? null : (
                <tr className={styles["key"]}>
                  <td colSpan={columns.length + 3}>
                    <LetterKey row={row} of={columns.length} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      ))}
    </CellGrid>
  );
}

function isSelectable(cell: MatrixCell | undefined): boolean {
  return cell !== undefined && cell.says !== "not on the roster" && cell.says !== "not read";
}

const isIn = (reading: MatrixRow["standard"]) =>
  reading === null ? "not read" : "value" in reading && reading.value === true ? "in" : "not in";

function ColumnHead({ column: { index, records }, practitionerId }: { column: MatrixColumn; practitionerId: string }) {
  const oldest = records.reduce<string | null>(
    (oldestSoFar, { stale, fetchedAt }) =>
      stale && fetchedAt !== null && (oldestSoFar === null || fetchedAt < oldestSoFar) ? fetchedAt : oldestSoFar,
    null,
  );
  const unread = records.find(({ failed, presence }) => failed !== null && presence === "not read");
  return (
    <>
      {unread !== undefined ? (
        <small data-hue="outside" data-tip={unread.failed ?? undefined}>
          not read
        </small>
      ) : oldest === null ? null : (
        <small data-hue="outside">
          <Age at={oldest} after="old" />
        </small>
      )}
      <Link
        to={paths.practitioner.href({ indexId: index.id, practitionerId })}
        data-tip={
          index.referrer === null || index.referrer === index.name ? index.name : `${index.name}, ${index.referrer}`
        }
      >
        <bdi>{index.name}</bdi>
      </Link>
    </>
  );
}

function GroupHead({ group: { record, notOnRoster } }: { group: MatrixGroup }) {
  return (
    <span className={styles["groupName"]}>
      <b>
        <bdi>{record.name ?? record.record.id}</bdi>
      </b>
      {record.name === null ? null : <code>{record.record.id}</code>}
      {notOnRoster === 0 || !record.onRoster ? null : (
        <span>not on the roster of {notOnRoster === 1 ? "1 directory" : `${notOnRoster} directories`}</span>
      )}
    </span>
  );
}

interface CellProps {
  row: MatrixRow;
  cell: MatrixCell;
  index: MatrixColumn["index"];
  isSelected: boolean;
  isCurrent: boolean;
  onToggle: (extend: boolean) => void;
  onMove: NonNullable<GridCellProps["onMove"]>;
}

function Cell({ row, cell, index, isSelected, isCurrent, onToggle, onMove }: CellProps) {
  if (cell.says === "not on the roster") return <AbsentCell says="not on the roster" />;
  if (cell.says === "not read")
    return (
      <td className={styles["unread"]} data-tip={cell.why ?? undefined}>
        <span aria-hidden="true">?</span>
        <span className="unseen">not read</span>
      </td>
    );
  const isOther = cell.says === "other";
  return (
    <GridCell
      place={{ row: row.id, column: index.id }}
      isCurrent={isCurrent}
      isPressed={isSelected}
      label={`${row.row.label} in ${index.name}: ${wordsOf(row, cell)}`}
      data={{
        "data-hue": isOther && !cell.isStaged ? verdictHue(cell.verdict) : undefined,
        "data-staged": (isOther && cell.isStaged) || undefined,
        "data-outlier": (isOther && cell.isOutlier) || undefined,
      }}
      onPress={(event) => onToggle(event.shiftKey)}
      onMove={onMove}
    >
      {isOther ? (
        <>
          {cell.isStaged ? <State state="staged" show="mark" /> : <Verdict verdict={cell.verdict} show="mark" />}
          <span>{cell.letter ?? isIn(cell.reading)}</span>
        </>
      ) : (
        <span className={styles["dot"]} />
      )}
    </GridCell>
  );
}

function wordsOf({ row }: MatrixRow, cell: MatrixCell): string {
  if (cell.says !== "other") return "as standard";
  const value = row.member === null ? readingText(cell.reading, row.wording) : isIn(cell.reading);
  return [value, cell.isStaged ? "staged" : cell.verdict, ...(cell.isOutlier ? ["outlier"] : [])].join(", ");
}

function LetterKey({ row: { others, row }, of }: { row: MatrixRow; of: number }) {
  const otherCount = others.reduce((sum, { directories }) => sum + directories, 0);
  return (
    <span className={styles["letterKey"]}>
      {others.map(({ letter, reading, directories, isOutlier }) => (
        <span key={letter}>
          <b>{letter}</b>
          <ReadingValue reading={reading} wording={row.wording} />
          <small>
            {directories} of {of}
            {isOutlier ? ", outlier" : ""}
          </small>
        </span>
      ))}
      {otherCount < of ? <small>others as standard</small> : null}
    </span>
  );
}
