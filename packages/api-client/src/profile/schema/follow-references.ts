import type { OwnMeaning, ServiceProfileData } from "./profile-schema.ts";

/** A meaning on the record type that holds it. */
export interface FieldOwner {
  readonly type: string;
  readonly meaning: string;
}

/** Follows a chain of references; gives the record type at its end, or the step that leads nowhere. */
export function followReferences(
  data: ServiceProfileData,
  type: string,
  via: readonly string[],
): { readonly type: string } | { readonly brokenAt: number } {
  let here = type;
  for (const [step, name] of via.entries()) {
    const meaning = data.records[here]?.meanings[name];
    if (meaning === undefined || "via" in meaning || meaning.kind !== "reference") return { brokenAt: step };
    here = meaning.to;
  }
  return { type: here };
}

/** The record type that holds what a name leads to, and the references on the way; null where nothing does. */
export function ownerOf(
  data: ServiceProfileData,
  type: string,
  name: string,
): { readonly via: readonly string[]; readonly owner: FieldOwner } | null {
  const meanings = data.records[type]?.meanings ?? {};
  const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
  if (meaning === undefined) return null;
  if (!("via" in meaning)) return { via: [], owner: { type, meaning: name } };
  const end = followReferences(data, type, meaning.via);
  const wanted = meaning.meaning ?? name;
  const owner = "type" in end ? data.records[end.type]?.meanings[wanted] : undefined;
  return "brokenAt" in end || owner === undefined || "via" in owner
    ? null
    : { via: meaning.via, owner: { type: end.type, meaning: wanted } };
}

/** The meaning that a name of a record type leads to, on the record that holds the value; null where no value is held. */
export function ownMeaningOf(data: ServiceProfileData, type: string, name: string): OwnMeaning | null {
  const found = ownerOf(data, type, name);
  const meaning = found === null ? undefined : data.records[found.owner.type]?.meanings[found.owner.meaning];
  return meaning === undefined || "via" in meaning || meaning.kind === "composed" ? null : meaning;
}
