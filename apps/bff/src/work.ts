import type { Deps } from "./context.ts";
import { recoverCreations } from "./operations/creations/recover.ts";
import { startDirectories } from "./operations/creations/start-from-directory.ts";
import { ROSTER_IMPORTS } from "./operations/roster-imports/begin.ts";
import { runRosterImports } from "./operations/roster-imports/run.ts";

/** Takes up what an earlier process left, and lets the background work begin. */
export async function startWork(deps: Deps): Promise<void> {
  await recoverCreations(deps);
  deps.background.register(ROSTER_IMPORTS, async (signal) => {
    await runRosterImports(deps, signal);
    await startDirectories(deps, signal);
  });
  deps.background.wake(ROSTER_IMPORTS);
}
