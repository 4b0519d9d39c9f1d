import { expect, it } from "vitest";
import { documentProblems } from "./document-problems.ts";

const schemas = { Thing: { type: "object", properties: { name: { type: "string" } } } };
const operation = (more: object = {}) => ({
  operationId: "getThing",
  summary: "Get a thing",
  security: [],
  responses: {
    200: { description: "It", content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
  },
  ...more,
});
const withParts = ({
  path = "/things",
  item = { get: operation() },
  thing = {},
}: {
  path?: string;
  item?: object;
  thing?: object;
}) => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: { [path]: item },
  components: { schemas: { Thing: { ...schemas.Thing, ...thing } } },
});

it("finds nothing in a valid document", async () => {
  expect(await documentProblems(withParts({}))).toEqual([]);
});

it.each([
  [
    "a reference that leads nowhere",
    "no-unresolved-refs",
    withParts({ thing: { properties: { of: { $ref: "#/components/schemas/No" } } } }),
  ],
  ["a type that there is not", "struct", withParts({ thing: { type: "thing" } })],
  ["a keyword with a value of another type", "struct", withParts({ thing: { minProperties: "3" } })],
  [
    "an operation without an id",
    "operation-operationId",
    withParts({ item: { get: operation({ operationId: undefined }) } }),
  ],
  [
    "an id that stands twice",
    "operation-operationId-unique",
    withParts({ item: { get: operation(), put: operation() } }),
  ],
  ["a parameter of the path that is not declared", "path-parameters-defined", withParts({ path: "/things/{id}" })],
  [
    "a way to sign in that is not declared",
    "security-defined",
    withParts({ item: { get: operation({ security: [{ none: [] }] }) } }),
  ],
  ["a response without a description", "struct", withParts({ item: { get: operation({ responses: { 200: {} } }) } })],
  ["a member that OpenAPI does not know", "struct", withParts({ item: { get: operation({ colour: "red" }) } })],
])("finds %s", async (_, rule, document) => {
  const problems = await documentProblems(document);
  expect(problems.filter((problem) => !problem.endsWith(`(${rule})`))).toEqual([]);
  expect(problems).not.toEqual([]);
});
