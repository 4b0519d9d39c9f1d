import { contentHash, entryHash, type EntryTexts, NO_HASH } from "./entry-hash.ts";

/** A head that was kept elsewhere: the record had this hash at this number. */
export interface Anchor {
  number: number;
  epoch: string;
  hash: string;
}

export type FaultKind = "changed" | "missing" | "swapped" | "inserted" | "cut off" | "rewritten";

/** What is wrong with the record, and the number of the first entry that shows it. */
export interface Flaw {
  kind: FaultKind;
  number: number;
  words: string;
}

export interface Verification {
  /** How many sealed entries were verified, and how many await their seal. */
  entries: number;
  unsealed: number;
  /** The entries up to this number were removed by retention; 0 if none. */
  removedTo: number;
  head: Anchor | undefined;
  flaw: Flaw | undefined;
  /** Anchors of a time that a restored backup did not reach, with the number after which the record went on. */
  restored: { anchor: Anchor; after: number }[];
}

interface Entry {
  number: number;
  hash: string | null;
  content: string;
}

interface Segment {
  number: number;
  kind: string;
  epoch: string;
  first: number;
  last: number;
  previous: string;
  hash: string;
  isRemoved: boolean;
}

/** Takes the rows of the record in any order, then says whether they are what was sealed. */
export class JournalCheck {
  readonly #entries = new Map<number, Entry>();
  readonly #twice: number[] = [];
  readonly #segments: Segment[] = [];
  readonly #removals = new Set<string>();
  #unsealed = 0;

  addEntry(entry: EntryTexts): void {
    const { sealed_seq: sealed, hash = null, action, after } = entry;
    if (action === "journal.retain") this.#removals.add(removalIn(after ?? null));
    if (sealed === null || sealed === undefined) {
      this.#unsealed += 1;
      return;
    }
    const number = Number(sealed);
    if (this.#entries.has(number)) this.#twice.push(number);
    else this.#entries.set(number, { number, hash, content: contentHash(entry) });
  }

  addSegment(segment: EntryTexts): void {
    const text = (name: string) => segment[name] ?? "";
    this.#segments.push({
      number: Number(text("number")),
      kind: text("kind"),
      epoch: text("epoch"),
      first: Number(text("first_number")),
      last: Number(text("last_number")),
      previous: text("previous_hash"),
      hash: text("hash"),
      isRemoved: (segment["removed_at"] ?? null) !== null,
    });
  }

  finish(anchors: readonly Anchor[] = []): Verification {
    this.#segments.sort((a, b) => a.number - b.number);
    const last = this.#segments.at(-1);
    const removed = this.#segments.filter(({ isRemoved }) => isRemoved).at(-1);
    const verification: Verification = {
      entries: this.#entries.size,
      unsealed: this.#unsealed,
      removedTo: removed?.last ?? 0,
      head:
        last === undefined || last.last === 0 ? undefined : { number: last.last, epoch: last.epoch, hash: last.hash },
      flaw: this.#flawOfSegments() ?? this.#flawOfEntries() ?? this.#flawOfRest(),
      restored: [],
    };
    if (verification.flaw === undefined) this.#compare(anchors, verification);
    return verification;
  }

  #flawOfSegments(): Flaw | undefined {
    let before: Segment | undefined;
    for (const segment of this.#segments) {
      const { number, first, previous, epoch, kind, isRemoved } = segment;
      const follows =
        number === (before?.number ?? 0) + 1 &&
        first === (before?.last ?? 0) + 1 &&
        previous === (before?.hash ?? NO_HASH) &&
        (before === undefined || (epoch === before.epoch) !== (kind === "restored"));
      if (!follows)
        return flaw("changed", first, `The checkpoint of segment ${number} does not follow from the one before it.`);
      if (isRemoved && before?.isRemoved === false)
        return flaw("missing", first, `Segment ${number} was removed, and an earlier one was not.`);
      before = segment;
    }
    const removed = this.#segments.filter(({ isRemoved }) => isRemoved).at(-1);
    if (removed !== undefined && !this.#removals.has(`${removed.last} ${removed.hash}`))
      return flaw(
        "missing",
        1,
        `The entries up to ${removed.last} are missing, and no entry says that retention removed them.`,
      );
    return undefined;
  }

  #flawOfEntries(): Flaw | undefined {
    for (const segment of this.#segments) {
      if (segment.isRemoved) continue;
      let { previous } = segment;
      for (let number = segment.first; number <= segment.last; number += 1) {
        const entry = this.#entries.get(number);
        if (entry === undefined) return this.#absent(number, segment);
        const hash = entryHash({ epoch: segment.epoch, number, previous, content: entry.content });
        if (hash !== entry.hash) return this.#wrong(entry, segment, previous);
        previous = hash;
      }
      if (previous !== segment.hash)
        return (
          this.#insertedBefore(segment.last + 1, segment) ??
          flaw(
            "changed",
            segment.last,
            `The checkpoint of segment ${segment.number} does not have the hash of entry ${segment.last}.`,
          )
        );
    }
    return undefined;
  }

  /** Entries that no segment counts. */
  #flawOfRest(): Flaw | undefined {
    const counted = (number: number) =>
      this.#segments.some(({ first, last, isRemoved }) => !isRemoved && first <= number && number <= last);
    const uncounted = [...this.#entries.keys()].filter((number) => !counted(number));
    const first = [...uncounted, ...this.#twice].toSorted((a, b) => a - b)[0];
    return first === undefined ? undefined : flaw("inserted", first, `Entry ${first} was inserted.`);
  }

  #absent(number: number, segment: Segment): Flaw {
    for (const entry of this.#entries.keys())
      if (entry > number) return flaw("missing", number, `Entry ${number} is missing.`);
    return flaw(
      "cut off",
      number,
      `The record was cut off: it ends with entry ${number - 1}, and its checkpoint counts ${segment.last}.`,
    );
  }

  /** What became of an entry whose content does not make its hash. */
  #wrong(entry: Entry, segment: Segment, previous: string): Flaw {
    const { number } = entry;
    const hashHere = (content: string) => entryHash({ epoch: segment.epoch, number, previous, content });
    const before = this.#insertedBefore(number, segment);
    if (before !== undefined) return before;
    const next = this.#entries.get(number + 1);
    if (next !== undefined && hashHere(next.content) === next.hash) {
      const isSwapped = isLink({ ...entry, epoch: segment.epoch, number: number + 1 }, next.hash);
      return isSwapped
        ? flaw("swapped", number, `Entries ${number} and ${number + 1} were swapped.`)
        : flaw("inserted", number, `Entry ${number} was inserted.`);
    }
    if (
      next !== undefined &&
      entry.hash !== null &&
      isLink({ ...next, epoch: segment.epoch, number: number + 2 }, entry.hash)
    )
      return flaw("missing", number, `Entry ${number} is missing, and the later ones were numbered anew.`);
    for (const another of this.#entries.values()) {
      if (another.number === number) continue;
      const hash = hashHere(another.content);
      if (hash === entry.hash || hash === another.hash)
        return flaw("swapped", number, `Entries ${number} and ${another.number} were swapped.`);
    }
    return flaw("changed", number, `Entry ${number} was changed: its content does not make its hash.`);
  }

  /** Whether the entry of this number has the place of the one before, which then was not there when it was sealed. */
  #insertedBefore(number: number, { epoch, first, previous }: Segment): Flaw | undefined {
    const entry = this.#entries.get(number);
    const place = number - 1;
    if (entry === undefined || place < first) return undefined;
    const beforePlace = place === first ? previous : (this.#entries.get(place - 1)?.hash ?? null);
    if (beforePlace === null) return undefined;
    const { content } = entry;
    return entryHash({ epoch, number: place, previous: beforePlace, content }) === entry.hash
      ? flaw("inserted", place, `Entry ${place} was inserted.`)
      : undefined;
  }

  #compare(anchors: readonly Anchor[], verification: Verification): void {
    let matched = 0;
    for (const anchor of anchors.toSorted((a, b) => a.number - b.number)) {
      const ofEpoch = this.#segments.filter(({ epoch }) => epoch === anchor.epoch);
      const restored = this.#segments.find(
        ({ kind, number, first }) =>
          kind === "restored" && first <= anchor.number && number > (ofEpoch.at(-1)?.number ?? 0),
      );
      const isReached = anchor.number <= (ofEpoch.at(-1)?.last ?? 0);
      if (!isReached && restored !== undefined) {
        verification.restored.push({ anchor, after: restored.first - 1 });
        continue;
      }
      if (!isReached && (ofEpoch.length > 0 || verification.head === undefined)) {
        const end = verification.head?.number ?? 0;
        verification.flaw = flaw(
          "cut off",
          end + 1,
          `The record was cut off: it ends with entry ${end}, and the anchor is of entry ${anchor.number}.`,
        );
        return;
      }
      const hash = this.#hashAt(anchor.number, ofEpoch);
      if (hash === undefined) continue;
      if (hash !== anchor.hash) {
        verification.flaw = flaw(
          "rewritten",
          matched + 1,
          `The record was rewritten: entry ${anchor.number} has another hash than the anchor. The first changed entry is one of ${matched + 1} to ${anchor.number}.`,
        );
        return;
      }
      matched = anchor.number;
    }
  }

  /** null where the record has no such entry in that epoch; undefined where retention has removed it. */
  #hashAt(number: number, ofEpoch: readonly Segment[]): string | null | undefined {
    const segment = ofEpoch.find(({ first, last }) => first <= number && number <= last);
    if (segment === undefined) return null;
    if (number === segment.last) return segment.hash;
    return segment.isRemoved ? undefined : (this.#entries.get(number)?.hash ?? null);
  }
}

function isLink({ epoch, number, content, hash }: Entry & { epoch: string }, previous: string): boolean {
  return entryHash({ epoch, number, previous, content }) === hash;
}

function flaw(kind: FaultKind, number: number, words: string): Flaw {
  return { kind, number, words };
}

/** Number and hash of the last entry that a retention removed, as its journal entry has them. */
function removalIn(after: string | null): string {
  try {
    const { removedTo, hash } = JSON.parse(after ?? "{}") as { removedTo?: unknown; hash?: unknown };
    return `${String(removedTo)} ${String(hash)}`;
  } catch {
    return "";
  }
}

/** `NUMBER:EPOCH:HASH`, as `pnpm journal:head` prints it. */
export function anchorText({ number, epoch, hash }: Anchor): string {
  return `${number}:${epoch}:${hash}`;
}

/** undefined where the text is no anchor. */
export function parseAnchor(text: string): Anchor | undefined {
  const [, number, epoch, hash] = /^([1-9]\d{0,14}):([A-Za-z0-9_]{1,64}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return number === undefined || epoch === undefined || hash === undefined
    ? undefined
    : { number: Number(number), epoch, hash };
}
