import type { PractitionerQuery, PractitionerView } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { plansOfRecords } from "#/views/plans-of-records.ts";
import type { ComparedRecord } from "#/context/compared-record.ts";
import { describeRecord } from "#/views/describe-record.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { hashesOf, saidHashOfAll } from "#/records/save-summaries.ts";
import { memberRecords } from "#/views/member-records.ts";
import { describeRelated } from "#/views/describe-related.ts";
import { selectStagedToBeCreated } from "#/store/tables/records/record-creations.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { readConsistently } from "#/store/sql/transaction.ts";
import { selectOpenDraft } from "#/store/tables/changes/drafts.ts";
import { assignedId } from "#/store/tables/records/assigned-ids.ts";
import type { IndexVersionRow } from "#/store/tables/directories/index-versions.ts";
import { selectKnownSchedules, selectRosterEntries } from "#/store/tables/directories/roster.ts";
import { selectWithdrawnOn } from "#/store/tables/changes/change-reports.ts";
import { selectDecisionsOn } from "#/store/tables/changes/decisions.ts";
import { selectRosterPosition } from "#/store/tables/directories/roster-pages.ts";
import {
  selectLastVerifications,
  selectUnverified,
  selectVerifiedEntry,
} from "#/store/tables/records/verification-pages.ts";
import { selectHeldRecords } from "#/store/tables/records/verifications.ts";
import { describeVerification, dueState } from "#/views/describe-verification.ts";
import { todayOf } from "#/context/today.ts";
import { practitionerField } from "#/upstream/records/to-domain.ts";

const MOST_WITHDRAWN = 50;
const MOST_DECISIONS = 50;

export interface ViewPractitionerRequest {
  indexId: string;
  practitionerId: string;
  query: z.output<typeof PractitionerQuery>;
}

/**
 * A practitioner with its known schedules in an index, compared with another one, for the practitioner page and the
 * compare view.
 */
export async function viewPractitioner(
  context: RequestContext,
  { indexId, practitionerId: asked, query }: ViewPractitionerRequest,
): Promise<PractitionerView> {
  const { deps, connection } = context;
  const { db } = deps.store;
  const [index, against] = await Promise.all([
    loadIndexVersion(context, indexId),
    loadIndexVersion(context, query.against ?? deps.service.profile.standardIndex, "?against"),
  ]);
  const practitionerId = await assignedId(db, {
    connectionId: connection.id,
    indexId,
    type: "practitioner",
    id: asked,
  });
  const scheduleIds = await knownScheduleIds(context, indexId, practitionerId);
  const ownRecords = [
    { type: "practitioner", id: practitionerId },
    ...scheduleIds.map((id) => ({ type: "schedule", id })),
  ];
  const { compared, related } = await refreshRelatedComparisons(deps, {
    indexId,
    againstId: against.id,
    records: ownRecords,
    maxAge: query.maxAge,
  });
  const nameOf = await namesAmong(deps, indexId, [...compared, ...related]);
  const view = (compared: ComparedRecord) =>
    describeRecord(deps, compared, { withRaw: query.raw === "1", name: nameOf(compared) });
  const [practitioner, ...schedules] = compared.map(view);
  if (practitioner === undefined) throw new RangeError("one record has one comparison");
  const all = [...compared, ...related];
  const records = [practitioner, ...schedules, ...related.map(view)].map(({ record }) => record);
  const [relatedViews, roster, verified, plans, members, changes, withdrawn, decisions, draft] = await Promise.all([
    describeRelated(deps, indexId, related.map(view)),
    rosterPlace(context, index, practitionerId),
    verifiedEntry(context, index, { practitionerId, shown: all }),
    plansOfRecords(deps, all),
    memberRecords(deps, indexId, all),
    describeChanges(
      deps,
      db,
      all.flatMap((compared) => compared.changes),
    ),
    withdrawnOn(context, indexId, records),
    decisionsOn(context, indexId, records),
    draftOf({ deps, connection, actor: context.actor }, indexId),
  ]);
  return {
    index: { id: index.id, name: index.label, readOnly: index.origin === "standard" },
    against: { id: against.id, name: against.label },
    practitioner,
    schedules,
    related: relatedViews,
    roster,
    verified,
    plans,
    members,
    changes,
    withdrawn,
    decisions,
    draft,
  };
}

/** The schedules on this index's roster, those only on the standard index's roster, then those staged to be created. */
async function knownScheduleIds(
  { deps, connection }: RequestContext,
  indexId: string,
  practitionerId: string,
): Promise<string[]> {
  const { standardIndex } = deps.service.profile;
  const rows = await selectKnownSchedules(deps.store.db, {
    connectionId: connection.id,
    indexIds: [...new Set([indexId, standardIndex])],
    practitionerIds: [practitionerId],
  });
  const ofIndex = rows.filter((row) => row.index_id === indexId);
  const elsewhere = rows.filter((row) => row.index_id !== indexId);
  const field = practitionerField(deps.service.profile, "schedule");
  const staged =
    field === null
      ? []
      : await selectStagedToBeCreated(deps.store.db, {
          connectionId: connection.id,
          indexId,
          type: "schedule",
          field,
          value: practitionerId,
        });
  return [...new Set([...[...ofIndex, ...elsewhere].map((row) => row.record_id), ...staged])];
}

async function rosterPlace(
  { deps, connection }: RequestContext,
  index: IndexVersionRow,
  practitionerId: string,
): Promise<PractitionerView["roster"]> {
  const roster = { connectionId: connection.id, indexId: index.id };
  const [entry] = await selectRosterEntries(deps.store.db, { ...roster, type: "practitioner", ids: [practitionerId] });
  if (entry === undefined) return null;
  const place = await selectRosterPosition(deps.store.db, roster, entry);
  return {
    position: place.before + 1,
    total: place.total,
    previousId: place.previous_id,
    nextId: place.next_id,
    source: entry.source,
    addedAt: entry.added_at.toISOString(),
    addedBy: entry.added_by.name,
  };
}

/** Until when the practitioner is verified in a directory that can be. */
async function verifiedEntry(
  { deps, connection }: RequestContext,
  { id: indexId, origin }: IndexVersionRow,
  { practitionerId, shown }: { practitionerId: string; shown: readonly ComparedRecord[] },
): Promise<PractitionerView["verified"]> {
  if (origin === "standard") return null;
  const { db } = deps.store;
  const where = { connectionId: connection.id, indexId, practitionerId };
  const today = todayOf(deps);
  const entry = await selectVerifiedEntry(db, { ...where, today });
  if (entry === undefined) return null;
  const [[last], unverified, held] = await Promise.all([
    selectLastVerifications(db, { ...where, practitionerIds: [practitionerId] }),
    selectUnverified(db, where),
    selectHeldRecords(db, { ...where, practitionerIds: [practitionerId], records: [] }),
  ]);
  const { defaultRegion } = deps.service.profile;
  const ofEntry = new Set(held.map(recordKey));
  const said = shown.flatMap(({ record, comparison }) =>
    ofEntry.has(recordKey(record)) ? [{ ...record, effective: hashesOf(comparison, defaultRegion) }] : [],
  );
  return {
    dueOn: entry.due_on,
    state: dueState(entry.due_on, today.today),
    changedSince: entry.changed_since,
    last: last === undefined ? null : describeVerification(last),
    readSince: entry.is_read_since,
    unverified: unverified.map(({ field, ...record }) => ({ record, field })),
    says: saidHashOfAll(said),
  };
}

/** The latest withdrawn changes of these records, newest first, with who withdrew them and when. */
async function withdrawnOn(
  { deps, connection }: RequestContext,
  indexId: string,
  records: readonly RecordKey[],
): Promise<PractitionerView["withdrawn"]> {
  const { db } = deps.store;
  const where = { connectionId: connection.id, indexId, records };
  const rows = await selectWithdrawnOn(db, where, MOST_WITHDRAWN);
  const changes = await describeChanges(deps, db, rows);
  return changes.map((change, place) => ({
    change,
    at: change.updatedAt,
    by: rows[place]?.withdrawn?.by ?? rows[place]?.withdrawn_by ?? change.createdBy,
  }));
}

async function decisionsOn(
  { deps, connection }: RequestContext,
  indexId: string,
  records: readonly RecordKey[],
): Promise<PractitionerView["decisions"]> {
  const rows = await selectDecisionsOn(
    deps.store.db,
    { connectionId: connection.id, indexId, records },
    MOST_DECISIONS,
  );
  return rows.flatMap(({ action, at, actor, why, field, elements, ...row }) => {
    const decision = action.startsWith("decision.accept") ? ("accept" as const) : ("keep ours" as const);
    const of = { record: recordOf(row), field, decision, at: at.toISOString(), by: actor, reason: why };
    return (elements ?? [null]).map((element) => ({ ...of, element }));
  });
}

async function draftOf(
  { deps, connection, actor }: Pick<RequestContext, "deps" | "connection" | "actor">,
  indexId: string,
): Promise<PractitionerView["draft"]> {
  const [draft] = await readConsistently(deps.store.db, async (trx) => {
    const row = await selectOpenDraft(trx, { connectionId: connection.id, indexId, actorId: actor.id });
    return row === undefined ? [] : await describeChangeSets(deps, trx, [row]);
  });
  return draft === undefined
    ? null
    : {
        changeSetId: draft.id,
        name: draft.name,
        isNamed: draft.isNamed,
        contents: draft.contents,
        changes: draft.counts.total,
        version: draft.version,
      };
}
