import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { mutated, valueFor } from "./random-body.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";

// Proves (F28 in small): requests made from our own OpenAPI document, and invalid variants of them, cause no 5xx, no
// response that the document does not describe, and no stack trace. Cannot prove: that the document contains what
// people need, or anything about states that random requests do not reach.

const COUNT = Number(process.env["TEST_REQUESTS"] ?? 1000);

const Content = z.record(z.string(), z.object({ schema: z.unknown() }));
const Operation = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }))
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
});
type Operation = z.infer<typeof Operation>;
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let app: TestApp;
let operations: { path: string; method: string; operation: Operation }[];
let schemas: { readonly [name: string]: unknown };

beforeAll(async () => {
  app = await createTestApp();
  const document = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  schemas = document.components.schemas;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: Operation.parse(operation),
    })),
  );
  // Signing out would end the session that the other requests need.
  operations = operations.filter(({ path, method }) => !(method === "DELETE" && path.endsWith("/session")));
});
afterAll(() => app[Symbol.asyncDispose]());

const resolve = (reference: string): unknown => schemas[reference.split("/").at(-1) ?? ""];
const real: { readonly [name: string]: readonly string[] } = { indexId: ["idx_test_mode_custom", "idx_standard"] };

test.each([
  ["made from the document", false],
  ["spoiled", true],
] as const)(`${COUNT} requests %s are answered as the document says, seed ${testSeed}`, async (_, isSpoiled) => {
  const random = createRandom(testSeed + (isSpoiled ? 1 : 0));
  const faults: string[] = [];
  for (let count = 0; count < COUNT && faults.length < 10; count += 1) {
    const { path, method, operation } = random.pick(operations);
    const parameter = (name: string, schema: unknown) =>
      String(
        name === "connection"
          ? CONNECTION_ID
          : ((random.chance(0.7) && real[name] !== undefined ? random.pick(real[name]) : undefined) ??
              valueFor(schema, resolve, random)),
      );
    let address = path;
    const query = new URLSearchParams();
    for (const { name, in: place, required, schema } of operation.parameters) {
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(parameter(name, schema)) || "x");
      if (place === "query" && (required === true || random.chance(0.4)))
        query.set(name, isSpoiled ? random.text(5) : parameter(name, schema));
    }
    const [, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const body = content === undefined ? undefined : valueFor(content.schema, resolve, random);
    const sent = body === undefined ? undefined : isSpoiled ? mutated(body, random) : body;
    const what = `${method} ${address}?${query.toString()} ${typeof sent === "string" ? sent.slice(0, 300) : JSON.stringify(sent)}`;
    try {
      // It throws where the answer is not as the document says.
      const answer = await app.signedIn(method, query.size === 0 ? address : `${address}?${query.toString()}`, sent);
      const text = await answer.text();
      if (answer.status === 500) faults.push(`${what}: ${answer.status} ${text}`);
      if (/\n\s+at |node_modules|\.ts:\d+/.test(text)) faults.push(`${what}: a stack trace: ${text}`);
    } catch (error) {
      faults.push(`${what}: ${String(error)}`);
    }
    if ("polluted" in {}) faults.push(`${what}: Object.prototype is polluted`);
  }
  expect(faults).toEqual([]);
});
