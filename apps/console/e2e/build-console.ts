import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildConsole } from "@dc/tooling/console-build";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Builds the console once for the whole run, unless it stands there already, made from the same files. */
export default async function prepare(): Promise<void> {
  await buildConsole(root);
  if (!existsSync(`${root}apps/console/dist/index.html`)) throw new Error("The console was not built.");
}
