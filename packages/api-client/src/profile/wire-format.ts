import type { FailureReason } from "#/errors/api-errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { spliceJson } from "#/json/splice-json.ts";
import { hasDetails, typeOf, vocabularyOf } from "./error-vocabulary.ts";
import type { LookUp } from "./look-ups.ts";
import { recordOperation } from "./operation-names.ts";
import { nextQuery, queryOf, startQuery } from "./paging.ts";
import type { ServiceProfile } from "./profile.ts";
import type { OperationData, Paging, ServiceProfileData } from "./schema/profile-schema.ts";
import { type ReadRoute, readBy, routeOf } from "./served-routes.ts";
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

/** A look-up that the gateway serves: the records whose meaning has one of these values. */
export interface ServedLookUp {
  readonly kind: "look-up";
  readonly lookUp: LookUp;
  readonly values: readonly string[];
  /** What the service is asked; null where it has none of the values, which are ids of records that it does not hold yet. */
  readonly target: string | null;
}

/** Several values for a look-up that the profile says takes one. */
interface SeveralValues {
  readonly kind: "several-values";
  readonly lookUp: LookUp;
}

/** The records in the answer of a look-up. */
export interface FoundRecords {
  readonly entries: readonly Json[];
  /** Whether these are all: the answer is the first page and the last one. */
  readonly isWhole: boolean;
  /** The body with other records in their place; null where it cannot hold them, or would say that there are more. */
  close(next: readonly JsonObject[]): string | null;
}

/** How the service spells paths, bodies and errors: what the gateway needs to answer in its place. */
export interface WireFormat {
  /** What a path of the service, with its query, reads; null for every one that is not exactly such an address. */
  matchServed(target: string): ServedRead | ServedLookUp | SeveralValues | null;
  /** The record that a path of the service, with its query, reads; null for every other one. */
  matchRead(target: string): { readonly type: string; readonly id: string } | null;
  /** Finds the record in the body of a read answer; `close` gives the body with another record in its place. Null when there is no record. */
  openBody(type: string, body: Uint8Array): { readonly raw: JsonObject; close(next: JsonObject): string } | null;
  /** Finds the records in the answer of a look-up; null where they are not where the profile says. */
  openFound(asked: ServedLookUp, body: Uint8Array): FoundRecords | null;
  /** The answer of a look-up that finds these; null where it cannot hold them. */
  wrapFound(asked: ServedLookUp, records: readonly JsonObject[]): string | null;
  /** Path and query of the read of a record. */
  targetOf(type: string, id: string): string;
  /** The body of a read answer that holds this record and nothing else. */
  wrapBody(type: string, raw: JsonObject): string;
  /** The status, code and words with which the service gives a reason; where the profile has none, as given. */
  refusal(
    reason: FailureReason,
    otherwise: { readonly status: number; readonly code: string },
  ): { readonly status: number; readonly type?: string; readonly code: string; readonly title?: string };
  /** The code and the words that the service has for a status; empty where the profile has none. */
  vocabulary(status: number): { readonly type?: string; readonly code?: string; readonly title?: string };
  /** An error body in the service's shape; null where the profile has no such shape. */
  errorBody(error: OwnError): string | null;
}

/** An error that is answered in place of the service. */
export interface OwnError {
  readonly status: number;
  readonly type?: string;
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

function routesOf(profile: ServiceProfile): readonly ReadRoute[] {
  return [
    ...profile.recordTypes.flatMap((type) =>
      routeOf(profile, recordOperation("read", type), { kind: "record", type, idName: "id" }),
    ),
    ...routeOf(profile, "listOpenSlots", { kind: "slots", type: "schedule", idName: "scheduleId" }),
  ];
}

/** Repeats the entry of each list that speaks of a detail; a list that has no entries then is left out. */
function withDetails(template: Json, details: readonly TemplateValues[]): Json | undefined {
  if (isJsonArray(template)) {
    const entries = template.flatMap((entry) => {
      if (!placeholdersOf(entry).some((name) => detailPlaceholders.includes(name))) return [entry];
      return details.flatMap((detail) => fillTemplate(entry, detail) ?? []);
    });
    return entries.length === 0 && template.length > 0 ? undefined : entries;
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, inner]) => {
      const kept = withDetails(inner, details);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

function filledError(
  { errors }: ServiceProfileData,
  template: Json,
  { status, type, code, title, words, isPlain = false, fields = [], requestId }: OwnError,
): string | null {
  const used = placeholdersOf(template);
  // What is so here is said once: in the details, beside the title, or after it.
  const isDetailed = hasDetails(errors, status);
  const isSaidElsewhere = isPlain || (isDetailed && used.includes("detailWords"));
  const sentence =
    title === undefined || used.includes("title") ? words : isSaidElsewhere ? title : `${title} ${words}`;
  const [field] = fields;
  const values = { status, type, code, title, words: sentence, field, requestId };
  const told = fields.length === 0 ? [undefined] : fields;
  const details = (isDetailed ? told : []).map((detailField) => ({
    ...values,
    detailField: detailField,
    detailWords: words,
    detailCode: code,
  }));
  const filled = fillTemplate(withDetails(template, details) ?? [], values);
  return filled === undefined ? null : JSON.stringify(filled);
}

/** A look-up that is served, with the parameters that its address may have, besides the value: fixed ones, and those of its pages. */
interface LookUpRoute {
  readonly lookUp: LookUp;
  readonly operation: OperationData;
  readonly route: ReadRoute;
  readonly known: ReadonlySet<string>;
}

function lookUpRoutesOf(profile: ServiceProfile): readonly LookUpRoute[] {
  return profile
    .lookUps()
    .filter(({ match }) => match === "exact")
    .flatMap((lookUp) => {
      const operation = profile.data.operations[lookUp.operation];
      const [route] = routeOf(profile, lookUp.operation, {
        kind: "record",
        type: lookUp.type,
        idName: lookUp.variable,
      });
      if (operation === undefined || route === undefined) return [];
      const known = new Set([...Object.keys(operation.query), ...pagingParameters(operation.paging)]);
      return [{ lookUp, operation, route, known }];
    });
}

function pagingParameters(paging: Paging): readonly string[] {
  const { query, sizeQuery } = { query: undefined, sizeQuery: undefined, ...paging };
  return [query, sizeQuery].filter((name) => name !== undefined);
}

/** Exactly the address of a look-up: no other parameter, and none but the value twice. A page by its link may carry parameters of the service's own. */
function lookedUpBy({ route, operation, known }: LookUpRoute, target: string) {
  const read = readBy(route, target);
  if (read === null) return null;
  const asked = new URLSearchParams(read.query);
  const names = [...asked.keys()].filter((name) => name !== route.query?.name);
  const isFixed = Object.entries(operation.query).every(
    ([name, template]) => placeholdersOf(template).length > 0 || asked.get(name) === template,
  );
  const isExact = operation.paging.style === "link" || names.every((name) => known.has(name));
  return isFixed && isExact && new Set(names).size === names.length ? read : null;
}

function withQuery({ path, query }: { path: string; query: string }): string {
  return query === "" ? path : `${path}?${query}`;
}

/** The address of a look-up by those of its values that the service can know, as it was spelled where these are all. */
function askedFor(
  { lookUp: { several, variable }, operation, route }: LookUpRoute,
  read: NonNullable<ReturnType<typeof readBy>>,
  held: readonly string[],
): string {
  const count = several === "comma" ? read.ids.join(",").split(",").length : read.ids.length;
  if (route.query === null || held.length === count) return withQuery(read);
  const query = new URLSearchParams(read.query);
  const { name } = route.query;
  query.delete(name);
  for (const value of several === "comma" ? [held.join(",")] : held) {
    const filled = fillTemplate(operation.query[name] ?? "", { [variable]: value });
    if (typeof filled === "string") query.append(name, filled);
  }
  return withQuery({ path: read.path, query: query.toString() });
}

/** The parameters of a page as they were asked for, with those of the first page where nothing was said. */
function withStart(asked: URLSearchParams, paging: Paging): URLSearchParams {
  const query = startQuery(new URLSearchParams(), paging);
  for (const [name, value] of asked) query.set(name, value);
  return query;
}

/** The paging with the size that was asked for. */
function sizedBy(asked: URLSearchParams, paging: Paging): Paging {
  if (!("sizeQuery" in paging) || paging.sizeQuery === undefined) return paging;
  const size = Number(asked.get(paging.sizeQuery));
  return Number.isInteger(size) && size > 0 ? { ...paging, size } : paging;
}

function isFirstPage(asked: URLSearchParams, paging: Paging, linkParameters: readonly string[]): boolean {
  switch (paging.style) {
    case "none":
      return true;
    case "link":
      return [...asked.keys()].every((name) => linkParameters.includes(name));
    case "cursor":
      return !asked.has(paging.query);
    case "page":
      return (asked.get(paging.query) ?? String(paging.first)) === String(paging.first);
    case "offset":
      return (asked.get(paging.query) ?? "0") === "0";
  }
}

/** Makes the wire format of a profile. Ids of records that the service does not hold yet need not look like its own. */
export function createWireFormat(
  profile: ServiceProfile,
  isProvisional: (id: string) => boolean = () => false,
): WireFormat {
  const routes = routesOf(profile);
  const lookUps = lookUpRoutesOf(profile);
  const places = new Map(
    profile.recordTypes.map((type) => [type, profile.data.operations[recordOperation("read", type)]?.resource ?? ""]),
  );
  const fits = (type: string, id: string) => profile.fitsId(type, id) || isProvisional(id);

  function matchLookUp(route: LookUpRoute, target: string): ServedLookUp | SeveralValues | null {
    const { lookUp } = route;
    const { several, refersTo } = lookUp;
    const read = lookedUpBy(route, target);
    if (read === null) return null;
    const parts = read.ids.flatMap((id) => id.split(","));
    const isSplit = several === "comma" || (refersTo !== null && parts.every((id) => fits(refersTo, id)));
    const values = isSplit ? parts : read.ids;
    if (values.includes("") || (refersTo !== null && !values.every((id) => fits(refersTo, id)))) return null;
    const isTaken =
      values.length === 1 || read.ids.length === (several === "comma" ? 1 : several === null ? 0 : values.length);
    if (!isTaken) return { kind: "several-values", lookUp };
    const held = refersTo === null ? values : values.filter((id) => !isProvisional(id));
    return { kind: "look-up", lookUp, values, target: held.length === 0 ? null : askedFor(route, read, held) };
  }

  function matchServed(target: string): ServedRead | ServedLookUp | SeveralValues | null {
    for (const route of lookUps) {
      const found = matchLookUp(route, target);
      if (found !== null) return found;
    }
    for (const route of routes) {
      const { kind, type } = route;
      const read = readBy(route, target);
      const [id, ...others] = read?.ids ?? [];
      if (read === null || id === undefined || others.length > 0 || !fits(type, id)) continue;
      return { kind, type, id, target: withQuery(read) };
    }
    return null;
  }

  function vocabulary(status: number) {
    const { code, words } = vocabularyOf(profile.data.errors, status);
    return {
      ...typeOf(profile.data.errors, status),
      ...(code === null ? {} : { code }),
      ...(words === null ? {} : { title: words }),
    };
  }

  return {
    matchServed,
    matchRead(target) {
      const served = matchServed(target);
      return served?.kind === "record" ? { type: served.type, id: served.id } : null;
    },
    openBody(type, body) {
      const place = places.get(type);
      const read = readJson(body);
      if (place === undefined || "problem" in read) return null;
      const whole: Json = read.value;
      const raw = valueAt(whole, place);
      return isJsonObject(raw)
        ? { raw, close: (next) => spliceJson(read.text, whole, withValueAt(whole, place, next) ?? next) }
        : null;
    },
    openFound({ lookUp, target }, body) {
      const operation = profile.data.operations[lookUp.operation];
      const read = readJson(body);
      if (operation === undefined || "problem" in read) return null;
      const whole: Json = read.value;
      const resource = valueAt(whole, operation.resource);
      const put = (next: Json) => spliceJson(read.text, whole, withValueAt(whole, operation.resource, next) ?? next);
      if (lookUp.gives === "record")
        return isJsonObject(resource)
          ? {
              entries: [resource],
              isWhole: true,
              close: ([next, ...others]) => (next === undefined || others.length > 0 ? null : put(next)),
            }
          : null;
      if (!isJsonArray(resource)) return null;
      const { paging } = operation;
      const asked = queryOf(target ?? "");
      const isLast = (count: number) =>
        nextQuery(withStart(asked, paging), sizedBy(asked, paging), { json: whole }, count) === null;
      const isWhole = isFirstPage(asked, paging, Object.keys(operation.query)) && isLast(resource.length);
      return {
        entries: resource,
        isWhole,
        close: (next) => (next.length > resource.length && !isLast(next.length) ? null : put([...next])),
      };
    },
    wrapFound({ lookUp }, records) {
      const resource = profile.data.operations[lookUp.operation]?.resource ?? "";
      const [first, ...others] = records;
      if (lookUp.gives === "record" && (first === undefined || others.length > 0)) return null;
      const held: Json = lookUp.gives === "record" ? (first ?? null) : [...records];
      return JSON.stringify(resource === "" ? held : (withValueAt({}, resource, held) ?? held));
    },
    targetOf(type, id) {
      const read = profile.data.operations[recordOperation("read", type)];
      const path = (read?.path ?? "").replaceAll(/\{id\}/g, encodeURIComponent(id));
      const query = new URLSearchParams();
      for (const [name, template] of Object.entries(read?.query ?? {})) {
        const value = fillTemplate(template, { id });
        if (typeof value === "string") query.append(name, value);
      }
      return query.size === 0 ? path : `${path}?${query.toString()}`;
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
      const type = typeOf(profile.data.errors, status, match);
      return { status, ...type, code: code ?? otherwise.code, ...(words === null ? {} : { title: words }) };
    },
    vocabulary,
    errorBody(error) {
      const { template } = profile.data.errors;
      return template === undefined ? null : filledError(profile.data, template, error);
    },
  };
}
