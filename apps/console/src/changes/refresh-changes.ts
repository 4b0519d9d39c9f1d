import type { QueryClient } from "@tanstack/react-query";
import { practitionersKey } from "#/record/practitioner-view.ts";
import { changeSetsKey, overridesKey } from "./queries.ts";

// A module of its own, since every screen loads it: with the other mutations, the first screen would also load the
// domain's sentences.
/** Rereads everything that a change may affect, here and in the other windows of this browser. */
export function refreshChanges(client: QueryClient): Promise<unknown> {
  const others = new BroadcastChannel(channel);
  others.postMessage(thisWindow);
  others.close();
  return reread(client);
}

const channel = "directory-console changes";
const thisWindow = crypto.randomUUID();

/** Rereads when another window of this browser has changed something, until the returned function is called. */
export function followOtherWindows(client: QueryClient): () => void {
  const others = new BroadcastChannel(channel);
  others.onmessage = ({ data }) => {
    if (data !== thisWindow) void reread(client);
  };
  return () => others.close();
}

function reread(client: QueryClient): Promise<unknown> {
  // Where it is on screen, new lines of it wait until they are asked for.
  void client.invalidateQueries({ queryKey: ["activity"], refetchType: "none" });
  return Promise.all(
    [practitionersKey, changeSetsKey, overridesKey, ["index-versions"], ["roster"], ["matrix"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
