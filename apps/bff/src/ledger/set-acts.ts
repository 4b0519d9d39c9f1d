import type { ChangeEvent, ChangeReason } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { currentCallOrigin, withCallOrigin } from "#/runtime/call-origin.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import type { SetAct } from "#/store/schema/ledger-tables.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { deleteApprovals, insertApprovals, selectApprovals } from "#/store/tables/changes/approvals.ts";
import { deleteChangeSet, lockActing, selectAct, updateAct } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { addToComment, answerRequests, selectOpenRequests } from "#/store/tables/changes/review-comments.ts";
import { enoughApprovals } from "./approvals-now.ts";
import { moveStaged, moveToSet, removeDrafts } from "./changes.ts";
import { compareGrounds, isMoved } from "./grounds/ground.ts";
import { moveChanges } from "./move-change.ts";
import { isOfOthers, tellDiscarded } from "./discarded-drafts.ts";
import { inLedgerSteps, type Ledger } from "./with-ledger.ts";
import { SupersededError } from "#/runtime/errors.ts";

/** Whether a decision about so many changes is one row, and their own rows follow. */
export function isLedByOneRow({ store }: Pick<Deps, "store">, changes: number): boolean {
  return store.kind === "embedded" && changes > WRITTEN_AT_ONCE;
}

type OfAct<Act> = Act extends SetAct ? Omit<Act, "by" | "requestId" | "address" | "at"> : never;

/** What is decided, and about which changes. */
export type Decided = OfAct<SetAct>;

/**
 * Decides about changes of a locked set. In the embedded store one row does that for many of them unless all is to be done `now`,
 * and their own rows follow by `actInSteps`; nothing else of the set is decided meanwhile. Unless this transaction compared them, as
 * `isCompared` says, those whose ground moved stay as they are.
 */
export async function act(
  { actor: by, deps, requestId }: Pick<RequestContext, "actor" | "deps" | "requestId">,
  ledger: Ledger,
  changeSetId: string,
  { now = false, isCompared = true, ...decided }: Decided & { now?: boolean; isCompared?: boolean },
): Promise<void> {
  if (decided.changeIds.length === 0) return;
  const { address } = currentCallOrigin();
  const from = address === undefined ? {} : { address };
  await updateAct(ledger.trx, changeSetId, {
    act: { ...decided, by, requestId, ...from, at: deps.clock.now().toISOString() },
    done: 0,
  });
  if (!now && isLedByOneRow(deps, decided.changeIds.length)) return;
  const acts: KnownActs = new Map();
  let isMore = true;
  while (isMore) isMore = await actSome(deps, ledger, changeSetId, { acts, isCompared, isDecidedHere: true });
}

/** Lets the rows of what was decided follow, in steps between which others have their turn; a later start goes on. */
export async function actInSteps(deps: Deps, changeSetId: string): Promise<void> {
  const whole = { ...deps, store: deps.wholeStore };
  const acts: KnownActs = new Map();
  // Whoever waits for it has not done it: the effect of their request is another one.
  await withCallOrigin({ kind: "work", name: "sending", id: changeSetId }, async () => {
    await inLedgerSteps(whole, async (ledger) => await actSome(whole, ledger, changeSetId, { acts }));
  });
}

/** As `actInSteps`, all in this transaction. */
export async function actAll(deps: Deps, ledger: Ledger, changeSetId: string): Promise<void> {
  const acts: KnownActs = new Map();
  let isMore = true;
  while (isMore) isMore = await actSome(deps, ledger, changeSetId, { acts });
}

/** What was decided of a set at its versions, for steps that go on with it: it is read once. */
export type KnownActs = Map<number, SetAct>;

/**
 * Lets some of the rows of what was decided follow. Returns whether some may be left; with the last of them whoever looks at the set
 * is told to read it again, unless this transaction decided it.
 */
export async function actSome(
  deps: Deps,
  ledger: Ledger,
  changeSetId: string,
  {
    acts = new Map(),
    isCompared = false,
    isDecidedHere = false,
  }: { acts?: KnownActs; isCompared?: boolean; isDecidedHere?: boolean } = {},
): Promise<boolean> {
  const { trx } = ledger;
  const row = await lockActing(trx, deps.connection.id, changeSetId);
  const decided = row === undefined ? null : (acts.get(row.version) ?? (await selectAct(trx, changeSetId)));
  if (row === undefined || decided === null) return false;
  // Whoever decides raises the version of the set.
  acts.set(row.version, decided);
  const { act_done: before } = row;
  const done = before + WRITTEN_AT_ONCE;
  const ids = decided.changeIds.slice(before, done);
  const rowOf = new Map((await selectChangesByIds(trx, ids)).map((change) => [change.id, change]));
  const rows = ids.flatMap((id) => rowOf.get(id) ?? []);
  ledger.actsOn = changeSetId;
  await fromWhere(decided, async () => await decide(deps, ledger, { act: decided, rows, changeSetId, isCompared }));
  delete ledger.actsOn;
  const isMore = done < decided.changeIds.length;
  await updateAct(trx, changeSetId, isMore ? { done } : { act: null, done: 0 });
  if (!isMore && decided.as === "stage" && decided.from !== null) await deleteChangeSet(trx, decided.from);
  const { by: actor, requestId } = decided;
  const message = {
    code: "change-set.carry-out",
    params: { by: actor.name, count: decided.changeIds.length },
  } as const;
  const entry = { subject: changeSetId, indexId: row.index_id, message };
  if (!isMore && !isDecidedHere)
    await fromWhere(decided, async () => await journal({ actor, deps, requestId }, trx, entry));
  return isMore;
}

/** Runs work whose entries of the journal have the address of whoever decided. */
async function fromWhere<T>({ address }: SetAct, work: () => Promise<T>): Promise<T> {
  return await (address === undefined ? work() : withCallOrigin({ ...currentCallOrigin(), address }, work));
}

interface Step {
  act: SetAct;
  rows: readonly ChangeRow[];
  changeSetId: string;
  /** Whether this transaction compared them already. */
  isCompared: boolean;
}

async function decide(deps: Deps, ledger: Ledger, step: Step): Promise<void> {
  const { act: decided, rows } = step;
  const { by, requestId } = decided;
  const inReview = rows.filter(({ state }) => state === "in review" || state === "approved");
  switch (decided.as) {
    case "submit": {
      const drafts = rows.filter(({ state }) => state === "draft");
      return await move(deps, ledger, await unmoved(deps, ledger, { ...step, rows: drafts }), ["submit"]);
    }
    case "approve":
      return await approve(deps, ledger, { ...step, act: decided });
    case "reject": {
      const reason = { code: "rejected", params: { person: by.name, personId: by.id, words: decided.words } } as const;
      return await move(deps, ledger, inReview, ["reject"], reason);
    }
    case "ask":
      await addToComment(ledger.trx, decided.commentId, inReview.map(idOf));
      return await move(
        deps,
        ledger,
        inReview.filter(({ state }) => state === "approved"),
        ["lapse"],
      );
    case "lapse": {
      const approved = rows.filter(({ state }) => state === "approved");
      await move(deps, ledger, approved, ["lapse"]);
      return await deleteApprovals(ledger.trx, approved.map(idOf));
    }
    case "reopen":
      await deleteApprovals(ledger.trx, inReview.map(idOf));
      return await move(deps, ledger, inReview, ["reopen"]);
    case "split off": {
      await moveToSet(ledger, rows, decided.to);
      const answer = { as: "split", by, at: new Date(decided.at) } as const;
      const asked = await answerRequests(ledger.trx, { changeIds: rows.map(idOf) }, answer);
      // Nobody who asked has agreed since, and a change that has its approvals would wait for nobody.
      await deleteApprovals(ledger.trx, asked);
      return;
    }
    case "stage":
      return await stage(deps, ledger, { ...step, act: decided });
    case "release": {
      const set = { ...reasonColumns(null), try_after: new Date(decided.sendAfter) };
      const released = { events: ["release"] as const, set, step: "released" as const, actor: by, requestId };
      const held = rows.filter(({ state }) => state === "held");
      await moveChanges(
        deps,
        ledger,
        held.map((change) => ({ row: change, move: released })),
      );
    }
  }
}

/** Those that have the approvals that the connection requires are approved, unless somebody asked that they be changed. */
async function approve(
  deps: Deps,
  ledger: Ledger,
  step: Step & { act: Extract<SetAct, { as: "approve" }> },
): Promise<void> {
  const { trx } = ledger;
  const { by: actor, at, personId, ownIds, own = [], lapsed } = step.act;
  const waiting = step.rows.filter(({ state }) => state === "in review");
  const approved = await unmoved(deps, ledger, { ...step, rows: waiting });
  const ids = approved.map(idOf);
  const isOwn = (change: ChangeRow) => (ownIds === undefined ? own.includes(change.id) : isBy(change, ownIds));
  const given = approved.map((change) => ({ changeId: change.id, isOwn: isOwn(change) }));
  await insertApprovals(trx, { approved: given, personId, actor, now: new Date(at) });
  const counting = (await selectApprovals(trx, [step.changeSetId], ids)).filter(
    (approval) => !lapsed.some((of) => of.changeId === approval.change_id && of.personId === approval.person_id),
  );
  const enough = enoughApprovals(await selectApprovalSettings(trx, deps.connection.id), counting);
  const asked = new Set((await selectOpenRequests(trx, step.changeSetId, ids)).map(({ change_id: id }) => id));
  await move(
    deps,
    ledger,
    approved.filter((change) => enough(change) && !asked.has(change.id)),
    ["approve"],
  );
}

/** What was written aside comes into the set, and the drafts that it replaces, or that are discarded, go. */
async function stage(
  deps: Deps,
  ledger: Ledger,
  { act: decided, rows, changeSetId }: Step & { act: Extract<SetAct, { as: "stage" }> },
): Promise<void> {
  const { by: actor, from, replacedBy, requestId } = decided;
  const isComing = ({ change_set_id: id }: ChangeRow) => id !== null && id === from;
  const come = rows.filter(isComing);
  // They were counted as they were written.
  if (come.length > 0) await moveToSet(ledger, come, changeSetId);
  const going = rows.filter((row) => !isComing(row)).map(idOf);
  if (going.length === 0) return;
  const removed = await removeDrafts(ledger, deps.connection.id, going);
  const replaced = new Map(Object.entries(replacedBy));
  const told = removed.filter((row) => !replaced.has(row.id) || isOfOthers(row, actor));
  await tellDiscarded({ actor, deps, requestId }, ledger.trx, told, { replacedBy: replaced });
}

/** Whether one of these staged the change, or decided what it stands on. */
export function isBy({ created_by: author, settled_by: settled }: ChangeRow, ids: readonly string[]): boolean {
  return [author, ...(settled ?? [])].some(({ id }) => ids.includes(id));
}

/** Those whose ground did not move since it was decided. */
async function unmoved(deps: Deps, { trx }: Ledger, { rows, isCompared }: Step): Promise<readonly ChangeRow[]> {
  if (isCompared) return rows;
  const { byId } = await compareGrounds(deps, trx, rows);
  return rows.filter(({ id }) => {
    const compared = byId.get(id);
    return compared === undefined || !isMoved(compared);
  });
}

async function move(
  deps: Deps,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  events: readonly ChangeEvent[],
  reason: ChangeReason | null = null,
): Promise<void> {
  if (!(await moveStaged(deps, ledger, rows, events, reason)))
    throw new SupersededError("Some of the changes were changed in the meantime.");
}

const idOf = ({ id }: ChangeRow) => id;
