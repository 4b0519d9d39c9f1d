import { useState } from "react";
import type { FieldRow } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { isOneValue } from "#/kinds/kinds.ts";
import { countText } from "#/ui/display/count.tsx";
import { RowStatus } from "#/record/row-status.tsx";
import type { RecordEditor } from "./use-record-editor.tsx";
import { ValueRows } from "./value-rows.tsx";
import styles from "./editor.module.css";

export interface OtherFieldsProps {
  editor: RecordEditor;
  rows: readonly FieldRow[];
  returned: boolean;
}

/** Fields without a place of their own, most of them not named by the profile. Opens where one differs from base or is selected. */
export function OtherFields({ editor, rows, returned }: OtherFieldsProps) {
  const selected = rows.find((row) => editor.rowProps(row).current)?.id ?? null;
  const opens =
    selected !== null || rows.some(({ comparison }) => comparison.verdict !== null && comparison.verdict !== "same");
  const [didOpen, setDidOpen] = useState(opens);
  const [isOpen, setOpen] = useState(opens);
  if (opens !== didOpen) {
    setDidOpen(opens);
    if (opens) setOpen(true);
  }
  if (rows.length === 0) return null;
  const named = rows.filter(({ field }) => isOneValue(field.kind) && !field.key.startsWith("/"));
  return (
    <details className={styles["rest"]} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{countText(rows.length, "other field")}, as received</summary>
      <ValueRows editor={editor} rows={named} />
      <dl>
        {rows
          .filter((row) => !named.includes(row))
          .map((row) => (
            <div key={row.id} style={{ display: "contents" }}>
              <dt>
                <button
                  type="button"
                  className={styles["label"]}
                  data-row={row.id}
                  aria-pressed={row.id === selected}
                  onClick={() => editor.select(row)}
                >
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
