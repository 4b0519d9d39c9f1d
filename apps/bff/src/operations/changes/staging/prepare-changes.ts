import { setImmediate as nextTurn } from "node:timers/promises";
import { distinctRecords, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { RecordAt } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { refuseStandard } from "#/views/load-index-version.ts";
import { askedOfField, type AskedChange, type CheckedChange, checkShape, refused } from "./check-change.ts";
import { proposeReturns } from "./propose-returns.ts";
import { refuseMovedSinceSeen } from "./refuse-moved-since-seen.ts";
import { gatherStagingBases, type StagingBasis } from "./staging-basis.ts";

/** Of so many records at most, what was not seen is read for a request. */
const MOST_READ = 200;

/** So many changes are checked, and records read from the store, before other work has its turn. */
const AT_ONCE = 100;

/** A change, and the index version in which it is to be staged. */
export type PlacedChange = AskedChange & { indexId: string };

/** What becomes of one change of a request, at its place; a return to base may take several steps. */
export interface StagingStep {
  asked: PlacedChange;
  checked: CheckedChange;
  basis: StagingBasis;
  index: number;
}

/** A record in one index version. */
export const placeKey = ({ indexId, record }: RecordAt) => `${indexId} ${recordKey(record)}`;

/** Checks the changes of a request before anything is written, and reads what they are staged against. */
export async function prepareChanges(
  context: RequestContext,
  changes: readonly PlacedChange[],
): Promise<readonly StagingStep[]> {
  refuseMuchUnseen(changes);
  const placed = changes.map((asked, index) => ({ asked, index }));
  const steps: StagingStep[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(placed, ({ asked }) => asked.indexId))
    steps.push(...(await prepareInIndex(context, indexId, ofIndex)));
  const inOrder = steps.toSorted((a, b) => a.index - b.index);
  await refuseMovedSinceSeen(context.deps, inOrder);
  return inOrder;
}

async function prepareInIndex(
  context: RequestContext,
  indexId: string,
  changes: readonly Pick<StagingStep, "asked" | "index">[],
): Promise<StagingStep[]> {
  const { deps } = context;
  await refuseUnlessWritable(context, [indexId]);
  const shaped: Omit<StagingStep, "basis">[] = [];
  for (const [position, { asked: given, index }] of changes.entries()) {
    if (position % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const asked = { ...askedOfField(deps, given), indexId };
    shaped.push({ asked, checked: checkShape(deps, asked, index), index });
  }
  const records = distinctRecords(changes.map(({ asked }) => asked.record));
  const lacking = (side: "base" | "index") =>
    new Set(changes.filter(({ asked }) => lacksSeen(asked, side)).map(({ asked }) => recordKey(asked.record)));
  const [lackBase, lackIndex] = [lacking("base"), lacking("index")];
  const steps = await proposeReturns(deps, indexId, shaped);
  const bases = new Map<string, StagingBasis>();
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const some = records.slice(at, at + AT_ONCE).map((record) => ({
      record,
      isBaseSeen: !lackBase.has(recordKey(record)),
      isIndexSeen: !lackIndex.has(recordKey(record)),
    }));
    for (const basis of await gatherStagingBases(deps, indexId, some)) bases.set(recordKey(basis.record), basis);
  }
  return steps.flatMap((step) => {
    const basis = bases.get(recordKey(step.asked.record));
    return basis === undefined ? [] : [{ ...step, basis }];
  });
}

const lacksSeen = ({ wasDraft, seen }: AskedChange, side: "base" | "index") =>
  wasDraft !== true && seen?.[side] === undefined;

/** Refuses what would have to be read of too many records, at the first change that is too much. */
function refuseMuchUnseen(changes: readonly PlacedChange[]): void {
  const lacking = new Set<string>();
  for (const [index, asked] of changes.entries()) {
    if (lacksSeen(asked, "base") || lacksSeen(asked, "index")) lacking.add(placeKey(asked));
    if (lacking.size > MOST_READ)
      throw refused(index, "/seen", `must have base and index: at most ${MOST_READ} records are read for a request`);
  }
}

/** What is staged and live on the records of these steps. */
export async function selectChangesOf(
  { connection }: RequestContext,
  db: Database | Transaction,
  steps: readonly StagingStep[],
): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(steps, ({ asked }) => asked.indexId)) {
    const records = distinctRecords(ofIndex.map(({ asked }) => asked.record));
    await inSteps(
      records,
      async (some) => {
        rows.push(...(await selectChangesOnRecords(db, { connectionId: connection.id, indexId, records: some })));
      },
      AT_ONCE,
    );
  }
  return rows;
}

export async function refuseUnlessWritable(
  { deps, connection }: RequestContext,
  indexIds: Iterable<string>,
  trx?: Transaction,
): Promise<void> {
  for (const indexId of indexIds) {
    const index = await selectIndexVersion(trx ?? deps.store.db, connection.id, indexId);
    if (index === undefined) throw operationError("not_found", "index-version", { indexId });
    refuseStandard(index);
    if (index.archived_at !== null) throw operationError("wrong_state", "archived", { label: index.label });
  }
}
