import type { PlaceList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectPlaces } from "#/store/tables/statements/statement-places.ts";
import { placeTypes } from "#/upstream/records/place-types.ts";

/** Places by a text in their names: the records that schedules refer to where those have names, else what schedules are called. */
export async function findPlaces({ deps, connection }: RequestContext, q: string): Promise<PlaceList> {
  const types = placeTypes(deps.service.profile);
  return await selectPlaces(deps.store.db, { connectionId: connection.id, q, types });
}
