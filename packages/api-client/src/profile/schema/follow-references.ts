import type { ServiceProfileData } from "./profile-schema.ts";

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
