import type { TestApp } from "./app.ts";

/** A text of a practitioner that says a name and can be staged: the whole name, or the part that everybody has. */
export function nameField({ deps }: TestApp): string {
  return deps.service.profile.composed("practitioner").length > 0 ? "familyName" : "displayName";
}

/** What a new practitioner with this text in that field is called: the text itself, or composed with what creation fills in. */
export function calledBy({ deps }: TestApp, field: string, text: string): string | null {
  const { profile } = deps.service;
  const raw = profile.encode("practitioner", profile.newRecord("practitioner"), field, text);
  return profile.text("practitioner", raw, "displayName");
}
