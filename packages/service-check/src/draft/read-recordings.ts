import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@dc/api-client";
import { leavesOf, plainText, type Exchange } from "./exchange.ts";

/** A recorded file that cannot be read; the message names it and says what it should look like. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}

/** A file of recorded answers: its name and its content. */
export interface RecordedFile {
  readonly name: string;
  readonly content: Json;
}

const expected = '{ "request": { "method", "path", "headers", "body" }, "response": { "status", "headers", "body" } }';

function textsOf(value: Json | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}

interface Recorded extends Omit<Exchange, "template" | "segments"> {
  readonly path: readonly string[];
}

const base = "http://service.invalid";

/** The segments of a path; null where a "%" begins no encoded character. */
function decodedSegments(path: string): string[] | null {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

function recordedIn(name: string, content: Json): Recorded {
  const request = isJsonObject(content) ? content["request"] : undefined;
  const response = isJsonObject(content) ? content["response"] : undefined;
  const wrong = (what: string) =>
    new DescriptionError(`${name}: ${what}; a recorded answer is ${expected}, or a list of them.`);
  if (!isJsonObject(request) || !isJsonObject(response)) throw wrong("has no request and response");
  const { method, path } = request;
  const { status } = response;
  if (typeof method !== "string" || typeof path !== "string") throw wrong("the request has no method and path");
  if (typeof status !== "number") throw wrong("the response has no status");
  const address = path.startsWith("/") && URL.canParse(path, base) ? new URL(path, base) : null;
  const segments = address === null ? null : decodedSegments(address.pathname);
  if (address === null || segments === null)
    throw wrong(`the path "${path}" of ${method} is no address below a service`);
  return {
    source: `${method} ${address.pathname} (${name})`,
    method: method.toUpperCase(),
    path: segments,
    query: [...address.searchParams],
    requestHeaders: textsOf(request["headers"]),
    requestBody: request["body"] ?? undefined,
    status,
    responseHeaders: textsOf(response["headers"]),
    responseBody: response["body"] ?? undefined,
  };
}

/** Reads recorded answers; throws DescriptionError for a file that is none. */
export function readRecordings(files: readonly RecordedFile[]): readonly Exchange[] {
  const recorded = files.flatMap(({ name, content }) =>
    (isJsonArray(content) ? content : [content]).map((entry: Json | JsonObject) => recordedIn(name, entry)),
  );
  // A word may be a value of many things; as a segment it is an id where it was asked for and comes back.
  const asked = new Set(
    recorded.flatMap(({ path, responseBody }) => {
      const last = path.at(-1) ?? "";
      return leavesOf(responseBody).some(({ value }) => plainText(value) === last) ? [last] : [];
    }),
  );
  const answered = new Set(
    recorded.flatMap(({ responseBody }) => leavesOf(responseBody).map(({ value }) => plainText(value))),
  );
  const isMade = (segment: string) => answered.has(segment) && /[-_.:]|[a-z][A-Z]|[A-Z]{2}/.test(segment);
  const changes = (segment: string) =>
    segment !== "" &&
    (asked.has(segment) || isMade(segment) || (/\d/.test(segment) && !/^v\d+(\.\d+)*$/i.test(segment)));
  return recorded.map(({ path, ...rest }): Exchange => ({
    ...rest,
    template: path.map((segment) => (changes(segment) ? "{}" : segment)).join("/"),
    segments: path.filter(changes),
  }));
}
