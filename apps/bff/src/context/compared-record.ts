import type { ServiceWords } from "@dc/contract";
import type { Change, FieldInput, JsonObject, RecordComparison, RecordKey } from "@dc/directory";
import type { ChangeRow } from "#/store/tables/changes.ts";
import type { OriginalRow } from "#/store/tables/readings.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";

/** A record as the service last answered for it in one index, or why there is no answer. */
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
  /** Why the last attempt failed, beside what is kept from before. */
  failed: {
    code: string;
    message: ServiceFailure["message"];
    detail: string;
    words: ServiceWords | null;
    reason: ServiceFailure["reason"];
    retryAfterMs: number | null;
  } | null;
}

/** What the service just answered for a record in an index; `raw` is null when it said that there is none. */
export type FreshReading = Pick<RecordReading, "indexId" | "record" | "raw">;

/** A record of an index beside the same record of another one, with everything that the comparison was made from. */
export interface ComparedRecord {
  record: RecordKey;
  comparison: RecordComparison;
  here: RecordReading;
  against: RecordReading;
  original: OriginalRow | null;
  /** What each field was compared from: what decisions about it start from too. */
  fields: FieldInput[];
  /** The live changes and drafts on it, in this index. */
  changes: ChangeRow[];
  /** The live changes on it in the other index, which what it says there includes. */
  changesAgainst: Change[];
}
