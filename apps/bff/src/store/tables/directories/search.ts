import { holdsIndex } from "#/store/tables/changes/change-sets.ts";
import { sql } from "kysely";
import { beginsPattern, containsPattern, trigramsOf, wordPattern, wordsInAnyOrder } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The most of each kind on a page, and the most directories that are named of a record. */
export const MOST_FOUND = 8;
const MOST_PHONES = 500;
const FEW_PHONES = 10_000;

export interface SearchIn {
  connectionId: string;
  q: string;
  indexId: string | undefined;
  /** The index whose entries come first. */
  near: string | undefined;
  /** Whether the reader sees some referrers alone: their rosters are read, and nothing else. */
  isLimited: boolean;
}

/** A limit of which the planner only knows that few may be wanted: it then goes through an index in its order, where it can. */
const NO_LIMIT = sql`(select 2147483647)`;

/** Index versions whose label, name, referrer or id contains the text; one more than a page. */
export async function searchIndexVersions(
  db: Database,
  { connectionId, q }: SearchIn,
  after: readonly [search: string, id: string] | undefined,
) {
  return await db
    .selectFrom("index_version")
    .select(["id", "label", "search", "referrer_name", "referrer_practitioner_id"])
    .where("connection_id", "=", connectionId)
    .where("archived_at", "is", null)
    .where("search", "like", containsPattern(q))
    .$if(after !== undefined, (query) =>
      query.where((where) => where(where.refTuple("search", "id"), ">", where.tuple(...(after ?? ["", ""])))),
    )
    .orderBy("search")
    .orderBy("id")
    .limit(MOST_FOUND + 1)
    .execute();
}

export interface FoundEntry {
  index_id: string;
  label: string;
  record_type: string;
  record_id: string;
  name: string | null;
  preferred_name: string | null;
  practitioner_id: string | null;
  /** The number of directories in which the record was found. */
  directories: number;
  /** Whether the index that is near does not have it. */
  are_far: boolean;
  /** The first search text that it has in the order of these. */
  first_search: string;
}

export type RecordPlace = readonly [isFar: boolean, search: string, recordId: string, recordType: string];

/**
 * Roster entries whose name or id contains the text, or words that begin with its words in any order, and that were read or have a
 * name, in the given index or in every directory: those of at most `most` records, those of the index that is near before others, in
 * the order of their names there, and of others of their first name; of each at most eight entries in the same order of the
 * directories. Goes through the entries of one directory, or through the texts of records, in that order, and asks the rosters until
 * the page is full.
 */
export async function searchRecords(
  db: Database,
  { connectionId, q, indexId, near, isLimited }: SearchIn,
  { types, after, most }: { types: readonly string[]; after?: RecordPlace | undefined; most: number },
): Promise<FoundEntry[]> {
  const [pattern, words] = [containsPattern(q), wordsInAnyOrder(q)];
  // What is in any order has the parts of each word alone. A word of two letters has none: what is found begins with it, or has it
  // after a space, unless it is what the text as it is typed begins with.
  const parts = words.length === 0 ? [pattern] : words.map(containsPattern);
  const ofTwoLetters = isLimited ? [] : words.filter((word) => Array.from(word).length === 2);
  const beginnings = ofTwoLetters.filter((word) => pattern.includes(` ${word}`));
  const trigrams = isLimited ? [] : [...new Set(parts.flatMap(trigramsOf))];
  // What has the words in any order has each of them somewhere, which is soon seen not to be so of most texts.
  const hasParts = (search: ReturnType<typeof sql>) =>
    sql.join(
      parts.toSorted((a, b) => b.length - a.length).map((part) => sql`${search} like ${part}`),
      sql` and `,
    );
  const fits = (search: ReturnType<typeof sql>) =>
    words.length === 0
      ? hasParts(search)
      : sql`(${hasParts(search)} and (${search} like ${pattern} or (${sql.join(
          words.map((word) => sql`' ' || ${search} like ${wordPattern(word)}`),
          sql` and `,
        )})))`;
  const beginsAWord = (word: string) =>
    sql`(search like ${beginsPattern(word)} or public.trigrams(search) @> ${trigramsOf(wordPattern(word))}::text[])`;
  const texts = isLimited ? sql`roster_entry` : sql`record_search`;
  const isAsked = (row: "entry" | "text", ofType: ReturnType<typeof sql>) =>
    sql`${sql.ref(`${row}.connection_id`)} = ${connectionId} and ${sql.ref(`${row}.record_type`)} = ${ofType}
      and ${fits(sql.ref(`${row}.search`))}
      ${row === "entry" || isLimited ? sql`and (${sql.ref(`${row}.state`)} <> 'waiting' or ${sql.ref(`${row}.name`)} is not null)` : sql``}`;
  const matching = (of: string) => sql`
    select entry.*, index_version.label, index_version.search as index_search,
      entry.index_id is distinct from ${near ?? null} as is_far
    from roster_entry as entry
    join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
    where ${isAsked("entry", sql.ref(`${of}.record_type`))} and entry.record_id = ${sql.ref(`${of}.record_id`)}
      and index_version.archived_at is null
      ${indexId === undefined ? sql`` : sql`and entry.index_id = ${indexId}`}`;
  const comesAfter = (areFar: boolean) =>
    after === undefined || after[0] !== areFar
      ? sql``
      : sql`and (search, record_id, record_type) > (${sql.join(after.slice(1))})`;
  /** Of each type a page in the order of an index, and of those the first. */
  const page = (limit: ReturnType<typeof sql>, ofType: ReturnType<typeof sql>) => sql`
    select text.* from unnest(${[...types]}::text[]) as of (record_type) cross join lateral (${ofType}) as text
    order by first_search, record_id, record_type limit ${limit}`;
  const pageOf = (only: string, areFar: boolean, limit: ReturnType<typeof sql>) =>
    page(
      limit,
      sql`select text.record_type, text.record_id, text.search as first_search, ${sql.lit(areFar)} as are_far
        from (select connection_id, index_id, record_type, record_id, search from roster_entry
          where connection_id = ${connectionId} and index_id = ${only} and record_type = of.record_type and ${fits(sql`search`)}
            and exists (select from index_version where connection_id = ${connectionId} and id = ${only} and archived_at is null)
            ${comesAfter(areFar)}
          order by search, record_id limit ${NO_LIMIT}) as text
        cross join lateral (select from roster_entry where connection_id = text.connection_id and index_id = text.index_id
          and record_type = text.record_type and record_id = text.record_id and (state <> 'waiting' or name is not null)
          offset 0) as entry
        order by text.search, text.record_id limit ${limit}`,
    );
  const pageOfAll = (limit: ReturnType<typeof sql>) =>
    page(
      limit,
      sql`select text.record_type, text.record_id, text.search as first_search, true as are_far
        from (select distinct record_type, record_id, search from ${texts} as text
          where ${isAsked("text", sql`of.record_type`)}
            ${trigrams.length === 0 ? sql`` : sql`and public.trigrams(search) @> ${trigrams}::text[]`}
            ${beginnings.length === 0 ? sql`` : sql`and ${sql.join(beginnings.map(beginsAWord), sql` and `)}`} ${comesAfter(true)}
          order by search, record_id, record_type limit ${NO_LIMIT}) as text
        cross join lateral (select min(entry.search) as first_search, bool_and(is_far) as are_far
          from (${matching("text")}) as entry) as found
        where found.first_search = text.search and found.are_far
        order by text.search, text.record_id limit ${limit}`,
    );
  const nothing = sql`select null::text as record_type, null::text as record_id, null::text as first_search, false as are_far limit 0`;
  const hasNear = near !== undefined && after?.[0] !== true && (indexId ?? near) === near;
  const others = sql`(select ${most} - count(*) from near_records)`;
  const far = indexId === undefined ? pageOfAll(others) : indexId === near ? nothing : pageOf(indexId, true, others);
  const result = await sql<FoundEntry>`
    with near_records as materialized (${hasNear ? pageOf(near, false, sql`${most}`) : nothing}),
    records as materialized (select * from near_records union all (${far})),
    ranked as (
      select entry.*, records.are_far, records.first_search,
        count(*) over (partition by entry.record_type, entry.record_id)::integer as directories,
        row_number() over (partition by entry.record_type, entry.record_id order by is_far, index_search, index_id) as place
      from records cross join lateral (${matching("records")}) as entry)
    select index_id, label, record_type, record_id, name, preferred_name, practitioner_id, directories, are_far, first_search from ranked
    where place <= ${MOST_FOUND} order by are_far, first_search, record_id, record_type, place`.execute(db);
  return result.rows;
}

export interface FoundPhone extends Pick<FoundEntry, "index_id" | "label" | "record_type" | "record_id"> {
  practitioner_id: string | null;
  phones: string;
}

/**
 * Records with a phone that has these digits, in the order of their directories; at most 500. Few are found by their parts of three
 * digits; where there are many, or the reader sees some referrers alone, directory after directory is read until there are enough.
 */
export async function searchPhones(
  db: Database,
  { connectionId, indexId, near, isLimited, digits }: Omit<SearchIn, "q"> & { digits: string },
): Promise<FoundPhone[]> {
  const found = sql`select index_id, record_type, record_id, practitioner_id, phones from record_summary
    where connection_id = ${connectionId} and phones <> '' and phones like ${`%${digits}%`}
      ${indexId === undefined ? sql`` : sql`and index_id = ${indexId}`}`;
  const inOrder = sql`order by is_far, index_search, index_id, record_type, record_id limit ${MOST_PHONES}`;
  const result = await sql<FoundPhone>`
    with directory as (select id, label, search as index_search, id is distinct from ${near ?? null} as is_far
      from index_version where connection_id = ${connectionId} and archived_at is null),
    known as materialized (${found} and public.phone_trigrams(phones) @> ${trigramsOf(digits)}::text[] limit ${isLimited ? 0 : FEW_PHONES + 1}),
    are_few as materialized (select ${sql.lit(!isLimited)} and count(*) <= ${FEW_PHONES} as are_few from known)
    select index_id, label, record_type, record_id, practitioner_id, phones from (
      select known.*, label, index_search, is_far from known join directory on id = index_id where (select are_few from are_few)
      union all
      (select here.*, label, index_search, is_far
        from (select * from directory where not (select are_few from are_few) order by is_far, index_search, id) as directory
        cross join lateral (${found} and index_id = directory.id order by record_type, record_id limit ${MOST_PHONES}) as here
        ${inOrder})) as found
    ${inOrder}`.execute(db);
  return result.rows;
}

/**
 * Change sets whose name contains the text, the newest first; one more than a page. One that nobody named is found by what it is
 * called from its content, by its directory and the other names of whom it is about, or by words that these begin with in any order.
 */
export async function searchChangeSets(
  db: Database,
  { connectionId, q, indexId }: SearchIn,
  after: readonly [createdAtMs: number, id: string] | undefined,
) {
  const pattern = containsPattern(q);
  const words = wordsInAnyOrder(q).map((word) => sql`search like ${wordPattern(word)}`);
  const inAnyOrder = words.length === 0 ? sql`` : sql`or (${sql.join(words, sql` and `)})`;
  // Read by itself: joined with the rows of sets, of which all are read, it takes twice as long.
  const calledSo = sql`select change_set_id from change_set_search
    where connection_id = ${connectionId} and (search like ${pattern} ${inAnyOrder})`;
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .where(sql<boolean>`(search like ${pattern} or (name is null and id in (${calledSo})))`)
    .$if(indexId !== undefined, (query) => query.where(holdsIndex(indexId ?? "")))
    .$if(after !== undefined, (query) =>
      query.where((where) => {
        const [createdAtMs, id] = after ?? [0, ""];
        return where(where.refTuple("created_at", "id"), "<", where.tuple(new Date(createdAtMs), id));
      }),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_FOUND + 1)
    .execute();
}
