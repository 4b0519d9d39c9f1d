import type { JsonObject } from "#/json/json.ts";
import { decodeMeaning } from "#/profile/decode/decode-record.ts";
import { followReferences, type FieldOwner, ownerOf } from "#/profile/schema/follow-references.ts";
import { says } from "#/profile/kinds/kinds.ts";
import type { ComposedMeaning, OwnMeaning, ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { composeText, parseComposedTemplate, templatePaths } from "./composed-template.ts";

/** Gives the record that another one refers to; null where it is not known. */
export type FollowReference = (type: string, id: string) => JsonObject | null;

/** A part of a composed meaning: where it is found, and what holds it. */
export interface ComposedPart {
  /** As the template names it, such as `place.name`. */
  readonly path: string;
  /** The references to follow from the record; empty where it holds the part itself. */
  readonly via: readonly string[];
  readonly owner: FieldOwner;
}

/** A meaning that is made of others: never read, compared, staged or written itself. */
export interface ComposedDescription {
  readonly name: string;
  readonly kind: "composed";
  /** Its name inside a sentence; null where the profile gives it none. */
  readonly label: string | null;
  /** The references to follow to the record whose parts it is made of; empty where that is the record itself. */
  readonly via: readonly string[];
  readonly owner: FieldOwner;
  readonly template: string;
  /** Its parts, from the record that has the meaning; a part may be composed itself. */
  readonly parts: readonly ComposedPart[];
  readonly isWritable: false;
  /** Why it cannot be written, as the end of a sentence. */
  readonly notWritable: string;
  readonly isAssumed: boolean;
  readonly note: string | null;
}

/** Whether a meaning can be a part of a composed one. */
export function saysText(meaning: OwnMeaning | ComposedMeaning): boolean {
  return meaning.kind === "composed" || ["a text", "a word"].includes(says(meaning));
}

/** The parts of a composed meaning of a record type; those that lead nowhere are left out. */
export function partsOf(
  data: ServiceProfileData,
  type: string,
  { template }: ComposedMeaning,
): readonly ComposedPart[] {
  return templatePaths(template).flatMap((path) => {
    const part = partAt(data, type, path);
    return part === null ? [] : [part];
  });
}

/** Where a path of a template leads; null where it leads nowhere. */
function partAt(data: ServiceProfileData, type: string, path: string): ComposedPart | null {
  const names = path.split(".");
  const steps = names.slice(0, -1);
  const end = followReferences(data, type, steps);
  if ("brokenAt" in end) return null;
  const source = ownerOf(data, end.type, names.at(-1) ?? "");
  return source === null ? null : { path, via: [...steps, ...source.via], owner: source.owner };
}

/** Describes a composed meaning, or one that leads to a composed meaning of another record; null for every other one. */
export function describeComposed(data: ServiceProfileData, type: string, name: string): ComposedDescription | null {
  const source = ownerOf(data, type, name);
  const composed = source === null ? undefined : data.records[source.owner.type]?.meanings[source.owner.meaning];
  if (source === null || composed === undefined || !("template" in composed)) return null;
  const parts = partsOf(data, source.owner.type, composed).map((part) => ({
    ...part,
    via: [...source.via, ...part.via],
  }));
  const named = data.records[type]?.meanings[name];
  return {
    name,
    kind: "composed",
    label: named?.label ?? composed.label ?? null,
    ...source,
    template: composed.template,
    parts,
    isWritable: false,
    notWritable: `is composed of ${listed(parts.map(({ path }) => path))}, which are changed instead`,
    isAssumed: composed.status === "assumed" || named?.status === "assumed",
    note: named?.note ?? composed.note ?? null,
  };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "nothing") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/**
 * The text that a meaning of a raw record says: its own, that of a record it refers to, or one composed of others. Null
 * where there is none, where it is no text, and where a record on the way is not known.
 */
export function meaningText(
  data: ServiceProfileData,
  { type, name, raw }: { readonly type: string; readonly name: string; readonly raw: JsonObject },
  follow: FollowReference,
): string | null {
  const source = ownerOf(data, type, name);
  const holder = source === null ? null : followed(data, { type, raw }, source.via, follow);
  return source === null || holder === null ? null : heldText(data, source.owner, holder, follow);
}

function heldText(
  data: ServiceProfileData,
  { type, meaning: name }: FieldOwner,
  raw: JsonObject,
  follow: FollowReference,
): string | null {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || "via" in meaning) return null;
  if (meaning.kind !== "composed") {
    const decoded = decodeMeaning(meaning, raw);
    const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    return saysText(meaning) && typeof value === "string" && value.trim() !== "" ? value : null;
  }
  return composeText(parseComposedTemplate(meaning.template), (path) => {
    const part = partAt(data, type, path);
    const holder = part === null ? null : followed(data, { type, raw }, part.via, follow);
    return part === null || holder === null ? null : heldText(data, part.owner, holder, follow);
  });
}

/** The record at the end of these references; null where one of them names nothing, or nothing that is known. */
function followed(
  data: ServiceProfileData,
  { type, raw }: { readonly type: string; readonly raw: JsonObject },
  via: readonly string[],
  follow: FollowReference,
): JsonObject | null {
  let holder: { type: string; raw: JsonObject } = { type, raw };
  for (const step of via) {
    const reference = data.records[holder.type]?.meanings[step];
    if (reference === undefined || !("to" in reference)) return null;
    const decoded = decodeMeaning(reference, holder.raw);
    const id = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    const next = typeof id === "string" ? follow(reference.to, id) : null;
    if (next === null) return null;
    holder = { type: reference.to, raw: next };
  }
  return holder.raw;
}
