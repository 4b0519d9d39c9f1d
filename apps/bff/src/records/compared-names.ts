import { type Change, type JsonObject, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes.ts";
import { effectiveRaw } from "#/upstream/effective-raw.ts";
import { heldName, referencesIn } from "#/upstream/references.ts";
import { nameOf } from "#/upstream/to-domain.ts";

/** The name that the record itself holds. */
export function ownNameOf(deps: Deps, compared: ComparedRecord): string | null {
  const raw = anyRawRecord(deps, compared);
  return raw === null ? null : nameOf(deps.service.profile, compared.record.type, raw);
}

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

/** The name of a record that another one of these holds; null if it holds its own name, or none of them has it. */
export function namesAmong(deps: Deps, all: readonly ComparedRecord[]): (one: ComparedRecord) => string | null {
  const { profile } = deps.service;
  const byKey = new Map(all.map((one) => [recordKey(one.record), one]));
  return (one) => {
    const held = heldName(profile, one.record.type);
    if (held === null) return null;
    let here: ComparedRecord | undefined = one;
    for (const step of held.via) here = here === undefined ? undefined : followed(deps, byKey, here, step);
    return here === undefined ? null : ownNameOf(deps, here);
  };
}

function followed(
  deps: Deps,
  byKey: ReadonlyMap<string, ComparedRecord>,
  one: ComparedRecord,
  meaning: string,
): ComparedRecord | undefined {
  const raw = anyRawRecord(deps, one);
  const named = raw === null ? [] : referencesIn(deps.service.profile, one.record.type, raw);
  const reference = named.find((one) => one.meaning === meaning);
  return reference === undefined ? undefined : byKey.get(recordKey(reference.target));
}
