import { labelOf, phoneKey } from "./phone-key.ts";
import type { Phone } from "./phone.ts";

export interface Entry {
  phone: Phone;
  /** The phone key; a repeated one carries its occurrence, so that keys are unique within a list. */
  key: string;
  position: number;
}

/** The entries of a list with unique keys. */
export function phoneEntries(phones: readonly Phone[], region: string): Entry[] {
  const seen = new Map<string, number>();
  return phones.map((phone, position) => {
    const key = phoneKey(phone, region);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { phone, key: times === 1 ? key : `${key};line=${times}`, position };
  });
}

/** One row of the alignment: the entry that each side has for it. */
export class Row<Side extends string> {
  readonly entries = new Map<Side, Entry>();
  readonly keys = new Set<string>();

  put(side: Side, entry: Entry): void {
    this.entries.set(side, entry);
    this.keys.add(entry.key);
  }

  get(side: Side): Entry | null {
    return this.entries.get(side) ?? null;
  }

  hasLabel(label: string): boolean {
    for (const entry of this.entries.values()) if (labelOf(entry.phone.label) === label) return true;
    return false;
  }
}

/**
 * Puts each entry of a side into exactly one row: by the key that the anchor side has there, by any key of the row,
 * then by a label that is unique among the rest, else into a row of its own.
 */
export function alignSide<Side extends string>(
  rows: Row<Side>[],
  side: Side,
  entries: readonly Entry[],
  anchor: Side | null,
  pairUnlabelled: (rest: readonly Entry[], free: readonly Row<Side>[]) => boolean,
): void {
  const byKey = new Map<string, Row<Side>>();
  for (const row of rows) for (const key of row.keys) if (!byKey.has(key)) byKey.set(key, row);
  const anchored = new Map<string, Row<Side>>();
  for (const row of rows) {
    const entry = anchor === null ? null : row.get(anchor);
    if (entry !== null) anchored.set(entry.key, row);
  }
  const unanchored: Entry[] = [];
  for (const entry of entries) {
    const row = anchored.get(entry.key);
    if (row === undefined) unanchored.push(entry);
    else row.put(side, entry);
  }
  const rest: Entry[] = [];
  for (const entry of unanchored) {
    const row = byKey.get(entry.key);
    if (row !== undefined && row.get(side) === null) row.put(side, entry);
    else rest.push(entry);
  }
  if (rest.length === 0) return;
  const free = rows.filter((row) => row.get(side) === null);
  for (const entry of rest) {
    const label = labelOf(entry.phone.label);
    const alike = free.filter((row) => row.get(side) === null && row.hasLabel(label));
    const rivals = rest.filter((rival) => labelOf(rival.phone.label) === label);
    const only = alike.length === 1 && rivals.length === 1 ? alike[0] : undefined;
    if (only !== undefined && (label !== "" || pairUnlabelled(rest, free))) {
      only.put(side, entry);
    } else {
      const row = new Row<Side>();
      row.put(side, entry);
      rows.push(row);
    }
  }
}
