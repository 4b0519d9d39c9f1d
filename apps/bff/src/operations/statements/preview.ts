import {
  maxStatementReach,
  type StatementPlace,
  type StatementPreview,
  type StatementPreviewInput,
  type StatementReach,
  type StatementScope,
} from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { describePlan } from "#/views/plans-of-records.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { reached, refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { selectPlans } from "#/store/tables/connections/plans.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import {
  placeKey,
  selectNamed,
  selectSaid,
  selectStatementPlaces,
  type StatementPlaceRow,
} from "#/store/tables/statements/statement-places.ts";
import { findingsOf, withoutContradictions } from "./internal/findings.ts";
import { namedRecords } from "./internal/named-records.ts";
import { soughtByService } from "./internal/sought-by-service.ts";
import { refuseImpossibleFacts } from "./internal/refuse-impossible-facts.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";

type Asked = z.output<typeof StatementPreviewInput>;

/** Where a statement applies: what each place says now, and the change that would make it say what was stated. */
export async function previewStatement(context: RequestContext, asked: Asked): Promise<StatementPreview> {
  const { deps, connection } = context;
  const { facts, limit } = asked;
  await refuseImpossibleFacts(context, facts);
  const { db } = deps.store;
  const { after, since } = pageAt(deps, asked);
  const maxAge = () => (deps.clock.now().getTime() - since) / 1000;
  const { rows, total, scope, notSought } = await findReached(context, asked.scope, { after, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.practitioner_id, row.search, row.index_id, since]);
  const recordsOf = await recordsOfPlaces(deps, items);
  const { standardIndex } = deps.service.profile;
  const all = new Map([...recordsOf.values()].flat().map((record) => [recordKey(record), record]));
  // Base is read before the directories, so that each of them finds it.
  await refreshReadings(
    deps,
    [...all.values()].map((record) => ({ indexId: standardIndex, ...record, maxAge: maxAge() })),
  );
  const places = new Map<StatementPlaceRow, Omit<StatementPlace, "says">>();
  for (const [indexId, ofIndex] of Map.groupBy(items, ({ index_id }) => index_id)) {
    const records = ofIndex.flatMap((row) => recordsOf.get(row) ?? []);
    const distinct = [...new Map(records.map((record) => [recordKey(record), record])).values()];
    const { compared, related } = await refreshRelatedComparisons(deps, {
      indexId,
      againstId: standardIndex,
      records: distinct,
      maxAge: maxAge(),
    });
    const byRecord = new Map([...compared, ...related].map((compared) => [recordKey(compared.record), compared]));
    const nameOf = await namesAmong(deps, indexId, [...byRecord.values()]);
    for (const row of ofIndex) {
      const ownRecords = recordsOf.get(row) ?? [];
      const asRead = [
        ...ownRecords.map(recordKey),
        ...reached(deps, byRecord, new Set(ownRecords.map(recordKey))).keys(),
      ];
      const of = asRead.flatMap((key) => byRecord.get(key) ?? []);
      places.set(row, describePlace(context, { row, of, nameOf, asked: { scope, facts } }));
    }
  }
  const said = await saidOf(context, items);
  const ids = [...new Set([...(scope.practitionerIds ?? []), ...(scope.scheduleIds ?? [])])];
  const connectionId = connection.id;
  const found = after === null ? await selectNamed(db, { connectionId, ids }) : null;
  const rostered = new Set(found?.named.map(({ record }) => record.id));
  const planIds = facts.flatMap((fact) => (fact.kind === "plan" ? [fact.planId] : []));
  const plans = new Map((await selectPlans(db, connection.id, planIds)).map((row) => [row.id, describePlan(row)]));
  return {
    items: items.flatMap((row) => {
      const place = places.get(row);
      return place === undefined ? [] : [{ ...place, says: said.get(placeKey(row)) ?? null }];
    }),
    nextCursor,
    total,
    plans: [...new Set(planIds)].map(
      (id) => plans.get(id) ?? { id, payer: null, name: null, kind: null, source: "seen" },
    ),
    unknownIds: found === null ? [] : ids.filter((id) => !rostered.has(id)),
    notSought,
  };
}

/** Whom a statement reaches now, without reading or comparing anything. */
export async function statementReach(
  context: RequestContext,
  scope: z.output<typeof StatementScope>,
): Promise<StatementReach> {
  const { rows, total } = await findReached(context, scope, { after: null, limit: maxStatementReach });
  const named = rows.slice(0, maxStatementReach);
  const said = await saidOf(context, named);
  return { items: named.map((row) => ({ ...namedPlace(row), says: said.get(placeKey(row)) ?? null })), total };
}

const saidOf = async ({ deps, connection }: RequestContext, places: readonly StatementPlaceRow[]) =>
  await selectSaid(deps.store.db, {
    connectionId: connection.id,
    standardIndex: deps.service.profile.standardIndex,
    places,
  });

const namedPlace = (row: StatementPlaceRow): Omit<StatementReach["items"][number], "says"> => ({
  practitioner: { id: row.practitioner_id, name: row.name },
  index: { id: row.index_id, name: row.label, referrer: row.referrer_name },
  schedules: row.schedules,
});

/** Whom a scope reaches. What no roster knows by its text, the service may know by a number of theirs. */
async function findReached(
  context: RequestContext,
  scope: Asked["scope"],
  page: { after: readonly [string, string, string] | null; limit: number },
) {
  const { deps } = context;
  const found = await selectStatementPlaces(deps.store.db, { ...reachOf(context, scope), ...page });
  const { found: sought, notSought } =
    found.total > 0 || scope.q === undefined ? { found: [], notSought: null } : await soughtByService(deps, scope.q);
  if (sought.length === 0) return { ...found, scope, notSought };
  const idsOf = (type: string) => sought.flatMap((record) => (record.type === type ? [record.id] : []));
  const practitionerIds = [...(scope.practitionerIds ?? []), ...idsOf("practitioner")];
  const scheduleIds = [...(scope.scheduleIds ?? []), ...idsOf("schedule")];
  const byId = { ...scope, q: undefined, practitionerIds, scheduleIds };
  return {
    ...(await selectStatementPlaces(deps.store.db, { ...reachOf(context, byId), ...page })),
    scope: byId,
    notSought,
  };
}

/** What a scope names, as the store finds it. */
function reachOf({ deps: { service }, connection }: RequestContext, scope: Asked["scope"]) {
  const { practitionerIds = [], scheduleIds = [], places = [], q, indexIds, referrerIds } = scope;
  const { standardIndex, defaultRegion } = service.profile;
  const digits = q === undefined ? null : askedDigits(q, defaultRegion);
  const connectionId = connection.id;
  return { connectionId, standardIndex, practitionerIds, scheduleIds, places, q, digits, indexIds, referrerIds };
}

/** After which place the page begins, and since when a reading is young enough: the same for all pages of one preview. */
function pageAt({ clock }: Deps, { cursor, maxAge }: Pick<Asked, "cursor" | "maxAge">) {
  const place = readCursor(cursor, ["text", "text", "text", "number"]);
  if (place === undefined) return { after: null, since: clock.now().getTime() - maxAge * 1000 - 1 };
  const [practitioner, search, index, since] = place;
  return { after: [practitioner, search, index] as const, since };
}

/** The practitioner of each place with the schedules that its directory knows of them. */
async function recordsOfPlaces(deps: Deps, rows: readonly StatementPlaceRow[]) {
  if (rows.length === 0) return new Map<StatementPlaceRow, RecordKey[]>();
  const schedules = await selectKnownSchedules(deps.store.db, {
    connectionId: deps.connection.id,
    indexIds: [...new Set(rows.map(({ index_id }) => index_id))],
    practitionerIds: [...new Set(rows.map(({ practitioner_id }) => practitioner_id))],
  });
  const schedulesOf = Map.groupBy(schedules, (row) => `${row.index_id} ${row.practitioner_id}`);
  return new Map(
    rows.map((row): [StatementPlaceRow, RecordKey[]] => [
      row,
      [
        { type: "practitioner", id: row.practitioner_id },
        ...(schedulesOf.get(`${row.index_id} ${row.practitioner_id}`) ?? []).map(recordOf),
      ],
    ]),
  );
}

function describePlace(
  { deps, actor }: RequestContext,
  {
    row,
    of,
    nameOf,
    asked: { scope, facts },
  }: {
    row: StatementPlaceRow;
    of: readonly ComparedRecord[];
    nameOf: (record: ComparedRecord) => string | null;
    asked: Pick<Asked, "scope" | "facts">;
  },
): Omit<StatementPlace, "says"> {
  const { index_id: indexId, practitioner_id: id, is_named: isPersonNamed } = row;
  const practitioner = of.find(({ record }) => record.type === "practitioner" && record.id === id);
  const { isNamed, placeOf, elsewhere } = namedRecords(deps, scope, { of, isPersonNamed, nameOf });
  const named = of.filter(isNamed);
  const times = named.flatMap(({ here }) => (here.fetchedAt === null ? [] : [here.fetchedAt.toISOString()]));
  const byKey = new Map(of.map((compared) => [recordKey(compared.record), compared]));
  const finding = { indexId, of, isNamed, worksElsewhere: elsewhere.length > 0, personId: actor.id };
  const found = withoutContradictions(facts.flatMap((fact, index) => findingsOf(deps, { ...finding, fact, index })));
  return {
    practitioner: { id, name: (practitioner === undefined ? null : nameOf(practitioner)) ?? row.name },
    index: namedPlace(row).index,
    schedules: row.schedules,
    fetchedAt: times.toSorted()[0] ?? null,
    stale: named.some(({ here }) => here.stale),
    findings: found.map((one) => {
      const compared = byKey.get(recordKey(one.record));
      return {
        ...one,
        recordName: compared === undefined ? null : nameOf(compared),
        place: compared === undefined ? null : placeOf(compared),
        elsewhere: one.record.type === "practitioner" ? elsewhere : [],
      };
    }),
  };
}
