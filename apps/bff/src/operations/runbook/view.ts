import type { PageQuery, Runbook } from "@dc/contract";
import {
  describeChange,
  distinctRecords,
  type NamedChange,
  type Reading,
  type RecordKey,
  recordKey,
  valueToSend,
} from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { nameChanges } from "#/ledger/name-changes.ts";
import type { RecordReading } from "#/context/compared-record.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { orderByDependency } from "#/sending/creations/provisional-references.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { selectHeldChanges } from "#/store/tables/changes/change-reports.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { lastDayOf, selectEvidence } from "#/store/tables/changes/evidence.ts";
import { selectIndexNames, selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { recordNames } from "#/records/record-names.ts";
import { curlOfCall } from "#/upstream/curl-of-call.ts";
import { describeRead } from "#/upstream/records/fetch-record.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { runbookText } from "./internal/runbook-text.ts";

type Step = Runbook["steps"][number];

/**
 * A page of the ordered steps by which a person makes the held changes of an index, or of one change set, elsewhere.
 */
export async function viewRunbook(
  { connection, deps }: RequestContext,
  subject: { indexId: string } | { changeSetId: string },
  { cursor, limit }: PageQuery,
): Promise<Runbook> {
  const { db } = deps.store;
  const changeSet =
    "changeSetId" in subject ? await selectChangeSet(db, connection.id, subject.changeSetId) : undefined;
  if ("changeSetId" in subject && changeSet === undefined) throw operationError("not_found", "change-set");
  const ownIndexId = changeSet === undefined ? ("indexId" in subject ? subject.indexId : null) : changeSet.index_id;
  if (ownIndexId !== null && (await selectIndexVersion(db, connection.id, ownIndexId)) === undefined)
    throw operationError("not_found", "index-version", { indexId: ownIndexId });
  const all = await selectHeldChanges(db, {
    connectionId: connection.id,
    ...(ownIndexId === null ? {} : { indexId: ownIndexId }),
    ...(changeSet === undefined ? {} : { changeSetId: changeSet.id }),
  });
  const indexIds = [...new Set(all.map((row) => row.index_id))];
  const only = ownIndexId ?? (indexIds.length === 1 ? (indexIds[0] ?? null) : null);
  const indexNames = await selectIndexNames(
    db,
    (only === null ? indexIds : [only]).map((id) => ({ connection_id: connection.id, index_id: id })),
  );
  const nameOfIndex = (id: string) => indexNames.get(id) ?? id;
  const ordered = [...Map.groupBy(all, (row) => row.index_id).values()].flatMap((ofIndex) =>
    orderByDependency([...Map.groupBy(ofIndex, (row) => keysOf(row).join(" ")).values()]),
  );
  const begin = placeAfter(ordered, cursor);
  const { items: groups, nextCursor } = cutPage(ordered.slice(begin, begin + limit + 1), limit, ([first]) =>
    first === undefined ? [] : keysOf(first),
  );
  const held = groups.flat();
  const nameOf = await recordNames(deps, db, held);
  const named = await nameChanges(deps, db, held);
  const tell = (row: ChangeRow) => sentenceWithIds(named(row));
  const evidence = await selectEvidence(db, [...new Set(held.flatMap((row) => row.evidence_id ?? []))]);
  const readings = await refreshReadings(
    deps,
    [...Map.groupBy(held, (row) => row.index_id)].flatMap(([indexId, ofIndex]) =>
      uniqueRecords(ofIndex).map((record) => ({ indexId, ...record, maxAge: "any" as const })),
    ),
  );
  const readingOf = new Map(readings.map((reading) => [`${reading.indexId} ${recordKey(reading.record)}`, reading]));

  const steps = groups.flatMap((group, place): Step[] => {
    const [first] = group;
    if (first === undefined) return [];
    const record = { type: first.record_type, id: first.record_id };
    const recordName = nameOf(first);
    const indexId = first.index_id;
    const reading = readingOf.get(`${indexId} ${recordKey(record)}`);
    const sentences = group.map(tell);
    const last = group.findLast((row) => row.evidence_id !== null);
    const given = evidence.get(last?.evidence_id ?? "") ?? null;
    return [
      {
        number: begin + place + 1,
        indexId,
        indexName: nameOfIndex(indexId),
        changeIds: group.map(({ id }) => id),
        record,
        recordName,
        field: first.field,
        title: capital(sentences.join(", then ")),
        ...valuesOf(group, reading),
        evidence: given,
        until: last === undefined ? null : lastDayOf(last, given),
        check: checkOf(record, indexId),
      },
    ];
  });
  const indexName = only === null ? `${indexIds.length} directories` : nameOfIndex(only);
  const page = { indexId: only, indexName, steps, nextCursor, total: ordered.length };
  const wording = ({ type }: RecordKey, field: string) => wordingOf(deps.service.profile, type, field);
  return { ...page, text: runbookText(page, wording) };

  function valuesOf(
    group: readonly ChangeRow[],
    reading: RecordReading | undefined,
  ): { from: Reading | null; to: Reading | null } {
    const [first] = group;
    if (first?.operation.op === "create") return { from: { absent: true }, to: { value: first.operation.fields } };
    if (first?.operation.op === "delete") return { from: { value: true }, to: { absent: true } };
    if (
      first?.field === null ||
      first?.kind === null ||
      first === undefined ||
      reading === undefined ||
      reading.state === "not read"
    )
      return { from: null, to: null };
    const from = fieldReading(deps.service.profile, first.record_type, reading.raw, first.field);
    return { from, to: valueToSend(first.kind, from, group, deps.service.profile.defaultRegion) };
  }

  function checkOf({ type, id }: RecordKey, indexId: string): string {
    const read = describeRead(deps.service, type, isProvisional({ id }) ? "NEW_ID" : id);
    return curlOfCall(deps.service, connection, { ...read, indexId }, " ");
  }
}

/** Changes of the same field of a record of an index version form one step. */
function keysOf(row: ChangeRow): [string, string, string, string] {
  return [row.index_id, row.record_type, row.record_id, row.field ?? ""];
}

/** Where the page begins. The order depends on every step, so a cursor whose step is no longer held is refused. */
function placeAfter(ordered: readonly ChangeRow[][], cursor: string | undefined): number {
  const last = readCursor(cursor, ["text", "text", "text", "text"])?.join(" ");
  if (last === undefined) return 0;
  const place = ordered.findIndex(([first]) => first !== undefined && keysOf(first).join(" ") === last);
  if (place < 0) throw operationError("conflict", "runbook-page");
  return place + 1;
}

function uniqueRecords(rows: readonly ChangeRow[]): RecordKey[] {
  return distinctRecords(rows.map(recordOf).filter((record) => !isProvisional(record)));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sentence with the ids of named members, by which the person who makes the change elsewhere can find them. */
function sentenceWithIds({ change, record, index, members, label, choices }: NamedChange): string {
  return describeChange(change, {
    recordName: record.name,
    recordType: record.type,
    indexName: index,
    memberName: (_field, id) => (members[id] === undefined ? null : `${members[id]} (${id})`),
    wording: () => ({ kind: change.kind ?? "json", label: label ?? null, choices: choices ?? null }),
  }).text;
}
