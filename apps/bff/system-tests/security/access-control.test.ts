import { Problem } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { filled, idFor, type Route, routesOf } from "./routes.ts";

// Proves, for every route of the running router: nobody gets in without a session except at the twelve public routes (F17
// in small), nothing changes state from another origin or without the header (F22), no body accepts a field that is not
// in its schema (F23), and no key of a body, a query or a service's answer reaches Object.prototype (F30). What each role
// may do is tried in `roles.test.ts`. Cannot prove: what a real browser sends.

const open = [
  "GET /api/v1/session",
  "POST /api/v1/session",
  "POST /api/v1/session/code",
  "GET /api/v1/session/identity-provider",
  "POST /api/v1/session/identity-provider",
  "POST /api/v1/session/identity-provider/callback",
  "POST /api/v1/session/passkey",
  "POST /api/v1/session/passkey/options",
  "DELETE /api/v1/session",
  "POST /api/v1/set-up",
  "POST /api/v1/join",
  "POST /api/v1/join/account",
  "GET /api/v1/openapi.json",
];
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
const Operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});
const named = ({ method, path }: Route) => `${method} ${path}`;

let app: TestApp;
let routes: Route[];
beforeAll(async () => {
  app = await createTestApp();
  routes = routesOf(app.app);
});
afterAll(() => app[Symbol.asyncDispose]());

const isWriting = ({ method }: Route) => !["GET", "HEAD", "OPTIONS"].includes(method);

async function code(answer: Response): Promise<string> {
  return Problem.parse(await answer.json()).code;
}

describe("anonymous", () => {
  test("the router has every route of the document, and no other", async () => {
    const { paths } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
    const told = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{([A-Za-z]+)\}/g, ":$1")}`),
    );
    const own = routes.map(named).map((name) => name.replace(/:([A-Za-z]+)\{[^}]*\}/g, ":$1"));
    const base = told.some((name) => name.includes("/api/v1/")) ? "" : "/api/v1";
    expect(own.filter((name) => name !== "GET /api/v1/openapi.json").toSorted()).toEqual(
      told
        .map((name) => name.replace(" /", ` ${base}/`))
        .filter((name) => name.includes("/api/v1/") && !name.endsWith("/openapi.json"))
        .toSorted(),
    );
  });

  test("every route but the public ones answers 401", async () => {
    const let401: string[] = [];
    for (const route of routes.filter((one) => !open.includes(named(one)))) {
      const answer = await app.request(route.method, filled(route, idFor), isWriting(route) ? {} : undefined);
      if (answer.status !== 401 || (await code(answer)) !== "not_signed_in")
        let401.push(`${named(route)}: ${answer.status}`);
    }
    expect(let401).toEqual([]);
  });
});

describe("signed in, from elsewhere", () => {
  test.each([
    ["without the header", { "X-Directory-Console": "" }],
    ["from another origin", { Origin: "https://elsewhere.example" }],
    ["from no origin that can be told", { Origin: "null" }],
    ["as a form", { "X-Directory-Console": "", "Content-Type": "application/x-www-form-urlencoded" }],
    ["as plain text from another origin", { Origin: "https://elsewhere.example", "Content-Type": "text/plain" }],
  ])("every state-changing route is refused %s", async (_, headers) => {
    const passed: string[] = [];
    for (const route of routes.filter(isWriting)) {
      const answer = await app.signedIn(route.method, filled(route, idFor), {}, headers);
      if (answer.status !== 403 || (await code(answer)) !== "cross_site")
        passed.push(`${named(route)}: ${answer.status}`);
    }
    expect(passed).toEqual([]);
  });
});

test("no GET is journalled, whatever it is asked for", async () => {
  const entries = async () => (await app.deps.wholeStore.db.selectFrom("journal").select("action").execute()).length;
  const before = await entries();
  for (const route of routes.filter((one) => !isWriting(one) && !one.path.endsWith("/events")))
    await app.signedIn(route.method, filled(route, idFor));
  expect(await entries()).toBe(before);
});

const smuggled = {
  role: "admin",
  isManaged: true,
  appliedBy: { kind: "person", id: "x", name: "x" },
  approvedBy: "x",
  connectionId: "con_x",
  id: "x",
  state: "applied",
  version: 1,
  createdBy: "x",
};
const polluted = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'];

describe("bodies", () => {
  test("no route takes a field that its schema does not have, and one without a schema takes no body", async () => {
    const { paths, components } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
    const wrong: string[] = [];
    /** The names at the top of a body; tells of every object in it that would take others. */
    const namesIn = (schema: unknown, where: string, known = new Set<unknown>()): string[] => {
      if (typeof schema !== "object" || schema === null || known.has(schema)) return [];
      known.add(schema);
      const { $ref: reference, properties, additionalProperties, ...rest } = schema as { [key: string]: unknown };
      if (typeof reference === "string")
        return namesIn(components.schemas[reference.split("/").at(-1) ?? ""], where, known);
      if (typeof properties === "object" && additionalProperties !== false) wrong.push(`${where} takes any field`);
      for (const [name, inner] of Object.entries(properties ?? {})) namesIn(inner, `${where}/${name}`, known);
      const others = Object.values(rest).flatMap((inner) => namesIn(inner, where, known));
      return [...Object.keys(properties ?? {}), ...others];
    };
    for (const route of routes.filter(isWriting)) {
      const path = route.path.replaceAll(/:([A-Za-z]+)(\{[^}]*\})?/g, "{$1}");
      const told = Operation.parse(paths[path]?.[route.method.toLowerCase()]).requestBody?.content["application/json"];
      const names = namesIn(told?.schema, named(route));
      // No session opens what is for the link of a brief.
      if (path.startsWith("/api/v1/shared-brief")) continue;
      // What says which kind of body it is.
      const kinds = Object.entries({ as: "abandoned", from: "text" }).filter(([name]) => names.includes(name));
      const body = { ...smuggled, ...Object.fromEntries(kinds) };
      const answer = await app.signedIn(route.method, filled(route, idFor), body);
      const { code, errors } = Problem.parse(await answer.json());
      const refused = (errors ?? []).filter(({ detail }) => detail === "is not a known field" || told === undefined);
      const expected =
        told === undefined ? [""] : Object.keys(smuggled).flatMap((name) => (names.includes(name) ? [] : `/${name}`));
      if (code !== "invalid_request" || refused.map(({ pointer }) => pointer).join() !== expected.join())
        wrong.push(`${named(route)}: ${answer.status} ${JSON.stringify(errors)}`);
    }
    expect(wrong).toEqual([]);
  });

  test("no key of a body, at any depth, and none of a query reaches the prototype of anything", async () => {
    const fell: string[] = [];
    let cases = 0;
    for (const route of routes.filter((one) => named(one) !== "DELETE /api/v1/session")) {
      for (const bad of polluted) {
        for (let depth = 0; depth < 4; depth += 1) {
          const body = `${'{"changes":['.repeat(depth)}${bad}${"]}".repeat(depth)}`;
          const path = `${filled(route, idFor)}?__proto__[polluted]=true&constructor.prototype.polluted=true`;
          const answer = await app.signedIn(
            route.method,
            isWriting(route) ? filled(route, idFor) : path,
            isWriting(route) ? body : undefined,
          );
          cases += 1;
          if (answer.status >= 500) fell.push(`${named(route)}: ${answer.status}`);
          if ("polluted" in {}) fell.push(`${named(route)} polluted Object.prototype`);
        }
      }
    }
    expect(fell).toEqual([]);
    expect(cases).toBeGreaterThan(250);
  });
});
