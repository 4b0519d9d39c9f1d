import type { Actor } from "./actor.ts";
import { appendJournal } from "./journal.ts";
import { json } from "./json.ts";
import { searchText } from "./search-text.ts";
import type { Transaction } from "./transaction.ts";

const console: Actor = { kind: "console", id: "start", name: "Directory Console" };

export interface KeptConnection {
  id: string;
  name: string;
  baseUrl: string;
  apiVersion: string;
  mode: "test" | "live";
  keySealed: string;
  profileName: string | null;
  profileHash: string | null;
  standardIndex: string;
  /** null where the service has none. */
  testIndex: string | null;
  now: Date;
}

/** Writes the connection, and the index versions that exist for it without being created. Replicas may do so at once. */
export async function upsertConnection(trx: Transaction, kept: KeptConnection): Promise<void> {
  const changing = {
    name: kept.name,
    base_url: kept.baseUrl,
    api_version: kept.apiVersion,
    mode: kept.mode,
    profile_name: kept.profileName,
    profile_hash: kept.profileHash,
    key_sealed: kept.keySealed,
    updated_at: kept.now,
  };
  const before = await trx.selectFrom("connection").selectAll().where("id", "=", kept.id).executeTakeFirst();
  await trx
    .insertInto("connection")
    .values({ id: kept.id, created_at: kept.now, ...changing })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changing))
    .execute();
  await addGivenIndex(trx, kept, kept.standardIndex, "standard", "Standard index");
  if (kept.mode === "test" && kept.testIndex !== null)
    await addGivenIndex(trx, kept, kept.testIndex, "test", "Test index");

  const after = { baseUrl: kept.baseUrl, apiVersion: kept.apiVersion, mode: kept.mode, profileHash: kept.profileHash };
  const told = before && {
    baseUrl: before.base_url,
    apiVersion: before.api_version,
    mode: before.mode,
    profileHash: before.profile_hash,
  };
  if (told !== undefined && json(told) === json(after)) return;
  await appendJournal(trx, {
    connectionId: kept.id,
    at: kept.now,
    actor: console,
    action: told === undefined ? "connection.create" : "connection.update",
    subject: kept.id,
    sentence: told === undefined ? "The connection was taken from the settings" : "The settings changed the connection",
    before: told,
    after,
    requestId: null,
  });
}

/** Notes the profile that is in force now, and the index versions that exist by it. */
export async function keepProfile(
  trx: Transaction,
  {
    connectionId: id,
    profile,
    mode,
    apiVersion,
    now,
  }: {
    connectionId: string;
    profile: { name: string; hash: string; standardIndex: string; testIndex: string | null };
    mode: "test" | "live";
    apiVersion: string;
    now: Date;
  },
): Promise<void> {
  await trx
    .updateTable("connection")
    .set({ profile_name: profile.name, profile_hash: profile.hash, api_version: apiVersion, updated_at: now })
    .where("id", "=", id)
    .execute();
  await addGivenIndex(trx, { id, now }, profile.standardIndex, "standard", "Standard index");
  if (mode === "test" && profile.testIndex !== null)
    await addGivenIndex(trx, { id, now }, profile.testIndex, "test", "Test index");
}

async function addGivenIndex(
  trx: Transaction,
  { id, now }: Pick<KeptConnection, "id" | "now">,
  indexId: string,
  origin: "standard" | "test",
  label: string,
) {
  await trx
    .insertInto("index_version")
    .values({
      connection_id: id,
      id: indexId,
      name: null,
      label,
      search: searchText(label, indexId),
      origin,
      created_at: now,
      created_by: json(console),
    })
    .onConflict((conflict) => conflict.columns(["connection_id", "id"]).doNothing())
    .execute();
}
