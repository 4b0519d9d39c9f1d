import type { QueryClient } from "@tanstack/react-query";
import { type Changed, isRowToDecideOn, queriesChangedBy } from "./changed-queries.ts";

/** Refetches the queries that show what was changed, here and in the other windows of this browser. */
export function refresh(client: QueryClient, changed: readonly Changed[]): Promise<unknown> {
  const others = new BroadcastChannel(channel);
  others.postMessage({ from: thisWindow, changed } satisfies RelayedChange);
  others.close();
  return reread(client, changed);
}

interface RelayedChange {
  from: string;
  changed: readonly Changed[];
}

const channel = "directory-console changes";
const thisWindow = crypto.randomUUID();

/** Rereads when another window of this browser has changed something, until the returned function is called. */
export function followOtherWindows(client: QueryClient): () => void {
  const others = new BroadcastChannel(channel);
  others.onmessage = ({ data: { from, changed } }: MessageEvent<RelayedChange>) => {
    if (from !== thisWindow) void reread(client, changed);
  };
  return () => others.close();
}

async function reread(client: QueryClient, changed: readonly Changed[]): Promise<void> {
  if (changed.includes("everything")) return await client.invalidateQueries();
  // The activity on screen shows new entries only when the person asks for them.
  void client.invalidateQueries({ queryKey: ["activity"], refetchType: "none" });
  const { roots, slowRoots } = queriesChangedBy(changed);
  if (roots.includes("change-sets"))
    client.removeQueries({ type: "inactive", predicate: ({ queryKey }) => isRowToDecideOn(queryKey) });
  const invalidate = (root: string) => client.invalidateQueries({ queryKey: [root] });
  slowRoots.forEach((root) => void invalidate(root));
  await Promise.all(roots.map(invalidate));
}
