import type { Json } from "#/json/json.ts";
import { equalJson } from "#/json/equal-json.ts";
import { type FieldKind, kindOf, shapeOf } from "#/kinds/kinds.ts";
import { entriesNamed, phoneEntries } from "#/phones/phone-entries.ts";
import { canonicalPhone, phoneKey } from "#/phones/phone-key.ts";
import { type Phone, phoneIn, phonesOf } from "#/phones/phone.ts";
import { listPresenceKey, type Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { textIn, textsOf } from "#/records/texts-by-key.ts";
import { equalReadings } from "#/compare/equal-readings.ts";
import { applyOperation, applyOperations } from "#/ledger/apply-operation.ts";
import { nextBaseline } from "#/ledger/next-baseline.ts";
import { type Operation, touchedElements } from "#/ledger/operation.ts";

/** What the author of a change saw of its field; null where it was not read, or does not count. */
export interface Ground {
  base: Reading | null;
  index: Reading | null;
  effective: Reading | null;
  /** The staged changes of the same part that were shown, by id. */
  shown: readonly string[];
  /** The record was not in the index any more, which its author saw. */
  isGone?: boolean;
}

/** What a change stands on that is another one now. */
export type MovedGround = { readonly [side in "base" | "index" | "effective"]: boolean };

export interface GroundInput {
  kind: FieldKind;
  operation: Operation;
  region: string;
  ground: Ground;
  /** What base, index and directory say now, the directory without the set of the change; null where not read. */
  now: Pick<Ground, "base" | "index" | "effective">;
  /** The shown changes that became live since, in the order of folding. */
  wentLive: readonly Operation[];
  /** The index came to say what it says by a write of ours that was read back. */
  isIndexOurs: boolean;
  /** Nobody wrote the field, in an index version that lies over base. */
  followsBase: boolean;
  /** The record is not in the index any more, which then says nothing of the field, and nothing as wanted. */
  isGone: boolean;
}

/**
 * Which of the values that a change was decided on are another one by now, of the part that it decides. What moved to
 * exactly the wanted value stops nothing.
 */
export function movedGround(input: GroundInput): MovedGround {
  const { kind, operation, region, ground, now, wentLive } = input;
  const before = ground.effective ?? ground.index;
  const wanted = before === null ? null : applyOperation(kind, before, operation, region);
  const part = partOf(kind, operation, [before, wanted], region);
  const isSame = (a: Reading | null, b: Reading | null, isBase = false) =>
    a === null || b === null || equalReadings(kind, a, b, region) || part.equal(a, b, isBase);
  const isWanted = (reading: Reading | null) =>
    reading !== null && wanted !== null && part.equal(reading, wanted, true);
  const shown = () => (ground.effective === null ? null : applyOperations(kind, ground.effective, wentLive, region));
  const isIndexExplained = () => input.isIndexOurs || (input.followsBase && isSame(now.index, now.base));
  const isLost = input.isGone && ground.index !== null && ground.isGone !== true;
  return {
    base: !isSame(ground.base, now.base, true) && !isWanted(now.base),
    index: isLost || (!isSame(ground.index, now.index) && !isIndexExplained() && !isWanted(now.index)),
    effective: !isSame(ground.effective, now.effective) && !isSame(shown(), now.effective),
  };
}

/** Whether the part of a field that an operation decides is the same in two readings. */
export function equalPart(
  kind: FieldKind,
  operation: Operation,
  { a, b, effective }: { a: Reading; b: Reading; effective: Reading },
  region: string,
): boolean {
  const wanted = applyOperation(kind, effective, operation, region);
  return partOf(kind, operation, [effective, wanted], region).equal(a, b, false);
}

interface Part {
  /** `isBase`: an entry of phones need not be listed under the key that it has in the directory. */
  equal: (a: Reading, b: Reading, isBase: boolean) => boolean;
}

function partOf(
  kind: FieldKind,
  operation: Operation,
  [before, wanted]: readonly [Reading | null, Reading | null],
  region: string,
): Part {
  const whole: Part = { equal: (a, b) => equalReadings(kind, a, b, region) };
  const touched = touchedElements(operation, region);
  if (touched === null) return whole;
  const by = (partIn: (reading: Reading, isBase: boolean) => Json | null): Part => ({
    equal: (a, b, isBase) => {
      const [left, right] = [partIn(a, isBase), partIn(b, isBase)];
      return left === null || right === null ? whole.equal(a, b, isBase) : equalJson(left, right);
    },
  });
  switch (shapeOf(kind)) {
    case "whole":
      return whole;
    case "members":
      return by((reading) => {
        const members = membersOf(reading);
        return members === null ? null : touched.map((id) => members.has(id.normalize("NFC")));
      });
    case "parts":
      return by((reading) => {
        const texts = textsOf(reading);
        return texts === null ? null : touched.map((part) => canonicalText(kind, textIn(texts, part)));
      });
    case "keyed":
      return by((reading, isBase) => {
        const phones = phonesOf(reading);
        return phones === null ? null : phonePart(operation, { kind, phones, reading, before, wanted, isBase }, region);
      });
  }
}

function canonicalText(kind: FieldKind, text: Reading): Json {
  if ("absent" in text || typeof text.value !== "string") return null;
  const value = kindOf(kind);
  return value.shape === "parts" ? value.canonicalText(text.value.normalize("NFC")) : text.value;
}

interface PhonesOfSide {
  kind: FieldKind;
  phones: readonly Phone[];
  reading: Reading;
  before: Reading | null;
  wanted: Reading | null;
  isBase: boolean;
}

function phonePart(operation: Operation, side: PhonesOfSide, region: string): Json {
  const entries = phoneEntries(side.phones, region);
  const entryOf = (key: string) => entriesNamed(entries, key, region);
  const labelsOf = (key: string) =>
    side.phones
      .filter((phone) => phoneKey(phone, region) === key)
      .map((phone) => canonicalPhone(phone, region).label)
      .toSorted((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
  switch (operation.op) {
    case "move": {
      const [moved] = entryOf(operation.element);
      const [next] = operation.before === null ? [] : entryOf(operation.before);
      if (moved === undefined) return "gone";
      if (operation.before === null) return moved.position === entries.length - 1;
      return next === undefined ? "gone" : moved.position < next.position;
    }
    case "add":
      return typeof operation.element === "string" ? [] : labelsOf(phoneKey(operation.element, region));
    case "remove":
    case "replace":
    case "reset":
    case "takeBase":
    case "pinValue":
    case "set": {
      const { element } = operation;
      const by = operation.op === "replace" && typeof operation.by !== "string" ? operation.by : null;
      const concerned = concernedEntries(operation, side, region);
      const [former] = element === undefined ? [] : entriesNamed(phonesIn(side.before, region), element, region);
      const writes = by === null || former === undefined ? null : writtenScalars(former.phone, by, region);
      const others = by === null || writes?.number === false ? [] : labelsOf(phoneKey(by, region));
      const listed = side.isBase || element === undefined ? 0 : entryOf(element).length;
      return [listed, others, concerned.map((phone) => scalarsOf(phone, writes, region))];
    }
    case "create":
    case "delete":
      return [];
  }
}

const phonesIn = (reading: Reading | null, region: string) =>
  phoneEntries(reading === null ? [] : (phonesOf(reading) ?? []), region);

/** The entries that the operation decides, found as the baseline finds them: by number, else by label. */
function concernedEntries(
  operation: Operation,
  { kind, reading, before, wanted }: PhonesOfSide,
  region: string,
): Phone[] {
  const around = [before, wanted].filter((one) => one !== null);
  const { elements = {} } = nextBaseline(kind, {}, null, reading, region, touchedElements(operation, region), around);
  return Object.entries(elements)
    .filter(([key]) => key !== listPresenceKey)
    .flatMap(([, entry]) => phoneIn(entry) ?? [])
    .toSorted((a, b) => (phoneKey(a, region) < phoneKey(b, region) ? -1 : 1));
}

interface WrittenScalars {
  number: boolean;
  label: boolean;
}

function writtenScalars(from: Phone, to: Phone, region: string): WrittenScalars {
  const [a, b] = [canonicalPhone(from, region), canonicalPhone(to, region)];
  return { number: phoneKey(from, region) !== phoneKey(to, region), label: a.label !== b.label };
}

function scalarsOf(phone: Phone, writes: WrittenScalars | null, region: string): Json {
  const { number, extension, label } = canonicalPhone(phone, region);
  return [
    ...(writes === null || writes.number ? [number, extension] : []),
    ...(writes === null || writes.label ? [label] : []),
  ];
}
