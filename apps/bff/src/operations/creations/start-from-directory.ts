import type { Evidence } from "@dc/contract";
import { type LeftOutReason, phoneIn, type Reading, recordKey, shapeOf, type FieldKind } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { reachNow } from "#/context/rights-now.ts";
import { consoleContext } from "#/context/reach.ts";
import { OperationError } from "#/runtime/errors.ts";
import { nameChanges } from "#/ledger/name-changes.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import type { CreationStart } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type CreationRow, selectCreationsToStart, updateCreation } from "#/store/tables/directories/creations.ts";
import { selectDecidingChanges } from "#/store/tables/changes/change-reports.ts";
import { selectDraftOfRequest } from "#/store/tables/changes/drafts.ts";
import { selectEvidence } from "#/store/tables/changes/evidence.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { journal } from "#/context/journal.ts";
import { selectFoundRecords } from "#/store/tables/directories/roster.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";

const BATCH = 50;
/** Without the source's name, which not everybody may know who sees the new directory. */
const DRAFT_NAME = "From another directory";

/** Stages the live overrides of the source directory in each new directory whose roster has been read. */
export async function startNewDirectories(
  deps: Deps,
  { lease, signal }: { lease: Lease; signal: AbortSignal },
): Promise<void> {
  for (const creation of await selectCreationsToStart(deps.store.db, deps.connection.id)) {
    if (signal.aborted) return;
    await startFromDirectory(deps, creation, lease);
  }
}

async function startFromDirectory(deps: Deps, creation: CreationRow, lease: Lease): Promise<void> {
  const { index_id: indexId, overrides_from: sourceId } = creation;
  if (indexId === null || sourceId === null) return;
  // The same whenever it goes on, so that it finds its change set again; a name could be given to another one.
  const requestId = `req_${creation.id.slice("cre_".length)}`;
  const context = { ...consoleContext(deps, creation.created_by), requestId };
  const source = await selectIndexVersion(deps.store.db, deps.connection.id, sourceId);
  const sourceName = source?.label ?? sourceId;
  // What is copied is what whoever asked may read and stage by then.
  const reach = await reachNow(deps, deps.store.db, creation.created_by, "apply");
  const isAllowed = reach === "all" || [source, creation].every((of) => reach.includes(of?.referrer_id ?? ""));
  const { copies, leftOut } = isAllowed ? await overridesToCopy(deps, indexId, sourceId) : { copies: [], leftOut: [] };
  const draft = await selectDraftOfRequest(deps.store.db, { connectionId: deps.connection.id, indexId, requestId });
  const staging: Staging = { indexId, changeSetId: draft, staged: 0, leftOut };
  for (let index = 0; index < copies.length; index += BATCH) {
    await prolongLease(deps.store.db, lease);
    await stageSome(context, staging, copies.slice(index, index + BATCH));
  }
  const { changeSetId, staged } = staging;
  const named = await nameChanges(
    deps,
    deps.store.db,
    leftOut.map(({ row }) => row),
  );
  const start: CreationStart = {
    from: { id: sourceId, name: sourceName },
    staged,
    leftOut: leftOut.map(({ row, reason }) => ({ record: recordOf(row), change: named(row), reason })),
  };
  await transact(deps.store.db, async (trx) => {
    await prolongLease(trx, lease);
    await updateCreation(trx, creation.id, {
      start: json(start),
      ...(changeSetId === undefined ? { overrides_from: null } : { change_set_id: changeSetId }),
    });
    await journal(context, trx, {
      subject: creation.id,
      indexId,
      after: { from: sourceId, changeSet: changeSetId ?? null, staged, leftOut: leftOut.map(toLeftOut) },
      message: {
        code: "creation.start",
        params: { count: staged, leftOut: leftOut.length, source: sourceName, index: creation.name },
      },
    });
  });
}

interface LeftOut {
  row: ChangeRow;
  reason: LeftOutReason;
}

interface Copy {
  row: ChangeRow;
  asked: AskedChange;
}

interface Staging {
  indexId: string;
  changeSetId: string | undefined;
  staged: number;
  leftOut: LeftOut[];
}

function toLeftOut({ row, reason }: LeftOut): { change: string; reason: string } {
  return { change: row.id, reason: reason.code };
}

/** The changes that decide the source's overrides, as new requests, and the overrides that are not copied. */
async function overridesToCopy(
  deps: Deps,
  indexId: string,
  sourceId: string,
): Promise<{ copies: Copy[]; leftOut: LeftOut[] }> {
  const { db } = deps.store;
  const connectionId = deps.connection.id;
  const deciding = await selectDecidingChanges(db, connectionId, sourceId);
  const known = await selectFoundRecords(db, {
    connectionId,
    indexId,
    ids: [...new Set(deciding.map((row) => row.record_id))],
  });
  const evidence = await selectEvidence(db, [...new Set(deciding.flatMap((row) => row.evidence_id ?? []))]);
  const copies: Copy[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of deciding) {
    const { op } = row.operation;
    const isOfItsDirectory =
      row.field === null || op === "reset" || op === "takeBase" || op === "create" || op === "delete";
    if (isOfItsDirectory) leftOut.push({ row, reason: { code: "of-its-directory" } });
    else if (!known.has(recordKey(recordOf(row)))) leftOut.push({ row, reason: { code: "not-on-roster" } });
    else copies.push({ row, asked: askedAnew(row, evidence) });
  }
  return { copies, leftOut };
}

/**
 * Where the new directory says something else than what was pinned in the other one, the value is set, or the member or the
 * phone added. Null for a value that was absent, which nothing sets.
 */
function setInsteadOfPin({ row, asked }: Copy): Copy | null {
  const { operation } = row;
  if (operation.op !== "pinValue") return null;
  const { element, to } = operation;
  const instead = element === undefined ? setTo(to) : elementInstead(row.kind ?? "json", element, to);
  return instead === null ? null : { row, asked: { ...asked, operation: instead } };
}

type Instead = AskedChange["operation"] | null;

function elementInstead(kind: FieldKind, element: string, to: Reading): Instead {
  switch (shapeOf(kind)) {
    case "whole":
      return null;
    case "members":
      return addMember(element, to);
    case "keyed":
      return addPhone(to);
    case "parts":
      return setText(element, to);
  }
}

const setTo = (to: Reading): Instead => ("value" in to ? { op: "set", value: to.value } : null);

const setText = (element: string, to: Reading): Instead =>
  "value" in to ? { op: "set", value: to.value, element } : null;

const addMember = (element: string, to: Reading): Instead =>
  "value" in to && to.value === true ? { op: "add", element } : null;

/** An entry with this number that the new directory has gets the label that was pinned. */
function addPhone(to: Reading): Instead {
  const phone = phoneIn(to);
  return phone === null ? null : { op: "add", element: phone };
}

function askedAnew(row: ChangeRow, evidence: ReadonlyMap<string, Evidence>): AskedChange {
  return {
    record: recordOf(row),
    ...(row.field === null ? {} : { field: row.field }),
    operation: row.operation,
    policy: row.policy,
    // It was approved unchanged in the other directory.
    asItStands: true,
    evidence: row.evidence_id === null ? null : (evidence.get(row.evidence_id) ?? null),
  };
}

/**
 * Stages a batch, or if that is refused, its changes one by one. If the service cannot answer now, it is tried again
 * later.
 */
async function stageSome(context: RequestContext, staging: Staging, copies: readonly Copy[]): Promise<void> {
  const { indexId, changeSetId } = staging;
  try {
    const { changeSet, dropped } = await stageChanges(context, {
      indexId,
      changes: copies.map(({ asked }) => asked),
      ...(changeSetId === undefined ? { name: DRAFT_NAME } : { changeSetId }),
    });
    staging.changeSetId = changeSet.id;
    staging.staged += copies.length - dropped.length;
    for (const [index, { row }] of copies.entries())
      if (dropped.includes(index)) staging.leftOut.push({ row, reason: { code: "already-so" } });
  } catch (error) {
    if (!(error instanceof OperationError) || error.code.startsWith("service_")) throw error;
    const [only] = copies;
    const otherwise = only === undefined || copies.length > 1 ? null : setInsteadOfPin(only);
    if (otherwise !== null) return await stageSome(context, staging, [otherwise]);
    if (only !== undefined && copies.length === 1)
      staging.leftOut.push({ row: only.row, reason: { code: "refused", params: { detail: error.message } } });
    else for (const copy of copies) await stageSome(context, staging, [copy]);
  }
}
