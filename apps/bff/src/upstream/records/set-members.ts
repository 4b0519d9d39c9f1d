import type { ServiceProfile, SetContent } from "@dc/api-client";
import type { JsonObject } from "@dc/directory";

/** What the members of a set are by the active profile; null if it has no such set. */
export function setContentOf(profile: ServiceProfile, type: string, field: string): SetContent | null {
  if (!profile.recordTypes.includes(type)) return null;
  return profile.meanings(type).find(({ name }) => name === field)?.setContent ?? null;
}

/** The record type whose ids a reference or a set of ids holds; null for plans, words and other fields. */
export function namedType(profile: ServiceProfile, type: string, field: string): string | null {
  const content = setContentOf(profile, type, field);
  if (content !== null) return typeof content === "string" ? null : content.recordsOf;
  if (!profile.recordTypes.includes(type)) return null;
  return profile.meanings(type).find(({ name }) => name === field)?.refersTo ?? null;
}

/** The plan ids in a raw record's own sets. */
export function planIdsIn(profile: ServiceProfile, type: string, raw: JsonObject): string[] {
  const ofPlans = profile.meanings(type).filter(({ setContent, via }) => setContent === "plans" && via.length === 0);
  if (ofPlans.length === 0) return [];
  const readings = profile.decode(type, raw);
  return ofPlans.flatMap(({ name }) => {
    const reading = readings[name];
    const value = reading !== undefined && "value" in reading ? reading.value : null;
    return Array.isArray(value) ? value.filter((member) => typeof member === "string") : [];
  });
}
