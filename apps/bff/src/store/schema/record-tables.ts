import type { Nullable, RecordColumns } from "./columns.ts";
import { LIMITED_SCHEMA, OF_OWN_INDEX, OF_SEEN_INDEX, type SeenRows } from "./seen-rows.ts";

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
interface RecordReferenceTable extends RecordColumns {
  meaning: string;
  target_type: string;
  target_id: string;
}

export interface RecordTables {
  reading: ReadingTable;
  original: OriginalTable;
  record_summary: RecordSummaryTable;
  record_reference: RecordReferenceTable;
}

export const recordRows: SeenRows<RecordTables> = {
  reading: OF_SEEN_INDEX,
  original: OF_SEEN_INDEX,
  record_summary: `${OF_OWN_INDEX} or exists (select 1 from ${LIMITED_SCHEMA}.roster_entry as seen
      where seen.connection_id = here.connection_id and seen.record_type = here.record_type and seen.record_id = here.record_id)`,
  record_reference: OF_SEEN_INDEX,
};
