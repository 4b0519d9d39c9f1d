import type { Change, Receipt } from "@dc/contract";
import { alarmOf, distinctRecords, isStaged, reasonText, recordKey, stagedStates, unsentStates } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import {
  changeReasonText,
  type ChangeRow,
  isAtRest,
  selectChangesOnRecords,
  selectRetried,
} from "#/store/tables/changes/changes.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { selectSeenSets } from "#/store/tables/changes/change-sets.ts";
import { selectEvidence } from "#/store/tables/changes/evidence.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { selectNewestReceipts, type ReceiptRow } from "#/store/tables/changes/receipts.ts";
import { selectOwners } from "#/store/tables/records/record-names.ts";
import { compareGrounds, type ComparedGround, isMoved } from "#/ledger/grounds/ground.ts";
import { membersIn } from "#/ledger/name-changes.ts";
import { memberNames, type SetMember } from "#/records/member-names.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";
import { recordNames } from "#/records/record-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Changes for display, with evidence, newest receipt, the record's name and its owner if known. */
export async function describeChanges(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
  grounds: ReadonlyMap<string, ComparedGround> = new Map(),
): Promise<Change[]> {
  const evidence = await selectEvidence(db, [...new Set(rows.flatMap((row) => row.evidence_id ?? []))]);
  const receipts = await selectNewestReceipts(
    db,
    rows.filter((row) => row.attempt > 0 || row.state === "applied").map((row) => row.id),
  );
  const alarmed = rows.flatMap(({ connection_id, reason }) =>
    reason?.code === "alarm" ? reason.params.indices.map((index_id) => ({ connection_id, index_id })) : [],
  );
  const indexNames = await selectIndexNames(db, [...rows, ...alarmed]);
  const retried = await selectRetried(
    db,
    rows.flatMap((row) => (row.state === "failed" ? [row.id] : [])),
  );
  const seenSets = await selectSeenSets(db, [...rows.map((row) => row.change_set_id), ...retried.values()]);
  const nameOf = await recordNames(deps, db, rows);
  const ownerOf = await selectOwners(db, rows);
  const ofRecords = rows.flatMap((row) => membersIn(row).filter((member) => isOfRecords(deps, member)));
  const nameOfMember = await memberNames(deps, db, ofRecords);
  const takenBack = await selectTakenBackOf(db, [...grounds.values()]);
  return rows.map((row) => {
    const receipt = receipts.get(row.id);
    return {
      id: row.id,
      changeSetId: seenSets.has(row.change_set_id) ? row.change_set_id : null,
      indexId: row.index_id,
      indexName: indexNames.get(row.index_id) ?? row.index_id,
      record: { type: row.record_type, id: row.record_id },
      recordName: nameOf(row),
      practitioner: ownerOf(row),
      field: row.field,
      kind: row.kind,
      operation: row.operation,
      ...namedMembers(
        membersIn(row).filter((member) => isOfRecords(deps, member)),
        nameOfMember,
      ),
      state: row.state,
      because: changeReasonText({ ...row, reason: withSeenIndices(row.reason, indexNames) }),
      retriedIn: seenSets.has(retried.get(row.id) ?? "") ? (retried.get(row.id) ?? null) : null,
      holds: holdText(deps, row),
      alarmId: row.state === "unknown" ? alarmOf(row.reason) : null,
      words: row.words,
      policy: row.policy,
      evidence: row.evidence_id === null ? null : (evidence.get(row.evidence_id) ?? null),
      baseSeen: row.base_seen,
      valueBefore: row.value_before,
      seen: seenOf(row),
      moved: movedOf(grounds.get(row.id), takenBack.get(row.id)),
      alreadySo: grounds.get(row.id)?.isAlreadySo ?? false,
      // What lies between one's own tells how much others apply.
      order: deps.store.db === deps.wholeStore.db ? row.approval_order : null,
      attempt: row.attempt,
      sentAt: row.sent_at?.toISOString() ?? null,
      requestId: row.request_id,
      receipt: receipt === undefined ? null : describeReceipt(receipt, row),
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      updatedAt: row.updated_at.toISOString(),
      version: row.version,
    };
  });
}

/** As `describeChanges`, with what moved of what they were decided on, by the last readings. */
export async function describeWithGrounds(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
): Promise<Change[]> {
  const open = rows.filter((row) => isStaged(row) || isAtRest(row));
  const { byId } = await compareGrounds(deps, db, open);
  return await describeChanges(deps, db, rows, byId);
}

function seenOf({ ground }: ChangeRow): Change["seen"] {
  if (ground === null) return null;
  const { base, index, effective, isKept = true } = ground;
  return { base, index, effective, isKept };
}

/** Of what moved because something live was taken back: the last change of its field that was, by the id of the one that moved. */
async function selectTakenBackOf(
  db: Database | Transaction,
  compared: readonly ComparedGround[],
): Promise<ReadonlyMap<string, ChangeRow>> {
  const found = new Map<string, ChangeRow>();
  const open = compared.filter((one) => isMoved(one) && one.moved.effective && one.by === null);
  for (const [connectionId, ofConnection] of Map.groupBy(open, ({ row }) => row.connection_id))
    for (const [indexId, of] of Map.groupBy(ofConnection, ({ row }) => row.index_id)) {
      const records = distinctRecords(of.map(({ row }) => recordOf(row)));
      const ended = await selectChangesOnRecords(db, { connectionId, indexId, records, states: ["withdrawn"] });
      const wereLive = ended.filter(({ approval_order: order, withdrawn }) => order !== null && withdrawn !== null);
      const byRecord = Map.groupBy(wereLive, (row) => recordKey(recordOf(row)));
      for (const { row } of of) {
        const since = (byRecord.get(recordKey(recordOf(row))) ?? [])
          .filter(
            ({ field, updated_at: at }) =>
              field === row.field && row.ground !== null && at.toISOString() >= row.ground.at,
          )
          .toSorted((a, b) => a.updated_at.getTime() - b.updated_at.getTime());
        const last = since.at(-1);
        if (last !== undefined) found.set(row.id, last);
      }
    }
  return found;
}

function movedOf(compared: ComparedGround | undefined, takenBack: ChangeRow | undefined): Change["moved"] {
  if (compared === undefined || !isMoved(compared)) return null;
  const { ground, now, moved, by, readAt } = compared;
  const shift = (side: "base" | "index" | "effective") => (moved[side] ? { seen: ground[side], now: now[side] } : null);
  const mover = moved.effective ? (by ?? takenBack) : undefined;
  return {
    base: shift("base"),
    index: shift("index"),
    effective: shift("effective"),
    by: mover === undefined ? null : (mover.withdrawn?.by ?? mover.created_by),
    at: (mover?.updated_at ?? readAt)?.toISOString() ?? null,
  };
}

/** An alarm names no index version that the caller does not see. */
function withSeenIndices(reason: ChangeRow["reason"], seen: ReadonlyMap<string, string>): ChangeRow["reason"] {
  if (reason?.code !== "alarm") return reason;
  const indices = reason.params.indices.map((id) => (seen.has(id) ? id : "another index version"));
  return { ...reason, params: { ...reason.params, indices: [...new Set(indices)] } };
}

function isOfRecords({ service: { profile } }: Deps, { record_type: type, field }: SetMember): boolean {
  const content = setContentOf(profile, type, field);
  return content !== null && typeof content === "object";
}

function namedMembers(
  members: readonly SetMember[],
  nameOf: (member: SetMember) => string | null,
): { members?: { [id: string]: string } } {
  const named = members.flatMap((member) => {
    const name = nameOf(member);
    return name === null ? [] : [[member.id, name] as const];
  });
  return named.length === 0 ? {} : { members: Object.fromEntries(named) };
}

const unsent: ReadonlySet<string> = new Set([...stagedStates, ...unsentStates]);

/** Why a change that was not sent cannot be sent now either. */
function holdText(deps: Deps, row: ChangeRow): string | null {
  const reason = unsent.has(row.state) ? holdReason(deps, row) : null;
  return reason === null ? null : reasonText(reason);
}

const moved = { none: "unmoved", own: "moved on its own", ours: "took our value" } as const;

function describeReceipt(row: ReceiptRow, change: ChangeRow): Receipt {
  return {
    at: row.at.toISOString(),
    intended: row.intended,
    readBack: row.read_back,
    asWanted: row.as_wanted ?? false,
    base: row.base_after_hash === null ? "not read" : moved[row.base_moved],
    baseHash: row.base_after_hash,
    sibling:
      row.sibling_index_id === null
        ? null
        : { indexId: row.sibling_index_id, moved: row.sibling_moved === null ? "not read" : moved[row.sibling_moved] },
    // The request that wrote comes before the one that read back; a change that was found in the index has only the
    // latter.
    requestId: row.request_ids[0] ?? null,
    foundNotSent: change.settled_as === "found",
    nothingSent: change.settled_as === "pinned",
  };
}

export async function describeOneChange(deps: Deps, db: Database | Transaction, row: ChangeRow): Promise<Change> {
  const [change] = await describeChanges(deps, db, [row]);
  if (change === undefined) throw new RangeError("one row gives one change");
  return change;
}
