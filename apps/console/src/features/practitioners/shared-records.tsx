import type { Connection, PractitionerView } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { isOneValue } from "#/kinds/kinds.ts";
import type { FieldRow } from "#/record/field-row.ts";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { affectedRecordsText } from "#/features/practitioners/editor/affected-records.ts";
import { OtherFields } from "#/features/practitioners/editor/other-fields.tsx";
import styles from "./editor/editor.module.css";
import { PartBlocks } from "#/features/practitioners/parts/part-blocks.tsx";
import { SetBlocks } from "#/features/practitioners/sets/set-blocks.tsx";
import { ValueRows } from "#/features/practitioners/editor/value-rows.tsx";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";

interface SharedRecordsProps {
  editor: RecordEditor;
  connection: Connection | undefined;
  view: PractitionerView;
  rows: readonly FieldRow[];
  returned: boolean;
}

/** The fields of records that schedules share, such as a place, except phones, which have their own section. */
export function SharedRecords({ editor, connection, view, rows, returned }: SharedRecordsProps) {
  return view.related.map((related) => {
    const key = recordKey(related.record);
    const fields = rows.filter(({ record, field }) => recordKey(record) === key && shapeOf(field.kind) !== "keyed");
    const texts = fields.filter(({ field }) => isOneValue(field.kind) && !field.key.startsWith("/"));
    const others = affectedRecordsText(view, related);
    return (
      <section key={key} aria-label={`${related.name ?? related.record.id}, ${related.record.type}`}>
        <SectionHeading
          title={related.name ?? related.record.id}
          note={
            <>
              {related.record.type} <span className="mono">{related.record.id}</span>
              {others === null ? null : (
                <>
                  , also of <bdi>{others}</bdi>
                </>
              )}
            </>
          }
        />
        <ValueRows editor={editor} rows={texts} />
        <PartBlocks editor={editor} connection={connection} record={related} rows={fields} returned={returned} />
        <SetBlocks
          editor={editor}
          connection={connection}
          view={view}
          record={related}
          rows={fields}
          returned={returned}
        />
        <div className={styles["inside"]}>
          <OtherFields
            editor={editor}
            rows={fields.filter((row) => !texts.includes(row) && shapeOf(row.field.kind) === "whole")}
            returned={returned}
          />
        </div>
      </section>
    );
  });
}
