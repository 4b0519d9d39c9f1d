import { fileURLToPath } from "node:url";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { buildServer } from "@dc/tooling/server-build";

/** Builds the server that the system tests start as a process, and the store with which it begins, before the tests. */
export default async function setUp(): Promise<void> {
  await buildServer(fileURLToPath(new URL("../../..", import.meta.url)));
  await makeInitialStore();
}
