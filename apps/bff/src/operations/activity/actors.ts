import type { ActivityActors } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectActivityActors } from "#/store/tables/activity/activity.ts";

/** Everybody who did something that the caller may see, by name. */
export async function listActivityActors({ connection, deps }: RequestContext): Promise<ActivityActors> {
  return { items: await selectActivityActors(deps.store.db, connection.id) };
}
