import { initialAdministrator as account } from "@dc/tooling/testing/initial-store";
import { refusedStart, startServer } from "@dc/tooling/testing/server-process";
import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openPostgresStore } from "#/store/engine/database.ts";
import { createDatabase, createMigratedDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";

describeOnPostgres("the process on PostgreSQL", () => {
  const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

  it("a store that a newer version has used is refused with one line", async () => {
    const DATABASE_URL = await createMigratedDatabase();
    const store = await openPostgresStore({ databaseUrl: DATABASE_URL, onError: () => {} });
    await sql`insert into kysely_migration (name, timestamp) values ('0999-later', '2030-01-01')`.execute(store.db);
    await store.close();
    expect(await refusedStart({ DATABASE_URL, SECRET_KEY })).toEqual({
      code: 1,
      line: expect.stringMatching(/^DATABASE_URL: the store was last used by a newer version .*nothing was changed/),
      made: [],
    });
  });

  it("two replicas start at once on an empty PostgreSQL and share sessions", async () => {
    const DATABASE_URL = await createDatabase();
    const settings = { DATABASE_URL, SECRET_KEY, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password };
    const [first, second] = await Promise.all([startServer({ settings }), startServer({ settings })]);
    await using one = first;
    await using two = second;
    const signIn = await one.call("POST", "/api/v1/session", account);
    two.cookie = one.cookie;
    const elsewhere = await two.call("GET", "/api/v1/session");
    expect([signIn.status, elsewhere.body]).toMatchObject([200, { person: { email: account.email } }]);
    expect([...readdirSync(one.dataDir), ...readdirSync(two.dataDir)]).toEqual([]);
    expect(await two.stop("SIGTERM")).toBe(0);
    expect((await one.call("GET", "/readyz")).status).toBe(200);
  });
});
