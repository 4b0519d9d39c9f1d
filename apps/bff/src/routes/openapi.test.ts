import { documentProblems } from "@dc/api-document/document-problems";
import { generateTypes } from "@dc/api-document/generate-types";
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

// `-u` writes the types anew.
it("has the types that programs are compiled against", async () => {
  await expect(await generateTypes(document)).toMatchFileSnapshot("../../../../packages/api-document/src/api.d.ts");
});
