import type { Json } from "@dc/directory";
import type { Generated } from "kysely";
import type { JsonColumn, Nullable, NullableJsonColumn } from "./columns.ts";
import type { Actor, Pause } from "./stored-values.ts";
import { EVERYBODY, type SeenRows } from "./seen-rows.ts";

export interface ConnectionTable {
  id: string;
  name: string;
  base_url: string;
  api_version: string;
  mode: "test" | "live";
  profile_name: Nullable<string>;
  profile_hash: Nullable<string>;
  key_sealed: string;
  approvals_required: Generated<number>;
  own_approval_counts: Generated<boolean>;
  reason_required: Generated<boolean>;
  apply_age_hours: Nullable<number>;
  /** After how many days what was verified is to be verified again. */
  ask_again_days: Generated<number>;
  /** The day, and what else decides, by which its entries were last marked as overdue; null: never. */
  overdue_by: Nullable<string>;
  /** Days on which nobody works, YYYY-MM-DD. */
  holidays: Generated<string[]>;
  /** Counts its changes. */
  version: Generated<number>;
  /** Asked for whatever the profile says; null for the version of the profile. */
  fixed_api_version: Nullable<string>;
  /** Calls a minute; null without a limit of ours. */
  request_budget: Nullable<number>;
  /** null: as the settings of the server say. */
  stale_after_hours: Nullable<number>;
  records_at_once: Generated<number>;
  /** null where the operator keeps the key, which is sealed all the same. */
  key_last_four: Nullable<string>;
  key_set_at: Nullable<Date>;
  /** Since when it is out of use. */
  archived_at: Nullable<Date>;
  archived_by: NullableJsonColumn<Actor>;
  /** Who paused the sending of all its change sets. */
  paused: NullableJsonColumn<Pause>;
  /** Who paused the reading of rosters by itself. */
  reading_paused: NullableJsonColumn<Pause>;
  created_by: NullableJsonColumn<Actor>;
  created_at: Date;
  updated_at: Date;
}

export interface ProfileRevisionTable {
  connection_id: string;
  number: number;
  name: string;
  hash: string;
  /** null if the profile of the settings became active again. */
  content: Nullable<string>;
  why: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

/** An operation that worked as this profile describes it. */
export interface ProofTable {
  connection_id: string;
  operation: string;
  profile_hash: string;
  at: Date;
  index_id: Nullable<string>;
  check_ids: JsonColumn<string[]>;
}

/** What the columns of spreadsheets with these headings say. */
interface ColumnMappingTable {
  connection_id: string;
  /** A digest of what the columns are called, in their order. */
  headings: string;
  columns: JsonColumn<Json>;
  kept_at: Date;
}

interface SettingTable {
  key: string;
  value: string;
}

interface WorkLeaseTable {
  task: string;
  owner: Nullable<string>;
  held_until: Nullable<Date>;
  fencing: Generated<number>;
}

export interface ConnectionTables {
  proof: ProofTable;
  profile_revision: ProfileRevisionTable;
  connection: ConnectionTable;
  column_mapping: ColumnMappingTable;
  setting: SettingTable;
  work_lease: WorkLeaseTable;
}

export const connectionRows: SeenRows<ConnectionTables> = {
  proof: EVERYBODY,
  profile_revision: EVERYBODY,
  connection: EVERYBODY,
  column_mapping: EVERYBODY,
  setting: EVERYBODY,
  work_lease: EVERYBODY,
};
