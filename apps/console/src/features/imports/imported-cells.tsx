import type { ChangeImportPreview, Connection, ImportedCell } from "@dc/contract";
import { meaningLabel } from "#/connection/meanings.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { ImportedState } from "./imported-state.tsx";
import { columnLetter } from "#/sheet-file/column-letter.ts";
import { isError } from "./imported-states.ts";
import { Unbroken } from "#/ui/display/unbroken.tsx";
import styles from "./imports.module.css";

/** So many cells are shown; a filter shows others. */
const MOST_SHOWN = 300;

interface ImportedCellsProps {
  cells: readonly ImportedCell[];
  /** How many there are, with those that are not listed. */
  total: number;
  preview: ChangeImportPreview;
  connection: Connection | undefined;
  /** Whether a cell against ours is taken. */
  isTaken: (cell: ImportedCell) => boolean;
  onTake: (cell: ImportedCell, isTaken: boolean) => void;
}

/** Each cell with what it says, what the directory says now, and what becomes of it. */
export function ImportedCells({ cells, total, preview, connection, isTaken, onTake }: ImportedCellsProps) {
  const shown = cells.slice(0, MOST_SHOWN);
  return (
    <div className={styles["scroll"]}>
      <table className={styles["cells"]}>
        <caption className="unseen">Cells of the sheet</caption>
        <thead>
          <tr>
            <th scope="col">Cell</th>
            <th scope="col">Record</th>
            <th scope="col">Field</th>
            <th scope="col">The sheet says</th>
            <th scope="col">What becomes of it</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((cell) => (
            <tr
              key={`${cell.row} ${cell.column ?? ""} ${cell.record?.id} ${cell.field}`}
              data-state={isError(cell.state) ? "error" : cell.state}
            >
              <th scope="row" className="mono">
                {cell.column === null ? "" : columnLetter(cell.column)}
                {cell.row}
              </th>
              <td>
                <bdi>{cell.recordName ?? cell.record?.id ?? ""}</bdi>
              </td>
              <td>
                {cell.record === null || cell.field === null
                  ? (preview.columns[cell.column ?? -1]?.heading ?? "")
                  : meaningLabel(connection, cell.record.type, cell.field)}
              </td>
              <td>
                {cell.says === "" ? null : (
                  <bdi className={styles["says"]}>
                    <Unbroken text={cell.says} />
                  </bdi>
                )}
                {cell.now === null || cell.state === "same" ? null : (
                  <bdi className={styles["under"]}>now {cell.now}</bdi>
                )}
              </td>
              <td>
                <ImportedState state={cell.state} show="word" />
                {cell.why === null ? null : <span className={styles["under"]}>{cell.why}</span>}
                {cell.state === "against ours" ? (
                  <span className={styles["taking"]}>
                    <Checkbox label={`Take ${cell.says}`} checked={isTaken(cell)} onChange={(on) => onTake(cell, on)} />{" "}
                    Take it
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["under"]}>
        {shown.length.toLocaleString("en")} of {total.toLocaleString("en")} cells shown. Read against what the directory
        says by the last readings, held changes included.
      </p>
    </div>
  );
}
