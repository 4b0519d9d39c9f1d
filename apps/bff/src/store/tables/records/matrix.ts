import type { Database } from "#/store/sql/transaction.ts";

interface DirectoriesOf {
  connectionId: string;
  practitionerId: string;
}

export interface DirectoryOfPractitioner {
  id: string;
  label: string;
  referrer_name: string | null;
  search: string;
}

function directoriesOf(db: Database, { connectionId, practitionerId }: DirectoriesOf) {
  return db
    .selectFrom("roster_entry")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "roster_entry.connection_id")
        .onRef("index_version.id", "=", "roster_entry.index_id"),
    )
    .where("roster_entry.connection_id", "=", connectionId)
    .where("roster_entry.record_type", "=", "practitioner")
    .where("roster_entry.record_id", "=", practitionerId)
    .where("index_version.origin", "!=", "standard")
    .where("index_version.archived_at", "is", null);
}

/** The directories that have a practitioner on their rosters, by name, with one row more than requested. */
export async function selectDirectoriesOf(
  db: Database,
  { after, limit, ...of }: DirectoriesOf & { after: readonly [search: string, id: string] | null; limit: number },
): Promise<{ rows: DirectoryOfPractitioner[]; total: number }> {
  const matching = directoriesOf(db, of);
  const page =
    after === null
      ? matching
      : matching.where((where) =>
          where(where.refTuple("index_version.search", "index_version.id"), ">", where.tuple(...after)),
        );
  const [rows, { total }] = await Promise.all([
    page
      .select(["index_version.id", "label", "referrer_name", "index_version.search"])
      .orderBy("index_version.search")
      .orderBy("index_version.id")
      .limit(limit + 1)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** The schedules of a practitioner on the rosters of all these directories, each once, by name. */
export async function selectScheduleIdsAnywhere(
  db: Database,
  { connectionId, practitionerId, standardIndex }: DirectoriesOf & { standardIndex: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("roster_entry")
    .select((select) => ["record_id", select.fn.min("search").as("search")])
    .where("connection_id", "=", connectionId)
    .where("practitioner_id", "=", practitionerId)
    .where("record_type", "=", "schedule")
    .where((where) =>
      where.or([
        where("index_id", "=", standardIndex),
        where("index_id", "in", directoriesOf(db, { connectionId, practitionerId }).select("index_version.id")),
      ]),
    )
    .groupBy("record_id")
    .orderBy("search")
    .orderBy("record_id")
    .execute();
  return rows.map(({ record_id }) => record_id);
}
