import type { DecideInput, RecordView, SeenBase, Seen, StageChangesInput } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { FieldRow } from "#/record/field-row.ts";

type Asked = StageChangesInput["changes"][number];

/** A change of a field before it is said what was on screen of it. */
export type FieldChange = Pick<Asked, "record" | "operation"> & { field: string };

/** A change as the console asks for it: of a field, with the standard value that was on screen. */
export type SeenChange = (Asked & { field: string; seen: SeenBase }) | (Asked & { field?: never });

/** A decision, with what was on screen of its field. */
export type SeenDecision = DecideInput & { seen: Seen };

/** What is on screen of the field of a place. */
export function seenValues({ field: { values } }: FieldRow): Seen {
  return { base: values.base, index: values.index };
}

/** Changes of fields, each with what these records say of it in the standard index. */
export function withSeenValues(records: readonly RecordView[], changes: readonly FieldChange[]): SeenChange[] {
  return changes.map((change) => {
    const view = records.find(({ record }) => recordKey(record) === recordKey(change.record));
    const shown = view?.comparison.fields.find(({ key }) => key === change.field);
    return { ...change, seen: { base: shown?.values.base ?? null } };
  });
}
