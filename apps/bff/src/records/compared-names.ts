import { type Change, type JsonObject, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { effectiveNames } from "./effective-names.ts";

/** The record in this index, else in the other index, else as it will be created. */
export function anyRawRecord(
  { service: { profile } }: Deps,
  { record, here, against, changes }: ComparedRecord,
): JsonObject | null {
  return here.raw ?? against.raw ?? effectiveRaw(profile, record.type, null, changes.map(toPreviewed));
}

/** Treats a draft as live, since a name is useful before its record exists. */
function toPreviewed(row: ChangeRow): Change {
  const change = toLedgerChange(row);
  return change.operation.op === "create" && change.state === "draft" ? { ...change, state: "held" } : change;
}

/**
 * The names of compared records in this directory: with its live changes, and with what others of them say. Null for a
 * record without a name.
 */
export async function namesAmong(
  deps: Deps,
  indexId: string,
  all: readonly ComparedRecord[],
): Promise<(compared: ComparedRecord) => string | null> {
  const known = new Map(all.map((compared) => [recordKey(compared.record), namedRecord(deps, compared)]));
  const records = all.map(({ record }) => record);
  const names = await effectiveNames(deps, deps.store.db, { indexId, records }, { effective: known });
  return ({ record }) => names.get(recordKey(record)) ?? null;
}

/** The record as readers of the directory get it, else as it is anywhere. */
function namedRecord(deps: Deps, compared: ComparedRecord): JsonObject | null {
  const { record, here, changes } = compared;
  const effective = effectiveRaw(deps.service.profile, record.type, here.raw, changes.map(toLedgerChange));
  return effective ?? anyRawRecord(deps, compared);
}
