import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import type { MeaningKind } from "#/profile/reading.ts";
import { followReferences } from "#/profile/schema/follow-references.ts";
import type { OwnMeaning, ServiceProfileData } from "#/profile/schema/profile-schema.ts";

/** The kinds of the meanings that the console knows by name; other names may be of any kind. */
const knownKinds: Readonly<Record<string, MeaningKind>> = {
  displayName: "text",
  preferredName: "text",
  name: "text",
  timeZone: "text",
  phones: "phones",
  acceptedInsurances: "set",
};
/** Meanings that name the plans of the catalogue, where insurances are records. */
const ofInsurances = ["name", "payer", "kind"];

function ownerOf(data: ServiceProfileData, type: string, name: string): OwnMeaning | null {
  const meaning = data.records[type]?.meanings[name];
  if (meaning === undefined || !("via" in meaning)) return meaning ?? null;
  const end = followReferences(data, type, meaning.via);
  const owner = "type" in end ? data.records[end.type]?.meanings[meaning.meaning ?? name] : undefined;
  return owner === undefined || "via" in owner ? null : owner;
}

function kindProblems(
  data: ServiceProfileData,
  type: string,
  name: string,
  kind: MeaningKind,
): readonly ProfileProblem[] {
  const own = ownerOf(data, type, name);
  if (own === null || own.kind === kind) return [];
  const at = ["records", type, "meanings", name];
  const isBorrowed = "via" in (data.records[type]?.meanings[name] ?? {});
  return [
    {
      pointer: formatPointer(isBorrowed ? at : [...at, "kind"]),
      message: isBorrowed
        ? `leads to a meaning of kind "${own.kind}", but the console expects kind "${kind}" under this name: use another name if you mean something else`
        : `must be "${kind}", which the console expects under the name "${name}": use another name if you mean something else`,
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
  if (reference.kind !== "reference")
    return problem(
      "/kind",
      'must be "reference", with "to": "practitioner": it leads from a schedule to its practitioner',
    );
  return reference.to === "practitioner" || records[reference.to] === undefined
    ? []
    : problem("/to", 'must be "practitioner": it leads from a schedule to its practitioner');
}

/** Problems of meanings that the console knows by name, and that are of another kind than it expects. */
export function knownMeaningProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const named = ["practitioner", "schedule"].flatMap((type) =>
    Object.entries(knownKinds).flatMap(([name, kind]) => kindProblems(data, type, name, kind)),
  );
  const accepted = ownerOf(data, "schedule", "acceptedInsurances");
  const insurance = accepted?.kind === "set" ? accepted.of : null;
  const ofPlans =
    insurance === null || insurance === "practitioner" || insurance === "schedule"
      ? []
      : ofInsurances.flatMap((name) => kindProblems(data, insurance, name, "text"));
  return [...named, ...practitionerProblems(data), ...ofPlans];
}
