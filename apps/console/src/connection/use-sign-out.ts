import { useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { sessionPhase } from "#/api/session-phase.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { sessionQuery } from "./session-query.ts";

/** Signs out here, or everywhere, and leaves. The cache is cleared on arrival, since the screens show it until then. */
export function useSignOut(sessions: "/session" | "/account/sessions" = "/session") {
  const navigate = useNavigate();
  return useCommand({
    run: () => sessionPhase.end(() => bff.delete(sessions)),
    failed: "Still signed in.",
    onDone: async (_answer, _input, client) => {
      await client.cancelQueries(sessionQuery);
      client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
      await navigate(paths.signIn.href(), { replace: true });
      client.getMutationCache().clear();
    },
  });
}
