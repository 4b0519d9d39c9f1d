import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestStore } from "#/testing/stores/store.ts";

const told = readFileSync(new URL("../../../../../docs/scale.md", import.meta.url), "utf8");

it("has keys that begin with the connection, but for the tables of which docs/scale.md says why not", async () => {
  const { db } = await openTestStore();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
      select from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indrelid = pg_class.oid and indisprimary and attname = 'connection_id')`.execute(db);
  const [, keys = ""] =
    told
      .split(/^## /m)
      .filter((part) => part.startsWith("Keys"))[0]
      ?.split("| --- |") ?? [];
  const named = keys.match(/`[a-z_]+`/g)?.map((name) => name.slice(1, -1)) ?? [];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
