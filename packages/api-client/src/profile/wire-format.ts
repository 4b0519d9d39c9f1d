import type { FailureReason } from "#/errors/api-errors.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { recordOperation } from "./operation-names.ts";
import type { ServiceProfile } from "./profile.ts";
import { fillTemplate, placeholdersOf } from "./template.ts";

/** How the service spells paths, bodies and errors: what the gateway needs to answer in its place. */
export interface WireFormat {
  /** The record that a path of the service, with its query, reads; null for every other one. */
  matchRead(target: string): { readonly type: string; readonly id: string } | null;
  /** Finds the record in the body of a read answer; `close` gives the body with another record in its place. Null when there is no record. */
  openBody(type: string, body: Uint8Array): { readonly raw: JsonObject; close(next: JsonObject): string } | null;
  /** The body of a read answer that holds this record and nothing else. */
  wrapBody(type: string, raw: JsonObject): string;
  /** The status and code with which the service gives a reason; where the profile has none, as given. */
  refusal(
    reason: FailureReason,
    otherwise: { readonly status: number; readonly code: string },
  ): { readonly status: number; readonly code: string };
  /** An error body in the service's shape; null where the profile has no such shape. */
  errorBody(error: {
    readonly status: number;
    readonly code: string;
    readonly words: string;
    readonly field?: string;
    readonly requestId: string;
  }): string | null;
}

interface ReadRoute {
  readonly type: string;
  readonly path: RegExp;
  /** For an id in the query instead of the path: its parameter, and the fixed values of the other parameters. */
  readonly query: {
    readonly name: string;
    readonly value: RegExp;
    readonly others: ReadonlyMap<string, string>;
  } | null;
}

/** Matches what a template makes of an id; repeated placeholders must hold the same id. */
function patternOf(template: string, id: string): RegExp {
  const [first = "", ...rest] = template
    .split(/\{id(?::(?:string|number))?\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${first}${rest.map((part, at) => `${at === 0 ? `(${id})` : "\\1"}${part}`).join("")}$`);
}

function routesOf(profile: ServiceProfile): readonly ReadRoute[] {
  return profile.recordTypes.flatMap((type): ReadRoute[] => {
    const read = profile.data.operations[recordOperation("read", type)];
    if (read === undefined) return [];
    const path = patternOf(read.path, "[^/]+");
    if (placeholdersOf(read.path).includes("id")) return [{ type, path, query: null }];
    const own = Object.entries(read.query).find(([, template]) => placeholdersOf(template).includes("id"));
    if (own === undefined) return [];
    const others = new Map(Object.entries(read.query).filter(([, template]) => placeholdersOf(template).length === 0));
    return [{ type, path, query: { name: own[0], value: patternOf(own[1], ".+"), others } }];
  });
}

/** The id that a path and its query name by a route; null where it is another request. */
function idIn({ path, query }: ReadRoute, target: string): string | null {
  const at = target.indexOf("?");
  const found = path.exec(at < 0 ? target : target.slice(0, at));
  if (found === null) return null;
  if (query === null) return found[1] === undefined ? null : decodedSegment(found[1]);
  const sent = new URLSearchParams(at < 0 ? "" : target.slice(at + 1));
  const one = (name: string) => (sent.getAll(name).length === 1 ? sent.get(name) : null);
  if ([...query.others].some(([name, value]) => one(name) !== value)) return null;
  return query.value.exec(one(query.name) ?? "")?.[1] ?? null;
}

function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
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
  return {
    matchRead(target) {
      for (const route of routes) {
        const { type } = route;
        const id = idIn(route, target);
        if (id !== null && (profile.fitsId(type, id) || isProvisional(id))) return { type, id };
      }
      return null;
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
      return match === undefined ? otherwise : { status: match.status, code: match.code ?? otherwise.code };
    },
    errorBody({ status, code, words, field, requestId }) {
      const { template } = profile.data.errors;
      const filled =
        template === undefined ? undefined : fillTemplate(template, { status, code, words, field, requestId });
      return filled === undefined ? null : JSON.stringify(filled);
    },
  };
}
