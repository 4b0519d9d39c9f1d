import { setOwn } from "#/json/json.ts";
import { alignSide, Row } from "#/phones/align-phones.ts";
import { entriesNamed, type Entry, keyOfPlace, phoneEntries } from "#/phones/phone-entries.ts";
import { type Phone, phoneIn, phonesOf, phoneToJson } from "#/phones/phone.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import { listPresence, listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { textIn, textsOf } from "#/records/texts-by-key.ts";
import { membersOf } from "#/records/set-members.ts";
import { resolvePhones } from "./baseline.ts";
import type { Baseline, ElementReadings, Known } from "./baseline.ts";

/**
 * The baseline after a decision against this base, for the whole field or for the elements named. A base never read
 * changes nothing. `through` is what the directory said before and after the change: it links an entry of phones to what
 * base and the former baseline call it.
 */
export function nextBaseline(
  kind: FieldKind,
  baseline: Baseline,
  start: Reading | null,
  base: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
  through: readonly Reading[] = [],
): Baseline {
  return withReading(kind, baseline, start, base, { region, elements, through, isByNumber: false });
}

/**
 * The known value after a read-back or an acceptance, for the whole field or for the elements named. Of phones, an entry
 * that only has the label of one of them is not known by that. `through`: as for the baseline.
 */
export function nextKnown(
  kind: FieldKind,
  known: Known,
  start: Reading | null,
  readBack: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
  through: readonly Reading[] = [],
): Known {
  const next = withReading(kind, known, start, readBack, { region, elements, through, isByNumber: true });
  if (readBack === null || next.elements === undefined) return next;
  const before = next.elements[listPresenceKey] ?? next.whole ?? start;
  if (before === null || "absent" in before === "absent" in readBack) return next;
  return { ...next, elements: { ...next.elements, [listPresenceKey]: listPresence(readBack) } };
}

interface Concerned {
  region: string;
  elements: readonly string[] | null;
  through: readonly Reading[];
  /** Whether an entry is replaced only by one whose own key is named too. */
  isByNumber: boolean;
}

type ConcernedElements = Concerned & { elements: readonly string[] };

function withReading(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  to: Reading | null,
  concerned: Concerned,
): Baseline {
  if (to === null) return stored;
  const { region } = concerned;
  const elements = concerned.elements?.filter((key) => keyOfPlace(key) === null) ?? null;
  if (elements !== null && elements.length < (concerned.elements?.length ?? 0)) {
    const placed = withOrder(stored, start, to, region);
    return elements.length === 0 ? placed : withReading(kind, placed, start, to, { ...concerned, elements });
  }
  const readings = elements === null ? null : elementReadings(kind, stored, start, to, { ...concerned, elements });
  if (readings === null) return { whole: to };
  const next: ElementReadings = { ...stored.elements };
  for (const [key, reading] of readings) setOwn(next, storedKeyOf(kind, next, key, region), reading);
  return stored.whole === undefined ? { elements: next } : { whole: stored.whole, elements: next };
}

/** What is stored with the entries in the order that they have in a list; as it is where their order is not known. */
function withOrder(stored: Baseline, start: Reading | null, to: Reading, region: string): Baseline {
  const resolved = resolvePhones(stored, start, region);
  const rows: Row<"to">[] = [];
  alignSide(rows, "to", phoneEntries(phonesOf(to) ?? [], region), null, () => false);
  const placeOf = (entry: Entry) =>
    rows.find((row) => entry.names.some((name) => row.names.has(name)))?.get("to")?.position ?? null;
  if (resolved?.complete !== true || resolved.entries.length === 0) return stored;
  const common = resolved.entries.filter((entry) => placeOf(entry) !== null);
  const inOrder = common.toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
  const value = resolved.entries.map(({ phone }, position) => {
    const place = common.findIndex((entry) => entry.position === position);
    return phoneToJson(place < 0 ? phone : (inOrder[place]?.phone ?? phone));
  });
  const presence = stored.elements?.[listPresenceKey];
  return { whole: { value }, ...(presence === undefined ? {} : { elements: { [listPresenceKey]: presence } }) };
}

/** An entry that replaced another is stored under the key of the first one, so that stored keys never form a chain. */
function storedKeyOf(kind: FieldKind, elements: ElementReadings, key: string, region: string): string {
  if (shapeOf(kind) !== "keyed" || Object.hasOwn(elements, key)) return key;
  for (const [origin, reading] of Object.entries(elements)) {
    const phone = phoneIn(reading);
    if (phone !== null && phoneEntries([phone], region)[0]?.names.includes(key) === true) return origin;
  }
  return key;
}

function elementReadings(
  kind: FieldKind,
  stored: Baseline,
  start: Reading | null,
  to: Reading,
  concerned: ConcernedElements,
): Map<string, Reading> | null {
  const { elements } = concerned;
  const all = (readingOf: (element: string) => Reading) =>
    new Map(elements.map((element) => [element, element === listPresenceKey ? listPresence(to) : readingOf(element)]));
  switch (shapeOf(kind)) {
    case "whole":
      return null;
    case "members": {
      const members = membersOf(to);
      return members === null ? null : all((element) => ({ value: members.has(element) }));
    }
    case "keyed": {
      const phones = phonesOf(to);
      return phones === null ? null : phoneReadings(phones, stored, start, to, concerned);
    }
    case "parts": {
      const texts = textsOf(to);
      return texts === null ? null : all((part) => textIn(texts, part));
    }
  }
}

function phoneReadings(
  phones: readonly Phone[],
  stored: Baseline,
  start: Reading | null,
  to: Reading,
  { region, elements, through, isByNumber }: ConcernedElements,
): Map<string, Reading> {
  const before = resolvePhones(stored, start, region)?.entries ?? [];
  const after = phoneEntries(phones, region);
  const around = through.map((reading) => phoneEntries(phonesOf(reading) ?? [], region));
  const named = new Set(
    elements.flatMap((element) => {
      const keysIn = (lists: readonly Entry[][]) =>
        lists.flatMap((entries) => entriesNamed(entries, element, region).map(({ key }) => key));
      const keys = keysIn([after, before]);
      return keys.length > 0 ? keys : [...keysIn(around), element].slice(0, 1);
    }),
  );
  const rows: Row<string>[] = [];
  alignSide(rows, "before", before, null, () => false);
  for (const [step, entries] of around.entries())
    alignSide(rows, `through ${step}`, entries, "before", hasOneUnlabelled);
  alignSide(rows, "to", after, "before", hasOneUnlabelled);
  const rowOf = (element: string) =>
    ["to", "before"]
      .map((side) => rows.find((row) => row.get(side)?.key === element))
      .find((row) => row !== undefined) ?? rows.find((row) => row.names.has(element));
  const concerned = new Set(named);
  for (const element of named) {
    const row = rowOf(element);
    if (row === undefined) continue;
    const stays = after.some((entry) => entry.key === row.get("before")?.key);
    const also = (stays ? null : row.get("before")) ?? (isByNumber ? null : row.get("to"));
    if (also !== null) concerned.add(also.key);
  }
  return new Map(
    Array.from(concerned, (element) => {
      if (element === listPresenceKey) return [element, listPresence(to)];
      const row = rowOf(element);
      const taken = row?.get("to") ?? null;
      const isOwn = taken?.key === element;
      // An entry that replaces another is stored under the key of that one, so that it keeps its place in the list.
      const isInPlace = row?.get("before")?.key === element && !concerned.has(taken?.key ?? "") && !isByNumber;
      return [element, taken !== null && (isOwn || isInPlace) ? { value: phoneToJson(taken.phone) } : { absent: true }];
    }),
  );
}

function hasOneUnlabelled(rest: readonly Entry[]): boolean {
  return rest.filter((entry) => (entry.phone.label ?? "").trim() === "").length === 1;
}
