import { equalReadings, foldChanges, indexRecordKey, type RecordKey, valueToSend } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { type LateRequests, nextLateRead, postponeLateReads, tellLateRequests } from "#/ledger/late-requests.ts";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { type RecordAt, recordAt, recordOf } from "#/store/sql/among-records.ts";
import { type ChangeRow, selectDueLateReads, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { type FieldMemoryRow, selectFieldMemories, WHOLE_RECORD } from "#/store/tables/records/known-values.ts";
import { writtenByRequests } from "#/upstream/records/write-unit.ts";
import { askedTogether } from "./asked-together.ts";
import type { Sending } from "./sending.ts";

export const LATE_REQUESTS = "late requests";
/** So many changes are looked at in one run. */
const AT_ONCE = 20;
const LEAST_WAIT_MS = 60_000;

/** Reads records again whose request may have arrived late, and tells what is not as we left it. One that fails is tried again later. */
export async function readForLateRequests(deps: Deps, signal: AbortSignal): Promise<void> {
  const due = deps.clock.now();
  const changes = await selectDueLateReads(deps.store.db, {
    connectionId: deps.connection.id,
    now: due,
    limit: AT_ONCE,
  });
  for (const sent of Map.groupBy(changes, (row) => indexRecordKey(recordAt(row))).values()) {
    if (signal.aborted) return;
    try {
      await readForLateRequest(deps, sent, due);
    } catch (error) {
      deps.log.warn({ err: error, changeId: sent[0]?.id }, "a record could not be read for a late request");
      const changeIds = sent.map(({ id }) => id);
      await postponeLateReads(deps, { changeIds, due, readAt: laterThan(lastSent(sent), due) });
    }
  }
}

/** The same for one record, by the changes for which it is due. */
async function readForLateRequest(deps: Deps, sent: readonly ChangeRow[], due: Date): Promise<void> {
  const [first] = sent;
  if (first === undefined) return;
  const [indexId, record] = [first.index_id, recordOf(first)];
  const compared = await refreshComparison(deps, record, { indexId, maxAge: 0 });
  // What is being written now is not known yet, and what could not be read says nothing.
  const isRead = compared.here.failed === null && compared.changes.every(({ state }) => state !== "sending");
  await tellLateRequests(deps, {
    indexId,
    record,
    changeIds: sent.map(({ id }) => id),
    due,
    readAt: isRead ? nextLateRead(lastSent(sent), due) : laterThan(lastSent(sent), due),
    fields: isRead ? lateFields(deps, sent, compared) : [],
    requestId: compared.here.requestId,
  });
}

const lastSent = (sent: readonly ChangeRow[]): Date =>
  new Date(Math.max(...sent.map((change) => change.late_since?.getTime() ?? 0)));

/** When it is tried again: each time after twice the time that has passed since. */
function laterThan(since: Date, now: Date): Date {
  return new Date(now.getTime() + Math.max(now.getTime() - since.getTime(), LEAST_WAIT_MS));
}

/** The fields that these changes may have written late; one whose reply is lost is settled by what is read. */
function lateFields(
  { service: { profile } }: Deps,
  sent: readonly ChangeRow[],
  { record, fields, changes, comparison }: ComparedRecord,
): LateRequests["fields"] {
  const isWritten = writtenByRequests(profile, record.type, sent);
  const isOpen = (field: string) => changes.some((change) => change.field === field && change.state === "unknown");
  // Its id was the service's, so that a late creation would be a record of another id.
  const isGone = comparison.fields.length === 0 && comparison.flags.includes("outside");
  if (isGone && sent.some(({ operation }) => operation.op === "delete")) return [{ field: WHOLE_RECORD, known: {} }];
  const outside = new Set(comparison.fields.flatMap(({ key, flags }) => (flags.includes("outside") ? [key] : [])));
  return fields.flatMap(({ key, known }) =>
    outside.has(key) && isWritten(key) && !isOpen(key) ? [{ field: key, known }] : [],
  );
}

/** What is remembered of the fields of a record of which a late request is told. */
const toldOf = askedTogether<RecordAt, FieldMemoryRow[]>(async (deps, asked) => {
  const told: FieldMemoryRow[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(asked, (of) => of.indexId)) {
    const records = ofIndex.map(({ record }) => record);
    const memories = await selectFieldMemories(deps.store.db, { connectionId: deps.connection.id, indexId, records });
    told.push(...memories.filter((memory) => memory.late_request_at !== null));
  }
  const ofRecord = Map.groupBy(told, (row) => indexRecordKey(recordAt(row)));
  return asked.map((at) => ofRecord.get(indexRecordKey(at)) ?? []);
});

/**
 * Whether the changes of a record wait because a late request may have changed it: until somebody accepts what the index says, or
 * these changes, staged since, restore what the directory wants.
 */
export async function waitsForLateRequest(
  sending: Pick<Sending, "deps" | "lease">,
  { indexId, record, changes }: { indexId: string; record: RecordKey; changes: readonly ChangeRow[] },
): Promise<boolean> {
  const told = await toldOf(sending, { indexId, record });
  if (told.length === 0) return false;
  const { fields, comparison } = await refreshComparison(sending.deps, record, { indexId, maxAge: "kept" });
  return told.some(({ field, late_request_at: since }) => {
    const input = fields.find(({ key }) => key === field);
    const isOutside = comparison.fields.some(({ key, flags }) => key === field && flags.includes("outside"));
    if (input === undefined || !isOutside) return false;
    const restoring = changes.filter(
      (change) => change.field === field && since !== null && change.created_at >= since,
    );
    if (restoring.length === 0) return true;
    const ids = new Set(restoring.map(({ id }) => id));
    const live = input.changes.map((change) =>
      ids.has(change.id) ? { ...change, state: "deferred" as const } : change,
    );
    const { kind, region, index } = input;
    const { wanted } = foldChanges(index, live, kind, region);
    const sent = valueToSend(kind, index ?? { absent: true }, restoring.map(toLedgerChange), region);
    return wanted !== null && !equalReadings(kind, sent, wanted, region);
  });
}
