import type {
  AlarmAnswer,
  Baseline,
  ChangeReason,
  ChangeState,
  FieldKind,
  Ground,
  Known,
  Operation,
  Policy,
  Reading,
  RecordKey,
} from "@dc/directory";
import type { Generated, GeneratedAlways } from "kysely";
import type { Counter, JsonColumn, Nullable, NullableJsonColumn, RecordColumns } from "./columns.ts";
import type { Actor, Pause, ServiceWords } from "./stored-values.ts";
import {
  ACTOR_SETTING,
  HAS_CHANGES,
  IN_SEEN,
  LIMITED_SCHEMA,
  NOBODY,
  OF_OWN_INDEX,
  type SeenRows,
} from "./seen-rows.ts";

/** L and K if they differ from those that follow from the original. */
export interface FieldMemoryTable extends RecordColumns {
  field: string;
  baseline: NullableJsonColumn<Baseline>;
  known: NullableJsonColumn<Known>;
  /** The base value last proposed, by element; `""` is the whole field. */
  proposed: NullableJsonColumn<{ [element: string]: Reading }>;
  /** Somebody else is known to have written the field of an index version that lies over base. */
  written_outside: Generated<boolean>;
  /** Since when it is told that a late request of ours may have changed the value; until K is written. */
  late_request_at: Nullable<Date>;
}

/** L or K of a field, as a decision found or left it; null where nothing is stored. */
export interface DecidedMemory {
  baseline?: Baseline | null;
  known?: Known | null;
}

/** What changes that were not sent stand on, by their ids, as a decision found or left it, and why they rest. */
export interface DecidedGrounds {
  stoodOn?: { [changeId: string]: { ground: StoredGround; rests: ChangeReason | null } };
}

/** A field of a decision that took effect at once and was not undone. */
interface DecidedFieldTable extends RecordColumns {
  /** Its number in the journal. */
  decision: number;
  field: string;
  /** Null for the whole field. */
  elements: NullableJsonColumn<string[]>;
  /** The name of the record when it was decided. */
  record_name: Nullable<string>;
  before: JsonColumn<DecidedMemory & DecidedGrounds>;
  after: JsonColumn<DecidedMemory & DecidedGrounds>;
}

/** A ground with the time since when it holds. */
export interface StoredGround extends Ground {
  at: string;
  /** False where it was not kept, and is what the change was first shown against. */
  isKept?: boolean;
}

/** What somebody asked for that needs more approvers: that live changes of a set are taken back, or sent although they rest. */
export interface TakingBack {
  as: "withdraw" | "give way" | "send all the same";
  /** Null for all of the set that was never sent. */
  changeIds: string[] | null;
  keepsHeld: boolean;
  reason: string;
  by: Actor;
  at: string;
  /** Who confirmed it, with whoever asked if they may approve. */
  confirmed: { by: Actor; at: string }[];
  /** By change: what whoever asked saw of one at rest. */
  asSeen: { [changeId: string]: StoredGround };
}

/** What somebody asked for, while what its changes were decided on is read again. */
export interface Checking {
  /** The request that asked names the check. */
  requestId: string;
  by: Actor;
  at: string;
  /** Readings of then and before are made again. */
  readAfter: string;
  evidence: {
    reason: string;
    source: string | null;
    verifiedOn: string | null;
    reviewBy: string | null;
    from: string | null;
    until: string | null;
  } | null;
  moved: "refuse" | "split off";
  /** Whether nobody waits for it, because its hour had come. */
  isScheduled?: boolean;
  plan: string | null;
  /** Of a held set, those of its changes that are to be sent; all that can be where there are none. */
  only?: readonly string[] | null;
  read: number;
  toRead: number;
}

/** When a set is applied by itself, and as whom. */
export interface Schedule {
  by: Actor;
  at: string;
  /** When whoever scheduled it said so. */
  saidAt: string;
  moved: "refuse" | "split off";
}

/** What was said about an override whose last day has passed: until which day it holds on; null for no end. */
export interface UntilSaid {
  until: string | null;
  by: Actor;
  at: string;
}

/** Why a set was not applied once its changes were checked. */
export interface NotApplied {
  requestId: string;
  by: Actor;
  at: string;
  /** The code of the refusal. */
  code: string;
  detail: string;
  /** Those that it is about, as they were then; none where it is about the set, which had this version. */
  changes: { id: string; version: number; detail: string }[];
  version: number;
  /** Of what could not be read again, when the oldest of what is kept was read. */
  readAt: string | null;
}

export interface GoingBack {
  by: Actor;
  requestId: string | null;
  step: "undone" | "went-back";
  why: ChangeReason | null;
  /** The end of the five seconds that its released changes wait for. */
  sendAfter: string | null;
}

/** What was decided about these changes of a set, in the order in which their rows follow. */
export type SetAct = {
  by: Actor;
  requestId: string | null;
  /** Where the request came from; absent where that is not known. */
  address?: string;
  at: string;
  changeIds: string[];
} & (
  | { as: "submit" | "reopen" | "lapse" }
  | {
      as: "approve";
      personId: string;
      /** The person and their tokens; of acts of an earlier version, the changes that are their own. */
      ownIds?: string[];
      own?: string[];
      lapsed: { changeId: string; personId: string }[];
    }
  | { as: "reject"; words: string }
  | { as: "ask"; commentId: string }
  | { as: "split off"; to: string }
  | {
      as: "stage";
      /** The set, which is there for nobody, that what comes is written into; null where nothing comes. */
      from: string | null;
      /** The drafts that are replaced, each with the one in its place; what else goes is discarded. */
      replacedBy: Record<string, string | null>;
    }
  | { as: "release"; sendAfter: string }
);

interface EvidenceTable {
  id: string;
  connection_id: string;
  reason: string;
  /** The reason, folded. */
  search: string;
  source: Nullable<string>;
  /** A day, YYYY-MM-DD. */
  verified_on: Nullable<string>;
  review_by: Nullable<string>;
  from_day: Nullable<string>;
  until_day: Nullable<string>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

export interface ChangeSetTable {
  id: string;
  connection_id: string;
  /** Null for a set that may hold changes of several index versions. */
  index_id: Nullable<string>;
  name: Nullable<string>;
  /** The name, folded. */
  search: string;
  purpose: Nullable<string>;
  /** Whose it is; null for its author's. */
  owner: NullableJsonColumn<Actor>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  applied_by: NullableJsonColumn<Actor>;
  applied_at: Nullable<Date>;
  send_after: Nullable<Date>;
  /** Who applied what waits for the end of its five seconds; null once it is live. */
  on_behalf_of: NullableJsonColumn<Actor>;
  /** Who paused its sending; null while that goes on. */
  paused: NullableJsonColumn<Pause>;
  /** What was applied gets this evidence and the places from this one on; null once the rows of its changes have them. */
  queueing: NullableJsonColumn<{
    evidenceId: string | null;
    nextOrder: number;
    /** The `staged_order` of the last change whose row followed. */
    after?: number | undefined;
  }>;
  /** How what waited for the end of its five seconds goes back; null once the rows of its changes say so too. */
  going_back: NullableJsonColumn<GoingBack>;
  /** What was decided about some of its changes; null once the rows of all of them say so. */
  act: NullableJsonColumn<SetAct>;
  /** How many of these did so. */
  act_done: Counter;
  /** Who takes back what was never sent; null once the rows of its changes say so too. */
  withdrawing: NullableJsonColumn<{ by: Actor; requestId: string | null; why: string | null; keepsHeld: boolean }>;
  /** Who withdrew last what was not sent of it; null for sets of an earlier version. */
  withdrawn: NullableJsonColumn<{ by: Actor; at: string; why: string | null }>;
  /** Who asked that live changes of it are taken back, which waits for more approvers. */
  taking_back: NullableJsonColumn<TakingBack>;
  /** What waits for readings before it is applied; nothing of the set is edited meanwhile. */
  checking: NullableJsonColumn<Checking>;
  /** How the last check ended, unless that is applied. */
  not_applied: NullableJsonColumn<NotApplied>;
  /** When it is applied by itself. */
  schedule: NullableJsonColumn<Schedule>;
  evidence_id: Nullable<string>;
  /** Its changes are still being written, so that it is not there for anybody yet. */
  opening: Generated<boolean>;
  /** The set that it reverts. */
  reverts_id: Nullable<string>;
  /** The set that it was split off from. */
  split_from_id: Nullable<string>;
  /** The set whose failed changes it sends once more. */
  retry_of_id: Nullable<string>;
  lease_owner: Nullable<string>;
  lease_until: Nullable<Date>;
  fencing: Counter;
  version: Counter;
}

/** A person approved a change as it stands; editing it makes a new change, without its approvals. */
export interface ApprovalTable {
  change_id: string;
  person_id: string;
  /** Whether this person staged the change, in the console or by a token. */
  is_own: boolean;
  given_by: JsonColumn<Actor>;
  given_at: Date;
}

/** By what a change set is found that nobody named. */
interface ChangeSetSearchTable {
  connection_id: string;
  change_set_id: string;
  /** What it is called, its directories, and the other names of whom it is about, folded. */
  search: Generated<string>;
  /** The record that it is called by. */
  index_id: Nullable<string>;
  record_type: Nullable<string>;
  record_id: Nullable<string>;
  /** Goes up when what it is called by changes; the text is derived for so many. */
  marks: Generated<number>;
  derived: Generated<number>;
}

/** Somebody who is asked to review a change set. */
interface ChangeSetReviewerTable {
  change_set_id: string;
  person_id: string;
  person: JsonColumn<Actor>;
  asked_at: Date;
}

/** What somebody said about a change set, or about some of its changes. */
export interface ReviewCommentTable {
  id: string;
  connection_id: string;
  change_set_id: string;
  /** The index versions of what it is about, as of then. */
  index_ids: string[];
  words: string;
  /** Whether it asks for changes: none of those that it is about is applied before it is answered. */
  asks: boolean;
  created_by: JsonColumn<Actor>;
  created_at: Date;
}

interface ReviewCommentChangeTable {
  comment_id: string;
  change_id: string;
  answered_as: Nullable<"split" | "withdrawn" | "edited">;
  answered_by: NullableJsonColumn<Actor>;
  answered_at: Nullable<Date>;
}

/** A change that takes back another one, which is reverted once this is applied. */
interface ChangeRevertTable {
  change_id: string;
  reverted_id: string;
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
  /** What its author saw; null for what an earlier version staged. */
  ground: NullableJsonColumn<StoredGround>;
  /** Who decided that it holds although its ground moved, or staged what it took the place of: authors of it, too. */
  settled_by: NullableJsonColumn<Actor[]>;
  /** The whole value that was or will be sent. */
  intended: NullableJsonColumn<Reading>;
  /** Content hash of the record in the standard index just before sending. */
  base_hash_before: Nullable<string>;
  /** L as stored before the approval, for undo. */
  baseline_before: NullableJsonColumn<Baseline>;
  /** Not to be tried or settled before this time. */
  try_after: Nullable<Date>;
  /** Why it is held, failed, unknown or deferred; `because` has the text of earlier versions. */
  reason: NullableJsonColumn<ChangeReason>;
  because: Nullable<string>;
  state: ChangeState;
  /** From the sequence `approval_order`. */
  approval_order: Nullable<number>;
  /** The order of staging, also within the same millisecond. */
  staged_order: GeneratedAlways<number>;
  attempt: Counter;
  sent_at: Nullable<Date>;
  words: NullableJsonColumn<ServiceWords>;
  request_id: Nullable<string>;
  settled_as: Nullable<string>;
  /** Who withdrew it, and why in their words; null where the console did, since it was replaced or already so. */
  /** Who withdrew it, and what settled it by that; left out where it was withdrawn alone, or by an earlier version. */
  withdrawn: NullableJsonColumn<{ by: Actor; why: string | null; as?: "give way" | "take what is there" }>;
  /** In place of `until` of its evidence, once it was live. */
  until_said: NullableJsonColumn<UntilSaid>;
  /** Since when a request of it, lost or sent twice, may still arrive late; and when the record is read again for that. */
  /** The failed change that it sends once more. */
  retry_of_id: Nullable<string>;
  late_since: Nullable<Date>;
  late_read_at: Nullable<Date>;
  version: Counter;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  updated_at: Date;
}

/** What statements changed in how many changes a set has, and of which kind: a count is the sum of its rows. */
export interface ChangeCountTable {
  connection_id: string;
  change_set_id: string;
  index_id: string;
  record_type: string;
  field: Nullable<string>;
  kind: Nullable<FieldKind>;
  op: Operation["op"];
  /** Whether a list is set or returned whole, rather than one of its elements. */
  is_whole: boolean;
  state: ChangeState;
  /** Of unknown ones: whether the console still asks what became of it. */
  is_read_again: boolean;
  /** Of deferred ones: whether it waits for a person, because what it was decided on moved. */
  is_at_rest: boolean;
  was_live: boolean;
  /** Whether a later change of ours replaced it. */
  is_replaced: boolean;
  /** Below zero where there are fewer. */
  changes: number;
  /** What the versions of the changes add up to. */
  versions: Generated<number>;
  /** Adds up to another sum when a change comes, goes or is about another record. */
  records: Generated<number>;
  is_folded: Generated<boolean>;
}

/** Derived from the changes, in the transaction that modifies them; can be recomputed at any time. */
export interface OverrideTable extends RecordColumns {
  field: string;
  /** Empty for the whole field. */
  element: Generated<string>;
  /** The record's id and the element, folded. */
  search: string;
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
  /** All that the record said just before the write, and as it was read back; null where that is not known, or it was not there. */
  index_before_hash: Nullable<string>;
  index_after_hash: Nullable<string>;
  base_before_hash: Nullable<string>;
  base_after_hash: Nullable<string>;
  base_moved: "none" | "ours" | "own";
  sibling_index_id: Nullable<string>;
  sibling_moved: Nullable<"none" | "ours" | "own">;
  request_ids: JsonColumn<string[]>;
}

/** A write that another index took too. Nothing of the connection is sent until sending is resumed. */
export interface AlarmTable extends RecordColumns {
  id: string;
  change_set_id: string;
  /** The other indices that took the value. */
  taken_by: JsonColumn<string[]>;
  raised_at: Date;
  answer: Nullable<AlarmAnswer>;
  reason: Nullable<string>;
  settled_by: NullableJsonColumn<Actor>;
  settled_at: Nullable<Date>;
  resumed_by: NullableJsonColumn<Actor>;
  resumed_at: Nullable<Date>;
}

/** One change of an alarmed write. */
export interface AlarmChangeTable {
  alarm_id: string;
  change_id: string;
  /** The value in the standard index before the write; null if unknown. */
  base_before: NullableJsonColumn<Reading>;
  /** Whether the target index reads as wanted. */
  is_in_index: boolean;
}

/** The service's id of a record that was created here. */
interface AssignedIdTable extends RecordColumns {
  provisional_id: string;
  given_at: Date;
}

/** What a transaction changed in an index, until its counts, names and verifications are derived again. */
interface LedgerOutboxTable {
  connection_id: string;
  id: GeneratedAlways<number>;
  index_id: string;
  records: JsonColumn<RecordKey[]>;
  at: Date;
}

export interface LedgerTables {
  given_id: AssignedIdTable;
  field_memory: FieldMemoryTable;
  decided_field: DecidedFieldTable;
  evidence: EvidenceTable;
  change_set: ChangeSetTable;
  change: ChangeTable;
  change_count: ChangeCountTable;
  approval: ApprovalTable;
  change_set_reviewer: ChangeSetReviewerTable;
  change_set_search: ChangeSetSearchTable;
  review_comment: ReviewCommentTable;
  review_comment_change: ReviewCommentChangeTable;
  change_revert: ChangeRevertTable;
  override: OverrideTable;
  receipt: ReceiptTable;
  alarm: AlarmTable;
  alarm_change: AlarmChangeTable;
  ledger_outbox: LedgerOutboxTable;
}

export const ledgerRows: SeenRows<LedgerTables> = {
  given_id: OF_OWN_INDEX,
  field_memory: OF_OWN_INDEX,
  decided_field: OF_OWN_INDEX,
  evidence: `not exists (select 1 from public.change as held where held.evidence_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.change as seen where seen.id = held.id))
      and not exists (select 1 from public.change_set as held where held.evidence_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.change_set as seen where seen.id = held.id))`,
  // A set with a change outside is not seen at all, though its changes inside are. An empty one is seen by whoever opened it
  // alone: for others it may have held something outside.
  change_set: `(${OF_OWN_INDEX} or (here.index_id is null and (${HAS_CHANGES("here.id")}
        or (here.name is null and here.evidence_id is null
        and here.created_by ->> 'id' = current_setting('${ACTOR_SETTING}'))))) and not exists (select 1 from public.change as held where held.change_set_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
        where seen.connection_id = held.connection_id and seen.id = held.index_id))`,
  change: `${OF_OWN_INDEX} and (${IN_SEEN("change_set", "seen.id = here.change_set_id")}
      or exists (select 1 from public.override as kept where kept.change_id = here.id)
      or (here.state = 'queued' and exists (select 1 from public.change_set as live
        where live.id = here.change_set_id and live.on_behalf_of is null and live.going_back is null)))`,
  change_count: `${OF_OWN_INDEX} and ${IN_SEEN("change_set", "seen.id = here.change_set_id")}`,
  approval: IN_SEEN("change", "seen.id = here.change_id"),
  change_set_reviewer: IN_SEEN("change_set", "seen.id = here.change_set_id"),
  // It names a record of this index version. Who searches asks for the set itself, too, which takes longer for each row. One that is
  // to be derived again may name a directory of which the set holds nothing any more.
  change_set_search: `${OF_OWN_INDEX} and here.marks = here.derived`,
  review_comment: `${IN_SEEN("change_set", "seen.id = here.change_set_id")} and not exists (
      select 1 from unnest(here.index_ids) as held (index_id) where not exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
        where seen.connection_id = here.connection_id and seen.id = held.index_id))`,
  // A change that was discarded was of index versions that its comment is about.
  review_comment_change: `${IN_SEEN("review_comment", "seen.id = here.comment_id")} and (${IN_SEEN("change", "seen.id = here.change_id")}
      or not exists (select 1 from public.change as held where held.id = here.change_id))`,
  change_revert: `${IN_SEEN("change", "seen.id = here.change_id")} and ${IN_SEEN("change", "seen.id = here.reverted_id")}`,
  override: OF_OWN_INDEX,
  receipt: IN_SEEN("change", "seen.id = here.change_id"),
  alarm: `${OF_OWN_INDEX} and ${IN_SEEN("change_set", "seen.id = here.change_set_id")}`,
  alarm_change: IN_SEEN("alarm", "seen.id = here.alarm_id"),
  ledger_outbox: NOBODY,
};
