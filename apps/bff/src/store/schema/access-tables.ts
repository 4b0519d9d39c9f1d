import type { ChangeReason, JournalMessage } from "@dc/directory";
import type { Generated, GeneratedAlways } from "kysely";
import type { JsonColumn, Nullable, NullableJsonColumn } from "./columns.ts";
import type { Actor, TokenScope } from "./stored-values.ts";

/** better-auth's table, which we only read. */
export interface PersonTable {
  id: string;
  name: string;
  email: string;
  role: Generated<"admin">;
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

export interface AccessTokenTable {
  id: string;
  connection_id: string;
  name: string;
  secret_hash: string;
  last_four: string;
  scopes: JsonColumn<TokenScope[]>;
  created_by: JsonColumn<Actor>;
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
  sealed_seq: Nullable<number>;
  hash: Nullable<string>;
}
