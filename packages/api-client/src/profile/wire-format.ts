import type { FailureReason } from "#/errors/api-errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { vocabularyOf } from "./error-vocabulary.ts";
import { recordOperation } from "./operation-names.ts";
import type { ServiceProfile } from "./profile.ts";
import { detailPlaceholders, fillTemplate, placeholdersOf, type TemplateValues } from "./template.ts";

/** A read that the gateway serves. */
export interface ServedRead {
  readonly kind: "record" | "slots";
  /** The record, or for open slots the schedule. */
  readonly type: string;
  readonly id: string;
  /** Path and query with which the service is asked: the path by the profile's template, and so spelled in one way only. */
  readonly target: string;
}

/** How the service spells paths, bodies and errors: what the gateway needs to answer in its place. */
export interface WireFormat {
  /** What a path of the service, with its query, reads; null for every one that is not exactly such an address. */
  matchServed(target: string): ServedRead | null;
  /** The record that a path of the service, with its query, reads; null for every other one. */
  matchRead(target: string): { readonly type: string; readonly id: string } | null;
  /** Finds the record in the body of a read answer; `close` gives the body with another record in its place. Null when there is no record. */
  openBody(type: string, body: Uint8Array): { readonly raw: JsonObject; close(next: JsonObject): string } | null;
  /** The body of a read answer that holds this record and nothing else. */
  wrapBody(type: string, raw: JsonObject): string;
  /** The status, code and words with which the service gives a reason; where the profile has none, as given. */
  refusal(
    reason: FailureReason,
    otherwise: { readonly status: number; readonly code: string },
  ): { readonly status: number; readonly code: string; readonly title?: string };
  /** The code and the words that the service has for a status; empty where the profile has none. */
  vocabulary(status: number): { readonly code?: string; readonly title?: string };
  /** An error body in the service's shape; null where the profile has no such shape. */
  errorBody(error: OwnError): string | null;
}

/** An error that is answered in place of the service. */
export interface OwnError {
  readonly status: number;
  readonly code: string;
  /** What the service says of such an error, in general. */
  readonly title?: string;
  /** What is so here. */
  readonly words: string;
  /** True where the title says it all: nothing is known that the service would not have said. */
  readonly isPlain?: boolean;
  readonly fields?: readonly string[];
  readonly requestId: string;
}

/** An address of the service that is read: a record by its id, or the open slots of a schedule. */
interface ReadRoute {
  readonly kind: "record" | "slots";
  readonly type: string;
  readonly path: PathPattern;
  /** The placeholder that holds the id. */
  readonly idName: string;
  /** For an id in the query instead of the path: its parameter, and the fixed values of the other parameters. */
  readonly query: {
    readonly name: string;
    readonly value: RegExp;
    readonly others: ReadonlyMap<string, string>;
  } | null;
}

interface PathPattern {
  /** One group for each name; a name that is repeated must hold the same value. */
  readonly expression: RegExp;
  readonly names: readonly string[];
  /** The path with these values, encoded. */
  fill(values: readonly string[]): string;
}

/** What a segment may hold without an escape. Semicolons are left out, since some servers take what follows for parameters. */
const plainSegment = /^[A-Za-z0-9\-._~!$&'()*+,=:@]+$/;
const plainQuery = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]|%[0-9A-Fa-f]{2})*$/;
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function compilePath(template: string): PathPattern {
  const names = [...new Set(placeholdersOf(template))];
  const seen = new Set<string>();
  // Literals and names take turns: the expression that splits them has one group.
  const source = template.split(/\{([A-Za-z]+)\}/).map((part, at) => {
    if (at % 2 === 0) return escaped(part);
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>[^/]+)`;
  });
  return {
    expression: new RegExp(`^${source.join("")}$`),
    names,
    fill: (values) =>
      template.replaceAll(/\{([A-Za-z]+)\}/g, (_match, name: string) =>
        encodeURIComponent(values[names.indexOf(name)] ?? ""),
      ),
  };
}

/** Matches what a template makes of an id; repeated placeholders must hold the same id. */
function valuePattern(template: string): RegExp {
  const [first = "", ...rest] = template.split(/\{[A-Za-z]+(?::[^{}]+)?\}/).map(escaped);
  return new RegExp(`^${first}${rest.map((part, at) => `${at === 0 ? "(?<id>.+)" : "\\k<id>"}${part}`).join("")}$`);
}

function routeOf(
  profile: ServiceProfile,
  operation: string,
  { kind, type, idName }: Pick<ReadRoute, "kind" | "type" | "idName">,
): readonly ReadRoute[] {
  const read = profile.data.operations[operation];
  if (read === undefined) return [];
  const path = compilePath(read.path);
  if (path.names.includes(idName)) return [{ kind, type, path, idName, query: null }];
  const own = Object.entries(read.query).find(([, template]) => placeholdersOf(template).includes(idName));
  if (own === undefined) return [];
  const others = new Map(Object.entries(read.query).filter(([, template]) => placeholdersOf(template).length === 0));
  return [{ kind, type, path, idName, query: { name: own[0], value: valuePattern(own[1]), others } }];
}

function routesOf(profile: ServiceProfile): readonly ReadRoute[] {
  return [
    ...profile.recordTypes.flatMap((type) =>
      routeOf(profile, recordOperation("read", type), { kind: "record", type, idName: "id" }),
    ),
    ...routeOf(profile, "listOpenSlots", { kind: "slots", type: "schedule", idName: "scheduleId" }),
  ];
}

/** The id that a path and its query name by a route, and the path as we spell it; null where it is another request. */
function readBy(
  { path, idName, query }: ReadRoute,
  target: string,
): { readonly id: string; readonly path: string; readonly query: string } | null {
  const at = target.indexOf("?");
  const found = path.expression.exec(at < 0 ? target : target.slice(0, at));
  if (found === null) return null;
  const values: string[] = [];
  for (let group = 1; group <= path.names.length; group += 1) {
    const value = exactSegment(found[group] ?? "");
    if (value === null) return null;
    values.push(value);
  }
  const asked = at < 0 ? "" : target.slice(at + 1);
  if (!plainQuery.test(asked)) return null;
  const spelled = path.fill(values);
  if (dotSegment.test(spelled)) return null;
  const id = query === null ? values[path.names.indexOf(idName)] : idInQuery(query, new URLSearchParams(asked));
  return id === undefined || id === null ? null : { id, path: spelled, query: asked };
}

function idInQuery({ name, value, others }: NonNullable<ReadRoute["query"]>, sent: URLSearchParams): string | null {
  const one = (parameter: string) => (sent.getAll(parameter).length === 1 ? sent.get(parameter) : null);
  if ([...others].some(([parameter, fixed]) => one(parameter) !== fixed)) return null;
  return value.exec(one(name) ?? "")?.[1] ?? null;
}

/** What a segment holds, if it is spelled plainly or as `encodeURIComponent` spells it; null for every other spelling. */
function exactSegment(segment: string): string | null {
  if (plainSegment.test(segment)) return segment;
  try {
    const value = decodeURIComponent(segment);
    return encodeURIComponent(value) === segment.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Repeats the entry of each list that speaks of a detail. */
function withDetails(template: Json, details: readonly TemplateValues[]): Json {
  if (isJsonArray(template))
    return template.flatMap((entry) => {
      if (!placeholdersOf(entry).some((name) => detailPlaceholders.includes(name))) return [entry];
      return details.flatMap((detail) => fillTemplate(entry, detail) ?? []);
    });
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, withDetails(inner, details)]));
}

function filledError(
  template: Json,
  { status, code, title, words, isPlain = false, fields = [], requestId }: OwnError,
): string | null {
  const used = placeholdersOf(template);
  // What is so here is said once: in the details, beside the title, or after it.
  const isSaidElsewhere = isPlain || used.includes("detailWords");
  const said = title === undefined || used.includes("title") ? words : isSaidElsewhere ? title : `${title} ${words}`;
  const [field] = fields;
  const values = { status, code, title, words: said, field, requestId };
  const details = (fields.length === 0 ? [undefined] : fields).map((one) => ({
    ...values,
    detailField: one,
    detailWords: words,
    detailCode: code,
  }));
  const filled = fillTemplate(withDetails(template, details), values);
  return filled === undefined ? null : JSON.stringify(filled);
}

/** Makes the wire format of a profile. Ids of records that the service does not hold yet need not look like its own. */
export function createWireFormat(
  profile: ServiceProfile,
  isProvisional: (id: string) => boolean = () => false,
): WireFormat {
  const routes = routesOf(profile);
  const places = new Map(
    profile.recordTypes.map((type) => [type, profile.data.operations[recordOperation("read", type)]?.resource ?? ""]),
  );
  function matchServed(target: string): ServedRead | null {
    for (const route of routes) {
      const { kind, type } = route;
      const found = readBy(route, target);
      if (found === null || !(profile.fitsId(type, found.id) || isProvisional(found.id))) continue;
      const { id, path, query } = found;
      return { kind, type, id, target: query === "" ? path : `${path}?${query}` };
    }
    return null;
  }

  function vocabulary(status: number) {
    const { code, words } = vocabularyOf(profile.data.errors, status);
    return { ...(code === null ? {} : { code }), ...(words === null ? {} : { title: words }) };
  }

  return {
    matchServed,
    matchRead(target) {
      const found = matchServed(target);
      return found?.kind === "record" ? { type: found.type, id: found.id } : null;
    },
    openBody(type, body) {
      const place = places.get(type);
      const read = readJson(body);
      if (place === undefined || "problem" in read) return null;
      const whole: Json = read.value;
      const raw = valueAt(whole, place);
      return isJsonObject(raw)
        ? { raw, close: (next) => JSON.stringify(withValueAt(whole, place, next) ?? next) }
        : null;
    },
    wrapBody(type, raw) {
      const place = places.get(type) ?? [];
      return JSON.stringify(place.length === 0 ? raw : (withValueAt({}, place, raw) ?? raw));
    },
    refusal(reason, otherwise) {
      const known = profile.data.errors.reasons.filter((entry) => entry.reason === reason);
      const match = known.find(({ code }) => code !== undefined) ?? known[0];
      const status = match?.status ?? otherwise.status;
      const { code, words } = vocabularyOf(profile.data.errors, status, match);
      return { status, code: code ?? otherwise.code, ...(words === null ? {} : { title: words }) };
    },
    vocabulary,
    errorBody(error) {
      const { template } = profile.data.errors;
      return template === undefined ? null : filledError(template, error);
    },
  };
}
