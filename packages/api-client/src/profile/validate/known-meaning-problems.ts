import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { wordType } from "#/profile/kinds/set.ts";
import { ownerOf } from "#/profile/schema/follow-references.ts";
import type { OwnMeaning, ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { planTypeOf } from "#/profile/schema/set-content.ts";

/** The kinds of the meanings that the console knows by name; other names may be of any kind. */
const knownKinds: Readonly<Record<string, readonly [OwnMeaning["kind"], ...(readonly "composed"[])]>> = {
  displayName: ["text", "composed"],
  preferredName: ["text", "composed"],
  name: ["text", "composed"],
  timeZone: ["text"],
  phones: ["phones"],
  acceptedInsurances: ["set"],
  bookable: ["bookable"],
};
/** Meanings that name the plans of the catalogue, where insurances are records. */
const ofInsurances = ["name", "payer", "kind"];

function kindProblems(
  data: ServiceProfileData,
  type: string,
  name: string,
  kinds: readonly (OwnMeaning["kind"] | "composed")[],
): readonly ProfileProblem[] {
  const owner = ownerOf(data, type, name)?.owner;
  const definition = owner === undefined ? undefined : data.records[owner.type]?.meanings[owner.meaning];
  if (definition === undefined || "via" in definition || kinds.includes(definition.kind)) return [];
  const kind = kinds.map((known) => `"${known}"`).join(" or ");
  const meaningKeys = ["records", type, "meanings", name];
  const isBorrowed = "via" in (data.records[type]?.meanings[name] ?? {});
  return [
    {
      pointer: formatPointer(isBorrowed ? meaningKeys : [...meaningKeys, "kind"]),
      message: isBorrowed
        ? `leads to a meaning of kind "${definition.kind}", but the console expects kind ${kind} under this name: use another name if you mean something else`
        : `must be ${kind}, which the console expects under the name "${name}": use another name if you mean something else`,
    },
  ];
}

/** Problems of the reference from a schedule to its practitioner, which everything else needs. */
function practitionerProblems({ records }: ServiceProfileData): readonly ProfileProblem[] {
  const reference = records["schedule"]?.meanings["practitioner"];
  if (reference === undefined) return [];
  const problem = (key: string, message: string) => [
    { pointer: `/records/schedule/meanings/practitioner${key}`, message },
  ];
  if ("via" in reference)
    return problem(
      "",
      'must be a reference of its own ("kind": "reference"): the schedule itself names its practitioner',
    );
  if (!("to" in reference))
    return problem(
      "/kind",
      'must be "reference", with "to": "practitioner": it leads from a schedule to its practitioner',
    );
  return reference.to === "practitioner" || records[reference.to] === undefined
    ? []
    : problem("/to", 'must be "practitioner": it leads from a schedule to its practitioner');
}

/** Accepted insurances are ids: the patient's insurance is looked up among them. */
function acceptedWordProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const meaning = data.records["schedule"]?.meanings["acceptedInsurances"];
  if (meaning === undefined || planTypeOf(data) !== wordType) return [];
  const pointer = `/records/schedule/meanings/acceptedInsurances${"via" in meaning ? "" : "/of"}`;
  const message = `must be a name for insurances, such as "insurance": "${wordType}" is for words that stand for themselves, and these are ids`;
  return [{ pointer, message }];
}

/** Problems of meanings that the console knows by name, and that are of another kind than it expects. */
export function knownMeaningProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const named = ["practitioner", "schedule"].flatMap((type) =>
    Object.entries(knownKinds).flatMap(([name, kinds]) => kindProblems(data, type, name, kinds)),
  );
  const insurance = planTypeOf(data);
  const ofPlans =
    insurance === "practitioner" || insurance === "schedule"
      ? []
      : ofInsurances.flatMap((name) => kindProblems(data, insurance, name, ["text"]));
  return [...named, ...practitionerProblems(data), ...acceptedWordProblems(data), ...ofPlans];
}
