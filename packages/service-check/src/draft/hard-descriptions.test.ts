import type { Json } from "@dc/api-client";
import { expect, it, test } from "vitest";
import { readOpenApi } from "./read-openapi.ts";
import { DescriptionError, readRecordings } from "./read-recordings.ts";

const members = ["parent", "next", "previous", "first", "last"];

function documentWith(schema: Json): Json {
  const answer = { description: "One", content: { "application/json": { schema } } };
  const person = {
    type: "object",
    required: ["id", "parent"],
    properties: {
      id: { type: "string", example: "p1" },
      ...Object.fromEntries(members.map((name) => [name, { allOf: [{ $ref: "#/components/schemas/Person" }] }])),
    },
  };
  return {
    openapi: "3.1.0",
    paths: { "/people/{id}": { get: { parameters: [], responses: { "200": answer } } } },
    components: { schemas: { Person: person } },
  };
}

it("reads a type whose members are of its own type, once on each path", () => {
  const described = readOpenApi("service", documentWith({ $ref: "#/components/schemas/Person" }));
  expect(JSON.stringify(described)).toContain('"p1"');
});

const recorded = (path: string): Json => ({
  request: { method: "GET", path },
  response: { status: 200, body: {} },
});

test.for<[string, () => unknown, string]>([
  [
    "a path with a lone %",
    () => readRecordings([{ name: "a.json", content: recorded("/p/50%") }]),
    'a.json: the path "/p/50%" of GET is no address below a service',
  ],
  [
    "a path that is none",
    () => readRecordings([{ name: "a.json", content: recorded("//[") }]),
    'a.json: the path "//[" of GET is no address below a service',
  ],
  [
    "a reference with a lone %",
    () => readOpenApi("service", documentWith({ $ref: "#/components/schemas/50%" })),
    'The reference "#/components/schemas/50%"',
  ],
])("%s is told, with where it stands", ([, reading, message]) => {
  expect(reading).toThrow(DescriptionError);
  expect(reading).toThrow(message);
});
