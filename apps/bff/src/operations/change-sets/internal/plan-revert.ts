import { setImmediate as nextTurn } from "node:timers/promises";
import { applyOperation, liveStates, type NotReverted, proposeRevert, type Reading, recordKey } from "@dc/directory";
import type { RevertQuery } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { seenGround } from "#/operations/changes/staging/seen-ground.ts";
import { overlappingField } from "#/operations/changes/staging/field-problem.ts";
import { baseReading, hereReading, rawOf, type StagingBasis } from "#/operations/changes/staging/staging-basis.ts";
import { effectiveReading } from "#/ledger/effective-reading.ts";
import { toLiveChange } from "#/ledger/grounds/ground.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, orderOf, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { toEncodeFailure } from "#/upstream/encode-failure.ts";
import { selectPendingReverts, selectTakenBackBy } from "#/store/tables/changes/reverts.ts";

type WhyLeft = NotReverted | "being reverted" | "deleted record" | "closed directory" | "cannot be sent";

/** A change of the set that is not reverted. */
export interface LeftAsItIs {
  row: ChangeRow;
  why: WhyLeft;
  /** The change that stands on it, or that takes it back already. */
  by: string | null;
}

/** A change that takes back others, as it is staged. */
export type PlannedRevert = Pick<
  ChangeRow,
  | "index_id"
  | "record_type"
  | "record_id"
  | "field"
  | "kind"
  | "operation"
  | "policy"
  | "base_seen"
  | "value_before"
  | "ground"
> & { reverts: readonly string[] };

export interface RevertPlan {
  stage: PlannedRevert[];
  leftOut: LeftAsItIs[];
}

const texts: { readonly [why in WhyLeft]: string } = {
  "later change": "A later change decides the same value.",
  "changed since": "The index has changed since, and not by us.",
  "not read": "The value could not be read.",
  "value before not known": "The value to go back to is not known.",
  "being reverted": "Another change set reverts it already.",
  "deleted record": "A record that was deleted cannot be brought back.",
  "closed directory": "Its directory is archived or deleted.",
  "cannot be sent": "The profile gives no way to send that value.",
};

export function leftOutText({ why }: LeftAsItIs): string {
  return texts[why];
}

/** What takes back the applied changes of a set, and which of them are left as they are. */
export async function planRevert(
  deps: Deps,
  db: Database | Transaction,
  {
    changes,
    bases,
    to,
  }: {
    changes: readonly ChangeRow[];
    bases: ReadonlyMap<string, ReadonlyMap<string, StagingBasis>>;
    to: RevertQuery["to"];
  },
): Promise<RevertPlan> {
  const plan: RevertPlan = { stage: [], leftOut: [] };
  const applied = changes.filter(({ state }) => state === "applied");
  const [any] = applied;
  if (any === undefined) return plan;
  const pending = await selectPendingReverts(db, any.change_set_id);
  const takenBack = await takenBackBy(db, applied);
  for (const [indexId, ofIndex] of Map.groupBy(applied, (row) => row.index_id)) {
    const index = await selectIndexVersion(db, deps.connection.id, indexId);
    const isClosed = index === undefined || index.archived_at !== null || index.deleted_at !== null;
    const open = ofIndex.filter((row) => {
      const by = pending.get(row.id) ?? null;
      const why = isClosed ? "closed directory" : by === null ? null : "being reverted";
      if (why !== null) plan.leftOut.push({ row, why, by });
      return why === null;
    });
    const byRecord = Map.groupBy(open, (row) => recordKey(recordOf(row)));
    const records = [...byRecord.values()].flatMap(([row]) => (row === undefined ? [] : [recordOf(row)]));
    const states = [...liveStates, "queued"] as const;
    const rows = await selectChangesOnRecords(db, { connectionId: deps.connection.id, indexId, records, states });
    const liveOf = Map.groupBy(rows, (row) => recordKey(recordOf(row)));
    for (const [key, ofRecord] of byRecord) {
      const basis = bases.get(indexId)?.get(key);
      if (basis === undefined) for (const row of ofRecord) plan.leftOut.push({ row, why: "not read", by: null });
      else revertRecord(deps, plan, { basis, ofRecord, live: liveOf.get(key) ?? [], takenBack, to });
      await nextTurn();
    }
  }
  return plan;
}

/** What these changes took back, by the id of each: it was live until they were applied. */
async function takenBackBy(
  db: Database | Transaction,
  applied: readonly ChangeRow[],
): Promise<ReadonlyMap<string, readonly ChangeRow[]>> {
  const ids = applied.map(({ id }) => id);
  return Map.groupBy(await selectTakenBackBy(db, ids), (row) => row.taken_by);
}

interface OfRecord {
  basis: StagingBasis;
  /** The changes of the set. */
  ofRecord: readonly ChangeRow[];
  /** All that is live or queued. */
  live: readonly ChangeRow[];
  takenBack: ReadonlyMap<string, readonly ChangeRow[]>;
  /** What a value is reset to where no override stood before. */
  to: RevertQuery["to"];
}

function revertRecord(deps: Deps, plan: RevertPlan, given: OfRecord): void {
  const { basis, ofRecord, live } = given;
  const ownIds = new Set(ofRecord.map(({ id }) => id));
  const others = live.filter(({ id }) => !ownIds.has(id));
  const whole = ofRecord.filter(({ field }) => field === null);
  const [first] = whole;
  if (first !== undefined) {
    const isDeleted = whole.some(({ operation }) => operation.op === "delete");
    const later = others.find((row) => row.approval_order === null || orderOf(row) > orderOf(first));
    if (isDeleted || later !== undefined) {
      const why = isDeleted ? "deleted record" : "later change";
      for (const row of ofRecord) plan.leftOut.push({ row, why, by: later?.id ?? null });
      return;
    }
    // The record goes, with all that the set gave it.
    plan.stage.push({
      ...partsOf(first),
      operation: { op: "delete" },
      policy: "pin",
      base_seen: null,
      value_before: null,
      ground: seenGround(deps, {
        basis,
        asked: {},
        checked: { field: null, kind: null, operation: { op: "delete" } },
        effective: null,
        live,
        rows: [],
        shown: [],
      }),
      reverts: [...ownIds],
    });
    return;
  }
  if (basis.here.state === "missing") {
    for (const row of ofRecord) plan.leftOut.push({ row, why: "changed since", by: null });
    return;
  }
  for (const [field, ofField] of Map.groupBy(ofRecord, (row) => row.field)) {
    const [some] = ofField;
    if (field === null || some === undefined) continue;
    const laterOnRecord = others.find((row) => row.field === null && orderOf(row) > orderOf(some));
    const overlap = overlappingField(
      deps,
      field,
      others.filter((row) => orderOf(row) > orderOf(some)).map(toLedgerChange),
    );
    const standing = laterOnRecord ?? (overlap === null ? undefined : others.findLast((row) => row.field === overlap));
    if (standing !== undefined) {
      for (const row of ofField) plan.leftOut.push({ row, why: "later change", by: standing.id });
      continue;
    }
    revertField(deps, plan, { ...given, field, ofField });
  }
}

function revertField(
  deps: Deps,
  plan: RevertPlan,
  {
    basis,
    field,
    ofField,
    live,
    takenBack,
    to,
  }: Omit<OfRecord, "ofRecord"> & { field: string; ofField: readonly ChangeRow[] },
): void {
  const region = deps.service.profile.defaultRegion;
  const [first] = ofField;
  if (first === undefined) return;
  const kind = first.kind ?? "json";
  const ownIds = new Set(ofField.map(({ id }) => id));
  const baseSeen = baseReading(deps, basis, field);
  const stood = [...new Map(ofField.flatMap(({ id }) => takenBack.get(id) ?? []).map((row) => [row.id, row])).values()]
    .filter((row) => row.field === field)
    .map((row) => ({ ...toLedgerChange(row), state: "applied" as const }));
  const { stage, leftOut } = proposeRevert({
    kind,
    region,
    index: hereReading(deps, basis, field),
    reverted: ofField.map((row) => ({ ...toLedgerChange(row), before: to === "base" ? baseSeen : row.value_before })),
    others: [...live.filter((row) => row.field === field && !ownIds.has(row.id)).map(toLedgerChange), ...stood],
  });
  const before = effectiveReading(
    deps,
    { type: first.record_type, field, kind, raw: basis.here.raw },
    live.map(toLiveChange),
  );
  for (const { operation, policy, reverts } of stage) {
    const after = applyOperation(kind, before, operation, region) ?? before;
    if (!canBeSent(deps, basis, { ...partsOf(first), field, after })) {
      for (const row of ofField)
        if (reverts.includes(row.id)) plan.leftOut.push({ row, why: "cannot be sent", by: null });
      continue;
    }
    const checked = { field, kind, operation };
    const ground = seenGround(deps, { basis, asked: {}, checked, effective: before, live, rows: [], shown: [] });
    plan.stage.push({
      ...partsOf(first),
      operation,
      policy,
      base_seen: baseSeen,
      value_before: before,
      ground,
      reverts,
    });
  }
  for (const { id, why, by } of leftOut) {
    const row = ofField.find((change) => change.id === id);
    if (row !== undefined) plan.leftOut.push({ row, why, by });
  }
}

/** Whether the profile can write this value of the record. */
function canBeSent(
  { service }: Deps,
  basis: StagingBasis,
  { index_id, record_type, record_id, field, after }: ReturnType<typeof partsOf> & { field: string; after: Reading },
): boolean {
  try {
    service.client.writes.describeUpdate({
      type: record_type,
      id: record_id,
      index: index_id,
      fields: { [field]: after },
      current: rawOf(basis),
    });
    return true;
  } catch (error) {
    if (toEncodeFailure(error) === undefined) throw error;
    return false;
  }
}

function partsOf({ index_id, record_type, record_id, field, kind }: ChangeRow) {
  return { index_id, record_type, record_id, field, kind };
}
