import { type ChangeReason, equalReadings, type JsonObject, type Reading } from "@dc/directory";
import { annotateChange } from "#/ledger/changes.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { selectAssignedIds } from "#/store/tables/records/assigned-ids.ts";
import { selectOriginals } from "#/store/tables/records/readings.ts";
import { fieldReading, kindOf } from "#/upstream/records/field-reading.ts";
import { listRecords } from "#/upstream/records/list-records.ts";
import { fitsProfile } from "#/upstream/records/to-domain.ts";
import { underLease } from "#/sending/lease.ts";
import { defer } from "#/sending/records/unconfirmed-writes.ts";
import { refetchRecord } from "#/records/refetch-record.ts";
import { confirmCreation, fieldsToCreate } from "./send-creation.ts";
import type { Sending } from "#/sending/sending.ts";

/** More matching records than this are no evidence. */
const MOST_CANDIDATES = 20;

/**
 * Looks for a record whose creation was not answered in the service's list. If the list cannot decide, a person has to;
 * nothing is sent again.
 */
export async function settleCreation(
  sending: Sending,
  changes: readonly ChangeRow[],
  { needsSiblingCheck }: { needsSiblingCheck: boolean },
): Promise<void> {
  const { deps } = sending;
  const [first] = changes;
  if (first === undefined) return;
  const record = { type: first.record_type, id: first.record_id };
  const fields = fieldsToCreate(sending, changes);
  const practitionerId = practitionerIn(sending, record.type, fields);
  const listed = await listRecords(deps.service, {
    indexId: first.index_id,
    type: record.type,
    ...(practitionerId === null ? {} : { practitionerId }),
  });
  if (listed.outcome === "failed")
    return await defer(
      sending,
      changes,
      { code: "not-settled", params: { failure: listed.failure.message } },
      listed.failure.retryAfterMs,
    );
  if (listed.outcome === "no such operation")
    return await leaveToReview(sending, changes, { code: "creation-without-list" });
  const alike = listed.records.filter(({ raw }) => hasAllFields(sending, record.type, raw, fields));
  const ids = await onlyNewIds(
    sending,
    first,
    alike.map(({ id }) => id),
  );
  const [createdId] = ids;
  if (createdId !== undefined && ids.length === 1)
    return await confirmCreation(
      sending,
      { indexId: first.index_id, record, changes, needsSiblingCheck },
      { recordId: createdId, requestId: null },
    );
  await leaveToReview(
    sending,
    changes,
    createdId === undefined
      ? { code: "creation-not-listed" }
      : { code: "creation-ambiguous", params: { candidates: ids.length } },
  );
}

function hasAllFields({ deps }: Sending, type: string, raw: JsonObject, fields: { [field: string]: Reading }): boolean {
  const { profile } = deps.service;
  if (!fitsProfile(profile, type, raw)) return false;
  return Object.entries(fields).every(([field, wanted]) =>
    equalReadings(
      kindOf(profile, type, field) ?? "json",
      fieldReading(profile, type, raw, field),
      wanted,
      profile.defaultRegion,
    ),
  );
}

/** A created record gets a new id, so records that base has or that were read here before are excluded. */
async function onlyNewIds({ deps }: Sending, first: ChangeRow, ids: readonly string[]): Promise<string[]> {
  const place = { indexId: first.index_id };
  const originals = await selectOriginals(
    deps.store.db,
    deps.connection.id,
    ids.map((id) => ({ ...place, record: { type: first.record_type, id } })),
  );
  const before = new Set(
    originals
      .filter(({ fetched_at }) => first.sent_at !== null && fetched_at < first.sent_at)
      .map((row) => row.record_id),
  );
  const assigned = await selectAssignedIds(deps.store.db, {
    connectionId: deps.connection.id,
    indexId: first.index_id,
    type: first.record_type,
  });
  for (const id of assigned) before.add(id);
  const left = ids.filter((id) => !before.has(id));
  if (left.length > MOST_CANDIDATES) return left;
  const fresh: string[] = [];
  for (const id of left) {
    const base = await refetchRecord(deps, deps.service.profile.standardIndex, { type: first.record_type, id });
    if (base.outcome === "read" && base.raw === null) fresh.push(id);
  }
  return fresh;
}

function practitionerIn({ deps }: Sending, type: string, fields: { [field: string]: Reading }): string | null {
  const reference = deps.service.profile
    .meanings(type)
    .find(({ refersTo, via }) => refersTo === "practitioner" && via.length === 0);
  const reading = reference === undefined ? undefined : fields[reference.name];
  return reading !== undefined && "value" in reading && typeof reading.value === "string" ? reading.value : null;
}

async function leaveToReview(
  { deps, lease }: Sending,
  changes: readonly ChangeRow[],
  reason: ChangeReason,
): Promise<void> {
  await underLease(deps, lease, async (ledger) => {
    for (const change of changes)
      await annotateChange(deps, ledger, change, { ...reasonColumns(reason), try_after: null });
  });
}
