import { isDeepStrictEqual } from "node:util";
import type { Selectable, Updateable } from "kysely";
import type { ConnectionTable } from "#/store/schema/connection-tables.ts";
import type { Actor, Pause } from "#/store/schema/stored-values.ts";
import { syncProfileIndexVersions } from "#/store/tables/directories/profile-index-versions.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { sql } from "kysely";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

const console: Actor = { kind: "console", id: "start", name: "Directory Console" };

export type ConnectionRow = Selectable<ConnectionTable>;

/** Waits for whoever gives a connection its name at the same time, until the transaction ends. */
export async function lockConnectionNames(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('names of connections'))`.execute(trx);
}

/** In the order in which they were made: the one of the environment first. */
export async function selectConnections(db: Database | Transaction): Promise<ConnectionRow[]> {
  return await db.selectFrom("connection").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** The connection, locked until the transaction ends. */
export async function lockConnection(trx: Transaction, id: string): Promise<ConnectionRow | undefined> {
  return await trx.selectFrom("connection").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export interface NewConnection {
  id: string;
  name: string;
  baseUrl: string;
  mode: "test" | "live";
  apiVersion: string;
  fixedApiVersion: string | null;
  requestBudget: number | null;
  staleAfterHours: number;
  recordsAtOnce: number;
  keySealed: string;
  keyLastFour: string;
  profile: { name: string; hash: string; standardIndex: string; testIndex: string | null };
  createdBy: Actor;
  requestId: string;
  now: Date;
}

/** Stores a connection that a person added, and the index versions that exist without being created. */
export async function insertConnection(trx: Transaction, added: NewConnection): Promise<void> {
  const { id, mode, profile, createdBy, requestId, now } = added;
  await trx
    .insertInto("connection")
    .values({
      id,
      name: added.name,
      base_url: added.baseUrl,
      api_version: added.apiVersion,
      fixed_api_version: added.fixedApiVersion,
      mode,
      profile_name: profile.name,
      profile_hash: profile.hash,
      key_sealed: added.keySealed,
      key_last_four: added.keyLastFour,
      key_set_at: now,
      request_budget: added.requestBudget,
      stale_after_hours: added.staleAfterHours,
      records_at_once: added.recordsAtOnce,
      created_by: json(createdBy),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await syncProfileIndexVersions(trx, {
    connectionId: id,
    ...givenIn(mode, profile),
    actor: createdBy,
    requestId,
    now,
  });
}

/** Who paused the sending of the connection; null while it is sent. Shared, nobody pauses it before the transaction ends. */
export async function selectPause(
  db: Database | Transaction,
  id: string,
  mode: "read" | "share" = "read",
): Promise<Pause | null> {
  const row = db.selectFrom("connection").select("paused").where("id", "=", id);
  return (await (mode === "share" ? row.forShare() : row).executeTakeFirst())?.paused ?? null;
}

/** Who paused the reading of rosters by itself; null while it goes on. */
export async function selectReadingPause(db: Database, id: string): Promise<Pause | null> {
  const row = await db.selectFrom("connection").select("reading_paused").where("id", "=", id).executeTakeFirst();
  return row?.reading_paused ?? null;
}

/** Changes a connection, and counts the change. */
export async function updateConnection(
  trx: Transaction,
  id: string,
  changed: Updateable<ConnectionTable>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("connection")
    .set((set) => ({ ...changed, version: set("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .execute();
}

/** Stores the same key, sealed anew: no change that anybody has to know of. */
export async function replaceSealedKey(trx: Transaction, id: string, sealed: string): Promise<void> {
  await trx.updateTable("connection").set({ key_sealed: sealed }).where("id", "=", id).execute();
}

export interface KeptConnection {
  id: string;
  name: string;
  baseUrl: string;
  apiVersion: string;
  mode: "test" | "live";
  /** Returns the sealed key to store: the stored one if it holds the same key. */
  sealKey: (kept: string | undefined) => string;
  profileName: string | null;
  profileHash: string | null;
  standardIndex: string;
  /** null if the service has none. */
  testIndex: string | null;
  now: Date;
}

/**
 * Stores the connection and the index versions that exist without being created; without differences nothing is
 * written. Replicas may call it concurrently.
 */
export async function upsertConnection(trx: Transaction, kept: KeptConnection): Promise<void> {
  const before = await trx.selectFrom("connection").selectAll().where("id", "=", kept.id).executeTakeFirst();
  const changing = {
    name: kept.name,
    base_url: kept.baseUrl,
    api_version: kept.apiVersion,
    mode: kept.mode,
    profile_name: kept.profileName,
    profile_hash: kept.profileHash,
    key_sealed: kept.sealKey(before?.key_sealed),
  };
  if (before === undefined || !isDeepStrictEqual({ ...before, ...changing }, before)) {
    const written = { ...changing, updated_at: kept.now };
    await trx
      .insertInto("connection")
      .values({ id: kept.id, created_at: kept.now, ...written })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(written))
      .execute();
  }
  await syncProfileIndexVersions(trx, {
    connectionId: kept.id,
    ...givenIn(kept.mode, kept),
    actor: console,
    requestId: null,
    now: kept.now,
  });

  const after = { baseUrl: kept.baseUrl, apiVersion: kept.apiVersion, mode: kept.mode, profileHash: kept.profileHash };
  const previous = before && {
    baseUrl: before.base_url,
    apiVersion: before.api_version,
    mode: before.mode,
    profileHash: before.profile_hash,
  };
  if (previous !== undefined && json(previous) === json(after)) return;
  await appendJournal(trx, {
    connectionId: kept.id,
    at: kept.now,
    actor: console,
    subject: kept.id,
    message: { code: previous === undefined ? "connection.create" : "connection.change" },
    before: previous,
    after,
    requestId: null,
  });
}

/** Stores the active profile, and the index versions that exist according to it. */
export async function updateConnectionProfile(
  trx: Transaction,
  {
    connectionId: id,
    profile,
    mode,
    apiVersion,
    actor,
    requestId,
    now,
  }: {
    connectionId: string;
    profile: { name: string; hash: string; standardIndex: string; testIndex: string | null };
    mode: "test" | "live";
    apiVersion: string;
    actor: Actor;
    requestId: string;
    now: Date;
  },
): Promise<void> {
  await trx
    .updateTable("connection")
    .set({ profile_name: profile.name, profile_hash: profile.hash, api_version: apiVersion, updated_at: now })
    .where("id", "=", id)
    .execute();
  await syncProfileIndexVersions(trx, { connectionId: id, ...givenIn(mode, profile), actor, requestId, now });
}

/** Stores the index versions that exist without being created, where mode or profile say so anew. */
export async function syncGivenIndexVersions(
  trx: Transaction,
  {
    connectionId,
    mode,
    profile,
    ...by
  }: {
    connectionId: string;
    mode: "test" | "live";
    profile: { standardIndex: string; testIndex: string | null };
    actor: Actor;
    requestId: string;
    now: Date;
  },
): Promise<void> {
  await syncProfileIndexVersions(trx, { connectionId, ...givenIn(mode, profile), ...by });
}

/** The test index exists in test mode only. */
function givenIn(
  mode: KeptConnection["mode"],
  { standardIndex, testIndex }: { standardIndex: string; testIndex: string | null },
) {
  return { standardIndex, testIndex: mode === "test" ? testIndex : null };
}

export async function selectAskAgainDays(db: Database | Transaction, id: string): Promise<number> {
  return (await selectVerificationSettings(db, id)).ask_again_days;
}

export type VerificationSettingsRow = Pick<ConnectionRow, "ask_again_days" | "holidays" | "version">;

export async function selectVerificationSettings(
  db: Database | Transaction,
  id: string,
): Promise<VerificationSettingsRow> {
  return await db
    .selectFrom("connection")
    .select(["ask_again_days", "holidays", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
