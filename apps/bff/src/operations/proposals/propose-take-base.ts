import { type FieldComparison, comparisonRows, type PartComparison, type Reading } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { consoleContext } from "#/context/reach.ts";
import { claimProposal } from "#/ledger/decide-field.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { discardDraft } from "#/operations/changes/discard-draft.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";

type ComparisonRow = FieldComparison | PartComparison;

interface Move {
  compared: ComparedRecord;
  field: FieldComparison;
  row: ComparisonRow;
  base: Reading;
}

/**
 * Stages a draft that takes base where base moved under a following value, once for each base value, and discards the
 * proposal if base moves back. Returns whether a draft was staged or discarded. Never sends anything.
 */
export async function proposeTakeBase(
  deps: Deps,
  indexId: string,
  records: readonly ComparedRecord[],
): Promise<boolean> {
  const rows = records.flatMap((compared) =>
    compared.comparison.fields.flatMap((field) => comparisonRows(field).map((row) => ({ compared, field, row }))),
  );
  const idle = rows.flatMap(({ compared, row }) => (hasSettled(row) ? ownDrafts(compared, row) : []));
  const moved = await followingOf(deps, indexId, rows.filter(hasMoved));
  const proposed: Move[] = [];
  for (const move of moved) {
    const { compared, field, row, base } = move;
    const place = { connectionId: deps.connection.id, indexId, record: compared.record, field: field.key };
    if (await claimProposal(deps, place, { element: elementOf(row), base })) proposed.push(move);
  }
  if (idle.length === 0 && proposed.length === 0) return false;
  const context = consoleContext(deps, consoleActors.follower);
  try {
    for (const id of new Set(idle)) await discardDraft(context, id);
    if (proposed.length > 0) await stageChanges(context, { indexId, changes: proposed.map(asked) });
    return true;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    deps.log.warn({ err: error, indexId }, "values that follow base could not be proposed");
    return false;
  }
}

function hasMoved(proposed: { compared: ComparedRecord; row: ComparisonRow }): boolean {
  const { compared, row } = proposed;
  if (row.verdict !== "base moved" && row.verdict !== "conflict") return false;
  if (row.override === null ? row.verdict === "conflict" : !row.flags.includes("following")) return false;
  return row.drafts.every((id) => ownDrafts(compared, row).includes(id));
}

function hasSettled({ verdict, drafts }: ComparisonRow): boolean {
  return drafts.length > 0 && (verdict === "same" || verdict === "ours");
}

function ownDrafts({ changes }: ComparedRecord, { drafts }: ComparisonRow): string[] {
  return changes
    .filter(
      ({ id, state, created_by: by }) =>
        drafts.includes(id) && state === "draft" && by.id === consoleActors.follower.id,
    )
    .map(({ id }) => id);
}

/** Values without an override follow base only if the default policy of their index version is to follow. */
async function followingOf(deps: Deps, indexId: string, moved: readonly Omit<Move, "base">[]): Promise<Move[]> {
  const read = moved.flatMap((move) =>
    move.row.values.base === null ? [] : [{ ...move, base: move.row.values.base }],
  );
  if (read.every(({ row }) => row.override !== null)) return read;
  const index = await selectIndexVersion(deps.store.db, deps.connection.id, indexId);
  return index?.default_policy === "follow" ? read : read.filter(({ row }) => row.override !== null);
}

function elementOf(row: ComparisonRow): string {
  return "kind" in row ? "" : row.key;
}

function asked({ compared: { record }, field, row, base }: Move): AskedChange {
  const element = elementOf(row);
  return {
    record,
    field: field.key,
    operation: { op: "takeBase", ...(element === "" ? {} : { element }), to: base },
    policy: "follow",
    seen: { base: field.values.base, index: field.values.index },
    evidence: {
      reason: "The standard index moved, and this value follows it.",
      source: null,
      verifiedOn: null,
      reviewBy: null,
      from: null,
      until: null,
    },
  };
}
