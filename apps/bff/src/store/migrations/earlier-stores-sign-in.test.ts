import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Account, Session } from "@dc/contract";
import { timeCode } from "#/runtime/time-code.ts";
import { storeOverEngine } from "#/store/engine/database.ts";
import { openMemoryEngine } from "#/store/engine/pglite-engine.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { passwordsAtFullCost } from "#/testing/people/cheap-passwords.ts";
import { migrateTo, migrateToLatest, migrations } from "./migrate.ts";

/*
 * What version 0069 wrote at 9:00, when a library kept sessions and hashed passwords: somebody who had set up the console and a
 * second factor, with the cookies of their browser. They had typed the password in decomposed letters.
 */
const HOUR = 60 * 60 * 1000;
const earlier = JSON.parse(readFileSync(new URL("./earlier-stores/0069-sign-in.json", import.meta.url), "utf8")) as {
  version: string;
  account: { email: string; password: string };
  cookies: [session: string, device: string];
  appSecret: string;
  recoveryCode: string;
  rows: { [table: string]: object[] };
};
const { account, appSecret, recoveryCode } = earlier;
const Cookie = earlier.cookies.join("; ");

passwordsAtFullCost();

let migrated: Blob;
beforeAll(async () => {
  const engine = await openMemoryEngine();
  const store = storeOverEngine(engine);
  await migrateTo(
    store.db,
    Object.keys(migrations).filter((name) => name <= earlier.version),
  );
  for (const [table, rows] of Object.entries(earlier.rows))
    await sql`insert into ${sql.table(table)}
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(store.db);
  await migrateToLatest(store.db);
  migrated = await engine.dump();
  await store.close();
});

let test: TestApp;
beforeEach(async () => {
  const store = storeOverEngine(await openMemoryEngine(migrated));
  test = await createTestApp({ store, administrator: false, secretKey: Buffer.alloc(32, 7) });
});
afterEach(() => test[Symbol.asyncDispose]());

const personOf = async (cookie: string) => {
  const answer = await test.request("GET", "/api/v1/session", undefined, { Cookie: cookie });
  return Session.parse(await answer.json()).person?.email ?? null;
};

it("goes on with the session, which use renews, until nobody has used it for a day", async () => {
  expect(await personOf(Cookie)).toBe(account.email);
  test.clock.advance(23 * HOUR);
  expect(await personOf(Cookie)).toBe(account.email);
  test.clock.advance(23 * HOUR);
  expect(await personOf(Cookie)).toBe(account.email);
  test.clock.advance(24 * HOUR);
  expect(await personOf(Cookie)).toBeNull();
  expect(await test.deps.store.db.selectFrom("session").selectAll().execute()).toEqual([]);
});

it("signs out of the session", async () => {
  await test.request("DELETE", "/api/v1/session", undefined, { Cookie });
  expect(await personOf(Cookie)).toBeNull();
});

it.each([
  ["the app", "NFD", () => timeCode(appSecret, test.clock.now())],
  ["a recovery code", "NFC", () => recoveryCode],
])("lets in with the password and with %s, typed in %s, and ends the session", async (_, form, code) => {
  test.clock.advance(HOUR);
  const password = account.password.normalize(form);
  const wrong = await test.request("POST", "/api/v1/session", { ...account, password: `${password}.` });
  expect(wrong.status).toBe(401);
  const first = await test.request("POST", "/api/v1/session", { ...account, password });
  expect(first.status).toBe(202);
  const step = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const second = await test.request("POST", "/api/v1/session/code", { code: code() }, { Cookie: `${Cookie}; ${step}` });
  expect(second.status).toBe(200);
  const entered = second.headers.getSetCookie().find((line) => line.includes("_session=")) ?? "";
  expect([await personOf(entered.split(";")[0] ?? ""), await personOf(Cookie)]).toEqual([account.email, null]);
});

it("knows the device, and has the second factor on", async () => {
  const guess = (cookie: string) =>
    test.request("POST", "/api/v1/session", { ...account, password: "wrong" }, { Cookie: cookie });
  for (let tries = 0; tries < 5; tries += 1) await guess("");
  expect([(await guess("")).status, (await guess(earlier.cookies[1])).status]).toEqual([429, 401]);
  const answer = await test.request("GET", "/api/v1/account", undefined, { Cookie });
  expect(Account.parse(await answer.json())).toMatchObject({ secondFactor: { recoveryCodesLeft: 2 } });
});
