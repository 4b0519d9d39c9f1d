import { ProfileError, type ProfileProblem } from "#/errors/profile-error.ts";
import type { JsonObject } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { extendProfile } from "#/profile/extend-profile.ts";
import { serviceProfileSchema, type ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { shippedProfiles } from "#/profile/shipped-profiles.ts";
import { consistencyProblems } from "./consistency-problems.ts";
import { schemaProblems } from "./schema-problems.ts";

function resolved(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("extends" in input)) return input;
  const base = input.extends;
  if (base !== "default" && base !== "with-writes") {
    throw new ProfileError([
      { pointer: "/extends", message: `must be one of ${Object.keys(shippedProfiles).join(", ")}` },
    ]);
  }
  const whole = resolved(shippedProfiles[base]);
  return extendProfile(asObject(whole), asObject(input));
}

// A profile comes out of JSON.parse or a JSON module, so an object of it is a JsonObject; the schema checks the rest.
function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Keys that no object of ours can hold under their own name; a file that has one is refused rather than read without it. */
function prototypeKeys(input: unknown): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const waiting: { readonly keys: readonly string[]; readonly value: unknown }[] = [{ keys: [], value: input }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { keys, value } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const pointer = formatPointer([...keys, key]);
      if (key === "__proto__") problems.push({ pointer, message: "is not a name that can be used here" });
      else waiting.push({ keys: [...keys, key], value: member });
    }
  }
  return problems;
}

/** Lays a profile file over the one that it extends and checks the result; throws ProfileError with the pointer of each wrong key. */
export function validateProfile(input: unknown): ServiceProfileData {
  const unusable = prototypeKeys(input);
  if (unusable.length > 0) throw new ProfileError(unusable);
  const file = resolved(input);
  const parsed = serviceProfileSchema.safeParse(file);
  if (!parsed.success) throw new ProfileError(schemaProblems(parsed.error, asObject(file)));
  const problems = consistencyProblems(parsed.data);
  if (problems.length > 0) throw new ProfileError(problems);
  return parsed.data;
}
