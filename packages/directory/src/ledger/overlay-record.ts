import { getOwn } from "#/json/json.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";
import { liveChanges } from "./change.ts";
import type { Change } from "./change.ts";
import { foldChanges } from "./fold-changes.ts";
import { effectivePresence } from "./record-lifecycle.ts";

export interface FieldReading {
  key: FieldKey;
  kind: FieldKind;
  reading: Reading;
}

export interface EffectiveField extends FieldReading {
  /** False where no override applies; the reading is then the object that was given. */
  overridden: boolean;
}

export interface EffectiveRecord {
  present: boolean;
  fields: EffectiveField[];
  /** The ids of the changes that were laid over, in the order of approval. */
  changes: string[];
}

/** The effective record: every live approved override, applied or held, laid over what the index says. */
export function overlayRecord(
  record: { present: boolean; fields: readonly FieldReading[] },
  changes: readonly Change[],
  region: string,
): EffectiveRecord {
  const presence = effectivePresence(record.present ? "present" : "missing", changes);
  const live = liveChanges(changes);
  const life = live.filter(({ operation }) => operation.op === "create" || operation.op === "delete").at(-1);
  if (presence !== "present") {
    return { present: false, fields: [], changes: life === undefined ? [] : [life.id] };
  }
  const created = life?.operation.op === "create" && !record.present ? life.operation.fields : null;
  const laidOver = new Set<string>(created === null || life === undefined ? [] : [life.id]);
  const fields = record.fields.map((field): EffectiveField => {
    const given = created === null ? undefined : getOwn(created, field.key);
    const under: Reading = created === null ? field.reading : given === undefined ? { absent: true } : { value: given };
    const fold = foldChanges(
      under,
      changes.filter((change) => change.field === field.key),
      field.kind,
      region,
    );
    for (const id of fold.changes) laidOver.add(id);
    return {
      key: field.key,
      kind: field.kind,
      reading: fold.wanted ?? under,
      overridden: fold.wanted !== null || created !== null,
    };
  });
  return {
    present: true,
    fields,
    changes: live.filter((change) => laidOver.has(change.id)).map((change) => change.id),
  };
}
