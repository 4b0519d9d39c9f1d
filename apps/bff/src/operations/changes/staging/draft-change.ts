import type { Actor } from "@dc/contract";
import {
  applyOperation,
  applyOperations,
  type Change,
  equalReadings,
  type Operation,
  type Reading,
} from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import type { NewDraft } from "#/ledger/changes.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import type { AskedChange, CheckedChange } from "./check-change.ts";
import { composeDraft, type Composed } from "./compose-draft.ts";
import { existsFor, type StagingBasis } from "./staging-basis.ts";

interface Staging {
  changeSetId: string;
  indexId: string;
  asked: AskedChange;
  checked: CheckedChange;
  basis: StagingBasis;
  /** The base value that the author saw. */
  baseSeen: Reading | null;
  /** The value that the change is compared with: the directory's, or the index's if it restores ours. */
  before: Reading | null;
  ofRecord: readonly Change[];
  /** The drafts on this record in this set, whoever staged them. */
  drafts: readonly SetDraft[];
}

/** A draft to be written, with its evidence. */
export type StagedDraft = NewDraft & { evidence: AskedChange["evidence"] };
export type SetDraft = ChangeRow | StagedDraft;

/** The draft that results from a request, if any, and the drafts that it replaces. */
export function draftChange(
  { actor, connection, deps }: RequestContext,
  { changeSetId, indexId, asked, checked, basis, baseSeen, before, ofRecord, drafts }: Staging,
): { row: StagedDraft | null; replaced: SetDraft[] } {
  const { profile } = deps.service;
  const { field, kind } = checked;
  const now = deps.clock.now();
  let operation: CheckedChange["operation"] | null = checked.operation;
  if (operation.op === "create" && existsFor(basis, ofRecord))
    throw operationError("already_exists", "record", { type: asked.record.type, id: asked.record.id });
  if (operation.op === "delete" && isProvisional(asked.record))
    throw operationError("wrong_state", "record-not-created");
  const isThere = (element: string) =>
    kind !== null &&
    before !== null &&
    !equalReadings(
      kind,
      before,
      applyTo({ op: "remove", element }, kind, before, profile.defaultRegion),
      profile.defaultRegion,
    );
  const replaced: SetDraft[] = [];
  const beneath: Operation[] = [];
  for (const older of drafts) {
    if (operation === null) break;
    if (older.field !== field) continue;
    const composed: Composed =
      kind === null
        ? { keepsOlder: false, newer: operation }
        : composeDraft(kind, older.operation, operation, profile.defaultRegion, isThere);
    operation = composed.newer;
    if (composed.keepsOlder) beneath.push(older.operation);
    else replaced.push(older);
  }
  const isNeeded = asked.wasDraft === true && operation === checked.operation;
  const effective =
    kind === null || before === null ? null : applyOperations(kind, before, beneath, profile.defaultRegion);
  if (operation === null || (!isNeeded && changesNothing(operation, { field, kind, effective, profile })))
    return { row: null, replaced };
  const row: StagedDraft = {
    id: deps.newId("chg"),
    connection_id: connection.id,
    change_set_id: changeSetId,
    index_id: indexId,
    record_type: asked.record.type,
    record_id: asked.record.id,
    field,
    kind,
    operation,
    policy: asked.policy,
    evidence_id: asked.evidence === null ? null : deps.newId("evi"),
    evidence: asked.evidence,
    base_seen: baseSeen,
    value_before: before,
    ground: null,
    state: "draft" as const,
    approval_order: null,
    settled_by: authorsBeside(actor, replaced),
    created_by: actor,
    created_at: now,
  };
  const { restored } = asked;
  return { row: restored === undefined || operation !== checked.operation ? row : { ...row, ...restored }, replaced };
}

/** Whoever staged what a draft takes the place of stays an author beside the new one, whose approval does not count. */
function authorsBeside(actor: Actor, replaced: readonly SetDraft[]): Actor[] | null {
  const authors = replaced.flatMap(({ created_by: by, settled_by: settled }) => [by, ...(settled ?? [])]);
  const others = new Map(
    authors.filter(({ id, kind }) => id !== actor.id && kind !== "console").map((author) => [author.id, author]),
  );
  return others.size === 0 ? null : [...others.values()];
}

/** A return to base ends an override, and a pin makes one, even if no value changes; everything else must change one. */
function changesNothing(
  operation: CheckedChange["operation"],
  {
    kind,
    effective,
    profile,
  }: {
    field: string | null;
    kind: CheckedChange["kind"];
    effective: Reading | null;
    profile: RequestContext["deps"]["service"]["profile"];
  },
): boolean {
  if (kind === null || effective === null) return false;
  if (operation.op === "reset" || operation.op === "takeBase" || operation.op === "pinValue") return false;
  const after = applyTo(operation, kind, effective, profile.defaultRegion);
  return equalReadings(kind, effective, after, profile.defaultRegion);
}

function applyTo(
  operation: CheckedChange["operation"],
  kind: NonNullable<CheckedChange["kind"]>,
  effective: Reading,
  region: string,
): Reading {
  return applyOperation(kind, effective, operation, region) ?? effective;
}
