import type { Random } from "#system-tests/random.ts";
import { contentHash, entryHash, type EntryTexts } from "#/journal/entry-hash.ts";
import { JOURNAL_TABLES, journalLineReader } from "#/journal/read-lines.ts";
import { type Anchor, type FaultKind, JournalCheck, type Verification } from "#/journal/verify.ts";
import type { Store } from "#/store/engine/database.ts";
import { takeSnapshot } from "#/store/snapshot/take-snapshot.ts";

/** The record as a backup holds it. */
export interface RecordTexts {
  entries: EntryTexts[];
  segments: EntryTexts[];
}

/** The kinds of F36. Whoever cuts off a tail or rewrites the chain does it whole, with the checkpoints. */
export const tamperings = ["change", "remove", "swap", "insert", "cut off", "rewrite"] as const;
export type Tampering = (typeof tamperings)[number];

export interface Tampered extends RecordTexts {
  tampering: Tampering;
  /** The first entry that is not what was sealed. */
  first: number;
  /** What it may be called. */
  kinds: readonly FaultKind[];
}

export async function readRecord(store: Store): Promise<RecordTexts> {
  const record: RecordTexts = { entries: [], segments: [] };
  const reader = journalLineReader({
    addEntry: (entry) => record.entries.push(entry),
    addSegment: (segment) => record.segments.push(segment),
  });
  await takeSnapshot(store.db, {
    takenAt: new Date(0),
    tables: JOURNAL_TABLES,
    write: async (text) => text.split("\n").forEach((line) => reader.line(line)),
  });
  record.entries.sort((a, b) => numberOf(a) - numberOf(b));
  record.segments.sort((a, b) => Number(a["number"]) - Number(b["number"]));
  return record;
}

export function verify({ entries, segments }: RecordTexts, anchors: readonly Anchor[]): Verification {
  const check = new JournalCheck();
  for (const entry of entries) check.addEntry(entry);
  for (const segment of segments) check.addSegment(segment);
  return check.finish(anchors);
}

/** The record after somebody with the rights of the store's owner tampered with it. */
export function tamperedWith({ entries, segments }: RecordTexts, tampering: Tampering, random: Random): Tampered {
  const count = entries.length;
  const at = random.below(count);
  const number = at + 1;
  const as = (first: number, kinds: FaultKind[], changed: Partial<RecordTexts>): Tampered => ({
    entries,
    segments,
    ...changed,
    tampering,
    first,
    kinds,
  });
  switch (tampering) {
    case "change":
      return as(number, ["changed"], { entries: entries.with(at, withOneByte(entryAt(entries, at), random)) });
    case "remove": {
      const left = entries.toSpliced(at, 1);
      const isLast = number === count;
      if (random.chance(0.5)) return as(number, isLast ? ["cut off"] : ["missing"], { entries: left });
      // The later ones are numbered anew; of the last two not enough is left to tell it from a change.
      const kinds: FaultKind[] = isLast ? ["cut off"] : ["missing", "changed"];
      return as(number, kinds, { entries: renumbered(left, at, number) });
    }
    case "swap": {
      const other = (at + 1 + random.below(count - 1)) % count;
      const [one, two] = [entryAt(entries, at), entryAt(entries, other)];
      const seals = ({ sealed_seq = null, hash = null }: EntryTexts) =>
        random.chance(0.5) ? { sealed_seq } : { sealed_seq, hash };
      const [toOne, toTwo] = [seals(one), seals(two)];
      const swapped = entries.with(at, { ...two, ...toOne }).with(other, { ...one, ...toTwo });
      return as(Math.min(at, other) + 1, ["swapped", "changed"], { entries: swapped });
    }
    case "insert": {
      const before = entries[at - 1];
      const forged: EntryTexts = { ...entryAt(entries, at), subject: random.text(8), sealed_seq: String(number) };
      const segment = segments.find((one) => Number(one["last_number"]) >= number);
      const previous = Number(segment?.["first_number"]) === number ? segment?.["previous_hash"] : before?.["hash"];
      const link = { epoch: segment?.["epoch"] ?? "", number, previous: previous ?? "", content: contentHash(forged) };
      const hash = random.chance(0.5) ? entryHash(link) : random.text(64);
      const later = renumbered(entries.slice(at), 0, number + 1);
      return as(number, ["inserted"], { entries: [...entries.slice(0, at), { ...forged, hash }, ...later] });
    }
    case "cut off":
      return as(number, ["cut off"], cutOff({ entries, segments }, at));
    case "rewrite":
      return as(number, ["rewritten"], rewritten({ entries, segments }, at, random));
  }
}

function entryAt(entries: readonly EntryTexts[], at: number): EntryTexts {
  const entry = entries[at];
  if (entry === undefined) throw new RangeError(`There is no entry ${at}.`);
  return entry;
}

function numberOf(entry: EntryTexts): number {
  return Number(entry["sealed_seq"]);
}

function renumbered(entries: readonly EntryTexts[], from: number, number: number): EntryTexts[] {
  return entries.map((entry, at) => (at < from ? entry : { ...entry, sealed_seq: String(number + at - from) }));
}

function withOneByte(entry: EntryTexts, random: Random): EntryTexts {
  const name = random.pick(Object.keys(entry).filter((one) => one !== "sealed_seq" && (entry[one] ?? "") !== ""));
  const bytes = Buffer.from(entry[name] ?? "");
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) === 0x78 ? 0x79 : 0x78;
  return { ...entry, [name]: bytes.toString() };
}

function cutOff({ entries, segments }: RecordTexts, at: number): RecordTexts {
  const kept = entries.slice(0, at);
  const last = kept.at(-1);
  return {
    entries: kept,
    segments: segments
      .filter((segment) => Number(segment["first_number"]) <= at)
      .map((segment) =>
        Number(segment["last_number"]) <= at
          ? segment
          : { ...segment, last_number: String(at), hash: last?.["hash"] ?? null },
      ),
  };
}

/** One entry is changed, and every hash from it on made anew. */
function rewritten({ entries, segments }: RecordTexts, at: number, random: Random): RecordTexts {
  const anew = entries.with(at, withOneByte({ ...entryAt(entries, at), hash: null }, random));
  let previous = segments[0]?.["previous_hash"] ?? "";
  let next = 0;
  const checkpoints = segments.map((segment) => {
    const begun = previous;
    for (; next < Number(segment["last_number"]); next += 1) {
      const entry = entryAt(anew, next);
      const link = { epoch: segment["epoch"] ?? "", number: next + 1, previous, content: contentHash(entry) };
      previous = entryHash(link);
      anew[next] = { ...entry, hash: previous };
    }
    return { ...segment, previous_hash: begun, hash: previous };
  });
  return { entries: anew, segments: checkpoints };
}
