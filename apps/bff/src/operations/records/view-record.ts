import type { ReadingInfo, RecordView } from "@dc/contract";
import type { Deps } from "#/context.ts";
import { toLedgerChange } from "#/store/changes.ts";
import { effectiveRaw } from "#/upstream/effective-raw.ts";
import { describeRead } from "#/upstream/fetch-record.ts";
import { nameOf } from "#/upstream/to-domain.ts";
import type { ComparedRecord } from "./compare-record.ts";
import type { RecordReading } from "./read-record.ts";

/** A compared record as it is shown; `withRaw` adds the records as JSON. */
export function viewRecord(deps: Deps, compared: ComparedRecord, withRaw: boolean): RecordView {
  const { record, comparison, here, against, original } = compared;
  const raw = here.raw ?? against.raw;
  return {
    record,
    name: raw === null ? null : nameOf(deps.service.profile, record.type, raw),
    comparison,
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
  const isRead = here.state !== "not read";
  return {
    here: here.raw,
    effective: isRead ? effectiveRaw(profile, record.type, here.raw, live) : null,
    against: against.state === "not read" ? null : effectiveRaw(profile, record.type, against.raw, changesAgainst),
    ignored: profile.data.records[record.type]?.ignored ?? [],
  };
}

function describeReading(
  deps: Deps,
  { indexId, record, state, fetchedAt, stale, contentHash, status, durationMs, requestId, failed }: RecordReading,
): ReadingInfo {
  return {
    indexId,
    state,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    stale,
    contentHash,
    status,
    durationMs,
    requestId,
    ...describeRead(deps.service, record.type, record.id),
    failed: failed === null ? null : { code: failed.code, detail: failed.detail, words: failed.words },
  };
}
