import { fileURLToPath } from "node:url";
import { buildServer } from "@dc/tooling/server-build";

/** Before the system tests: the server that they start as a process of its own. Nothing is done where it is built already. */
export default async function setUp(): Promise<void> {
  await buildServer(fileURLToPath(new URL("../../..", import.meta.url)));
}
