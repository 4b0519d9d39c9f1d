import type { Decided, Evidence } from "@dc/contract";
import {
  acceptOutside,
  decidesPart,
  keepOurs,
  type Reading,
  type RecordKey,
  touchedElements,
  withPartNow,
} from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { type DecidedField, decideFields } from "#/ledger/decide-field.ts";
import { decideOnGrounds } from "#/ledger/grounds/keep-grounds.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { fieldKeyOf } from "#/records/moved-baselines.ts";
import { InvariantError, OperationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { DecidedGrounds, DecidedMemory } from "#/store/schema/ledger-tables.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { type FieldToKeep, insertDecidedFields } from "#/store/tables/changes/decisions.ts";
import type { FieldMemoryRow } from "#/store/tables/records/known-values.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";
import type { ValueToDecide } from "./read-values.ts";
import type { Refusals } from "./refusals.ts";

interface AtOnce {
  indexId: string;
  decision: "keep ours" | "accept";
  evidence: Evidence | null;
  values: readonly ValueToDecide[];
}

/** Decides on the locked L and K, so that concurrent decisions are kept: one entry of the journal, and one undo. */
export async function decideAtOnce(
  context: RequestContext,
  { indexId, decision, evidence, values }: AtOnce,
  refusals: Refusals,
): Promise<Pick<Decided, "outcome" | "undo">> {
  const { connection, deps } = context;
  const now = deps.clock.now();
  const rowOf = ({ record: { type, id } }: { record: RecordKey }) => ({
    connection_id: connection.id,
    index_id: indexId,
    record_type: type,
    record_id: id,
  });
  const ofField = Map.groupBy(values, (value) => fieldKeyOf({ ...rowOf(value), field: value.field }));
  const decideOn = (memory: FieldMemoryRow): DecidedMemory => {
    let decided: DecidedMemory = {};
    for (const value of ofField.get(fieldKeyOf(memory)) ?? []) {
      const { input, element } = value;
      const proposal =
        decision === "keep ours"
          ? keepOurs({ ...input, baseline: decided.baseline ?? memory.baseline ?? {} }, element)
          : acceptOutside({ ...input, known: decided.known ?? memory.known ?? {} }, element);
      if (!proposal.ok) refusals.add(value.at, new OperationError("wrong_state", proposal.message));
      else decided = "baseline" in proposal ? { baseline: proposal.baseline } : { known: proposal.known };
    }
    return decided;
  };
  const concernsOf = new Map<string, ReturnType<typeof decidesPart>[]>();
  const isConcerned = (row: ChangeRow) => {
    const key = fieldKeyOf(row);
    const concerns =
      concernsOf.get(key) ?? (ofField.get(key) ?? []).map(({ input, element }) => decidesPart(input, element));
    concernsOf.set(key, concerns);
    return concerns.some((isOf) => isOf(row.operation));
  };
  const side = decision === "accept" ? "index" : "base";
  /** One part after the other of a field that was set whole; of anything else its own part alone is compared. */
  const seenBy = (row: ChangeRow, was: Reading, now: Reading): Reading => {
    const decided = ofField.get(fieldKeyOf(row)) ?? [];
    if (touchedElements(row.operation, deps.service.profile.defaultRegion) !== null) return now;
    return decided.reduce(
      (seen, { input, element }) => (element === undefined ? now : withPartNow(input, element, { seen, now, side })),
      was,
    );
  };
  const fields = [...ofField.values()].flatMap(([first]) => first ?? []);
  const places = fields.map(({ record, field }) => ({ connectionId: connection.id, indexId, record, field }));
  const seq = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const decided = await decideFields(deps, ledger, places, decideOn);
    refusals.throwIfAny();
    const groundsOf = await decideOnGrounds(deps, ledger, places, { side, isConcerned, seenBy });
    const kept: FieldToKeep[] = [];
    await inSteps(decided, async (some) => {
      const rowAt = ({ place: { record } }: DecidedField) => rowOf({ record });
      const nameOf = await selectRecordNames(trx, some.map(rowAt));
      for (const one of some) {
        const asked = ofField.get(fieldKeyOf({ ...rowAt(one), field: one.place.field })) ?? [];
        const elements = asked.map(({ element }) => element);
        const isWhole = elements.includes(undefined);
        const { before, after } = groundsOf.get(fieldKeyOf({ ...rowAt(one), field: one.place.field })) ?? {};
        kept.push({
          place: one.place,
          before: { ...one.before, ...(before === undefined ? {} : { stoodOn: before }) },
          after: { ...one.after, ...(after === undefined ? {} : { stoodOn: after }) },
          name: nameOf(rowAt(one)),
          elements: isWhole ? null : elements.flatMap((element) => element ?? []),
        });
      }
    });
    const [number] = await journal(context, trx, entryOf(context, { indexId, decision, evidence, kept }));
    if (number === undefined) throw new InvariantError("The journal has no number for an entry.");
    await insertDecidedFields(trx, number, kept);
    return number;
  });
  const until = new Date(now.getTime() + deps.undoMs).toISOString();
  return { outcome: "done", undo: { decisionId: deps.secrets.hideNumber(seq, "entry"), until } };
}

/** Of one field it says what it said before and after; of many how many they are, which are kept beside it. */
function entryOf(
  { actor, deps }: RequestContext,
  { indexId, decision, evidence, kept }: Omit<AtOnce, "values"> & { kept: readonly FieldToKeep[] },
): Parameters<typeof journal>[2] {
  const code = decision === "accept" ? "decision.accept" : "decision.keep-ours";
  const why = evidence?.reason ?? null;
  const [only, ...others] = kept;
  if (only === undefined || others.length > 0)
    return {
      subject: indexId,
      indexId,
      after: { fields: kept.length },
      message: { code: `${code}-many`, params: { by: actor.name, count: kept.length } },
      why,
    };
  const { record, field } = only.place;
  const [element = null, ...more] = only.elements ?? [];
  const of = { field, element: more.length === 0 ? element : only.elements };
  return {
    subject: `${record.type} ${record.id}`,
    indexId,
    before: { ...of, ...memoryOf(only.before) },
    after: { ...of, ...memoryOf(only.after) },
    message: {
      code,
      params: {
        by: actor.name,
        field,
        ...labelParam(deps.service.profile, record.type, field),
        record: { ...record, name: only.name },
      },
    },
    why,
  };
}

/** What is decided on is told of each change by itself. */
function memoryOf({ stoodOn: _stoodOn, ...memory }: DecidedMemory & DecidedGrounds): DecidedMemory {
  return memory;
}
