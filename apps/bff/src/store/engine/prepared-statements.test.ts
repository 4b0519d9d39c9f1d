import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migratedDump } from "#/testing/stores/store.ts";
import { openMemoryEngine } from "./pglite-engine.ts";

let engine: Awaited<ReturnType<typeof openMemoryEngine>>;
beforeAll(async () => {
  engine = await openMemoryEngine(new Blob([readFileSync(await migratedDump())]));
  await engine.run("create table one (id int primary key, text text)");
});
afterAll(() => engine.close());

const ask = async (sql: string, ...parameters: unknown[]) => (await engine.query(sql, parameters)).rows;

it("passes and returns values of every type, also when it is asked again", async () => {
  const at = new Date("2026-11-20T09:00:00.000Z");
  const values = [
    ["text", `ü "\\' ☎`],
    ["text", ""],
    ["text", null],
    ["int", 7],
    ["bigint", 9_007_199_254_740_991],
    ["float8", 0.5],
    ["boolean", true],
    ["date", "2026-11-20"],
    ["timestamptz", at],
    ["bytea", Buffer.from([0, 92, 255])],
    ["text[]", ["a,b", `"\\`, "", "NULL", null]],
    ["int[]", [1, 2]],
    ["int[]", []],
  ] as const;
  for (const [type, value] of [...values, ...values])
    expect(await ask(`select $1::${type} as value`, value), type).toEqual([{ value }]);
  const [read] = await ask("select $1::json as value, 'null'::jsonb as other", `{ "list":[1.0, null, "\\""] }`);
  expect(JSON.stringify(read)).toBe(`{"value":{"list":[1.0,null,"\\""]},"other":null}`);
});

it("tells which rows a command changed, and what PostgreSQL has against it", async () => {
  const insert = "insert into one (id) values ($1), ($2)";
  expect(await engine.query(insert, [1, 2])).toMatchObject({ affectedRows: 2, command: "INSERT", rows: [] });
  const refused = { code: "23505", constraint: "one_pkey", table: "one", severity: "ERROR", isFatal: false };
  for (const _ of [1, 2]) await expect(ask(insert, 2, 3)).rejects.toMatchObject(refused);
  await expect(ask("select nothing")).rejects.toMatchObject({ code: "42703" });
  expect(await ask("select id from one order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

it("gives the columns that a table has now", async () => {
  const columns = async () => Object.keys((await ask("select * from one limit 1"))[0] ?? {});
  expect(await columns()).toEqual(["id", "text"]);
  await ask("alter table one add more int");
  expect(await columns()).toEqual(["id", "text", "more"]);
  await ask("begin");
  await ask("do $$ begin alter table one drop more; end $$");
  expect(await columns()).toEqual(["id", "text"]);
  await ask("rollback");
  expect(await columns()).toEqual(["id", "text", "more"]);
});

it("keeps a limited number of statements", async () => {
  for (let number = 0; number < 600; number += 1) await ask(`select ${number} as number`);
  expect(await ask("select 0 as number")).toEqual([{ number: 0 }]);
  const [held] = await ask("select count(*) from pg_prepared_statements");
  expect(held).toEqual({ count: 250 });
});
