import type { SplitChangeSet, SplitChangeSetInput } from "@dc/contract";
import { isLive, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { act, actInSteps } from "#/ledger/set-acts.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { type Choice, chosenChanges, refuseOfOtherSets } from "./internal/chosen-changes.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { readChangeSet } from "./list.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { type ChangeSetRow, insertChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { readAhead, readOrAhead } from "#/store/tables/changes/read-ahead.ts";
import { copyEvidence } from "#/store/tables/changes/evidence.ts";
import { journal } from "#/context/journal.ts";

const LONGEST_NAME = 200;

/**
 * Moves changes that nobody has applied yet, or that are held, into a set of their own, so that the rest can go on. They keep
 * their state, their approvals and the evidence, and both sets name each other.
 */
export async function splitOff(
  context: RequestContext,
  id: string,
  { version, ...choice }: SplitChangeSetInput,
): Promise<SplitChangeSet> {
  const { deps } = context;
  const isChosen = await chosenChanges(context, id, choice);
  const ahead = await readAhead(deps.store.db, id);
  const madeId = await withLedger(deps, async (ledger) => {
    const row = await lockAtVersion(context, ledger.trx, id, version);
    const moved = movable(await readOrAhead(ledger.trx, ahead), choice, isChosen);
    const isHeld = moved.some(({ state }) => state === "held");
    if (isHeld && row.taking_back !== null) throw operationError("wrong_state", "taking-back-asked");
    if (context.actor.kind === "token" && moved.some((change) => change.created_by.id !== context.actor.id))
      throw operationError("forbidden", "person-settles");
    return (await splitRows(context, ledger, row, moved, { now: false })).made.id;
  });
  await actInSteps(deps, id);
  return { changeSet: await readChangeSet(context, id), splitOff: await readChangeSet(context, madeId) };
}

/** Moves these changes of a locked set into a set of their own, whose name ends in this; unless `now`, as `act` does. */
export async function splitRows(
  context: RequestContext,
  ledger: Ledger,
  row: ChangeSetRow,
  moved: readonly ChangeRow[],
  { nameEnd = "split off", now = true }: { nameEnd?: string; now?: boolean } = {},
): Promise<{ rest: ChangeSetRow; made: ChangeSetRow }> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const evidenceId = row.evidence_id === null ? null : deps.newId("evi");
  if (row.evidence_id !== null && evidenceId !== null) await copyEvidence(trx, row.evidence_id, evidenceId);
  const made = await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: row.index_id,
    name: row.name === null ? null : endingIn(row.name, `, ${nameEnd}`),
    evidence_id: evidenceId,
    reverts_id: row.reverts_id,
    split_from_id: row.id,
    created_by: json(row.created_by),
    created_at: deps.clock.now(),
    ...(moved.some(isLive) ? liveSince(row) : {}),
  });
  const changeIds = moved.map((change) => change.id);
  await act(context, ledger, row.id, { as: "split off", to: made.id, changeIds, now });
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    after: { splitOff: made.id },
    message: { code: "change-set.split", params: { by: actor.name, count: moved.length } },
  });
  const rest = await updateChangeSet(trx, row, {});
  if (rest === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
  return { rest, made };
}

/** The name with this ending, once; a long name is cut before it. */
const endingIn = (name: string, ending: string) =>
  name.endsWith(ending) ? name : `${name.slice(0, LONGEST_NAME - ending.length).toWellFormed()}${ending}`;

/** When a set became live, and by whom: as of the set that held its changes then. */
const liveSince = (row: ChangeSetRow) => ({
  applied_by: jsonOrNull(row.applied_by),
  applied_at: row.applied_at,
  send_after: row.send_after,
});

/** Those of these changes that can be split off only together: all of a record that is to be created. */
export function withRecordsCreated(changes: readonly ChangeRow[], some: readonly ChangeRow[]): ChangeRow[] {
  if (some.length === 0) return [];
  const created = new Set(some.filter((change) => isProvisional(recordOf(change))).map(recordIn));
  const ids = new Set(some.map(({ id }) => id));
  return changes.filter((change) => ids.has(change.id) || created.has(recordIn(change)));
}

const recordIn = (change: ChangeRow) => `${change.index_id} ${recordKey(recordOf(change))}`;

/** The chosen changes; refused if one of them cannot go, if they are all, or if they take a new record apart. */
function movable(
  changes: readonly ChangeRow[],
  { changeIds = [] }: Choice,
  isChosen: (change: ChangeRow) => boolean,
): ChangeRow[] {
  refuseOfOtherSets(changes, changeIds);
  const isOpen = ({ state }: ChangeRow) =>
    state === "draft" || state === "in review" || state === "approved" || state === "held";
  const isEnded = ({ state }: ChangeRow) => state === "rejected" || state === "withdrawn";
  const named = new Set(changeIds);
  const moved = changes.filter((change) => isChosen(change) && (isOpen(change) || named.has(change.id)));
  const closed = moved.find((change) => !isOpen(change));
  if (closed !== undefined) throw operationError("wrong_state", "split-off", { state: closed.state });
  const moving = new Set(moved);
  const left = changes.filter((change) => !isEnded(change) && !moving.has(change));
  if (moved.length === 0 || left.length === 0) throw operationError("wrong_state", "nothing-left");
  const staying = new Set(left.map(recordIn));
  const torn = moved.find((change) => isProvisional(recordOf(change)) && staying.has(recordIn(change)));
  if (torn !== undefined)
    throw operationError("invalid_request", "split-off", {
      problem: "must go with every other change of the record that is to be created",
      pointer: named.has(torn.id) ? `/changeIds/${changeIds.indexOf(torn.id)}` : "/nodes",
    });
  return moved;
}
