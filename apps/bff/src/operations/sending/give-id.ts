import { sql } from "kysely";
import type { Deps } from "#/runtime/context.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { insertOriginals } from "#/store/tables/readings.ts";
import { senderActor } from "./sender-settings.ts";

export interface Given {
  indexId: string;
  type: string;
  provisionalId: string;
  recordId: string;
}

/** Puts the service's id in the place of ours wherever the ledger and the rosters of the index have it. */
export async function giveId(
  deps: Deps,
  ledger: Ledger,
  { indexId, type, provisionalId, recordId }: Given,
): Promise<void> {
  const { trx } = ledger;
  const connectionId = deps.connection.id;
  const now = deps.clock.now();
  const key = { connection_id: connectionId, index_id: indexId, record_type: type };
  await trx
    .insertInto("given_id")
    .values({ ...key, provisional_id: provisionalId, record_id: recordId, given_at: now })
    .execute();
  const ofRecord = sql`connection_id = ${connectionId} and index_id = ${indexId} and record_type = ${type} and record_id = ${provisionalId}`;
  await sql`update change set record_id = ${recordId} where ${ofRecord}`.execute(trx);
  await sql`update field_memory set record_id = ${recordId} where ${ofRecord}`.execute(trx);
  await sql`delete from record_summary where ${ofRecord}`.execute(trx);
  await sql`update record_summary set practitioner_id = ${recordId}
    where connection_id = ${connectionId} and index_id = ${indexId} and practitioner_id = ${provisionalId}`.execute(
    trx,
  );
  const [ours, theirs] = [JSON.stringify(provisionalId), JSON.stringify(recordId)];
  const naming = await sql<{ record_type: string; record_id: string }>`
    update change set operation = replace(operation::text, ${ours}, ${theirs})::json,
      intended = replace(intended::text, ${ours}, ${theirs})::json
    where connection_id = ${connectionId} and index_id = ${indexId}
      and (strpos(operation::text, ${ours}) > 0 or strpos(intended::text, ${ours}) > 0)
    returning record_type, record_id`.execute(trx);
  await moveEntry(ledger, { indexId, type, provisionalId, recordId }, connectionId);
  // When it was first asked for, the index did not have it: that is its original, whatever is read from now on.
  await insertOriginals(trx, [
    {
      ...key,
      record_id: recordId,
      state: "missing",
      raw_text: null,
      provenance: "observed",
      profile_hash: deps.service.profile.hash,
      fetched_at: now,
    },
  ]);
  await appendJournal(trx, {
    connectionId,
    at: now,
    actor: senderActor,
    action: "record.identify",
    subject: recordId,
    indexId,
    before: { id: provisionalId },
    after: { id: recordId },
    sentence: `The service gave the new ${type} the id ${recordId}`,
    requestId: null,
  });
  ledger.touch(indexId, { type, id: provisionalId });
  ledger.touch(indexId, { type, id: recordId });
  for (const row of naming.rows) ledger.touch(indexId, { type: row.record_type, id: row.record_id });
}

/** The entry on the roster keeps its place, unless the record came onto the roster by itself meanwhile. */
async function moveEntry(
  { trx }: Ledger,
  { indexId, type, provisionalId, recordId }: Given,
  connectionId: string,
): Promise<void> {
  const ofIndex = sql`connection_id = ${connectionId} and index_id = ${indexId}`;
  await sql`delete from roster_entry where ${ofIndex} and record_type = ${type} and record_id = ${provisionalId}
    and exists (select from roster_entry as other where other.connection_id = ${connectionId} and other.index_id = ${indexId}
      and other.record_type = ${type} and other.record_id = ${recordId})`.execute(trx);
  await sql`update roster_entry set record_id = ${recordId},
      search = replace(search, lower(${provisionalId}::text), lower(${recordId}::text))
    where ${ofIndex} and record_type = ${type} and record_id = ${provisionalId}`.execute(trx);
  if (type === "practitioner")
    await sql`update roster_entry set practitioner_id = ${recordId} where ${ofIndex} and practitioner_id = ${provisionalId}`.execute(
      trx,
    );
}
