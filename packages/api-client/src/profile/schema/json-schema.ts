import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { shippedProfiles } from "#/profile/shipped-profiles.ts";
import { headerTextPatterns } from "./header-text.ts";
import { memberPointer, pointer } from "./entries.ts";
import { serviceProfileSchema } from "./profile-schema.ts";

const descriptions: Readonly<Record<string, string>> = {
  $schema: "Where this schema is, for editors.",
  name: "A name of your own for this profile.",
  apiVersion: "The API version that is asked for, YYYY-MM-DD.",
  headers: "Names of the headers for the API version, the index, and the id of a request in answers.",
  credential: "How the credential is composed from the key.",
  indexes:
    "Prefix of index version ids, and the ids of the standard index and the test index, and what index versions are to the standard index.",
  records: "Record types by name; practitioner and schedule must be among them.",
  answers: "Where the parts of slots, patients, appointments and index versions stand in answers.",
  operations: "How each operation is spelled; one that is left out is a stub.",
  errors: "Where the parts of an error answer stand, and what each means.",
  retryable: "Statuses after which a read is tried again.",
  units: "The unit of a slot's duration.",
  defaultRegion: "The region by which national phone numbers are read, such as US.",
  timeZone: "The time zone in which a day of the connection ends, such as America/Chicago; UTC if it is left out.",
};

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function objectAt(schema: Json | undefined, key: string): JsonObject {
  const inner = isJsonObject(schema) ? schema[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

function requiredOf(schema: JsonObject): JsonObject {
  return "required" in schema ? { required: schema["required"] ?? [] } : {};
}

/** The same or null, with which a file removes an entry of the one that it extends. */
function orNull(schema: Json): JsonObject {
  const nothing = { type: "null", description: "Removes the entry of this name that the extended file has." };
  return { anyOf: [schema, nothing] };
}

function eachOrNull(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, orNull(part)]));
}

/** A section whose required keys are optional, since a file may leave them to the one that it extends. */
function withOptionalKeys(name: string, schema: JsonObject): JsonObject {
  const section = { ...schema, description: descriptions[name] ?? "" };
  const properties = objectAt(section, "properties");
  if (name === "headers") return { ...without(section, "required"), properties: eachOrNull(properties) };
  if (name === "answers") {
    const answers = Object.keys(properties).map((key): [string, Json] => {
      const answer = objectAt(properties, key);
      return [key, { ...without(answer, "required"), properties: eachOrNull(objectAt(answer, "properties")) }];
    });
    return { ...without(section, "required"), properties: Object.fromEntries(answers) };
  }
  if (name === "operations")
    return { ...section, additionalProperties: orNull(objectAt(section, "additionalProperties")) };
  if (name !== "records") return section;
  const type = without(objectAt(section, "additionalProperties"), "required");
  const keys = objectAt(type, "properties");
  const named = ["meanings", "findBy"].map((key): [string, Json] => {
    const entries = objectAt(keys, key);
    return [key, { ...entries, additionalProperties: orNull(objectAt(entries, "additionalProperties")) }];
  });
  return {
    ...section,
    additionalProperties: { ...type, properties: { ...keys, ...Object.fromEntries(named) } },
  };
}

// A file that extends nothing has nothing to remove.
const noNulls = { additionalProperties: { not: { type: "null" } } };

/** What is required of a file that extends nothing. */
function standaloneRequirements(schema: JsonObject): JsonObject {
  const properties = objectAt(schema, "properties");
  const answers = Object.entries(objectAt(properties["answers"], "properties")).map(([key, part]): [string, Json] => [
    key,
    isJsonObject(part) ? { ...requiredOf(part), ...noNulls } : {},
  ]);
  const type = requiredOf(objectAt(properties["records"], "additionalProperties"));
  return {
    ...requiredOf(schema),
    properties: {
      headers: { ...requiredOf(objectAt(properties, "headers")), ...noNulls },
      answers: { ...requiredOf(objectAt(properties, "answers")), properties: Object.fromEntries(answers) },
      records: { additionalProperties: { ...type, properties: { meanings: noNulls, findBy: noNulls } } },
      operations: noNulls,
    },
  };
}

/** A refinement of ours as a pattern that editors understand. */
function patternOf(schema: unknown): string | undefined {
  if (schema === memberPointer) return "^(/([^~/]|~[01])*)+$";
  if (schema === pointer) return "^(/([^~/]|~[01])*)*$";
  return [...headerTextPatterns].find(([text]) => text === schema)?.[1];
}

// What zod makes is JSON once it has been through text.
function generated(): JsonObject {
  const made = z.toJSONSchema(serviceProfileSchema, {
    io: "input",
    // Numbers of any length are numbers to an editor.
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const pattern = patternOf(zodSchema);
      if (pattern !== undefined) Object.assign(jsonSchema, { pattern });
      if (jsonSchema.anyOf !== undefined)
        jsonSchema.anyOf = jsonSchema.anyOf.filter((one) => Object.keys(one).length > 0);
    },
  });
  const value = JSON.parse(JSON.stringify(made)) as Json;
  return isJsonObject(value) ? value : {};
}

/** The JSON Schema of a profile file, for editors; it cannot see what holds across entries, which `createProfile` checks. */
export function profileJsonSchema(): JsonObject {
  const schema = generated();
  const sections = Object.entries(objectAt(schema, "properties")).map(([name, section]): [string, Json] => [
    name,
    isJsonObject(section) ? withOptionalKeys(name, section) : section,
  ]);
  const base = {
    type: "string",
    enum: Object.keys(shippedProfiles),
    description: "A profile that ships; this file needs to name only what differs from it.",
  };
  return {
    ...without(schema, "required"),
    title: "Service profile",
    description:
      "How a service spells what its interface leaves open. Every key with an example: docs/profile-reference.md",
    properties: { extends: base, ...Object.fromEntries(sections) },
    if: { required: ["extends"] },
    else: standaloneRequirements(schema),
  };
}
