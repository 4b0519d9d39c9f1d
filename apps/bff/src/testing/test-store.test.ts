import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "#/store/migrations/migrate.ts";
import { stateOfMigrations } from "./test-store.ts";

test("the kept test store belongs to the statements of the migrations: another statement asks for another one", async () => {
  const now = await stateOfMigrations();
  expect(await stateOfMigrations({ ...migrations })).toBe(now);
  const more = (statement: string) =>
    stateOfMigrations({
      ...migrations,
      "9999-more": { up: async (db) => void (await sql.raw(statement).execute(db)) },
    });
  const [one, other] = [await more("create table a (id text)"), await more("create table a (id text, name text)")];
  expect(new Set([now, one, other]).size).toBe(3);
});
