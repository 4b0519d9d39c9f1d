import { type ChangeSet, ErrorCode } from "@dc/contract";
import { changeSetState, type ChangeSetWords, changeSetWords, type ChangeState } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordNames } from "#/records/record-names.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import {
  type ChangeSetContents,
  type ChangeSetRow,
  type ChangeSetSubjects,
  selectContents,
  selectReviewers,
  selectFirstSubjects,
  selectSubjects,
  selectSubjectsInSteps,
} from "#/store/tables/changes/change-sets.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { selectApprovers, selectTakenBack } from "#/store/tables/changes/approvals.ts";
import { selectLastWithdrawn } from "#/store/tables/changes/change-reports.ts";
import { type ChangeRow, countRetried } from "#/store/tables/changes/changes.ts";
import { selectNotApplied } from "#/store/tables/changes/inbox.ts";
import { type ChangeSetLink, selectChangeSetLinks } from "#/store/tables/changes/change-set-links.ts";
import { selectEvidence } from "#/store/tables/changes/evidence.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { holdsOne } from "#/upstream/records/field-reading.ts";
import { labelOf } from "#/upstream/records/field-wording.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";

/** Change sets for display: state and counts derived from their changes, and a generated name if they have none. */
export async function describeChangeSets(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeSetRow[],
): Promise<ChangeSet[]> {
  const contents = await selectContents(db, deps.connection.id, rows);
  const subjects = await subjectsOf(deps, db, contents, rows);
  const firsts = [...subjects.values()].map(({ first: { indexId, type, id } }) => ({
    connection_id: deps.connection.id,
    index_id: indexId,
    record_type: type,
    record_id: id,
  }));
  const recordName = await recordNames(deps, db, firsts);
  const nameOf = ({ indexId, type, id }: ChangeSetSubjects["first"]) => {
    const keys = { connection_id: deps.connection.id, index_id: indexId, record_type: type, record_id: id };
    return recordName(keys) ?? (isProvisional({ id }) ? null : id);
  };
  const evidence = await selectEvidence(
    db,
    rows.flatMap((row) => row.evidence_id ?? []),
  );
  const approvals = Map.groupBy(
    await selectApprovers(
      db,
      rows.map(({ id }) => id),
    ),
    ({ change_set_id: id }) => id,
  );
  const reviewers = Map.groupBy(
    await selectReviewers(
      db,
      rows.map(({ id }) => id),
    ),
    ({ change_set_id: id }) => id,
  );
  const links = await selectChangeSetLinks(
    db,
    rows.map(({ id }) => id),
  );
  const ofOneIndex = rows.flatMap(({ connection_id, index_id }) =>
    index_id === null ? [] : { connection_id, index_id },
  );
  const ofContents = [...contents.values()].flatMap(({ indexIds: [first] }) =>
    first === undefined ? [] : { connection_id: deps.connection.id, index_id: first },
  );
  const indexNames = await selectIndexNames(db, [...ofOneIndex, ...ofContents]);
  const taken = await selectTakenBack(
    db,
    rows.flatMap(({ id, taking_back: asked }) => (asked === null ? [] : [id])),
  );
  const takenBack = Map.groupBy(taken, ({ change_set_id: id }) => id);
  const notApplied = await selectNotApplied(
    db,
    rows.flatMap(({ id, not_applied: refused }) => (refused === null ? [] : [id])),
  );
  const { required } = await selectApprovalSettings(db, deps.connection.id);
  const state = new Map(rows.map((row) => [row.id, stateOf(contents.get(row.id), row.checking !== null)]));
  const lastWithdrawn = await selectLastWithdrawn(
    db,
    rows.flatMap(({ id }) => (state.get(id) === "withdrawn" ? [id] : [])),
  );
  const retried = await countRetried(
    db,
    rows.flatMap(({ id }) => (contents.get(id)?.states.has("failed") === true ? [id] : [])),
  );
  return rows.map((row) => {
    const content = contents.get(row.id);
    const of = subjects.get(row.id);
    const words = wordsFor(deps.service, content, {
      first: of === undefined ? null : nameOf(of.first),
      firstType: of?.first.type ?? "",
      count: of?.count ?? 0,
    });
    return {
      id: row.id,
      ...indexOf(row, content, indexNames),
      name: row.name ?? words.name,
      isNamed: row.name !== null,
      purpose: row.purpose,
      owner: row.owner ?? row.created_by,
      reviewers: (reviewers.get(row.id) ?? []).map(({ person, asked_at: at }) => ({
        person,
        askedAt: at.toISOString(),
      })),
      contents: words.contents,
      state: state.get(row.id) ?? stateOf(content, row.checking !== null),
      counts: { ...countsOf(content), retried: retried.get(row.id) ?? 0 },
      approvals: (approvals.get(row.id) ?? []).map(({ given_by: by, given_at: at, changes, in_review: inReview }) => ({
        by,
        changes,
        inReview,
        at: at.toISOString(),
      })),
      ...linksOf(row, links),
      evidence: row.evidence_id === null ? null : (evidence.get(row.evidence_id) ?? null),
      checking: checkingOf(row),
      notApplied: notApplied.has(row.id) ? notAppliedOf(row) : null,
      schedule: scheduleOf(row, content),
      sendAfter: row.send_after?.toISOString() ?? null,
      paused: row.paused,
      takingBack: takingBackOf(row, takenBack.get(row.id), required),
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      appliedAt: row.applied_at?.toISOString() ?? null,
      appliedBy: row.applied_by,
      withdrawn: withdrawnOf(row, lastWithdrawn.get(row.id)),
      version: row.version,
    };
  });
}

interface KeptSubjects {
  records: string;
  at: number;
  subjects: ChangeSetSubjects;
}

/** Whom the large sets that were looked at last are about. */
const kept = new WeakMap<object, Map<string, KeptSubjects>>();
const MOST_KEPT = 50;
/** Asking about so many changes takes longer than the rest of a look at their set. */
const WORTH_KEEPING = 500;
/** Whom another schedule than the first belongs to may be read anew from the service, which does not change the set. */
const KEPT_FOR_MS = 10_000;

/** Asks in steps whom a large set that was looked at before is about, where that is to be asked again; a transaction would not let others in between. */
export async function askSubjectsAgain(deps: Deps, id: string): Promise<void> {
  const ofStore = kept.get(deps.store.db);
  const last = ofStore?.get(id);
  const at = deps.clock.now().getTime();
  if (last === undefined || at - last.at < KEPT_FOR_MS) return;
  const subjects = await selectSubjectsInSteps(deps.store.db, id);
  if (subjects !== undefined) ofStore?.set(id, { ...last, at, subjects });
}

/** Whom those of these sets that have no name are about. */
async function subjectsOf(
  deps: Deps,
  db: Database | Transaction,
  contents: ReadonlyMap<string, ChangeSetContents>,
  rows: readonly ChangeSetRow[],
): Promise<Map<string, ChangeSetSubjects>> {
  const at = deps.clock.now().getTime();
  const ofStore = kept.get(deps.store.db) ?? new Map<string, KeptSubjects>();
  kept.set(deps.store.db, ofStore);
  const firstOf = await selectFirstSubjects(
    db,
    rows.flatMap(({ id }) => (ofStore.has(id) ? [id] : [])),
  );
  const isStillFirst = (id: string, { first }: ChangeSetSubjects) => {
    const now = firstOf.get(id);
    return now?.indexId === first.indexId && now.type === first.type && now.id === first.id;
  };
  const subjects = new Map<string, ChangeSetSubjects>();
  const asked: { id: string; records: string; isLarge: boolean }[] = [];
  for (const { id, name } of rows) {
    const content = contents.get(id);
    if (name !== null || content === undefined) continue;
    const changes = [...content.states.values()].reduce((sum, count) => sum + count, 0);
    const records = `${changes} ${content.records}`;
    const last = ofStore.get(id);
    if (last?.records === records && at - last.at < KEPT_FOR_MS && isStillFirst(id, last.subjects))
      subjects.set(id, last.subjects);
    else asked.push({ id, records, isLarge: changes >= WORTH_KEEPING });
  }
  const inSteps = !db.isTransaction;
  const answered = await selectSubjects(
    db,
    asked.flatMap(({ id, isLarge }) => (inSteps && isLarge ? [] : [id])),
  );
  for (const { id, records, isLarge } of asked) {
    const of = inSteps && isLarge ? await selectSubjectsInSteps(db, id) : answered.get(id);
    if (of === undefined) continue;
    subjects.set(id, of);
    ofStore.delete(id);
    if (isLarge) ofStore.set(id, { records, at, subjects: of });
  }
  for (const id of [...ofStore.keys()].slice(0, Math.max(ofStore.size - MOST_KEPT, 0))) ofStore.delete(id);
  return subjects;
}

/** The sets that this one names, and those that name it. */
function linksOf(
  { id }: ChangeSetRow,
  links: readonly ChangeSetLink[],
): Pick<ChangeSet, "reverts" | "revertedBy" | "splitFrom" | "splitOff" | "retryOf" | "retriedBy"> {
  const named = (how: ChangeSetLink["how"]) =>
    links.find((link) => link.id === id && link.how === how)?.otherId ?? null;
  const naming = (how: ChangeSetLink["how"]) =>
    links.flatMap((link) => (link.otherId === id && link.how === how ? [link.id] : []));
  return {
    reverts: named("reverts"),
    revertedBy: naming("reverts"),
    splitFrom: named("split from"),
    splitOff: naming("split from"),
    retryOf: named("retries"),
    retriedBy: naming("retries"),
  };
}

/** What is open is applied by itself. */
function scheduleOf({ schedule }: ChangeSetRow, content: ChangeSetContents | undefined): ChangeSet["schedule"] {
  const isOpen = (["draft", "in review", "approved"] as const).some((state) => content?.states.has(state));
  if (schedule === null || !isOpen) return null;
  const { by, at, moved } = schedule;
  return { by, at, moved };
}

/** How a set ended of which nothing is left, or what was withdrawn of it as a whole. */
function withdrawnOf(
  { withdrawn: whole }: ChangeSetRow,
  last: (NonNullable<ChangeRow["withdrawn"]> & { at: Date }) | undefined,
): ChangeSet["withdrawn"] {
  if (last !== undefined && (whole === null || (last.as !== undefined && last.at > new Date(whole.at))))
    return { by: last.by, at: last.at.toISOString(), reason: last.why, as: last.as ?? "withdraw" };
  return whole === null ? null : { by: whole.by, at: whole.at, reason: whole.why, as: "withdraw" };
}

function checkingOf({ checking }: ChangeSetRow): ChangeSet["checking"] {
  if (checking === null) return null;
  const { by, at, read, toRead } = checking;
  return { by, at, read, toRead };
}

function notAppliedOf({ not_applied: refused }: ChangeSetRow): ChangeSet["notApplied"] {
  if (refused === null) return null;
  const { by, at, code, detail, readAt } = refused;
  return { by, at, code: ErrorCode.parse(code), detail, readAt };
}

/** What is asked to be taken back, while some of it still can be. */
function takingBackOf(
  { taking_back: asked }: ChangeSetRow,
  taken: readonly { changes: number }[] | undefined,
  required: number,
): ChangeSet["takingBack"] {
  if (asked === null || taken === undefined) return null;
  const { as, changeIds, keepsHeld, reason, by, at, confirmed } = asked;
  const changes = taken.reduce((sum, of) => sum + of.changes, 0);
  const confirmedBy = confirmed.map((of) => of.by);
  const missing = Math.max(required - confirmed.length, 0);
  return { as, changeIds, changes, keepsHeld, reason, by, at, confirmedBy, missing };
}

/** The index version of a set, and how it is called; several are counted. */
function indexOf(
  { index_id: indexOfSet }: ChangeSetRow,
  content: ChangeSetContents | undefined,
  names: ReadonlyMap<string, string>,
): Pick<ChangeSet, "indexId" | "indexName" | "indexCount"> {
  const [first, ...others] = content?.indexIds ?? [];
  const only = indexOfSet ?? (others.length === 0 ? (first ?? null) : null);
  const indexCount = only === null ? (content?.indexIds.size ?? 0) : 1;
  const indexName = only === null ? `${indexCount} directories` : (names.get(only) ?? only);
  return { indexId: only, indexName, indexCount };
}

function stateOf(content: ChangeSetContents | undefined, isChecking: boolean): ChangeSet["state"] {
  if (content === undefined) return changeSetState([]);
  const { isReadAgain, atRest, states, takenBack, replaced } = content;
  const isAtRest = states.get("deferred") === atRest;
  const withdrawn = { state: "withdrawn", wasLive: true } as const;
  const changes = [
    ...[...states.keys()].map((state) => ({ state, isReadAgain, isAtRest })),
    ...(takenBack > replaced ? [withdrawn] : []),
    ...(replaced > 0 ? [{ ...withdrawn, isReplaced: true }] : []),
  ];
  return changeSetState(changes, { isChecking });
}

function countsOf(content: ChangeSetContents | undefined): Omit<ChangeSet["counts"], "retried"> {
  const { states = new Map<ChangeState, number>(), atRest = 0, takenBack = 0, replaced = 0 } = content ?? {};
  const total = [...states.values()].reduce((sum, count) => sum + count, 0);
  const of = (state: ChangeState) => states.get(state) ?? 0;
  return {
    total,
    draft: of("draft"),
    inReview: of("in review"),
    approved: of("approved"),
    queued: of("queued"),
    sending: of("sending"),
    applied: of("applied"),
    held: of("held"),
    failed: of("failed"),
    unknown: of("unknown"),
    deferred: of("deferred"),
    atRest,
    withdrawn: of("withdrawn"),
    takenBack,
    replaced,
    rejected: of("rejected"),
    reverted: of("reverted"),
  };
}

/** The words for the content of a set, given whom it is about, which only a set without a name of its own tells. */
function wordsFor(
  { profile }: Deps["service"],
  content: ChangeSetContents | undefined,
  subjects: Parameters<typeof changeSetWords>[1],
): ChangeSetWords {
  const counted = (content?.alike ?? []).map((changes) => ({
    ...changes,
    isWhole: changes.isWhole && !holdsOne(profile, changes.recordType, changes.field),
    label: changes.field === null ? null : labelOf(profile, changes.recordType, changes.field),
    holdsPlans: changes.field !== null && setContentOf(profile, changes.recordType, changes.field) === "plans",
  }));
  return changeSetWords(counted, subjects);
}

export async function describeChangeSet(deps: Deps, db: Database | Transaction, row: ChangeSetRow): Promise<ChangeSet> {
  const [changeSet] = await describeChangeSets(deps, db, [row]);
  if (changeSet === undefined) throw new RangeError("one row gives one change set");
  return changeSet;
}
