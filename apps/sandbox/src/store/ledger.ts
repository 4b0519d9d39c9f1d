import { createHash } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";

/** One executed write. Reads change nothing and have no entry; they are only counted. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly requestId: string | null;
  /** The caller: mode and fingerprint of the key, or `control`. Never the key. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly index: string | null;
  readonly kind: string;
  readonly record: string;
  readonly status: number;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly beforeHash: string | null;
  readonly afterHash: string | null;
}

export type LedgerDraft = Omit<LedgerEntry, "seq" | "at" | "beforeHash" | "afterHash">;

export interface Ledger {
  /** The number of all entries, including those no longer in memory. */
  readonly length: number;
  /** The sequence number of the oldest entry in memory; the journal on the disk has all of them. */
  readonly oldest: number;
  after(seq: number, limit?: number): readonly LedgerEntry[];
}

/** Keeps at least this many of the latest entries in memory, and at most twice as many. */
export function createLedger(minKept = 20_000): Ledger & { add(entry: LedgerEntry): void } {
  let latest: LedgerEntry[] = [];
  let dropped = 0;
  return {
    get length() {
      return dropped + latest.length;
    },
    get oldest() {
      return dropped + 1;
    },
    after(seq, limit = 1000) {
      const from = Math.max(0, seq - dropped);
      return latest.slice(from, from + limit);
    },
    add(entry) {
      latest.push(entry);
      if (latest.length < 2 * minKept) return;
      dropped += latest.length - minKept;
      latest = latest.slice(-minKept);
    },
  };
}

export function createEntry(draft: LedgerDraft, seq: number, writtenAt: string): LedgerEntry {
  return { seq, at: writtenAt, ...draft, beforeHash: hashOf(draft.before), afterHash: hashOf(draft.after) };
}

function hashOf(record: JsonObject | null): string | null {
  return (
    record &&
    createHash("sha256")
      .update(JSON.stringify(withSortedKeys(record)))
      .digest("hex")
  );
}

/** Keys are sorted at every level, so that equal records have equal texts. */
function withSortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, withSortedKeys(inner)]),
  );
}
