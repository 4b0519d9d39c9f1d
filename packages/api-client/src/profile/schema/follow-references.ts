import type { OwnMeaning, ServiceProfileData } from "./profile-schema.ts";

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

/** The meaning that a name of a record type leads to, on the record that holds the value; null where nothing does. */
export function ownMeaningOf(data: ServiceProfileData, type: string, name: string): OwnMeaning | null {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || !("via" in meaning)) return meaning ?? null;
  const end = followReferences(data, type, meaning.via);
  const owner = "type" in end ? data.records[end.type]?.meanings[meaning.meaning ?? name] : undefined;
  return owner === undefined || "via" in owner ? null : owner;
}
