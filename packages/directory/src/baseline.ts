import { alignSide, entriesOf, Row } from "./align-phones.ts";
import type { Entry } from "./align-phones.ts";
import type { FieldKind } from "./field.ts";
import { getOwn, setOwn } from "./own-property.ts";
import { phoneJson, phonesOf, phoneFrom } from "./phone-value.ts";
import type { Reading } from "./reading.ts";
import { presenceKey } from "./presence-key.ts";
import { membersJson, membersOf } from "./set-value.ts";

/** Element readings: `true` or `false` for a member of a set; the phone, or absent, for an entry of phones. */
export type ElementReadings = { [element: string]: Reading };

/** L as stored: the base value that the last decision was made against, of the field and of single elements. Empty at first. */
export interface Baseline {
  whole?: Reading;
  elements?: ElementReadings;
}

/** K as stored: what we last wrote and read back, or accepted; of the field and of single elements. Empty at first. */
export type Known = Baseline;

export interface Original {
  reading: Reading;
  provenance: "observed" | "presumed";
}

/** The reading that L starts from: O if it was observed. */
export function startOfBaseline(original: Original | null): Reading | null {
  return original?.provenance === "observed" ? original.reading : null;
}

/** The reading that K starts from: O, observed or presumed. */
export function startOfKnown(original: Original | null): Reading | null {
  return original?.reading ?? null;
}

/** L after a decision against this base: of the whole field, or of the elements named. A base never read moves nothing. */
export function decideBaseline(
  kind: FieldKind,
  baseline: Baseline,
  start: Reading | null,
  base: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
): Baseline {
  return moved(kind, baseline, start, base, region, elements);
}

/** K after a read-back or an acceptance: of the whole field, or of the elements named. */
export function learnKnown(
  kind: FieldKind,
  known: Known,
  start: Reading | null,
  readBack: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
): Known {
  const next = moved(kind, known, start, readBack, region, elements);
  if (readBack === null || next.elements === undefined) return next;
  const before = next.elements[presenceKey] ?? next.whole ?? start;
  if (before === null || "absent" in before === "absent" in readBack) return next;
  return { ...next, elements: { ...next.elements, [presenceKey]: presenceOf(readBack) } };
}

function moved(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  to: Reading | null,
  region: string,
  elements: readonly string[] | null,
): Baseline {
  if (to === null) return stored;
  const found = elements === null ? null : elementReadings(kind, stored, start, to, region, elements);
  if (found === null) return { whole: to };
  const next: ElementReadings = { ...stored.elements };
  for (const [key, reading] of found) setOwn(next, originOf(kind, next, key, region), reading);
  return stored.whole === undefined ? { elements: next } : { whole: stored.whole, elements: next };
}

/** An entry that already stands for another keeps the first one's key: the stored keys never form a chain. */
function originOf(kind: FieldKind, elements: ElementReadings, key: string, region: string): string {
  if (kind !== "phones" || Object.hasOwn(elements, key)) return key;
  for (const [origin, reading] of Object.entries(elements)) {
    const phone = "value" in reading ? phoneFrom(reading.value) : null;
    if (phone !== null && entriesOf([phone], region)[0]?.key === key) return origin;
  }
  return key;
}

function elementReadings(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  to: Reading,
  region: string,
  elements: readonly string[],
): Map<string, Reading> | null {
  if (kind === "set") {
    const members = membersOf(to);
    if (members === null) return null;
    return new Map(
      elements.map((element) => [element, element === presenceKey ? presenceOf(to) : { value: members.has(element) }]),
    );
  }
  const phones = kind === "phones" ? phonesOf(to) : null;
  if (phones === null) return null;
  const before = resolvePhones(stored, start, region)?.entries ?? [];
  const after = entriesOf(phones, region);
  const lines = [...before, ...after].map((entry) => entry.key).filter((key) => key.includes(";line="));
  const concerned = new Set(
    elements.flatMap((element) => [element, ...lines.filter((key) => key.startsWith(`${element};line=`))]),
  );
  const rows: Row<"before" | "to">[] = [];
  alignSide(rows, "before", before, null, () => false);
  alignSide(rows, "to", after, "before", oneUnlabelled);
  return new Map(
    Array.from(concerned, (element) => {
      if (element === presenceKey) return [element, presenceOf(to)];
      const row =
        rows.find((candidate) => candidate.get("to")?.key === element) ??
        rows.find((candidate) => candidate.get("before")?.key === element);
      const taken = row?.get("to")?.phone;
      const ownKey = row?.get("to")?.key === element || !concerned.has(row?.get("to")?.key ?? "");
      return [element, taken !== undefined && ownKey ? { value: phoneJson(taken) } : { absent: true }];
    }),
  );
}

/** Whether the field is there at all, as a reading: absent or the empty list. */
export function presenceOf(reading: Reading): Reading {
  return "absent" in reading ? reading : { value: [] };
}

function oneUnlabelled(rest: readonly Entry[]): boolean {
  return rest.filter((entry) => (entry.phone.label ?? "").trim() === "").length === 1;
}

/** A stored L or K of a set: whether it exists for an element, and its membership. */
export interface ResolvedSet {
  present: Reading | null;
  has: (element: string) => boolean | null;
}

/** The membership that L or K has per element; null for an element about which it says nothing. */
export function resolveSet(stored: Baseline, start: Reading | null): ResolvedSet | null {
  const whole = stored.whole ?? start;
  const members = whole === null ? null : membersOf(whole);
  if (whole !== null && members === null) return null;
  const elements = stored.elements ?? {};
  return {
    present: getOwn(elements, presenceKey) ?? whole,
    has: (element) => {
      const own = getOwn(elements, element);
      if (own !== undefined) return "value" in own && own.value === true;
      return members === null ? null : members.has(element);
    },
  };
}

export interface ResolvedPhones {
  entries: Entry[];
  present: Reading | null;
  /** Exists for every entry; else only for the keys decided. */
  complete: boolean;
  decided: ReadonlySet<string>;
  /** Keys of entries that have no place of their own in the order. */
  unplaced: ReadonlySet<string>;
}

/** The entries that L or K has; null where its whole value is not a list of phones. */
export function resolvePhones(stored: Baseline, start: Reading | null, region: string): ResolvedPhones | null {
  const whole = stored.whole ?? start;
  const phones = whole === null ? [] : phonesOf(whole);
  if (phones === null) return null;
  const list = entriesOf(phones, region);
  const decided = new Set<string>();
  const unplaced = new Set<string>();
  const elements = Object.entries(stored.elements ?? {}).filter(([key]) => key !== presenceKey);
  const gone = new Set<string>();
  const inPlace = new Map<string, Entry>();
  const appended: Entry[] = [];
  for (const [key, reading] of elements) {
    decided.add(key);
    const phone = "value" in reading ? phoneFrom(reading.value) : null;
    const entry = phone === null ? undefined : entriesOf([phone], region)[0];
    if (entry === undefined) {
      gone.add(key);
      continue;
    }
    decided.add(entry.key);
    const at = list.find((here) => here.key === key) ?? list.find((here) => here.key === entry.key);
    if (at === undefined) {
      appended.push(entry);
      unplaced.add(entry.key);
    } else {
      inPlace.set(at.key, entry);
    }
  }
  const kept = list
    .filter((entry) => inPlace.has(entry.key) || !gone.has(entry.key))
    .map((entry) => inPlace.get(entry.key) ?? entry);
  const resolved = [...kept, ...appended].map((entry) => entry.phone);
  return {
    entries: entriesOf(resolved, region),
    present: getOwn(stored.elements ?? {}, presenceKey) ?? whole,
    complete: whole !== null,
    decided,
    unplaced,
  };
}

/** The whole reading of L or K for display; null where it exists only for some elements or not at all. */
export function resolveReading(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  region: string,
): Reading | null {
  const whole = stored.whole ?? start;
  if (whole === null || stored.elements === undefined) return whole;
  if (kind === "set") {
    const members = membersOf(whole);
    if (members === null) return whole;
    for (const [element, reading] of Object.entries(stored.elements)) {
      if (element === presenceKey) continue;
      if ("value" in reading && reading.value === true) members.add(element);
      else members.delete(element);
    }
    return members.size === 0 && "absent" in whole ? whole : { value: membersJson(members) };
  }
  if (kind !== "phones") return whole;
  const resolved = resolvePhones(stored, start, region);
  if (resolved === null) return whole;
  if (resolved.entries.length === 0 && "absent" in whole) return whole;
  return { value: resolved.entries.map((entry) => phoneJson(entry.phone)) };
}
