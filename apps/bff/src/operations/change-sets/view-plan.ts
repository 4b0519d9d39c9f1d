import { createHash } from "node:crypto";
import type { ChangeSetPlan } from "@dc/contract";
import { type ChangeReason, compareNames, reasonText } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { recordNames } from "#/records/record-names.ts";
import { operationError } from "#/runtime/errors.ts";
import { callsOfRecord } from "#/sending/calls-of-record.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import { inOrderOfSending, judgeSendable } from "#/sending/sendable-changes.ts";
import { type KindToSend, type RecordsToSend, selectToSend } from "#/store/tables/changes/change-set-leases.ts";
import { type ChangeSetRow, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesByIds, selectRevisionOfSet } from "#/store/tables/changes/changes.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { selectSiblings } from "#/store/tables/records/readings.ts";

const MOST_DIRECTORIES = 200;

/** What applying a set would send: its calls, how long they take, what is held and why, and what goes alone first. */
export async function viewPlan(context: RequestContext, id: string): Promise<ChangeSetPlan> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const row = await selectChangeSet(db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  const { kinds, later, held, endWithRecord, directories } = await drawnOf(deps, row);
  const total = directories.reduce(
    (sum, { calls }) => ({
      reads: sum.reads + calls.reads,
      writes: sum.writes + calls.writes,
      siblingReads: sum.siblingReads + calls.siblingReads,
    }),
    { reads: 0, writes: 0, siblingReads: 0 },
  );
  const calls = { ...total, total: total.reads + total.writes + total.siblingReads };
  const pace = paceOf(deps);
  const shown = directories.slice(0, MOST_DIRECTORIES);
  const indexNames = await selectIndexNames(
    db,
    shown.map(({ indexId }) => ({ connection_id: connection.id, index_id: indexId })),
  );
  const firsts = shown.flatMap(({ indexId, first }) =>
    first === null
      ? []
      : [{ connection_id: connection.id, index_id: indexId, record_type: first.type, record_id: first.id }],
  );
  const nameOf = await recordNames(deps, db, firsts);
  let before = 0;
  const told = shown.map(({ indexId, toSend, held: ofIndex, calls: own, first, siblings }) => {
    const count = own.reads + own.writes + own.siblingReads;
    const startsAfterSeconds = secondsOf(pace, before);
    before += count;
    const keys = { connection_id: connection.id, index_id: indexId };
    return {
      indexId,
      indexName: indexNames.get(indexId) ?? indexId,
      toSend,
      held: ofIndex,
      calls: count,
      startsAfterSeconds,
      seconds: secondsOf(pace, count),
      first:
        first === null
          ? null
          : { record: first, name: nameOf({ ...keys, record_type: first.type, record_id: first.id }), siblings },
    };
  });
  const causes = Map.groupBy(held, ({ reason }) => reasonText(reason));
  const plan = {
    changes: changesOf(kinds),
    later,
    toSend: changesOf(kinds) - changesOf(endWithRecord) - changesOf(held.map(({ kind }) => kind)),
    endWithRecord: changesOf(endWithRecord),
    held: [...causes]
      .map(([because, alike]) => ({ because, changes: changesOf(alike.map(({ kind }) => kind)) }))
      .toSorted((a, b) => b.changes - a.changes || compareNames(a.because, b.because)),
    calls,
    callsPerMinute: pace.callsPerMinute,
    recordsAtOnce: pace.recordsAtOnce,
  };
  const drawn = [
    plan,
    ...told.map(({ indexId, toSend, held: ofIndex, calls: own }) => [indexId, toSend, ofIndex, own]),
  ];
  return {
    ...plan,
    revision: createHash("sha256").update(JSON.stringify(drawn)).digest("base64url").slice(0, 22),
    drawnAt: deps.clock.now().toISOString(),
    seconds: secondsOf(pace, calls.total),
    directories: told,
    directoryCount: directories.length,
  };
}

interface Drawn {
  key: string;
  profile: Deps["service"]["profile"];
  at: number;
  kinds: readonly KindToSend[];
  later: ChangeSetPlan["later"];
  held: JudgedKinds["held"];
  endWithRecord: JudgedKinds["endWithRecord"];
  directories: readonly Directory[];
}

/** Of the sets that were looked at last, since counting ten thousand changes takes longer than a page may. */
const kept = new WeakMap<object, Map<string, Drawn>>();
const MOST_KEPT = 6;
/** What other sets write at the moment decides about siblings. */
const KEPT_FOR_MS = 10_000;

async function drawnOf(deps: Deps, { id, evidence_id: evidenceId }: ChangeSetRow): Promise<Drawn> {
  const { db } = deps.store;
  const { profile } = deps.service;
  const at = deps.clock.now().getTime();
  const ofStore = kept.get(db) ?? new Map<string, Drawn>();
  kept.set(db, ofStore);
  const { today } = todayOf(deps);
  const key = `${await selectRevisionOfSet(db, deps.connection.id, id)} ${evidenceId} ${today}`;
  const last = ofStore.get(id);
  if (last?.key === key && last.profile === profile && at - last.at < KEPT_FOR_MS) return last;
  const { kinds, records, later } = await selectToSend(db, {
    connectionId: deps.connection.id,
    changeSetId: id,
    today,
  });
  const judged = await judgeKinds(deps, kinds);
  const directories: Directory[] = [];
  for (const [indexId, ofIndex] of inOrderOfIndices(records))
    directories.push(await planDirectory(deps, { changeSetId: id, indexId, kinds, ...judged, records: ofIndex }));
  const drawn = { key, profile, at, kinds, later, held: judged.held, endWithRecord: judged.endWithRecord, directories };
  ofStore.delete(id);
  ofStore.set(id, drawn);
  const [oldest] = ofStore.keys();
  if (ofStore.size > MOST_KEPT && oldest !== undefined) ofStore.delete(oldest);
  return drawn;
}

function inOrderOfIndices(records: readonly RecordsToSend[]): [indexId: string, records: RecordsToSend[]][] {
  const ordered = records.toSorted((a, b) => a.place - b.place);
  return [...Map.groupBy(ordered, ({ indexId }) => indexId)];
}

const changesOf = (kinds: readonly KindToSend[]) => kinds.reduce((sum, { changes }) => sum + changes, 0);

interface JudgedKinds {
  sendable: ChangeRow[];
  held: { kind: KindToSend; reason: ChangeReason }[];
  /** What is not sent, since a deletion that is sent decides it. */
  endWithRecord: KindToSend[];
}

/** Which kinds of changes the sender would send, and why it would hold the others: one example stands for its kind. */
async function judgeKinds(deps: Deps, kinds: readonly KindToSend[]): Promise<JudgedKinds> {
  const kindOf = new Map(kinds.map((kind) => [kind.example, kind]));
  const examples = await selectChangesByIds(deps.store.db, [...kindOf.keys()]);
  const inOrder = examples.toSorted((a, b) => Number(a.staged_order) - Number(b.staged_order));
  const { sendable, held } = await judgeSendable(deps, inOrder);
  // On an index version that lies over base, a pin is sent, or held, once it was read.
  const pins = sendable.flatMap((change) => {
    const reason = holdReason(deps, change);
    return reason === null ? [] : [{ change, reason }];
  });
  const heldKinds = [...held, ...pins].flatMap(({ change, reason }) => {
    const kind = kindOf.get(change.id);
    return kind === undefined ? [] : [{ kind, reason }];
  });
  const isHeld = ({ indexId, key }: { indexId: string; key: string | null }) =>
    heldKinds.some(({ kind }) => kind.indexId === indexId && kind.key === key);
  const decided = kinds.filter(({ deletion }) => deletion !== null);
  const waiting = [
    ...decided.filter((kind) => isHeld({ ...kind, key: kind.deletion })),
    ...kinds.filter(({ deletion, isDeletedLater }) => deletion === null && isDeletedLater),
  ];
  const endWithRecord = decided.filter((kind) => !waiting.includes(kind));
  const reason = { code: "record-deleted" } as const;
  const notSent = new Set([
    ...pins.map(({ change }) => change.id),
    ...[...waiting, ...endWithRecord].map(({ example }) => example),
  ]);
  return {
    sendable: sendable.filter(({ id }) => !notSent.has(id)),
    held: [
      ...heldKinds.filter(({ kind }) => !endWithRecord.includes(kind)),
      ...waiting.filter((kind) => !isHeld(kind)).map((kind) => ({ kind, reason })),
    ],
    endWithRecord,
  };
}

interface Directory {
  indexId: string;
  toSend: number;
  held: number;
  calls: ReturnType<typeof callsOfRecord>;
  first: RecordsToSend["first"] | null;
  siblings: number;
}

async function planDirectory(
  deps: Deps,
  given: JudgedKinds & {
    changeSetId: string;
    indexId: string;
    kinds: readonly KindToSend[];
    records: readonly RecordsToSend[];
  },
): Promise<Directory> {
  const { changeSetId, indexId, records, sendable } = given;
  const kinds = given.kinds.filter((kind) => kind.indexId === indexId);
  const held = given.held.flatMap(({ kind }) => (kind.indexId === indexId ? [kind] : []));
  const toSend = kinds.filter((kind) => !held.includes(kind) && !given.endWithRecord.includes(kind));
  const sent = new Map(toSend.map((kind) => [kind.key, kind.op]));
  const calls = { reads: 0, writes: 0, siblingReads: 0 };
  let first: Directory["first"] = null;
  let siblings = 0;
  for (const alike of records) {
    const ops = alike.kinds.flatMap((key) => sent.get(key) ?? []);
    if (ops.length === 0) continue;
    const { reads, writes, siblingReads } = callsOfRecord(deps, ops);
    calls.reads += alike.records * reads;
    calls.writes += alike.records * writes;
    if (first !== null || writes === 0) continue;
    first = firstOf(alike, sendable);
    const place = { connectionId: deps.connection.id, indexId, record: first, since: deps.clock.now(), limit: 1 };
    siblings = (await selectSiblings(deps.store.db, { ...place, unlessWaitingIn: changeSetId })).length;
    calls.siblingReads = siblings * siblingReads;
  }
  return { indexId, toSend: changesOf(toSend), held: changesOf(held), calls, first, siblings };
}

/** The record that goes first: what it names and is created goes before it. */
function firstOf({ indexId, first }: RecordsToSend, sendable: readonly ChangeRow[]): RecordsToSend["first"] {
  const ofIndex = sendable.filter((change) => change.index_id === indexId);
  const names = ofIndex.some(({ record_type: type, record_id: id }) => type === first.type && id === first.id);
  const [change] = names ? (inOrderOfSending(ofIndex)[0] ?? []) : [];
  return change === undefined ? first : { type: change.record_type, id: change.record_id };
}

interface Pace {
  callsPerMinute: number | null;
  recordsAtOnce: number;
  secondsPerCall: number | null;
}

/** What the server itself does for each call, in ms; it works on one at a time. */
const OWN_MS_PER_CALL = 4;

/** How fast the sender goes: by the budget, and by the time that calls took. */
function paceOf({ recordsAtOnce: atOnce, service: { calls, client } }: Deps): Pace {
  const recordsAtOnce = Math.min(atOnce, client.health().limit);
  const callsPerMinute = client.workPerMinute;
  const { medianMs } = calls.summary();
  const byBudget = callsPerMinute === null ? 0 : 60 / callsPerMinute;
  const byTime = medianMs === null ? 0 : Math.max(medianMs / recordsAtOnce, OWN_MS_PER_CALL) / 1000;
  const secondsPerCall = Math.max(byBudget, byTime);
  return { callsPerMinute, recordsAtOnce, secondsPerCall: secondsPerCall === 0 ? null : secondsPerCall };
}

function secondsOf({ secondsPerCall }: Pace, calls: number): number | null {
  if (calls === 0) return 0;
  return secondsPerCall === null ? null : Math.ceil(calls * secondsPerCall);
}
