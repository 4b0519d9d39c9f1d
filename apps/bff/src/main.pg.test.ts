import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openPostgresStore } from "#/store/engine/database.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { createDatabase, describeOnPostgres } from "#/testing/postgres.ts";
import { ADMIN_SETTINGS, post, serverProcesses } from "#/testing/server-process.ts";

describeOnPostgres("the process on PostgreSQL", () => {
  const { dataDir, start, refused } = serverProcesses();

  it("a store that a newer version has used is refused with one line", { timeout: 60_000 }, async () => {
    const DATABASE_URL = await createDatabase();
    const store = await openPostgresStore({ databaseUrl: DATABASE_URL, onError: () => {} });
    await migrateToLatest(store.db);
    await sql`insert into kysely_migration (name, timestamp) values ('0999-later', '2030-01-01')`.execute(store.db);
    await store.close();
    expect(await refused({ DATABASE_URL, SECRET_KEY: Buffer.alloc(32, 7).toString("base64") })).toEqual({
      code: 1,
      line: expect.stringMatching(/^DATABASE_URL: the store was last used by a newer version .*nothing was changed/),
    });
  });

  it("two replicas start at once on an empty PostgreSQL and share sessions", { timeout: 60_000 }, async () => {
    const shared = {
      DATABASE_URL: await createDatabase(),
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...ADMIN_SETTINGS,
    };
    const [one, two] = await Promise.all([start(shared), start(shared)]);
    const signIn = await post(`${one.ready.url}/api/v1/session`, {
      email: ADMIN_SETTINGS.ADMIN_EMAIL,
      password: ADMIN_SETTINGS.ADMIN_PASSWORD,
    });
    const cookie = signIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const elsewhere = await fetch(`${two.ready.url}/api/v1/session`, { headers: { Cookie: cookie } });
    expect([signIn.status, await elsewhere.json()]).toMatchObject([
      200,
      { person: { email: ADMIN_SETTINGS.ADMIN_EMAIL } },
    ]);
    expect(readdirSync(dataDir())).toEqual([]);
    two.child.kill("SIGTERM");
    expect(await two.ended).toBe(0);
    expect((await fetch(`${one.ready.url}/readyz`)).status).toBe(200);
  });
});
