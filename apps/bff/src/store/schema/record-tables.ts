import type { Generated } from "kysely";
import type { JsonColumn, Nullable, NullableJsonColumn, RecordColumns } from "./columns.ts";
import type { Actor, VerifiedHow } from "./stored-values.ts";
import { IN_SEEN, LIMITED_SCHEMA, OF_OWN_INDEX, OF_SEEN_INDEX, type SeenRows } from "./seen-rows.ts";

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
  /** Its changes whose outcome is unknown. */
  unknown: Generated<number>;
  /** Its live changes that are at rest. */
  at_rest: Generated<number>;
  /** What `searchablePhones` makes of the effective phones; null where the record was not compared since it is stored. */
  phones: Nullable<string>;
  /** A line for each name that the directory or the standard index gives it: folded, a tab, and as it is spelled. */
  names: Nullable<string>;
  /** A hash of what each field effectively says; null where the record was not compared since it is stored. */
  effective: NullableJsonColumn<{ [field: string]: string }>;
  /** Since when comparisons have found a conflict without a break; null where there is none, or from before it was kept. */
  conflict_since: Nullable<Date>;
  base_moved_since: Nullable<Date>;
  outside_since: Nullable<Date>;
  compared_at: Date;
}

/** What statements changed in the sums of an index version's summaries: a sum is that of its rows. */
export interface VerdictCountTable extends Pick<
  RecordSummaryTable,
  "connection_id" | "index_id" | "same" | "ours" | "base_moved" | "conflict" | "differs" | "outside" | "held" | "drafts"
> {
  is_folded: Generated<boolean>;
}

/** Who said last that a record is right as it stands. */
export interface RecordVerificationTable extends RecordColumns {
  /** Empty for the whole record; else the field that the evidence of a change verified. */
  field: string;
  /** A hash of what each field said. */
  hashes: JsonColumn<{ [field: string]: string }>;
  said_by: string;
  how: VerifiedHow;
  note: Nullable<string>;
  verified_on: string;
  ask_again_on: string;
  /** The change whose evidence it is. */
  change_id: Nullable<string>;
  given_by: JsonColumn<Actor>;
  given_at: Date;
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
  verdict_count: VerdictCountTable;
  record_reference: RecordReferenceTable;
  record_verification: RecordVerificationTable;
}

const ON_ROSTER = IN_SEEN(
  "roster_entry",
  `seen.connection_id = here.connection_id and seen.record_type = here.record_type and seen.record_id = here.record_id`,
);

/**
 * What is known of one's own index versions, and of the standard index for the records on one's own rosters. When any other
 * record was read there would tell what others look at.
 */
const OF_KNOWN_RECORD = `(${OF_OWN_INDEX} or (${OF_SEEN_INDEX} and ${ON_ROSTER}))`;

export const recordRows: SeenRows<RecordTables> = {
  // Records that those on the roster refer to are not on it.
  reading: `${OF_KNOWN_RECORD} or (${OF_SEEN_INDEX} and exists (select 1 from public.record_reference as naming
      join ${LIMITED_SCHEMA}.roster_entry as seen on seen.connection_id = naming.connection_id
        and seen.index_id = naming.index_id and seen.record_type = naming.record_type and seen.record_id = naming.record_id
      where naming.connection_id = here.connection_id and naming.target_type = here.record_type
        and naming.target_id = here.record_id))`,
  original: OF_OWN_INDEX,
  record_summary: OF_KNOWN_RECORD,
  verdict_count: OF_OWN_INDEX,
  record_reference: OF_KNOWN_RECORD,
  record_verification: OF_OWN_INDEX,
};
