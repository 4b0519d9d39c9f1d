import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { sessionQuery } from "#/connection/session-query.ts";

// Apart from the ways to sign in, since every screen loads it.
/** Signs out and leaves. The cache is cleared on arrival, since screens that are still mounted would load it again. */
export const useSignOut = (leave: () => Promise<void> | void) =>
  useCommand({
    run: () => bff.delete("/session"),
    failed: "Still signed in.",
    onDone: async (_answer, _input, client) => {
      client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
      await leave();
      client.getMutationCache().clear();
    },
  });
