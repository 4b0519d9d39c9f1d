import { giveRoles } from "#/testing/people/give-roles.ts";
import { Referrer } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToken } from "#/operations/tokens/create.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { createDirectory } from "#/testing/directory.ts";
import { createGatewayStack, type GatewayStack } from "#/testing/gateway-stack.ts";

// A store of one process is asked through the cache, one that is shared with each request.
describe.each(["embedded", "postgres"] as const)("with the roads of a store that is %s", (kind) => {
  let stack: GatewayStack;
  let own: string;
  let other: string;
  let referrerId: string;
  beforeAll(async () => {
    stack = await createGatewayStack();
    stack.app.deps.store = { ...stack.app.deps.store, kind };
    own = (await createDirectory(stack.app, { name: "A", roster: stack.scheduleId })).indexId;
    other = (await createDirectory(stack.app, { name: "B", roster: stack.scheduleId })).indexId;
    const answer = await stack.app.signedIn("GET", `${CONNECTION_API}/referrers?q=A`);
    const { items } = (await answer.json()) as { items: unknown[] };
    referrerId = items.map((item) => Referrer.parse(item)).find(({ name }) => name === "Dr. A")?.id ?? "";
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const read = async (secret: string, index: string, headers: { [name: string]: string } = {}) =>
    await stack.gateway(`/schedules/${stack.scheduleId}`, {
      headers: { Authorization: `Bearer ${secret}`, "Service-Index-Version": index, ...headers },
    });

  test("a token that is limited to a referrer reads its index versions and the standard index", async () => {
    const { secret } = await createToken(stack.app.context, {
      name: "narrow",
      scopes: ["gateway"],
      expiresInDays: null,
      referrers: [referrerId],
    });
    // The other index version is known by now to whoever may see it.
    expect((await read(stack.secret, other)).status).toBe(200);
    for (const [index, status] of [
      [own, 200],
      ["idx_standard", 200],
      [other, 404],
      ["idx_nobody", 404],
    ] as const)
      expect([index, (await read(secret, index)).status]).toEqual([index, status]);
    const told = async (index: string) =>
      (await (await read(secret, index)).text()).replace(/"request_id":"[^"]*"/, "").replaceAll(index, "");
    expect(await told(other)).toBe(await told("idx_nobody"));
  });

  test("a token reads what its owner may see now, and nothing once the owner has no role", async () => {
    const { person, signedIn } = await stack.app.enter({ name: "Vera", roles: [{ role: "viewer", referrers: null }] });
    const made = await signedIn("POST", `${CONNECTION_API}/tokens`, { name: "hers", scopes: ["gateway"] });
    const { secret } = (await made.json()) as { secret: string };
    expect((await read(secret, other)).status).toBe(200);
    const give = async (roles: unknown) => await giveRoles(stack.app.signedIn, person.id, roles);
    expect((await give([{ role: "viewer", referrers: [referrerId] }])).status).toBe(200);
    expect([(await read(secret, other)).status, (await read(secret, own)).status]).toEqual([404, 200]);
    expect((await give([])).status).toBe(200);
    expect((await read(secret, own)).status).toBe(401);
  });

  test("a page reads with a token that allows its origin, and with no other", async () => {
    const origin = "https://app.example.org";
    const { secret } = await createToken(stack.app.context, {
      name: "page",
      scopes: ["gateway"],
      expiresInDays: null,
      allowedOrigins: [origin],
    });
    const preflight = async (from: string) =>
      await stack.gateway(`/schedules/${stack.scheduleId}`, {
        method: "OPTIONS",
        headers: {
          Authorization: "",
          Origin: from,
          "Access-Control-Request-Method": "GET",
          "Access-Control-Request-Headers": "authorization,service-index-version",
        },
      });
    const granted = await preflight(origin);
    expect([granted.status, granted.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(granted.headers.get("access-control-allow-headers")).toBe("authorization,service-index-version");
    // A cache must tell answers of different index versions, tokens and origins apart, with an origin and without one.
    for (const headers of [{ Origin: origin }, {}] as { [name: string]: string }[]) {
      const varies = (await read(secret, "idx_standard", headers)).headers.get("vary") ?? "";
      for (const name of ["Service-Index-Version", "Authorization", "Origin"])
        expect(varies.toLowerCase().split(", ")).toContain(name.toLowerCase());
    }
    const refused = await preflight("https://other.example.org");
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, null]);
    const allowed = async (token: string, from: string) =>
      (await read(token, own, { Origin: from })).headers.get("access-control-allow-origin");
    expect(await allowed(secret, origin)).toBe(origin);
    expect(await allowed(secret, "https://other.example.org")).toBeNull();
    expect(await allowed(stack.secret, origin)).toBeNull();
    expect((await read(secret, "idx_nobody", { Origin: origin })).headers.get("access-control-allow-origin")).toBe(
      origin,
    );
    expect((await read(secret, own, { Origin: origin })).headers.get("access-control-allow-credentials")).toBeNull();
  });
});
