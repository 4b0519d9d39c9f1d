import type { RouteSpelling } from "#/spelling/spelling.ts";

export interface RouteTable {
  find(method: string, path: string, writes: boolean): { route: RouteSpelling; id: string } | undefined;
}

/** Paths of the spelling as expressions; where one path is offered by the dial alone, it is not there without it. */
export function createRouteTable(routes: readonly RouteSpelling[]): RouteTable {
  const compiled = routes.map((route) => ({ route, expression: expressionOf(route.path) }));
  return {
    find(method, path, writes) {
      for (const { route, expression } of compiled) {
        if (route.method !== method || (route.dialled && !writes)) continue;
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
