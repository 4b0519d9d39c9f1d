import type { Baseline, ChangeState, FieldKind, Known, Operation, Policy, Reading } from "@dc/directory";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Actor } from "#/store/tables/actor.ts";
import type { ServiceWords } from "#/store/tables/service-words.ts";

/** Written through `json()`, read as the value. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type NullableJsonColumn<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Counter = ColumnType<number, number | undefined, number>;

export type RecordState = "found" | "missing";
export type RosterSource = "paste" | "csv" | "link" | "followed" | "copied" | "created" | "sample";
export type RequestOutcome =
  | "answered"
  | "connection"
  | "timeout"
  | "too-large"
  | "aborted"
  | "paused"
  | "refused"
  | "not-kept";
export type RequestCauseKind = "person" | "work" | "gateway" | "probe";
export type RosterState = "waiting" | "found" | "missing" | "failed";

interface RecordColumns {
  connection_id: string;
  index_id: string;
  record_type: string;
  record_id: string;
}

export interface ConnectionTable {
  id: string;
  name: string;
  base_url: string;
  api_version: string;
  mode: "test" | "live";
  profile_name: Nullable<string>;
  profile_hash: Nullable<string>;
  key_sealed: string;
  created_at: Date;
  updated_at: Date;
}

export interface IndexVersionTable {
  connection_id: string;
  id: string;
  name: Nullable<string>;
  label: string;
  /** Begins with the folded label: lists are ordered by it too. */
  search: string;
  referrer_name: Nullable<string>;
  referrer_practitioner_id: Nullable<string>;
  notes: Generated<string>;
  origin: "created" | "adopted" | "standard" | "test";
  default_policy: Generated<"leave" | "follow">;
  ledger_revision: Counter;
  created_at: Date;
  created_by: JsonColumn<Actor>;
  archived_at: Nullable<Date>;
  version: Counter;
}

export interface CreationTable {
  id: string;
  connection_id: string;
  name: string;
  label: string;
  referrer_name: Nullable<string>;
  referrer_practitioner_id: Nullable<string>;
  notes: Generated<string>;
  roster_text: Nullable<string>;
  overrides_from: Nullable<string>;
  state: "sending" | "created" | "unknown" | "refused" | "not created" | "abandoned";
  index_id: Nullable<string>;
  sent_at: Date;
  words: NullableJsonColumn<ServiceWords>;
  request_id: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  settled_by: NullableJsonColumn<Actor>;
  settled_at: Nullable<Date>;
  why: Nullable<string>;
  roster_import_id: Nullable<string>;
  change_set_id: Nullable<string>;
}

export interface RosterEntryTable extends RecordColumns {
  practitioner_id: Nullable<string>;
  name: Nullable<string>;
  /** Begins with the folded name: lists are ordered by it too. */
  search: string;
  source: RosterSource;
  source_detail: Nullable<string>;
  state: RosterState;
  words: NullableJsonColumn<ServiceWords>;
  added_by: JsonColumn<Actor>;
  added_at: Date;
  last_seen_at: Nullable<Date>;
  /** How much a practitioner with its schedules asks to be looked at. */
  need: Counter;
}

export interface RosterImportTable {
  id: string;
  connection_id: string;
  index_id: string;
  state: "running" | "done";
  counts: JsonColumn<{ [state: string]: number }>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  finished_at: Nullable<Date>;
}

export interface RosterImportLineTable {
  connection_id: string;
  import_id: string;
  line: number;
  text: string;
  record_type: Nullable<string>;
  record_id: Nullable<string>;
  practitioner_id: Nullable<string>;
  note: Nullable<string>;
  state: RosterState | "repeat" | "bad";
  words: NullableJsonColumn<ServiceWords>;
}

export interface PlanTable {
  connection_id: string;
  id: string;
  payer: Nullable<string>;
  name: Nullable<string>;
  kind: Nullable<string>;
  source: "csv" | "seen" | "profile";
  search: string;
}

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

/** What the last comparison with the standard index counted. A practitioner's row and its schedules' share `practitioner_id`. */
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
  compared_at: Date;
}

/** L and K where they differ from what the original gives. */
export interface FieldMemoryTable extends RecordColumns {
  field: string;
  baseline: NullableJsonColumn<Baseline>;
  known: NullableJsonColumn<Known>;
  /** The base value that was last proposed to be taken, by element; `""` is the whole field. */
  proposed: NullableJsonColumn<{ [element: string]: Reading }>;
}

export interface EvidenceTable {
  id: string;
  connection_id: string;
  reason: string;
  source: Nullable<string>;
  /** A day, YYYY-MM-DD. */
  verified_on: Nullable<string>;
  review_by: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

export interface ChangeSetTable {
  id: string;
  connection_id: string;
  index_id: string;
  name: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  approved_by: NullableJsonColumn<Actor>;
  approved_at: Nullable<Date>;
  send_after: Nullable<Date>;
  evidence_id: Nullable<string>;
  lease_owner: Nullable<string>;
  lease_until: Nullable<Date>;
  fencing: Counter;
  version: Counter;
}

export interface ChangeTable extends RecordColumns {
  id: string;
  change_set_id: string;
  field: Nullable<string>;
  kind: Nullable<FieldKind>;
  operation: JsonColumn<Operation>;
  policy: Policy;
  evidence_id: Nullable<string>;
  base_seen: NullableJsonColumn<Reading>;
  value_before: NullableJsonColumn<Reading>;
  /** The whole value that was sent, or is to be. */
  intended: NullableJsonColumn<Reading>;
  /** Content hash of the record in the standard index just before it was sent. */
  base_hash_before: Nullable<string>;
  /** L as it was stored before the approval, for the undo. */
  baseline_before: NullableJsonColumn<Baseline>;
  /** Not to be tried, or settled, before. */
  try_after: Nullable<Date>;
  /** Why it is held, failed, unknown or deferred, in a sentence. */
  because: Nullable<string>;
  state: ChangeState;
  /** From the sequence `approval_order`. */
  approval_order: Nullable<number>;
  /** In which order changes were staged, however close in time. */
  staged_order: GeneratedAlways<number>;
  attempt: Counter;
  sent_at: Nullable<Date>;
  words: NullableJsonColumn<ServiceWords>;
  request_id: Nullable<string>;
  settled_as: Nullable<string>;
  version: Counter;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  updated_at: Date;
}

/** Derived from the changes, in the transaction that changes them; can be recomputed at any time. */
export interface OverrideTable extends RecordColumns {
  field: string;
  /** Empty for the whole field. */
  element: Generated<string>;
  change_id: string;
  state: ChangeState;
  policy: Policy;
}

export interface ReceiptTable {
  id: string;
  connection_id: string;
  change_id: string;
  at: Date;
  intended: JsonColumn<Reading>;
  read_back: NullableJsonColumn<Reading>;
  as_wanted: Nullable<boolean>;
  base_before_hash: Nullable<string>;
  base_after_hash: Nullable<string>;
  base_moved: "none" | "ours" | "own";
  sibling_index_id: Nullable<string>;
  sibling_moved: Nullable<"none" | "ours" | "own">;
  request_ids: JsonColumn<string[]>;
}

export interface JournalTable {
  seq: GeneratedAlways<number>;
  connection_id: Nullable<string>;
  at: Date;
  actor: JsonColumn<Actor>;
  action: string;
  subject: string;
  index_id: Nullable<string>;
  before: NullableJsonColumn<unknown>;
  after: NullableJsonColumn<unknown>;
  sentence: Nullable<string>;
  why: Nullable<string>;
  request_id: Nullable<string>;
  sealed_seq: Nullable<number>;
  hash: Nullable<string>;
}

export interface AccessTokenTable {
  id: string;
  connection_id: string;
  name: string;
  secret_hash: string;
  last_four: string;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  expires_at: Nullable<Date>;
  last_used_at: Nullable<Date>;
  revoked_at: Nullable<Date>;
}

/** better-auth's own table; we only read it. */
export interface PersonTable {
  id: string;
  name: string;
  email: string;
  role: Generated<"admin">;
}

/** That a record names another one that holds values of its own or of others, as last read. */
export interface RecordReferenceTable extends RecordColumns {
  meaning: string;
  target_type: string;
  target_id: string;
}

/** The id that the service gave to a record that was made here. */
export interface GivenIdTable extends RecordColumns {
  provisional_id: string;
  given_at: Date;
}

/** One attempt of a call to the service. */
export interface ServiceRequestTable {
  seq: GeneratedAlways<number>;
  connection_id: string;
  at: Date;
  method: string;
  operation: Nullable<string>;
  path: string;
  index_id: Nullable<string>;
  outcome: RequestOutcome;
  status: Nullable<number>;
  duration_ms: number;
  attempt: number;
  service_request_id: Nullable<string>;
  cause_kind: RequestCauseKind;
  cause_name: string;
  cause_id: Nullable<string>;
  mixed_path: Nullable<string>;
  mixed_index_id: Nullable<string>;
  /** More than one on the line that stands for calls that were not kept. */
  calls: number;
}

export type BookingAttemptState = "sending" | "done" | "refused" | "unknown";

/** What was asked of the service in a booking check; nothing of a patient. */
export interface BookingAttemptTable {
  connection_id: string;
  id: string;
  slot_digest: string | null;
  state: BookingAttemptState;
  at: Date;
}

/** That an operation did what this profile says of it. */
export interface ProofTable {
  connection_id: string;
  operation: string;
  profile_hash: string;
  at: Date;
  index_id: Nullable<string>;
  check_ids: JsonColumn<string[]>;
}

export interface ProfileRevisionTable {
  connection_id: string;
  number: number;
  name: string;
  hash: string;
  /** null where the profile of the settings came back into force. */
  content: Nullable<string>;
  why: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

export interface Schema {
  service_request: ServiceRequestTable;
  booking_attempt: BookingAttemptTable;
  proof: ProofTable;
  profile_revision: ProfileRevisionTable;
  connection: ConnectionTable;
  index_version: IndexVersionTable;
  creation: CreationTable;
  roster_entry: RosterEntryTable;
  roster_import: RosterImportTable;
  roster_import_line: RosterImportLineTable;
  plan: PlanTable;
  reading: ReadingTable;
  original: OriginalTable;
  record_summary: RecordSummaryTable;
  record_reference: RecordReferenceTable;
  given_id: GivenIdTable;
  field_memory: FieldMemoryTable;
  evidence: EvidenceTable;
  change_set: ChangeSetTable;
  change: ChangeTable;
  override: OverrideTable;
  receipt: ReceiptTable;
  journal: JournalTable;
  access_token: AccessTokenTable;
  sign_in_attempt: { id: string; account: string; at: Date };
  setting: { key: string; value: string };
  person: PersonTable;
}
