import { type JsonObject, type Reading, type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

/** The values of the standard index, of the index, or of the directory. */
export type Side = "base" | "index" | "effective";

/** A value with the record that holds it. */
export interface HeldValue {
  owner: RecordKey;
  field: string;
  reading: Reading;
}

/** The compared records that may hold a value. */
export type ComparedRecords = ReadonlyMap<string, ComparedRecord>;

/**
 * The value of a meaning on one side, following references as that side has them. Null if a record on the way was not
 * read, or the profile has no such meaning.
 */
export function heldValue(
  deps: Deps,
  all: ComparedRecords,
  { record, meaning, side }: { record: RecordKey; meaning: string; side: Side },
): HeldValue | null {
  const { profile } = deps.service;
  const described = profile.meanings(record.type).find(({ name }) => name === meaning);
  if (described === undefined) return null;
  const { owner: held, via } = described;
  let holder = record;
  for (const step of via) {
    const raw = rawOn(deps, all, holder, side);
    if (raw === undefined) return null;
    const of = profile.meanings(holder.type).find(({ name }) => name === step)?.of ?? null;
    const named = fieldReading(profile, holder.type, raw, step);
    if (of === null || "absent" in named || typeof named.value !== "string")
      return { owner: holder, field: step, reading: { absent: true } };
    holder = { type: of, id: named.value };
  }
  const raw = rawOn(deps, all, holder, side);
  if (raw === undefined) return null;
  return { owner: holder, field: held.meaning, reading: fieldReading(profile, holder.type, raw, held.meaning) };
}

/** The raw record of one side; null if it does not exist there, undefined if it was not read. */
function rawOn(deps: Deps, all: ComparedRecords, record: RecordKey, side: Side): JsonObject | null | undefined {
  const compared = all.get(recordKey(record));
  if (compared === undefined) return undefined;
  const { here, against, changes } = compared;
  if (side === "base") return against.state === "not read" ? undefined : against.raw;
  const effective =
    side === "effective"
      ? effectiveRaw(deps.service.profile, record.type, here.raw, changes.map(toLedgerChange))
      : here.raw;
  return here.state === "not read" && effective === null ? undefined : effective;
}
