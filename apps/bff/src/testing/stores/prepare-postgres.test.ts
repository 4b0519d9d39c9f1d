import { expect, test } from "vitest";
import { postgresForTests } from "./prepare-postgres.ts";

const broken = () => Promise.reject(new Error("postgres: not found"));

test("where PostgreSQL cannot be started, the tests on it fail in CI, and are skipped with the reason elsewhere", async () => {
  await expect(postgresForTests({ CI: "true" }, broken)).rejects.toThrow("postgres: not found");
  for (const CI of [undefined, ""])
    expect(await postgresForTests({ CI }, broken)).toEqual({
      postgres: { missing: "no PostgreSQL: postgres: not found" },
    });
});

test("a server that is given is used, and not another one started", async () => {
  const url = "postgres://127.0.0.1:1/postgres";
  expect(await postgresForTests({ CI: "true", TEST_DATABASE_URL: url }, broken)).toEqual({ postgres: { url } });
});
