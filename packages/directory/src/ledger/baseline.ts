import { getOwn } from "#/json/json.ts";
import { entriesNamed, type Entry, labelledKey, phoneEntries } from "#/phones/phone-entries.ts";
import { type Phone, phoneIn, phonesOf, phoneToJson } from "#/phones/phone.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import { listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { textIn, textsOf, textsToJson, withText } from "#/records/texts-by-key.ts";
import { isMember, membersOf, membersToJson } from "#/records/set-members.ts";

/** Element readings: `true` or `false` for a member of a set; the phone, or absent, for an entry of phones. */
export type ElementReadings = { [element: string]: Reading };

/** The baseline as stored: the base value of the last decision, for the field and for single elements. Empty at first. */
export interface Baseline {
  whole?: Reading;
  elements?: ElementReadings;
}

/** The known value as stored: what was last written and read back, or accepted. Has the same shape; empty at first. */
export type Known = Baseline;

export interface Original {
  reading: Reading;
  provenance: "observed" | "presumed";
}

/** The baseline before any decision: the original if it was observed. */
export function initialBaseline(original: Original | null): Reading | null {
  return original?.provenance === "observed" ? original.reading : null;
}

/** The known value before any write: the original, observed or presumed. */
export function initialKnown(original: Original | null): Reading | null {
  return original?.reading ?? null;
}

/** A stored baseline or known value of a set. */
export interface ResolvedSet {
  present: Reading | null;
  has: (element: string) => boolean | null;
}

/** Resolves membership per element; `has` is null for an element about which nothing is stored. */
export function resolveSet(stored: Baseline, start: Reading | null): ResolvedSet | null {
  const whole = stored.whole ?? start;
  const members = whole === null ? null : membersOf(whole);
  if (whole !== null && members === null) return null;
  const elements = stored.elements ?? {};
  return {
    present: getOwn(elements, listPresenceKey) ?? whole,
    has: (element) => {
      const stated = getOwn(elements, element);
      if (stated !== undefined) return isMember(stated);
      return members === null ? null : members.has(element);
    },
  };
}

/** A stored baseline or known value of texts by part. */
export interface ResolvedTexts {
  present: Reading | null;
  /** Null for a part about which nothing is stored. */
  textIn: (part: string) => Reading | null;
}

/** Resolves the text of each part; null where the whole value is no object of texts. */
export function resolveTexts(stored: Baseline, start: Reading | null): ResolvedTexts | null {
  const whole = stored.whole ?? start;
  const texts = whole === null ? null : textsOf(whole);
  if (whole !== null && texts === null) return null;
  const elements = stored.elements ?? {};
  return {
    present: getOwn(elements, listPresenceKey) ?? whole,
    textIn: (part) => getOwn(elements, part) ?? (texts === null ? null : textIn(texts, part)),
  };
}

export interface ResolvedPhones {
  entries: Entry[];
  present: Reading | null;
  /** True where it covers every entry; else it covers the decided keys only. */
  complete: boolean;
  decided: ReadonlySet<string>;
  /** Keys of entries whose position in the order is not known. */
  unplaced: ReadonlySet<string>;
}

/** Resolves the entries of a stored baseline or known value; null where its whole value is not a list of phones. */
export function resolvePhones(stored: Baseline, start: Reading | null, region: string): ResolvedPhones | null {
  const whole = stored.whole ?? start;
  const phones = whole === null ? [] : phonesOf(whole);
  if (phones === null) return null;
  const list = phoneEntries(phones, region);
  const decided = new Set<string>();
  const gone = new Set<Entry>();
  const inPlace = new Map<Entry, Phone>();
  const appended: Phone[] = [];
  for (const [key, reading] of Object.entries(stored.elements ?? {})) {
    if (key === listPresenceKey) continue;
    decided.add(key);
    const named = entriesNamed(list, key, region);
    const phone = phoneIn(reading);
    if (phone === null) {
      for (const entry of named) gone.add(entry);
      continue;
    }
    decided.add(labelledKey(phone, region));
    const current = named[0] ?? entriesNamed(list, labelledKey(phone, region), region)[0];
    if (current === undefined) appended.push(phone);
    else inPlace.set(current, phone);
  }
  const kept = list
    .filter((entry) => inPlace.has(entry) || !gone.has(entry))
    .map((entry) => inPlace.get(entry) ?? entry.phone);
  const entries = phoneEntries([...kept, ...appended], region);
  return {
    entries,
    present: getOwn(stored.elements ?? {}, listPresenceKey) ?? whole,
    complete: whole !== null,
    decided,
    unplaced: new Set(entries.slice(kept.length).map((entry) => entry.key)),
  };
}

/** The whole stored reading for display; null where only some elements are stored, or none. */
export function resolveReading(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  region: string,
): Reading | null {
  const whole = stored.whole ?? start;
  if (whole === null || stored.elements === undefined) return whole;
  switch (shapeOf(kind)) {
    case "whole":
      return whole;
    case "members": {
      const members = membersOf(whole);
      if (members === null) return whole;
      for (const [element, reading] of Object.entries(stored.elements)) {
        if (element === listPresenceKey) continue;
        if (isMember(reading)) members.add(element);
        else members.delete(element);
      }
      return members.size === 0 && "absent" in whole ? whole : { value: membersToJson(members) };
    }
    case "keyed": {
      const resolved = resolvePhones(stored, start, region);
      if (resolved === null) return whole;
      if (resolved.entries.length === 0 && "absent" in whole) return whole;
      return { value: resolved.entries.map((entry) => phoneToJson(entry.phone)) };
    }
    case "parts": {
      const before = textsOf(whole);
      if (before === null) return whole;
      const texts = Object.entries(stored.elements)
        .filter(([part]) => part !== listPresenceKey)
        .reduce<ReadonlyMap<string, string>>((all, [part, text]) => withText(all, part, text), before);
      return texts.size === 0 && "absent" in whole ? whole : { value: textsToJson(texts) };
    }
  }
}
