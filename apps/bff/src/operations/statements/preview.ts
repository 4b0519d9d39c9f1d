import type { StatementPlace, StatementPreview, StatementPreviewInput } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { describePlan } from "#/views/plans-of-records.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { reached, refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { selectPlans } from "#/store/tables/connections/plans.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import {
  selectRostered,
  selectStatementPlaces,
  type StatementPlaceRow,
} from "#/store/tables/changes/statement-places.ts";
import { findingsOf } from "./internal/findings.ts";
import { practitionersByText } from "./internal/practitioners-by-text.ts";
import { refuseUnknownFields } from "./internal/refuse-unknown-fields.ts";

type Asked = z.output<typeof StatementPreviewInput>;

/** Where a statement applies: what each place says now, and the change that would make it say what was stated. */
export async function previewStatement({ deps, connection }: RequestContext, asked: Asked): Promise<StatementPreview> {
  const { scope, facts, limit } = asked;
  refuseUnknownFields(deps, facts);
  const { db } = deps.store;
  const { after, since } = pageAt(deps, asked);
  const maxAge = () => (deps.clock.now().getTime() - since) / 1000;
  const named = scope.practitionerIds ?? [];
  const idsByText = scope.q === undefined ? [] : await practitionersByText(deps, scope.q);
  const { rows, total } = await selectStatementPlaces(db, {
    connectionId: connection.id,
    practitionerIds: [...new Set([...named, ...idsByText])],
    q: scope.q,
    indexIds: scope.indexIds,
    referrerIds: scope.referrerIds,
    after,
    limit,
  });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.practitioner_id, row.search, row.index_id, since]);
  const recordsOf = await recordsOfPlaces(deps, items);
  const { standardIndex } = deps.service.profile;
  const all = new Map([...recordsOf.values()].flat().map((record) => [recordKey(record), record]));
  // Base is read before the directories, so that each of them finds it.
  await refreshReadings(
    deps,
    [...all.values()].map((record) => ({ indexId: standardIndex, ...record, maxAge: maxAge() })),
  );
  const places = new Map<StatementPlaceRow, StatementPlace>();
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
      places.set(row, describePlace(deps, { row, of, nameOf, facts }));
    }
  }
  const rostered =
    after === null ? await selectRostered(db, { connectionId: connection.id, practitionerIds: named }) : null;
  const planIds = facts.flatMap((fact) => (fact.kind === "plan" ? [fact.planId] : []));
  const plans = new Map((await selectPlans(db, connection.id, planIds)).map((row) => [row.id, describePlan(row)]));
  return {
    items: items.flatMap((row) => places.get(row) ?? []),
    nextCursor,
    total,
    plans: [...new Set(planIds)].map(
      (id) => plans.get(id) ?? { id, payer: null, name: null, kind: null, source: "seen" },
    ),
    unknownIds: rostered === null ? [] : [...new Set(named)].filter((id) => !rostered.has(id)),
  };
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
  const records = new Map<StatementPlaceRow, RecordKey[]>();
  for (const [practitionerId, places] of Map.groupBy(rows, ({ practitioner_id }) => practitioner_id)) {
    const schedules = await selectKnownSchedules(deps.store.db, {
      connectionId: deps.connection.id,
      indexIds: places.map(({ index_id }) => index_id),
      practitionerId,
    });
    for (const row of places)
      records.set(row, [
        { type: "practitioner", id: practitionerId },
        ...schedules
          .filter(({ index_id }) => index_id === row.index_id)
          .map(({ record_id }) => ({ type: "schedule", id: record_id })),
      ]);
  }
  return records;
}

function describePlace(
  deps: Deps,
  {
    row,
    of,
    nameOf,
    facts,
  }: {
    row: StatementPlaceRow;
    of: readonly ComparedRecord[];
    nameOf: (record: ComparedRecord) => string | null;
    facts: Asked["facts"];
  },
): StatementPlace {
  const { index_id: indexId, practitioner_id: id } = row;
  const practitioner = of.find(({ record }) => record.type === "practitioner" && record.id === id);
  const times = of.flatMap(({ here }) => (here.fetchedAt === null ? [] : [here.fetchedAt.toISOString()]));
  return {
    practitioner: { id, name: (practitioner === undefined ? null : nameOf(practitioner)) ?? row.name },
    index: { id: indexId, name: row.label, referrer: row.referrer_name },
    fetchedAt: times.toSorted()[0] ?? null,
    stale: of.some(({ here }) => here.stale),
    findings: facts.flatMap((fact, index) =>
      findingsOf(deps, { indexId, of, fact, index }).map((finding) => {
        const compared = of.find(({ record }) => recordKey(record) === recordKey(finding.record));
        return { ...finding, recordName: compared === undefined ? null : nameOf(compared) };
      }),
    ),
  };
}
