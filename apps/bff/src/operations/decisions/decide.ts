import type { Decided, DecideInput, Decision, Evidence, Seen } from "@dc/contract";
import {
  acceptOutside,
  type Baseline,
  type FieldInput,
  foldChanges,
  keepOurs,
  type Known,
  type Operation,
  proposePin,
  proposeReset,
  proposeTakeBase,
  removeOverride,
  restoreOurs,
} from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { setPolicy } from "#/ledger/changes.ts";
import { decideField } from "#/ledger/decide-field.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { refuseImpossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { refuseIncomplete } from "#/operations/changes/missing-of-created.ts";
import { refuseMoved } from "#/operations/changes/refuse-moved.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { refuseUnread } from "#/operations/changes/staging/staging-basis.ts";
import { isWithdrawable, withdrawRows } from "#/operations/changes/withdraw.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { type ChangeRow, selectChange } from "#/store/tables/changes/changes.ts";
import type { FieldMemoryRow } from "#/store/tables/records/known-values.ts";
import { journal } from "#/context/journal.ts";
import { decideOnGrounds } from "#/ledger/keep-grounds.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";

export interface DecideRequest extends Omit<DecideInput, "evidence" | "seen"> {
  indexId: string;
  evidence: Evidence | null;
  seen?: Seen | undefined;
}

/**
 * A person's decision about a verdict or a flag. Keep ours, accept, pin and follow take effect at once; the others
 * stage or withdraw changes.
 */
export async function decide(context: RequestContext, request: DecideRequest): Promise<Decided> {
  const { deps } = context;
  const { indexId, record, field, element, decision, evidence } = request;
  refuseImpossibleDays([{ evidence, pointer: "/evidence" }], deps.clock.now());
  refuseStandard(await loadIndexVersion(context, indexId));
  const side = about[decision];
  const isUnseen = side !== null && request.seen?.[side] === undefined;
  const compared = await refreshComparison(deps, record, { indexId, maxAge: isUnseen ? 0 : "any" });
  if (isUnseen) refuseUnread([compared.here, compared.against]);
  const input = compared.fields.find(({ key }) => key === field);
  if (input === undefined) throw operationError("not_found", "field", { field });
  await refuseUnseen(context, request, input);
  const name = await nameOfRecord(context, request);
  switch (decision) {
    case "keep ours":
      return await recordDecision(context, { ...request, name }, "decision.keep-ours", ({ baseline }) =>
        requireProposal(keepOurs({ ...input, baseline: baseline ?? {} }, element)),
      );
    case "accept":
      return await recordDecision(context, { ...request, name }, "decision.accept", ({ known }) =>
        requireProposal(acceptOutside({ ...input, known: known ?? {} }, element)),
      );
    case "take base":
      return await stage(context, request, input, requireProposal(proposeTakeBase(input, element)).stage);
    case "reset to base":
      return await stage(context, request, input, requireProposal(proposeReset(input, element)).stage);
    case "restore":
      return await stage(context, request, input, requireProposal(restoreOurs(input, element)).stage);
    case "pin value":
      return await stage(context, request, input, requireProposal(proposePin(input, element)).stage);
    case "remove override":
      return await remove(context, compared, input, request);
    case "pin":
    case "follow":
      return await decidePolicy(context, { ...request, name }, input);
  }
}

/** A request with the name of the record, for the journal. */
type NamedRequest = DecideRequest & { name: string | null };

const about: { readonly [decision in Decision]: "base" | "index" | null } = {
  "keep ours": "base",
  "take base": "base",
  "reset to base": "base",
  "pin value": "base",
  accept: "index",
  restore: "index",
  "remove override": null,
  pin: null,
  follow: null,
};

/** Refuses to decide about values that have changed since the person saw them. */
async function refuseUnseen(
  { deps }: RequestContext,
  { indexId, record, decision, element, seen }: DecideRequest,
  { key, kind, base, index }: FieldInput,
): Promise<void> {
  const side = about[decision];
  const was = side === null ? undefined : seen?.[side];
  if (side === null || was === undefined) return;
  await refuseMoved(deps, {
    of: side === "base" ? "The standard index" : "The index",
    at: { indexId, type: record.type },
    field: key,
    kind,
    element,
    seen: was,
    now: side === "base" ? base : index,
    pointer: `/seen/${side}`,
  });
}

type Proposal<Move> = ({ ok: true } & Move) | { ok: false; message: string };

function requireProposal<Move>(proposal: Proposal<Move>): Move {
  if (!proposal.ok) throw new OperationError("wrong_state", proposal.message);
  return proposal;
}

/** Makes the decision on the locked L and K, so that concurrent decisions are kept. */
async function recordDecision(
  context: RequestContext,
  { indexId, record, name, field, element, evidence }: NamedRequest,
  code: "decision.keep-ours" | "decision.accept",
  decideOn: (memory: FieldMemoryRow) => { baseline?: Baseline; known?: Known },
): Promise<Decided> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const [seq] = await withLedger(deps, async (ledger) => {
    const place = { connectionId: connection.id, indexId, record, field };
    const { before, after } = await decideField(deps, ledger, place, decideOn);
    await decideOnGrounds(deps, ledger, place, code === "decision.accept" ? "index" : "base");
    const of = { field, element: element ?? null };
    return await journal(context, ledger.trx, {
      subject: `${record.type} ${record.id}`,
      indexId,
      before: { ...of, ...before },
      after: { ...of, ...after },
      message: {
        code,
        params: {
          by: actor.name,
          field,
          ...labelParam(deps.service.profile, record.type, field),
          record: { ...record, name },
        },
      },
      why: evidence?.reason ?? null,
    });
  });
  const until = new Date(now.getTime() + deps.undoMs).toISOString();
  return {
    outcome: "done",
    changes: [],
    replaced: [],
    note: null,
    undo: seq === undefined ? null : { decisionId: deps.secrets.hideNumber(seq, "entry"), until },
  };
}

async function stage(
  context: RequestContext,
  { indexId, changeSetId, record, field, decision, evidence, seen, seenDrafts }: DecideRequest,
  { base, index }: FieldInput,
  operations: readonly Operation[],
): Promise<Decided> {
  const { changes, replaced } = await stageChanges(context, {
    indexId,
    changeSetId,
    changes: operations.map((operation) => ({
      record,
      field,
      operation,
      policy: "pin",
      evidence,
      seen: { base: seen === undefined ? base : seen.base, index: seen?.index ?? index },
      seenDrafts,
      ...(decision === "restore" ? { restores: true, checkedAgainst: "index" } : {}),
    })),
  });
  return {
    outcome: "staged",
    changes,
    replaced,
    note: changes.length === 0 ? "No change was needed: the directory already has this value." : null,
    undo: null,
  };
}

async function remove(
  context: RequestContext,
  { changes }: ComparedRecord,
  input: FieldInput,
  { element, evidence }: DecideRequest,
): Promise<Decided> {
  const { deps } = context;
  const reason = evidence?.reason ?? null;
  const removal = requireProposal(removeOverride(input, element));
  const withdrawn = await withLedger(deps, async (ledger) => {
    const rows: ChangeRow[] = [];
    for (const { id } of changes.filter((row) => removal.withdraw.includes(row.id)).toReversed()) {
      const row = await selectChange(ledger.trx, context.connection.id, id);
      if (row === undefined || !isWithdrawable(row)) throw operationError("version_mismatch", "override-sent");
      rows.push(row);
    }
    const ended = await withdrawRows(context, ledger, rows, reason);
    await refuseIncomplete(context, ledger.trx, ended ?? [], "Removing this override");
    return { isDone: ended !== null, changes: await describeChanges(deps, ledger.trx, ended ?? rows) };
  });
  if (!withdrawn.isDone) return { outcome: "asked", changes: withdrawn.changes, replaced: [], note: null, undo: null };
  const note = removal.offersTakeBase
    ? "The value is now that of the index version, which differs from the standard value. Take base to write the standard value."
    : null;
  return { outcome: "withdrawn", changes: withdrawn.changes, replaced: [], note, undo: null };
}

async function decidePolicy(
  context: RequestContext,
  { indexId, record, name, field, element, decision, evidence }: NamedRequest,
  input: FieldInput,
): Promise<Decided> {
  const { actor, deps } = context;
  const policy = decision === "follow" ? "follow" : "pin";
  const { whole, elements } = foldChanges(input.index, input.changes, input.kind, input.region);
  const marks = element === undefined ? [whole, ...elements.values()] : [elements.get(element) ?? whole];
  const ids = [...new Set(marks.flatMap((mark) => mark?.changeId ?? []))];
  if (ids.length === 0) throw operationError("wrong_state", "no-override");
  const changes = await withLedger(deps, async (ledger) => {
    const rows: ChangeRow[] = [];
    for (const id of ids) rows.push(await changePolicy(context, ledger, id, policy));
    await journal(context, ledger.trx, {
      subject: `${record.type} ${record.id}`,
      indexId,
      after: { field, element: element ?? null, policy },
      message: {
        code: "decision.policy",
        params: {
          by: actor.name,
          field,
          ...labelParam(deps.service.profile, record.type, field),
          record: { ...record, name },
          policy,
        },
      },
      why: evidence?.reason ?? null,
    });
    return await describeChanges(deps, ledger.trx, rows);
  });
  return { outcome: "done", changes, replaced: [], note: null, undo: null };
}

async function changePolicy(
  { connection, deps }: RequestContext,
  ledger: Ledger,
  id: string,
  policy: "pin" | "follow",
): Promise<ChangeRow> {
  const row = await selectChange(ledger.trx, connection.id, id);
  const changed = row === undefined ? undefined : await setPolicy(deps, ledger, row, policy);
  if (changed === undefined) throw operationError("version_mismatch", "override");
  return changed;
}

async function nameOfRecord(
  { connection, deps }: RequestContext,
  { indexId, record }: DecideRequest,
): Promise<string | null> {
  const row = { connection_id: connection.id, index_id: indexId, record_type: record.type, record_id: record.id };
  return (await selectRecordNames(deps.store.db, [row]))(row);
}
