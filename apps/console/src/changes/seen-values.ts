import type { DecideInput, RecordView, Seen, StageChangesInput } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { FieldRow } from "#/record/field-row.ts";

type Asked = StageChangesInput["changes"][number];

/** A change of a field, without the values that were on screen. */
export type FieldChange = Pick<Asked, "record" | "operation" | "asItStands"> & { field: string };

/** A change as it is sent: with the values that were on screen, if it is of a field. */
export type SeenChange = (Asked & { field: string; seen: NonNullable<Asked["seen"]> }) | (Asked & { field?: never });

/** A decision, with the values of its field that were on screen. */
export type SeenDecision = DecideInput & { seen: Seen; of?: never };

/** A decision about many values, each with what was on screen of it. */
export type ManySeen = Pick<DecideInput, "decision" | "evidence"> & { of: NonNullable<DecideInput["of"]> };

/** The values that a decision about these rows names, with what is on screen of them. */
export function seenRows(rows: readonly FieldRow[]): ManySeen["of"] {
  return rows.map((row) => ({
    record: row.record,
    field: row.field.key,
    ...(row.element === null ? {} : { element: row.element }),
    ...seenOf(row),
  }));
}

/** What is on screen of the field of a row, with its drafts. */
export function seenOf(row: FieldRow): { seen: Seen; seenDrafts: string[] } {
  return { seen: seenValues(row), seenDrafts: [...new Set([...row.field.drafts, ...row.comparison.drafts])] };
}

/** The values that are on screen for the field of a row. */
export function seenValues({ field: { values } }: FieldRow): Seen {
  return { base: values.base, index: values.index };
}

/** Adds to each change the values and the drafts that were on screen. */
export function withSeenValues(
  records: readonly RecordView[],
  seenDrafts: string[],
  changes: readonly FieldChange[],
): SeenChange[] {
  return changes.map((change) => {
    const view = records.find(({ record }) => recordKey(record) === recordKey(change.record));
    const shown = view?.comparison.fields.find(({ key }) => key === change.field);
    const { base = null, index = null, effective = null } = shown?.values ?? {};
    const seen = { base, index, effective };
    return { ...change, seen, seenDrafts };
  });
}
