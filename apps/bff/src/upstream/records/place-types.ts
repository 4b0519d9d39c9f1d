import type { ServiceProfile } from "@dc/api-client";
import { nameMeanings } from "./name-references.ts";
import { referencesOf } from "./references.ts";

/** The records by whose names places are told: those with names that schedules refer to, else the schedules. */
export function placeTypes(profile: ServiceProfile): readonly string[] {
  const isNamed = (type: string) => profile.meanings(type).some(({ name }) => nameMeanings.includes(name));
  const shared = referencesOf(profile, "schedule").filter(isNamed);
  return shared.length === 0 ? ["schedule"] : shared;
}
