import { ProfileError } from "#/errors/profile-error.ts";
import type { JsonObject } from "#/json/json.ts";
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

/** Lays a profile file over the one that it extends and checks the result; throws ProfileError with the pointer of each wrong key. */
export function validateProfile(input: unknown): ServiceProfileData {
  const file = resolved(input);
  const parsed = serviceProfileSchema.safeParse(file);
  if (!parsed.success) throw new ProfileError(schemaProblems(parsed.error, asObject(file)));
  const problems = consistencyProblems(parsed.data);
  if (problems.length > 0) throw new ProfileError(problems);
  return parsed.data;
}
