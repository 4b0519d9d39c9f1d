import type { Nullable, RecordColumns } from "./columns.ts";

export type RecordState = "found" | "missing";

/** The latest answer of the service for a record in an index. */
export interface ReadingTable extends RecordColumns {
  state: RecordState;
  raw_text: Nullable<string>;
  content_hash: Nullable<string>;
  profile_hash: string;
  fetched_at: Date;
  request_id: Nullable<string>;
  status: Nullable<number>;
  duration_ms: Nullable<number>;
}

/** The first answer, before any write of ours. Never updated: a trigger refuses it. */
export interface OriginalTable extends RecordColumns {
  state: RecordState;
  raw_text: Nullable<string>;
  provenance: "observed" | "presumed";
  profile_hash: string;
  fetched_at: Date;
}

/**
 * The counts of the last comparison with the standard index. A practitioner and its schedules share `practitioner_id`.
 */
export interface RecordSummaryTable extends RecordColumns {
  practitioner_id: Nullable<string>;
  same: number;
  ours: number;
  base_moved: number;
  conflict: number;
  differs: number;
  outside: number;
  held: number;
  drafts: number;
  /** What `searchablePhones` makes of the effective phones; null where the record was not compared since it is stored. */
  phones: Nullable<string>;
  compared_at: Date;
}

/** A reference from one record to another that holds values for it or others, as last read. */
export interface RecordReferenceTable extends RecordColumns {
  meaning: string;
  target_type: string;
  target_id: string;
}
