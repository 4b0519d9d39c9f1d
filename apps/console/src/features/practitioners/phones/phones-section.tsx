import { type FieldComparison, type Phone, phoneIn, type RecordKey, recordKey, samePhone } from "@dc/directory";
import { Fragment, type ReactNode } from "react";
import type { FieldRow } from "#/record/field-row.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import type { MenuItem } from "#/ui/overlay/menu-button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PhoneEditor } from "./phone-editor.tsx";
import { PhoneRow } from "./phone-row.tsx";
import type { PhoneParts } from "#/connection/meanings.ts";
import { isAbsentEverywhere } from "#/record/row-status.tsx";
import styles from "#/features/practitioners/editor/editor.module.css";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";

interface PhonesSectionProps {
  editor: RecordEditor;
  record: RecordKey;
  field: Pick<FieldComparison, "key" | "values">;
  phones: readonly FieldRow[];
  spelling: PhoneParts;
  returned: boolean;
  writable: boolean;
  title: string;
  /** A note about the other practitioners that a change affects. */
  about: ReactNode;
}

/** The phones of one record in their order, and the form for a new one. */
export function PhonesSection({
  editor,
  record,
  field,
  phones,
  spelling,
  returned,
  writable,
  title,
  about,
}: PhonesSectionProps) {
  const newPhone = `new phone of ${recordKey(record)}`;
  const reading = field.values.preview ?? field.values.effective;
  const list: Phone[] =
    reading !== null && "value" in reading && Array.isArray(reading.value)
      ? reading.value.flatMap((entry) => phoneIn({ value: entry }) ?? [])
      : [];
  const listed = rowsOf(list, phones);
  const moves = (row: FieldRow): MenuItem[] => {
    if (!editor.canEdit(row)) return [];
    const index = listed.indexOf(row);
    if (index < 0 || list.length < 2) return [];
    const to = (target: number) => {
      const before = listed.toSpliced(index, 1)[target]?.element ?? null;
      if (row.element !== null) void editor.change(row, { op: "move", element: row.element, before });
    };
    return [
      ...(index > 0 ? [{ label: "Move up", run: () => to(index - 1) }] : []),
      ...(index < list.length - 1 ? [{ label: "Move down", run: () => to(index + 1) }] : []),
      ...(index > 1 ? [{ label: "Move to the top", run: () => to(0) }] : []),
    ];
  };
  const removal = (row: FieldRow): MenuItem[] => {
    const { element } = row;
    if (element === null || !editor.canEdit(row) || phoneIn(row.comparison.values.effective) === null) return [];
    return [{ label: "Remove", divided: true, run: () => void editor.change(row, { op: "remove", element }) }];
  };
  return (
    <section>
      <SectionHeading
        title={title}
        note={spelling.format === "as-typed" ? "kept as shown, in this order" : "kept in this order"}
        action={
          editor.editable && writable && !(spelling.isSingle && list.length > 0) ? (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<Icon name="plus" />}
              data-edits={newPhone}
              onClick={() => editor.edit(newPhone)}
            >
              {editor.hasTyped(newPhone) && editor.editing !== newPhone ? "Continue with the new phone" : "Add phone"}
            </Button>
          ) : undefined
        }
      />
      {about}
      <ul>
        {phones
          .filter((row) => row.element !== null && (returned || !isAbsentEverywhere(row.comparison)))
          .map((row) => (
            <Fragment key={row.id}>
              <PhoneRow
                {...editor.rowProps(row)}
                spelling={spelling}
                moves={moves(row)}
                verbs={editor.actionsFor(row, removal(row))}
                onStage={(phone, asItStands) =>
                  void editor.stageAndLeave([
                    { record: row.record, field: row.field.key, operation: replaceOrAdd(row, phone), asItStands },
                  ])
                }
              />
              {editor.conflictCardOf(row)}
            </Fragment>
          ))}
        {editor.editing === newPhone ? (
          <li className={styles["row"]} data-editing>
            <span />
            <PhoneEditor
              start={null}
              spelling={spelling}
              busy={editor.busy}
              {...editor.editorProps(newPhone)}
              onStage={(phone, asItStands) =>
                void editor.stageAndLeave([
                  { record, field: field.key, operation: { op: "add", element: phone }, asItStands },
                ])
              }
            />
          </li>
        ) : null}
      </ul>
      {phones.every(({ element }) => element === null) && editor.editing !== newPhone ? (
        <p className={styles["rest"]}>No phone numbers.</p>
      ) : null}
    </section>
  );
}

/** The row of each entry of the list; of equal entries, each has its own. */
function rowsOf(list: readonly Phone[], phones: readonly FieldRow[]): (FieldRow | undefined)[] {
  const left = [...phones];
  return list.map((phone) => {
    const place = left.findIndex(({ comparison: { values } }) => {
      const own = phoneIn(values.preview ?? values.effective);
      return own !== null && samePhone(own, phone);
    });
    return place < 0 ? undefined : left.splice(place, 1)[0];
  });
}

/** Replaces a number that the directory has; a number that only base or a draft has is added. */
function replaceOrAdd(row: FieldRow, phone: Phone): Parameters<RecordEditor["change"]>[1] {
  const has = phoneIn(row.comparison.values.effective) !== null || phoneIn(row.comparison.values.preview) !== null;
  return has && row.element !== null
    ? { op: "replace", element: row.element, by: phone }
    : { op: "add", element: phone };
}
