import { shapeOf } from "@dc/directory";
import type { Connection, PractitionerView, RecordView } from "@dc/contract";
import { labelInSentence, meaningLabel } from "#/connection/meanings.ts";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";
import { isMember, MemberChips } from "./member-chips.tsx";
import { fieldRowId, type FieldRow } from "#/record/field-row.ts";
import { existsHere } from "#/record/lifecycle.ts";
import { Button } from "#/ui/form/button.tsx";
import { SetEditor } from "./set-editor.tsx";
import styles from "./sets.module.css";

interface SetBlocksProps {
  editor: RecordEditor;
  connection: Connection | undefined;
  view: PractitionerView;
  record: RecordView;
  /** Every row of the record. */
  rows: readonly FieldRow[];
  returned: boolean;
  /** A set that is shown elsewhere. */
  except?: string | null;
}

/** The sets of a record that the profile names, each with its members and their editor. */
export function SetBlocks({ editor, connection, view, record, rows, returned, except = null }: SetBlocksProps) {
  const sets = record.comparison.fields.filter(({ kind, key }) => shapeOf(kind) === "members" && key !== except);
  return sets.map(({ key }) => {
    const { type } = record.record;
    const label = meaningLabel(connection, type, key);
    const name = record.name ?? record.record.id;
    const id = fieldRowId(record.record, key, null);
    const ofSet = rows.filter(({ field }) => field.key === key);
    const members = ofSet.filter(({ element }) => element !== null && element !== "");
    const membersHere = members.filter(({ comparison: { values } }) =>
      isMember(returned ? values.index : (values.effective ?? values.preview)),
    );
    const [row] = ofSet;
    const isEditable = row !== undefined && editor.canEdit(row) && connection !== undefined && existsHere(record);
    const editing = editor.editing === id;
    const words = labelInSentence(connection, type, key);
    const leave = () => editor.editorProps(id).onLeave();
    return (
      <section key={key} className={styles["set"]} aria-label={`${label} of ${name}`}>
        <div className={styles["head"]}>
          <h3>{label}</h3>
          <span>{membersHere.length}</span>
          {isEditable ? (
            <Button
              size="xs"
              variant={editing ? "filled" : "default"}
              aria-expanded={editing}
              data-edits={id}
              data-stop=""
              aria-label={editing ? `Done with the ${words} of ${name}` : `Edit ${words} of ${name}`}
              onClick={() => (editing ? leave() : editor.edit(id))}
            >
              {editing ? "Done" : `Edit ${words}`}
            </Button>
          ) : null}
        </div>
        <MemberChips
          rows={members}
          returned={returned}
          editing={editing}
          selected={editor.selectedId}
          onSelect={editor.select}
          onRemove={(row) => void editor.change(row, { op: "remove", element: row.element ?? "" })}
          onDiscard={(row) => void editor.discard(row)}
          isUnderReview={editor.isUnderReview}
        />
        {members.length === 0 ? <p className={styles["none"]}>None.</p> : null}
        {editing ? (
          <div className={styles["editor"]}>
            <SetEditor
              editor={editor}
              connection={connection}
              view={view}
              record={record.record}
              recordName={name}
              field={key}
              members={members}
              onLeave={leave}
            />
          </div>
        ) : null}
      </section>
    );
  });
}
