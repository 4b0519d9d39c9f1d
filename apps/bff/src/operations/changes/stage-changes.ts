import type { Change, ChangeSet, StageChangesInput } from "@dc/contract";
import { applyOperation, equalReadings, type Reading, type RecordKey } from "@dc/directory";
import type { RequestContext } from "#/context.ts";
import { OperationError } from "#/errors.ts";
import { describeChangeSets } from "#/operations/change-sets/describe.ts";
import { refuseStandard } from "#/operations/index-versions/load.ts";
import {
  type ChangeRow,
  deleteDraft,
  hasMoreThanDrafts,
  insertDrafts,
  liveStates,
  type NewDraft,
  selectChangesOnRecords,
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
import { json } from "#/store/json.ts";
import type { Transaction } from "#/store/transaction.ts";
import { type AskedChange, checkEncoding, type CheckedChange, checkShape } from "./check-change.ts";
import { composeDraft, type Composed } from "./compose-draft.ts";
import { describeChanges } from "./describe.ts";
import { inLedger } from "./in-ledger.ts";
import { baseReading, existsFor, readGrounds, type StagingGround } from "./staging-ground.ts";
import { tellChanges } from "./tell-changes.ts";

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
  const records = distinct(request.changes.map(({ record }) => record));
  const read = await readGrounds(deps, indexId, records);
  const grounds = new Map(read.map((ground) => [keyOf(ground.record), ground]));
  return await inLedger(deps, async ({ trx, note }) => {
    await refuseUnlessWritable(context, indexId, trx);
    const draft = await openDraft(context, trx, request);
    const rows = await selectChangesOnRecords(trx, {
      connectionId: connection.id,
      indexId,
      records,
      states: [...liveStates, "approved", "draft"],
    });
    const liveOf = Map.groupBy(rows.map(toLedgerChange), ({ record }) => keyOf(record));
    const isMine = (row: ChangeRow) =>
      row.state === "draft" && row.change_set_id === draft.id && row.created_by.id === context.actor.id;
    const mineOf: Map<string, OwnDraft[]> = Map.groupBy(rows.filter(isMine), recordKeyOf);
    const staged = new Map<string, StagedDraft>();
    const dropped: number[] = [];
    for (const [at, asked] of request.changes.entries()) {
      const one = checked[at];
      const ground = grounds.get(keyOf(asked.record));
      if (one === undefined || ground === undefined) continue;
      const key = keyOf(asked.record);
      const live = liveOf.get(key) ?? [];
      const mine = mineOf.get(key) ?? [];
      const ofRecord = live.filter((change) => change.state !== "draft" || change.operation.op === "create");
      const readings = checkEncoding(deps, { ground, checked: one, indexId, live: ofRecord, at });
      const { row, replaced } = stageOne(context, {
        draft,
        asked,
        checked: one,
        ground,
        effective: readings?.before ?? null,
        ofRecord,
        mine,
      });
      note(indexId, asked.record);
      for (const { id } of replaced) if (!staged.delete(id)) await deleteDraft(trx, connection.id, id);
      const left = mine.filter((older) => !replaced.includes(older));
      if (row === null) dropped.push(at);
      else staged.set(row.id, row);
      mineOf.set(key, row === null ? left : [...left, row]);
      if (row !== null) liveOf.set(key, [...live, toLedgerChange(row)]);
    }
    const kept = await keepStaged(context, trx, [...staged.values()]);
    const touched = (await updateChangeSet(trx, draft, {})) ?? draft;
    const [changeSet] = await describeChangeSets(trx, [touched]);
    if (changeSet === undefined) throw new RangeError("one row gives one change set");
    return { changeSet, changes: await describeChanges(trx, kept), dropped };
  });
}

async function refuseUnlessWritable(
  { deps, connection }: RequestContext,
  indexId: string,
  trx?: Transaction,
): Promise<void> {
  const index = await selectIndexVersion(trx ?? deps.store.db, connection.id, indexId);
  if (index === undefined) throw new OperationError("not_found", `No index version ${indexId} is known here.`);
  refuseStandard(index);
  if (index.archived_at !== null)
    throw new OperationError("wrong_state", `${index.label} is archived. Take it out of the archive to change it.`);
}

function distinct(records: readonly RecordKey[]): RecordKey[] {
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
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
    if (named.approved_at !== null || (await hasMoreThanDrafts(trx, named.id)))
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
  /** The author's own drafts on this record in this set. */
  mine: readonly OwnDraft[];
}

/** A draft before it is written, beside the evidence that it is kept with. */
type StagedDraft = NewDraft & { evidence: AskedChange["evidence"] };
type OwnDraft = ChangeRow | StagedDraft;

/** The draft that comes of what was asked, if any does, and the drafts that give way to it. */
function stageOne(
  { actor, connection, deps }: RequestContext,
  { draft, asked, checked, ground, effective, ofRecord, mine }: Staging,
): { row: StagedDraft | null; replaced: OwnDraft[] } {
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
  const replaced: OwnDraft[] = [];
  for (const older of mine) {
    if (operation === null) break;
    if (older.field !== field) continue;
    const composed: Composed =
      field === null
        ? { keepsOlder: false, newer: operation }
        : composeDraft(older.operation, operation, profile.defaultRegion, isThere);
    operation = composed.newer;
    if (composed.keepsOlder) {
      if (kind !== null && beneath !== null) beneath = applyTo(older.operation, kind, beneath, profile.defaultRegion);
      continue;
    }
    replaced.push(older);
  }
  if (operation === null || changesNothing(operation, { field, kind, effective: beneath, profile }))
    return { row: null, replaced };
  const row = {
    id: deps.newId("chg"),
    connection_id: connection.id,
    change_set_id: draft.id,
    index_id: draft.index_id,
    record_type: asked.record.type,
    record_id: asked.record.id,
    field,
    kind,
    operation,
    policy: asked.policy,
    evidence_id: asked.evidence === null ? null : deps.newId("evi"),
    evidence: asked.evidence,
    base_seen: field === null ? null : baseReading(deps, ground, field),
    value_before: effective,
    state: "draft" as const,
    approval_order: null,
    created_by: actor,
    created_at: now,
  };
  return { row, replaced };
}

/** Writes what was staged, with its evidence and its journal: a fixed number of queries, however much it is. */
async function keepStaged(
  { actor, connection, requestId }: RequestContext,
  trx: Transaction,
  staged: readonly StagedDraft[],
): Promise<ChangeRow[]> {
  const evidence = staged.flatMap(({ evidence_id: id, evidence: given, created_at: now }) =>
    id === null || given === null ? [] : [{ id, connectionId: connection.id, evidence: given, actor, now }],
  );
  await insertEvidence(trx, ...evidence);
  const kept = await insertDrafts(trx, staged);
  const tell = await tellChanges(trx, kept);
  const entries = staged.map((draft) => ({
    connectionId: connection.id,
    at: draft.created_at,
    actor,
    action: "change.stage",
    subject: draft.id,
    indexId: draft.index_id,
    before: draft.value_before,
    after: draft.operation,
    sentence: `${actor.name} ${tell(draft)}`,
    why: draft.evidence?.reason ?? null,
    requestId,
  }));
  await appendJournal(trx, ...entries);
  return kept;
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

function recordKeyOf(row: { record_type: string; record_id: string }): string {
  return `${row.record_type} ${row.record_id}`;
}

function keyOf({ type, id }: RecordKey): string {
  return `${type} ${id}`;
}
