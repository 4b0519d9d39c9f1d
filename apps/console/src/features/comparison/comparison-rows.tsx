import type { PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useState } from "react";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { isAbsentEverywhere } from "#/record/row-status.tsx";
import { hasLifecycleChange } from "#/record/lifecycle.ts";
import { LifecycleNote } from "#/changes/lifecycle-note.tsx";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { Age } from "#/ui/display/age.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Verdict, type VerdictName } from "#/marks/verdict.tsx";
import { ComparisonRow, type ComparisonRowProps } from "./comparison-row.tsx";
import styles from "./comparison.module.css";
import { Explanation } from "#/marks/explanation.tsx";

export interface ComparisonRowsProps extends Omit<ComparisonRowProps, "row"> {
  view: PractitionerView;
  records: readonly RecordView[];
  rowsByRecord: ReadonlyMap<string, readonly FieldRow[]>;
  /** The rows to show, in their order. */
  shownRows: ReadonlyMap<string, readonly FieldRow[]>;
  onlyChanged: boolean;
  againstName: string;
  /** Both sides are being read again. */
  reading: boolean;
  /** Called when a row is pressed or focused. */
  onTouch: () => void;
  onShowSame: () => void;
}

/** Whether the filters show a row. A row that only a draft changes counts as changed. */
export function isShown(
  { comparison, onlyHere }: FieldRow,
  verdicts: ReadonlySet<VerdictName>,
  onlyChanged: boolean,
): boolean {
  if (onlyHere) return !onlyChanged || !isAbsentEverywhere(comparison);
  const verdict = shownVerdict(comparison) ?? "same";
  if (verdict === "same") return !onlyChanged || comparison.drafts.length > 0 || comparison.flags.includes("held");
  return verdicts.has(verdict);
}

/** The original, the standard value now and this directory's value; the cell that changed is boxed. */
export function ComparisonRows(props: ComparisonRowsProps) {
  const { records, rowsByRecord, shownRows, againstName, isStandard, reading } = props;
  const shown = new Set([...shownRows.values()].flat());
  const same = [...rowsByRecord.values()]
    .flat()
    .filter((row) => !row.onlyHere && !shown.has(row) && (shownVerdict(row.comparison) ?? "same") === "same").length;
  const [first] = records;
  const ours = first !== undefined && isProvisionalId(first.record.id);
  const now = new Date(useNow());
  return (
    <div className={styles["table"]} onPointerDown={props.onTouch} onFocus={props.onTouch}>
      <div className={styles["headRow"]}>
        <span />
        <span>Field</span>
        <span>
          Original
          <small>
            {first === undefined || first.original === null
              ? "not kept yet"
              : `${formatDay(new Date(first.original.fetchedAt), now)}, ${first.original.provenance === "observed" ? "before our first write" : "as first read"}`}
          </small>
        </span>
        <span>
          {isStandard ? (
            <>
              Standard now
              <Explanation of="base" />
            </>
          ) : (
            <bdi>{againstName}</bdi>
          )}
          <small>
            {first === undefined || first.against.fetchedAt === null ? (
              ours ? (
                "can’t exist here"
              ) : (
                "not read"
              )
            ) : reading ? (
              "reading now"
            ) : (
              <Age at={first.against.fetchedAt} before="read" after="ago" />
            )}
          </small>
        </span>
        <span>
          This directory
          <small>
            {first === undefined || first.here.fetchedAt === null ? (
              ours ? (
                "not in the service yet"
              ) : (
                "not read"
              )
            ) : reading ? (
              "reading now, held included"
            ) : (
              <>
                <Age at={first.here.fetchedAt} after="ago" />, with held
              </>
            )}
          </small>
        </span>
        <span>Verdict</span>
        <span />
      </div>
      {records.map((view) => (
        <RecordGroup
          key={recordKey(view.record)}
          {...props}
          record={view}
          rows={rowsByRecord.get(recordKey(view.record)) ?? []}
          shown={shownRows.get(recordKey(view.record)) ?? []}
        />
      ))}
      {same === 0 ? null : (
        <div className={styles["folded"]}>
          <Icon name="chevron-right" size={14} />
          {same === 1 ? "1 value is the same" : `${same} values are the same`}
          <button type="button" onClick={props.onShowSame}>
            Show
          </button>
        </div>
      )}
    </div>
  );
}

interface RecordGroupProps extends ComparisonRowsProps {
  record: RecordView;
  rows: readonly FieldRow[];
  shown: readonly FieldRow[];
}

function RecordGroup(props: RecordGroupProps) {
  const { view, record, rows, shown, onlyChanged, againstName, isStandard } = props;
  const [open, setOpen] = useState(true);
  const differ = rows.filter(({ comparison }) => comparison.verdict !== null && comparison.verdict !== "same").length;
  const isQuiet = onlyChanged && shown.length === 0;
  const { presence } = record.comparison;
  const onlyHere = rows.some((row) => row.onlyHere);
  // Notes about the practitioner as a whole are above the table.
  const isAlone =
    record.record.type !== "practitioner" && (presence !== "both" || hasLifecycleChange(record.record, view.changes));
  const name = nameOfGroup(record);
  if (isQuiet && presence === "both" && !isAlone) return null;
  return (
    <section aria-label={name}>
      <div className={styles["group"]}>
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
                ? "all the same"
                : `${differ} of ${rows.length} differ`}
        </span>
      </div>
      {record.comparison.presence === "not read" ? (
        <div className={styles["alone"]}>
          <Note kind="stale">This record was not read on both sides, so there is nothing to compare.</Note>
        </div>
      ) : isAlone ? (
        <div className={styles["alone"]}>
          <LifecycleNote record={record} view={view} {...(isStandard ? {} : { otherName: againstName })} />
        </div>
      ) : null}
      {open ? (
        <ul>
          {shown.map((row) => (
            <ComparisonRow key={row.id} {...props} row={row} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A shared record may have the same name as a schedule, so its type is added. */
function nameOfGroup({ record, name }: RecordView): string {
  if (record.type === "practitioner") return "Practitioner";
  if (name === null) return record.type;
  return record.type === "schedule" ? name : `${name}, ${record.type}`;
}
