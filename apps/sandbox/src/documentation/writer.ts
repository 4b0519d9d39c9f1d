import { builtInKey } from "#/store/caller.ts";
import { block, code, prettyJson } from "./markdown.ts";
import { parseJson, type Json } from "#/json/json.ts";
import type { CredentialDialect, Dialect } from "#/spelling/dialect.ts";
import { valueAt, withValue } from "#/json/path.ts";
import type { RouteSpelling } from "#/spelling/spelling.ts";

export type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

/** One request of the page; the path has its query. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly index?: string;
  readonly body?: Json;
}

export interface Answered {
  readonly status: number;
  readonly body: Json;
  /** The request and its answer, as the page shows them. */
  readonly shown: string;
}

/** What every chapter is written with. */
export interface Writer {
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly writes: boolean;
  readonly now: () => number;
  /** Asks the running service, so that no example is made up. */
  ask(asked: Asked): Promise<Answered>;
}

const shownEntries = 2;

export function authorizationOf(credential: CredentialDialect, key: string): string {
  if (credential.composition === "ready-made") return `${credential.prefix}${key}`;
  return `Basic ${btoa(credential.composition === "key-as-user" ? `${key}:` : `${credential.user}:${key}`)}`;
}

export function createAsk(dialect: Dialect, send: Send): Writer["ask"] {
  return async ({ method, path, index, body }) => {
    const headers = {
      Authorization: authorizationOf(dialect.credential, builtInKey),
      [dialect.headers.apiVersion]: dialect.apiVersion,
      ...(index === undefined ? {} : { [dialect.headers.index]: index }),
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const response = await send(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === "" ? null : parseJson(text);
    const request = [
      `${method} ${path}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ["", prettyJson(body)]),
    ];
    const { requestId } = dialect.headers;
    const { entries, more } = shortened(dialect, answer);
    const reply = [
      `HTTP/1.1 ${response.status}`,
      `${requestId}: ${response.headers.get(requestId) ?? ""}`,
      ...(text === "" ? [] : ["Content-Type: application/json; charset=utf-8", "", prettyJson(entries)]),
    ];
    const shown = [
      block("http", request.join("\n")),
      block("http", reply.join("\n")),
      ...(more > 0 ? [`Shortened: ${more} more ${more === 1 ? "entry" : "entries"} came in this answer.`] : []),
    ].join("\n\n");
    return { status: response.status, body: answer, shown };
  };
}

function shortened({ envelope }: Dialect, answer: Json): { entries: Json; more: number } {
  const list = Array.isArray(answer) ? answer : envelope.list.length > 0 ? valueAt(answer, envelope.list) : undefined;
  if (!Array.isArray(list) || list.length <= shownEntries) return { entries: answer, more: 0 };
  const some = list.slice(0, shownEntries);
  return {
    entries: Array.isArray(answer) ? some : withValue(answer, envelope.list, some),
    more: list.length - shownEntries,
  };
}

/** An endpoint's part of the page, with its example as asked just now. */
export async function endpoint(
  writer: Writer,
  route: RouteSpelling,
  { title, words, asked }: { title: string; words: readonly string[]; asked: Asked },
): Promise<{ section: string; answer: Json }> {
  const { body, status, shown } = await writer.ask(asked);
  if (status !== route.status)
    throw new Error(`the example of ${route.method} ${route.path} was answered ${status}: ${JSON.stringify(body)}`);
  const parts = [
    `### ${title}`,
    `${code(`${route.method} ${route.path}`)}, answered ${code(String(status))}${status === 204 ? " without a body" : ""}. ${indexSentence(writer, route)}`,
    ...words,
    shown,
  ];
  return { section: parts.join("\n\n"), answer: body };
}

function indexSentence({ dialect }: Writer, route: RouteSpelling): string {
  const name = code(dialect.headers.index);
  const { statuses } = dialect.errors;
  if (route.index === "taken") return `Takes ${name}; without it the standard index version is meant.`;
  if (route.index === "refused")
    return `Takes no ${name}: a request that carries one is answered ${code(String(statuses.bad_request))}.`;
  return `Needs ${name}, with an index version of your own: the standard one is answered ${code(String(statuses.standard_index_read_only))}.`;
}

/** The route of an operation; a page is written only about those that the service has. */
export function routeOf(
  routes: readonly RouteSpelling[],
  name: RouteSpelling["operation"]["name"],
  kind?: string,
): RouteSpelling | undefined {
  return routes.find(
    ({ operation }) =>
      operation.name === name && (kind === undefined || ("kind" in operation && operation.kind === kind)),
  );
}
