import { ApiSchemaError, type LookUp, type ServiceProfile } from "@dc/api-client";
import { foldText, type RecordKey, type RosterSought } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { type ServiceFailure, toServiceFailure } from "#/upstream/service-failure.ts";
import { nameOf, practitionerOf } from "./to-domain.ts";

/** No person chooses from more finds, and no line of a roster names them. */
const MOST_FOUND = 10;

/** A record that a look-up found, and by which of its meanings. */
export interface Find extends RecordKey {
  name: string | null;
  /** The practitioner that a find names or is; null where the find does not say. */
  practitionerId: string | null;
  by: string;
}

/** What the service finds by a value. */
export type Finds =
  | { outcome: "found"; finds: Find[]; only: Find | null; isWhole: boolean }
  | { outcome: "failed"; failure: ServiceFailure };

/** The look-ups of the two record types that a roster has, by what people know them by: ids are recognised without. */
export function rosterLookUps(profile: ServiceProfile): readonly LookUp[] {
  return [...profile.lookUps("practitioner"), ...profile.lookUps("schedule")].filter(
    ({ refersTo }) => refersTo === null,
  );
}

/** The look-ups by which this can be sought. */
export function lookUpsFor(
  profile: ServiceProfile,
  { match, by }: Pick<RosterSought, "match" | "by">,
): readonly LookUp[] {
  return rosterLookUps(profile).filter((lookUp) => lookUp.match === match && (by === null || lookUp.meaning === by));
}

/**
 * Asks the service for records by a value, one look-up after the other: by exact values until one finds some, by texts in
 * all of them. At most ten finds of each are asked for. `only` is the one find, or where several have a text in their name,
 * the one that is called exactly so.
 */
export async function findRecords(
  { client, profile }: Service,
  {
    indexId,
    value,
    lookUps,
    signal,
  }: { indexId: string; value: string; lookUps: readonly LookUp[]; signal?: AbortSignal },
): Promise<Finds> {
  const finds: Find[] = [];
  const called: Find[] = [];
  let isWhole = true;
  try {
    for (const lookUp of lookUps) {
      if (lookUp.match === "exact" && finds.length > 0) break;
      const records = await client.records.find(lookUp, value, {
        index: indexId,
        most: MOST_FOUND,
        ...(signal === undefined ? {} : { signal }),
      });
      isWhole &&= records.isWhole;
      for (const { id, raw } of records.records) {
        const { type, meaning: by } = lookUp;
        if (!profile.fitsId(type, id) || finds.some((known) => known.type === type && known.id === id)) continue;
        const find = { type, id, by, ...namesIn(profile, type, id, raw) };
        finds.push(find);
        if (foldText(profile.foundBy(lookUp, raw) ?? "") === foldText(value)) called.push(find);
      }
    }
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    return { outcome: "failed", failure };
  }
  const alike = called.length > 0 ? called : finds;
  return { outcome: "found", finds, only: alike.length === 1 && isWhole ? (alike[0] ?? null) : null, isWhole };
}

/** What is found need not be a whole record, and then names nothing where the profile says. */
export function namesIn(
  profile: ServiceProfile,
  type: string,
  id: string,
  raw: Parameters<typeof nameOf>[2],
): Pick<Find, "name" | "practitionerId"> {
  try {
    return { name: nameOf(profile, type, raw), practitionerId: practitionerOf(profile, type, id, raw) };
  } catch (error) {
    if (error instanceof ApiSchemaError) return { name: null, practitionerId: null };
    throw error;
  }
}
