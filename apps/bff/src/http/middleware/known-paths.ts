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

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(":") ? segments[at] !== "" : part === segments[at]))
  );
}
