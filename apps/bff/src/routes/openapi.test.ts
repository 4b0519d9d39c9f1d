import { documentProblems } from "@dc/api-document/document-problems";
import { type ListedDocument, listOperations } from "@dc/api-document/list-operations";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

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

it("has every schema that its words name, so that what follows the events can be typed", () => {
  const { components } = document as ListedDocument;
  const named = [...JSON.stringify(document).matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, name]) => name);
  expect(named).toContain("ChangeHint");
  expect(named.filter((name) => name !== undefined && !(name in components.schemas))).toEqual([]);
});

it("says by which header the events go on, and which refusals say when to try again", () => {
  const { paths, components } = Described.parse(document);
  const events = paths["/api/v1/connections/{connection}/events"]?.["get"];
  expect(events?.parameters?.map(({ name }) => name)).toContain("Last-Event-ID");
  const waiting = Object.entries(components.responses).filter(
    ([, { headers }]) => headers?.["Retry-After"] !== undefined,
  );
  const names = waiting.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(["TooManyAttempts", "StoreFullOrStoreReadOnlyOrStoreUnavailable"]));
  const others = Object.keys(components.responses).filter((name) => !names.includes(name));
  expect(others.filter((name) => /TooManyAttempts|InProgress|StoreUnavailable/.test(name))).toEqual([]);
});

it("says of an Idempotency-Key what it counts for, and each answer that it can lead to", () => {
  const { paths } = Described.parse(document);
  const staging = paths["/api/v1/connections/{connection}/change-sets"]?.["post"];
  const words = staging?.parameters?.find(({ name }) => name === "Idempotency-Key")?.description ?? "";
  for (const said of ["address", "Idempotency-Replayed", "`conflict`", "`in_progress`", "`already_exists`", "refused"])
    expect(words).toContain(said);
  // Who reads by a link has no rights that a repeated request could be checked against.
  const answering = paths["/api/v1/shared-brief/answers"]?.["post"]?.parameters?.map(({ name }) => name);
  expect(answering).not.toContain("Idempotency-Key");
});

it("says of each tag what its operations are about", () => {
  const { paths, tags } = Described.parse(document);
  const used = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags: own }) => own));
  expect(tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted());
});

it("says of each parameter what it stands for", () => {
  const { paths } = Described.parse(document);
  const unsaid = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ parameters = [] }) =>
      parameters.flatMap(({ name, description, schema }) =>
        (description ?? schema?.description) === undefined ? [`${path} ${name}`] : [],
      ),
    ),
  );
  expect(unsaid).toEqual([]);
});

it("has examples that its schemas accept", () => {
  const { components } = document as ListedDocument;
  const examples = [...z.globalRegistry._idmap].flatMap(([id, schema]) =>
    ((z.globalRegistry.get(schema)?.["examples"] as unknown[] | undefined) ?? []).map((example) => ({
      id,
      schema,
      example,
    })),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const { id, schema, example } of examples) {
    expect({ id, problems: z.safeParse(schema, example).error?.issues ?? [] }).toEqual({ id, problems: [] });
    expect(components.schemas[id]).toHaveProperty("examples", expect.arrayContaining([example]));
  }
});

it("has operations that refuse a query parameter that they do not have, in place of ignoring it", async () => {
  const { paths } = Described.parse(document);
  const asked: string[] = [];
  const ignoring: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { security = [], parameters = [] }] of Object.entries(item)) {
      const isForTokens = security.some((way) => "token" in way);
      if (!isForTokens || parameters.some(({ name, in: place }) => place === "path" && name !== "connection")) continue;
      const body = method === "get" ? undefined : {};
      const answer = await test.signedIn(
        method.toUpperCase(),
        `${path.replace(`/api/v1/connections/{connection}`, CONNECTION_API)}?unknown=1`,
        body,
      );
      const { errors = [] } = Refused.catch({}).parse(await answer.json().catch(() => ({})));
      asked.push(path);
      if (!errors.some(({ pointer }) => pointer === "?unknown")) ignoring.push(`${method} ${path} ${answer.status}`);
    }
  }
  expect(asked.length).toBeGreaterThan(20);
  expect(ignoring).toEqual([]);
});

const Refused = z.object({ errors: z.array(z.object({ pointer: z.string() })).optional() });
const Described = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        tags: z.array(z.string()),
        security: z.array(z.record(z.string(), z.unknown())).optional(),
        parameters: z
          .array(
            z.object({
              name: z.string(),
              in: z.string(),
              description: z.string().optional(),
              schema: z.object({ description: z.string().optional() }).optional(),
            }),
          )
          .optional(),
      }),
    ),
  ),
  components: z.object({
    responses: z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()).optional() })),
  }),
});
