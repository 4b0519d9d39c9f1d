import { applyOperation } from "#/ledger/apply-operation.ts";
import type { Operation } from "#/ledger/operation.ts";
import { equalReadings } from "#/compare/equal-readings.ts";
import { alignSide, Row } from "#/phones/align-phones.ts";
import {
  type Entry,
  entriesNamed,
  labelledKey,
  operationKey,
  phoneEntries,
  phoneKeyOf,
} from "#/phones/phone-entries.ts";
import { canonicalNumber, phoneKey } from "#/phones/phone-key.ts";
import { phonesOf } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";

/** What a list of phones said, and says now. */
export interface ListThenAndNow {
  seen: Reading;
  now: Reading;
}

/** The keys of the entries that an operation takes to be listed. */
function entriesTaken(operation: Operation): string[] {
  if (operation.op === "replace" || operation.op === "remove") return [operation.element];
  return operation.op === "move" ? [operation.element, operation.before].filter((key) => key !== null) : [];
}

/** The first entry that an operation takes to be listed once, and how often it is instead; null where each is. */
export function missingEntry(
  value: Reading,
  operation: Operation,
  region: string,
): { key: string; listed: number } | null {
  const taken = entriesTaken(operation);
  if (taken.length === 0) return null;
  const entries = entriesOf(value, region);
  for (const key of taken) {
    const listed = entriesNamed(entries, key, region).length;
    if (listed === 1) continue;
    // Where somebody else replaced it by the same number, all is as it was meant to be.
    const after =
      operation.op === "replace" && listed === 0 ? applyOperation("phones", value, operation, region) : null;
    if (after === null || !equalReadings("phones", after, value, region)) return { key, listed };
  }
  return null;
}

/** Whether a list leaves open what an operation does to it: an entry that it moves is gone, or of several equals there are more by now. */
export function leavesOpen(value: Reading, operation: Operation, region: string): boolean {
  if (operation.op === "move") return missingEntry(value, operation, region) !== null;
  const [key = ""] = entriesTaken(operation);
  const [, equals, count] = /^(.*);line=\d+\/(\d+)$/su.exec(key) ?? [];
  return entriesOf(value, region).filter(({ phone }) => labelledKey(phone, region) === equals).length > Number(count);
}

/** An entry that a list had, and the one in its place now; null where there is none. */
export interface PairedEntries {
  seen: Entry | null;
  now: Entry | null;
}

/** The entries of a list then and now, paired by number, whatever the extension, or by label, where exactly one is left on each side. */
export function pairEntries({ seen, now }: ListThenAndNow, region: string): PairedEntries[] {
  const rows: Row<keyof ListThenAndNow>[] = [];
  alignSide(rows, "seen", entriesOf(seen, region), null, () => false);
  alignSide(rows, "now", entriesOf(now, region), "seen", () => true);
  const pairs = rows.map((row) => ({ seen: row.get("seen"), now: row.get("now") }));
  const numberOf = ({ phone }: Entry) => canonicalNumber(phone.number, region);
  const left = (side: keyof PairedEntries, other: keyof PairedEntries) =>
    Map.groupBy(
      pairs.flatMap((pair) => (pair[other] === null && pair[side] !== null ? [pair[side]] : [])),
      numberOf,
    );
  const [gone, come] = [left("seen", "now"), left("now", "seen")];
  const nowOf = new Map<Entry, Entry>();
  for (const [number, [entry, ...others]] of gone) {
    const [only, ...more] = come.get(number) ?? [];
    if (entry !== undefined && only !== undefined && others.length + more.length === 0) nowOf.set(entry, only);
  }
  const taken = new Set(nowOf.values());
  return pairs.flatMap((pair) => {
    if (pair.seen === null) return pair.now !== null && taken.has(pair.now) ? [] : [pair];
    return [{ seen: pair.seen, now: pair.now ?? nowOf.get(pair.seen) ?? null }];
  });
}

/**
 * The entry that a list has now in the place of the one that a key names. Null where there is none, and where its equals are more or
 * fewer.
 */
export function entryInPlace(key: string, lists: ListThenAndNow, region: string): Entry | null {
  const pairs = pairEntries(lists, region);
  const before = pairs.flatMap(({ seen }) => seen ?? []);
  const [named, ...others] = entriesNamed(before, key, region);
  if (named === undefined || others.length > 0) return null;
  const equals = (side: keyof PairedEntries) =>
    pairs.filter((pair) => phoneKeyOf(pair[side]?.key ?? "") === phoneKeyOf(key)).length;
  if (equals("now") > 0 && equals("now") !== equals("seen")) return null;
  return pairs.find(({ seen }) => seen === named)?.now ?? null;
}

/**
 * The operation on the list as it is now: each entry that it names and that is gone is the one in its place, and what it does not
 * write of it stays. Null where it takes an entry to be there that nothing stands in the place of.
 */
export function operationOnNow(operation: Operation, lists: ListThenAndNow, region: string): Operation | null {
  const followed = followEntries(operation, lists, region);
  return missingEntry(lists.now, followed, region) === null ? followed : null;
}

function followEntries(operation: Operation, lists: ListThenAndNow, region: string): Operation {
  const listed = entriesOf(lists.now, region);
  const inPlace = (key: string) =>
    entriesNamed(listed, key, region).length > 0 ? null : entryInPlace(key, lists, region);
  const follow = (key: string) => {
    const entry = inPlace(key);
    return entry === null ? key : operationKey(entry, region);
  };
  switch (operation.op) {
    case "replace": {
      const { element, by } = operation;
      const entry = inPlace(element);
      if (entry === null || typeof by === "string") return operation;
      const isRelabelled = phoneKey(by, region) === phoneKeyOf(element);
      return {
        ...operation,
        element: operationKey(entry, region),
        by: isRelabelled ? { ...entry.phone, label: by.label } : by,
      };
    }
    case "remove":
      return { ...operation, element: follow(operation.element) };
    case "move": {
      const { element, before } = operation;
      return { ...operation, element: follow(element), before: before === null ? null : follow(before) };
    }
    case "reset":
    case "takeBase":
      return operation.element === undefined ? operation : { ...operation, element: follow(operation.element) };
    case "set":
    case "add":
    case "pinValue":
    case "create":
    case "delete":
      return operation;
  }
}

const entriesOf = (reading: Reading, region: string) => phoneEntries(phonesOf(reading) ?? [], region);
