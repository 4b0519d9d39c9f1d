import { type Entry, phoneKeyOf } from "./phone-entries.ts";
import { labelOf } from "./phone-key.ts";

/** One row of the alignment: the entry that each side has for it. */
export class Row<Side extends string> {
  readonly entries = new Map<Side, Entry>();
  readonly keys = new Set<string>();
  readonly names = new Set<string>();

  put(side: Side, entry: Entry): void {
    this.entries.set(side, entry);
    this.keys.add(entry.key);
    for (const name of entry.names) this.names.add(name);
  }

  get(side: Side): Entry | null {
    return this.entries.get(side) ?? null;
  }

  hasNumber(key: string): boolean {
    for (const own of this.keys) if (phoneKeyOf(own) === phoneKeyOf(key)) return true;
    return false;
  }

  hasLabel(label: string): boolean {
    for (const entry of this.entries.values()) if (labelOf(entry.phone.label) === label) return true;
    return false;
  }
}

/**
 * Puts each entry of a side into exactly one row: by what names it on the anchor side, on any side, by its number in the order of
 * the list (of equals first those that no change concerns), then by a label that is unique among the rest, else into a row of its own.
 */
export function alignSide<Side extends string>(
  rows: Row<Side>[],
  side: Side,
  entries: readonly Entry[],
  anchor: Side | null,
  pairUnlabelled: (rest: readonly Entry[], free: readonly Row<Side>[]) => boolean,
  isLeft: (row: Row<Side>) => boolean = () => false,
): void {
  const anchored = new Map<string, Row<Side>>();
  const named = new Map<string, Row<Side>>();
  for (const row of rows) {
    for (const name of (anchor === null ? null : row.get(anchor))?.names ?? []) anchored.set(name, row);
    for (const name of row.names) if (!named.has(name)) named.set(name, row);
  }
  const put = (left: readonly Entry[], rowOf: (entry: Entry) => Row<Side> | undefined): Entry[] =>
    left.filter((entry) => {
      const row = rowOf(entry);
      const isFree = row !== undefined && row.get(side) === null;
      if (isFree) row.put(side, entry);
      return !isFree;
    });
  const byName = (rowByName: ReadonlyMap<string, Row<Side>>) => (entry: Entry) =>
    entry.names.map((name) => rowByName.get(name)).find((row) => row !== undefined);
  const unnamed = put(put(entries, byName(anchored)), byName(named));
  const free = (key: string) => rows.filter((row) => row.get(side) === null && row.hasNumber(key));
  const ofLabel = ({ key, phone }: Entry) => free(key).find((row) => isLeft(row) && row.hasLabel(labelOf(phone.label)));
  const rest = put(put(unnamed, ofLabel), ({ key }) => free(key)[0]);
  if (rest.length === 0) return;
  const unpaired = rows.filter((row) => row.get(side) === null);
  for (const entry of rest) {
    const label = labelOf(entry.phone.label);
    const alike = unpaired.filter((row) => row.get(side) === null && row.hasLabel(label));
    const rivals = rest.filter((rival) => labelOf(rival.phone.label) === label);
    const only = alike.length === 1 && rivals.length === 1 ? alike[0] : undefined;
    if (only !== undefined && (label !== "" || pairUnlabelled(rest, unpaired))) {
      only.put(side, entry);
    } else {
      const row = new Row<Side>();
      row.put(side, entry);
      rows.push(row);
    }
  }
}
