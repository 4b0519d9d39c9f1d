import { expect, it } from "vitest";
import { createAnswerCheck } from "./answer-check.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
const document = {
  openapi: "3.1.0",
  paths: {
    "/things/{id}": {
      get: {
        responses: {
          200: { content: json({ $ref: "#/components/schemas/Thing" }) },
          404: { $ref: "#/components/responses/NotFound" },
        },
      },
      delete: { responses: { 204: {} } },
    },
    "/things/first": { get: { responses: { 200: { content: json({ type: "string" }) } } } },
  },
  components: {
    responses: { NotFound: { content: problem } },
    schemas: {
      Thing: {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: { name: { type: "string" }, part: { $ref: "#/components/schemas/Thing" } },
      },
      Problem: { type: "object", required: ["code"] },
    },
  },
};
const check = createAnswerCheck(document);
const answer = { method: "GET", path: "/things/1", status: 200, contentType: "application/json", body: "{}" };
const ofProblem = { contentType: "application/problem+json", body: '{"code":"not_found"}' };

it.each([
  [{ ...answer, body: '{"name":"a","part":{"name":"b"}}' }],
  [{ ...answer, path: "/things/first", body: '"a"', contentType: "application/json; charset=utf-8" }],
  [{ ...answer, status: 404, ...ofProblem }],
  [{ ...answer, method: "DELETE", status: 204, contentType: null, body: "" }],
  [{ ...answer, path: "/nothing", status: 404, ...ofProblem }],
  [{ ...answer, method: "PUT", status: 405, ...ofProblem }],
])("takes what is documented: %o", (told) => {
  expect(check(told)).toEqual([]);
});

it.each([
  ["a status", { ...answer, status: 418 }],
  ["a body", { ...answer, body: '{"name":1}' }],
  ["a member", { ...answer, body: '{"name":"a","secret":1}' }],
  ["a member deep inside", { ...answer, body: '{"name":"a","part":{"name":"b","secret":1}}' }],
  ["a type", { ...answer, body: '{"name":"a"}', contentType: "text/html" }],
  ["a body where none belongs", { ...answer, method: "DELETE", status: 204, body: "x" }],
  ["an operation", { ...answer, method: "PUT" }],
  ["a body of a shared response", { ...answer, status: 404, ...ofProblem, body: "{}" }],
  ["a path", { ...answer, path: "/nothing" }],
])("tells %s that is not documented", (_, told) => {
  expect(check(told)).not.toEqual([]);
});
