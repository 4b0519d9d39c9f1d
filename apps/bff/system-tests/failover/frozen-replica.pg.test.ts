import { ReferrerPage } from "@dc/contract";
import pg from "pg";
import { expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { signIn, startReplica } from "./replica.ts";

// Proves: PostgreSQL ends a replica that stands still within a transaction, so that another one's write succeeds; once it goes
// on it has written nothing, says so, and works again.
test("a replica that stands still while it holds locks stops no other one", async (context) => {
  await using postgres = await startPostgres({ flags: ["fsync=off"] }).catch((error: unknown): PostgresServer => {
    if ((process.env["CI"] ?? "") !== "") throw error;
    return context.skip(`no PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
  });
  await using service = await startService({ writes: true });
  await using frozen = await startReplica(postgres.url, service);
  await signIn(frozen);
  await using survivor = await startReplica(postgres.url, service);
  survivor.cookie = frozen.cookie;
  // What PostgreSQL says of its processes stays the same within a transaction, so that another connection is asked.
  const [database, blocker] = [0, 1].map(() => new pg.Client({ connectionString: postgres.url }));
  if (database === undefined || blocker === undefined) throw new RangeError("no client");
  await Promise.all([database.connect(), blocker.connect()]);
  const inserting = async (where: string) => {
    const { rows } = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'insert into "referrer"%' and ${where}`,
    );
    return rows.map(({ pid }) => pid);
  };
  const add = async (by: typeof frozen, name: string) => await by.call("POST", "/referrers", { name });

  // It takes the lock of all referrers and waits for their table; then it stands still, and gets the table.
  await blocker.query("begin; lock table referrer in share row exclusive mode");
  const late = add(frozen, "Late");
  const [holder] = await until(
    "it waits within a transaction",
    () => inserting("wait_event_type = 'Lock'"),
    (pids) => pids.length === 1,
  );
  frozen.signal("SIGSTOP");
  await blocker.query("rollback");
  await until(
    "it holds its locks",
    () => inserting("state = 'idle in transaction'"),
    (pids) => pids.length === 1,
  );

  expect((await add(survivor, "In time")).status).toBe(201);
  // A connection that is ended gives back its locks a moment before it is gone.
  await until(
    "its connection is gone",
    () => inserting(`pid = ${holder}`),
    (pids) => pids.length === 0,
  );

  frozen.signal("SIGCONT");
  const refused = await late;
  expect(refused).toMatchObject({ status: 503, body: { code: "store_unavailable" } });
  expect(refused.headers.get("retry-after")).toBe("2");
  expect((await add(frozen, "Again")).status).toBe(201);
  const { items } = ReferrerPage.parse((await frozen.call("GET", "/referrers")).body);
  expect(items.map(({ name }) => name).toSorted()).toEqual(["Again", "In time"]);
  expect(frozen.hasEnded(), frozen.output()).toBe(false);
  await Promise.all([database.end(), blocker.end()]);
});
