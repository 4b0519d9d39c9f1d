import { foldText } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { inTurns } from "#/runtime/turns.ts";
import { selectSchedulesOf } from "#/store/tables/directories/known-names.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import type { Named } from "./find-records.ts";

/** So many practitioners are asked for at once. */
const AT_ONCE = 500;

/** A practitioner, and the schedule that a row names of them. */
interface Asked {
  id: string;
  said: string | null;
}

/** The schedules of practitioners in a directory, and those that a text names: by id or name, else by the place that they are at. */
export interface KnownSchedules {
  of: (practitionerId: string) => readonly Named[];
  meantBy: (practitionerId: string, said: string) => readonly Named[];
}

export async function knownSchedules(
  context: RequestContext,
  indexId: string,
  asked: readonly Asked[],
): Promise<KnownSchedules> {
  const own = await schedulesOf(context, indexId, [...new Set(asked.map(({ id }) => id))]);
  const of = (id: string) => own.get(id) ?? [];
  const named = (id: string, said: string) =>
    of(id).filter((one) => one.id === said || foldText(one.name ?? "") === foldText(said));
  const elsewhere = new Set<string>();
  await inTurns(asked, ({ id, said }) => {
    if (said !== null && named(id, said).length === 0) elsewhere.add(id);
  });
  const places = await placesOf(context, indexId, [...elsewhere]);
  return {
    of,
    meantBy: (id, said) => {
      const found = named(id, said);
      return found.length > 0 ? found : of(id).filter((one) => places.get(one.id)?.has(foldText(said)) === true);
    },
  };
}

/** The schedules of these practitioners that a directory knows, by practitioner. */
async function schedulesOf(
  { deps, connection }: RequestContext,
  indexId: string,
  practitionerIds: readonly string[],
): Promise<ReadonlyMap<string, Named[]>> {
  const schedules = new Map<string, Named[]>();
  for (let at = 0; at < practitionerIds.length; at += AT_ONCE)
    for (const { practitioner_id: owner, record_id: id, name } of await selectKnownSchedules(deps.store.db, {
      connectionId: connection.id,
      indexIds: [indexId],
      practitionerIds: practitionerIds.slice(at, at + AT_ONCE),
    })) {
      if (owner === null) continue;
      const own = schedules.get(owner);
      if (own === undefined) schedules.set(owner, [{ id, name }]);
      else own.push({ id, name });
    }
  return schedules;
}

/** What the places are called that the schedules of these practitioners are at, folded, by schedule. */
async function placesOf(
  { deps, connection }: RequestContext,
  indexId: string,
  practitionerIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { standardIndex } = deps.service.profile;
  const places = new Map<string, Set<string>>();
  for (let at = 0; at < practitionerIds.length; at += AT_ONCE) {
    const ids = practitionerIds.slice(at, at + AT_ONCE);
    const of = { connectionId: connection.id, standardIndex, practitionerIds: ids, indexId };
    for (const { id, names } of await selectSchedulesOf(deps.store.db, of)) {
      const own = places.get(id) ?? new Set();
      places.set(id, own);
      for (const line of (names ?? "").split("\n")) own.add(foldText(line.split("\t")[1] ?? ""));
    }
  }
  return places;
}
