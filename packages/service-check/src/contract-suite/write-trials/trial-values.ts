import {
  decodeMeaning,
  placeholdersOf,
  recordOperation,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
} from "@dc/api-client";
import { trial, type TrialValue } from "#/kinds/checked-kind.ts";
import { kindOf } from "#/kinds/kinds.ts";
import { listIn } from "#/service/check-session.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";

async function otherId(session: ContractSession, type: string, accepted: readonly string[]): Promise<string | null> {
  const operation = recordOperation("list", type);
  const spelling = session.profile.data.operations[operation];
  if (spelling === undefined || placeholdersOf([spelling.path, ...Object.values(spelling.query)]).length > 0)
    return null;
  const listed = await session.sendCached({
    operation,
    values: {},
    index: spelling.takesIndex ? session.trialIndex : null,
  });
  const ids = (listIn(listed) ?? []).flatMap((entry) => session.profile.recordId(type, entry) ?? []);
  return ids.find((id) => !accepted.includes(id)) ?? null;
}

/** The empty values and the removal that the profile allows. */
function emptyTrials(meaning: OwnMeaning, canRemove: boolean): readonly TrialValue[] {
  const { write } = meaning;
  if (write === undefined || write === "never") return [];
  const { nothing } = kindOf(meaning);
  const mayBeRefused = nothing === null;
  return [
    ...(write.empty === "as-given" ? [] : [{ ...trial("an empty value", nothing, "empty"), mayBeRefused }]),
    ...(write.remove === "null" && canRemove
      ? [
          {
            what: "its removal",
            reading: { absent: true } as const,
            key: "remove" as const,
            mayBeRefused,
            isUnchanged: false,
          },
        ]
      : []),
  ];
}

/** The value of a meaning in a record; undefined when it is absent or does not fit the profile. */
export function valueOf(meaning: OwnMeaning, raw: JsonObject): Json | undefined {
  const decoded = decodeMeaning(meaning, raw);
  return "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : undefined;
}

/** Values to write instead of the current one of a meaning; empty when none can be chosen. */
export async function trialValues(
  session: ContractSession,
  type: string,
  name: string,
  meaning: OwnMeaning,
  current: JsonObject,
): Promise<readonly TrialValue[]> {
  const value = valueOf(meaning, current);
  const isThere = valueAt(current, meaning.at) !== undefined;
  const isWhole = session.profile.data.records[type]?.update === "whole-record";
  const canRemove = isWhole || (typeof meaning.write === "object" && meaning.write.remove === "null");
  // A value that was absent must be removable again.
  if (!isThere && !canRemove) return [];
  const values = await kindOf(meaning).trials(meaning, value, {
    name,
    otherId: async (of, taken) => await otherId(session, of, taken),
  });
  return values.length === 0 ? [] : [...values, ...emptyTrials(meaning, !isWhole)];
}
