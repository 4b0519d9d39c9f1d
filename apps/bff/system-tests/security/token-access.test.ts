import { CreatedToken, Problem, type TokenScope } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { idFor, routesOf } from "./routes.ts";

// Proves, for every operation of the document, and so for every route: a token gets in where the document says so and nowhere
// else, each scope for itself. Which operation needs what is told by `docs/roles.md`; what the owner's roles take from it is
// tried in `tokens.test.ts`.

const Operation = z.looseObject({
  operationId: z.string(),
  "x-needs": z.string().default("public"),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

interface DocumentedOperation extends z.infer<typeof Operation> {
  method: string;
  path: string;
}

let app: TestApp;
let operations: DocumentedOperation[];
beforeAll(async () => {
  app = await createTestApp();
  const { paths } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  operations = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith("/api/v1")
      ? Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      : [],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const isForLink = ({ security }: DocumentedOperation) => security.some((way) => "shareLink" in way);
const scopeOf = ({ security }: DocumentedOperation) => security.flatMap(({ token }) => token ?? [])[0];

async function tokenWith(...scopes: TokenScope[]): Promise<string> {
  const answer = await app.signedIn("POST", `${CONNECTION_API}/tokens`, { name: scopes.join(), scopes });
  return CreatedToken.parse(await answer.json()).secret;
}

/** As a program sends it: with the token alone. */
async function sentBy(
  secret: string,
  { method, path }: DocumentedOperation,
): Promise<{ status: number; code: string }> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(name)));
  const answer = await app.request(method, address, method === "GET" || method === "DELETE" ? undefined : {}, {
    Authorization: `Bearer ${secret}`,
    "X-Directory-Console": "",
    Origin: "https://pipeline.example",
  });
  const problem = Problem.safeParse(await answer.json().catch(() => null));
  return { status: answer.status, code: problem.data?.code ?? "" };
}

test("every route is an operation of the document, which says what its caller needs", () => {
  const spelled = (path: string) => path.replaceAll(/\{(\w+)\}|:(\w+)(?:\{[^}]*\})?/g, ":");
  expect(operations.map(({ method, path }) => `${method} ${spelled(path)}`).toSorted()).toEqual(
    routesOf(app.app)
      .map(({ method, path }) => `${method} ${spelled(path)}`)
      .toSorted(),
  );
  const scopes = new Map([
    ["read", "read"],
    ["stage", "stage"],
    ["apply", "apply"],
    ["decide", "apply"],
  ]);
  const wrong = operations.filter((operation) => {
    const { "x-needs": needs, security, path, operationId } = operation;
    if (needs === "public")
      return security.length > 0 || !/^\/api\/v1\/(?:session|set-up|join|openapi\.json)\b/.test(path);
    if (needs === "link") return !path.startsWith("/api/v1/shared-brief");
    if (needs.endsWith(" by people")) return security.length !== 1 || scopeOf(operation) !== undefined;
    if (security.length === 0 || scopeOf(operation) !== scopes.get(needs.replace(" for all referrers", "")))
      return true;
    return scopeOf(operation) === "read" && !/^(?:get|list|search|export|preview)[A-Z]/.test(operationId);
  });
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test.each(["read", "stage", "apply", "gateway"] as const)(
  "a token with the scope %s alone gets in where that scope is needed, and nowhere else",
  async (scope) => {
    const secret = await tokenWith(scope);
    const wrong: string[] = [];
    for (const operation of operations.filter(({ security }) => security.length > 0)) {
      const needed = scopeOf(operation);
      const { status, code } = await sentBy(secret, operation);
      const isRefused =
        status === 401 || code === "forbidden" || code === "insufficient_scope" || code === "cross_site";
      const wanted = isForLink(operation)
        ? "401 invalid_token"
        : needed === scope
          ? ""
          : needed === undefined
            ? "403 forbidden"
            : "403 insufficient_scope";
      const told = isRefused ? `${status} ${code}` : "";
      if (told !== wanted) wrong.push(`${operation.operationId}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  },
);

test("a token with several scopes may do what each of them allows", async () => {
  const secret = await tokenWith("read", "apply");
  for (const operation of operations.filter((one) => ["read", "apply"].includes(scopeOf(one) ?? ""))) {
    const { status, code } = await sentBy(secret, operation);
    expect([operation.operationId, status === 401, code]).not.toEqual([operation.operationId, true, "invalid_token"]);
    expect(["forbidden", "insufficient_scope", "cross_site"]).not.toContain(code);
  }
});
