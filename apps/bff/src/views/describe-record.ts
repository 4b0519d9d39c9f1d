import type { ReadingInfo, RecordView } from "@dc/contract";
import type { ComparedRecord, RecordReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { effectiveRaw, withId } from "#/upstream/records/effective-raw.ts";
import { describeRead } from "#/upstream/records/fetch-record.ts";
import { bookableIn } from "#/upstream/records/bookable.ts";
import { curlOfCall } from "#/upstream/curl-of-call.ts";
import { isHeldField } from "#/upstream/records/field-reading.ts";

/**
 * A compared record for display, by the name that it has in this directory; `withRaw` adds the records as JSON.
 */
export function describeRecord(
  deps: Deps,
  compared: ComparedRecord,
  { withRaw, name }: { withRaw: boolean; name: string | null },
): RecordView {
  const { record, comparison, here, against, original } = compared;
  return {
    record,
    name,
    bookable: bookableIn(deps.service.profile, record.type, here.raw),
    comparison,
    lost: comparison.fields.flatMap(({ key }) => (isHeldField(deps.service.profile, record.type, key) ? [] : [key])),
    here: describeReading(deps, here),
    against: describeReading(deps, against),
    original:
      original === null ? null : { fetchedAt: original.fetched_at.toISOString(), provenance: original.provenance },
    raw: withRaw ? rawsOf(deps, compared) : null,
  };
}

function rawsOf(deps: Deps, { record, here, against, changes, changesAgainst }: ComparedRecord): RecordView["raw"] {
  const { profile } = deps.service;
  const live = changes.map(toLedgerChange);
  const effective = here.state === "not read" ? null : effectiveRaw(profile, record.type, here.raw, live);
  const isMade = here.raw === null && effective !== null;
  return {
    here: jsonOrNull(here.raw),
    effective: jsonOrNull(isMade ? withId(profile, record, effective) : effective),
    against: jsonOrNull(
      against.state === "not read" ? null : effectiveRaw(profile, record.type, against.raw, changesAgainst),
    ),
    ignored: profile.data.records[record.type]?.ignored ?? [],
  };
}

function describeReading(
  deps: Deps,
  { indexId, record, state, fetchedAt, stale, contentHash, status, durationMs, requestId, failed }: RecordReading,
): ReadingInfo {
  const request = describeRead(deps.service, record.type, record.id);
  return {
    indexId,
    state,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    stale,
    contentHash,
    status,
    durationMs,
    requestId,
    method: request.method,
    path: request.path,
    curl: curlOfCall(deps.service, deps.connection, { ...request, indexId }),
    failed: failed === null ? null : { code: failed.code, detail: failed.detail, words: failed.words },
  };
}
