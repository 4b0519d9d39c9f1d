import type { PractitionerView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { Fragment } from "react";
import type { Place } from "#/record/field-row.ts";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { affectedBy } from "#/features/practitioners/editor/affected-records.ts";
import { OtherFields } from "#/features/practitioners/editor/other-fields.tsx";
import styles from "./editor/editor.module.css";
import { TextRow } from "#/features/practitioners/editor/text-row.tsx";
import type { RecordDesk } from "#/features/practitioners/editor/use-record-editor.tsx";

interface SharedRecordsProps {
  desk: RecordDesk;
  view: PractitionerView;
  places: readonly Place[];
  returned: boolean;
}

/** What else is to be said at records that schedules share, such as the name of a place: its phones are with the phones. */
export function SharedRecords({ desk, view, places, returned }: SharedRecordsProps) {
  return view.related.map((related) => {
    const key = recordKey(related.record);
    const fields = places.filter(({ record, field }) => recordKey(record) === key && field.kind !== "phones");
    const texts = fields.filter(({ field }) => field.kind === "text" && !field.key.startsWith("/"));
    const others = affectedBy(view, related);
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
        {texts.length === 0 ? null : (
          <ul>
            {texts.map((place) => (
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
        <div className={styles["inside"]}>
          <OtherFields
            places={fields.filter((place) => !texts.includes(place))}
            returned={returned}
            onSelect={desk.select}
          />
        </div>
      </section>
    );
  });
}
