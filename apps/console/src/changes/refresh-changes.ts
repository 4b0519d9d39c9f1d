import type { QueryClient } from "@tanstack/react-query";
import { practitionersKey } from "#/record/practitioner-view.ts";
import { changeSetsKey, overridesKey } from "./queries.ts";

// Alone, since the frame of every screen uses it: the other mutations bring the domain's sentences into the first screen.
/** Rereads everything that a change may affect. */
export function refreshChanges(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [practitionersKey, changeSetsKey, overridesKey, ["index-versions"], ["roster"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
