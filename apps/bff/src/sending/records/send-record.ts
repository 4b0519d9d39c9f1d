import { consoleActors } from "#/context/console-actors.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { type ChangeRow, orderOf, reasonColumns } from "#/store/tables/changes/changes.ts";
import { type JsonObject, type Reading, type RecordKey, valueToSend } from "@dc/directory";
import { toEncodeFailure } from "#/upstream/encode-failure.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { baseMovedSince } from "./before-sending.ts";
import { commitIntents, type Intent } from "./commit-intents.ts";
import { confirmChanges, readBackOf, isAsWanted, type WriteEvidence } from "./confirm-change.ts";
import { indicesWithOurValue, raiseAlarm } from "./raise-alarm.ts";
import { changesOfRecord } from "#/sending/asked-together.ts";
import { committedTogether } from "#/sending/lease.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type IntendedField, movedBetween, readSibling, type SiblingReading } from "./other-indices.ts";
import {
  fetchInTurn,
  type RefetchedRecord,
  refetchRecord,
  refetchWithBase,
  saveAnswered,
} from "#/records/refetch-record.ts";
import type { AnsweredRead } from "#/records/save-readings.ts";
import { isProvenByReading, selectWritten } from "#/sending/settling/reading-proof.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";
import { confirmUnsent } from "./confirm-unsent.ts";
import { restMoved } from "./rest-moved.ts";
import { settlePins } from "./settle-pins.ts";
import { isBeingWritten } from "#/store/tables/records/readings.ts";
import { semaphoresOf } from "#/sending/semaphores.ts";
import type { Sending } from "#/sending/sending.ts";
import {
  deferForFailure,
  deferUntilResumed,
  failAll,
  makeUnknown,
  recordUnconfirmedWrite,
  defer,
  nextReadAt,
} from "./unconfirmed-writes.ts";

interface Group {
  indexId: string;
  record: RecordKey;
  changes: readonly ChangeRow[];
  /** The first record of an index in this set also checks one sibling index. */
  needsSiblingCheck: boolean;
}

/**
 * Sends the changes of one record once: re-read, commit the intent, send, read back. Every step that writes is one
 * fenced transaction.
 */
export async function sendRecord(sending: Sending, given: Group): Promise<void> {
  const { deps, settings } = sending;
  const { indexId, record } = given;
  const semaphores = semaphoresOf(sending);
  const { here, base, baseBefore } = await refetchWithBase(deps, indexId, record, semaphores.atService.hold);
  if (here.outcome === "failed") return await deferForFailure(sending, given.changes, here.failure);
  if (base.outcome === "failed") return await deferForFailure(sending, given.changes, base.failure);
  if (baseBefore?.outcome === "failed") return await deferForFailure(sending, given.changes, baseBefore.failure);
  const bases = baseBefore === null ? [base.raw] : [baseBefore.raw, base.raw];

  const moving = { ...given, changes: await restMoved(sending, given.changes) };
  const group = { ...given, changes: await settlePins(sending, moving, { here, base, bases }) };
  if (group.changes.length === 0) return;
  const isDeletion = group.changes.some(({ operation }) => operation.op === "delete");
  if (here.raw === null && !isDeletion) return await failAll(sending, group.changes, { code: "record-missing" });
  const applied = await selectApplied(sending, group);
  const intended = intendedIn(sending, [...group.changes, ...applied], here.raw);
  const intents = group.changes.map((change) => ({
    change,
    intended: intended(change),
    before: readBackOf(deps, change, here),
  }));
  const same = intents.filter(({ change, intended, before }) => isAsWanted(deps, change, before, intended));
  const unproven = isDeletion ? [] : await selectUnproven(sending, group, same, bases);
  if (same.length === intents.length && unproven.length === 0)
    return await confirmUnsent(sending, intents, { here, base }, { settledAs: "found", step: "found-before-sending" });
  const write = isDeletion ? null : plan(sending, group, here, { intents, unproven });
  if (write !== null && "code" in write) return await failAll(sending, group.changes, write);

  const sibling = group.needsSiblingCheck
    ? await readSibling(sending, indexId, record, intents.map(intendedField))
    : null;
  const settle = await semaphores.onTheWay.hold(async () => {
    await settings.onStep("before intent");
    const sent = await commitIntents(sending, intents, { baseHash: base.contentHash });
    if (sent === null) return async () => await deferUntilResumed(sending, group.changes);
    await settings.onStep("before send");
    return await semaphores.atService.hold(async () => {
      const result =
        write === null
          ? await deps.service.client.writes.deleteRecord({ ...record, index: indexId })
          : await deps.service.client.writes.updateRecord(write);
      await settings.onStep("after send");
      if (result.outcome !== "done")
        return async () => await recordUnconfirmedWrite(sending, { sent, before: group.changes }, result);
      return await readBack(sending, sent, {
        beforeHash: here.contentHash,
        base,
        sibling,
        requestId: result.requestId,
      });
    }, "urgent");
  });
  await settle();
}

/** What each of these changes leaves its field to say, all of them together. */
function intendedIn(
  { deps }: Sending,
  changes: readonly ChangeRow[],
  raw: JsonObject | null,
): (change: ChangeRow) => Reading {
  const { profile } = deps.service;
  const ofField = Map.groupBy(changes, ({ field }) => field);
  const intended = new Map<string, Reading>();
  return ({ field, kind, operation, record_type: type }) => {
    if (field === null || kind === null) return operation.op === "create" ? { value: true } : { absent: true };
    const known = intended.get(field);
    if (known !== undefined) return known;
    const inOrder = (ofField.get(field) ?? []).toSorted((a, b) => orderOf(a) - orderOf(b));
    const value = valueToSend(kind, fieldReading(profile, type, raw, field), inOrder, profile.defaultRegion);
    intended.set(field, value);
    return value;
  };
}

/** Later approved changes that the index already has; this write must not remove their values. */
async function selectApplied(sending: Sending, { indexId, record, changes }: Group): Promise<ChangeRow[]> {
  const first = Math.min(...changes.map(orderOf));
  const applied = await changesOfRecord(sending, { indexId, record, states: ["applied"] });
  return applied.filter((change) => orderOf(change) > first);
}

/**
 * Values that the index already has, but only because it follows base where nobody is known to have written: they are sent
 * all the same.
 */
async function selectUnproven(
  { deps }: Sending,
  { indexId, record }: Group,
  same: readonly Intent[],
  bases: readonly (JsonObject | null)[],
): Promise<Intent[]> {
  if (same.length === 0 || !liesOverBase(deps.service.profile)) return [];
  const isWritten = await selectWritten(deps, indexId, record);
  return same.filter(({ change, before }) => !isProvenByReading(deps, change, { read: before, bases, isWritten }));
}

/** The write, or why it cannot be written. */
function plan(
  { deps }: Sending,
  { indexId, record }: Group,
  { raw, text }: { raw: JsonObject | null; text: string | null },
  { intents, unproven }: { intents: readonly Intent[]; unproven: readonly Intent[] },
) {
  const fields = Object.fromEntries(
    intents.flatMap(({ change, intended }) => (change.field === null ? [] : [[change.field, intended]])),
  );
  const evenIfSame = unproven.flatMap(({ change: { field } }) => field ?? []);
  const write = {
    ...record,
    index: indexId,
    fields,
    current: raw ?? {},
    evenIfSame,
    ...(text === null ? {} : { currentText: text }),
  };
  try {
    deps.service.client.writes.describeUpdate(write);
    return write;
  } catch (error) {
    const failure = toEncodeFailure(error);
    if (failure === undefined) throw error;
    return { code: "value-not-encodable" as const, params: { problem: failure.detail } };
  }
}

/** Reads back what was sent, and checks the other indices; answers what stores the receipts. */
export async function readBack(
  sending: Sending,
  sent: readonly ChangeRow[],
  {
    beforeHash,
    base,
    sibling,
    requestId,
  }: {
    beforeHash: string | null;
    base: RefetchedRecord;
    sibling: SiblingReading | null;
    requestId: string | null;
  },
): Promise<() => Promise<unknown>> {
  const { deps, settings } = sending;
  const [first] = sent;
  if (first === undefined) return async () => undefined;
  const record = { type: first.record_type, id: first.record_id };
  const {
    reads,
    last: baseNow,
    answered,
  } = await fetchInTurn(deps, record, [first.index_id, deps.service.profile.standardIndex]);
  const [here = baseNow] = reads;
  if (here.outcome === "failed") {
    const { message, retryAfterMs } = here.failure;
    const reason = { code: "not-read-back", params: { failure: message } } as const;
    if (first.state === "unknown") return async () => await defer(sending, sent, reason, retryAfterMs);
    return async () => await makeUnknown(sending, sent, reason, requestId);
  }
  const witness = await checkOtherIndices(sending, sent, {
    beforeHash,
    readBack: here,
    base,
    baseNow,
    sibling,
    requestId,
  });
  await settings.onStep("before outcome");
  return async () =>
    await commitOutcomes(sending, { sent, witness, answered, requestId, readAgainAt: nextReadAt(sending) });
}

/** What became of the write of one record. */
interface Outcome {
  sent: readonly ChangeRow[];
  witness: WriteEvidence;
  /** What was read of it. */
  answered: readonly AnsweredRead[];
  requestId: string | null;
  /** When what reads otherwise is read again. */
  readAgainAt: Date;
}

const commitOutcomes = committedTogether<Outcome, "committed">(async (deps, ledger, outcomes) => {
  await saveAnswered(
    deps,
    ledger.trx,
    outcomes.flatMap(({ answered }) => answered),
  );
  const isAlarm = ({ witness }: Outcome) => indicesWithOurValue(deps, witness).length > 0;
  for (const { sent, ...read } of outcomes.filter(isAlarm)) await raiseAlarm(deps, ledger, sent, read);
  const otherwise = await confirmChanges(
    deps,
    ledger,
    outcomes
      .filter((outcome) => !isAlarm(outcome))
      .flatMap(({ sent, ...outcome }) =>
        sent.map((change) => {
          const isSettled = change.state === "unknown";
          const step = isSettled ? ("settled" as const) : ("applied" as const);
          return { ...outcome, change, settledAs: isSettled ? "read" : null, step };
        }),
      ),
  );
  for (const { change, readAgainAt, requestId } of otherwise) {
    if (change.state === "unknown") {
      const reason = { code: "settled-otherwise" } as const;
      await annotateChange(deps, ledger, change, { ...reasonColumns(reason), try_after: null });
      continue;
    }
    await moveChange(deps, ledger, change, {
      events: ["lose"],
      set: { ...reasonColumns({ code: "reads-otherwise" }), try_after: readAgainAt, request_id: requestId },
      step: "unknown",
      actor: consoleActors.sender,
      requestId,
    });
  }
  return outcomes.map(() => "committed" as const);
});

/** Checks whether indices that must not change did. If the earlier reading of base is gone, other evidence decides. */
export async function checkOtherIndices(
  sending: Sending,
  sent: readonly ChangeRow[],
  {
    beforeHash,
    readBack,
    base,
    baseNow,
    sibling,
    requestId,
  }: {
    beforeHash: string | null;
    readBack: WriteEvidence["readBack"];
    base: RefetchedRecord | null;
    baseNow: RefetchedRecord;
    sibling: SiblingReading | null;
    requestId: string | null;
  },
): Promise<WriteEvidence> {
  const { deps } = sending;
  const [first] = sent;
  if (first === undefined) throw new InvariantError("A receipt needs a change.");
  const record = { type: first.record_type, id: first.record_id };
  const fields = intendedFields(sent);
  return {
    beforeHash,
    readBack,
    base: {
      before: base,
      beforeHash: base?.outcome === "read" ? base.contentHash : first.base_hash_before,
      afterHash: baseNow.outcome === "read" ? baseNow.contentHash : null,
      moved: baseMovedSince(deps, sent, { before: base, now: baseNow, fields }),
    },
    sibling: sibling === null ? null : await checkSibling(sending, sibling, record, fields),
    requestIds: [requestId, readBack.requestId].filter((id) => id !== null),
  };
}

/** Gives no result for a sibling that we have written meanwhile. */
async function checkSibling(
  { deps, lease }: Sending,
  { indexId, before, since }: SiblingReading,
  record: RecordKey,
  fields: readonly IntendedField[],
): Promise<WriteEvidence["sibling"]> {
  const now = await refetchRecord(deps, indexId, record);
  const place = { connectionId: deps.connection.id, indexId, record, since, unlessWaitingIn: lease.id };
  const isOurs = await isBeingWritten(deps.store.db, place);
  return { indexId, moved: isOurs ? null : movedBetween(deps, record.type, before, now, fields) };
}

/** The intended field values of sent changes. */
export function intendedFields(sent: readonly ChangeRow[]): IntendedField[] {
  return sent.flatMap(({ field, kind, intended }) =>
    intended === null ? [] : [{ field, kind: kind ?? "json", intended }],
  );
}

function intendedField({ change: { field, kind }, intended }: Intent): IntendedField {
  return { field, kind: kind ?? "json", intended };
}
