import type { ComposedMeaning, OwnMeaning, ServiceProfileData } from "./profile-schema.ts";

/** A meaning on the record type that holds it. */
export interface FieldOwner {
  readonly type: string;
  readonly meaning: string;
}

/** The record type whose ids a reference or a set holds; null for every other meaning. */
export function targetOf(meaning: OwnMeaning | ComposedMeaning): string | null {
  if ("to" in meaning) return meaning.to;
  return "of" in meaning ? meaning.of : null;
}

/** Follows a chain of references; gives the record type at its end, or the step that leads nowhere. */
export function followReferences(
  data: ServiceProfileData,
  type: string,
  via: readonly string[],
): { readonly type: string } | { readonly brokenAt: number } {
  let end = type;
  for (const [step, name] of via.entries()) {
    const meaning = data.records[end]?.meanings[name];
    if (meaning === undefined || !("to" in meaning)) return { brokenAt: step };
    end = meaning.to;
  }
  return { type: end };
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
  const source = ownerOf(data, type, name);
  const meaning = source === null ? undefined : data.records[source.owner.type]?.meanings[source.owner.meaning];
  return meaning === undefined || "via" in meaning || meaning.kind === "composed" ? null : meaning;
}
