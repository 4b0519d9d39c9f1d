import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Hono } from "hono";
import type { AppEnv } from "#/http/app-env.ts";

/** Lists the methods that a path accepts, for the Allow header of a 405. */
export function knownPaths(app: Hono<AppEnv>): (path: string) => string[] {
  const routes = app.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*"));
  const known = routes.map(({ method, path }) => ({ method, segments: path.split("/") }));
  return (path) => {
    const segments = path.split("/");
    const fits = known.filter((route) => matches(route.segments, segments)).map(({ method }) => method);
    return [...new Set(fits)];
  };
}

/** Whether an operation is there and takes no body. */
export function bodilessOperations(app: OpenAPIHono<AppEnv>): (method: string, path: string) => boolean {
  const known = app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== "route" || definition.route.request?.body !== undefined) return [];
    const { method, path } = definition.route;
    return [{ method: method.toUpperCase(), segments: path.replaceAll(/\{(\w+)\}/g, ":$1").split("/") }];
  });
  return (asked, path) => {
    const segments = path.split("/");
    return known.some(({ method, segments: pattern }) => method === asked && matches(pattern, segments));
  };
}

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
  );
}
