import { type RecordKey, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import type { RecordsCompared } from "#/context/server-events.ts";
import { selectSummaries } from "#/store/tables/records/record-summaries.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { compareRecords } from "./compare-records.ts";
import { byKey } from "./compare-sides.ts";
import { type MaxAge, refreshReadings } from "./refresh-readings.ts";

export interface ComparisonRequest {
  indexId: string;
  againstId: string;
  records: readonly RecordKey[];
  maxAge: MaxAge;
  verifiedNext?: ReadonlySet<string>;
}

/**
 * Reads the records in both indices, compares them and publishes comparisons with the standard index. If a subscriber
 * stages or discards drafts, or somebody else's comparison was kept meanwhile, the records are compared again, so that the result
 * includes what they rest on. What is published is of all
 * that there is, since everybody is shown what follows from it; what is answered is what the caller sees.
 */
export async function refreshComparisons(
  deps: Deps,
  { indexId, againstId, records, maxAge, verifiedNext }: ComparisonRequest,
): Promise<ComparedRecord[]> {
  const { standardIndex } = deps.service.profile;
  const indexIds = [...new Set([indexId, againstId])];
  const isKept = indexId !== againstId && againstId === standardIndex;
  const kept = isKept ? await keptOf(deps, indexId, records) : [];
  const notBefore = againstId === standardIndex ? await copiedAt(deps, indexId) : undefined;
  const readings = await refreshReadings(
    deps,
    indexIds.flatMap((index) =>
      records.map(({ type, id }) => ({
        indexId: index,
        type,
        id,
        maxAge,
        ...(index === standardIndex ? { notBefore } : {}),
      })),
    ),
  );
  const compare = async (of: Deps) => await compareRecords(of, { indexId, againstId, records, readings });
  if (!isKept) return await compare(deps);
  const whole = { ...deps, store: deps.wholeStore };
  const first = await compare(whole);
  const compared = maxAge === "kept" ? first : await confirmOutsideWrites(whole, indexId, first);
  const published = await publishCompared(whole, { indexId, compared, kept, verifiedNext });
  return deps.store.db === whole.store.db ? published : await compareAgain(deps, indexId, published);
}

const keptOf = async ({ connection, wholeStore }: Deps, indexId: string, records: readonly RecordKey[]) =>
  await selectSummaries(wholeStore.db, { connectionId: connection.id, indexId, records });

async function publishCompared(deps: Deps, published: RecordsCompared): Promise<ComparedRecord[]> {
  const { indexId, compared } = published;
  if (!(await deps.events.publish("records compared", published))) return [...compared];
  const kept = await keptOf(
    deps,
    indexId,
    compared.map(({ record }) => record),
  );
  return await publishCompared(deps, { ...published, kept, compared: await compareAgain(deps, indexId, compared) });
}

/** Compares the same readings with what the store has now, as somebody sees it. */
async function compareAgain(
  deps: Deps,
  indexId: string,
  compared: readonly ComparedRecord[],
): Promise<ComparedRecord[]> {
  return await compareRecords(deps, {
    indexId,
    againstId: deps.service.profile.standardIndex,
    records: compared.map(({ record }) => record),
    readings: compared.flatMap(({ here, against }) => [here, against]),
    confirmed: new Set(compared.filter(({ apart }) => apart === "confirmed").map(({ record }) => recordKey(record))),
  });
}

/**
 * In an index that lies over base, a difference without a write of ours is either somebody else's write or an older
 * reading. Reads such records again, base before and after the index: what still differs from a base that did not move in
 * between was written. What cannot be read stays unconfirmed.
 */
async function confirmOutsideWrites(
  deps: Deps,
  indexId: string,
  compared: readonly ComparedRecord[],
): Promise<ComparedRecord[]> {
  const { standardIndex } = deps.service.profile;
  const records = compared.filter(({ apart }) => apart !== undefined).map(({ record }) => record);
  if (records.length === 0) return [...compared];
  const readAll = async (index: string) => {
    // A read that joined one from before the last would be no later than that.
    const request = { indexId: index, maxAge: 0, joinsOthers: false };
    const readings = await refreshReadings(
      deps,
      records.map((record) => ({ ...request, ...record })),
    );
    return byKey(readings, ({ record }) => recordKey(record));
  };
  const before = await readAll(standardIndex);
  const hereReadings = await readAll(indexId);
  const after = await readAll(standardIndex);
  const isConfirmed = (key: string) => {
    const [was, index, is] = [before.get(key), hereReadings.get(key), after.get(key)];
    const isRead = [was, index, is].every((reading) => reading?.failed === null && !reading.stale);
    return isRead && was?.state === is?.state && was?.contentHash === is?.contentHash;
  };
  const again = await compareRecords(deps, {
    indexId,
    againstId: standardIndex,
    records,
    readings: [...hereReadings.values(), ...after.values()],
    confirmed: new Set(records.map(recordKey).filter(isConfirmed)),
  });
  const newest = byKey(again, ({ record }) => recordKey(record));
  return compared.map((stale) => newest.get(recordKey(stale.record)) ?? stale);
}

/** As `refreshComparisons`, for one record against the standard index. */
export async function refreshComparison(
  deps: Deps,
  record: RecordKey,
  { indexId, maxAge }: Omit<ComparisonRequest, "againstId" | "records">,
): Promise<ComparedRecord> {
  const againstId = deps.service.profile.standardIndex;
  const [compared] = await refreshComparisons(deps, { indexId, againstId, records: [record], maxAge });
  if (compared === undefined) throw new RangeError("one record has one comparison");
  return compared;
}

/**
 * When an index version created here was copied from base; undefined if unknown. Earlier readings of base say nothing
 * about the baseline or the standard values of this index.
 */
export async function copiedAt(deps: Deps, indexId: string): Promise<Date | undefined> {
  const index = await selectIndexVersion(deps.store.db, deps.connection.id, indexId);
  return index?.origin === "created" ? index.created_at : undefined;
}
