import type { Connection, PractitionerView, RecordView } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import { useState } from "react";
import { paths } from "#/paths.ts";
import { fieldRowId, shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { canBeDeleted, existsHere } from "#/record/lifecycle.ts";
import { LifecycleNote } from "#/changes/lifecycle-note.tsx";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { BulkPlansDrawer } from "./bulk-plans-drawer.tsx";
import { OtherFields } from "#/features/practitioners/editor/other-fields.tsx";
import { namedRecords } from "#/record/wording.ts";
import { nameOfPractitioner } from "#/record/practitioner-view.ts";
import styles from "#/features/practitioners/editor/editor.module.css";
import { hasOperation } from "#/connection/capabilities.ts";
import { holdsOne, planSetOf, refersTo } from "#/connection/meanings.ts";
import { controlOf, isOneValue } from "#/kinds/kinds.ts";
import { PartBlocks } from "#/features/practitioners/parts/part-blocks.tsx";
import { SetBlocks } from "#/features/practitioners/sets/set-blocks.tsx";
import { SetEditor } from "#/features/practitioners/sets/set-editor.tsx";
import { ScheduleBlock } from "./schedule-block.tsx";
import { ValueRows } from "#/features/practitioners/editor/value-rows.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import type { RecordEditor } from "#/features/practitioners/editor/use-record-editor.tsx";

const CreateRecordDrawer = lazyPart(() => import("#/features/practitioners/forms/create-record-drawer.tsx"));
const DeleteRecordDrawer = lazyPart(() => import("#/features/practitioners/forms/delete-record-drawer.tsx"));

interface SchedulesSectionProps {
  editor: RecordEditor;
  indexId: string;
  connection: Connection | undefined;
  view: PractitionerView;
  rows: readonly FieldRow[];
  returned: boolean;
  reading: boolean;
  failures: { readonly [record: string]: { detail: string } | null };
  onReadNow: () => void;
}

/** The schedules with their plans. A practitioner's schedules are only known if the roster names them. */
export function SchedulesSection({
  editor,
  indexId,
  connection,
  view,
  rows,
  returned,
  reading,
  failures,
  onReadNow,
}: SchedulesSectionProps) {
  const [many, setMany] = useState(false);
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<RecordView | null>(null);
  const canCreate = editor.editable && existsHere(view.practitioner);
  const there = view.schedules.filter(existsHere);
  const bulkSet = there[0] === undefined ? null : planSetOf(connection, there[0]);
  return (
    <section>
      <SectionHeading
        title="Schedules"
        note="accepted insurances belong to a schedule"
        action={
          <>
            {editor.editable && there.length > 1 && bulkSet !== null ? (
              <Button
                variant="subtle"
                size="sm"
                onClick={() => {
                  editor.edit(null);
                  setMany(true);
                }}
              >
                Edit plans on {there.length === 2 ? "both" : `all ${there.length}`}
              </Button>
            ) : null}
            {canCreate ? (
              <Button
                variant="subtle"
                size="sm"
                leftSection={<Icon name="plus" />}
                onClick={() => {
                  editor.edit(null);
                  setCreating(true);
                }}
              >
                Create schedule
              </Button>
            ) : null}
          </>
        }
      />
      {view.schedules.length > 0 ? null : isProvisionalId(view.practitioner.record.id) ? (
        canCreate ? (
          <p className={styles["rest"]}>No schedule yet. Accepted insurances belong to a schedule.</p>
        ) : null
      ) : (
        <EmptyState
          title="No known schedules"
          primary={
            <Permitted action="stage">
              <Button variant="filled" to={paths.directory.href({ indexId }, { add: "paste" })}>
                Add schedule ids
              </Button>
            </Permitted>
          }
        >
          {hasOperation(connection, "listSchedules")
            ? "The service listed no schedules of this practitioner when it was added to the roster. Add the practitioner again to have them listed again, or add schedule ids."
            : "A schedule names its practitioner, not the other way round. Add schedule ids, or pairs of schedule and practitioner, to the roster, and their plans show here."}
        </EmptyState>
      )}
      {view.schedules.map((schedule) => (
        <PractitionerSchedule
          key={recordKey(schedule.record)}
          {...{ editor, connection, view, schedule, rows, returned, reading, failures, onReadNow }}
          onDelete={() => setDeleting(schedule)}
        />
      ))}
      <BulkPlansDrawer
        opened={many}
        field={bulkSet ?? ""}
        holdsOne={holdsOne(connection, "schedule", bulkSet ?? "")}
        schedules={there}
        rows={rows}
        onStage={(changes) => void editor.send(changes)}
        onClose={() => setMany(false)}
      />
      {creating ? (
        <CreateRecordDrawer
          indexId={indexId}
          type="schedule"
          practitioner={{ id: view.practitioner.record.id, name: nameOfPractitioner(view) }}
          known={namedRecords(view)}
          start={startOf(view)}
          onClose={() => setCreating(false)}
          onStaged={(record) => {
            setCreating(false);
            editor.showLifecycle(record);
          }}
        />
      ) : null}
      {deleting === null ? null : (
        <DeleteRecordDrawer
          indexId={indexId}
          view={deleting}
          name={deleting.name ?? deleting.record.id}
          schedules={[]}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  );
}

type PractitionerScheduleProps = Omit<SchedulesSectionProps, "indexId"> & {
  schedule: RecordView;
  onDelete: () => void;
};

/** One schedule of the practitioner with its plans and values. */
function PractitionerSchedule(props: PractitionerScheduleProps) {
  const { editor, connection, view, schedule, rows, returned, reading, failures, onReadNow, onDelete } = props;
  const key = recordKey(schedule.record);
  const planSet = planSetOf(connection, schedule);
  const planEditorId = fieldRowId(schedule.record, planSet ?? "", null);
  const closePlanEditor = () => editor.editorProps(planEditorId).onLeave();
  const isReturned = !returned || schedule.here.state === "found";
  const ofSchedule = isReturned ? rows.filter(({ record }) => recordKey(record) === key) : [];
  const referred = (field: string) => refersTo(connection, schedule.record.type, field);
  const plain = ofSchedule.filter(
    ({ field, comparison, onlyHere }) =>
      shapeOf(field.kind) === "whole" &&
      !(onlyHere && referred(field.key) !== null) &&
      !field.key.startsWith("/") &&
      // Names, time zones and the practitioner are told by the heading and the page; other values of the profile's own always.
      (shownVerdict(comparison) !== "same" ||
        comparison.drafts.length > 0 ||
        (isOneValue(field.kind) &&
          controlOf(field.kind).row !== "free text" &&
          referred(field.key) !== "practitioner")),
  );
  return (
    <ScheduleBlock
      view={schedule}
      planSet={planSet}
      rows={ofSchedule}
      returned={returned}
      editable={editor.editable && existsHere(schedule)}
      lifecycle={<LifecycleNote record={schedule} view={view} onWhy={() => editor.showLifecycle(schedule.record)} />}
      onDelete={editor.editable && canBeDeleted(schedule, view.changes) ? onDelete : null}
      editing={editor.editing === planEditorId}
      selected={editor.selectedId}
      reading={reading}
      staleAfterS={connection?.staleAfterS ?? Infinity}
      failure={failures[key]?.detail ?? null}
      editsId={planEditorId}
      onEdit={(on) => (on ? editor.edit(planEditorId) : closePlanEditor())}
      onSelect={editor.select}
      planEditor={
        planSet === null ? null : (
          <SetEditor
            editor={editor}
            connection={connection}
            view={view}
            record={schedule.record}
            recordName={schedule.name ?? schedule.record.id}
            field={planSet}
            members={ofSchedule.filter(
              ({ field, element }) => field.key === planSet && element !== null && element !== "",
            )}
            onLeave={closePlanEditor}
          />
        )
      }
      onRemove={(row) => void editor.change(row, { op: "remove", element: row.element ?? "" })}
      onDiscard={(row) => void editor.discard(row)}
      isUnderReview={editor.isUnderReview}
      onReadNow={onReadNow}
    >
      <ValueRows editor={editor} rows={plain} className={styles["inside"]} />
      <PartBlocks editor={editor} connection={connection} record={schedule} rows={ofSchedule} returned={returned} />
      <SetBlocks
        editor={editor}
        connection={connection}
        view={view}
        record={schedule}
        rows={ofSchedule}
        returned={returned}
        except={planSet}
      />
      <OtherFields
        editor={editor}
        rows={ofSchedule.filter((row) => shapeOf(row.field.kind) === "whole" && !plain.includes(row))}
        returned={returned}
      />
    </ScheduleBlock>
  );
}

/** Proposes the time zone that the practitioner's other schedules share. */
function startOf({ schedules }: PractitionerView): { [key: string]: string } {
  const zones = schedules.flatMap(({ comparison }) =>
    comparison.fields.flatMap(({ key, values }) => {
      const reading = key === "timeZone" ? values.effective : null;
      return reading !== null && "value" in reading && typeof reading.value === "string" ? [reading.value] : [];
    }),
  );
  return new Set(zones).size === 1 && zones[0] !== undefined ? { timeZone: zones[0] } : {};
}
