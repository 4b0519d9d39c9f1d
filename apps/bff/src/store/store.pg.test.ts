import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { parseJson } from "@dc/directory";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InvariantError, StoreUnavailableError } from "#/runtime/errors.ts";
import {
  createDatabase,
  createMigratedDatabase,
  describeOnPostgres,
  openTestStoreOnPostgres,
} from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { openPostgresStore, type Store } from "#/store/engine/database.ts";
import { json } from "#/store/sql/json.ts";
import { maintainStore } from "#/store/sql/upkeep.ts";
import { migrateToLatest, pendingMigrations } from "#/store/migrations/migrate.ts";
import { recordAttempt } from "#/store/tables/account/sign-in-attempts.ts";
import { takeSetting, writeSetting } from "#/store/tables/connections/settings.ts";
import { currentTimeLimits, type TimeLimits, withinLongLimits } from "#/store/sql/time-limits.ts";
import { transact } from "#/store/sql/transaction.ts";
import { isUniqueViolation } from "#/store/sql/violations.ts";
import { LeaseLostError, prolongLease, underTaskLease } from "#/store/lease.ts";

describe("the store, embedded", () => {
  testStore(openTestStore);
});
describeOnPostgres("the store on PostgreSQL", () => {
  testStore(openTestStoreOnPostgres);

  it("two processes may bring an empty database to the newest shape at once", async () => {
    const databaseUrl = await createDatabase();
    const stores = await Promise.all([0, 1].map(() => openPostgresStore({ databaseUrl, onError: () => {} })));
    await Promise.all(stores.map(({ db }) => migrateToLatest(db)));
    expect(await Promise.all(stores.map(({ db }) => pendingMigrations(db)))).toEqual([[], []]);
    await Promise.all(stores.map((store) => store.close()));
  });
});

describeOnPostgres("upkeep on PostgreSQL", () => {
  it("analyses a table most of which is new, and leaves the others to PostgreSQL", async () => {
    const store = await openPostgresStore({ databaseUrl: await createMigratedDatabase(), onError: () => {} });
    const known = async () => {
      await maintainStore(store, new AbortController().signal);
      const { rows } = await sql<{ known: number }>`
        select reltuples::int as known from pg_class where relname = 'setting'`.execute(store.db);
      return rows[0]?.known;
    };
    const insert = async (from: number, to: number) =>
      await sql`insert into setting (key, value) select 'k' || n, 'v' from generate_series(${from}::int, ${to}::int) n`.execute(
        store.db,
      );
    await insert(1, 2000);
    expect(await known()).toBe(2000);
    await insert(2001, 2600);
    expect(await known()).toBe(2000);
    await insert(2601, 5000);
    expect(await known()).toBe(5000);
    await store.close();
  });
});

describeOnPostgres("connections to PostgreSQL that are lost", () => {
  it("are errors of the store wherever they are noticed, and the next query gets another one", async () => {
    const lost: Error[] = [];
    const databaseUrl = await createMigratedDatabase();
    const store = await openPostgresStore({ databaseUrl, onError: (error) => void lost.push(error) });
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    const terminate = async () =>
      await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    const steps: string[] = [];
    const between = transact(store.db, async (trx) => {
      await writeSetting(trx, "begun", "1");
      await terminate();
      // The loss may be noticed before the next query, or by it.
      await writeSetting(trx, "after", "2");
      steps.push("went on");
    });
    await expect(between).rejects.toMatchObject({ code: "store_unavailable", isOutcomeUnknown: false });
    const slow = sql`select pg_sleep(60)`.execute(store.db);
    await Promise.all([expect(slow).rejects.toThrow(StoreUnavailableError), terminateOnceAsleep()]);
    await terminate();
    await expect.poll(async () => await writeSetting(store.db, "later", "3").then(() => "written")).toBe("written");
    expect(steps).toEqual([]);
    expect((await store.db.selectFrom("setting").select("key").execute()).map(({ key }) => key)).toEqual(["later"]);
    expect(lost.length).toBeGreaterThan(0);
    await Promise.all([store.close(), other.end()]);

    async function terminateOnceAsleep(): Promise<void> {
      for (;;) {
        const { rows } = await other.query(`select from pg_stat_activity where query like '%pg_sleep(60)%'
          and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`);
        if (rows.length > 0) return void (await terminate());
      }
    }
  });

  it("while a change is being saved leave open whether it is", async () => {
    const databaseUrl = await createMigratedDatabase();
    const store = await openPostgresStore({ databaseUrl, onError: () => {} });
    // The connection ends within the commit, so that its answer is lost.
    await sql`create function end_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(store.db);
    await sql`create constraint trigger lost after insert on setting deferrable initially deferred
      for each row execute function end_connection()`.execute(store.db);
    await expect(transact(store.db, (trx) => writeSetting(trx, "one", "1"))).rejects.toMatchObject({
      code: "store_unavailable",
      isOutcomeUnknown: true,
    });
    await expect(writeSetting(store.db, "two", "2")).rejects.toMatchObject({ isOutcomeUnknown: true });
    await store.close();
  });

  it("that are frozen end after PostgreSQL was asked, and a query on which it works goes on", async () => {
    const databaseUrl = await createMigratedDatabase();
    await using proxy = await startFreezingProxy(databaseUrl);
    const store = await openPostgresStore({
      databaseUrl: proxy.databaseUrl,
      onError: () => {},
      answerLimits: { askAfterMs: 200, askedForMs: 2_000 },
    });
    // Asked several times meanwhile.
    await sql`select pg_sleep(1.5)`.execute(store.db);
    const unavailable = (isOutcomeUnknown: boolean) => ({ code: "store_unavailable", isOutcomeUnknown });

    // What the system and PostgreSQL take for open connections, all of the pool; new ones work.
    const reads = () => Promise.allSettled([1, 2, 3].map(() => sql`select 1`.execute(store.db)));
    await reads();
    proxy.freeze();
    const told = await reads();
    expect(told.map((one) => one.status === "rejected" && (one.reason as unknown))).toMatchObject(
      told.map(() => unavailable(false)),
    );
    await writeSetting(store.db, "after", "1");

    const between = transact(store.db, async (trx) => {
      await writeSetting(trx, "begun", "1");
      proxy.freeze();
      await writeSetting(trx, "begun", "2");
    });
    await expect(between).rejects.toMatchObject(unavailable(false));
    await reads();
    proxy.freeze();
    await expect(writeSetting(store.db, "written", "?")).rejects.toMatchObject(unavailable(true));

    // Nothing comes through anymore, not even the question.
    await reads();
    proxy.freeze({ alsoNew: true });
    await expect(sql`select 1`.execute(store.db)).rejects.toMatchObject(unavailable(false));
    proxy.thaw();
    await expect
      .poll(
        async () =>
          await store
            .check()
            .then(() => "answers")
            .catch(String),
      )
      .toBe("answers");
    await store.close();
  });

  it("a database that takes no changes is told as such, and checked until it takes them again", async () => {
    const databaseUrl = await createMigratedDatabase();
    const store = await openPostgresStore({ databaseUrl, onError: () => {} });
    const name = new URL(databaseUrl).pathname.slice(1);
    const setReadOnly = async (mode: "on" | "off") => {
      const other = new pg.Client({ connectionString: databaseUrl });
      await other.connect();
      await other.query(`set default_transaction_read_only = off`);
      await other.query(`alter database ${name} set default_transaction_read_only = ${mode}`);
      await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await other.end();
    };
    await setReadOnly("on");
    await expect
      .poll(async () => await store.check().catch((error: unknown) => error))
      .toMatchObject({
        code: "store_read_only",
      });
    await expect(writeSetting(store.db, "one", "1")).rejects.toMatchObject({ code: "store_read_only" });
    await setReadOnly("off");
    await expect.poll(async () => await store.check().catch((error: unknown) => error)).toBeUndefined();
    await writeSetting(store.db, "one", "1");
    await store.close();
  });
});

describeOnPostgres("waiting for PostgreSQL", () => {
  const unavailable = { code: "store_unavailable", isOutcomeUnknown: false };

  it("ends a transaction that stands still, so that whoever waits for its locks goes on", async () => {
    await using stores = await openLimited({ idleMs: 300, lockMs: 60_000, statementMs: 60_000 });
    const { one, other } = stores;
    await writeSetting(one.db, "contended", "before");
    const locked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const still = transact(one.db, async (trx) => {
      await writeSetting(trx, "contended", "of the one that stood still");
      locked.resolve();
      await go.promise;
    });
    await locked.promise;
    await transact(other.db, (trx) => writeSetting(trx, "contended", "of the other"));
    go.resolve();
    await expect(still).rejects.toMatchObject(unavailable);
    expect(await contended(one)).toBe("of the other");
  });

  it("ends who waits for a lock or for a statement too long, in a transaction or not, and nothing is changed", async () => {
    await using stores = await openLimited({ idleMs: 60_000, lockMs: 200, statementMs: 1_000 });
    const { one, other, client } = stores;
    await writeSetting(one.db, "contended", "before");
    await client.query("begin; update setting set value = 'held' where key = 'contended'");
    const write = async (db: Store["db"]) => await writeSetting(db, "contended", "never");
    await expect(transact(one.db, write)).rejects.toMatchObject({ ...unavailable, cause: { code: "55P03" } });
    await expect(write(one.db)).rejects.toMatchObject({ ...unavailable, cause: { code: "57014" } });
    await expect(write(one.limitedTo([]))).rejects.toMatchObject({ ...unavailable, cause: { code: "55P03" } });
    const sleep = async (db: Store["db"]) => await sql`select pg_sleep(600)`.execute(db);
    await expect(transact(other.db, sleep)).rejects.toMatchObject({ ...unavailable, cause: { code: "57014" } });
    await expect(sleep(other.db)).rejects.toMatchObject({ ...unavailable, cause: { code: "57014" } });
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active' and pid <> pg_backend_pid()",
    );
    expect(rows).toEqual([]);
    await client.query("rollback");
    expect(await contended(other)).toBe("before");
  });

  it("may take long where a store is migrated or copied", async () => {
    await using stores = await openLimited(currentTimeLimits);
    const limits = async () =>
      await transact(stores.one.db, async (trx) => {
        const { rows } =
          await sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(trx);
        return rows;
      });
    expect(await limits()).toEqual([{ lock: "15s", statement: "30s", idle: "10s" }]);
    expect(await withinLongLimits(limits)).toEqual([{ lock: "10min", statement: "1h", idle: "10min" }]);
  });

  async function openLimited(limits: TimeLimits | (() => TimeLimits)) {
    const databaseUrl = await createDatabase();
    const open = async () =>
      await openPostgresStore({
        databaseUrl,
        onError: () => {},
        answerLimits: { askAfterMs: 200, askedForMs: 500 },
        timeLimits: typeof limits === "function" ? limits : () => limits,
      });
    const migrated = await openPostgresStore({ databaseUrl, onError: () => {} });
    await migrateToLatest(migrated.db);
    await migrated.close();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const [one, other] = [await open(), await open()];
    return {
      one,
      other,
      client,
      async [Symbol.asyncDispose]() {
        await Promise.all([one.close(), other.close(), client.end()]);
      },
    };
  }

  async function contended({ db }: Store): Promise<string | undefined> {
    const row = await db.selectFrom("setting").select("value").where("key", "=", "contended").executeTakeFirst();
    return row?.value;
  }
});

/** A proxy on the way to PostgreSQL that can stop forwarding without closing anything. */
async function startFreezingProxy(databaseUrl: string) {
  const to = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    pairs.add([near, far]);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
      if (!isFrozen) one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const own = new URL(databaseUrl);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    databaseUrl: own.href,
    /** From now on nothing passes through the connections there are. */
    freeze({ alsoNew = false } = {}) {
      isFrozen = alsoNew;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    /** New connections work again. */
    thaw: () => void (isFrozen = false),
    async [Symbol.asyncDispose]() {
      for (const socket of [...pairs].flat()) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

it("a store that cannot be reached says so, and not that something is broken here", async () => {
  const store = await openPostgresStore({ databaseUrl: "postgres://127.0.0.1:9/x", onError: () => {} });
  await expect(store.db.selectFrom("setting").selectAll().execute()).rejects.toThrow(StoreUnavailableError);
  await store.close();
});

function testStore(open: () => Promise<Store>) {
  let store: Store;
  const now = new Date("2026-11-20T09:00:00.123Z");
  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => await store.close());

  it("has every migration, and running them again changes nothing", async () => {
    await migrateToLatest(store.db);
    expect(await pendingMigrations(store.db)).toEqual([]);
  });

  it("keeps numbers in JSON as they are spelled", async () => {
    const text = '{"n":[9007199254740993,1e400,1.0,-0]}';
    const { rows } = await sql<{ value: unknown }>`
      select json_build_object('in', ${json(parseJson(text))}::json) as value`.execute(store.db);
    expect(json(rows[0]?.value)).toBe(`{"in" : ${text}}`.replace(" : ", ":"));
  });

  it("parses what the row before has in the same column no second time", async () => {
    const list = JSON.stringify(Array.from({ length: 50 }, (_, at) => `ins_${at}`));
    const { rows } = await sql<{ value: unknown }>`
      select value from (values (1, ${list}::jsonb), (2, ${list}::jsonb), (3, '["ins_0"]'::jsonb)) as list (place, value)
      order by place`.execute(store.db);
    const [first, second, third] = rows;
    expect([first?.value, third?.value]).toEqual([JSON.parse(list), ["ins_0"]]);
    expect(second?.value).toBe(first?.value);
  });

  it("reads counters as numbers, times as dates, days as spelled and JSON as values", async () => {
    const row = await sql<{ counter: unknown; time: unknown; day: unknown; value: unknown; list: unknown }>`
      select 9007199254740991::bigint as counter, ${now}::timestamptz as time, '2026-11-20'::date as day,
        ${json({ a: [1, null] })}::json as value, ${json(["x", "y"])}::jsonb as list`.execute(store.db);
    expect(row.rows).toEqual([
      { counter: Number.MAX_SAFE_INTEGER, time: now, day: "2026-11-20", value: { a: [1, null] }, list: ["x", "y"] },
    ]);
  });

  it("keeps hostile text as it is, NUL inside JSON included", async () => {
    const hostile = `'; drop table setting; -- \u202e\u{1f9d1} %_\\ \r\n`;
    await writeSetting(store.db, "hostile", hostile);
    const kept = await store.db.selectFrom("setting").select("value").where("key", "=", "hostile").executeTakeFirst();
    const value = await sql<{ value: unknown }>`select ${json({ text: "a\u0000b" })}::json as value`.execute(store.db);
    expect([kept, value.rows]).toEqual([{ value: hostile }, [{ value: { text: "a\u0000b" } }]]);
  });

  it("a query on the root database inside a transaction fails at once, and the transaction is undone", async () => {
    const work = transact(store.db, async (trx) => {
      await writeSetting(trx, "undone", "1");
      await store.db.selectFrom("setting").selectAll().execute();
    });
    await expect(work).rejects.toThrow(InvariantError);
    expect(await store.db.selectFrom("setting").select("key").where("key", "=", "undone").execute()).toEqual([]);
    await expect(transact(store.db, () => transact(store.db, async () => {}))).rejects.toThrow(InvariantError);
  });

  it("a task is run by one process at a time, and one that was taken over saves nothing anymore", async () => {
    let time = now.getTime();
    const by = (owner: string) => ({ task: "reading", owner, clock: () => new Date(time) });
    const ran: string[] = [];
    await underTaskLease(store.db, by("first"), async (first) => {
      expect(await underTaskLease(store.db, by("second"), async () => void ran.push("at once"))).toBe(false);
      time += 29_000;
      await prolongLease(store.db, first);
      time += 29_000;
      expect(await underTaskLease(store.db, by("second"), async () => void ran.push("while held"))).toBe(false);
      time += 1_000;
      await underTaskLease(store.db, by("second"), async (second) => {
        const late = transact(store.db, async (trx) => {
          await writeSetting(trx, "late", "1");
          await prolongLease(trx, first);
        });
        await expect(late).rejects.toThrow(LeaseLostError);
        await prolongLease(store.db, second);
        ran.push("taken over");
      });
    });
    expect(await underTaskLease(store.db, by("third"), async () => void ran.push("after the end"))).toBe(true);
    expect(ran).toEqual(["taken over", "after the end"]);
    expect(await store.db.selectFrom("setting").select("key").where("key", "=", "late").execute()).toEqual([]);
  });

  it("a task that its own process took anew is lost to whoever held it before", async () => {
    const request = { task: "reading", owner: "this", clock: () => now };
    await underTaskLease(store.db, request, async (earlier) => {
      await underTaskLease(store.db, request, async (later) => {
        await expect(prolongLease(store.db, earlier)).rejects.toThrow(LeaseLostError);
        await prolongLease(store.db, later);
      });
    });
  });

  it("a query of somebody else never lands in an open transaction", async () => {
    const opened = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const transaction = transact(store.db, async (trx) => {
      await writeSetting(trx, "theirs", "half");
      opened.resolve();
      await go.promise;
      throw new Error("undo");
    }).catch((error: unknown) => error);
    await opened.promise;
    const other = writeSetting(store.db, "mine", "whole");
    go.resolve();
    await Promise.all([transaction, other]);
    const keys = await store.db.selectFrom("setting").select("key").where("key", "in", ["mine", "theirs"]).execute();
    expect(keys).toEqual([{ key: "mine" }]);
  });

  it("a transaction in which a query failed is not committed, even when the failure is swallowed", async () => {
    const work = transact(store.db, async (trx) => {
      await writeSetting(trx, "swallowed", "1");
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/rollback|aborted|rolled back/i);
    expect(await store.db.selectFrom("setting").select("key").where("key", "=", "swallowed").execute()).toEqual([]);
  });

  it("a second row with the same key is told apart from other failures", async () => {
    await store.db.insertInto("setting").values({ key: "one", value: "1" }).execute();
    const error: unknown = await store.db
      .insertInto("setting")
      .values({ key: "one", value: "2" })
      .execute()
      .catch((caught: unknown) => caught);
    expect([
      isUniqueViolation(error),
      isUniqueViolation(error, "setting_pkey"),
      isUniqueViolation(error, "other"),
    ]).toEqual([true, true, false]);
    const other: unknown = await sql`select 1 / 0`.execute(store.db).catch((caught: unknown) => caught);
    expect(isUniqueViolation(other)).toBe(false);
  });

  it("of many who take a setting at once, one gets it", async () => {
    await writeSetting(store.db, "prize", "x");
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeSetting(store.db, "prize", "x")));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("counts attempts exactly with many at once, and forgets them after the window", async () => {
    const attempt = (id: string, at = now) =>
      recordAttempt(
        store.db,
        { id, account: "a", address: `from ${id}`, device: null, at },
        { since: new Date(at.getTime() - 60_000), waitMs: (recent) => (recent.length < 10 ? 0 : 1) },
      );
    const waits = await Promise.all(Array.from({ length: 15 }, (_, at) => attempt(`try_${at}`)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10);
    expect(await attempt("later", new Date(now.getTime() + 60_001))).toBe(0);
  });

  it("an original is never changed", async () => {
    const key = { connection_id: "c", index_id: "idx_a", record_type: "practitioner", record_id: "p" };
    const values = {
      ...key,
      state: "found",
      raw_text: "{}",
      provenance: "observed",
      profile_hash: "h",
      fetched_at: now,
    } as const;
    await store.db.insertInto("original").values(values).execute();
    await expect(store.db.updateTable("original").set({ raw_text: "[]" }).execute()).rejects.toThrow(/never changes/);
  });

  it("orders text alike in both stores: by code point, not by the machine's language", async () => {
    await store.db
      .insertInto("connection")
      .values({
        id: "c",
        name: "c",
        base_url: "x",
        api_version: "x",
        mode: "test",
        key_sealed: "x",
        created_at: now,
        updated_at: now,
      })
      .execute();
    const names = ["ins_b", "ins_A", "ins_Z", "ins_a", "ins_é"];
    const rows = names.map((id) => ({ connection_id: "c", id, source: "seen" as const, search: id, name_search: "" }));
    await store.db.insertInto("plan").values(rows).execute();
    const sorted = await store.db.selectFrom("plan").select("id").orderBy("id").execute();
    expect(sorted.map(({ id }) => id)).toEqual(["ins_A", "ins_Z", "ins_a", "ins_b", "ins_é"]);
  });
}
