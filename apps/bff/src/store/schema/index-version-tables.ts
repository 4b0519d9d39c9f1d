import type { CreationReason, DeletionReason } from "@dc/directory";
import type { Generated } from "kysely";
import type { Counter, JsonColumn, Nullable, NullableJsonColumn } from "./columns.ts";
import type { Actor, CreationStart, ServiceWords } from "./stored-values.ts";
import { OF_OWN_INDEX, REFERRERS, type SeenRows } from "./seen-rows.ts";

export interface IndexVersionTable {
  connection_id: string;
  id: string;
  name: Nullable<string>;
  label: string;
  /** Begins with the folded label, since lists are ordered by it too. */
  search: string;
  referrer_id: Nullable<string>;
  /** As the referrer's record has it, so that lists can be searched by it. */
  referrer_name: Nullable<string>;
  referrer_practitioner_id: Nullable<string>;
  notes: Generated<string>;
  origin: "created" | "adopted" | "standard" | "test";
  default_policy: Generated<"leave" | "follow">;
  /** How old a reading may become before it is read again by itself; 0 for as old as it likes. */
  read_again_hours: Generated<number>;
  /** When the first of its readings is due; null to look now. */
  read_again_at: Nullable<Date>;
  ledger_revision: Counter;
  created_at: Date;
  created_by: JsonColumn<Actor>;
  archived_at: Nullable<Date>;
  deleted_at: Nullable<Date>;
  version: Counter;
}

/** Somebody for whom index versions are made. */
export interface ReferrerTable {
  connection_id: string;
  id: string;
  name: string;
  /** Its own id in the service, where there is one. */
  practitioner_id: Nullable<string>;
  contact: Generated<string>;
  /** The person who looks after it. */
  owner_id: Nullable<string>;
  search: string;
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
  referrer_id: Nullable<string>;
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
  /** Why it is refused or unknown; `why` has the text of earlier versions. */
  reason: NullableJsonColumn<CreationReason>;
  start: NullableJsonColumn<CreationStart>;
  why: Nullable<string>;
  roster_import_id: Nullable<string>;
  change_set_id: Nullable<string>;
  /** The ids that the service listed right before this was sent; null where it was not known what there was. */
  listed_before: NullableJsonColumn<readonly string[]>;
}

/** What is known of a deletion that is done: the service's answer, and how it was seen that the index version is gone. */
export interface DeletionReceipt {
  status: number | null;
  requestId: string | null;
  gone: "read" | "list" | "not checked" | "said by a person";
}

export interface DeletionTable {
  id: string;
  connection_id: string;
  index_id: string;
  /** What the directory was called when it was asked for. */
  name: string;
  state: "held" | "sending" | "deleted" | "refused" | "unknown" | "not deleted" | "withdrawn";
  asked_because: string;
  live_overrides: number;
  /** Whether the service said right before that it has it: only then is an answer that it has not a proof. */
  was_there: boolean;
  reason: NullableJsonColumn<DeletionReason>;
  words: NullableJsonColumn<ServiceWords>;
  receipt: NullableJsonColumn<DeletionReceipt>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  sent_at: Nullable<Date>;
  settled_by: NullableJsonColumn<Actor>;
  settled_at: Nullable<Date>;
}

/** A brief of a directory that was printed or shared. */
export interface BriefTable {
  connection_id: string;
  index_id: string;
  made_at: Date;
  made_by: JsonColumn<Actor>;
  how: "print" | "link";
}

/** A link with which somebody without an account reads the brief of a directory. */
export interface ShareLinkTable {
  id: string;
  connection_id: string;
  index_id: string;
  /** Whose directory it was when the link was made: it ends where that changes. */
  referrer_id: string;
  secret_hash: string;
  /** Who was given it. */
  shared_with: string;
  /** When the brief before it was made. */
  since: Nullable<Date>;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  expires_at: Date;
  revoked_at: Nullable<Date>;
  last_used_at: Nullable<Date>;
  /** Since when, and how often, it was used in the last minute that was counted. */
  minute_from: Nullable<Date>;
  minute_uses: Counter;
  minute_answers: Counter;
}

/** A change that a brief told, as an answer was given on it. */
interface AnsweredChange {
  id: string;
  text: string;
  kind: "changed" | "came" | "left";
  record: { type: string; id: string } | null;
  field: string | null;
  parts: string[];
  about: "number" | "plan" | "place" | "other";
}

/** What the reader of a brief said of a line of it. */
export interface ClaimTable {
  id: string;
  connection_id: string;
  index_id: string;
  share_link_id: string;
  practitioner_id: string;
  practitioner_name: Nullable<string>;
  says: "right" | "wrong";
  about: Nullable<"number" | "plan" | "place" | "other">;
  /** What it should say. */
  words: Nullable<string>;
  how_known: Nullable<string>;
  said_by: string;
  /** What the brief said then in the line that was answered. */
  line: string;
  /** The change that the line told; null where it was the practitioner's own. */
  change: NullableJsonColumn<AnsweredChange>;
  /** The hash of what was read. */
  state_seen: string;
  created_at: Date;
  /** null while it waits for a person. */
  outcome: Nullable<"verified" | "correcting" | "dismissed">;
  settled_by: NullableJsonColumn<Actor>;
  settled_at: Nullable<Date>;
  reason: Nullable<string>;
  change_set_id: Nullable<string>;
}

export interface IndexVersionTables {
  claim: ClaimTable;
  share_link: ShareLinkTable;
  brief: BriefTable;
  index_version: IndexVersionTable;
  creation: CreationTable;
  deletion: DeletionTable;
  referrer: ReferrerTable;
}

export const indexVersionRows: SeenRows<IndexVersionTables> = {
  brief: OF_OWN_INDEX,
  claim: OF_OWN_INDEX,
  share_link: OF_OWN_INDEX,
  index_version: `here.origin = 'standard' or here.referrer_id = any (${REFERRERS})`,
  creation: `here.referrer_id = any (${REFERRERS})`,
  deletion: OF_OWN_INDEX,
  referrer: `here.id = any (${REFERRERS})`,
};
