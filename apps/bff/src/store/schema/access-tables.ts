import type { ChangeReason, JournalMessage, Json } from "@dc/directory";
import type { Generated, GeneratedAlways } from "kysely";
import type { JsonColumn, Nullable, NullableJsonColumn } from "./columns.ts";
import type { Actor, Role, TokenScope } from "./stored-values.ts";
import { HAS_CHANGES, IN_SEEN, LIMITED_SCHEMA, NOBODY, OF_OWN_INDEX, REFERRERS, type SeenRows } from "./seen-rows.ts";

/** Nobody is deleted from it: names stay in the record. */
export interface PersonTable {
  id: string;
  name: string;
  email: string;
  /** The name and the address, folded. */
  search: string;
  emailVerified: boolean;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  disabled_at: Nullable<Date>;
  disabled_by: NullableJsonColumn<Actor>;
  /** When everything that let the person in was last ended: nothing that began before lets them in. */
  ended_at: Nullable<Date>;
  /** Whether groups of the identity provider decide about the roles. */
  roles_from_groups: Generated<boolean>;
}

export interface SessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: Date;
  createdAt: Generated<Date>;
  updatedAt: Date;
  ipAddress: Nullable<string>;
  userAgent: Nullable<string>;
  /** Whether the person came in by the identity provider; it then ends a day after it began, however much it is used. */
  is_by_provider: Generated<boolean>;
}

/**
 * Ways to sign in: a password is one whose provider is `credential`; any other is an identity, with
 * the issuer as provider and the subject as account.
 */
interface CredentialTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: Nullable<string>;
  createdAt: Generated<Date>;
  updatedAt: Date;
}

/** A role of a person in a connection. If it is limited, it reaches the referrers of `person_role_referrer` alone. */
interface PersonRoleTable {
  person_id: string;
  connection_id: string;
  role: Role;
  is_limited: Generated<boolean>;
  given_by: JsonColumn<Actor>;
  given_at: Date;
}

interface PersonRoleReferrerTable {
  person_id: string;
  connection_id: string;
  role: Role;
  referrer_id: string;
}

/** A one-time link with which somebody sets a password. Only the newest of a person counts. */
export interface PersonLinkTable {
  id: string;
  person_id: string;
  kind: "invitation" | "reset";
  secret_hash: string;
  created_by: JsonColumn<Actor>;
  created_at: Date;
  expires_at: Date;
  used_at: Nullable<Date>;
  withdrawn_at: Nullable<Date>;
}

/** The second factor of a person: what their app and the console both know, sealed. */
export interface SecondFactorTable {
  person_id: string;
  sealed_secret: string;
  /** The step of 30 seconds whose code was taken last; a code counts once. */
  last_step: Generated<number>;
  created_at: Date;
  /** null until a code of the app was typed; it is asked for from then on. */
  confirmed_at: Nullable<Date>;
}

interface RecoveryCodeTable {
  person_id: string;
  code_hash: string;
  used_at: Nullable<Date>;
}

/** An attempt to sign in that has not succeeded, or not yet. All three are hashes or ids of ours, never what was typed. */
export interface SignInAttemptTable {
  id: string;
  account: string;
  address: string;
  /** The known device of the account from which it came; null for all others. */
  device: string | null;
  at: Date;
}

/** The public half of a passkey of a person. */
export interface PasskeyTable {
  id: string;
  person_id: string;
  /** As the device calls it, in base64url. */
  credential_id: string;
  public_key: string;
  /** How often it was used, by its own count; many never count. */
  use_count: number;
  transports: JsonColumn<string[]>;
  name: string;
  created_at: Date;
  last_used_at: Nullable<Date>;
}

/** What a sign-in was asked with, kept as a hash once it was used, so that it counts once. */
interface UsedChallengeTable {
  hash: string;
  ends_at: Date;
}

export interface AccessTokenTable {
  id: string;
  connection_id: string;
  name: string;
  secret_hash: string;
  last_four: string;
  scopes: JsonColumn<TokenScope[]>;
  created_by: JsonColumn<Actor>;
  /** The person who made it, and whose rights bound it. */
  owner_id: Nullable<string>;
  /** Whether it reaches these referrers alone. */
  is_limited: Generated<boolean>;
  referrer_ids: JsonColumn<string[]>;
  /** The origins of pages that may call the API with it. */
  allowed_origins: JsonColumn<string[]>;
  created_at: Date;
  expires_at: Nullable<Date>;
  last_used_at: Nullable<Date>;
  revoked_at: Nullable<Date>;
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
  /** Written by earlier versions, which stored no message. */
  sentence: Nullable<string>;
  message: NullableJsonColumn<JournalMessage>;
  why: Nullable<string>;
  why_message: NullableJsonColumn<ChangeReason>;
  request_id: Nullable<string>;
  /** Where the request came from, as the server trusts it. */
  address: Nullable<string>;
  /** Its number in the chain; null until it is sealed. */
  sealed_seq: Nullable<number>;
  hash: Nullable<string>;
}

/** What an entry of the journal says, folded. Entries that the store writes by itself, of sessions and accounts, have none. */
interface JournalSearchTable {
  seq: number;
  search: string;
}

/** A run of sealed entries, and the checkpoint that remains of it when retention has removed them. */
export interface JournalSegmentTable {
  number: number;
  /** `earlier`: what was kept before sealing began. `restored`: begins an epoch after a backup was restored. */
  kind: "earlier" | "sealed" | "restored";
  /** Changes with each restored backup; part of each hash. */
  epoch: string;
  first_number: number;
  /** One less than the first while it has no entry. */
  last_number: number;
  /** The hash of the entry before the first; zeros before the very first. */
  previous_hash: string;
  /** The hash of the last entry. */
  hash: string;
  /** Of an `earlier` segment: its entries are those up to here. */
  earlier_to_seq: Nullable<number>;
  newest_entry_at: Nullable<Date>;
  begun_at: Date;
  closed_at: Nullable<Date>;
  removed_at: Nullable<Date>;
}

/** Until when somebody has seen their inbox. */
interface InboxVisitTable {
  connection_id: string;
  person_id: string;
  seen_at: Date;
}

/** What somebody put off in their inbox. */
interface InboxPutOffTable {
  connection_id: string;
  person_id: string;
  entry_id: string;
  /** When the entry came: a later one of the same is not put off. */
  came_at: Date;
  /** null: until something new comes of it. */
  until_at: Nullable<Date>;
}

interface PageVisitTable {
  person_id: string;
  id: string;
  connection_id: string;
  page: string;
  began_at: Date;
  seen_at: Date;
}

interface KeptStatementTable {
  person_id: string;
  connection_id: string;
  content: JsonColumn<Json>;
  kept_at: Date;
}

/** A request with an `Idempotency-Key` that had an effect. */
interface KeyedRequestTable {
  /** The hash of whoever sent it, its method, address and key. */
  id: string;
  at: Date;
  request_id: string;
  /** The hash of its body and of what its caller may see. */
  content_hash: string;
  /** The id of what it acted on first. */
  subject: string;
  /** null until it is answered, and for ever if the process ended before. */
  status: Nullable<number>;
  /** null where there is no content, or none that is kept. */
  answer: Nullable<string>;
}

/** A file of overrides that a person previewed. */
export interface PreviewedFileTable {
  connection_id: string;
  person_id: string;
  /** A digest of its headings, and the directory of rows that name none. */
  source: string;
  /** A digest of the file. */
  content: string;
  file_name: string;
  /** Keys of its cells, each of the same length. */
  cells: string;
  previewed_at: Date;
}

export interface AccessTables {
  journal: JournalTable;
  journal_search: JournalSearchTable;
  journal_segment: JournalSegmentTable;
  access_token: AccessTokenTable;
  sign_in_attempt: SignInAttemptTable;
  passkey: PasskeyTable;
  person: PersonTable;
  person_role: PersonRoleTable;
  person_role_referrer: PersonRoleReferrerTable;
  person_link: PersonLinkTable;
  recovery_code: RecoveryCodeTable;
  second_factor: SecondFactorTable;
  session: SessionTable;
  used_challenge: UsedChallengeTable;
  credential: CredentialTable;
  page_visit: PageVisitTable;
  keyed_request: KeyedRequestTable;
  inbox_visit: InboxVisitTable;
  inbox_put_off: InboxPutOffTable;
  kept_statement: KeptStatementTable;
  previewed_file: PreviewedFileTable;
}

/** The index versions that an entry is about beside its own. */
const ABOUT_INDICES = `case here.message ->> 'code'
        when 'roster.copy' then array[here.after ->> 'copyOf']
        when 'creation.start' then array[here.after ->> 'from']
        when 'index-version.start' then array[here.after ->> 'from']
        when 'change.alarm' then array[here.after ->> 'indexId']
        when 'sending.stop' then array(select json_array_elements_text(here.message #> '{params,indices}'))
        else case here.why_message ->> 'code' when 'alarm'
          then array(select json_array_elements_text(here.why_message #> '{params,indices}')) end end`;
const ABOUT_SETS = `case when here.action like 'change-set.%'
        then array[here.subject, here.after ->> 'splitOff', here.after ->> 'draft']
        when here.message ->> 'code' in ('creation.start', 'index-version.start') then array[here.after ->> 'changeSet'] end`;

const NAMES_NO_UNSEEN = (table: "index_version" | "change_set", ids: string) =>
  `not exists (select 1 from public.${table} as other where other.connection_id = here.connection_id
        and other.id = any (${ids})
        and not exists (select 1 from ${LIMITED_SCHEMA}.${table} as seen where seen.id = other.id
          and seen.connection_id = other.connection_id))`;

export const accessRows: SeenRows<AccessTables> = {
  // An entry about another index version, change set or referrer as well tells of it, and is left out. What an entry is about
  // are the ids in the places below, never the words in it. Older ones have words alone, and are left out too.
  journal: `(${OF_OWN_INDEX} or (here.index_id is null and here.action like 'change-set.%'
        and ${HAS_CHANGES("here.subject")} and ${IN_SEEN("change_set", "seen.id = here.subject")}))
      and not exists (select 1 from unnest(array[here.before ->> 'referrerId', here.after ->> 'referrerId']) as named (id)
        where named.id <> all (${REFERRERS}))
      and here.message is not null
      and (coalesce(here.before ->> 'referrerId', here.after ->> 'referrerId') is not null
        or coalesce(here.before ->> 'referrer', here.after ->> 'referrer') is null)
      and ${NAMES_NO_UNSEEN("index_version", ABOUT_INDICES)}
      and ${NAMES_NO_UNSEEN("change_set", ABOUT_SETS)}`,
  journal_search: IN_SEEN("journal", "seen.seq = here.seq"),
  journal_segment: NOBODY,
  access_token: NOBODY,
  sign_in_attempt: NOBODY,
  passkey: NOBODY,
  person: NOBODY,
  person_role: NOBODY,
  person_role_referrer: NOBODY,
  person_link: NOBODY,
  recovery_code: NOBODY,
  second_factor: NOBODY,
  session: NOBODY,
  used_challenge: NOBODY,
  credential: NOBODY,
  page_visit: NOBODY,
  keyed_request: NOBODY,
  inbox_visit: NOBODY,
  inbox_put_off: NOBODY,
  kept_statement: NOBODY,
  previewed_file: NOBODY,
};
