import type { PlaceList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectPlaces } from "#/store/tables/changes/statement-places.ts";
import { nameMeanings } from "#/upstream/records/name-references.ts";
import { referencesOf } from "#/upstream/records/references.ts";

/** Places by a text in their names: the records that schedules refer to where those have names, else what schedules are called. */
export async function findPlaces({ deps, connection }: RequestContext, q: string): Promise<PlaceList> {
  const { profile } = deps.service;
  const isNamed = (type: string) => profile.meanings(type).some(({ name }) => nameMeanings.includes(name));
  const shared = referencesOf(profile, "schedule").filter(isNamed);
  const types = shared.length === 0 ? ["schedule"] : shared;
  return { items: await selectPlaces(deps.store.db, { connectionId: connection.id, q, types }) };
}
