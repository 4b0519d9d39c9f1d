import type { Change, PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./practitioners.module.css";
import type { FieldRow } from "#/record/field-row.ts";
import type { MemberNames } from "#/record/member-names.ts";
import { operationText } from "#/changes/change-text.tsx";

interface FieldHistoryProps {
  row: FieldRow;
  original: RecordView["original"];
  changes: readonly Change[];
  withdrawn: PractitionerView["withdrawn"];
  memberName: MemberNames;
}

const most = 12;

/** The changes of a field, newest first, with withdrawn ones and the original value at the end. */
export function FieldHistory({ row, original, changes, withdrawn, memberName }: FieldHistoryProps) {
  const now = new Date(useNow());
  const ofField = [...changes.map((change) => ({ change, at: change.updatedAt, by: change.createdBy })), ...withdrawn]
    .filter(({ change }) => change.field === row.field.key && recordKey(change.record) === recordKey(row.record))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <section className={styles["history"]} aria-label="History of this field">
      <h3>History of this field</h3>
      <ol>
        {ofField.slice(0, most).map(({ change, at, by }) => (
          <li key={change.id}>
            <State state={change.state} show="mark" />
            <p>
              <b>
                <bdi>{operationText(change, memberName)}</bdi>
              </b>{" "}
              {change.state === "applied" && change.receipt?.asWanted === true
                ? "applied and read back"
                : change.state === "draft"
                  ? "staged"
                  : change.state}
            </p>
            <small>
              {formatMoment(new Date(at), now)}, <bdi>{by.name}</bdi>
            </small>
          </li>
        ))}
        {original === null ? null : (
          <li>
            <Verdict verdict="same" show="mark" label="original" />
            <p>
              {original.provenance === "observed"
                ? "Original kept before our first write"
                : "First reading kept; who wrote before is not known"}
            </p>
            <small>{formatMoment(new Date(original.fetchedAt), now)}</small>
          </li>
        )}
      </ol>
      {ofField.length > most ? <small>{ofField.length - most} older ones are in the directory’s history.</small> : null}
    </section>
  );
}
