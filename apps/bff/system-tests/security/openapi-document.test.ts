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
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
type Operation = z.infer<typeof Operation>;
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let app: TestApp;
let operations: { path: string; method: string; operation: Operation }[];
let schemas: { readonly [name: string]: unknown };
const readers = new Map<string, z.ZodType>();

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

test("every reference of the document leads somewhere", async () => {
  const document = await (await app.request("GET", "/api/v1/openapi.json")).text();
  const references = new Set([...document.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
  expect(references.size).toBeGreaterThan(20);
  expect([...references].filter((reference = "") => resolve(reference) === undefined)).toEqual([]);
});

const resolve = (reference: string): unknown => schemas[reference.split("/").at(-1) ?? ""];
const real: { readonly [name: string]: readonly string[] } = { indexId: ["idx_test_mode_custom", "idx_standard"] };

/** The document's own schema of a response as a parser, created once for each. */
function readerOf(key: string, schema: unknown): z.ZodType {
  const known = readers.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(schema), $defs: schemas });
  const reader = z.fromJSONSchema(asJsonSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"))));
  readers.set(key, reader);
  return reader;
}

/** OpenAPI 3.1 schemas are JSON Schema. */
function asJsonSchema(schema: unknown): Parameters<typeof z.fromJSONSchema>[0] {
  return schema as Parameters<typeof z.fromJSONSchema>[0];
}

async function faultsIn(
  what: string,
  { path, method, operation }: (typeof operations)[number],
  answer: Response,
): Promise<string[]> {
  const told = operation.responses[String(answer.status)];
  const text = await answer.text();
  const faults: string[] = [];
  if (answer.status >= 500 && !(answer.status === 502 || answer.status === 503 || answer.status === 504))
    faults.push(`${what}: ${answer.status} ${text}`);
  if (/\n\s+at |node_modules|\.ts:\d+/.test(text)) faults.push(`${what}: a stack trace: ${text}`);
  // A path that matches no route of the document gets the fallback response, which every client knows as a problem.
  if (told === undefined)
    return [404, 405].includes(answer.status)
      ? faults
      : [...faults, `${what}: ${answer.status} is not in the document: ${text.slice(0, 300)}`];
  const [type, content] = Object.entries(told.content ?? {})[0] ?? [];
  if (content === undefined) return text === "" ? faults : [...faults, `${what}: ${answer.status} has a body`];
  if (!(answer.headers.get("Content-Type") ?? "").startsWith(type ?? ""))
    return [...faults, `${what}: ${answer.headers.get("Content-Type")} in place of ${type}`];
  if (type?.includes("json") !== true) return faults;
  const parsed = readerOf(`${method} ${path} ${answer.status}`, content.schema).safeParse(JSON.parse(text));
  return parsed.success
    ? faults
    : [...faults, `${what}: off the schema: ${z.prettifyError(parsed.error)} ${text.slice(0, 300)}`];
}

test.each([
  ["made from the document", false],
  ["spoiled", true],
] as const)(
  `${COUNT} requests %s are answered as the document says, seed ${testSeed}`,
  { timeout: 300_000 },
  async (_, isSpoiled) => {
    const random = createRandom(testSeed + (isSpoiled ? 1 : 0));
    const faults: string[] = [];
    for (let count = 0; count < COUNT && faults.length < 10; count += 1) {
      const target = random.pick(operations);
      const { path, method, operation } = target;
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
        if (place === "path")
          address = address.replace(`{${name}}`, encodeURIComponent(parameter(name, schema)) || "x");
        if (place === "query" && (required === true || random.chance(0.4)))
          query.set(name, isSpoiled ? random.text(5) : parameter(name, schema));
      }
      const [, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const body = content === undefined ? undefined : valueFor(content.schema, resolve, random);
      const sent = body === undefined ? undefined : isSpoiled ? mutated(body, random) : body;
      const what = `${method} ${address}?${query.toString()} ${typeof sent === "string" ? sent.slice(0, 300) : JSON.stringify(sent)}`;
      const answer = await app.signedIn(method, query.size === 0 ? address : `${address}?${query.toString()}`, sent);
      faults.push(...(await faultsIn(what, target, answer)));
      if ("polluted" in {}) faults.push(`${what}: Object.prototype is polluted`);
    }
    expect(faults).toEqual([]);
  },
);
