import { alignSide, entriesOf, Row } from "./align-phones.ts";
import type { Entry } from "./align-phones.ts";
import { resolvePhones } from "./baseline.ts";
import { comparePhoneEntry } from "./compare-phone-entry.ts";
import { keysBesidePreview } from "./compare-phone-entry.ts";
import type { PhoneLine, Side } from "./compare-phone-entry.ts";
import { presencePart } from "./compare-set.ts";
import type { PartComparison } from "./comparison.ts";
import type { FieldState } from "./field-state.ts";
import { labelOf } from "./equal-readings.ts";
import { phonesOf } from "./phone-value.ts";

const sideOrder = ["base", "effective", "baseline", "index", "known", "wanted", "original", "preview"] as const;

/** The side whose rows an equal list has to fall into. */
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
  const baseline = resolvePhones(input.baseline, state.startOfBaseline, region);
  const known = resolvePhones(input.known, state.startOfKnown, region);
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
    lists.set(side, entriesOf(phones, region));
  }
  if (baseline !== null) lists.set("baseline", baseline.entries);
  if (known !== null) lists.set("known", known.entries);
  const rows: Row<Side>[] = [];
  for (const side of sideOrder) {
    alignSide(
      rows,
      side,
      lists.get(side) ?? [],
      anchors[side],
      () => side !== "effective" || unlabelledIsOneLine(rows, lists, baseline?.complete === true),
    );
  }
  const lines: PhoneLine = {
    state,
    rows,
    lists,
    baseline,
    known,
    knownInOrder: known !== null && input.known.elements === undefined,
  };
  const keys = new Set<string>();
  const parts = rows
    .filter((row) => isShown(row) || keysBesidePreview(row).some((key) => state.fold.elements.has(key)))
    .map((row) => comparePhoneEntry(lines, row, freshKey(row, keys)));
  return [...parts, ...presencePart(state, baseline?.present ?? null, known?.present ?? null)];
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

function freshKey(row: Row<Side>, taken: Set<string>): string {
  const wished = [row.get("effective"), row.get("base"), row.get("index"), row.get("known")]
    .flatMap((entry) => (entry === null ? [] : [entry.key]))
    .concat(keysBesidePreview(row), [...row.keys]);
  let key = wished.find((candidate) => !taken.has(candidate));
  for (let line = 2; key === undefined; line += 1) {
    const candidate = `${wished[0] ?? ""};row=${line}`;
    if (!taken.has(candidate)) key = candidate;
  }
  taken.add(key);
  return key;
}
