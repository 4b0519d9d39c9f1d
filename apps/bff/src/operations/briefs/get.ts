import type { Brief, BriefQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import type { MaxAge } from "#/records/refresh-readings.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { countBrief, selectBriefPage, selectBriefs } from "#/store/tables/directories/briefs.ts";
import { selectReferrer } from "#/store/tables/directories/referrers.ts";
import { selectPerson } from "#/store/tables/people/people.ts";
import { placeTypes } from "#/upstream/records/place-types.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";
import { changesBetween } from "./internal/changes-between.ts";
import { describePractitioners } from "./internal/describe-practitioners.ts";

const MOST_EARLIER = 20;

interface BriefRequest {
  indexId: string;
  query: BriefQuery;
  /** One practitioner alone. */
  practitionerId?: string;
  maxAge?: MaxAge;
  /** Since when changes are told, where the query does not say: since the last brief if left out, and none for null. */
  since?: Date | null;
}

/** A directory in sentences: who is in it, what differs, since when and on whose word. Drafts are no part of it. */
export async function getBrief(
  context: RequestContext,
  { indexId, query, practitionerId, maxAge = "any", since }: BriefRequest,
): Promise<Brief> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const index = await loadIndexVersion(context, indexId);
  refuseStandard(index);
  const of = { connectionId: connection.id, indexId };
  const today = todayOf(deps);
  const { limit } = query;
  const after = readCursor(query.cursor, ["integer", "text", "text"]);
  const rows = await selectBriefPage(db, {
    ...of,
    after,
    limit,
    today,
    ...(practitionerId === undefined ? {} : { only: practitionerId }),
  });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.place, row.search, row.id]);
  const described = await describePractitioners(context, { indexId, rows: items, maxAge, today: today.today });
  const [counts, earlier, referrer] = await Promise.all([
    countBrief(db, { ...of, placeTypes: placeTypes(deps.service.profile), today }),
    selectBriefs(db, of, { limit: MOST_EARLIER }),
    index.referrer_id === null ? undefined : selectReferrer(db, connection.id, index.referrer_id),
  ]);
  const owner = referrer?.owner_id == null ? undefined : await selectPerson(deps.wholeStore.db, referrer.owner_id);
  const asOf = deps.clock.now();
  const to = query.until === undefined ? asOf : new Date(query.until);
  const [last] = since === undefined ? await selectBriefs(db, of, { limit: 1, until: to }) : [];
  const usual = since === undefined ? (last?.made_at ?? null) : since;
  const from = query.since === undefined ? usual : new Date(query.since);
  const told = from === null || after !== undefined ? null : await changesBetween(context, { indexId, from, to });
  return {
    items: described,
    nextCursor,
    total: counts.practitioners,
    index: { id: index.id, name: index.label },
    connectionName: connection.name,
    referrer: index.referrer_name,
    owner: owner === undefined ? null : { name: owner.name, email: owner.email },
    asOf: asOf.toISOString(),
    since: from?.toISOString() ?? null,
    until: to.toISOString(),
    changes: told?.changes ?? [],
    changesTotal: told?.total ?? 0,
    counts: {
      practitioners: counts.practitioners,
      places: counts.places,
      differing: counts.differing,
      verified: counts.verified,
      overdue: counts.overdue,
    },
    oldestReadAt: counts.oldest_read_at?.toISOString() ?? null,
    earlier: earlier.map(({ made_at: at, made_by: by, how }) => ({ at: at.toISOString(), by, how })),
  };
}
