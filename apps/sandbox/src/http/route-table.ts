import type { Route } from "#/spelling/spelling.ts";

export interface RouteMatch {
  readonly route: Route;
  readonly id: string;
}

export interface RouteTable {
  /** The route of a request; the routes that require writes are skipped while writes are off. */
  find(method: string, path: string, writes: boolean): RouteMatch | undefined;
}

export function createRouteTable(routes: readonly Route[]): RouteTable {
  const compiled = routes.map((route) => ({ route, expression: expressionOf(route.path) }));
  return {
    find(method, path, writes) {
      for (const { route, expression } of compiled) {
        if (route.method !== method || (route.requiresWrites && !writes)) continue;
        const match = expression.exec(path);
        if (match) return { route, id: match[1] ?? "" };
      }
      return undefined;
    },
  };
}

function expressionOf(path: string): RegExp {
  const [before = "", after] = path.split("{id}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(after === undefined ? `^${before}$` : `^${before}([\\w.~-]+)${after}$`);
}
