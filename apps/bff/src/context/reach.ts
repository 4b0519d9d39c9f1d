import { type Action, type Actor, reachOf, rolesInWords } from "@dc/contract";
import { operationError } from "#/runtime/errors.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import type { Deps, RequestContext } from "./deps.ts";

/** The context of what the console does without a request, or goes on with after one. */
export function consoleContext(deps: Deps, actor: Actor): RequestContext {
  return {
    actor,
    personId: actor.id,
    sessionId: null,
    roles: [],
    reach: "all",
    connection: deps.connection,
    deps,
    requestId: deps.newId("req"),
  };
}

/** What the caller may do this to in the connection. */
export function reachIn(
  { roles, connection }: Pick<RequestContext, "roles" | "connection">,
  action: Action,
): ReturnType<typeof reachOf> {
  return reachOf(
    roles.filter(({ connectionId }) => connectionId === connection.id),
    action,
  );
}

/** The same context for somebody who reaches these referrers alone: whatever it asks the store, nothing else exists. */
export function limitedContext(context: RequestContext, reach: RequestContext["reach"]): RequestContext {
  if (reach === "all") return context;
  const { actor, deps } = context;
  return { ...context, reach, deps: { ...deps, store: { ...deps.store, db: deps.store.limitedTo(reach, actor.id) } } };
}

/** Where somebody may see an index version but not do this in it, that is said; what they may not see is not found. */
export async function refuseReadOnly(
  context: RequestContext,
  indexId: string,
  { reach, action }: { reach: readonly string[]; action: Action },
): Promise<void> {
  const seen = reachIn(context, "read");
  if (seen === "none" || (seen !== "all" && seen.length === reach.length)) return;
  const { deps, connection } = limitedContext(context, seen);
  const index = await selectIndexVersion(deps.store.db, connection.id, indexId);
  if (index === undefined || index.origin === "standard" || reach.includes(index.referrer_id ?? "")) return;
  throw operationError("forbidden", "role-in-index-version", { roles: rolesInWords(action) });
}
