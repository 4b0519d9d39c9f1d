import type { Decided, RecordKey } from "@dc/contract";
import { equalJson, type Json } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { decideField, type DecidedMemory } from "#/ledger/decide-field.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { type DecisionRow, selectDecision } from "#/store/tables/changes/decisions.ts";
import type { FieldMemoryRow } from "#/store/tables/records/known-values.ts";
import { journal } from "#/context/journal.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";

/** Takes back a decision that took effect at once, within the time to undo and unless something was decided after it. */
export async function undoDecision(
  context: RequestContext,
  { indexId, decisionId }: { indexId: string; decisionId: string },
): Promise<Decided> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const seq = deps.secrets.findNumber(decisionId, "entry");
  await withLedger(deps, async (ledger) => {
    const at = { connectionId: connection.id, indexId };
    const row = seq === undefined ? undefined : await selectDecision(ledger.trx, { ...at, seq });
    if (row === undefined || row.actor.id !== actor.id) throw operationError("not_found", "decision");
    if (row.at.getTime() + deps.undoMs <= now.getTime()) throw operationError("wrong_state", "undo-decision-too-late");
    const record = recordOf(row);
    const field = row.after.field;
    const { before, after } = await decideField(deps, ledger, { ...at, record, field }, (memory) =>
      undone(row, memory),
    );
    const of = { field, element: row.after.element };
    await journal(context, ledger.trx, {
      subject: row.subject,
      indexId,
      before: { ...of, ...before },
      after: { ...of, ...after, decision: seq },
      message: {
        code: "decision.undo",
        params: {
          by: actor.name,
          field,
          ...labelParam(deps.service.profile, record.type, field),
          record: { ...record, name: row.name },
        },
      },
    });
  });
  return { outcome: "undone", changes: [], replaced: [], note: null, undo: null };
}

/** L and K as they were before the decision, if they are still as it left them. */
function undone({ before, after }: DecisionRow, memory: FieldMemoryRow): DecidedMemory {
  const parts = ["baseline", "known"] as const;
  if (parts.some((part) => after[part] !== undefined && !equalJson(asJson(after[part]), asJson(memory[part]))))
    throw operationError("wrong_state", "decided-since");
  return Object.fromEntries(
    parts.flatMap((part) => (after[part] === undefined ? [] : [[part, before?.[part] ?? null]])),
  );
}

/** Stored memories are JSON objects. */
function asJson(memory: object | null): Json {
  return memory as Json;
}

function recordOf({ subject }: DecisionRow): RecordKey {
  const space = subject.indexOf(" ");
  return { type: subject.slice(0, space), id: subject.slice(space + 1) };
}
