import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isJsonObject, type Json } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";
import { profileJsonSchema } from "./json-schema.ts";

// JSON.parse returns any; what it returns is a Json by the definition of JSON.
function fileJson(name: string): Json {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")) as Json;
}

it("is what the file for editors holds; pnpm --silent profile:check --schema prints it, pnpm format lays it out", () => {
  expect(fileJson("profile.schema.json")).toEqual(profileJsonSchema());
});

it("asks a file that extends another one for nothing, and a whole file for every section", () => {
  const schema = profileJsonSchema();
  expect(schema["required"]).toBeUndefined();
  expect(schema["else"]).toMatchObject({
    required: [
      "name",
      "apiVersion",
      "headers",
      "credential",
      "indexes",
      "records",
      "answers",
      "operations",
      "errors",
      "units",
    ],
  });
});

it("lets a file that extends another one take an entry away with null, and no whole file", () => {
  const schema = profileJsonSchema();
  const nothing = expect.objectContaining({ type: "null" });
  expect(schema["properties"]).toMatchObject({
    operations: { additionalProperties: { anyOf: [{ type: "object" }, nothing] } },
    records: { additionalProperties: { properties: { meanings: { additionalProperties: { anyOf: [{}, nothing] } } } } },
    headers: { properties: { requestId: { anyOf: [{ $ref: "#/$defs/header" }, nothing] } } },
    answers: { properties: { patient: { properties: { lastName: { anyOf: [{ $ref: "#/$defs/part" }, nothing] } } } } },
  });
  expect(schema["else"]).toMatchObject({
    properties: { operations: { additionalProperties: { not: { type: "null" } } } },
  });
});

it("knows every key of the profiles that ship", () => {
  const properties = profileJsonSchema()["properties"];
  for (const name of ["default.json", "with-writes.json"]) {
    const file = fileJson(name);
    for (const key of isJsonObject(file) ? Object.keys(file) : []) expect(Object.keys(properties ?? {})).toContain(key);
  }
});

it("may be named by a profile", () => {
  expect(createProfile({ $schema: "profile.schema.json", extends: "default", name: "mine" }).name).toBe("mine");
});
