import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Samples } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";

/** The sandbox's sample roster and plan catalogue, if there are any. */
export async function getSamples({ deps }: RequestContext): Promise<Samples> {
  if (deps.samplesDir === undefined || !(await hasSamples(deps))) throw operationError("not_found", "samples");
  const [roster, plans] = await Promise.all([
    readFile(join(deps.samplesDir, "roster.csv"), "utf8"),
    readFile(join(deps.samplesDir, "plans.csv"), "utf8"),
  ]);
  return { roster, plans };
}

export async function hasSamples({ samplesDir }: Deps): Promise<boolean> {
  if (samplesDir === undefined) return false;
  const isThere = async (name: string) =>
    await stat(join(samplesDir, name)).then(
      (stats) => stats.isFile(),
      () => false,
    );
  return (await isThere("roster.csv")) && (await isThere("plans.csv"));
}
