import type { Change, ChangeSet, StageChangesInput } from "@dc/contract";
import { applyOperation, changeSentence, equalReadings, type Reading, type RecordKey } from "@dc/directory";
import type { RequestContext } from "#/context.ts";
import { OperationError } from "#/errors.ts";
import { describeChangeSets } from "#/operations/change-sets/describe.ts";
import {
  type ChangeRow,
  deleteDraft,
  insertChange,
  liveStates,
  selectChangesOnRecords,
  selectChangesOfSet,
  toLedgerChange,
} from "#/store/changes.ts";
import {
  type ChangeSetRow,
  insertChangeSet,
  lockChangeSet,
  lockOpenDraft,
  updateChangeSet,
} from "#/store/change-sets.ts";
import { insertEvidence } from "#/store/evidence.ts";
import { isProvisional } from "#/store/given-ids.ts";
import { selectIndexVersion } from "#/store/index-versions.ts";
import { appendJournal } from "#/store/journal.ts";
import { json, jsonOrNull } from "#/store/json.ts";
import { selectPlanNames } from "#/store/plan-names.ts";
import { selectRecordNames } from "#/store/record-names.ts";
import type { Transaction } from "#/store/transaction.ts";
import { type AskedChange, checkEncoding, type CheckedChange, checkShape } from "./check-change.ts";
import { composeDraft, type Composed } from "./compose-draft.ts";
import { describeChanges } from "./describe.ts";
import { inLedger } from "./in-ledger.ts";
import { baseReading, existsFor, readGround, type StagingGround } from "./staging-ground.ts";

export interface StageRequest extends Omit<StageChangesInput, "changes"> {
  indexId: string;
  changes: readonly AskedChange[];
  /** Names a draft that this staging makes. */
  name?: string | undefined;
}

export interface Staged {
  changeSet: ChangeSet;
  changes: Change[];
  /** The places, in what was asked, of changes that would change nothing. */
  dropped: number[];
}

/** Stages changes into the caller's draft of an index, or into the named draft: all of them or none. */
export async function stageChanges(context: RequestContext, request: StageRequest): Promise<Staged> {
  const { deps, connection } = context;
  const { indexId } = request;
  await refuseUnlessWritable(context, indexId);
  const checked = request.changes.map((asked, at) => checkShape(deps, asked, at));
  const grounds = await readGrounds(context, request);
  return await inLedger(deps, async ({ trx, note }) => {
    await refuseUnlessWritable(context, indexId, trx);
    const draft = await openDraft(context, trx, request);
    const records = [...grounds.values()].map(({ record }) => record);
    const live = (
      await selectChangesOnRecords(trx, {
        connectionId: connection.id,
        indexId,
        records,
        states: [...liveStates, "approved", "draft"],
      })
    ).map(toLedgerChange);
    const mine = new Map(
      (await selectChangesOfSet(trx, draft.id))
        .filter((row) => row.created_by.id === context.actor.id)
        .map((row) => [row.id, row]),
    );
    const staged: string[] = [];
    const dropped: number[] = [];
    for (const [at, asked] of request.changes.entries()) {
      const one = checked[at];
      const ground = grounds.get(keyOf(asked.record));
      if (one === undefined || ground === undefined) continue;
      const ofRecord = live.filter(
        (change) =>
          keyOf(change.record) === keyOf(asked.record) &&
          (change.state !== "draft" || change.operation.op === "create"),
      );
      const readings = checkEncoding(deps, { ground, checked: one, indexId, live: ofRecord, at });
      const row = await stageOne(context, trx, {
        draft,
        asked,
        checked: one,
        ground,
        effective: readings?.before ?? null,
        ofRecord,
        mine,
      });
      note(indexId, asked.record);
      if (row === null) dropped.push(at);
      else staged.push(row.id);
      if (row === null) continue;
      mine.set(row.id, row);
      live.push(toLedgerChange(row));
    }
    const rows = (await selectChangesOfSet(trx, draft.id)).filter(({ id }) => staged.includes(id));
    const touched = (await updateChangeSet(trx, draft, {})) ?? draft;
    const [changeSet] = await describeChangeSets(trx, [touched]);
    if (changeSet === undefined) throw new RangeError("one row gives one change set");
    return { changeSet, changes: await describeChanges(trx, rows), dropped };
  });
}

async function refuseUnlessWritable(
  { deps, connection }: RequestContext,
  indexId: string,
  trx?: Transaction,
): Promise<void> {
  const index = await selectIndexVersion(trx ?? deps.store.db, connection.id, indexId);
  if (index === undefined) throw new OperationError("not_found", `No index version ${indexId} is known here.`);
  if (index.origin === "standard")
    throw new OperationError(
      "standard_index_read_only",
      "The standard index is read-only: changes are made in an index version of your own.",
    );
  if (index.archived_at !== null)
    throw new OperationError("wrong_state", `${index.label} is archived. Take it out of the archive to change it.`);
}

async function readGrounds(
  { deps }: RequestContext,
  { indexId, changes }: StageRequest,
): Promise<Map<string, StagingGround>> {
  const records = new Map(changes.map(({ record }) => [keyOf(record), record]));
  const grounds = await Promise.all([...records.values()].map((record) => readGround(deps, indexId, record)));
  return new Map(grounds.map((ground) => [keyOf(ground.record), ground]));
}

async function openDraft(
  context: RequestContext,
  trx: Transaction,
  { indexId, changeSetId, name }: StageRequest,
): Promise<ChangeSetRow> {
  const { actor, connection, deps, requestId } = context;
  if (changeSetId !== undefined) {
    const named = await lockChangeSet(trx, connection.id, changeSetId);
    if (named === undefined || named.index_id !== indexId)
      throw new OperationError("not_found", "There is no such change set in this index.");
    const states = (await selectChangesOfSet(trx, named.id)).map(({ state }) => state);
    if (states.some((state) => state !== "draft") || named.approved_at !== null)
      throw new OperationError("wrong_state", "This change set is no draft any more.");
    return named;
  }
  const open =
    name === undefined
      ? await lockOpenDraft(trx, { connectionId: connection.id, indexId, actorId: actor.id })
      : undefined;
  if (open !== undefined) return open;
  const now = deps.clock.now();
  const draft = await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: indexId,
    name: name ?? null,
    created_by: json(actor),
    created_at: now,
  });
  await appendJournal(trx, {
    connectionId: connection.id,
    at: now,
    actor,
    action: "change-set.create",
    subject: draft.id,
    indexId,
    sentence: `${actor.name} started a change set`,
    requestId,
  });
  return draft;
}

interface Staging {
  draft: ChangeSetRow;
  asked: AskedChange;
  checked: CheckedChange;
  ground: StagingGround;
  effective: Reading | null;
  ofRecord: readonly ReturnType<typeof toLedgerChange>[];
  /** The author's own drafts in this set; those that give way are taken out. */
  mine: Map<string, ChangeRow>;
}

async function stageOne(
  context: RequestContext,
  trx: Transaction,
  { draft, asked, checked, ground, effective, ofRecord, mine }: Staging,
): Promise<ChangeRow | null> {
  const { actor, connection, deps, requestId } = context;
  const { profile } = deps.service;
  const { field, kind } = checked;
  const now = deps.clock.now();
  let operation: CheckedChange["operation"] | null = checked.operation;
  if (operation.op === "create" && existsFor(ground, ofRecord))
    throw new OperationError("already_exists", `There is a ${asked.record.type} ${asked.record.id} already.`);
  if (operation.op === "delete" && isProvisional(asked.record))
    throw new OperationError(
      "wrong_state",
      "The service has not got this record yet: withdraw its creation, or discard its draft, instead of deleting it.",
    );
  let beneath = effective;
  const isThere = (element: string) =>
    kind !== null &&
    effective !== null &&
    !equalReadings(
      kind,
      effective,
      applyTo({ op: "remove", element }, kind, effective, profile.defaultRegion),
      profile.defaultRegion,
    );
  for (const older of mine.values()) {
    if (operation === null) break;
    if (older.record_type !== asked.record.type || older.record_id !== asked.record.id || older.field !== field)
      continue;
    const composed: Composed =
      field === null
        ? { keepsOlder: false, newer: operation }
        : composeDraft(older.operation, operation, profile.defaultRegion, isThere);
    operation = composed.newer;
    if (composed.keepsOlder) {
      if (kind !== null && beneath !== null) beneath = applyTo(older.operation, kind, beneath, profile.defaultRegion);
      continue;
    }
    await deleteDraft(trx, connection.id, older.id);
    mine.delete(older.id);
  }
  if (operation === null || changesNothing(operation, { field, kind, effective: beneath, profile })) return null;
  const evidenceId = asked.evidence === null ? null : deps.newId("evi");
  if (asked.evidence !== null && evidenceId !== null)
    await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence: asked.evidence, actor, now });
  const row = await insertChange(trx, {
    id: deps.newId("chg"),
    connection_id: connection.id,
    change_set_id: draft.id,
    index_id: draft.index_id,
    record_type: asked.record.type,
    record_id: asked.record.id,
    field,
    kind,
    operation: json(operation),
    policy: asked.policy,
    evidence_id: evidenceId,
    base_seen: field === null ? null : jsonOrNull(baseReading(deps, ground, field)),
    value_before: jsonOrNull(effective),
    state: "draft",
    created_by: json(actor),
    created_at: now,
    updated_at: now,
  });
  const nameOf = await selectRecordNames(trx, [row]);
  const sentence = changeSentence(toLedgerChange(row), {
    recordName: nameOf(row) ?? row.record_id,
    planName: await selectPlanNames(trx, [row]),
  });
  await appendJournal(trx, {
    connectionId: connection.id,
    at: now,
    actor,
    action: "change.stage",
    subject: row.id,
    indexId: draft.index_id,
    before: effective,
    after: operation,
    sentence: `${actor.name} ${sentence.text}`,
    why: asked.evidence?.reason ?? null,
    requestId,
  });
  return row;
}

/** A return to base ends an override even where it changes no value; everything else must change one. */
function changesNothing(
  operation: CheckedChange["operation"],
  {
    kind,
    effective,
    profile,
  }: {
    field: string | null;
    kind: CheckedChange["kind"];
    effective: Reading | null;
    profile: RequestContext["deps"]["service"]["profile"];
  },
): boolean {
  if (kind === null || effective === null || operation.op === "reset" || operation.op === "takeBase") return false;
  const after = applyTo(operation, kind, effective, profile.defaultRegion);
  return equalReadings(kind, effective, after, profile.defaultRegion);
}

function applyTo(
  operation: CheckedChange["operation"],
  kind: NonNullable<CheckedChange["kind"]>,
  effective: Reading,
  region: string,
): Reading {
  return applyOperation(kind, effective, operation, region) ?? effective;
}

function keyOf({ type, id }: RecordKey): string {
  return `${type} ${id}`;
}
