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

it("is made in a turn of its own for each operation and each path, so that nobody waits for all of it", async () => {
  await using fresh = await createTestApp();
  const { paths } = document as ListedDocument;
  const operations = Object.values(paths).flatMap((item) => Object.keys(item));
  let turns = 0;
  const answer = fresh.request("GET", "/api/v1/openapi.json").finally(() => (turns = -turns));
  const count = () => {
    if (turns < 0) return;
    turns += 1;
    setImmediate(count);
  };
  count();
  expect(await (await answer).json()).toEqual(document);
  expect(-turns).toBeGreaterThan(operations.length + Object.keys(paths).length);
});

// `-u` writes it anew.
it("has the operations and schemas that were reviewed", async () => {
  await expect(listOperations(document as ListedDocument)).toMatchFileSnapshot(
    "../../../../packages/api-document/api-operations.txt",
  );
});
