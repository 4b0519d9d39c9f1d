import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import { isJsonArray, isJsonObject, numberText, type Json } from "#/json/json.ts";
import type { ServiceProfile } from "#/profile/profile.ts";
import type { OperationData } from "#/profile/schema/profile-schema.ts";
import { fillPath, fillTemplate, type TemplateValues } from "#/profile/template.ts";
import type { Method } from "./transport.ts";

/** A request as it would be sent, without the credential; what a runbook shows. */
export interface RequestDescription {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | null;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : (numberText(value) ?? undefined);
}

function texts(values: TemplateValues): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** The query of an operation; parameters whose values are missing are left out. */
export function fillQuery(operation: OperationData, values: TemplateValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, template] of Object.entries(operation.query)) {
    const text = textOf(fillTemplate(template, values));
    if (text !== undefined) query.append(name, text);
  }
  return query;
}

/** Path and query as one text. */
export function joinPath(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Fills an operation's path and body; throws InvalidCallError when a value is missing from the path or not allowed in it. */
export function buildRequest(
  profile: ServiceProfile,
  name: string,
  operation: OperationData,
  values: TemplateValues,
  index: string | null,
  apiVersion: string,
): RequestDescription {
  const path = fillPath(operation.path, texts(values));
  if (path === null) throw new InvalidCallError(`a value for the path of ${name} is missing or is not fit for a path`);
  const { headers: names } = profile.data;
  const headers: Record<string, string> = { accept: "application/json", [names.apiVersion.name]: apiVersion };
  if (index !== null && operation.takesIndex) {
    if (!/^[\x21-\x7e]{1,200}$/.test(index)) throw new InvalidCallError("the index id is not fit for a header");
    headers[names.index.name] = index;
  }
  const body = operation.body === undefined ? null : (fillTemplate(operation.body, values) ?? null);
  if (operation.body !== undefined) headers["content-type"] = "application/json";
  return { method: operation.method, path: joinPath(path, fillQuery(operation, values)), headers, body };
}

/** The path as a log may show it: the values of a private operation are masked. */
export function shownPath(operation: OperationData, request: RequestDescription): string {
  if (!operation.private) return request.path;
  const names = Object.keys(operation.query).map((name) => `${encodeURIComponent(name)}=***`);
  const path = operation.path.replaceAll(/\{[A-Za-z]+\}/g, "***");
  return names.length === 0 ? path : `${path}?${names.join("&")}`;
}

/** The `Authorization` value that the profile composes from the key. */
export function composeCredential(profile: ServiceProfile, apiKey: string): Readonly<Record<string, string>> {
  const { credential } = profile.data;
  const basic = (pair: string) => `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
  const value =
    credential.composition === "key-as-user"
      ? basic(`${apiKey}:`)
      : credential.composition === "key-as-password"
        ? basic(`${credential.user}:${apiKey}`)
        : `${credential.prefix}${apiKey}`;
  if (!/^[\x20-\x7e]*$/.test(value)) throw new InvalidCallError("the key is not fit for a header");
  return { [credential.header]: value };
}

/** The text of a body; null stays null. The record in it, or its changed members, are spelled as their text says. */
export function bodyText(
  body: Json | null,
  { record, recordText, changes, changesText }: TemplateValues = {},
): string | null {
  if (body === null) return null;
  if (typeof recordText !== "string" && typeof changesText !== "string") return JSON.stringify(body);
  const print = (value: Json): string => {
    if (value === record && typeof recordText === "string") return recordText;
    if (value === changes && typeof changesText === "string") return changesText;
    if (isJsonArray(value)) return `[${value.map(print).join(",")}]`;
    if (!isJsonObject(value)) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${print(member)}`)
      .join(",")}}`;
  };
  return print(body);
}
