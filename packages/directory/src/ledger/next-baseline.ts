import { setOwn } from "#/json/json.ts";
import { alignSide, phoneEntries, Row } from "#/phones/align-phones.ts";
import type { Entry } from "#/phones/align-phones.ts";
import { phoneIn, phonesOf, phoneToJson } from "#/phones/phone.ts";
import type { FieldKind } from "#/records/field.ts";
import { listPresence, listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { resolvePhones } from "./baseline.ts";
import type { Baseline, ElementReadings, Known } from "./baseline.ts";

/** The baseline after a decision against this base, for the whole field or for the elements named. A base never read changes nothing. */
export function nextBaseline(
  kind: FieldKind,
  baseline: Baseline,
  start: Reading | null,
  base: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
): Baseline {
  return withReading(kind, baseline, start, base, region, elements);
}

/** The known value after a read-back or an acceptance, for the whole field or for the elements named. */
export function nextKnown(
  kind: FieldKind,
  known: Known,
  start: Reading | null,
  readBack: Reading | null,
  region: string,
  elements: readonly string[] | null = null,
): Known {
  const next = withReading(kind, known, start, readBack, region, elements);
  if (readBack === null || next.elements === undefined) return next;
  const before = next.elements[listPresenceKey] ?? next.whole ?? start;
  if (before === null || "absent" in before === "absent" in readBack) return next;
  return { ...next, elements: { ...next.elements, [listPresenceKey]: listPresence(readBack) } };
}

function withReading(
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
  for (const [key, reading] of found) setOwn(next, storedKeyOf(kind, next, key, region), reading);
  return stored.whole === undefined ? { elements: next } : { whole: stored.whole, elements: next };
}

/** An entry that replaced another is stored under the key of the first one, so that stored keys never form a chain. */
function storedKeyOf(kind: FieldKind, elements: ElementReadings, key: string, region: string): string {
  if (kind !== "phones" || Object.hasOwn(elements, key)) return key;
  for (const [origin, reading] of Object.entries(elements)) {
    const phone = phoneIn(reading);
    if (phone !== null && phoneEntries([phone], region)[0]?.key === key) return origin;
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
      elements.map((element) => [
        element,
        element === listPresenceKey ? listPresence(to) : { value: members.has(element) },
      ]),
    );
  }
  const phones = kind === "phones" ? phonesOf(to) : null;
  if (phones === null) return null;
  const before = resolvePhones(stored, start, region)?.entries ?? [];
  const after = phoneEntries(phones, region);
  const lines = [...before, ...after].map((entry) => entry.key).filter((key) => key.includes(";line="));
  const concerned = new Set(
    elements.flatMap((element) => [element, ...lines.filter((key) => key.startsWith(`${element};line=`))]),
  );
  const rows: Row<"before" | "to">[] = [];
  alignSide(rows, "before", before, null, () => false);
  alignSide(rows, "to", after, "before", hasOneUnlabelled);
  return new Map(
    Array.from(concerned, (element) => {
      if (element === listPresenceKey) return [element, listPresence(to)];
      const row =
        rows.find((candidate) => candidate.get("to")?.key === element) ??
        rows.find((candidate) => candidate.get("before")?.key === element);
      const taken = row?.get("to")?.phone;
      const ownKey = row?.get("to")?.key === element || !concerned.has(row?.get("to")?.key ?? "");
      return [element, taken !== undefined && ownKey ? { value: phoneToJson(taken) } : { absent: true }];
    }),
  );
}

function hasOneUnlabelled(rest: readonly Entry[]): boolean {
  return rest.filter((entry) => (entry.phone.label ?? "").trim() === "").length === 1;
}
