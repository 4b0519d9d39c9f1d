import { lastKey, nameSimilarity, type Json, type OwnMeaning } from "@dc/api-client";
import { kindOf } from "#/kinds/kinds.ts";
import { listMembers, type Member } from "./answer-members.ts";

const otherNames: Readonly<Record<string, readonly string[]>> = {
  displayName: ["name", "full name"],
  preferredName: ["nickname", "known as", "short name"],
  phones: ["phone", "telephone", "lines"],
  practitioner: ["clinician", "doctor", "provider", "physician"],
  acceptedInsurances: ["insurances", "plans", "payers", "coverage"],
  timeZone: ["tz", "zone"],
};

/** Members that may hold a meaning, by their name or value, the likeliest first. */
export function candidateMembers(
  raw: Json,
  kind: OwnMeaning["kind"],
  names: readonly string[],
  excluded: ReadonlySet<string>,
): readonly Member[] {
  const of = kindOf({ kind });
  const wanted = names.flatMap((name) => [name, ...(otherNames[name] ?? [])]);
  return listMembers(raw, 3)
    .filter(({ pointer, value }) => !excluded.has(pointer) && of.fits(value))
    .map((member) => {
      const key = lastKey(member.pointer);
      return { member, score: Math.max(...wanted.map((name) => nameSimilarity(name, key))) };
    })
    .filter(({ member, score }) => of.isLikely(member, score))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ member }) => member);
}
