import {
  AlarmId,
  ChangeId,
  ChangeSetId,
  ClaimId,
  CommentId,
  ConnectionId,
  CreationId,
  DecisionId,
  type ErrorCode,
  IndexId,
  PageVisitId,
  PasskeyId,
  PersonId,
  PlanImportId,
  RecordId,
  RecordType,
  ReferrerId,
  rolesByAction,
  RosterImportId,
  SessionId,
  ShareLinkId,
  TokenId,
} from "@dc/contract";
import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { AppEnv } from "#/http/app-env.ts";
import { actionOf, authorization, type Permission, scopeOf } from "#/http/middleware/authorization.ts";
import { exportedAs } from "#/operations/sheets/exported-as.ts";
import { idempotency } from "./idempotency.ts";
import { statusOf, titleOf } from "#/http/error-response.ts";

/** The key of an operation in the document that says what it needs: an action, `account` or `public`. */
const NEEDED = "x-needs";

const inWords = new Intl.ListFormat("en");

/** Who may call an operation, for the document: in words, as ways to sign in, and for programs that read it. */
function callersOf(needed: Permission): { security: RouteConfig["security"]; words: string; [NEEDED]: string } {
  if (needed === "public") return { security: [], words: "", [NEEDED]: "public" };
  if (needed === "link")
    return {
      security: [{ shareLink: [] }],
      words: "For whoever has the link of a brief, with its secret in place of a token; nothing else is open to them.",
      [NEEDED]: "link",
    };
  const session = { session: [] };
  const action = actionOf(needed);
  if (action === null)
    return { security: [session], words: "For everybody who is signed in; tokens are refused.", [NEEDED]: "account" };
  const scope = scopeOf(needed);
  const isForAll = typeof needed === "object" && "forAll" in needed;
  const isByPeople = typeof needed === "object" && "byPeople" in needed;
  const roles = rolesByAction[action];
  const whose = roles.length === 1 ? `the role ${roles.join("")} has` : `the roles ${inWords.format(roles)} have`;
  const roleWords = `Needs the action \`${action}\`, which ${whose}${isForAll ? "; refused where the role is limited to some referrers" : ""}.`;
  return {
    security: scope === undefined ? [session] : [session, { token: [scope] }],
    words: `${roleWords} ${scope === undefined ? "Only for signed-in people; tokens are refused." : `For people, and for tokens with the scope \`${scope}\` whose owner may do it.`}`,
    [NEEDED]: `${action}${isForAll ? " for all referrers" : isByPeople ? " by people" : ""}`,
  };
}

/** Of an operation without query parameters: one that is sent all the same was meant for something, and is refused. */
const noQuery = z.strictObject({});

/** A route with what its caller needs, which is checked before anything else of it and told in the document. */
export function apiRoute<
  Path extends string,
  Route extends Omit<RouteConfig, "path"> & { path: Path; operationId: string },
>(needed: Permission, route: Route, { isToldOnce = false } = {}) {
  const { words, ...told } = callersOf(needed);
  const takesKey = route.method === "post" && actionOf(needed) !== null;
  const description = [route.description ?? "", words].filter((text) => text !== "").join("\n\n");
  return createRoute<Path, Route>({
    ...route,
    ...told,
    request: { query: noQuery, ...route.request },
    ...(description === "" ? {} : { description }),
    ...(needed === "public"
      ? {}
      : { middleware: [authorization(needed), ...(takesKey ? [idempotency({ isToldOnce })] : [])] }),
  });
}

/** A JSON answer, for a route's `responses`. */
export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** A JSON body, for a route's `request`. */
export function jsonInput<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The problems specific to a route, for its `responses`. The document adds those of all routes. */
export function problems(...codes: ErrorCode[]): { [status: string]: ProblemAnswer } {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), problemAnswer(same)]));
}

type ProblemAnswer = ReturnType<typeof problemAnswer>;

/** What calling the service fails with. */
export const serviceProblems = [
  "service_unreachable",
  "service_timeout",
  "service_refused",
  "service_answer_invalid",
  "service_paused",
] as const;

/** Those that some refusals answer with the time after which it may be tried again. */
const waiting = new Set<ErrorCode>(["too_many_attempts", "in_progress", "store_unavailable"]);
const RETRY_AFTER = {
  "Retry-After": {
    description: "The seconds after which it may be tried again, where that is known",
    schema: { type: "integer" as const, minimum: 0 },
  },
};

/** One status can mean several codes, so the schema lists them. */
export function problemAnswer(codes: readonly ErrorCode[]) {
  const problem = { $ref: "#/components/schemas/Problem" };
  const ofCodes = { type: "object" as const, required: ["code"], properties: { code: { enum: [...codes] } } };
  return {
    description: `Problem with code ${codes.map((code) => `\`${code}\` (${titleOf[code]})`).join(" or ")}`,
    ...(codes.some((code) => waiting.has(code)) ? { headers: RETRY_AFTER } : {}),
    content: { "application/problem+json": { schema: { allOf: [problem, ofCodes] } } },
  };
}

/** What the name of a parameter in a path stands for. */
const pathParameters = z.object({
  alarmId: AlarmId.describe("Id of the alarm"),
  claimId: ClaimId.describe("Id of the answer of a reader"),
  commentId: CommentId.describe("Id of the comment"),
  changeId: ChangeId.describe("Id of the change"),
  changeSetId: ChangeSetId.describe("Id of the change set"),
  connectionId: ConnectionId.describe("Id of the connection"),
  creationId: CreationId.describe("Id of the creation"),
  decisionId: DecisionId.describe("Id of the decision, from its answer"),
  id: RecordId,
  importId: RosterImportId.describe("Id of the import"),
  indexId: IndexId,
  line: z.coerce.number().int().min(1).max(10_000_000).describe("The number of the line"),
  number: z.coerce.number().int().min(1).max(2_147_483_647).describe("The number of the revision"),
  passkeyId: PasskeyId.describe("Id of the passkey"),
  personId: PersonId.describe("Id of the person"),
  planImportId: PlanImportId.describe("Id of the import"),
  practitionerId: RecordId,
  recordId: RecordId,
  referrerId: ReferrerId.describe("Id of the referrer"),
  scheduleId: RecordId,
  sessionId: SessionId.describe("Id of the session"),
  shareLinkId: ShareLinkId.describe("Id of the link"),
  tokenId: TokenId.describe("Id of the token"),
  type: RecordType.describe("A type of records of the profile, such as `schedule`"),
  visitId: PageVisitId,
});

type PathParameters = z.output<typeof pathParameters>;
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

const Method = z.enum(["get", "post", "put", "patch", "delete"]);
const Address = z.tuple([z.string().toLowerCase().pipe(Method), z.string()]);

/** What an operation is called with, each part as its schema made it. */
interface Call<Needed extends Permission, Path extends string, Query, Body> {
  context: Needed extends "public" ? undefined : RequestContext;
  params: Pick<PathParameters, NamesIn<Path> & keyof PathParameters>;
  query: Query;
  body: Body;
  /** For cookies and headers. */
  c: Context<AppEnv>;
}

interface Description<Needed extends Permission, Path extends string, Query, Body, Answer> {
  summary: string;
  description?: string;
  query?: z.ZodObject & z.ZodType<Query>;
  body?: z.ZodType<Body>;
  answer: readonly [204, string] | readonly [200 | 201 | 202, string, z.ZodType<Answer>];
  /** The status of those answers for which the condition holds. */
  unless?: readonly [202 | 503, string, (answer: NoInfer<Answer>) => boolean];
  problems?: readonly ErrorCode[];
  /** What it edits says now, as the caller may read it: told with `version_mismatch`. */
  current?: (call: Pick<Call<Needed, Path, Query, Body>, "context" | "params">) => Promise<object>;
  /** Whether its answer is not kept for a repeated request: it has a secret, or is about a patient. */
  isToldOnce?: true;
  call: (call: Call<Needed, Path, Query, Body>) => NoInfer<Answer> | Promise<NoInfer<Answer>>;
}

/** Adds an operation with a tag to routes. */
type Operation = (routes: OpenAPIHono<AppEnv>, tag: string) => void;

/** An operation of `routesOf` that is called with parsed input and answers with JSON, or with 204 and nothing. */
export function operation<
  const Needed extends Permission,
  const Path extends string,
  Query = undefined,
  Body = undefined,
  Answer extends object | void = void,
>(
  needed: Needed,
  operationId: string,
  address: `${Uppercase<z.output<typeof Method>>} ${Path}`,
  { call, current, ...told }: Description<Needed, Path, Query, Body, Answer>,
): Operation {
  const { description, query, body, answer, unless, problems: codes = [], isToldOnce } = told;
  const [method, path] = Address.parse(address.split(" "));
  return (routes, tag) => {
    const route: RouteConfig = apiRoute(
      needed,
      {
        operationId,
        method,
        path,
        tags: [tag],
        summary: told.summary,
        ...(description === undefined ? {} : { description }),
        request: {
          ...paramsIn(path),
          ...(query === undefined ? {} : { query }),
          ...(body === undefined ? {} : { body: jsonInput(body) }),
        },
        responses: {
          [answer[0]]: answer[0] === 204 ? { description: answer[1] } : jsonAnswer(answer[1], answer[2]),
          ...(unless !== undefined && answer[0] !== 204 && { [unless[0]]: jsonAnswer(unless[1], answer[2]) }),
          ...problems(...codes),
        },
      },
      { isToldOnce },
    );
    routes.openapi(route, async (c) => {
      const asked = callOf<Needed, Path, Query, Body>(c);
      const value = await (async () => await call(asked))().catch(async (error: unknown) => {
        throw current === undefined ? error : await withCurrent(error, async () => await current(asked));
      });
      if (answer[0] === 204 || value === undefined) return c.body(null, 204);
      return c.json(value, unless?.[2](value) === true ? unless[0] : answer[0]);
    });
  };
}

/** The refusal of an edit by its version, with what is there now; without, where the caller cannot read it any more. */
async function withCurrent(error: unknown, read: () => Promise<object>): Promise<unknown> {
  if (!(error instanceof OperationError) || error.code !== "version_mismatch") return error;
  const current = await read().catch((unread: unknown) => {
    if (unread instanceof OperationError) return undefined;
    throw unread;
  });
  return current === undefined ? error : new OperationError(error.code, error.message, { current, cause: error });
}

/** How a file is spelled. */
export const fileTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  json: "application/json",
  patch: "application/json",
  jsonl: "application/jsonl",
} as const;

/** An operation of `routesOf` that answers with a file, in the format that its query names. */
export function exportOperation<
  const Needed extends Exclude<Permission, "public">,
  const Path extends string,
  Query extends { format: keyof typeof fileTypes; practitionerId?: string | undefined },
>(
  needed: Needed,
  operationId: string,
  path: Path,
  told: {
    summary: string;
    description?: string;
    query: z.ZodObject & z.ZodType<Query>;
    /** What its list has as JSON. */
    item?: z.ZodType;
    /** What the file is called, without its ending. */
    name: string | ((query: Query) => string);
    problems?: readonly ErrorCode[];
    call: (call: Call<Needed, Path, Query, undefined>) => Promise<ReadableStream<Uint8Array>>;
  },
): Operation {
  const { summary, description, query, item, name, problems: codes = [], call } = told;
  const formats = z
    .array(z.enum(Object.keys(fileTypes) as (keyof typeof fileTypes)[]))
    .parse((query.shape["format"] as z.ZodDefault<z.ZodEnum>).unwrap().options);
  const content = Object.fromEntries(
    formats.map((format) => [
      fileTypes[format].split(";")[0] ?? "",
      { schema: fileTypes[format] === fileTypes.json && item !== undefined ? z.array(item) : z.string() },
    ]),
  );
  return (routes, tag) => {
    const route: RouteConfig = apiRoute(needed, {
      operationId,
      method: "get",
      path,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      request: { ...paramsIn(path), query },
      responses: { 200: { description: "A file; CSV is UTF-8", content }, ...problems(...codes) },
    });
    routes.openapi(route, async (c) => {
      const asked = callOf<Needed, Path, Query, undefined>(c);
      const { format } = asked.query;
      const file = await call(asked);
      const suffix = format === "patch" ? "patch.json" : format;
      return c.body(file, 200, {
        "Content-Type": fileTypes[format],
        "Content-Disposition": await exportedAs(asked.context, {
          name: typeof name === "string" ? name : name(asked.query),
          suffix,
          params: asked.params,
          practitionerId: asked.query.practitionerId,
        }),
      });
    });
  };
}

/** What the route's own middleware has left: `authorization` the context, and the validators what the schemas made. */
function callOf<Needed extends Permission, Path extends string, Query, Body>(
  c: Context<AppEnv, string, { out: { param: unknown; query: unknown; json: unknown } }>,
) {
  return {
    context: c.get("context"),
    params: c.req.valid("param"),
    query: c.req.valid("query"),
    body: c.req.valid("json"),
    c,
  } as Call<Needed, Path, Query, Body>;
}

function paramsIn(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => pathParameters.keyof().parse(name));
  if (names.length === 0) return {};
  return { params: z.object(Object.fromEntries(names.map((name) => [name, pathParameters.shape[name]]))) };
}

/** Operations with one tag, in the order in which the document has them. */
export function routesOf(tag: string, ...operations: readonly Operation[]): OpenAPIHono<AppEnv> {
  const routes = new OpenAPIHono<AppEnv>();
  for (const add of operations) add(routes, tag);
  return routes;
}
