import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { nearest } from "./nearest.ts";
import { recordOperation } from "./operation-names.ts";
import type { ServiceProfileData } from "./schema.ts";

/** Names that something of the profile, or the console, knows record types by. */
function wantedNames({ records }: ServiceProfileData): readonly string[] {
  const named = Object.values(records).flatMap(({ meanings }) =>
    Object.values(meanings).flatMap((meaning): readonly string[] => {
      if ("via" in meaning) return [];
      return meaning.kind === "reference" ? [meaning.to] : meaning.kind === "set" ? [meaning.of] : [];
    }),
  );
  return ["practitioner", "schedule", ...named];
}

/** Record types that nothing leads to and nothing reads, under a name that is like one that is wanted. */
export function typeNameProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  const wanted = wantedNames(data);
  return Object.keys(data.records).flatMap((type): readonly ProfileProblem[] => {
    if (wanted.includes(type) || data.operations[recordOperation("read", type)] !== undefined) return [];
    const near = nearest(type, wanted);
    if (near === null) return [];
    const message = `is a record type of its own that nothing reads and nothing refers to, perhaps for "${near}"`;
    return [{ pointer: formatPointer(["records", type]), message }];
  });
}
