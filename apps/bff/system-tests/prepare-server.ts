import { fileURLToPath } from "node:url";
import { makeInitialStore } from "@dc/tooling/initial-store";
import { buildServer } from "@dc/tooling/server-build";

/** Before the system tests: the server that they start as a process of its own, and the store with which it begins. */
export default async function setUp(): Promise<void> {
  await buildServer(fileURLToPath(new URL("../../..", import.meta.url)));
  await makeInitialStore();
}
