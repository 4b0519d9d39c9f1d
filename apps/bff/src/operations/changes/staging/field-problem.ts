import { type Change, foldChanges, stagedStates } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { keysOfPointer } from "#/upstream/records/field-reading.ts";

/**
 * Why a JSON Pointer cannot be a field, as the end of a sentence; null if it can. A value with a meaning is addressed
 * by the meaning only, so that two overrides cannot contradict each other.
 */
export function fieldProblem({ service: { profile } }: Deps, type: string, field: string): string | null {
  if (!field.startsWith("/")) return profile.composed(type).find(({ name }) => name === field)?.notWritable ?? null;
  const keys = keysOfPointer(field);
  if (keys === null) return "must be a JSON Pointer (RFC 6901)";
  const meets = (pointer: string) => doOverlap(keys, keysOfPointer(pointer) ?? []);
  const record = profile.data.records[type];
  const id = record?.id ?? "/id";
  if (meets(id)) return `must not include ${id}, which is the id of the record`;
  const meaning = profile.meanings(type).find(({ via, pointer }) => via.length === 0 && meets(pointer));
  if (meaning !== undefined) return `must be ${meaning.name}, the field at ${meaning.pointer}`;
  const ignored = record?.ignored.find(meets);
  return ignored === undefined ? null : `must not include ${ignored}, which the profile ignores`;
}

/** An overlapping pointer that another change decides or stages; two changes cannot both be laid over one value. */
export function overlappingField(deps: Deps, field: string, changes: readonly Change[]): string | null {
  const keys = field.startsWith("/") ? keysOfPointer(field) : null;
  if (keys === null) return null;
  for (const [otherField = "", ofOther] of Map.groupBy(changes, (change) => change.field)) {
    const others = otherField === field || !otherField.startsWith("/") ? null : keysOfPointer(otherField);
    if (others === null || !doOverlap(keys, others)) continue;
    const isStaged = ofOther.some(({ state }) => stagedStates.some((staged) => staged === state));
    const { wanted } = foldChanges({ absent: true }, ofOther, "json", deps.service.profile.defaultRegion);
    if (isStaged || wanted !== null) return otherField;
  }
  return null;
}

/** True if one path is a prefix of the other, or both are equal. */
function doOverlap(keys: readonly string[], others: readonly string[]): boolean {
  return others.every((key, index) => index >= keys.length || key === keys[index]);
}
