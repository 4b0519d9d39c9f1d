import type { FieldRow } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { RowStatus } from "#/record/row-status.tsx";
import styles from "./editor.module.css";

export interface OtherFieldsProps {
  rows: readonly FieldRow[];
  returned: boolean;
  onSelect: (row: FieldRow) => void;
}

/** Fields that the profile does not name, as the service returned them. Open at first if one differs from base. */
export function OtherFields({ rows, returned, onSelect }: OtherFieldsProps) {
  if (rows.length === 0) return null;
  const open = rows.some(({ comparison }) => comparison.verdict !== null && comparison.verdict !== "same");
  return (
    <details className={styles["rest"]} open={open}>
      <summary>{rows.length === 1 ? "1 other field" : `${rows.length} other fields`}, as received</summary>
      <dl>
        {rows.map((row) => (
          <div key={row.id} style={{ display: "contents" }}>
            <dt>
              <button type="button" className={styles["label"]} data-row={row.id} onClick={() => onSelect(row)}>
                {row.label}
              </button>
            </dt>
            <dd>
              <ReadingValue
                reading={returned ? row.comparison.values.index : row.comparison.values.effective}
                wording={row.wording}
              />
            </dd>
            <dd>
              <RowStatus row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
