import { ownMeaningOf } from "./follow-references.ts";
import { wordType } from "#/profile/kinds/set.ts";
import type { ServiceProfileData } from "./profile-schema.ts";

/** What the members of a set are: plans of the catalogue, words that stand for themselves, or ids of records of a type. */
export type SetContent = "plans" | "words" | { readonly recordsOf: string };

/** The record type whose ids are plans: what the accepted insurances of a schedule are ids of. */
export function planTypeOf(data: ServiceProfileData): string {
  const accepted = ownMeaningOf(data, "schedule", "acceptedInsurances");
  return accepted !== null && "of" in accepted ? accepted.of : "insurance";
}

/** What a set with this `of` holds, whatever the set is called and on whatever record it is. */
export function setContentOf(data: ServiceProfileData, of: string): SetContent {
  if (of === wordType) return "words";
  return of === planTypeOf(data) ? "plans" : { recordsOf: of };
}
