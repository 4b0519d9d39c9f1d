import { Fragment } from "react";
import { setOperation, type FieldRow } from "#/record/field-row.ts";
import type { RecordEditor } from "./use-record-editor.tsx";
import { ValueRow } from "./value-row.tsx";

interface ValueRowsProps {
  editor: RecordEditor;
  rows: readonly FieldRow[];
  className?: string | undefined;
}

/** Values that are edited in place, each with the card of its conflict. */
export function ValueRows({ editor, rows, className }: ValueRowsProps) {
  if (rows.length === 0) return null;
  return (
    <ul className={className}>
      {rows.map((row) => (
        <Fragment key={row.id}>
          <ValueRow
            {...editor.rowProps(row)}
            verbs={editor.actionsFor(row)}
            onStage={(value) =>
              void editor.stageAndLeave([
                { record: row.record, field: row.field.key, operation: setOperation(row, value) },
              ])
            }
          />
          {editor.conflictCardOf(row)}
        </Fragment>
      ))}
    </ul>
  );
}
