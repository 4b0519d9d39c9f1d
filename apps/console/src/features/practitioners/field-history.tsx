import type { Change, PractitionerView, RecordView } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import { numberText } from "#/ui/display/count.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./practitioners.module.css";
import type { FieldRow } from "#/record/field-row.ts";
import { elementText } from "#/record/element-text.ts";
import type { Wording } from "#/record/wording.ts";
import { operationText } from "#/changes/change-text.tsx";

interface FieldHistoryProps {
  row: FieldRow;
  original: RecordView["original"];
  changes: readonly Change[];
  withdrawn: PractitionerView["withdrawn"];
  decisions: PractitionerView["decisions"];
  wording: Wording;
}

const most = 12;

function nameOf({ record, field }: FieldRow, element: string, wording: Wording): string {
  return elementText(field.kind, element, [field.values.effective, field.values.base], (id) =>
    wording.member(record.type, field.key, id),
  );
}

const decided = { "keep ours": "Our value was kept", accept: "The value in the index was accepted" };

/** The changes of a field and the decisions about it, newest first, with withdrawn ones and the original value at the end. */
export function FieldHistory({ row, original, changes, withdrawn, decisions, wording }: FieldHistoryProps) {
  const now = new Date(useNow());
  const isOfField = ({ field, record }: { field: string | null; record: RecordKey }) =>
    field === row.field.key && recordKey(record) === recordKey(row.record);
  const changed = [...changes.map((change) => ({ change, at: change.updatedAt, by: change.createdBy })), ...withdrawn]
    .filter(({ change }) => isOfField(change))
    .map(({ change, at, by }) => ({
      key: change.id,
      at,
      by,
      mark: <State state={change.state} show="mark" />,
      what: operationText(change, wording),
      became:
        change.state === "applied" && change.receipt?.asWanted === true
          ? change.receipt.nothingSent
            ? "applied, nothing sent"
            : "applied and read back"
          : change.state === "draft"
            ? "staged"
            : change.state,
      reason: null,
    }));
  const kept = decisions.filter(isOfField).map(({ decision, element, at, by, reason }) => ({
    key: `${at} ${decision} ${element}`,
    at,
    by,
    mark: <Verdict verdict={decision === "accept" ? "outside" : "ours"} show="mark" />,
    what: element === null ? decided[decision] : `${decided[decision]}: ${nameOf(row, element, wording)}`,
    became: "",
    reason,
  }));
  const ofField = [...changed, ...kept].toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <section className={styles["history"]} aria-label="History of this field">
      <h3>History of this field</h3>
      <ol>
        {ofField.slice(0, most).map(({ key, at, by, mark, what, became, reason }) => (
          <li key={key}>
            {mark}
            <p>
              <b>
                <bdi>{what}</bdi>
              </b>{" "}
              {became}
              {reason === null ? null : <bdi>“{reason}”</bdi>}
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
                ? "Original recorded before our first write"
                : "First reading recorded; earlier edits are not known"}
            </p>
            <small>{formatMoment(new Date(original.fetchedAt), now)}</small>
          </li>
        )}
      </ol>
      {ofField.length > most ? (
        <small>
          {numberText(ofField.length - most)} older {ofField.length - most === 1 ? "one is" : "ones are"} in the
          directory’s history.
        </small>
      ) : null}
    </section>
  );
}
