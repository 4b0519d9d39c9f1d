import { Problem } from "@dc/contract";
import { BffAnswerError, BffError, BffUnreachableError } from "./bff-error.ts";
import { reachability } from "./reachability.ts";

/** A schema of the contract. */
export interface AnswerSchema<Answer> {
  safeParse: (value: unknown) => { success: true; data: Answer } | { success: false; error: Error };
}

type QueryValue = string | number | boolean | null | undefined;

export interface BffRequest {
  query?: { readonly [name: string]: QueryValue | readonly string[] };
  signal?: AbortSignal | undefined;
}

const root = "/api/v1";
const signedOutListeners = new Set<() => void>();

/** Called when an answer says that nobody is signed in any more. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** A path of the API with each part encoded: ``path`/index-versions/${id}` ``. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((made, part, at) => `${made}${encodeURIComponent(values[at - 1] ?? "")}${part}`);
}

function addressOf(to: string, query: BffRequest["query"]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? `${root}${to}` : `${root}${to}?${text}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BffAnswerError(`The answer with status ${response.status} is not JSON`, { cause });
  }
}

async function call<Answer>(
  method: string,
  to: string,
  schema: AnswerSchema<Answer> | null,
  { query, signal }: BffRequest,
  body?: unknown,
): Promise<Answer | null> {
  let response: Response;
  try {
    response = await fetch(addressOf(to, query), {
      method,
      headers: {
        Accept: "application/json, application/problem+json",
        "X-Directory-Console": "1",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
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
  if ([502, 503, 504].includes(response.status) && !isProblem(response)) {
    reachability.failed();
    throw new BffUnreachableError(`${method} ${to} was answered ${response.status} on the way`);
  }
  reachability.answered();
  const answer = await readJson(response);
  if (!response.ok) throw problemOf(answer, response, `${method} ${to}`);
  if (schema === null) return null;
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new BffAnswerError(`${method} ${to} answered with another shape`, { cause: parsed.error });
  return parsed.data;
}

const isProblem = (response: Response) => response.headers.get("Content-Type")?.includes("problem+json") ?? false;

function problemOf(answer: unknown, response: Response, what: string): Error {
  const problem = Problem.safeParse(answer);
  if (!problem.success) {
    return new BffAnswerError(`${what} failed with ${response.status} and no problem`, { cause: problem.error });
  }
  if (problem.data.code === "not_signed_in") for (const listener of signedOutListeners) listener();
  return new BffError(problem.data);
}

async function answered<Answer>(answer: Promise<Answer | null>): Promise<Answer> {
  const value = await answer;
  if (value === null) throw new BffAnswerError("The answer is empty");
  return value;
}

/** Every call to the server goes through this. It never retries: the server has already retried whatever is safe to repeat. */
export const bff = {
  get: <Answer>(to: string, schema: AnswerSchema<Answer>, request: BffRequest = {}) =>
    answered(call("GET", to, schema, request)),
  post: <Answer>(to: string, body: unknown, schema: AnswerSchema<Answer>, request: BffRequest = {}) =>
    answered(call("POST", to, schema, request, body ?? {})),
  put: <Answer>(to: string, body: unknown, schema: AnswerSchema<Answer>, request: BffRequest = {}) =>
    answered(call("PUT", to, schema, request, body)),
  patch: <Answer>(to: string, body: unknown, schema: AnswerSchema<Answer>, request: BffRequest = {}) =>
    answered(call("PATCH", to, schema, request, body)),
  delete: async (to: string, request: BffRequest = {}) => {
    await call("DELETE", to, null, request);
  },
  /** A call whose answer has no body. */
  send: async (method: "POST" | "PUT" | "DELETE", to: string, body?: unknown, request: BffRequest = {}) => {
    await call(method, to, null, request, body);
  },
};
