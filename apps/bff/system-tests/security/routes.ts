import { CONNECTION_ID } from "#/operations/connection/save.ts";
import type { App } from "#/server/app.ts";

export interface Route {
  method: string;
  path: string;
}

/** Every route of the running router below /api/v1; entries for all methods are middleware or the fallback. */
export function routesOf(app: App): Route[] {
  const routes = app.routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1/"));
  return [...new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
}

/** The path with a value for every parameter. */
export function filled({ path }: Route, value: (name: string) => string): string {
  return path.replaceAll(/:([A-Za-z]+)(\{[^}]*\})?/g, (_, name: string) => encodeURIComponent(value(name)));
}

export const idFor = (name: string): string => {
  const known: { readonly [name: string]: string } = {
    connection: CONNECTION_ID,
    connectionId: CONNECTION_ID,
    referrerId: "ref_0000000000000000",
    alarmId: "alm_0000000000000000",
    claimId: "clm_0000000000000000",
    shareLinkId: "shl_0000000000000000",
    commentId: "com_0000000000000000",
    visitId: "vis_0000000000000000",
    passkeyId: "pky_0000000000000000",
    changeId: "chg_0000000000000000",
    changeSetId: "set_0000000000000000",
    creationId: "cre_0000000000000000",
    tokenId: "tok_0000000000000000",
    rosterImportId: "imp_0000000000000000",
    importId: "imp_0000000000000000",
    indexId: "idx_test_mode_custom",
    line: "1",
    type: "schedule",
    recordType: "schedule",
  };
  return known[name] ?? "k3v9t2ma81";
};
