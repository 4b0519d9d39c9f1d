import { consoleActors } from "#/context/console-actors.ts";
import {
  alarmOf,
  equalReadings,
  foldChanges,
  type JsonObject,
  leavesOpen,
  liveStates,
  type Reading,
  recordKey,
  shapeOf,
} from "@dc/directory";
import type { FreshReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { moveChange } from "#/ledger/move-change.ts";
import {
  type ChangeRow,
  reasonColumns,
  selectChangesOnRecords,
  toLedgerChange,
} from "#/store/tables/changes/changes.ts";
import { jsonOrNull, json } from "#/store/sql/json.ts";
import { insertReceipts } from "#/store/tables/changes/receipts.ts";
import { refetchRecord } from "#/records/refetch-record.ts";
import { isProvenByReading } from "./reading-proof.ts";
import { liesOverBase, writtenByChanges } from "#/upstream/records/write-unit.ts";
import { fieldReading, isHeldField } from "#/upstream/records/field-reading.ts";
import { withLedger, type Ledger } from "#/ledger/with-ledger.ts";
import { SupersededError } from "#/runtime/errors.ts";

const open = ["held", "deferred", "unknown"] as const;

/**
 * Held, deferred or unknown changes become applied, as found in the index, if the index already has the value W; K
 * becomes the value read. Call it with saved readings, outside their transaction.
 */
export async function settleFromReadings(deps: Deps, fresh: readonly FreshReading[]): Promise<void> {
  for (const [indexId, ofIndex] of Map.groupBy(fresh, (reading) => reading.indexId)) {
    const place = { connectionId: deps.connection.id, indexId, records: ofIndex.map(({ record }) => record) };
    const waiting = await selectChangesOnRecords(deps.store.db, { ...place, states: open });
    const concerned = ofIndex.filter(({ record }) =>
      waiting.some((row) => row.record_type === record.type && row.record_id === record.id),
    );
    if (concerned.length === 0) continue;
    const bases = liesOverBase(deps.service.profile) ? await readBases(deps, concerned) : null;
    try {
      await withLedger(deps, async (ledger) => {
        for (const reading of concerned) await settleOne(deps, ledger, reading, bases);
      });
    } catch (error) {
      // The change was modified concurrently; the next reading settles whatever is left.
      if (!(error instanceof SupersededError)) throw error;
    }
  }
}

/** What base said after these readings, by record; of an index that lies over base, a value that base has too proves nothing. */
type Bases = ReadonlyMap<string, JsonObject | null>;

/** Reads in base the records whose open changes read as wanted, then the index again: both must still say what they said. */
async function readBases(deps: Deps, concerned: readonly FreshReading[]): Promise<Bases> {
  const bases = new Map<string, JsonObject | null>();
  const connectionId = deps.connection.id;
  for (const { indexId, record, raw } of concerned) {
    const live = await selectChangesOnRecords(deps.store.db, {
      connectionId,
      indexId,
      records: [record],
      states: liveStates,
    });
    if (!live.some((change) => readsAsWanted(deps, change, live, raw))) continue;
    const base = await refetchRecord(deps, deps.service.profile.standardIndex, record);
    const hereRecord = await refetchRecord(deps, indexId, record);
    if (base.outcome === "failed" || hereRecord.outcome === "failed") continue;
    if (live.some((change) => readsAsWanted(deps, change, live, hereRecord.raw)))
      bases.set(recordKey(record), base.raw);
  }
  return bases;
}

function readsAsWanted(deps: Deps, change: ChangeRow, live: readonly ChangeRow[], raw: JsonObject | null): boolean {
  if (!isOpen(change) || !isReadable(deps, change)) return false;
  // A record that is gone says nothing of its fields; what would be sent to it is refused.
  if (raw === null && change.field !== null) return false;
  const read = readingOf(deps, change, raw);
  const { profile } = deps.service;
  if (shapeOf(change.kind ?? "json") === "keyed" && leavesOpen(read, change.operation, profile.defaultRegion))
    return false;
  const wanted = wantedOf(deps, change, live, read);
  return wanted !== null && equalReadings(change.kind ?? "json", read, wanted, profile.defaultRegion);
}

async function settleOne(
  deps: Deps,
  ledger: Ledger,
  { indexId, record, raw }: FreshReading,
  bases: Bases | null,
): Promise<void> {
  const live = await selectChangesOnRecords(ledger.trx, {
    connectionId: deps.connection.id,
    indexId,
    records: [record],
    states: liveStates,
  });
  const isWritten = writtenByChanges(deps.service.profile, record.type, live);
  const base = bases?.get(recordKey(record));
  for (const change of live) {
    const read = readingOf(deps, change, raw);
    const wanted = wantedOf(deps, change, live, read);
    if (wanted === null || !readsAsWanted(deps, change, live, raw)) continue;
    const isShown = base !== undefined && isProvenByReading(deps, change, { read, bases: [base], isWritten });
    if (bases !== null && change.field !== null && !isShown) continue;
    await moveChange(deps, ledger, change, {
      events: ["find"],
      set: { settled_as: "found", ...reasonColumns(null), try_after: null, intended: json(wanted) },
      step: "found",
      actor: consoleActors.sender,
      requestId: null,
    });
    await recordKnownValues(deps, ledger.trx, [{ change, readBack: read }]);
    await insertReceipts(ledger.trx, [
      {
        id: deps.newId("rcp"),
        connection_id: change.connection_id,
        change_id: change.id,
        at: deps.clock.now(),
        intended: json(wanted),
        read_back: jsonOrNull(read),
        as_wanted: true,
        base_moved: "none",
        request_ids: json([]),
      },
    ]);
  }
}

/** Only a person settles the changes of an alarm. */
function isOpen(change: ChangeRow): boolean {
  // A pin on a copy is decided when it is applied, by a reading of its own.
  return (
    (change.operation.op !== "pinValue" || change.state !== "deferred") &&
    open.some((state) => state === change.state) &&
    change.operation.op !== "create" &&
    alarmOf(change.reason) === null
  );
}

/** A meaning that the profile no longer has reads as absent, which says nothing about the index. */
function isReadable({ service: { profile } }: Deps, { record_type: type, field }: ChangeRow): boolean {
  return field === null || isHeldField(profile, type, field);
}

function readingOf(deps: Deps, change: ChangeRow, raw: JsonObject | null): Reading {
  if (change.field === null) return raw === null ? { absent: true } : { value: true };
  return fieldReading(deps.service.profile, change.record_type, raw, change.field);
}

/**
 * What the index says if it has this change and those before it. A whole field is compared with W, elements with this
 * change alone.
 */
function wantedOf(deps: Deps, change: ChangeRow, live: readonly ChangeRow[], read: Reading): Reading | null {
  const { field, kind } = change;
  if (field === null || kind === null) return { absent: true };
  const region = deps.service.profile.defaultRegion;
  const isLast = live.findLast((row) => row.field === field)?.id === change.id;
  const { operation } = change;
  const isWhole = (operation.op === "set" || operation.op === "pinValue") && operation.element === undefined;
  if (isWhole && !isLast) return null;
  return foldChanges(read, [{ ...toLedgerChange(change), state: "held" }], kind, region).wanted;
}
