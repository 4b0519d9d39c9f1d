import type { ChangeSet } from "@dc/contract";
import { changeSetState, type ChangeState, fieldLabel } from "@dc/directory";
import { type ChangeSetContents, type ChangeSetRow, selectContents } from "#/store/tables/change-sets.ts";
import { selectEvidence } from "#/store/tables/evidence.ts";
import { selectIndexNames } from "#/store/tables/index-versions.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { nameMeanings } from "#/upstream/to-domain.ts";

/** Change sets for display: state and counts derived from their changes, and a generated name if they have none. */
export async function describeChangeSets(
  db: Database | Transaction,
  rows: readonly ChangeSetRow[],
): Promise<ChangeSet[]> {
  const contents = await selectContents(
    db,
    rows.map(({ id }) => id),
    nameMeanings,
  );
  const evidence = await selectEvidence(
    db,
    rows.flatMap((row) => row.evidence_id ?? []),
  );
  const indexNames = await selectIndexNames(db, rows);
  return rows.map((row) => {
    const content = contents.get(row.id);
    return {
      id: row.id,
      indexId: row.index_id,
      indexName: indexNames.get(row.index_id) ?? row.index_id,
      name: row.name ?? nameFor(content),
      state: stateOf(content),
      counts: countsOf(content?.states ?? new Map<ChangeState, number>()),
      evidence: row.evidence_id === null ? null : (evidence.get(row.evidence_id) ?? null),
      sendAfter: row.send_after?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      approvedAt: row.approved_at?.toISOString() ?? null,
      approvedBy: row.approved_by,
      version: row.version,
    };
  });
}

function stateOf(content: ChangeSetContents | undefined): ChangeSet["state"] {
  const isReadAgain = content?.isReadAgain ?? false;
  return changeSetState(
    [...(content?.states ?? [])].flatMap(([state, count]) => (count > 0 ? [{ state, isReadAgain }] : [])),
  );
}

const shown = [
  "draft",
  "approved",
  "sending",
  "applied",
  "held",
  "failed",
  "unknown",
  "deferred",
  "withdrawn",
] as const;

function countsOf(states: ReadonlyMap<ChangeState, number>): ChangeSet["counts"] {
  const total = [...states.values()].reduce((sum, count) => sum + count, 0);
  const of = (state: ChangeState) => states.get(state) ?? 0;
  const other = total - shown.reduce((sum, state) => sum + of(state), 0);
  return {
    total,
    draft: of("draft"),
    approved: of("approved"),
    sending: of("sending"),
    applied: of("applied"),
    held: of("held"),
    failed: of("failed"),
    unknown: of("unknown"),
    deferred: of("deferred"),
    withdrawn: of("withdrawn"),
    other,
  };
}

/** A short name from the content of the set. */
function nameFor(content: ChangeSetContents | undefined): string {
  if (content === undefined) return "Empty draft";
  const field = content.firstField === null ? "Changes" : capital(fieldLabel(content.firstField));
  const what = lifeOf(content) ?? (content.fields > 1 ? `${content.fields} fields` : field);
  const where =
    content.records > 1
      ? `${content.records} records`
      : (content.firstRecordName ?? content.firstRecordId ?? "a record");
  return `${what} of ${where}`;
}

/** The kind of a set that only creates or deletes records; null if it also changes fields. */
function lifeOf({ created, deleted, records, fields }: ChangeSetContents): string | null {
  if (created + deleted === 0) return null;
  if (created + deleted < records) return fields === 0 ? null : "Changes";
  if (created > 0 && deleted > 0) return "Creation and deletion";
  return created > 0 ? "Creation" : "Deletion";
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export async function describeChangeSet(db: Database | Transaction, row: ChangeSetRow): Promise<ChangeSet> {
  const [changeSet] = await describeChangeSets(db, [row]);
  if (changeSet === undefined) throw new RangeError("one row gives one change set");
  return changeSet;
}
