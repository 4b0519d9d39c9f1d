import type { Problem } from "@dc/contract";
import { parseJson } from "@dc/directory/parse-json";
import { BffAnswerError, BffError, BffUnreachableError } from "./bff-error.ts";
import { connectionInUse } from "./connection-in-use.ts";
import { consoleBuild } from "./console-build.ts";
import { takePageAnswer } from "./page-answers.ts";
import { reachability } from "./reachability.ts";
import { sessionPhase } from "./session-phase.ts";

type QueryValue = string | number | boolean | null | undefined;

export interface BffRequest {
  query?: { readonly [name: string]: QueryValue | readonly string[] } | undefined;
  signal?: AbortSignal | undefined;
  /** It changes nothing, as every GET: taken back when the session ends, and sent again once somebody is signed in. */
  reads?: true;
  headers?: { readonly [name: string]: string };
  /** How many bytes of the answer have come so far, as they come. */
  onBytes?: (bytes: number) => void;
}

const root = "/api/v1";
/** What belongs to no connection, or is about connections. Everything else stands below the one in use. */
const outsideConnections = /^\/(?:session|set-up|join|account|people|connections)(?![\w-])/;
/** Who signs in has no session yet. */
const beforeSession = /^\/(?:session|set-up|join)(?![\w-])/;

/** A path of the API with each part encoded: ``path`/index-versions/${id}` ``. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((made, part, index) => `${made}${encodeURIComponent(values[index - 1] ?? "")}${part}`);
}

function addressOf(asked: string, query: BffRequest["query"]): string {
  const to = outsideConnections.test(asked) ? asked : `/connections/${connectionInUse()}${asked}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const item of value) search.append(name, String(item));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? `${root}${to}` : `${root}${to}?${text}`;
}

/** The JSON object of an answer, or null where it has no body. */
async function readJson(response: Response, { onBytes }: BffRequest = {}): Promise<object | null> {
  const text = onBytes === undefined ? response.text() : (await readBody(response, onBytes)).text();
  return parseAnswer(await text, response.status);
}

/** The body of an answer, which is told as it comes. */
async function readBody({ body }: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  for (let bytes = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    onBytes(bytes);
  }
  return new Blob(parts);
}

function parseAnswer(text: string, status: number): object | null {
  if (text === "") return null;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new BffAnswerError(status, { cause });
  }
  if (typeof value !== "object" || value === null) throw new BffAnswerError(status);
  return value;
}

/** The answer of the server, unless it refuses. */
async function ask(method: string, to: string, { query, signal, headers }: BffRequest, body?: unknown) {
  let response: Response;
  const call = consoleBuild.ask();
  try {
    response = await fetch(addressOf(to, query), {
      method,
      headers: {
        Accept: "application/json, application/problem+json",
        "X-Directory-Console": "1",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: "same-origin",
      redirect: "error",
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    reachability.failed();
    throw new BffUnreachableError(`${method} ${to} had no answer`, { cause });
  }
  if ([502, 503, 504].includes(response.status) && !hasProblemType(response)) {
    reachability.failed();
    throw new BffUnreachableError(`${method} ${to} was answered ${response.status} on the way`);
  }
  reachability.answered();
  consoleBuild.served(response.headers.get("X-Console-Build"), call);
  if (!response.ok) throw problemError(await readJson(response), response.status);
  return response;
}

async function call(method: string, to: string, request: BffRequest, body?: unknown) {
  const inPage = method === "GET" ? takePageAnswer(addressOf(to, request.query)) : undefined;
  if (inPage !== undefined) return { status: 200, answer: parseAnswer(inPage, 200) };
  const run = async (signal: AbortSignal | undefined) => {
    const response = await ask(method, to, { ...request, signal }, body);
    return { status: response.status, answer: await readJson(response, request) };
  };
  const isReading = method === "GET" || request.reads === true;
  if (!isReading || beforeSession.test(to)) return await run(request.signal);
  return await sessionPhase.read(run, request.signal);
}

const hasProblemType = (response: Response) => response.headers.get("Content-Type")?.includes("problem+json") ?? false;

function problemError(answer: object | null, status: number): Error {
  if (answer === null || !isProblem(answer)) return new BffAnswerError(status);
  if (answer.code === "not_signed_in") sessionPhase.refused();
  return new BffError(answer);
}

/** A proxy in between may answer with JSON of its own, and a newer server with a code that is unknown here. */
function isProblem(answer: object): answer is Problem {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return ["code", "detail", "requestId"].every((name) => isText(Reflect.get(answer, name)));
}

/** The contract types the answers, and the server's tests check them, so the console does not validate them again. */
async function answered<Answer extends object>(called: ReturnType<typeof call>): Promise<Answer> {
  const { status, answer } = await called;
  if (answer === null) throw new BffAnswerError(status);
  return answer as Answer;
}

/** Every call to the server goes through this. It never retries: the server has already retried whatever is safe to repeat. */
export const bff = {
  get: <Answer extends object>(to: string, request: BffRequest = {}) => answered<Answer>(call("GET", to, request)),
  post: <Answer extends object>(to: string, body: unknown, request: BffRequest = {}) =>
    answered<Answer>(call("POST", to, request, body ?? {})),
  put: <Answer extends object>(to: string, body: unknown, request: BffRequest = {}) =>
    answered<Answer>(call("PUT", to, request, body)),
  patch: <Answer extends object>(to: string, body: unknown, request: BffRequest = {}) =>
    answered<Answer>(call("PATCH", to, request, body)),
  delete: async (to: string, request: BffRequest = {}) => {
    await call("DELETE", to, request);
  },
  /** The address of a file that the server has begun to give, for the browser to save; refused as every call is. */
  fileAddress: (to: string, { query }: BffRequest) =>
    sessionPhase.read(async (signal) => {
      const { body } = await ask("GET", to, { query, signal, headers: { Accept: "*/*" } });
      await body?.cancel();
      return addressOf(to, query);
    }),
  /** The events of an address, for as long as the server sends them. */
  stream: (to: string, { signal: left, headers }: BffRequest): Promise<Response> =>
    sessionPhase.read(
      (signal) => ask("GET", to, { signal, headers: { ...headers, Accept: "text/event-stream" } }),
      left,
    ),
  /** A call whose answer has no body. */
  send: async (method: "POST" | "PUT" | "DELETE", to: string, body?: unknown, request: BffRequest = {}) => {
    await call(method, to, request, body);
  },
};
