import { type FieldComparison, type Phone, type RecordKey, recordKey } from "@dc/directory";
import { Fragment, type ReactNode } from "react";
import { phoneIn, type Place } from "#/record/field-row.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import type { MenuVerb } from "#/ui/overlay/menu-button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PhoneEditor } from "./phone-editor.tsx";
import { PhoneRow } from "./phone-row.tsx";
import type { PhoneParts } from "#/connection/meanings.ts";
import { isNowhere } from "#/record/row-status.tsx";
import styles from "#/features/practitioners/editor/editor.module.css";
import type { RecordDesk } from "#/features/practitioners/editor/use-record-editor.tsx";

interface PhonesSectionProps {
  desk: RecordDesk;
  record: RecordKey;
  field: Pick<FieldComparison, "key" | "values">;
  phones: readonly Place[];
  spelling: PhoneParts;
  returned: boolean;
  writable: boolean;
  title: string;
  /** What one should know before one changes them. */
  about: ReactNode;
}

/** The phone numbers in their order, and the form for one more. */
export function PhonesSection({
  desk,
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
  const moves = (place: Place): MenuVerb[] => {
    if (!desk.canEdit(place)) return [];
    const mine = phoneIn(place.leaf.values.preview) ?? phoneIn(place.leaf.values.effective);
    const at = list.findIndex(
      (phone) =>
        mine !== null &&
        phone.number === mine.number &&
        phone.extension === mine.extension &&
        phone.label === mine.label,
    );
    const moved = list[at];
    if (moved === undefined || list.length < 2) return [];
    const to = (target: number) => {
      const next = list.toSpliced(at, 1).toSpliced(target, 0, moved);
      void desk.change(place, {
        op: "set",
        value: next.map(({ number, extension, label }) => ({ number, extension, label })),
      });
    };
    return [
      ...(at > 0 ? [{ label: "Move up", run: () => to(at - 1) }] : []),
      ...(at < list.length - 1 ? [{ label: "Move down", run: () => to(at + 1) }] : []),
      ...(at > 1 ? [{ label: "Move to the top", run: () => to(0) }] : []),
    ];
  };
  const removal = (place: Place): MenuVerb[] => {
    const { element } = place;
    if (element === null || !desk.canEdit(place) || phoneIn(place.leaf.values.effective) === null) return [];
    return [{ label: "Remove", divided: true, run: () => void desk.change(place, { op: "remove", element }) }];
  };
  return (
    <section>
      <SectionHeading
        title={title}
        note="written as shown, order is kept"
        action={
          desk.editable && writable ? (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<Icon name="plus" />}
              data-edits={newPhone}
              onClick={() => desk.edit(newPhone)}
            >
              {desk.hasTyped(newPhone) && desk.editing !== newPhone ? "Go on with the new phone" : "Add phone"}
            </Button>
          ) : undefined
        }
      />
      {about}
      <ul>
        {phones
          .filter((place) => place.element !== null && (returned || !isNowhere(place.leaf)))
          .map((place) => (
            <Fragment key={place.id}>
              <PhoneRow
                {...desk.rowOf(place)}
                spelling={spelling}
                moves={moves(place)}
                verbs={desk.verbsFor(place, removal(place))}
                onStage={(phone) =>
                  void desk.stageAndLeave([
                    { record: place.record, field: place.field.key, operation: replaceOrAdd(place, phone) },
                  ])
                }
              />
              {desk.cardOf(place)}
            </Fragment>
          ))}
        {desk.editing === newPhone ? (
          <li className={styles["row"]} data-editing>
            <span />
            <PhoneEditor
              start={null}
              spelling={spelling}
              busy={desk.busy}
              {...desk.editorOf(newPhone)}
              onStage={(phone) =>
                void desk.stageAndLeave([{ record, field: field.key, operation: { op: "add", element: phone } }])
              }
            />
          </li>
        ) : null}
      </ul>
      {phones.every(({ element }) => element === null) && desk.editing !== newPhone ? (
        <p className={styles["rest"]}>No phone numbers.</p>
      ) : null}
    </section>
  );
}

/** A number that only a draft or base has is added; one that the directory has is replaced. */
function replaceOrAdd(place: Place, phone: Phone): Parameters<RecordDesk["change"]>[1] {
  const has = phoneIn(place.leaf.values.effective) !== null || phoneIn(place.leaf.values.preview) !== null;
  return has && place.element !== null
    ? { op: "replace", element: place.element, by: phone }
    : { op: "add", element: phone };
}
