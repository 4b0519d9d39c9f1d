import type { RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { FieldRow } from "#/record/field-row.ts";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { Age } from "#/ui/display/age.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { RecordGroup, type ComparisonGroupProps } from "./record-group.tsx";
import { foldedWords } from "./row-filter.ts";
import styles from "./comparison.module.css";
import { Explanation } from "#/marks/explanation.tsx";

export interface ComparisonRowsProps extends ComparisonGroupProps {
  /** Named for screen readers. */
  label: string;
  records: readonly RecordView[];
  rowsByRecord: ReadonlyMap<string, readonly FieldRow[]>;
  /** The rows to show, in their order. */
  shownRows: ReadonlyMap<string, readonly FieldRow[]>;
  /** Both sides are being read again. */
  reading: boolean;
  /** Called when a row is pressed or focused. */
  onTouch: () => void;
  onShowSame: () => void;
  onClearSearch: () => void;
}

/** The original, the standard value now and this directory's value; the cell that changed is boxed. */
export function ComparisonRows(props: ComparisonRowsProps) {
  const { records, rowsByRecord, shownRows, againstName, isStandard, reading, q } = props;
  const rows = [...rowsByRecord.values()].flat();
  const shown = new Set([...shownRows.values()].flat());
  const folded = foldedWords(rows.filter((row) => !shown.has(row)));
  const [first] = records;
  const ours = first !== undefined && isProvisionalId(first.record.id);
  const now = new Date(useNow());
  return (
    <div className={styles["frame"]} onPointerDown={props.onTouch} onFocus={props.onTouch}>
      <div role="table" aria-label={props.label} className={styles["table"]}>
        <div role="rowgroup">
          <div role="row" className={styles["headRow"]}>
            <span aria-hidden="true" />
            <span role="columnheader">Field</span>
            <span role="columnheader" data-side="original">
              Original
              <small>
                {first === undefined || first.original === null
                  ? "not recorded yet"
                  : `${formatDay(new Date(first.original.fetchedAt), now)}, ${first.original.provenance === "observed" ? "before our first write" : "when first read"}`}
              </small>
            </span>
            <span role="columnheader">
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
                    "not possible here"
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
            <span role="columnheader">
              This directory
              <small>
                {first === undefined || first.here.fetchedAt === null ? (
                  ours ? (
                    "not in the service yet"
                  ) : (
                    "not read"
                  )
                ) : reading ? (
                  "reading now, including held changes"
                ) : (
                  <>
                    <Age at={first.here.fetchedAt} after="ago" />, including held changes
                  </>
                )}
              </small>
            </span>
            <span role="columnheader">Verdict</span>
            <span role="columnheader">
              <span className="unseen">Actions</span>
            </span>
          </div>
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
      </div>
      {q !== "" ? (
        <SearchOutcome q={q} found={shown.size} all={rows.length} onClear={props.onClearSearch} />
      ) : folded === null ? null : (
        <div className={styles["folded"]}>
          <Icon name="chevron-right" size={14} />
          {folded}
          <button type="button" onClick={props.onShowSame}>
            Show
          </button>
        </div>
      )}
    </div>
  );
}

/** How much was found, since the search also looks at what the filters hide. */
function SearchOutcome({ q, found, all, onClear }: { q: string; found: number; all: number; onClear: () => void }) {
  const clear = <Button onClick={onClear}>Clear the search</Button>;
  return (
    <div role="status">
      {found === 0 ? (
        <EmptyState title={`No row matches “${q}”.`} primary={clear}>
          Names of fields and plans, ids and values are searched, the unchanged ones included.
        </EmptyState>
      ) : (
        <div className={styles["folded"]}>
          {numberText(found)} of {numberText(all)} {all === 1 ? "row" : "rows"} found, the unchanged ones included.
          <button type="button" onClick={onClear}>
            Clear the search
          </button>
        </div>
      )}
    </div>
  );
}
