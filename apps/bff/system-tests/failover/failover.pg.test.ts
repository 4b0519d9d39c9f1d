import { expect, test } from "vitest";
import { testSeed } from "#system-tests/random.ts";
import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";
import { measureFailover } from "./measure-failover.ts";

// Proves: lost connections to PostgreSQL and kill -9 of its postmaster end no process and lose no acknowledged write, and
// the changes under way end applied, once. `pnpm test:failover` does it more often.
test("two replicas under load outlive lost connections and a killed PostgreSQL", async (context) => {
  await using postgres = await startPostgres().catch((error: unknown): PostgresServer => {
    if ((process.env["CI"] ?? "") !== "") throw error;
    return context.skip(`no PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
  });
  const figures = await measureFailover({ postgres, terminations: 4, crashes: 2, seed: testSeed });
  expect(figures).toMatchObject({ missing: [], wronglySent: [], exits: [], withoutRetryAfter: 0 });
  expect(figures.acknowledged).toBeGreaterThan(20);
  expect(Object.keys(figures.failures)).toEqual(["503 store_unavailable"]);
  expect(figures.notReady).toBeGreaterThan(0);
});
