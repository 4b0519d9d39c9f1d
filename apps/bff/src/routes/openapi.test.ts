import { documentProblems } from "@dc/api-document/document-problems";
import { type ListedDocument, listOperations } from "@dc/api-document/list-operations";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "#/testing/app.ts";

let test: TestApp;
let document: object;
beforeAll(async () => {
  test = await createTestApp();
  document = z.looseObject({}).parse(await (await test.request("GET", "/api/v1/openapi.json")).json());
});
afterAll(() => test[Symbol.asyncDispose]());

it("is a valid OpenAPI 3.1 document", async () => {
  expect(await documentProblems(document)).toEqual([]);
});

// `-u` writes it anew.
it("has the operations and schemas that were reviewed", async () => {
  await expect(listOperations(document as ListedDocument)).toMatchFileSnapshot(
    "../../../../packages/api-document/api-operations.txt",
  );
});
