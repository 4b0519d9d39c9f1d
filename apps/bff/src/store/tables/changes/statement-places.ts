import { containsPattern } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** Whom a statement is about. A practitioner belongs to it by id, or by a text in their or their schedules' roster entries. */
export interface StatementReach {
  connectionId: string;
  practitionerIds: readonly string[];
  q: string | undefined;
  indexIds: readonly string[] | undefined;
  referrerIds: readonly string[] | undefined;
}

export interface StatementPlaceRow {
  practitioner_id: string;
  name: string | null;
  index_id: string;
  label: string;
  referrer_name: string | null;
  search: string;
}

function placesOf(db: Database, { connectionId, practitionerIds, q, indexIds, referrerIds }: StatementReach) {
  return db
    .selectFrom("roster_entry as entry")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "entry.connection_id")
        .onRef("index_version.id", "=", "entry.index_id"),
    )
    .where("entry.connection_id", "=", connectionId)
    .where("entry.record_type", "=", "practitioner")
    .where("index_version.origin", "!=", "standard")
    .where("index_version.archived_at", "is", null)
    .$if(indexIds !== undefined, (query) => query.where("entry.index_id", "in", [...(indexIds ?? [])]))
    .$if(referrerIds !== undefined, (query) => query.where("index_version.referrer_id", "in", [...(referrerIds ?? [])]))
    .where((where) =>
      where.or([
        ...(practitionerIds.length === 0 ? [] : [where("entry.record_id", "in", [...practitionerIds])]),
        ...(q === undefined
          ? []
          : [
              where(
                "entry.record_id",
                "in",
                db
                  .selectFrom("roster_entry as found")
                  .select((select) =>
                    select.fn.coalesce("found.practitioner_id", "found.record_id").as("practitioner_id"),
                  )
                  .where("found.connection_id", "=", connectionId)
                  .where("found.record_type", "in", ["practitioner", "schedule"])
                  .where("found.search", "like", containsPattern(q)),
              ),
            ]),
      ]),
    );
}

/** The directories of the practitioners, by practitioner and name, with one row more than requested. */
export async function selectStatementPlaces(
  db: Database,
  {
    after,
    limit,
    ...reach
  }: StatementReach & { after: readonly [practitioner: string, search: string, index: string] | null; limit: number },
): Promise<{ rows: StatementPlaceRow[]; total: number }> {
  if (reach.practitionerIds.length === 0 && reach.q === undefined) return { rows: [], total: 0 };
  const matching = placesOf(db, reach);
  const page =
    after === null
      ? matching
      : matching.where((where) =>
          where(
            where.refTuple("entry.record_id", "index_version.search", "entry.index_id"),
            ">",
            where.tuple(...after),
          ),
        );
  const [rows, { total }] = await Promise.all([
    page
      .select([
        "entry.record_id as practitioner_id",
        "entry.name",
        "entry.index_id",
        "label",
        "referrer_name",
        "index_version.search",
      ])
      .orderBy("entry.record_id")
      .orderBy("index_version.search")
      .orderBy("entry.index_id")
      .limit(limit + 1)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Which of these practitioners are on a roster. */
export async function selectRostered(
  db: Database,
  { connectionId, practitionerIds }: Pick<StatementReach, "connectionId" | "practitionerIds">,
): Promise<Set<string>> {
  if (practitionerIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("roster_entry")
    .select("record_id")
    .distinct()
    .where("connection_id", "=", connectionId)
    .where("record_type", "=", "practitioner")
    .where("record_id", "in", [...practitionerIds])
    .execute();
  return new Set(rows.map(({ record_id }) => record_id));
}
