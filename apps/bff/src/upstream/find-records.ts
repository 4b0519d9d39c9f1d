import type { LookUp, ServiceProfile } from "@dc/api-client";
import type { RecordKey, RosterSought } from "@dc/directory";
import type { Service } from "./service.ts";
import { type ServiceFailure, toServiceFailure } from "./service-failure.ts";
import { nameOf } from "./to-domain.ts";

/** No person chooses from more finds, and no line of a roster names them. */
const MOST_FOUND = 10;

/** A record that a look-up found, and by which of its meanings. */
export interface Find extends RecordKey {
  name: string | null;
  by: string;
}

/** What the service finds by a value. */
export type Finds =
  | { outcome: "found"; finds: Find[]; isWhole: boolean }
  | { outcome: "failed"; failure: ServiceFailure };

/** The look-ups of the two record types that a roster has. */
export function rosterLookUps(profile: ServiceProfile): readonly LookUp[] {
  return [...profile.lookUps("practitioner"), ...profile.lookUps("schedule")];
}

/** The look-ups by which this can be sought. */
export function lookUpsFor(
  profile: ServiceProfile,
  { match, by }: Pick<RosterSought, "match" | "by">,
): readonly LookUp[] {
  return rosterLookUps(profile).filter((one) => one.match === match && (by === null || one.meaning === by));
}

/**
 * Asks the service for records by a value, one look-up after the other: by exact values until one finds some, by texts in
 * all of them. At most ten finds of each are asked for. Where several have a text in their name and one is called exactly
 * so, it is the one.
 */
export async function findRecords(
  { client, profile }: Service,
  { indexId, value, lookUps }: { indexId: string; value: string; lookUps: readonly LookUp[] },
): Promise<Finds> {
  const finds: Find[] = [];
  const called: Find[] = [];
  let isWhole = true;
  try {
    for (const lookUp of lookUps) {
      if (lookUp.match === "exact" && finds.length > 0) break;
      const found = await client.records.find(lookUp, value, { index: indexId, most: MOST_FOUND });
      isWhole &&= found.isWhole;
      for (const { id, raw } of found.records) {
        const { type, meaning: by } = lookUp;
        if (!profile.fitsId(type, id) || finds.some((one) => one.type === type && one.id === id)) continue;
        const find = { type, id, by, name: nameIn(profile, type, raw) };
        finds.push(find);
        if (folded(profile.foundBy(lookUp, raw) ?? "") === folded(value)) called.push(find);
      }
    }
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    return { outcome: "failed", failure };
  }
  const [only] = called;
  return finds.length > 1 && called.length === 1 && only !== undefined && isWhole
    ? { outcome: "found", finds: [only], isWhole }
    : { outcome: "found", finds, isWhole };
}

/** What is found need not be a whole record, and then has no name where the profile says. */
function nameIn(profile: ServiceProfile, type: string, raw: Parameters<typeof nameOf>[2]): string | null {
  try {
    return nameOf(profile, type, raw);
  } catch (error) {
    if (error instanceof Error && error.name === "ApiSchemaError") return null;
    throw error;
  }
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
