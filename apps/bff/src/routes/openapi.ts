import { setImmediate as nextTurn } from "node:timers/promises";
import { ErrorCode, Json } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { statusOf } from "#/http/error-response.ts";
import { CONNECTION_PARAMETER } from "#/http/middleware/connection-check.ts";
import { CONSOLE_HEADER } from "#/http/middleware/cross-site.ts";
import { IDEMPOTENCY_HEADER, KEY_PATTERN, LONGEST_ANSWER, LONGEST_KEY, REPLAYED_HEADER } from "./idempotency.ts";
import { openApiTags } from "./openapi-tags.ts";
import { jsonAnswer, problemAnswer } from "./operation.ts";

type Document = ReturnType<OpenAPIHono<AppEnv>["getOpenAPI31Document"]>;
type Paths = NonNullable<Document["paths"]>;
type Schemas = NonNullable<NonNullable<Document["components"]>["schemas"]>;
type Operation = NonNullable<Paths[string]["get"]>;

const WRITES = new Set(["post", "put", "patch", "delete"]);
const METHODS = ["get", "post", "put", "patch", "delete"] as const;
/** Schemas that no route has as its own: of every refusal, and of what an event of the stream has. */
const NAMED_IN_WORDS = ["Problem", "ChangeHint"];

/**
 * The OpenAPI document of all registered routes, with what the middleware adds to each. Each route and each schema has
 * a turn of the event loop, since it takes more than a tenth of a second as a whole.
 */
export async function openApiDocument(app: OpenAPIHono<AppEnv>): Promise<Document> {
  const { paths, schemas } = await describeRoutes(app);
  const shared: SharedResponses = {};
  for (const [path, item] of Object.entries(paths)) {
    await nextTurn();
    for (const method of METHODS) {
      const operation = item[method];
      if (operation !== undefined && path.startsWith("/api/v1")) addCommon(operation, { method, path, shared });
    }
  }
  return {
    ...HEAD,
    tags: openApiTags,
    paths,
    components: {
      schemas: { ...schemas, ...(await namedSchemas([...NAMED_IN_WORDS, ...Object.keys(schemas)])) },
      responses: shared,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "directory_console_session",
          description: "Named `__Host-directory_console_session` over TLS.",
        },
        shareLink: { type: "http", scheme: "bearer", description: "The secret of the link of a brief, `dcl_…`." },
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "A personal access token of the connection, created by a person. A request with one is made by the token alone: cookies do not count beside it.",
        },
      },
    },
  };
}

const HEAD = {
  openapi: "3.1.0",
  info: {
    title: "Directory Console",
    version: "1",
    description: [
      'The API of the console. People sign in and have a session in a cookie; requests with it that change something need one more header. Programs send a personal access token, which has scopes; each operation says which one it needs. People have roles in each connection, and a token may never do more than its owner: `x-needs` of an operation is the action that the caller\'s roles must have ("for all referrers" where a role that is limited to some is refused, "by people" where tokens are), `account` where a session is enough, `link` for whoever has the link of a brief, or `public`. A role can be limited to some referrers; then nothing else exists for the caller.',
      "To begin: a person makes a token under **Developer**; with it as `Authorization: Bearer …`, `GET /api/v1/connections` tells the connection, and `GET /api/v1/connections/{connection}/index-versions` its directories. Changes are staged into a draft (`stageChanges`), reviewed where the connection requires it (`submitChangeSet`, `approveChangeSet`) and applied (`applyChangeSet`), each with the `version` of the change set that was read last.",
      "A query parameter that an operation does not have is refused (`invalid_request`).",
      "Addresses of earlier versions, which named no connection, are answered with 410 and the code `gone`; the problem's `movedTo` is the new address.",
    ].join("\n\n"),
  },
  security: [{ session: [] }],
} satisfies Partial<Document>;

/** What the generator makes of the routes, one by one. */
async function describeRoutes({ openAPIRegistry }: OpenAPIHono<AppEnv>): Promise<{ paths: Paths; schemas: Schemas }> {
  const paths: Paths = {};
  const schemas: Schemas = {};
  for (const definition of openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    await nextTurn();
    const one = new OpenAPIHono<AppEnv>();
    one.openAPIRegistry.registerPath(definition.route);
    const part = one.getOpenAPI31Document(HEAD);
    for (const [path, item] of Object.entries(part.paths ?? {})) paths[path] = { ...paths[path], ...item };
    Object.assign(schemas, part.components?.schemas);
  }
  return { paths, schemas };
}

/**
 * The named schemas as zod spells them, with everything that they refer to. The generator uses the same name for a
 * schema and its nullable variant and would describe one of them wrongly.
 */
async function namedSchemas(names: readonly string[]): Promise<Schemas> {
  const named: Schemas = {};
  for (const name of names) {
    const schema = z.globalRegistry._idmap.get(name);
    if (schema === undefined || name in named) continue;
    await nextTurn();
    const { $defs = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    // The recursive JSON schema has no name for its reference, so the generator's short description is used.
    for (const [key, definition] of Object.entries($defs)) if (key !== "Json") named[key] ??= asDocumented(definition);
  }
  return named;
}

/** OpenAPI 3.1 accepts JSON Schema; names of schemas are elsewhere there. */
function asDocumented(schema: { id?: string }): Schemas[string] {
  const { id: _, ...definition } = schema;
  return JSON.parse(JSON.stringify(definition).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schemas[string];
}

type SharedResponses = { [name: string]: ReturnType<typeof problemAnswer> };

/** Adds what the middleware answers and asks for. Problems are shared between operations, each under its codes. */
function addCommon(
  operation: Operation,
  { method, path, shared }: { method: string; path: string; shared: SharedResponses },
): void {
  const codes: ErrorCode[] = ["invalid_request", "internal", "store_unavailable", "store_full", "store_read_only"];
  const ways = (operation.security ?? []).flatMap((way) => Object.keys(way));
  if (ways.length > 0) codes.push("not_signed_in", "invalid_token", "forbidden");
  if (ways.includes("token")) codes.push("insufficient_scope");
  if (path.includes(`{${CONNECTION_PARAMETER}}`)) {
    codes.push("not_found");
    // A connection that is out of use can only be read.
    if (WRITES.has(method)) codes.push("wrong_state");
    operation.parameters = [
      {
        name: CONNECTION_PARAMETER,
        in: "path",
        required: true,
        description: "Id of the connection, from `GET /api/v1/connections`",
        schema: { type: "string" },
      },
      ...(operation.parameters ?? []),
    ];
  }
  if (WRITES.has(method)) {
    // A body is checked before it is known that a route takes none.
    codes.push("cross_site", "body_too_large", "unsupported_media_type");
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: CONSOLE_HEADER,
        in: "header",
        required: false,
        description: "Required with a session: pages of other sites cannot send this header. Not with a token.",
        schema: { type: "string", enum: ["1"] },
      },
    ];
  }
  if (method === "post" && !["account", "link", "public"].includes(String(operation["x-needs"]))) {
    codes.push("conflict", "in_progress", "already_exists");
    operation.parameters?.push({
      name: IDEMPOTENCY_HEADER,
      in: "header",
      required: false,
      description: `For 24 hours a request with the same key from the same person or token, to the same address, has its effect once. Sent again with the same body it is answered as the first was, with \`${REPLAYED_HEADER}: true\`; with another body it is a \`conflict\`, while the first is being answered \`in_progress\`, and \`already_exists\` where the answer was not kept, because it had a secret or was larger than ${LONGEST_ANSWER / 1024} KiB. What was refused had no effect: it may be sent again with the same key.`,
      schema: { type: "string", minLength: 1, maxLength: LONGEST_KEY, pattern: KEY_PATTERN.source },
    });
  }
  const responses: NonNullable<Operation["responses"]> = (operation.responses ??= {});
  for (const [status, added] of Map.groupBy(codes, (code) => String(statusOf[code]))) {
    responses[status] = problemAnswer([...new Set([...codesOf(responses[status]), ...added])]);
  }
  for (const [status, response] of Object.entries(responses)) {
    const all = codesOf(response).toSorted();
    if (all.length === 0) continue;
    const name = all.map(capitalized).join("Or");
    shared[name] = problemAnswer(all);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

/** `not_found` as NotFound. */
function capitalized(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The codes that a route declares for a status. */
function codesOf(response: unknown): ErrorCode[] {
  const declared = ProblemSchema.safeParse(response);
  return declared.data?.content["application/problem+json"].schema.allOf[1].properties.code.enum ?? [];
}

const ProblemSchema = z.object({
  content: z.object({
    "application/problem+json": z.object({
      schema: z.object({
        allOf: z.tuple([
          z.unknown(),
          z.object({ properties: z.object({ code: z.object({ enum: z.array(ErrorCode) }) }) }),
        ]),
      }),
    }),
  }),
});

/** Serves the document, which is built at the first request, when every route is registered. */
export function openApiRoute(app: OpenAPIHono<AppEnv>): void {
  const AnyDocument = z.record(z.string(), Json);
  let made: Promise<z.infer<typeof AnyDocument>> | undefined;
  const make = async () => JSON.parse(JSON.stringify(await openApiDocument(app))) as z.infer<typeof AnyDocument>;
  app.openapi(
    {
      method: "get",
      operationId: "getOpenApiDocument",
      path: "/api/v1/openapi.json",
      tags: ["API"],
      summary: "Get this document",
      security: [],
      responses: { 200: jsonAnswer("OpenAPI 3.1", AnyDocument) },
    },
    async (c) => {
      made ??= make();
      const document = await made;
      c.header("Cache-Control", "no-cache");
      return c.json(document, 200);
    },
  );
}
