import type { Connection, PractitionerView, RecordView } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { isWritable, phoneParts } from "#/connection/meanings.ts";
import type { FieldRow } from "#/record/field-row.ts";
import { Note } from "#/marks/note.tsx";
import { affectedRecordsText } from "#/features/practitioners/editor/affected-records.ts";
import { PhonesSection } from "./phones-section.tsx";
import { recordsOf } from "#/record/practitioner-view.ts";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";

interface PhonesByOwnerProps {
  editor: RecordEditor;
  view: PractitionerView;
  rows: readonly FieldRow[];
  connection: Connection | undefined;
  returned: boolean;
}

/** A section of phones for each record that has some: the practitioner, a schedule, or a shared place. */
export function PhonesByOwner({ editor, view, rows, connection, returned }: PhonesByOwnerProps) {
  return recordsOf(view).map((owner) => {
    const field = owner.comparison.fields.find(({ kind }) => shapeOf(kind) === "keyed");
    if (field === undefined || (returned && owner.here.state !== "found")) return null;
    const key = recordKey(owner.record);
    const isOwn = owner === view.practitioner;
    return (
      <PhonesSection
        key={key}
        editor={editor}
        record={owner.record}
        field={field}
        phones={rows.filter((row) => recordKey(row.record) === key && shapeOf(row.field.kind) === "keyed")}
        spelling={phoneParts(connection, owner.record.type, field.key)}
        returned={returned}
        writable={isWritable(connection, owner.record.type, field.key)}
        title={isOwn ? "Phones" : `Phones of ${owner.name ?? owner.record.id}`}
        about={<Affected view={view} owner={owner} />}
      />
    );
  });
}

function Affected({ view, owner }: { view: PractitionerView; owner: RecordView }) {
  const related = view.related.find(({ record }) => recordKey(record) === recordKey(owner.record));
  const others = related === undefined ? null : affectedRecordsText(view, related);
  if (others === null) return null;
  return (
    <Note kind="plain">
      A change of these numbers also changes them for <bdi>{others}</bdi>.
    </Note>
  );
}
