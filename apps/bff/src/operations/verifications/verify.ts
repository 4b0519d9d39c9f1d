import type { Verified, VerifyInput } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { todayOf } from "#/context/today.ts";
import { operationError } from "#/runtime/errors.ts";
import { refuseImpossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { refreshSummaries } from "#/records/refresh-summaries.ts";
import { saidHash, saidHashOfAll } from "#/records/save-summaries.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { withoutLimits } from "#/store/reach/limited-database.ts";
import { selectAskAgainDays } from "#/store/tables/connections/connection.ts";
import { selectRosterIds } from "#/store/tables/directories/roster.ts";
import {
  type HeldRecord,
  insertVerifications,
  lockEffective,
  selectHeldRecords,
} from "#/store/tables/records/verifications.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";

/** So many practitioners are verified by one statement. */
const AT_ONCE = 1000;
const MOST_TOLD = 200;

interface Part {
  indexId: string;
  practitionerIds: readonly string[];
  records: readonly RecordKey[];
  /** What a record that is named said when it was read to somebody, by its key. */
  says: ReadonlyMap<string, string>;
  /** What all records of a practitioner said then, by the key of the practitioner. */
  saysOfAll: ReadonlyMap<string, string>;
}

/** As a person says it, or a reader of a brief whose answer is taken up. */
export type VerificationToKeep = Omit<VerifyInput, "how"> & {
  how: VerifyInput["how"] | "share link";
  /** Of the records that are named, this field alone. */
  field?: string | null;
};

/** Keeps that records are right as they stand: what each of their fields effectively says now; and `also`, or none of both. */
export async function verify(
  context: RequestContext,
  given: VerificationToKeep,
  also?: (trx: Transaction) => Promise<unknown>,
): Promise<Verified> {
  const keep = await prepareVerification(context, given);
  return await inTransaction(context, async (trx) => {
    await also?.(trx);
    const verified = await keep(trx);
    if (verified.records === 0) throw operationError("wrong_state", "nothing-to-verify");
    return verified;
  });
}

/**
 * Compares what was not compared yet, before a transaction in which what is returned keeps all that stands and says what was read to
 * somebody by then, and tells what it left out.
 */
export async function prepareVerification(
  context: RequestContext,
  { of, saidBy, how, verifiedOn, askAgainOn: asked, note, unsettled, field = null }: VerificationToKeep,
): Promise<(trx: Transaction) => Promise<Verified>> {
  const { actor, connection, deps } = context;
  refuseImpossibleDays([{ evidence: { verifiedOn, reviewBy: null, from: null, until: null }, pointer: "" }], deps);
  const askAgainOn = asked ?? dayAfter(verifiedOn, await selectAskAgainDays(deps.store.db, connection.id));
  const parts = await partsOf(context, of);
  for (const part of parts) await compareRecords(context, part);
  const given = {
    said_by: saidBy,
    how,
    note,
    verified_on: verifiedOn,
    ask_again_on: askAgainOn,
    given_by: actor,
    given_at: deps.clock.now(),
  };
  return async (trx) => {
    const judged: Judged[] = [];
    for (const part of parts) {
      const one = await judge(context, trx, part, unsettled);
      judged.push(one);
      await withoutLimits(trx, () =>
        insertVerifications(trx, {
          connectionId: connection.id,
          indexId: part.indexId,
          records: one.records,
          field,
          given,
          today: todayOf(deps),
        }),
      );
    }
    for (const [indexId, ofIndex] of Map.groupBy(judged, ({ part }) => part.indexId)) {
      const records = ofIndex.flatMap((one) => one.records.map(recordKey));
      if (records.length === 0) continue;
      await journal(context, trx, {
        subject: indexId,
        indexId,
        after: { saidBy, how, verifiedOn, askAgainOn, records },
        message: { code: "verification.give", params: { by: actor.name, count: records.length, saidBy } },
        why: note,
      });
    }
    const leftOut = judged.flatMap(({ part: { indexId }, leftOut: records }) =>
      records.map((record) => ({ indexId, record })),
    );
    return {
      practitioners: judged.reduce((sum, { practitioners }) => sum + practitioners, 0),
      records: judged.reduce((sum, { records }) => sum + records.length, 0),
      askAgainOn,
      leftOut: leftOut.slice(0, MOST_TOLD),
      leftOutTotal: leftOut.length,
    };
  };
}

/** What of a part is verified, and what is left out. */
interface Judged {
  part: Part;
  /** Of those that are named whole. */
  practitioners: number;
  records: RecordKey[];
  leftOut: RecordKey[];
}

async function judge(
  { connection }: RequestContext,
  trx: Transaction,
  part: Part,
  unsettled: VerifyInput["unsettled"],
): Promise<Judged> {
  const held = await selectHeldRecords(trx, { connectionId: connection.id, ...part });
  const entries = part.practitionerIds.map((id) => ({ type: "practitioner", id }));
  // What was never read says nothing yet that could be right.
  const compared = held.filter((row) => row.is_compared);
  const read = new Set(compared.map(entryOf));
  const standing = new Set([
    ...[...entries, ...part.records].map(recordKey).filter((key) => !read.has(key)),
    ...compared.filter((row) => row.is_unsettled && unsettled === "leave out").map(entryOf),
    ...(await sayingOtherwise(connection.id, trx, part, compared)),
  ]);
  const kept = compared.filter((row) => !standing.has(entryOf(row)));
  return {
    part,
    practitioners: entries.filter((entry) => !standing.has(recordKey(entry))).length,
    records: [...new Map(kept.map(({ type, id }) => [recordKey({ type, id }), { type, id }])).values()],
    leftOut: [...entries, ...part.records].filter((record) => standing.has(recordKey(record))),
  };
}

/** What is named, by index version and in parts; what the caller does not see is not found. */
async function partsOf(context: RequestContext, of: VerifyInput["of"]): Promise<Part[]> {
  const { connection, deps } = context;
  const parts: Part[] = [];
  for (const [indexId, named] of Map.groupBy(of, (one) => one.indexId)) {
    refuseStandard(await loadIndexVersion(context, indexId, "/of"));
    const place = { connectionId: connection.id, indexId };
    const isWhole = named.some(({ practitionerId, record }) => practitionerId === undefined && record === undefined);
    const asked = [...new Set(named.flatMap(({ practitionerId }) => practitionerId ?? []))];
    const among = isWhole ? null : asked;
    const practitionerIds = await selectRosterIds(deps.store.db, { ...place, type: "practitioner", among });
    const known = new Set(practitionerIds);
    const unknown = asked.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw operationError("not_found", "roster-record", { type: "practitioner", id: unknown });
    const records = named.flatMap(({ record }) => record ?? []);
    const saidOf = (keyOf: (one: (typeof named)[number]) => string | undefined) =>
      new Map(
        named.flatMap((one): [string, string][] => {
          const key = keyOf(one);
          return key === undefined || one.says === undefined ? [] : [[key, one.says]];
        }),
      );
    const says = saidOf(({ record }) => record && recordKey(record));
    const saysOfAll = saidOf(({ practitionerId: id }) => id && recordKey({ type: "practitioner", id }));
    for (let at = 0; at === 0 || at < practitionerIds.length; at += AT_ONCE)
      parts.push({
        indexId,
        practitionerIds: practitionerIds.slice(at, at + AT_ONCE),
        records: at === 0 ? records : [],
        says: at === 0 ? says : new Map(),
        saysOfAll,
      });
  }
  return parts;
}

/** Compares the records that were not since what they say is stored. */
async function compareRecords({ connection, deps }: RequestContext, part: Part): Promise<void> {
  const held = await selectHeldRecords(deps.store.db, { connectionId: connection.id, ...part });
  const missing = held.filter(({ is_compared: isCompared }) => !isCompared);
  if (missing.length === 0) return;
  const records = missing.map(({ type, id }) => ({ type, id }));
  await refreshSummaries(deps, part.indexId, { records });
}

/**
 * The keys of named records and practitioners that say something else than was read to somebody; none says another thing until the
 * transaction ends.
 */
async function sayingOtherwise(
  connectionId: string,
  trx: Transaction,
  { indexId, says, saysOfAll, records }: Part,
  compared: readonly HeldRecord[],
): Promise<string[]> {
  const ofEntries = compared.filter((row) => saysOfAll.has(entryOf(row)));
  if (says.size + ofEntries.length === 0) return [];
  const asked = says.size === 0 ? [] : records;
  const distinct = new Map([...asked, ...ofEntries].map(({ type, id }) => [recordKey({ type, id }), { type, id }]));
  const rows = await lockEffective(trx, { connectionId, indexId, records: [...distinct.values()] });
  const byKey = new Map(rows.map((row) => [recordKey(row), row]));
  const now = new Map(rows.map((row) => [recordKey(row), saidHash(row.effective)]));
  const nowOfAll = new Map(
    [...Map.groupBy(ofEntries, entryOf)].map(([key, held]) => [
      key,
      saidHashOfAll(held.flatMap((record) => byKey.get(recordKey(record)) ?? [])),
    ]),
  );
  return [
    ...[...says].flatMap(([key, said]) => (now.get(key) === said ? [] : [key])),
    ...[...nowOfAll].flatMap(([key, said]) => (saysOfAll.get(key) === said ? [] : [key])),
  ];
}

/** What is left out together: a practitioner with all records, or a record that was named. */
const entryOf = ({ practitioner_id: practitionerId, type, id }: HeldRecord): string =>
  recordKey(practitionerId === null ? { type, id } : { type: "practitioner", id: practitionerId });

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
