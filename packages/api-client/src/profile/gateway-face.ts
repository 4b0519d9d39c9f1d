import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, valueAt, withValueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import type { FailureReason } from "#/errors/api-response-error.ts";
import { recordOperation } from "./operation-names.ts";
import type { ServiceProfile } from "./profile.ts";
import { fillTemplate } from "./template.ts";

/** The service's own spelling, for whoever answers in its place. */
export interface GatewayFace {
  /** The record that a path of the service reads; null for every other path. */
  matchPath(path: string): { readonly type: string; readonly id: string } | null;
  /** Opens the body of a read answer: the record, and the whole body with another record in its place. Null when it holds none. */
  openBody(type: string, body: Uint8Array): { readonly raw: JsonObject; close(next: JsonObject): string } | null;
  /** The body of a read answer that holds this record and nothing else. */
  wrapBody(type: string, raw: JsonObject): string;
  /** The status and code by which the service gives a reason; what is not spelled is as given. */
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
  readonly pattern: RegExp;
}

function routesOf(profile: ServiceProfile): readonly ReadRoute[] {
  return profile.recordTypes.flatMap((type): ReadRoute[] => {
    const path = profile.data.operations[recordOperation("read", type)]?.path;
    if (path === undefined) return [];
    const parts = path.split("{id}").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return parts.length === 2 ? [{ type, pattern: new RegExp(`^${parts.join("([^/]+)")}$`) }] : [];
  });
}

function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Makes the face of a profile; ids of records that the service has not got yet may be none of its own. */
export function createGatewayFace(
  profile: ServiceProfile,
  isProvisional: (id: string) => boolean = () => false,
): GatewayFace {
  const routes = routesOf(profile);
  const places = new Map(
    profile.recordTypes.map((type) => [
      type,
      parsePointer(profile.data.operations[recordOperation("read", type)]?.resource ?? "") ?? [],
    ]),
  );
  return {
    matchPath(path) {
      for (const { type, pattern } of routes) {
        const segment = pattern.exec(path)?.[1];
        const id = segment === undefined ? null : decodedSegment(segment);
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
      const told = known.find(({ code }) => code !== undefined) ?? known[0];
      return told === undefined ? otherwise : { status: told.status, code: told.code ?? otherwise.code };
    },
    errorBody({ status, code, words, field, requestId }) {
      const { template } = profile.data.errors;
      const filled =
        template === undefined ? undefined : fillTemplate(template, { status, code, words, field, requestId });
      return filled === undefined ? null : JSON.stringify(filled);
    },
  };
}
