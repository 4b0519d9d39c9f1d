import type { ResolvedPhones } from "#/ledger/baseline.ts";
import type { OverrideMark } from "#/ledger/fold-changes.ts";
import type { Row } from "#/phones/align-phones.ts";
import { entriesNamed, type Entry, keyOfPlace } from "#/phones/phone-entries.ts";
import { canonicalNumber, equalLabels, equalPhones, extensionOf } from "#/phones/phone-key.ts";
import { phoneIn, phoneToJson } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import type { PartComparison, Values, Verdict } from "./comparison.ts";
import { flagsOf, withPolicy } from "./field-state.ts";
import type { FieldState } from "./field-state.ts";
import { verdictBetween, worstVerdict } from "./verdict.ts";

/** The parts of an entry have no override of their own. */
const noPins: ReadonlySet<string> = new Set();

export type Side = keyof Values;

/** What the comparison of every entry of one phones field shares. */
export interface PhoneFieldState {
  state: FieldState;
  rows: readonly Row<Side>[];
  lists: ReadonlyMap<Side, Entry[]>;
  /** The entries that a key means in the list of a side. */
  named: (side: Side, key: string) => readonly Entry[];
  /** The keys of what each draft decides, as the list has them without drafts; null where it decides all. */
  touchedBy: ReadonlyMap<string, readonly string[] | null>;
  baseline: ResolvedPhones | null;
  known: ResolvedPhones | null;
  /** Whether the order of the known entries is known too. */
  isKnownOrdered: boolean;
}

const absent: Reading = { absent: true };
/** The sides of which one is enough for a row; the others only show its past or its preview. */
const rowSides = ["base", "index", "effective", "wanted", "known"] as const satisfies readonly Side[];

export function comparePhoneEntry(phones: PhoneFieldState, row: Row<Side>, key: string): PartComparison {
  const { state } = phones;
  const { region } = state.input;
  const elementMark = markOf(phones, row);
  const whole = elementMark === null ? state.fold.whole : null;
  const bare: Values = {
    original: sideReading(phones, row, "original"),
    baseline: hasBaseline(phones, row) ? entryReading(row, "baseline") : null,
    base: sideReading(phones, row, "base"),
    index: sideReading(phones, row, "index"),
    known: coversRow(phones, phones.known, row) ? entryReading(row, "known") : null,
    wanted: elementMark === null && whole === null ? null : sideReading(phones, row, "wanted"),
    effective: sideReading(phones, row, "effective"),
    preview: null,
  };
  const equal = (a: Reading, b: Reading) => equalEntries(a, b, region);
  const equalOrNull = (a: Reading | null, b: Reading | null) => (a === null || b === null ? a === b : equal(a, b));
  const wholeDecides =
    whole !== null &&
    (!equalOrNull(bare.wanted, bare.base) ||
      !equalOrNull(bare.wanted, bare.index) ||
      movedBetween(phones.rows, row, "wanted", "base") ||
      movedBetween(phones.rows, row, "wanted", "index"));
  const isDraftOnly = !rowSides.some((side) => row.get(side) !== null);
  const decides = elementMark ?? (wholeDecides && !isDraftOnly ? whole : null);
  const override = withPolicy(state.input, decides);
  const previewed = sideReading(phones, row, "preview");
  const previewDiffers =
    previewed !== null &&
    (!equalOrNull(previewed, bare.effective) || movedBetween(phones.rows, row, "preview", "effective"));
  const drafts = draftsOfRow(phones, row, previewDiffers);
  const isPreviewed = drafts.length > 0 || state.input.created?.staged === true;
  const values = isPreviewed ? { ...bare, preview: previewed } : bare;
  const parts = partsOf(phones, row, values);
  const flags = flagsOf(values, override, equal, state.pins);
  if (
    override !== null &&
    override.state !== "applied" &&
    !flags.includes("held") &&
    movedBetween(phones.rows, row, "wanted", "index")
  ) {
    flags.unshift("held");
  }
  if (phones.isKnownOrdered && !flags.includes("outside") && movedBetween(phones.rows, row, "index", "known")) {
    flags.push("outside");
  }
  return {
    key,
    verdict: parts.length > 0 ? worstVerdict(parts.map((part) => part.verdict)) : entryVerdict(phones, values),
    flags,
    values,
    override,
    drafts,
    parts,
  };
}

function entryVerdict(phones: PhoneFieldState, values: Values): Verdict | null {
  const { base, effective, baseline } = values;
  if (base === null || effective === null || phones.state.values.index === null) return null;
  return verdictBetween(effective, base, baseline, (a, b) => equalEntries(a, b, phones.state.input.region));
}

function partsOf(phones: PhoneFieldState, row: Row<Side>, values: Values): PartComparison[] {
  if (row.get("base") === null || row.get("effective") === null) return [];
  if (phones.state.values.index === null) return [];
  const { region } = phones.state.input;
  return [
    scalarPart(
      "number",
      values,
      (phone) => phone.number,
      (a, b) => canonicalNumber(a ?? "", region) === canonicalNumber(b ?? "", region),
    ),
    scalarPart(
      "extension",
      values,
      (phone) => extensionOf(phone, region) || null,
      (a, b) => a === b,
    ),
    scalarPart("label", values, (phone) => phone.label, equalLabels),
    orderPart(phones, row),
  ];
}

function scalarPart(
  key: "number" | "extension" | "label",
  entry: Values,
  pick: (phone: Phone) => string | null,
  equal: (a: string | null, b: string | null) => boolean,
): PartComparison {
  const values = mapValues(entry, (reading) => {
    const phone = phoneIn(reading);
    return phone === null ? absent : { value: pick(phone) };
  });
  const equalParts = (a: Reading, b: Reading) =>
    "absent" in a || "absent" in b ? "absent" in a && "absent" in b : equal(textOf(a), textOf(b));
  const verdict =
    values.base === null || values.effective === null
      ? null
      : verdictBetween(values.effective, values.base, values.baseline, equalParts);
  return {
    key,
    verdict,
    flags: flagsOf(values, null, equalParts, noPins),
    values,
    override: null,
    drafts: [],
    parts: [],
  };
}

function textOf(reading: Reading): string | null {
  return "value" in reading && typeof reading.value === "string" ? reading.value : null;
}

function orderPart(phones: PhoneFieldState, row: Row<Side>): PartComparison {
  const ranks = rankBetween(phones.rows, row, "base", "effective");
  const rankOf = (side: Side): Reading | null => {
    if (!phones.lists.has(side)) return null;
    const between = rankBetween(phones.rows, row, side, "base");
    return between === null ? absent : { value: between[0] };
  };
  const hasWholeBaseline = hasBaseline(phones, row) && phones.baseline?.complete === true;
  const values: Values = {
    original: rankOf("original"),
    baseline: hasWholeBaseline ? rankOf("baseline") : null,
    base: ranks === null ? absent : { value: ranks[0] },
    index: rankOf("index"),
    known: null,
    wanted: null,
    effective: ranks === null ? absent : { value: ranks[1] },
    preview: null,
  };
  const verdict = ranks === null || ranks[0] === ranks[1] ? "same" : orderVerdict(phones);
  return { key: "order", verdict, flags: [], values, override: null, drafts: [], parts: [] };
}

/** One verdict for the order of all entries that base, effective and baseline share. */
function orderVerdict(phones: PhoneFieldState): Verdict {
  if (phones.baseline?.complete !== true) return "differs";
  const placed = phones.rows.filter((row) => {
    const entry = row.get("baseline");
    return (
      entry !== null &&
      !(phones.baseline?.unplaced.has(entry.key) ?? false) &&
      row.get("base") !== null &&
      row.get("effective") !== null
    );
  });
  const inOrder = (side: Side) => placed.toSorted((a, b) => positionOf(a, side) - positionOf(b, side));
  const before = inOrder("baseline");
  const equalOrder = (side: Side) => inOrder(side).every((row, position) => row === before[position]);
  if (equalOrder("base")) return "ours";
  return equalOrder("effective") ? "base moved" : "conflict";
}

function movedBetween(rows: readonly Row<Side>[], row: Row<Side>, a: Side, b: Side): boolean {
  const ranks = rankBetween(rows, row, a, b);
  return ranks !== null && ranks[0] !== ranks[1];
}

/** The position of a row in two lists, counted among the rows that both have; null where one lacks it. */
function rankBetween(rows: readonly Row<Side>[], row: Row<Side>, a: Side, b: Side): readonly [number, number] | null {
  const entries = [row.get(a), row.get(b)] as const;
  if (entries[0] === null || entries[1] === null) return null;
  let before = 0;
  let beforeB = 0;
  for (const candidate of rows) {
    const left = candidate.get(a);
    const right = candidate.get(b);
    if (left === null || right === null) continue;
    if (left.position < entries[0].position) before += 1;
    if (right.position < entries[1].position) beforeB += 1;
  }
  return [before + 1, beforeB + 1];
}

function positionOf(row: Row<Side>, side: Side): number {
  return row.get(side)?.position ?? -1;
}

/** The keys of a row without its drafts, so that a draft never changes which override or baseline the row has. */
export function keysBesidePreview(row: Row<Side>): string[] {
  const keys = new Set<string>();
  for (const [side, entry] of row.entries) if (side !== "preview") keys.add(entry.key);
  return [...keys];
}

/** Whether a key means the entry that one of these sides has in the row, or its place. */
function isNamed({ named }: PhoneFieldState, row: Row<Side>, key: string, among: readonly Side[]): boolean {
  return among.some((side) => {
    const entry = row.get(side);
    return entry !== null && named(side, keyOfPlace(key) ?? key).includes(entry);
  });
}

/** As `entriesNamed`, each answered once: every row asks about the same keys. */
export function namedEntries(lists: ReadonlyMap<Side, Entry[]>, region: string): PhoneFieldState["named"] {
  const answers = new Map<string, readonly Entry[]>();
  return (side, key) => {
    const asked = `${side} ${key}`;
    const answer = answers.get(asked) ?? entriesNamed(lists.get(side) ?? [], key, region);
    answers.set(asked, answer);
    return answer;
  };
}

/** Whether a change decides the row. */
export function isDecided(phones: PhoneFieldState, row: Row<Side>): boolean {
  return markOf(phones, row) !== null;
}

/** The mark of the last approved change that means the entry of one side. */
function markOf(phones: PhoneFieldState, row: Row<Side>): OverrideMark | null {
  const { changes, elements } = phones.state.fold;
  let last: OverrideMark | null = null;
  for (const [key, mark] of elements) {
    const isLater = last === null || changes.indexOf(mark.changeId) > changes.indexOf(last.changeId);
    if (isLater && isNamed(phones, row, key, besidePreview)) last = mark;
  }
  return last;
}

function hasBaseline(phones: PhoneFieldState, row: Row<Side>): boolean {
  return coversRow(phones, phones.baseline, row);
}

function coversRow(phones: PhoneFieldState, resolved: ResolvedPhones | null, row: Row<Side>): boolean {
  if (resolved === null) return false;
  return resolved.complete || [...resolved.decided].some((key) => isNamed(phones, row, key, besidePreview));
}

function sideReading(phones: PhoneFieldState, row: Row<Side>, side: Side): Reading | null {
  return phones.lists.has(side) ? entryReading(row, side) : null;
}

function entryReading(row: Row<Side>, side: Side): Reading {
  const entry = row.get(side);
  return entry === null ? absent : { value: phoneToJson(entry.phone) };
}

function equalEntries(a: Reading, b: Reading, region: string): boolean {
  const left = phoneIn(a);
  const right = phoneIn(b);
  if (left === null || right === null) return left === right;
  return equalPhones(left, right, region);
}

const besidePreview = ["original", "baseline", "base", "index", "known", "wanted", "effective"] as const;
const sides = [...besidePreview, "preview"] as const;

function mapValues(values: Values, map: (reading: Reading) => Reading): Values {
  const mapped = { ...values };
  for (const side of sides) {
    const reading = values[side];
    mapped[side] = reading === null ? null : map(reading);
  }
  return mapped;
}

/** The drafts that touch a row: by one of its keys, or a draft of the whole field that changes what the row says. */
function draftsOfRow(phones: PhoneFieldState, row: Row<Side>, changesRow: boolean): string[] {
  return phones.state.drafts
    .filter(({ id }) => {
      const touched = phones.touchedBy.get(id) ?? null;
      return touched === null ? changesRow : touched.some((key) => isNamed(phones, row, key, sides));
    })
    .map((change) => change.id);
}
