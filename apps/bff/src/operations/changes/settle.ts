import type { Change, SettleChangeInput } from "@dc/contract";
import { alarmOf } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { assignId } from "#/ledger/assign-id.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type ChangeRow, reasonColumns, selectChange, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { isProvisional, isAssignedId } from "#/store/tables/records/assigned-ids.ts";
import { journal } from "#/context/journal.ts";
import { withLedger, type Ledger } from "#/ledger/with-ledger.ts";
import { endOfCheck } from "#/operations/change-sets/check.ts";
import { copyFailed } from "./copy-failed.ts";
import { describeOneChange } from "#/views/describe-changes.ts";

/** Settles a change whose reply was lost: by reading again, or by what a person found out. */
export async function settleChange(
  context: RequestContext,
  id: string,
  { as, recordId, sendAgain = false }: SettleChangeInput,
): Promise<Change> {
  const { actor, connection, deps, requestId } = context;
  const createdId = as === "applied" ? await lookForCreated(context, id, recordId) : null;
  const change = await withLedger(deps, async (ledger) => {
    const row = await selectChange(ledger.trx, connection.id, id);
    if (row === undefined) throw operationError("not_found", "change");
    if (row.state !== "unknown") throw operationError("wrong_state", "change-not-unknown", { state: row.state });
    if (alarmOf(row.reason) !== null) throw operationError("wrong_state", "change-with-alarm");
    const now = deps.clock.now();
    switch (as) {
      case "read": {
        const asked = await annotateChange(deps, ledger, row, askedBy(actor, now));
        return await describeOneChange(deps, ledger.trx, asked ?? row);
      }
      case "applied": {
        if (createdId !== null) return await identify(context, ledger, row, createdId);
        if (row.intended !== null) await recordKnownValues(deps, ledger.trx, [{ change: row, readBack: row.intended }]);
        const set = { settled_as: "person", ...reasonColumns(null), try_after: null };
        return await describeOneChange(
          deps,
          ledger.trx,
          await moveChange(deps, ledger, row, {
            events: ["find"],
            set,
            step: "said-applied",
            actor,
            requestId,
          }),
        );
      }
      case "not applied": {
        const reason = { code: "person-said-not-applied", params: { person: actor.name } } as const;
        const set = { settled_as: "person", ...reasonColumns(reason), try_after: null };
        const giveUp = (given: ChangeRow) =>
          moveChange(deps, ledger, given, {
            events: ["give up"],
            set,
            step: "said-not-applied",
            actor,
            requestId,
          });
        const beside: ChangeRow[] = [];
        for (const changeBeside of await sentWith(ledger, row)) beside.push(await giveUp(changeBeside));
        const ended = await giveUp(row);
        if (!sendAgain) return await describeOneChange(deps, ledger.trx, ended);
        const copy = await copyFailed(context, ledger, [ended, ...beside]);
        await journal(context, ledger.trx, {
          subject: copy.id,
          indexId: row.index_id,
          before: { change: row.id, state: row.state },
          message: { code: "change.restage", params: { by: actor.name } },
        });
        return await describeOneChange(deps, ledger.trx, copy);
      }
    }
  });
  if (as === "read" || createdId !== null) deps.sendingSignal.notify();
  if (as !== "not applied" || !sendAgain || change.changeSetId === null) return change;
  await endOfCheck(context, change.changeSetId);
  const copy = await selectChange(deps.store.db, connection.id, change.id);
  return copy === undefined ? change : await describeOneChange(deps, deps.store.db, copy);
}

/** The created record, which must exist in this index under the given id. Null for changes that are not creations. */
async function lookForCreated(
  { connection, deps }: RequestContext,
  id: string,
  recordId: string | undefined,
): Promise<string | null> {
  const row = await selectChange(deps.store.db, connection.id, id);
  if (row === undefined || row.state !== "unknown" || !isProvisional({ id: row.record_id })) return null;
  const refused = (problem: string) =>
    operationError("invalid_request", "created-record-id", { problem, pointer: "/recordId" });
  if (recordId === undefined) throw refused("is required: give the id that the service assigned");
  const given = { connectionId: connection.id, indexId: row.index_id, type: row.record_type, recordId };
  if (await isAssignedId(deps.store.db, given))
    throw refused("must not be the id of another record that was created here");
  const request = { type: row.record_type, id: recordId, maxAge: 0 };
  const [hereReading, base] = await refreshReadings(deps, [
    { ...request, indexId: row.index_id },
    { ...request, indexId: deps.service.profile.standardIndex },
  ]);
  if (hereReading === undefined || base === undefined) throw new RangeError("two requests have two readings");
  const failed = hereReading.failed ?? base.failed;
  if (failed !== null) throw refused(`cannot be read now: ${failed.detail}`);
  if (hereReading.state !== "found")
    throw refused("must be the id of a record that the service has in this index version");
  if (base.state === "found") throw refused("must not be the id of a record of the standard index");
  return recordId;
}

/** The console reads it again: nobody is asked to look at it until that told something. */
function askedBy({ name: person }: RequestContext["actor"], now: Date) {
  return { ...reasonColumns({ code: "read-asked", params: { person } }), try_after: now };
}

/** Assigns the service's id to the record. Whether its fields are as wanted is decided by reading it. */
async function identify(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  row: ChangeRow,
  recordId: string,
): Promise<Change> {
  const beside = await sentWith(ledger, row);
  const { index_id: indexId, record_type: type, record_id: provisionalId } = row;
  await assignId(deps, ledger, { indexId, type, provisionalId, recordId }, { actor, requestId });
  const now = deps.clock.now();
  for (const { id } of [row, ...beside]) {
    const known = await selectChange(ledger.trx, deps.connection.id, id);
    if (known !== undefined) await annotateChange(deps, ledger, known, askedBy(actor, now));
  }
  const known = await selectChange(ledger.trx, deps.connection.id, row.id);
  return await describeOneChange(deps, ledger.trx, known ?? row);
}

/** Open changes of the same new record, which were sent in the same request. */
async function sentWith({ trx }: Ledger, row: ChangeRow): Promise<ChangeRow[]> {
  if (!isProvisional({ id: row.record_id })) return [];
  const open = await selectChangesOnRecords(trx, {
    connectionId: row.connection_id,
    indexId: row.index_id,
    records: [{ type: row.record_type, id: row.record_id }],
    states: ["unknown"],
  });
  return open.filter(({ id }) => id !== row.id);
}
