import type { RecordKey, RosterNote, RosterSought, ServiceFailureMessage } from "@dc/directory";
import type { Generated, Selectable } from "kysely";
import type { Counter, JsonColumn, Nullable, NullableJsonColumn, RecordColumns } from "./columns.ts";
import type { Actor, ServiceWords, TakenBack } from "./stored-values.ts";
import { EVERYBODY, IN_SEEN, NOBODY, OF_OWN_INDEX, type SeenRows } from "./seen-rows.ts";

export type RosterSource = "paste" | "csv" | "link" | "followed" | "copied" | "created" | "sample";

export type RosterState = "waiting" | "found" | "missing" | "failed";

/** What a line has in the place of an id, and how it was found; `isNoId` where no record has it as its id. */
export interface KeptSought extends RosterSought {
  /** The meaning by which the service found it. */
  foundBy?: string;
  /** Where not by the service: among the practitioners that were known, or since a person chose it. */
  foundAs?: "known" | "chosen";
  /** What stands beside the name by which it was found. */
  beside?: string;
  /** What a choice of an ambiguous line is remembered for. */
  spelling?: string;
  isNoId?: boolean;
}

export interface RosterEntryTable extends RecordColumns {
  practitioner_id: Nullable<string>;
  name: Nullable<string>;
  /** What it prefers to be called, where that is something else. */
  preferred_name: Nullable<string>;
  /** Begins with the folded name, since lists are ordered by it too. */
  search: string;
  source: RosterSource;
  source_detail: Nullable<string>;
  state: RosterState;
  words: NullableJsonColumn<ServiceWords>;
  /** Why it could not be read; earlier versions stored the message in `words`. */
  failure: NullableJsonColumn<ServiceFailureMessage>;
  added_by: JsonColumn<Actor>;
  added_at: Date;
  /** The import that added it, unless that was taken back and left it; null for entries of earlier versions, too. */
  import_id: Nullable<string>;
  last_seen_at: Nullable<Date>;
  /** When it was last read again by itself, and could not be. */
  read_in_vain_at: Nullable<Date>;
  /** How much a practitioner with its schedules, or a schedule, needs somebody; the larger the more. */
  need: Counter;
  /** Of a practitioner: the first day on which something that was verified is to be verified again. */
  ask_again_on: Nullable<string>;
  /** Of a practitioner: whether each of its values was ever verified. */
  is_verified: Generated<boolean>;
  /** Of a practitioner: how many values say something else than was verified. */
  changed_since: Counter;
}

export interface RosterImportTable {
  id: string;
  connection_id: string;
  index_id: string;
  state: "running" | "done";
  /** Null for imports of before 2026-11-23. */
  lines_from: Nullable<"text" | "index" | "roster">;
  counts: JsonColumn<{ [state: string]: number }>;
  /** False where the entries that it added are not known as its own. */
  marks_entries: Generated<boolean>;
  taken_back: NullableJsonColumn<TakenBack<LeftOnRoster>>;
  /** Who stopped it while lines waited, and how many were not read then. */
  stopped: NullableJsonColumn<{ by: Actor; at: string; notRead: number }>;
  /** The calls a minute of the request budget, while it waits because they are used up. */
  waits_for_budget: Nullable<number>;
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
  /** A note about the line; `note` has the text of earlier versions. */
  note_message: NullableJsonColumn<RosterNote>;
  note: Nullable<string>;
  state: RosterState | "repeat" | "bad" | "ambiguous";
  /** What is looked up; a record that was found by it is in the line, and the meaning here. */
  sought: NullableJsonColumn<KeptSought>;
  words: NullableJsonColumn<ServiceWords>;
  /** Who corrected it, or chose among those it may mean. */
  corrected_by: NullableJsonColumn<Actor>;
}

/** Lines of an import that are not stored as rows yet. */
export interface RosterImportChunkTable {
  connection_id: string;
  import_id: string;
  number: number;
  line_count: number;
  source: RosterSource;
  lines: JsonColumn<NewImportLine[]>;
  /** Entries of a roster whose lines they are, in the place of such that were read from a text. */
  copied: NullableJsonColumn<CopiedEntries>;
}

/** Entries of the roster of an index version, with the number of the line of the first. */
export interface CopiedEntries {
  from: string;
  firstLine: number;
  records: RecordKey[];
}

/** A line as it is stored at first. */
export type NewImportLine = Pick<
  Selectable<RosterImportLineTable>,
  "line" | "text" | "record_type" | "record_id" | "practitioner_id" | "note_message" | "sought" | "state"
>;

/** What a take-back left on the roster, with why. */
export interface LeftOnRoster {
  record: RecordKey;
  name: string | null;
  why: "changed" | "verified" | "decided" | "answered" | "listed again" | "used by what is left";
}

/** What a take-back left in the plan catalogue, with why. */
export interface LeftInCatalogue {
  id: string;
  name: string | null;
  why: "renamed" | "used";
}

/** What a plan is called. */
export interface PlanNames {
  payer: string | null;
  name: string | null;
  kind: string | null;
  source: PlanTable["source"];
}

export interface PlanImportTable {
  connection_id: string;
  id: string;
  counts: JsonColumn<{ added: number; changed: number; unchanged: number; problems: number }>;
  taken_back: NullableJsonColumn<TakenBack<LeftInCatalogue>>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

/** A plan that an import added, or gave other names. */
interface PlanImportRowTable {
  connection_id: string;
  import_id: string;
  plan_id: string;
  /** Null for what it added. */
  before: NullableJsonColumn<PlanNames>;
  after: JsonColumn<PlanNames>;
}

export interface PlanTable {
  connection_id: string;
  id: string;
  payer: Nullable<string>;
  name: Nullable<string>;
  kind: Nullable<string>;
  source: "csv" | "seen" | "profile";
  search: string;
  /** Whether a record was read that has it. */
  is_seen: Generated<boolean>;
  /** The name alone, folded. */
  name_search: string;
}

/** Whom a person chose for a name of which there are several. */
export interface RosterNameChoiceTable extends RecordColumns {
  /** The name as it is compared, and what stood beside it, folded. */
  spelling: string;
  chosen_by: JsonColumn<Actor>;
  chosen_at: Date;
}

/** A practitioner who left a roster as an import was taken back. */
interface RosterDepartureTable {
  connection_id: string;
  index_id: string;
  record_id: string;
  left_at: Date;
  name: Nullable<string>;
  removed_by: JsonColumn<Actor>;
}

/** What a record is searched by in some directory, or was once: the name as it is folded, and its id. */
interface RecordSearchTable extends RecordColumns {
  search: string;
}

/**
 * What statements changed in how many entries a roster has, and of which kind: a count is the sum of its rows. `entries` and
 * `waiting` are below zero where there are fewer.
 */
interface RosterCountTable {
  connection_id: string;
  index_id: string;
  record_type: string;
  /** Of practitioners, as their entries say. */
  ask_again_on: Nullable<string>;
  /** Of practitioners who were never verified as a whole: when they were added, to the quarter of an hour. */
  unverified_since: Nullable<Date>;
  /** The hour in which they were last read. */
  seen_hour: Nullable<Date>;
  /** The newest of those readings. */
  last_seen_at: Nullable<Date>;
  entries: number;
  waiting: number;
  is_folded: Generated<boolean>;
}

export interface RosterTables {
  roster_count: RosterCountTable;
  record_search: RecordSearchTable;
  roster_name_choice: RosterNameChoiceTable;
  roster_departure: RosterDepartureTable;
  roster_entry: RosterEntryTable;
  roster_import: RosterImportTable;
  roster_import_line: RosterImportLineTable;
  roster_import_chunk: RosterImportChunkTable;
  plan: PlanTable;
  plan_import: PlanImportTable;
  plan_import_row: PlanImportRowTable;
}

export const rosterRows: SeenRows<RosterTables> = {
  roster_entry: OF_OWN_INDEX,
  roster_count: OF_OWN_INDEX,
  // Who is limited searches the rosters that they see.
  record_search: NOBODY,
  roster_import: OF_OWN_INDEX,
  roster_name_choice: OF_OWN_INDEX,
  roster_departure: OF_OWN_INDEX,
  roster_import_line: IN_SEEN("roster_import", "seen.id = here.import_id"),
  roster_import_chunk: IN_SEEN("roster_import", "seen.id = here.import_id"),
  // A plan that nobody named is known from somebody's schedules.
  plan_import: EVERYBODY,
  plan_import_row: NOBODY,
  plan: `here.source <> 'seen' or here.name is not null or here.payer is not null`,
};
