import type { PractitionerView, RecordView } from "@dc/contract";
import { useState } from "react";
import { LifecycleNote } from "#/changes/lifecycle-note.tsx";
import { Note } from "#/marks/note.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { hasLifecycleChange } from "#/record/lifecycle.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { capitalise } from "#/ui/display/capitalise.ts";
import { numberText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { columnCount, ComparisonRow, type ComparisonRowProps } from "./comparison-row.tsx";
import styles from "./comparison.module.css";

/** What every group of a comparison takes. */
export interface ComparisonGroupProps extends Omit<ComparisonRowProps, "row"> {
  view: PractitionerView;
  onlyChanged: boolean;
  /** What the rows are searched for; empty when nothing is. */
  q: string;
  againstName: string;
}

interface RecordGroupProps extends ComparisonGroupProps {
  record: RecordView;
  rows: readonly FieldRow[];
  shown: readonly FieldRow[];
}

/** One record of the comparison: its heading, what is to be said of it as a whole, and its rows. */
export function RecordGroup(props: RecordGroupProps) {
  const { view, record, rows, shown, onlyChanged, againstName, isStandard, q } = props;
  const [open, setOpen] = useState(true);
  const differ = rows.filter(({ comparison }) => (shownVerdict(comparison) ?? "same") !== "same").length;
  const notCompared = rows.filter(({ comparison }) => shownVerdict(comparison) === null).length;
  const isQuiet = onlyChanged && shown.length === 0;
  const { presence } = record.comparison;
  const onlyHere = rows.some((row) => row.onlyHere);
  // Notes about the practitioner as a whole are above the table.
  const isAlone =
    record.record.type !== "practitioner" && (presence !== "both" || hasLifecycleChange(record.record, view.changes));
  const name = nameOfGroup(record);
  if (isQuiet && presence === "both" && !isAlone) return null;
  if (q !== "" && shown.length === 0) return null;
  const note =
    presence === "not read" ? (
      <Note kind="stale">This record was not read on both sides, so there is nothing to compare.</Note>
    ) : isAlone ? (
      <LifecycleNote record={record} view={view} {...(isStandard ? {} : { otherName: againstName })} />
    ) : null;
  return (
    <div role="rowgroup" aria-label={name}>
      <div role="row">
        <div role="rowheader" aria-colspan={columnCount} className={styles["group"]}>
          <button type="button" className={styles["fold"]} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
            <h2>
              <bdi>{name}</bdi>
            </h2>
          </button>
          <CopyableId id={record.record.id} />
          {presence === "both" || record.comparison.verdict === null ? null : (
            <Verdict verdict={record.comparison.verdict} />
          )}
          <span>
            {rows.length === 0
              ? null
              : onlyHere
                ? "only in this index"
                : differ === 0
                  ? notCompared === 0
                    ? "all the same"
                    : `${numberText(notCompared)} of ${numberText(rows.length)} not compared`
                  : `${numberText(differ)} of ${numberText(rows.length)} differ`}
          </span>
        </div>
      </div>
      {note === null ? null : (
        <div role="row">
          <div role="cell" aria-colspan={columnCount} className={styles["alone"]}>
            {note}
          </div>
        </div>
      )}
      {open || q !== "" ? shown.map((row) => <ComparisonRow key={row.id} {...props} row={row} />) : null}
    </div>
  );
}

/** A shared record may have the same name as a schedule, so its type is added. */
function nameOfGroup({ record, name }: RecordView): string {
  if (record.type === "practitioner") return "Practitioner";
  if (name === null) return `${capitalise(record.type)} without a name`;
  return record.type === "schedule" ? name : `${name}, ${record.type}`;
}
