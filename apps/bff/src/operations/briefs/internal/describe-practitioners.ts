import type { BriefPractitioner, BriefSentence } from "@dc/contract";
import {
  comparisonRows,
  type FieldComparison,
  labelledPhone,
  type PartComparison,
  phonesOf,
  type RecordComparison,
  type RecordKey,
  recordKey,
  recordSentences,
  type Sentence,
  shapeOf,
} from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { RequestContext } from "#/context/deps.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { effectiveNames } from "#/records/effective-names.ts";
import type { MaxAge } from "#/records/refresh-readings.ts";
import { reached, refreshRelatedComparisons } from "#/records/refresh-related.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { lastDayOf, selectEvidence } from "#/store/tables/changes/evidence.ts";
import { type BriefEntryRow, selectLiveTimes, selectStates } from "#/store/tables/directories/briefs.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import { selectPlans } from "#/store/tables/connections/plans.ts";
import { selectLastVerifications } from "#/store/tables/records/verification-pages.ts";
import { namedType } from "#/upstream/records/set-members.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";
import { placeTypes } from "#/upstream/records/place-types.ts";

/** Practitioners of a directory with what it says of them, each with its schedules and what these share with others. */
export async function describePractitioners(
  context: RequestContext,
  { indexId, rows, maxAge, today }: { indexId: string; rows: readonly BriefEntryRow[]; maxAge: MaxAge; today: string },
): Promise<BriefPractitioner[]> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const { profile } = deps.service;
  const of = { connectionId: connection.id, indexId, practitionerIds: rows.map(({ id }) => id) };
  if (rows.length === 0) return [];
  const schedules = await selectKnownSchedules(db, { ...of, indexIds: [indexId] });
  const schedulesOf = Map.groupBy(schedules, ({ practitioner_id: id }) => id);
  const ownOf = (id: string): RecordKey[] => [
    { type: "practitioner", id },
    ...(schedulesOf.get(id) ?? []).map(({ record_id: schedule }) => ({ type: "schedule", id: schedule })),
  ];
  const { compared, related } = await refreshRelatedComparisons(deps, {
    indexId,
    againstId: profile.standardIndex,
    records: rows.flatMap(({ id }) => ownOf(id)),
    maxAge,
  });
  const all = new Map([...compared, ...related].map((record) => [recordKey(record.record), record]));
  const records = [...all.values()];
  const changes = new Map(records.flatMap((record) => record.changes.map((row) => [row.id, row] as const)));
  const [nameOf, nameOfMember, evidence, liveTimes, last, states] = await Promise.all([
    namesAmong(deps, indexId, records),
    namesOfMembers(context, indexId, records),
    selectEvidence(
      db,
      [...changes.values()].flatMap(({ evidence_id: id }) => id ?? []),
    ),
    selectLiveTimes(db, [...changes.keys()]),
    selectLastVerifications(db, of),
    selectStates(db, of),
  ]);
  const lastOf = new Map(last.map((said) => [said.practitioner_id, said]));
  const types = new Set(placeTypes(profile));
  const sentencesOf = (record: ComparedRecord): BriefSentence[] => {
    const { type, id } = record.record;
    const comparison = withoutDrafts(record.comparison);
    const told = recordSentences(comparison, {
      recordName: nameOf(record) ?? id,
      memberName: (field, member) => nameOfMember(type, field, member),
      wording: (field) => wordingOf(profile, type, field),
      namesRecord: type !== "practitioner",
    });
    return told.map((sentence) => {
      const change = changeOf(comparison, sentence, changes);
      const given = change?.evidence_id == null ? undefined : evidence.get(change.evidence_id);
      return {
        standing: !settledMarks.has(sentence.mark) ? "ask first" : sentence.notes.length > 0 ? "held" : "set",
        text: sentence.text,
        since: (change === undefined ? undefined : liveTimes.get(change.id))?.toISOString() ?? null,
        saidBy: given?.source ?? change?.created_by.name ?? null,
        verifiedOn: given?.verifiedOn ?? null,
        until: change === undefined ? null : lastDayOf(change, given),
      };
    });
  };
  return rows.map((row) => {
    const keys = new Set(ownOf(row.id).map(recordKey));
    const own = [...keys, ...reached(deps, all, keys).keys()].flatMap((key) => all.get(key) ?? []);
    const reads = own.map(({ here }) => here.fetchedAt);
    const said = lastOf.get(row.id);
    const [practitioner] = own;
    return {
      practitionerId: row.id,
      name: (practitioner === undefined ? null : nameOf(practitioner)) ?? row.name,
      places: distinct(own.flatMap((record) => (types.has(record.record.type) ? (nameOf(record) ?? []) : []))),
      phones: distinct(own.flatMap(({ comparison }) => comparison.fields.flatMap(phonesIn))),
      sentences: own.flatMap(sentencesOf),
      verified: said === undefined ? null : { on: said.verified_on, saidBy: said.said_by, inPart: !row.is_verified },
      dueOn: row.due_on,
      overdue: row.due_on !== null && row.due_on < today,
      changedSince: row.changed_since,
      readAt: oldest(reads)?.toISOString() ?? null,
      state: states.get(row.id) ?? "",
    };
  });
}

/** What somebody decided, and nothing moved since. */
const settledMarks: ReadonlySet<Sentence["mark"]> = new Set(["ours", "same"]);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** null where one was never read. */
function oldest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length < times.length || known.length === 0
    ? null
    : known.reduce((first, time) => (time < first ? time : first));
}

function phonesIn({ kind, values }: FieldComparison): string[] {
  const effective = values.effective ?? values.index;
  return shapeOf(kind) === "keyed" && effective !== null ? (phonesOf(effective) ?? []).map(labelledPhone) : [];
}

/** What members of sets and references are called: plans by the catalogue, records as readers of the directory get them. */
async function namesOfMembers(
  { connection, deps }: RequestContext,
  indexId: string,
  compared: readonly ComparedRecord[],
): Promise<(type: string, field: string, id: string) => string | null> {
  const { profile } = deps.service;
  const members = compared.flatMap(({ record, comparison }) =>
    comparison.fields.flatMap(({ key, kind, parts, values }) => {
      const type = namedType(profile, record.type, key);
      const held = [values.base, values.effective].flatMap((reading) =>
        reading !== null && "value" in reading && typeof reading.value === "string" ? [reading.value] : [],
      );
      const ids = shapeOf(kind) === "members" ? parts.map((part) => part.key) : type === null ? [] : held;
      return ids.map((id) => ({ type, id }));
    }),
  );
  const records = members.flatMap(({ type, id }) => (type !== null && profile.fitsId(type, id) ? [{ type, id }] : []));
  const plans = new Set(members.flatMap(({ type, id }) => (type === null ? [id] : [])));
  const [names, rows] = await Promise.all([
    effectiveNames(deps, deps.store.db, { indexId, records }),
    selectPlans(deps.store.db, connection.id, [...plans]),
  ]);
  const planNames = new Map(rows.map(({ id, name }) => [id, name]));
  return (ofType, field, id) => {
    const type = namedType(profile, ofType, field);
    return (type === null ? planNames.get(id) : names.get(recordKey({ type, id }))) ?? null;
  };
}

/** What is not live is never told to a reader. */
function withoutDrafts(comparison: RecordComparison): RecordComparison {
  const part = (of: PartComparison): PartComparison => ({ ...of, drafts: [], parts: of.parts.map(part) });
  const fields = comparison.fields.map((field) => ({ ...field, drafts: [], parts: field.parts.map(part) }));
  return { ...comparison, drafts: [], fields };
}

/** The last live change that a sentence tells. */
function changeOf(
  { fields }: RecordComparison,
  { field: key, parts }: Sentence,
  changes: ReadonlyMap<string, ChangeRow>,
): ChangeRow | undefined {
  const field = fields.find((one) => one.key === key);
  if (field === undefined) return undefined;
  const told = new Set(parts);
  const rows = comparisonRows(field).filter((row) => told.size === 0 || told.has(row.key));
  return [field, ...rows].flatMap(({ override }) => changes.get(override?.changeId ?? "") ?? []).at(-1);
}
