import type { Deps } from "./context.ts";

/** Takes up what an earlier process left, and lets the background work begin. */
export async function startWork(_deps: Deps): Promise<void> {}
