import { parseJson, type Json } from "#/json/json.ts";
import { valueAt, withValue } from "#/json/path.ts";
import { credentialHeader, type CredentialDialect, type Dialect } from "#/spelling/dialect.ts";
import { builtInKey } from "#/store/caller.ts";
import { block, prettyJson } from "./markdown.ts";

export type Fetch = (path: string, init: RequestInit) => Response | Promise<Response>;

/** A request that the page shows; its path includes the query. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly index?: string;
  readonly body?: Json;
}

export interface ExampleResponse {
  readonly status: number;
  readonly body: Json;
  /** The request and its response, as the page shows them. */
  readonly render: () => string;
}

const shownEntries = 2;

export function authorizationOf(credential: CredentialDialect, key: string): string {
  if (credential.composition === "ready-made") return `${credential.prefix}${key}`;
  return `Basic ${btoa(credential.composition === "key-as-user" ? `${key}:` : `${credential.user}:${key}`)}`;
}

/** Sends examples to the running service, so that the page shows real requests and responses only. */
export function createExchange(dialect: Dialect, fetch: Fetch): (example: ExampleRequest) => Promise<ExampleResponse> {
  return async ({ method, path, index, body }) => {
    const headers = {
      [credentialHeader(dialect.credential)]: authorizationOf(dialect.credential, builtInKey),
      [dialect.headers.apiVersion]: dialect.apiVersion,
      ...(index === undefined ? {} : { [dialect.headers.index]: index }),
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const response = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const responseBody = text === "" ? null : parseJson(text);
    const render = (): string => {
      const { requestId } = dialect.headers;
      const { shortened, omitted } = shortenList(dialect, responseBody);
      const requestLines = [
        `${method} ${path}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === undefined ? [] : ["", prettyJson(body)]),
      ];
      const responseLines = [
        `HTTP/1.1 ${response.status}`,
        `${requestId}: ${response.headers.get(requestId) ?? ""}`,
        ...(text === "" ? [] : ["Content-Type: application/json; charset=utf-8", "", prettyJson(shortened)]),
      ];
      return [
        block("http", requestLines.join("\n")),
        block("http", responseLines.join("\n")),
        ...(omitted > 0 ? [`Shortened: the response has ${omitted} more ${omitted === 1 ? "entry" : "entries"}.`] : []),
      ].join("\n\n");
    };
    return { status: response.status, body: responseBody, render };
  };
}

function shortenList({ envelope }: Dialect, body: Json): { shortened: Json; omitted: number } {
  const list = Array.isArray(body) ? body : envelope.list.length > 0 ? valueAt(body, envelope.list) : undefined;
  if (!Array.isArray(list) || list.length <= shownEntries) return { shortened: body, omitted: 0 };
  const first = list.slice(0, shownEntries);
  return {
    shortened: Array.isArray(body) ? first : withValue(body, envelope.list, first),
    omitted: list.length - shownEntries,
  };
}
