import type { Evidence } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { stageChanges, type StageRequest } from "#/operations/changes/stage.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type CreationRow, selectCreationsToStart, updateCreation } from "#/store/tables/creations.ts";
import { selectDecidingChanges } from "#/store/tables/change-reports.ts";
import { selectDraftByName } from "#/store/tables/drafts.ts";
import { selectEvidence } from "#/store/tables/evidence.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { selectFoundRecords } from "#/store/tables/roster.ts";
import { transact } from "#/store/sql/transaction.ts";

const BATCH = 50;

type Asked = StageRequest["changes"][number];

/** Stages, for each new directory whose roster has been read, the live overrides of the directory that it starts from. */
export async function startNewDirectories(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const creation of await selectCreationsToStart(deps.store.db, deps.connection.id)) {
    if (signal.aborted) return;
    await startFromDirectory(deps, creation);
  }
}

async function startFromDirectory(deps: Deps, creation: CreationRow): Promise<void> {
  const { index_id: indexId, overrides_from: sourceId } = creation;
  if (indexId === null || sourceId === null) return;
  const context: RequestContext = {
    actor: creation.created_by,
    connection: deps.connection,
    deps,
    requestId: deps.newId("req"),
  };
  const source = await selectIndexVersion(deps.store.db, deps.connection.id, sourceId);
  const name = `From ${source?.label ?? sourceId}`;
  const changes = await changesToStage(deps, indexId, sourceId);
  let changeSetId = await selectDraftByName(deps.store.db, { connectionId: deps.connection.id, indexId, name });
  const refused: string[] = [];
  for (let at = 0; at < changes.length; at += BATCH) {
    changeSetId = await stageSome(
      context,
      { indexId, name, changeSetId, changes: changes.slice(at, at + BATCH) },
      refused,
    );
  }
  await transact(deps.store.db, async (trx) => {
    await updateCreation(
      trx,
      creation.id,
      changeSetId === undefined ? { overrides_from: null } : { change_set_id: changeSetId },
    );
    await appendJournal(trx, {
      connectionId: deps.connection.id,
      at: deps.clock.now(),
      actor: context.actor,
      action: "creation.start",
      subject: creation.id,
      indexId,
      after: { from: sourceId, changeSet: changeSetId ?? null, overrides: changes.length, refused },
      message: {
        code: "index-version.start",
        params: { count: changes.length - refused.length, source: source?.label ?? sourceId, index: creation.name },
      },
      requestId: context.requestId,
    });
  });
}

/** The changes that decide the source's overrides, of the records that are on the new roster, as if asked for anew. */
async function changesToStage(deps: Deps, indexId: string, sourceId: string): Promise<Asked[]> {
  const { db } = deps.store;
  const connectionId = deps.connection.id;
  const deciding = await selectDecidingChanges(db, connectionId, sourceId);
  const found = await selectFoundRecords(db, {
    connectionId,
    indexId,
    ids: [...new Set(deciding.map((row) => row.record_id))],
  });
  const rows = deciding.filter((row) => found.has(recordKey(recordOf(row))));
  const evidence = await selectEvidence(db, [...new Set(rows.flatMap((row) => row.evidence_id ?? []))]);
  return rows.flatMap((row): Asked[] => {
    const { op } = row.operation;
    if (row.field === null || op === "reset" || op === "takeBase" || op === "create" || op === "delete") return [];
    const given: Evidence | null = row.evidence_id === null ? null : (evidence.get(row.evidence_id) ?? null);
    return [
      {
        record: { type: row.record_type, id: row.record_id },
        field: row.field,
        operation: row.operation,
        policy: row.policy,
        // It was approved in the other directory as it stands.
        asItStands: true,
        evidence: given,
      },
    ];
  });
}

/** Stages a batch, or what of it can be staged, one by one. What the service cannot tell now is tried again later. */
async function stageSome(
  context: RequestContext,
  {
    indexId,
    name,
    changeSetId,
    changes,
  }: { indexId: string; name: string; changeSetId: string | undefined; changes: Asked[] },
  refused: string[],
): Promise<string | undefined> {
  try {
    const { changeSet } = await stageChanges(context, {
      indexId,
      changes,
      ...(changeSetId === undefined ? { name } : { changeSetId }),
    });
    return changeSet.id;
  } catch (error) {
    if (!(error instanceof OperationError) || error.code.startsWith("service_")) throw error;
    const [only] = changes;
    if (only !== undefined && changes.length === 1) {
      refused.push(`${only.record.type} ${only.record.id} ${only.field ?? ""}: ${error.message}`);
      return changeSetId;
    }
    let last = changeSetId;
    for (const change of changes)
      last = await stageSome(context, { indexId, name, changeSetId: last, changes: [change] }, refused);
    return last;
  }
}
