import type { Decided, DecideInput, Decision, Evidence } from "@dc/contract";
import {
  type FieldInput,
  type Operation,
  overridingChanges,
  proposePin,
  proposeReset,
  proposeTakeBase,
  removeOverride,
  restoreOurs,
} from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { setPolicies } from "#/ledger/changes.ts";
import { followRecords } from "#/ledger/decide-field.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { refuseIncomplete } from "#/operations/changes/missing-of-created.ts";
import { refuseImpossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { isWithdrawable, withdrawRows } from "#/operations/changes/withdraw.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";
import { decideAtOnce } from "./internal/decide-at-once.ts";
import { type AskedValue, readValues, type ValueToDecide } from "./internal/read-values.ts";
import { atValues, type Refusals, refusalsOf } from "./internal/refusals.ts";

/** So many proposals are made before other work has its turn. */
const AT_ONCE = 25;
/** So many of the changes that a decision made are described. */
const MOST_DESCRIBED = 200;

export type DecideRequest = Omit<z.output<typeof DecideInput>, "evidence"> & {
  indexId: string;
  evidence: Evidence | null;
};

interface Deciding {
  indexId: string;
  changeSetId: string | undefined;
  decision: Decision;
  evidence: Evidence | null;
  values: readonly ValueToDecide[];
  isMany: boolean;
  refusals: Refusals;
}

const nothing: Omit<Decided, "outcome"> = {
  changes: [],
  changeIds: [],
  changeSetId: null,
  replaced: [],
  note: null,
  undo: null,
};

/**
 * A person's decision about verdicts or flags, of any number of values as one act: all of them or none. Keep ours, accept, pin
 * and follow take effect at once; the others stage or withdraw changes.
 */
export async function decide(context: RequestContext, request: DecideRequest): Promise<Decided> {
  const { deps } = context;
  const { indexId, decision, evidence } = request;
  refuseImpossibleDays([{ evidence, pointer: "/evidence" }], deps);
  refuseStandard(await loadIndexVersion(context, indexId));
  const asked = request.of ?? [oneOf(request)];
  const isMany = request.of !== undefined;
  const refusals = refusalsOf(asked.length, isMany);
  const values = await readValues(context, { indexId, decision, values: asked }, refusals);
  refusals.throwIfAny();
  const deciding = { indexId, changeSetId: request.changeSetId, decision, evidence, values, isMany, refusals };
  switch (decision) {
    case "keep ours":
    case "accept":
      return { ...nothing, ...(await decideAtOnce(context, { indexId, decision, evidence, values }, refusals)) };
    case "take base":
      return await stage(context, deciding, proposeTakeBase);
    case "reset to base":
      return await stage(context, deciding, proposeReset);
    case "restore":
      return await stage(context, deciding, restoreOurs);
    case "pin value":
      return await stage(context, deciding, proposePin);
    case "remove override":
      return await remove(context, deciding);
    case "pin":
    case "follow":
      return await decidePolicy(context, deciding, decision);
  }
}

/** The one value that a request names without a list. */
function oneOf({ record, field, element, seen, seenDrafts }: DecideRequest): AskedValue {
  if (record === undefined || field === undefined) throw new RangeError("a decision is about a field of a record");
  return { record, field, element, seen, seenDrafts };
}

type Proposal<Move> = ({ ok: true } & Move) | { ok: false; message: string };

/** What is proposed for each value, with its place; refuses together those for which nothing is. */
async function propose<Move>(
  { values, refusals }: Deciding,
  proposeFor: (input: FieldInput, element?: string) => Proposal<Move>,
): Promise<{ value: ValueToDecide; move: Move }[]> {
  const proposed: { value: ValueToDecide; move: Move }[] = [];
  await inSteps(
    values,
    async (some) => {
      for (const value of some) {
        const proposal = proposeFor(value.input, value.element);
        if (proposal.ok) proposed.push({ value, move: proposal });
        else refusals.add(value.at, new OperationError("wrong_state", proposal.message));
      }
    },
    AT_ONCE,
  );
  refusals.throwIfAny();
  return proposed;
}

async function stage(
  context: RequestContext,
  deciding: Deciding,
  proposeFor: (input: FieldInput, element?: string) => Proposal<{ stage: Operation[] }>,
): Promise<Decided> {
  const { indexId, changeSetId, decision, evidence, isMany } = deciding;
  const proposed = (await propose(deciding, proposeFor)).flatMap(({ value, move }) =>
    move.stage.map((operation) => ({ value, operation })),
  );
  const staged = await stageChanges(context, {
    indexId,
    changeSetId,
    changes: proposed.map(({ operation, value: { record, field, seen, seenDrafts, input } }) => ({
      record,
      field,
      operation,
      policy: "pin",
      evidence,
      seen: { base: seen === undefined ? input.base : seen.base, index: seen?.index ?? input.index },
      seenDrafts,
      ...(decision === "restore" ? { restores: true, checkedAgainst: "index" } : {}),
    })),
  }).catch((error: unknown) => {
    const places = proposed.map(({ value }) => value.at);
    throw isMany ? atValues(error, places) : error;
  });
  const { changes, changeIds, replaced, dropped } = staged;
  return {
    ...nothing,
    outcome: "staged",
    changes,
    changeIds,
    changeSetId: staged.changeSet.id,
    replaced,
    note:
      changeIds.length === 0
        ? "No change was needed: the directory already has this value."
        : dropped.length === 0
          ? null
          : `${dropped.length} needed no change.`,
  };
}

async function remove(context: RequestContext, deciding: Deciding): Promise<Decided> {
  const { connection, deps } = context;
  const reason = deciding.evidence?.reason ?? null;
  const removals = (await propose(deciding, removeOverride)).map(({ move }) => move);
  const ids = [...new Set(removals.flatMap(({ withdraw }) => withdraw))];
  const order = new Map(deciding.values.flatMap(({ changes }) => changes).map(({ id }, at) => [id, at]));
  const { isDone, rows } = await withLedger(deps, async (ledger) => {
    const found = (await selectChangesByIds(ledger.trx, ids)).filter((row) => row.connection_id === connection.id);
    if (found.length < ids.length || !found.every(isWithdrawable))
      throw operationError("version_mismatch", "override-sent");
    const laterFirst = found.toSorted((a, b) => (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0));
    const ended = await withdrawRows(context, ledger, laterFirst, reason);
    await refuseIncomplete(context, ledger.trx, ended ?? [], "Removing this override");
    return { isDone: ended !== null, rows: ended ?? laterFirst };
  });
  const told = {
    ...nothing,
    changes: await describeChanges(deps, deps.store.db, rows.slice(0, MOST_DESCRIBED)),
    changeIds: rows.map(({ id }) => id),
  };
  if (!isDone) return { ...told, outcome: "asked" };
  const differs = removals.filter(({ offersTakeBase }) => offersTakeBase).length;
  return { ...told, outcome: "withdrawn", note: differs === 0 ? null : noteOfRemoval(deciding, differs) };
}

const noteOfRemoval = ({ values }: Deciding, differs: number): string =>
  values.length === 1
    ? "The value is now that of the index version, which differs from the standard value. Take base to write the standard value."
    : `${differs} are now as the index version says, which differs from the standard value. Take base to write the standard values.`;

async function decidePolicy(context: RequestContext, deciding: Deciding, policy: "pin" | "follow"): Promise<Decided> {
  const { actor, connection, deps } = context;
  const { indexId, evidence, values, refusals } = deciding;
  const overrides = values.map((value) => ({ value, ids: overridingChanges(value.input, value.element) }));
  for (const { value, ids } of overrides)
    if (ids.length === 0) refusals.add(value.at, operationError("wrong_state", "no-override"));
  refusals.throwIfAny();
  const ids = [...new Set(overrides.flatMap((override) => override.ids))];
  const rows = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    await followRecords(
      deps,
      ledger,
      values.map(({ record }) => ({ indexId, record })),
    );
    const found = (await selectChangesByIds(trx, ids)).filter((row) => row.connection_id === connection.id);
    const changed = found.length < ids.length ? undefined : await setPolicies(deps, ledger, found, policy);
    if (changed === undefined) throw operationError("version_mismatch", "override");
    const [only, ...others] = values;
    const many = { code: "decision.policy-many", params: { by: actor.name, policy, count: changed.length } } as const;
    await journal(context, trx, {
      indexId,
      ...(only === undefined || others.length > 0
        ? { subject: indexId, after: { overrides: changed.length, policy }, message: many }
        : {
            subject: `${only.record.type} ${only.record.id}`,
            after: { field: only.field, element: only.element ?? null, policy },
            message: {
              code: "decision.policy",
              params: {
                by: actor.name,
                field: only.field,
                ...labelParam(deps.service.profile, only.record.type, only.field),
                record: { ...only.record, name: await nameOfRecord(context, trx, only, indexId) },
                policy,
              },
            } as const,
          }),
      why: evidence?.reason ?? null,
    });
    return changed;
  });
  return {
    ...nothing,
    outcome: "done",
    changes: await describeChanges(deps, deps.store.db, rows.slice(0, MOST_DESCRIBED)),
    changeIds: rows.map(({ id }) => id),
  };
}

async function nameOfRecord(
  { connection }: RequestContext,
  trx: Transaction,
  { record }: ValueToDecide,
  indexId: string,
): Promise<string | null> {
  const row = { connection_id: connection.id, index_id: indexId, record_type: record.type, record_id: record.id };
  return (await selectRecordNames(trx, [row]))(row);
}
