import { resolvePhones } from "#/ledger/baseline.ts";
import { keyWithoutDrafts, meantEntries } from "#/ledger/equal-entries.ts";
import { touchedElements } from "#/ledger/operation.ts";
import { alignSide, Row } from "#/phones/align-phones.ts";
import { entriesNamed, type Entry, phoneEntries } from "#/phones/phone-entries.ts";
import { labelOf } from "#/phones/phone-key.ts";
import { phonesOf } from "#/phones/phone.ts";
import { comparePhoneEntry, isDecided, keysBesidePreview, namedEntries } from "./compare-phone-entry.ts";
import type { PhoneFieldState, Side } from "./compare-phone-entry.ts";
import { listPresencePart } from "./compare-set.ts";
import type { PartComparison } from "./comparison.ts";
import type { FieldState } from "./field-state.ts";

const sideOrder = ["base", "effective", "baseline", "index", "known", "wanted", "original", "preview"] as const;

/** The side that each side is aligned with first: an equal list falls into the same rows. */
const anchors: { readonly [side in Side]: Side | null } = {
  base: null,
  effective: "base",
  baseline: "base",
  index: "effective",
  known: "index",
  wanted: "effective",
  preview: "effective",
  original: "baseline",
};

/** One part per entry of any side; null where some side's value is not a list of phones, so that the field stays undivided. */
export function comparePhones(state: FieldState): PartComparison[] | null {
  const { values, input } = state;
  const { region } = input;
  const baseline = resolvePhones(input.baseline, state.initialBaseline, region);
  const known = resolvePhones(input.known, state.initialKnown, region);
  const lists = new Map<Side, Entry[]>();
  for (const side of sideOrder) {
    const reading = values[side];
    if (side === "baseline" || side === "known") continue;
    if (reading === null) continue;
    const phones = phonesOf(reading);
    if (phones === null) {
      if (side === "original") continue;
      return null;
    }
    lists.set(side, phoneEntries(phones, region));
  }
  if (baseline !== null) lists.set("baseline", baseline.entries);
  if (known !== null) lists.set("known", known.entries);
  const concerned = (keys: Iterable<string>, side: Side) =>
    new Set([...keys].flatMap((key) => entriesNamed(lists.get(side) ?? [], key, region)));
  const changed = concerned(state.fold.elements.keys(), "base");
  const meant = meantEntries(state.drafts);
  const touchedBy = new Map(
    state.drafts.map(({ id, operation }) => [
      id,
      touchedElements(operation, region)?.map((key) => keyWithoutDrafts(meant, id, key)) ?? null,
    ]),
  );
  const drafted = concerned(
    [...touchedBy.values()].flatMap((keys) => keys ?? []),
    "effective",
  );
  /** Whether no change concerns what a row has: of equals, these are what a side has left of them. */
  const isLeft = (side: Side, row: Row<Side>) => {
    const concerns = side === "effective" ? changed : side === "preview" ? drafted : null;
    const entry = row.get(side === "effective" ? "base" : "effective");
    return concerns !== null && (entry === null || !concerns.has(entry));
  };
  const rows: Row<Side>[] = [];
  for (const side of sideOrder) {
    alignSide(
      rows,
      side,
      lists.get(side) ?? [],
      anchors[side],
      () => side !== "effective" || unlabelledIsOneLine(rows, lists, baseline?.complete === true),
      (row) => isLeft(side, row),
    );
  }
  const field: PhoneFieldState = {
    state,
    rows,
    lists,
    named: namedEntries(lists, region),
    touchedBy,
    baseline,
    known,
    isKnownOrdered: known !== null && input.known.elements === undefined,
  };
  const shown = rows.filter((row) => isShown(row) || isDecided(field, row));
  const keys = keysOfRows(shown);
  const parts = shown.map((row) => comparePhoneEntry(field, row, keys.get(row) ?? ""));
  return [...parts, ...listPresencePart(state, baseline?.present ?? null, known?.present ?? null)];
}

/** Law P6: with a baseline, two unlabelled numbers are one line only if one unlabelled number was there before both. */
function unlabelledIsOneLine(
  rows: readonly Row<Side>[],
  lists: ReadonlyMap<Side, Entry[]>,
  baselineIsWhole: boolean,
): boolean {
  if (!baselineIsWhole) return true;
  const common = new Set<string>();
  for (const row of rows) {
    const entry = row.get("base");
    if (entry !== null && row.get("effective") !== null) common.add(entry.key);
  }
  const before = (lists.get("baseline") ?? []).filter(
    (entry) => labelOf(entry.phone.label) === "" && !common.has(entry.key),
  );
  return before.length === 1;
}

function isShown(row: Row<Side>): boolean {
  return (["base", "effective", "index", "wanted", "preview", "known"] as const).some((side) => row.get(side) !== null);
}

/** A key for each row. Rows that only a draft adds are named last, so that staging renames no other row. */
function keysOfRows(rows: readonly Row<Side>[]): Map<Row<Side>, string> {
  const keys = new Map<Row<Side>, string>();
  const taken = new Set<string>();
  for (const row of rows.toSorted((a, b) => Number(isDraftOnly(a)) - Number(isDraftOnly(b)))) {
    const key = freshKey(isDraftOnly(row) ? [...row.keys] : keysOfRow(row), taken);
    keys.set(row, key);
    taken.add(key);
  }
  return keys;
}

function isDraftOnly(row: Row<Side>): boolean {
  return keysBesidePreview(row).length === 0;
}

function keysOfRow(row: Row<Side>): string[] {
  return [row.get("effective"), row.get("base"), row.get("index"), row.get("known")]
    .flatMap((entry) => (entry === null ? [] : [entry.key]))
    .concat(keysBesidePreview(row));
}

function freshKey(wished: readonly string[], taken: ReadonlySet<string>): string {
  const free = wished.find((candidate) => !taken.has(candidate));
  if (free !== undefined) return free;
  for (let line = 2; ; line += 1) {
    const candidate = `${wished[0] ?? ""};row=${line}`;
    if (!taken.has(candidate)) return candidate;
  }
}
