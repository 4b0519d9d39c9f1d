import type { Connection, PractitionerView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { EvidenceRail } from "./evidence-rail.tsx";
import type { Place } from "#/record/field-row.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { LifeCard } from "./lifecycle-card.tsx";
import { Note } from "#/marks/note.tsx";
import { WithRail } from "#/ui/page/page.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { Segment } from "#/ui/form/segmented-control.tsx";
import { OtherFields } from "#/features/practitioners/editor/other-fields.tsx";
import { PhonesByOwner } from "#/features/practitioners/phones/phones-by-owner.tsx";
import { LifeNote } from "#/changes/lifecycle-note.tsx";
import { PractitionerNotes } from "#/record/practitioner-notes.tsx";
import styles from "./practitioners.module.css";
import { SchedulesSection } from "#/features/practitioners/schedules/schedules-section.tsx";
import { SharedRecords } from "./shared-records.tsx";
import { TextRow } from "#/features/practitioners/editor/text-row.tsx";
import { useRecordDesk } from "#/features/practitioners/editor/use-record-editor.tsx";

export interface PractitionerRecordProps {
  indexId: string;
  view: PractitionerView;
  places: readonly Place[];
  planName: PlanNames;
  connection: Connection | undefined;
  failures: { readonly [record: string]: { detail: string } | null };
  unreachable: Error | null;
  reading: boolean;
  onReadNow: () => void;
}

/** The record field by field, as it works or as the service returns it, with the evidence of one field beside it. */
export function PractitionerRecord(props: PractitionerRecordProps) {
  const { indexId, view, places, planName, connection, failures, reading, onReadNow } = props;
  const [look, setLook] = useState<"effective" | "returned">("effective");
  const returned = look === "returned";
  const isReturned = !returned || view.practitioner.here.state === "found";
  const own = isReturned ? places.filter(({ record }) => record.type === "practitioner") : [];
  const names = own.filter(({ field }) => field.kind === "text" && !field.key.startsWith("/"));
  const phones = places.filter(({ field }) => field.kind === "phones");
  const rest = own.filter((place) => !names.includes(place) && !phones.includes(place));
  const desk = useRecordDesk({ indexId, view, places, rows: [...names, ...phones], connection, planName, returned });
  const { here } = desk;
  const held = [view.practitioner, ...view.schedules, ...view.related].reduce(
    (sum, { comparison }) => sum + comparison.counts.held,
    0,
  );
  const unread = view.schedules.filter(({ comparison }) => comparison.presence === "not read").length;
  return (
    <>
      <div className={styles["look"]}>
        <Segment
          label="Which record"
          value={look}
          onChange={(next) => {
            setLook(next);
            desk.edit(null);
          }}
          options={[
            { value: "effective", label: "Effective" },
            { value: "returned", label: "As the service returns it" },
          ]}
        />
        {held === 0 ? null : (
          <Note kind="held">
            <b>{held === 1 ? "1 held change" : `${held} held changes`}</b> {held === 1 ? "is" : "are"}{" "}
            {returned ? "not in what the service returns." : "laid over what the service returns."}{" "}
            <Link to={paths.directoryOverrides.href({ indexId }, { state: "held" })}>See them</Link>
          </Note>
        )}
      </div>
      <PractitionerNotes
        view={view}
        failure={failures[recordKey(view.practitioner.record)]?.detail ?? null}
        unreachable={props.unreachable}
        unread={unread}
        onReadNow={onReadNow}
        lifecycle={
          <LifeNote record={view.practitioner} view={view} onWhy={() => desk.showLife(view.practitioner.record)} />
        }
      />
      <WithRail
        rail={
          desk.life !== undefined ? (
            <LifeCard record={desk.life} view={view} planName={planName} />
          ) : here === undefined ? null : (
            <EvidenceRail
              place={here}
              gone={desk.gone}
              view={desk.viewOf(here)}
              changes={view.changes}
              withdrawn={view.withdrawn}
              decidable={desk.decidable}
              busy={desk.deciding}
              planName={planName}
              onDecide={(decision) => void desk.decide(here, decision)}
              onResolve={() => desk.openConflict(here)}
              onDiscard={() => void desk.discard(here)}
            />
          )
        }
      >
        <div className={styles["body"]}>
          {isReturned ? null : <p>The service returns no such practitioner in this index.</p>}
          {names.length === 0 ? null : (
            <section>
              <SectionHeading title="Names" />
              <ul>
                {names.map((place) => (
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
            </section>
          )}
          <PhonesByOwner desk={desk} view={view} places={phones} connection={connection} returned={returned} />
          <SchedulesSection
            desk={desk}
            indexId={indexId}
            view={view}
            places={places}
            returned={returned}
            reading={reading}
            failures={failures}
            onReadNow={onReadNow}
          />
          <SharedRecords desk={desk} view={view} places={places} returned={returned} />
          <OtherFields places={rest} returned={returned} onSelect={desk.select} />
        </div>
      </WithRail>
    </>
  );
}
