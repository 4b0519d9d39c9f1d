import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildConsole } from "@dc/tooling/console-build";
import { makeInitialStore } from "@dc/tooling/testing/initial-store";
import { buildServer } from "@dc/tooling/server-build";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Builds console and server once for the whole run, unless there is a build of the same files. */
export default async function prepareRun(): Promise<void> {
  await Promise.all([buildConsole(root), buildServer(root).then(makeInitialStore)]);
  if (!existsSync(`${root}apps/console/dist/index.html`)) throw new Error("The console was not built.");
}
