import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { parsePointer, valueAt, withValueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { recordOperation } from "./operation-names.ts";
import type { ServiceProfile } from "./profile.ts";
import { fillTemplate } from "./template.ts";

/** The service's own spelling, for whoever answers in its place. */
export interface GatewayFace {
  /** The record that a path of the service reads; null for every other path. */
  matchPath(path: string): { readonly type: string; readonly id: string } | null;
  /** Opens the body of a read answer: the record, and the whole body with another record in its place. Null when it holds none. */
  openBody(type: string, body: Uint8Array): { readonly raw: JsonObject; close(next: JsonObject): string } | null;
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

/** Makes the face of a profile. */
export function createGatewayFace(profile: ServiceProfile): GatewayFace {
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
        if (id !== null && profile.fitsId(type, id)) return { type, id };
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
    errorBody({ status, code, words, field, requestId }) {
      const { template } = profile.data.errors;
      const filled =
        template === undefined ? undefined : fillTemplate(template, { status, code, words, field, requestId });
      return filled === undefined ? null : JSON.stringify(filled);
    },
  };
}
