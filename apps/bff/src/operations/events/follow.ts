import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";

/** Hints of what changes from now on, or since the event that the caller had last, as far as the caller may see it. */
export async function followEvents(
  context: RequestContext,
  {
    lastEventId,
    ends,
    rolesNow,
  }: {
    lastEventId: string | undefined;
    /** Whether it ends after what waits already. */
    ends: boolean;
    /** The caller's roles as of now; undefined where they are no longer let in. */
    rolesNow: () => Promise<RequestContext["roles"] | undefined>;
  },
): Promise<ReadableStream<Uint8Array>> {
  const { connection, deps, personId, reach } = context;
  return await deps.eventStreams.open({
    personId,
    connectionId: connection.id,
    db: deps.store.db,
    reach: String(reach),
    lastEventId,
    ends,
    reachNow: async () => {
      const roles = await rolesNow();
      return roles === undefined ? undefined : String(reachIn({ roles, connection }, "read"));
    },
  });
}
