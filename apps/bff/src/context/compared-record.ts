import type { ServiceWords } from "@dc/contract";
import type { Change, FieldInput, JsonObject, RecordComparison, RecordKey } from "@dc/directory";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { OriginalRow } from "#/store/tables/records/readings.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";

/** The latest answer of the service for a record in one index, or the reason why there is none. */
export interface RecordReading {
  indexId: string;
  record: RecordKey;
  state: "found" | "missing" | "not read";
  raw: JsonObject | null;
  contentHash: string | null;
  fetchedAt: Date | null;
  stale: boolean;
  status: number | null;
  durationMs: number | null;
  requestId: string | null;
  /** Why the last attempt failed; an earlier reading may be kept beside it. */
  failed: {
    code: string;
    message: ServiceFailure["message"];
    detail: string;
    words: ServiceWords | null;
    reason: ServiceFailure["reason"];
    retryAfterMs: number | null;
    didNothing: boolean;
  } | null;
}

/** What the service just answered for a record in an index; `raw` is null if it has no such record. */
export type FreshReading = Pick<RecordReading, "indexId" | "record" | "raw">;

/** A record of an index with the same record of another index, and everything that the comparison was made from. */
export interface ComparedRecord {
  record: RecordKey;
  comparison: RecordComparison;
  here: RecordReading;
  against: RecordReading;
  original: OriginalRow | null;
  /** The inputs of each field's comparison; decisions about the field start from them too. */
  fields: FieldInput[];
  /** The live changes and drafts of the record in this index. */
  changes: ChangeRow[];
  /** The live changes of the record in the other index; its effective values include them. */
  changesAgainst: Change[];
  /**
   * In an index that lies over base: a field that nobody is known to have written differs from base. `unconfirmed`: one
   * of the readings may be older, so base counts as not read; `confirmed`: read in turn, it still differs.
   */
  apart?: "unconfirmed" | "confirmed";
}
