import { Connection, Referrer } from "@dc/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory } from "#/testing/directory.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { journalEntries, seal } from "#/testing/journal.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { selectJournalHead } from "#/store/tables/activity/journal-segments.ts";

describe("event streams, on the embedded store", () => {
  testStreams(openTestStore);
});
describeOnPostgres("event streams, on PostgreSQL", () => {
  testStreams(openTestStoreOnPostgres);
});

const EVENTS = `${CONNECTION_API}/events`;

interface Event {
  type: string;
  id: string;
  data: { action?: string; subject?: string; indexId?: string | null };
}

/** Takes a stream apart as a browser does. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";
  lastId = "";

  constructor(answer: Response) {
    if (answer.status !== 200 || answer.body === null) throw new Error(`answered ${answer.status}`);
    this.#reader = answer.body.getReader();
  }

  /** undefined at the end of the stream. */
  async next(): Promise<Event | undefined> {
    for (;;) {
      const at = this.#text.indexOf("\n\n");
      if (at === -1) {
        const { done, value } = await this.#reader.read();
        if (done) return undefined;
        this.#text += this.#decoder.decode(value, { stream: true });
        continue;
      }
      const lines = this.#text.slice(0, at).split(/\r\n|\r|\n/);
      this.#text = this.#text.slice(at + 2);
      if (lines.every((line) => line.startsWith(":"))) continue;
      const valueOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      if (valueOf("id") !== "") this.lastId = valueOf("id");
      return { type: valueOf("event"), id: valueOf("id"), data: JSON.parse(valueOf("data")) as Event["data"] };
    }
  }

  async take(count: number): Promise<(string | undefined)[]> {
    const subjects: (string | undefined)[] = [];
    while (subjects.length < count) subjects.push((await this.next())?.data.subject);
    return subjects;
  }

  async leave(): Promise<void> {
    await this.#reader.cancel();
  }
}

function testStreams(openStore: () => Promise<Store>): void {
  async function open(test: TestApp, as = test.signedIn, lastEventId = ""): Promise<Reader> {
    const headers = { Accept: "text/event-stream", ...(lastEventId === "" ? {} : { "Last-Event-ID": lastEventId }) };
    return new Reader(await as("GET", EVENTS, undefined, headers));
  }
  /** A stream from which on everything is new. */
  async function openAtHead(test: TestApp, as = test.signedIn): Promise<Reader> {
    await sealNow(test);
    const reader = await open(test, as);
    expect((await reader.next())?.type).toBe("start");
    return reader;
  }
  async function sealNow({ deps }: TestApp): Promise<void> {
    await deps.background.idle();
    await seal(deps.wholeStore);
    await deps.eventStreams.follow((await selectJournalHead(deps.wholeStore.db))?.number ?? 0);
  }
  async function write(test: TestApp, count: number, subject: string): Promise<string[]> {
    const entries = journalEntries(count, subject);
    await transact(test.deps.wholeStore.db, (trx) => appendJournal(trx, ...entries));
    await sealNow(test);
    return entries.map((entry) => entry.subject);
  }

  it("sends each entry once, in the sealed order, and goes on after the last that was taken", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const reader = await openAtHead(test);
    const first = await write(test, 450, "first");
    expect(await reader.take(450)).toEqual(first);
    await reader.leave();
    expect(test.deps.eventStreams.size).toBe(0);
    const missed = await write(test, 300, "missed");
    const again = await open(test, test.signedIn, reader.lastId);
    const later = await write(test, 10, "later");
    expect(await again.take(310)).toEqual([...missed, ...later]);
  });

  it("begins where the reading of a connection says, also for somebody who has seen no entry yet", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const { id } = Referrer.parse(
      await (await test.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Dr. Own" })).json(),
    );
    const limited = await test.enter({ name: "Lea", roles: [{ role: "viewer", referrers: [id] }] });
    await sealNow(test);
    const readPlace = async (as: TestApp["signedIn"]) =>
      Connection.parse(await (await as("GET", CONNECTION_API)).json()).lastEventId;
    const [ours, hers] = [await readPlace(test.signedIn), await readPlace(limited.signedIn)];
    await write(test, 2, "of nobody");
    const directory = { name: "Own", referrer: { id }, roster: "" };
    await test.signedIn("POST", `${CONNECTION_API}/index-versions`, directory);
    await sealNow(test);
    const own = await open(test, limited.signedIn, hers);
    expect((await own.next())?.data.action).toBe("index-version.create");
    const all = await open(test, test.signedIn, ours);
    expect(await all.take(2)).toEqual(["of nobody 1", "of nobody 2"]);
  });

  it("misses and repeats nothing for 40 readers of whom a third leave and come back while entries are written", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        test.enter({ name: `P${at}`, roles: [{ role: "viewer", referrers: null }] }),
      ),
    );
    await sealNow(test);
    const readers: { as: TestApp["signedIn"]; reader: Reader; taken: (string | undefined)[] }[] = [];
    for (let at = 0; at < 40; at += 1) {
      const as = people[at % 4]?.signedIn ?? test.signedIn;
      readers.push({ as, reader: await openAtHead(test, as), taken: [] });
    }
    const written: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      written.push(...(await write(test, 25, `round ${round}`)));
      for (const [at, one] of readers.entries()) {
        // Some leave with what was sent and not taken.
        const isLeaving = at % 3 === round % 3;
        const due = written.length - one.taken.length;
        one.taken.push(...(await one.reader.take(isLeaving ? Math.floor(due / 2) : due)));
        if (!isLeaving) continue;
        await one.reader.leave();
        one.reader = await open(test, one.as, one.reader.lastId);
      }
    }
    for (const { reader, taken } of readers) {
      taken.push(...(await reader.take(written.length - taken.length)));
      expect(taken).toEqual(written);
      await reader.leave();
    }
    expect(test.deps.eventStreams.size).toBe(0);
  });

  it("ends at the next check when the person is disabled, lowered or signed out, and for nobody else", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const viewer = [{ role: "viewer" as const, referrers: null }];
    const [disabled, lowered, signedOut] = await Promise.all(
      ["Dora", "Lena", "Sam"].map((name) => test.enter({ name, roles: viewer })),
    );
    if (disabled === undefined || lowered === undefined || signedOut === undefined) throw new Error("nobody entered");
    const stays = await openAtHead(test);
    const theirs = [
      await openAtHead(test, disabled.signedIn),
      await openAtHead(test, lowered.signedIn),
      await openAtHead(test, signedOut.signedIn),
    ];
    await test.deps.eventStreams.check();
    expect(test.deps.eventStreams.size).toBe(4);
    const { db } = test.deps.wholeStore;
    await test.signedIn("POST", `/api/v1/people/${disabled.person.id}/disable`);
    await sql`delete from person_role where person_id = ${lowered.person.id}`.execute(db);
    await sql`delete from session where "userId" = ${signedOut.person.id}`.execute(db);
    await test.deps.eventStreams.check();
    expect(test.deps.eventStreams.size).toBe(1);
    for (const reader of theirs) {
      let event = await reader.next();
      while (event !== undefined) event = await reader.next();
    }
    await write(test, 1, "after");
    let subject: string | undefined;
    while (subject !== "after 1") subject = (await stays.next())?.data.subject;
    await stays.leave();
  });

  it("tells who is limited from now on that their rights have changed, ends, and streams what is left to who comes back", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const own = await createDirectory(test, { name: "Own" });
    const [referrer] = await test.deps.wholeStore.db.selectFrom("referrer").selectAll().execute();
    const { person, signedIn } = await test.enter({ name: "Nora", roles: [{ role: "editor", referrers: null }] });
    const reader = await openAtHead(test, signedIn);
    // A role that still allows the stream leaves it open; what it does not allow is refused at once.
    expect((await signedIn("POST", `${CONNECTION_API}/index-versions`, {})).status).toBe(400);
    expect((await giveRoles(test.signedIn, person.id, [{ role: "viewer", referrers: null }])).status).toBe(200);
    expect((await signedIn("POST", `${CONNECTION_API}/index-versions`, {})).status).toBe(403);
    await test.deps.eventStreams.check();
    expect(test.deps.eventStreams.size).toBe(1);
    const narrowed = [{ role: "viewer", referrers: [referrer?.id ?? ""] }];
    expect((await giveRoles(test.signedIn, person.id, narrowed)).status).toBe(200);
    await test.deps.eventStreams.check();
    const types: string[] = [];
    for (let event = await reader.next(); event !== undefined; event = await reader.next()) types.push(event.type);
    expect(types.at(-1)).toBe("rights");
    await createDirectory(test, { name: "Other" });
    const back = await openAtHead(test, signedIn);
    const entry = { ...journalEntries(1, "own")[0], connectionId: test.deps.connection.id, indexId: own.indexId };
    await write(test, 1, "of nobody");
    await transact(test.deps.wholeStore.db, (trx) => appendJournal(trx, entry as Parameters<typeof appendJournal>[1]));
    await sealNow(test);
    expect(await back.take(1)).toEqual(["own 1"]);
    expect((await giveRoles(test.signedIn, person.id, [])).status).toBe(200);
    await test.deps.eventStreams.check();
    expect(test.deps.eventStreams.size).toBe(0);
    expect((await signedIn("GET", EVENTS, undefined, { Accept: "text/event-stream" })).status).toBe(404);
  });

  it("tells somebody limited of their own referrers alone", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const own = await createDirectory(test, { name: "Own" });
    const [referrer] = await test.deps.wholeStore.db.selectFrom("referrer").selectAll().execute();
    const limited = await test.enter({ name: "Lea", roles: [{ role: "viewer", referrers: [referrer?.id ?? ""] }] });
    const reader = await openAtHead(test, limited.signedIn);
    await createDirectory(test, { name: "Other" });
    await write(test, 3, "of nobody");
    const entry = { ...journalEntries(1, "own")[0], connectionId: test.deps.connection.id, indexId: own.indexId };
    await transact(test.deps.wholeStore.db, (trx) => appendJournal(trx, entry as Parameters<typeof appendJournal>[1]));
    await sealNow(test);
    expect((await reader.next())?.data).toEqual({ action: "account.change", subject: "own 1", indexId: own.indexId });
    await reader.leave();
  });

  it("lets a reader go that takes nothing in time, and keeps the others", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const slow = await openAtHead(test);
    const quick = await openAtHead(test);
    await write(test, 5, "some");
    await quick.take(5);
    await test.deps.eventStreams.check();
    test.clock.advance(15_001);
    await write(test, 1, "more");
    await quick.take(1);
    await test.deps.eventStreams.check();
    expect(test.deps.eventStreams.size).toBe(1);
    await expect(slow.take(5)).rejects.toThrow("too slow");
    await quick.leave();
  });

  it("ends the oldest of a person who has more than 16", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const readers: Reader[] = [];
    for (let at = 0; at < 17; at += 1) readers.push(await openAtHead(test));
    expect(test.deps.eventStreams.size).toBe(16);
    expect(await readers[0]?.next()).toBeUndefined();
    for (const reader of readers) await reader.leave();
  });

  it("makes no event of what stands in an id", async () => {
    await using test = await createTestApp({ store: await openStore() });
    const reader = await openAtHead(test);
    const subject = "x\n\nevent: change\ndata: {}\r\rid: 1\u2028\u001b[31m";
    const written = await write(test, 1, subject);
    await write(test, 1, "next");
    expect(await reader.take(2)).toEqual([...written, "next 1"]);
    await reader.leave();
  });
}
