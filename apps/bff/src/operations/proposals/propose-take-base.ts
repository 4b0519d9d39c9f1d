import { type FieldComparison, comparisonRows, type PartComparison, type Reading } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { claimProposal } from "#/ledger/decide-field.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { discardDraft } from "#/operations/changes/discard-draft.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";

type Leaf = FieldComparison | PartComparison;

interface Move {
  compared: ComparedRecord;
  field: FieldComparison;
  leaf: Leaf;
  base: Reading;
}

/**
 * Where base moved under a value that follows it, the change that takes base is proposed as a draft, once for each value that base
 * has; where base came back, the proposal is taken away. Gives whether anything was staged or discarded. Nothing is ever sent by it.
 */
export async function proposeTakeBase(
  deps: Deps,
  indexId: string,
  records: readonly ComparedRecord[],
): Promise<boolean> {
  const leaves = records.flatMap((compared) =>
    compared.comparison.fields.flatMap((field) => comparisonRows(field).map((leaf) => ({ compared, field, leaf }))),
  );
  const idle = leaves.flatMap(({ compared, leaf }) => (hasSettled(leaf) ? ownDrafts(compared, leaf) : []));
  const moved = await followingOf(deps, indexId, leaves.filter(hasMoved));
  const proposed: Move[] = [];
  for (const move of moved) {
    const { compared, field, leaf, base } = move;
    const at = { connectionId: deps.connection.id, indexId, record: compared.record, field: field.key };
    if (await claimProposal(deps, at, { element: elementOf(leaf), base })) proposed.push(move);
  }
  if (idle.length === 0 && proposed.length === 0) return false;
  const context: RequestContext = {
    actor: consoleActors.follower,
    connection: deps.connection,
    deps,
    requestId: deps.newId("req"),
  };
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

function hasMoved(one: { compared: ComparedRecord; leaf: Leaf }): boolean {
  const { compared, leaf } = one;
  if (leaf.verdict !== "base moved" && leaf.verdict !== "conflict") return false;
  if (leaf.override === null ? leaf.verdict === "conflict" : !leaf.flags.includes("following")) return false;
  return leaf.drafts.every((id) => ownDrafts(compared, leaf).includes(id));
}

function hasSettled({ verdict, drafts }: Leaf): boolean {
  return drafts.length > 0 && (verdict === "same" || verdict === "ours");
}

function ownDrafts({ changes }: ComparedRecord, { drafts }: Leaf): string[] {
  return changes
    .filter(
      ({ id, state, created_by: by }) =>
        drafts.includes(id) && state === "draft" && by.id === consoleActors.follower.id,
    )
    .map(({ id }) => id);
}

/** Values without an override follow where their directory does. */
async function followingOf(deps: Deps, indexId: string, moved: readonly Omit<Move, "base">[]): Promise<Move[]> {
  const read = moved.flatMap((move) =>
    move.leaf.values.base === null ? [] : [{ ...move, base: move.leaf.values.base }],
  );
  if (read.every(({ leaf }) => leaf.override !== null)) return read;
  const index = await selectIndexVersion(deps.store.db, deps.connection.id, indexId);
  return index?.default_policy === "follow" ? read : read.filter(({ leaf }) => leaf.override !== null);
}

function elementOf(leaf: Leaf): string {
  return "kind" in leaf ? "" : leaf.key;
}

function asked({ compared: { record }, field, leaf, base }: Move): AskedChange {
  const element = elementOf(leaf);
  return {
    record,
    field: field.key,
    operation: { op: "takeBase", ...(element === "" ? {} : { element }), to: base },
    policy: "follow",
    seen: { base: field.values.base },
    evidence: {
      reason: "The standard index moved, and this value follows it.",
      source: null,
      verifiedOn: null,
      reviewBy: null,
    },
  };
}
