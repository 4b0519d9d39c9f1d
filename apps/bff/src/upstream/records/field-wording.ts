import type { ServiceProfile } from "@dc/api-client";
import { fieldLabel, type FieldWording, type ValueForm } from "@dc/directory";

function meaningOf(profile: ServiceProfile, type: string, field: string) {
  if (field.startsWith("/") || !profile.recordTypes.includes(type)) return undefined;
  return profile.meanings(type).find(({ name }) => name === field);
}

/** What values a field has by the active profile, and how it tells the field; null where it does not know it. */
export function wordingOf(profile: ServiceProfile, type: string, field: string): (ValueForm & FieldWording) | null {
  const { kind, label, choices, range } = meaningOf(profile, type, field) ?? {};
  return kind === undefined ? null : { kind, label: label ?? null, choices: choices ?? null, range: range ?? null };
}

/** What the active profile calls a field inside a sentence; null where it has no name but its key. */
export function labelOf(profile: ServiceProfile, type: string, field: string): string | null {
  return meaningOf(profile, type, field)?.label ?? null;
}

/** A field inside a sentence of ours. */
export function fieldNoun(profile: ServiceProfile, type: string, field: string): string {
  return labelOf(profile, type, field) ?? fieldLabel(field);
}

/** The label of a field as a parameter of a message; nothing where the profile has none. */
export function labelParam(profile: ServiceProfile, type: string, field: string): { label?: string } {
  const label = labelOf(profile, type, field);
  return label === null ? {} : { label };
}
