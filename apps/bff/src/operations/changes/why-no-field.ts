import type { Deps } from "#/context.ts";
import { keysOfPointer } from "#/upstream/field-reading.ts";

/**
 * Why a JSON Pointer cannot be a field of its own, as the end of a sentence; null where it can. What the profile gives a
 * meaning has one name only, so that no two overrides say different things of one place.
 */
export function whyNoField({ service: { profile } }: Deps, type: string, field: string): string | null {
  if (!field.startsWith("/")) return null;
  const keys = keysOfPointer(field);
  if (keys === null) return "must be a JSON Pointer (RFC 6901)";
  const meets = (pointer: string) => {
    const others = keysOfPointer(pointer) ?? [];
    return others.every((key, at) => at >= keys.length || key === keys[at]);
  };
  const record = profile.data.records[type];
  const id = record?.id ?? "/id";
  if (meets(id)) return `must leave ${id} alone: that is the id of the record`;
  const meaning = profile.meanings(type).find(({ via, pointer }) => via.length === 0 && meets(pointer));
  if (meaning !== undefined) return `must be ${meaning.name}: that is what stands at ${meaning.pointer}`;
  const ignored = record?.ignored.find(meets);
  return ignored === undefined ? null : `must leave ${ignored} alone: by the profile it counts nowhere`;
}
