import { closestName, formatPointer, type ProfileProblem, type ServiceProfile } from "@dc/api-client";
import { withArticle } from "#/article.ts";

/** What the console knows by name. */
const knownMeanings: Readonly<Record<string, readonly string[]>> = {
  practitioner: ["displayName", "preferredName", "phones"],
  schedule: ["practitioner", "name", "acceptedInsurances", "timeZone", "phones"],
};

/** Meanings whose names the console does not know, where one that it knows is missing and has a similar name. */
export function missingMeanings(profile: ServiceProfile, notTested: string[]): readonly ProfileProblem[] {
  const has = (type: string, name: string) => profile.data.records[type]?.meanings[name] !== undefined;
  const problems = Object.entries(knownMeanings).flatMap(([type, known]) => {
    const missing = known.filter((name) => !has(type, name));
    return Object.keys(profile.data.records[type]?.meanings ?? {}).flatMap((name): readonly ProfileProblem[] => {
      const similar = known.includes(name) ? null : closestName(name, missing);
      if (similar === null) return [];
      const message = `is a name of your own; the console shows "${similar}", which "${type}" does not have. If you mean that, rename it`;
      return [{ pointer: formatPointer(["records", type, "meanings", name]), message }];
    });
  });
  for (const [type, name] of [
    ["practitioner", "displayName"],
    ["schedule", "acceptedInsurances"],
  ] as const)
    if (!has(type, name))
      notTested.push(
        `The profile has no ${name} for ${withArticle(type)}, so the console can neither show nor change it.${adviceToCompose(profile, type, name)}`,
      );
  if (!profile.recordTypes.some((type) => has(type, "phones")))
    notTested.push("The profile has no phones on any record, so the console can neither show nor change them.");
  return problems;
}

/** What to write where the parts of a name are there, and nothing puts them together. */
function adviceToCompose(profile: ServiceProfile, type: string, name: string): string {
  if (name !== "displayName") return "";
  const parts = profile
    .meanings(type)
    .filter((meaning) => meaning.says === "a text" && meaning.via.length === 0 && meaning.name !== "preferredName")
    .filter((meaning) => /name|given|family|first|last/i.test(meaning.name))
    .map((meaning) => `{${meaning.name}}`);
  return parts.length < 2
    ? ""
    : ` The parts of a name are shown together with "displayName": { "kind": "composed", "template": "${parts.join(" ")}" }.`;
}
