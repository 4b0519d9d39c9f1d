import type { PractitionerView } from "@dc/contract";
import { Fragment, useState } from "react";
import { keyOfRecord, shownVerdict, type Place } from "#/features/changes/leaf.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { SectionHeading } from "#/ui/section-heading.tsx";
import { ManyPlansDrawer } from "./many-plans-drawer.tsx";
import { OtherFields } from "./other-fields.tsx";
import styles from "./practitioners.module.css";
import { acceptedField, ScheduleBlock } from "./schedule-block.tsx";
import { TextRow } from "./text-row.tsx";
import type { RecordDesk } from "./use-record-desk.tsx";

interface SchedulesSectionProps {
  desk: RecordDesk;
  indexId: string;
  view: PractitionerView;
  places: readonly Place[];
  returned: boolean;
  reading: boolean;
  failures: { readonly [record: string]: { detail: string } | null };
  onReadNow: () => void;
}

/** The schedules with their plans; they are known only where a roster names them. */
export function SchedulesSection({
  desk,
  indexId,
  view,
  places,
  returned,
  reading,
  failures,
  onReadNow,
}: SchedulesSectionProps) {
  const [many, setMany] = useState(false);
  return (
    <section>
      <SectionHeading
        title="Schedules"
        note="accepted insurances belong to a schedule"
        action={
          desk.editable && view.schedules.length > 1 ? (
            <Button
              variant="subtle"
              size="sm"
              onClick={() => {
                desk.edit(null);
                setMany(true);
              }}
            >
              Edit plans on {view.schedules.length === 2 ? "both" : `all ${view.schedules.length}`}
            </Button>
          ) : undefined
        }
      />
      {view.schedules.length === 0 ? (
        <EmptyState
          title="Its schedules are not known"
          primary={
            <Button variant="filled" to={`/index-versions/${encodeURIComponent(indexId)}?add=paste`}>
              Add schedule ids
            </Button>
          }
        >
          The service leads from a schedule to its practitioner, not back. Add schedule ids, or pairs of schedule and
          practitioner, to the roster, and their plans show here.
        </EmptyState>
      ) : null}
      {view.schedules.map((schedule) => {
        const key = keyOfRecord(schedule.record);
        const ofSchedule = places.filter(({ record }) => keyOfRecord(record) === key);
        const plain = ofSchedule.filter(
          ({ field, leaf }) =>
            field.key !== acceptedField &&
            field.kind !== "phones" &&
            !field.key.startsWith("/") &&
            (shownVerdict(leaf) !== "same" || leaf.drafts.length > 0),
        );
        const { presence } = schedule.comparison;
        return (
          <ScheduleBlock
            key={key}
            view={schedule}
            places={ofSchedule}
            returned={returned}
            editable={desk.editable && presence !== "not read" && presence !== "in neither"}
            editing={desk.editing === key}
            selected={desk.selected}
            reading={reading}
            failure={failures[key]?.detail ?? null}
            onEdit={(on) => desk.edit(on ? key : null)}
            onSelect={desk.select}
            onAdd={(plan) =>
              void desk.send([
                { record: schedule.record, field: acceptedField, operation: { op: "add", element: plan } },
              ])
            }
            onRemove={(place) => void desk.change(place, { op: "remove", element: place.element ?? "" })}
            onDiscard={desk.decisions.discard}
            onReadNow={onReadNow}
          >
            {plain.length === 0 ? null : (
              <ul className={styles["inside"]}>
                {plain.map((place) => (
                  <Fragment key={place.id}>
                    <TextRow
                      {...desk.rowOf(place)}
                      verbs={desk.verbsFor(place)}
                      onStage={(value) =>
                        void desk.stageAndLeave([
                          { record: place.record, field: place.field.key, operation: { op: "set", value } },
                        ])
                      }
                    />
                    {desk.cardOf(place)}
                  </Fragment>
                ))}
              </ul>
            )}
            <OtherFields
              places={ofSchedule.filter(
                (place) => place.field.key !== acceptedField && place.field.kind !== "phones" && !plain.includes(place),
              )}
              returned={returned}
              onSelect={desk.select}
            />
          </ScheduleBlock>
        );
      })}
      <ManyPlansDrawer
        opened={many}
        schedules={view.schedules}
        places={places}
        onStage={(changes) => void desk.send(changes)}
        onClose={() => setMany(false)}
      />
    </section>
  );
}
