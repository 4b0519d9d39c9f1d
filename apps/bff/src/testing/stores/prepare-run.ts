import { fileURLToPath } from "node:url";
import { buildServer } from "@dc/tooling/server-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import type { TestProject } from "vitest/node";
import { preparePostgres } from "./prepare-postgres.ts";
import { migratedDump } from "./store.ts";

/**
 * Makes what the tests begin with, all at a time: the migrated store, PostgreSQL, the server that system tests start as a process,
 * and the store with which that begins.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = buildServer(fileURLToPath(new URL("../../../../..", import.meta.url))).then(makeInitialStore);
  const [stopPostgres] = await Promise.all([preparePostgres(project), migratedDump(), server]);
  return stopPostgres;
}
