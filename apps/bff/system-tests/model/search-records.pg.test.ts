import { sql } from "kysely";
import { expect, test } from "vitest";
import { phoneWith } from "#/store/sql/phone-search.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";
import type { Store } from "#/store/engine/database.ts";
import { nameWords } from "@dc/directory";
import { containsPattern, searchText } from "#/store/sql/search-text.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type Database, type Transaction, transact } from "#/store/sql/transaction.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import {
  copyEntries,
  deleteRosterEntry,
  insertRosterEntries,
  renameRosterEntry,
  updateRosterNames,
  updateSeenEntries,
} from "#/store/tables/directories/roster.ts";
import { type FoundEntry, type RecordPlace, searchPhones, searchRecords } from "#/store/tables/directories/search.ts";

const CONNECTION = "con_1";
const REFERRER = "ref_0000000000000001";
const DIRECTORIES = ["idx_a", "idx_b", "idx_c", "idx_d", "idx_e"];
const ARCHIVED = "idx_e";
const OF_REFERRER = ["idx_b", "idx_c"];
const TYPES = ["practitioner", "schedule", "place"];
const WORDS = [
  "Ann",
  "anna",
  "Änne",
  "Meier",
  "Meyer",
  "50%",
  "a_b",
  "O'Hara",
  "7",
  "07",
  "12",
  "Łódź",
  "\\",
  "Haus 12",
];

type Asked = Parameters<typeof searchRecords>[1];

/** What rosters have, asked entry by entry: whatever matches is read whole, and sorted here. */
async function foundAmongEntries(
  db: Database,
  { q, indexId, near }: Asked,
  { types, after, most }: { types: readonly string[]; after: RecordPlace | undefined; most: number },
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry & { search: string; index_search: string; has_all: boolean }>`
    select entry.search like ${containsPattern(q)} as has_all, entry.index_id, label, index_version.search as index_search, record_type, record_id, entry.name, entry.preferred_name, practitioner_id, entry.search
    from roster_entry as entry join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
    where archived_at is null and (entry.state <> 'waiting' or entry.name is not null)`.execute(db);
  // Words of a name are begun in any order; a number is no name.
  const words = /\d/.test(q) || nameWords(q).length < 2 ? [] : nameWords(q);
  const hasWords = (search: string) =>
    words.length > 0 && words.every((word) => ` ${search}`.includes(` ${searchText(word)}`));
  const matching = rows.filter(
    (row) =>
      (row.has_all || hasWords(row.search)) &&
      types.includes(row.record_type) &&
      (indexId === undefined || row.index_id === indexId),
  );
  const keyOf = (row: (typeof rows)[number]) =>
    `${row.index_id === near ? 0 : 1}\0${row.index_search}\0${row.index_id}`;
  const records = [...Map.groupBy(matching, (row) => `${row.record_type} ${row.record_id}`).values()].map((same) => {
    const areFar = !same.some((row) => row.index_id === near);
    const named = areFar ? same : same.filter((row) => row.index_id === near);
    const [first = ""] = named.map(({ search }) => search).toSorted(byBytes);
    const entries = same
      .toSorted((a, b) => byBytes(keyOf(a), keyOf(b)))
      .slice(0, 8)
      .map((row) => ({
        index_id: row.index_id,
        label: row.label,
        record_type: row.record_type,
        record_id: row.record_id,
        name: row.name,
        preferred_name: row.preferred_name,
        practitioner_id: row.practitioner_id,
        directories: same.length,
        are_far: areFar,
        first_search: first,
      }));
    return { place: placeText([areFar, first, same[0]?.record_id ?? "", same[0]?.record_type ?? ""]), entries };
  });
  return records
    .filter(({ place }) => after === undefined || byBytes(place, placeText(after)) > 0)
    .toSorted((a, b) => byBytes(a.place, b.place))
    .slice(0, most)
    .flatMap(({ entries }) => entries);
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const placeText = ([isFar, ...keys]: RecordPlace) => [isFar ? 1 : 0, ...keys].join("\0");

const PASTING = { kind: "console", id: null, name: "Console" } as never;
const NOW = new Date();

/** Rosters after some hundred random steps, each as the server takes it. */
async function putTogether(db: Database, random: ReturnType<typeof createRandom>): Promise<void> {
  await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
    values (${CONNECTION}, 'A', 'http://localhost', '1', 'test', '', now(), now())`.execute(db);
  await sql`insert into referrer (connection_id, id, name, search, created_at, created_by)
    values (${CONNECTION}, ${REFERRER}, 'R', 'r', now(), '{}')`.execute(db);
  for (const id of DIRECTORIES)
    await sql`insert into index_version (connection_id, id, label, search, origin, referrer_id, archived_at, created_at, created_by)
      values (${CONNECTION}, ${id}, ${id}, ${searchText(id)}, 'created', ${OF_REFERRER.includes(id) ? REFERRER : null},
        ${id === ARCHIVED ? new Date() : null}, now(), '{}')`.execute(db);
  const nameOf = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join(" ");
  const preferredNameOf = () => (random.chance(0.3) ? nameOf() : null);
  const record = () => ({ type: random.pick(TYPES), id: `rec${random.below(40)}` });
  for (let step = 0; step < 250; step += 1) {
    const of = { connectionId: CONNECTION, indexId: random.pick(DIRECTORIES) };
    await transact(db, async (trx) => {
      switch (random.weighted({ add: 8, see: 10, name: 3, remove: 2, copy: 1, assign: 2 })) {
        case "add": {
          const entries = Array.from({ length: 1 + random.below(8) }, () => ({
            record: record(),
            practitionerId: random.chance(0.5) ? "rec1" : null,
            ...(random.chance(0.4) ? { name: nameOf() } : {}),
            source: "paste" as const,
            sourceDetail: null,
          }));
          await insertRosterEntries(trx, { ...of, entries, actor: PASTING, now: NOW });
          break;
        }
        case "see": {
          const seen = Array.from({ length: 10 }, record).map((one) => ({
            indexId: of.indexId,
            record: one,
            ...(random.chance(0.8)
              ? { state: "found" as const, name: nameOf(), preferredName: preferredNameOf() }
              : { state: "missing" as const, name: null, preferredName: null }),
            practitionerId: null,
            words: null,
            failure: null,
            seenAt: NOW,
          }));
          await updateSeenEntries(trx, CONNECTION, [
            ...new Map(seen.map((one) => [`${one.record.type} ${one.record.id}`, one])).values(),
          ]);
          break;
        }
        case "name":
          await updateRosterNames(trx, {
            ...of,
            names: [{ record: record(), name: nameOf(), preferredName: preferredNameOf() }],
          });
          break;
        case "remove":
          await deleteRosterEntry(trx, { ...of, record: record() });
          break;
        case "copy":
          await copyAll(trx, of, random.pick(DIRECTORIES));
          break;
        case "assign": {
          const { type, id } = record();
          await renameRosterEntry(trx, { ...of, type, provisionalId: id, recordId: record().id });
          break;
        }
      }
    });
  }
}

/** Copies what a roster has, as importing it does. */
async function copyAll(trx: Transaction, of: { connectionId: string; indexId: string }, from: string): Promise<void> {
  const rows = await trx
    .selectFrom("roster_entry")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", of.connectionId)
    .where("index_id", "=", from)
    .execute();
  await copyEntries(trx, {
    ...of,
    importId: "",
    copied: { from, records: rows.map(recordOf) },
    actor: PASTING,
    now: NOW,
  });
}

function findsTheSame(openStore: () => Promise<Store>): void {
  test("[M3] finds what the entries of rosters have, in the same order, page after page, whoever asks", async () => {
    const store = await openStore();
    const random = createRandom(testSeed);
    await putTogether(store.db, random);
    const texts = [
      ...WORDS,
      "",
      "a",
      "n",
      "rec",
      "rec1",
      "rec12",
      "1",
      "12 rec",
      "an me",
      "ann rec",
      "e r",
      "%",
      "_",
      "zz",
      "meie",
      "yer r",
    ];
    let found = 0;
    for (const [isLimited, db] of [
      [false, store.db],
      [true, store.limitedTo([REFERRER], "per_1")],
    ] as const)
      for (const q of texts) {
        const types = random.pick([["practitioner"], ["schedule"], ["place", "schedule"]]);
        const directory = () => (random.chance(0.5) ? random.pick(DIRECTORIES) : undefined);
        const indexId = random.chance(0.8) ? undefined : random.pick(DIRECTORIES);
        const asked = { connectionId: CONNECTION, q, indexId, near: directory(), isLimited };
        for (let after: RecordPlace | undefined, pages = 0; pages < 4; pages += 1) {
          const page = { types, after, most: 3 };
          const answer = await searchRecords(db, asked, page);
          expect(answer, JSON.stringify([asked, page])).toEqual(await foundAmongEntries(db, asked, page));
          found += answer.length;
          const last = answer.at(-1);
          if (last === undefined) break;
          after = [last.are_far, last.first_search, last.record_id, last.record_type];
        }
      }
    expect(found).toBeGreaterThan(300);
    await store.close();
  });

  test("[M3] what was never read and has no name is found once it was read, and where the service has no such record", async () => {
    const store = await openStore();
    await putTogether(store.db, createRandom(testSeed));
    const [place, record] = [
      { connectionId: CONNECTION, indexId: "idx_a" },
      { type: "schedule", id: "never-read" },
    ];
    const idsFound = async (near?: string) => {
      const asked = { connectionId: CONNECTION, q: record.id, indexId: undefined, near, isLimited: false };
      const found = await searchRecords(store.db, asked, { types: ["schedule"], most: 3 });
      return found.map(({ record_id: id }) => id);
    };
    const entry = { record, practitionerId: null, source: "paste" as const, sourceDetail: null };
    await transact(store.db, (trx) =>
      insertRosterEntries(trx, { ...place, entries: [entry], actor: PASTING, now: NOW }),
    );
    expect([await idsFound(), await idsFound("idx_a")]).toEqual([[], []]);
    const seen = { ...place, record, state: "missing" as const, name: null, preferredName: null, practitionerId: null };
    await transact(store.db, (trx) =>
      updateSeenEntries(trx, CONNECTION, [{ ...seen, words: null, failure: null, seenAt: NOW }]),
    );
    expect([await idsFound(), await idsFound("idx_a")]).toEqual([[record.id], [record.id]]);
    await store.close();
  });
}

function findsTheSamePhones(openStore: () => Promise<Store>): void {
  test("[M3] finds the phones that records have, those of the directory at hand first, whoever asks", async () => {
    const store = await openStore();
    const random = createRandom(testSeed);
    await putTogether(store.db, random);
    const records = Array.from({ length: 2_500 }, (_, n) => {
      const numbers = Array.from({ length: random.below(3) }, () => `1555${random.below(1_000_000)}`);
      const phones = numbers.map((digits) => `${digits}\t+1 ${digits.slice(4)}-9999`).join("\n");
      return { index: random.pick(DIRECTORIES), id: `rec${n}`, phones: random.chance(0.1) ? null : phones };
    });
    await sql`insert into record_summary (connection_id, index_id, record_type, record_id, same, ours, base_moved, conflict,
        differs, outside, held, drafts, compared_at, phones)
      select ${CONNECTION}, index_id, 'practitioner', record_id, 0, 0, 0, 0, 0, 0, 0, 0, now(), phones
      from unnest(${records.map(({ index }) => index)}::text[], ${records.map(({ id }) => id)}::text[],
        ${records.map(({ phones }) => phones)}::text[]) as record (index_id, record_id, phones)`.execute(store.db);
    const some = () => random.pick(records.flatMap(({ phones }) => phones?.split(/\t|\n/u)[0] || []));
    const texts = [
      "1555",
      "5551",
      "9999",
      "5550000001",
      ...Array.from({ length: 20 }, () => some().slice(random.below(7))),
    ];
    let found = 0;
    for (const [isLimited, db] of [
      [false, store.db],
      [true, store.limitedTo([REFERRER], "per_1")],
    ] as const)
      for (const digits of texts) {
        const indexId = random.chance(0.8) ? undefined : random.pick(DIRECTORIES);
        const near = random.chance(0.5) ? random.pick(DIRECTORIES) : undefined;
        const asked = { connectionId: CONNECTION, indexId, near, isLimited, digits };
        const whole = records
          .filter(({ index, phones }) => phoneWith(phones ?? "\t", digits) !== null && index !== ARCHIVED)
          .filter(({ index }) => index === (indexId ?? index) && (!isLimited || OF_REFERRER.includes(index)))
          .map(({ index, id }) => ({ key: `${index === near ? 0 : 1}${index} ${id}`, index, id }))
          .toSorted((a, b) => byBytes(a.key, b.key))
          .map(({ index, id }) => `${index} ${id}`);
        const answer = (await searchPhones(db, asked)).filter((row) => phoneWith(row.phones, digits) !== null);
        expect(
          answer.map((row) => `${row.index_id} ${row.record_id}`),
          JSON.stringify(asked),
        ).toEqual(whole.slice(0, 500));
        found += answer.length;
      }
    expect(found).toBeGreaterThan(1_000);
    await store.close();
  });
}

findsTheSame(openTestStore);
findsTheSamePhones(openTestStore);
describeOnPostgres("on PostgreSQL", () => {
  findsTheSame(openTestStoreOnPostgres);
  findsTheSamePhones(openTestStoreOnPostgres);
});
