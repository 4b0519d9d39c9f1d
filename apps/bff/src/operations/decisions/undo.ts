import type { Decided } from "@dc/contract";
import { equalJson, type Json } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { type DecidedField, decideFields } from "#/ledger/decide-field.ts";
import { undoOnGrounds } from "#/ledger/grounds/keep-grounds.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { fieldKeyOf } from "#/records/moved-baselines.ts";
import { operationError } from "#/runtime/errors.ts";
import type { DecidedMemory } from "#/store/schema/ledger-tables.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type DecisionRow, deleteDecidedFields, lockDecision } from "#/store/tables/changes/decisions.ts";
import type { FieldMemoryRow } from "#/store/tables/records/known-values.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";

/**
 * Takes back a decision that took effect at once, of all its fields, within the time to undo and unless something was decided
 * after it.
 */
export async function undoDecision(
  context: RequestContext,
  { indexId, decisionId }: { indexId: string; decisionId: string },
): Promise<Decided> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const decision = deps.secrets.findNumber(decisionId, "entry");
  await withLedger(deps, async (ledger) => {
    const at = { connectionId: connection.id, indexId };
    const rows = decision === undefined ? [] : await lockDecision(ledger.trx, { ...at, decision });
    const [first] = rows;
    if (decision === undefined || first === undefined || first.actor.id !== actor.id)
      throw operationError("not_found", "decision");
    if (first.at.getTime() + deps.undoMs <= now.getTime())
      throw operationError("wrong_state", "undo-decision-too-late");
    const rowOf = new Map(rows.map((row) => [fieldKeyOf(row), row]));
    const places = rows.map((row) => ({ ...at, record: recordOf(row), field: row.field }));
    const undone = await decideFields(deps, ledger, places, (memory) => before(rowOf.get(fieldKeyOf(memory)), memory));
    if (!(await undoOnGrounds(deps, ledger, rows))) throw operationError("wrong_state", "decided-since");
    await deleteDecidedFields(ledger.trx, connection.id, decision);
    await journal(context, ledger.trx, entryOf(context, first, undone));
  });
  return { outcome: "undone", changes: [], changeIds: [], changeSetId: null, replaced: [], note: null, undo: null };
}

/** L and K as they were before the decision, if they are still as it left them. */
function before(row: DecisionRow | undefined, memory: FieldMemoryRow): DecidedMemory {
  const parts = ["baseline", "known"] as const;
  const { before: was = {}, after = {} } = row ?? {};
  if (parts.some((part) => after[part] !== undefined && !equalJson(asJson(after[part]), asJson(memory[part]))))
    throw operationError("wrong_state", "decided-since");
  return Object.fromEntries(parts.flatMap((part) => (after[part] === undefined ? [] : [[part, was[part] ?? null]])));
}

/** Stored memories are JSON objects. */
function asJson(memory: object | null): Json {
  return memory as Json;
}

function entryOf(
  { actor, deps }: RequestContext,
  { index_id: indexId, decision, elements, record_name: name }: DecisionRow,
  undone: readonly DecidedField[],
): Parameters<typeof journal>[2] {
  const [only, ...others] = undone;
  if (only === undefined || others.length > 0)
    return {
      subject: indexId,
      indexId,
      after: { fields: undone.length, decision },
      message: { code: "decision.undo-many", params: { by: actor.name, count: undone.length } },
    };
  const { record, field } = only.place;
  const of = { field, element: elements?.length === 1 ? elements[0] : elements };
  return {
    subject: `${record.type} ${record.id}`,
    indexId,
    before: { ...of, ...only.before },
    after: { ...of, ...only.after, decision },
    message: {
      code: "decision.undo",
      params: {
        by: actor.name,
        field,
        ...labelParam(deps.service.profile, record.type, field),
        record: { ...record, name },
      },
    },
  };
}
