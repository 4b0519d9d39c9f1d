import {
  type Action,
  actions,
  type GrantedRole,
  CreatedShareLink,
  ListedConnection,
  Problem,
  reachOf,
  rolesByAction,
  scopeByAction,
} from "@dc/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory } from "#/testing/directory.ts";
import { filled, idFor, type Route, routesOf } from "./routes.ts";

// Proves, for every route of the running router and every kind of person (F17): who lacks the action is refused before
// anything else is looked at, who has it is let in, nobody reaches a connection in which they have no role, and forged ids
// find nothing. Cannot prove: what somebody who is let in is shown, which `limited-people.test.ts` and `names-of-others.test.ts` try.

const REFERRER = "ref_0000000000000001";

const principals: { readonly [name: string]: readonly GrantedRole[] | null } = {
  anonymous: null,
  disabled: [{ role: "admin", referrers: null }],
  "without a role": [],
  "the link of a brief": null,
  viewer: [{ role: "viewer", referrers: null }],
  editor: [{ role: "editor", referrers: null }],
  approver: [{ role: "approver", referrers: null }],
  admin: [{ role: "admin", referrers: null }],
  "editor of a referrer": [{ role: "editor", referrers: [REFERRER] }],
  "viewer of all, editor of a referrer": [
    { role: "viewer", referrers: null },
    { role: "editor", referrers: [REFERRER] },
  ],
};

interface NeedingRoute extends Route {
  id: string;
  /** `public`, `account`, an action, an action `for all referrers`, or an action `by people`. */
  needs: string;
}

let app: TestApp;
/** An open connection in which nobody below has a role. */
let otherConnection: string;
let routes: NeedingRoute[];
let signedIn: { [name: string]: TestApp["signedIn"] };
beforeAll(async () => {
  app = await createTestApp({ serviceAddresses: "http://127.0.0.9:9" });
  const added = await app.signedIn("POST", "/api/v1/connections", {
    name: "Other",
    mode: "test",
    baseUrl: "http://127.0.0.9:9",
    apiKey: "test_other_key_0000",
    apiVersion: null,
    profile: "default",
    requestBudget: null,
    staleAfterHours: 24,
  });
  otherConnection = ListedConnection.parse(await added.json()).id;
  await sql`insert into referrer (connection_id, id, name, search, created_at, created_by)
    select id, ${REFERRER}, 'Dr. A', 'dr. a', now(), '{"kind":"console","id":"x","name":"x"}' from connection`.execute(
    app.deps.store.db,
  );
  signedIn = { anonymous: (method, path, body) => app.request(method, path, body) };
  for (const [name, roles] of Object.entries(principals)) {
    if (roles === null) continue;
    const entered = await app.enter({ name, roles });
    signedIn[name] = entered.signedIn;
    await sql`delete from person_role where person_id = ${entered.person.id} and connection_id = ${otherConnection}`.execute(
      app.deps.store.db,
    );
    if (name === "disabled")
      await sql`update person set disabled_at = now() where id = ${entered.person.id}`.execute(app.deps.store.db);
  }
  const { indexId } = await createDirectory(app);
  const made = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/share-links`, {
    sharedWith: "Dr. A",
  });
  const { secret } = CreatedShareLink.parse(await made.json());
  signedIn["the link of a brief"] = (method, path, body) =>
    app.request(method, path, body, { Authorization: `Bearer ${secret}` });
  const Document = z.object({
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ "x-needs": z.string().optional() }))),
  });
  const { paths } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  const needs = new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, told]) => [`${method.toUpperCase()} ${path}`, told["x-needs"]] as const),
    ),
  );
  routes = routesOf(app.app).map((route) => {
    const id: `${string} ${string}` = `${route.method} ${route.path.replaceAll(/:([A-Za-z]+)(\{[^}]*\})?/g, "{$1}")}`;
    return { ...route, id, needs: needs.get(id) ?? "" };
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const isBelowConnection = (path: string) => /:connection(?:\/|$)/.test(path);
const isWriting = ({ method }: Route) => !["GET", "HEAD", "OPTIONS"].includes(method);

async function sent(
  route: Route,
  { as, value = idFor }: { as: string; value?: (name: string) => string },
): Promise<{ status: number; code: string }> {
  const send = signedIn[as];
  if (send === undefined) throw new RangeError(as);
  // The session of the test must not end while it is used.
  const query = route.path.endsWith("/account/sessions") && route.method === "DELETE" ? "?keep=this" : "";
  const answer = await send(
    route.method,
    filled(route, value) + query,
    isWriting(route) && route.method !== "DELETE" ? {} : undefined,
  );
  const problem = Problem.safeParse(await answer.json().catch(() => null));
  return { status: answer.status, code: problem.data?.code ?? "" };
}

/** What the table says must come of it; null where the caller is let in. */
function refusalOf({ needs, path }: NeedingRoute, as: string): string | null {
  const roles = principals[as] ?? [];
  if (needs === "public") return null;
  if (as === "anonymous" || as === "disabled") return "401 not_signed_in";
  const isLink = as === "the link of a brief";
  if (needs === "link") return isLink ? null : "401 invalid_token";
  if (isLink) return isBelowConnection(path) ? "404 not_found" : "403 forbidden";
  if (needs === "account") return null;
  if (isBelowConnection(path) && roles.length === 0) return "404 not_found";
  const action = actions.find((one) => one === needs.replace(/ for all referrers$| by people$/, ""));
  if (action === undefined) throw new RangeError(needs);
  const reach = reachOf(roles, action);
  if (reach === "none" || (reach !== "all" && needs.endsWith(" for all referrers"))) return "403 forbidden";
  // The test index is for no referrer: who sees it all the same is told that they may not do this there.
  const seesMore = reach !== "all" && reachOf(roles, "read") === "all";
  return seesMore && path.includes(":indexId") && path.includes(":connection") ? "403 forbidden" : null;
}

test("every route says what it needs, in the words of the table", () => {
  const kinds = actions.flatMap((action) => [action, `${action} for all referrers`, `${action} by people`]);
  const known = ["public", "account", "link", ...kinds];
  expect(routes.filter(({ needs, id }) => !known.includes(needs) && !id.endsWith("/openapi.json"))).toEqual([]);
  expect(routes.filter(({ needs }) => needs === "public").map(({ id }) => id)).toEqual([
    "GET /api/v1/session",
    "POST /api/v1/session",
    "POST /api/v1/session/code",
    "DELETE /api/v1/session",
    "POST /api/v1/set-up",
    "POST /api/v1/join",
    "POST /api/v1/join/account",
    "GET /api/v1/session/identity-provider",
    "POST /api/v1/session/identity-provider",
    "POST /api/v1/session/identity-provider/callback",
    "POST /api/v1/session/passkey/options",
    "POST /api/v1/session/passkey",
  ]);
});

test("each action is given to at least one role, and scopes of tokens stand for actions", () => {
  for (const action of actions) expect(rolesByAction[action].length).toBeGreaterThan(0);
  const beyond = ["people", "profile", "connection", "tokens", "settle", "book", "probe"] satisfies Action[];
  expect(beyond.filter((action) => action in scopeByAction)).toEqual([]);
});

describe.each(Object.keys(principals))("%s", (as) => {
  test("is let in where the table says so, and refused everywhere else", async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ needs }) => needs !== "public" && needs !== "")) {
      const { status, code } = await sent(route, { as });
      const told = status === 401 || code === "forbidden" || code === "cross_site" ? `${status} ${code}` : null;
      const wanted = refusalOf(route, as);
      const isRight = wanted === "404 not_found" ? `${status} ${code}` === wanted : told === wanted;
      if (!isRight || status >= 500) wrong.push(`${route.id}: ${status} ${code}, not ${wanted ?? "let in"}`);
    }
    expect(wrong).toEqual([]);
  });

  test("finds no other connection, whether it exists or not", async () => {
    if (as === "anonymous" || as === "disabled") return;
    const below = routes.filter(({ path }) => isBelowConnection(path));
    const found: string[] = [];
    for (const id of [otherConnection, "con_0000000000000000", CONNECTION_ID.toUpperCase()]) {
      for (const route of below) {
        const { status, code } = await sent(route, { as, value: (name) => (name === "connection" ? id : idFor(name)) });
        if (`${status} ${code}` !== "404 not_found") found.push(`${route.id} in ${id}: ${status} ${code}`);
      }
    }
    expect(found).toEqual([]);
  });
});
