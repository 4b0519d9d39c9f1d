import { CreatedToken, Problem, TokenList } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatewayToken } from "#/context/token-rights.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { selectTokenAndRevision, selectTokenBySecretHash } from "#/store/tables/people/tokens.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

describe("tokens", () => {
  let test: TestApp;
  beforeAll(async () => void (test = await createTestApp()));
  afterAll(async () => await test[Symbol.asyncDispose]());

  const create = async (body: unknown) => await test.signedIn("POST", `${CONNECTION_API}/tokens`, body);
  const storedToken = async (secret: string) =>
    await selectTokenBySecretHash(test.deps.store.db, {
      secretHash: hashSecret(secret),
      now: test.clock.now(),
    });
  const journalOf = async (subject: string) =>
    await test.deps.store.db.selectFrom("journal").selectAll().where("subject", "=", subject).orderBy("seq").execute();

  it("a token is made with its secret shown once, listed without it, and journalled without it", async () => {
    const answer = await create({ name: "pipeline", expiresInDays: 30 });
    expect(answer.status).toBe(201);
    const { token, secret } = CreatedToken.parse(await answer.json());
    expect(token).toEqual({
      id: token.id,
      name: "pipeline",
      lastFour: secret.slice(-4),
      scopes: ["gateway"],
      owner: { id: test.context.personId, name: "Ada Admin" },
      referrers: null,
      allowedOrigins: [],
      createdAt: "2026-11-20T09:00:00.000Z",
      expiresAt: "2026-12-20T09:00:00.000Z",
      lastUsedAt: null,
    });
    const listed = await (await test.signedIn("GET", `${CONNECTION_API}/tokens`)).text();
    expect(TokenList.parse(JSON.parse(listed)).items).toContainEqual(token);
    expect(listed).not.toContain(secret);
    const rows = await journalOf(token.id);
    expect(rows.map(({ action, actor, request_id }) => ({ action, name: actor.name, requestId: request_id }))).toEqual([
      { action: "token.create", name: "Ada Admin", requestId: answer.headers.get("X-Request-Id") },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await storedToken(secret)).toMatchObject({
      id: token.id,
    });
  });

  it("a token without an end never expires, and 90 days is what it gets when nothing is said", async () => {
    const endless = CreatedToken.parse(await (await create({ name: "endless", expiresInDays: null })).json());
    const usual = CreatedToken.parse(await (await create({ name: "usual" })).json());
    expect([endless.token.expiresAt, usual.token.expiresAt]).toEqual([null, "2027-02-18T09:00:00.000Z"]);
  });

  it("a revoked token opens nothing, is gone from the list, and cannot be revoked again", async () => {
    const { token, secret } = CreatedToken.parse(await (await create({ name: "short" })).json());
    expect((await test.signedIn("DELETE", `${CONNECTION_API}/tokens/${token.id}`)).status).toBe(204);
    expect(await storedToken(secret)).toBeUndefined();
    expect((await journalOf(token.id)).map(({ action }) => action)).toEqual(["token.create", "token.revoke"]);
    const again = await test.signedIn("DELETE", `${CONNECTION_API}/tokens/${token.id}`);
    expect(Problem.parse(await again.json())).toMatchObject({ status: 404, code: "not_found" });
    expect(await (await test.signedIn("GET", `${CONNECTION_API}/tokens`)).text()).not.toContain(token.id);
  });

  it("a token that has expired is not listed", async () => {
    const { token } = CreatedToken.parse(await (await create({ name: "a day", expiresInDays: 1 })).json());
    test.clock.advance(24 * 60 * 60 * 1000);
    expect(await (await test.signedIn("GET", `${CONNECTION_API}/tokens`)).text()).not.toContain(token.id);
  });

  it("a wrong body is refused with a pointer to each bad field, and nothing is made", async () => {
    const answer = await create({ name: "  ", expiresInDays: 0, colour: "red" });
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    const { status, code, errors, requestId } = Problem.parse(await answer.json());
    expect({ status, code, pointers: errors?.map(({ pointer }) => pointer), requestId }).toEqual({
      status: 400,
      code: "invalid_request",
      pointers: ["/name", "/expiresInDays", "/colour"],
      requestId: answer.headers.get("X-Request-Id"),
    });
  });

  it("nobody makes a token without a session", async () => {
    const answer = await test.request("POST", `${CONNECTION_API}/tokens`, { name: "x" });
    expect(Problem.parse(await answer.json())).toMatchObject({ status: 401, code: "not_signed_in" });
  });

  describe("on the API", () => {
    const made = async (scopes: readonly string[], more: object = {}) =>
      CreatedToken.parse(await (await create({ name: scopes.join(), scopes, ...more })).json());
    const sent = async (secret: string, method: string, path: string, body?: unknown, headers: object = {}) =>
      await test.request(method, path, body, {
        Authorization: `Bearer ${secret}`,
        "X-Directory-Console": "",
        Origin: "https://pipeline.example",
        ...headers,
      });
    const problemIn = async (answer: Response) => Problem.parse(await answer.json());
    const list = `${CONNECTION_API}/index-versions`;

    it("a token reads without a session, and is the one who acts", async () => {
      const { token, secret } = await made(["read", "stage"]);
      expect(token.scopes).toEqual(["read", "stage"]);
      expect((await sent(secret, "GET", list)).status).toBe(200);
      const csv = "id,payer,plan,kind\nins_a,A,B,C";
      expect((await sent(secret, "POST", `${CONNECTION_API}/plans/import`, { csv })).status).toBe(200);
      const rows = await test.deps.store.db.selectFrom("journal").selectAll().orderBy("seq", "desc").limit(1).execute();
      expect(rows[0]?.actor).toEqual({ kind: "token", id: token.id, name: "read,stage" });
      await test.deps.tokens.flush();
      const { items } = TokenList.parse(await (await test.signedIn("GET", `${CONNECTION_API}/tokens`)).json());
      expect(items.find(({ id }) => id === token.id)?.lastUsedAt).not.toBeNull();
    });

    it("a scope that it lacks is named, also as OAuth says it", async () => {
      const { secret } = await made(["read"]);
      const refused = await sent(secret, "POST", list, { name: "X" });
      expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
        403,
        'Bearer error="insufficient_scope", scope="apply"',
      ]);
      const { code, detail } = await problemIn(refused);
      expect(code).toBe("insufficient_scope");
      expect(detail).toContain("apply");
      const person = await problemIn(await sent(secret, "GET", `${CONNECTION_API}/tokens`));
      expect(person).toMatchObject({ status: 403, code: "forbidden" });
    });

    it("one that is unknown, expired or revoked is refused, even beside a session", async () => {
      const expired = await made(["read"], { expiresInDays: 1 });
      expect((await sent(expired.secret, "GET", list)).status).toBe(200);
      test.clock.advance(24 * 60 * 60 * 1000);
      const revoked = await made(["read"]);
      expect((await sent(revoked.secret, "GET", list)).status).toBe(200);
      expect((await test.signedIn("DELETE", `${CONNECTION_API}/tokens/${revoked.token.id}`)).status).toBe(204);
      for (const secret of ["", "dct_unknown", expired.secret, revoked.secret, `${revoked.secret} x`]) {
        const answer = await sent(secret, "GET", list);
        expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
        expect(await problemIn(answer)).toMatchObject({ status: 401, code: "invalid_token" });
        const withCookie = await test.signedIn("GET", list, undefined, { Authorization: `Bearer ${secret}` });
        expect(await problemIn(withCookie)).toMatchObject({ status: 401, code: "invalid_token" });
      }
    });

    it("a session beside a token counts for nothing, and a password for a proxy does not end a session", async () => {
      const { secret } = await made(["gateway"]);
      const both = await test.signedIn("GET", list, undefined, { Authorization: `Bearer ${secret}` });
      expect(await problemIn(both)).toMatchObject({ code: "insufficient_scope" });
      const basic = { Authorization: `Basic ${btoa("proxy:password")}` };
      expect((await test.signedIn("GET", list, undefined, basic)).status).toBe(200);
      const without = await test.signedIn("POST", list, { name: "X" }, { ...basic, "X-Directory-Console": "" });
      expect(await problemIn(without)).toMatchObject({ code: "cross_site" });
    });

    it("signing in and setting up take no notice of a token: they stay closed to other sites", async () => {
      const { secret } = await made(["read"]);
      for (const path of ["/api/v1/session", "/api/v1/set-up"])
        expect(await problemIn(await sent(secret, "POST", path, {}))).toMatchObject({ code: "cross_site" });
      expect(await (await sent(secret, "GET", "/api/v1/session")).json()).toMatchObject({ person: null });
    });

    it("a page calls with a token that allows its origin: its preflight is answered, and no other page's", async () => {
      const origin = "https://app.example.org";
      const { secret, token } = await made(["read"], { allowedOrigins: [origin] });
      const other = await made(["read"]);
      const preflight = async (from: string) =>
        await test.app.request(list, {
          method: "OPTIONS",
          headers: {
            Origin: from,
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization",
          },
        });
      const granted = await preflight(origin);
      expect([
        granted.status,
        granted.headers.get("Access-Control-Allow-Origin"),
        granted.headers.get("Access-Control-Allow-Headers"),
        granted.headers.get("Access-Control-Allow-Credentials"),
      ]).toEqual([204, origin, "authorization", null]);
      const refused = await preflight("https://evil.example.org");
      expect([refused.status, refused.headers.get("Access-Control-Allow-Origin")]).toEqual([401, null]);
      const allowed = async (by: string, from: string) =>
        (await sent(by, "GET", list, undefined, { Origin: from })).headers.get("Access-Control-Allow-Origin");
      expect(await allowed(secret, origin)).toBe(origin);
      expect(await allowed(secret, "https://evil.example.org")).toBeNull();
      expect(await allowed(other.secret, origin)).toBeNull();
      const failed = await sent(secret, "GET", `${list}/idx_nobody`, undefined, { Origin: origin });
      expect([failed.status, failed.headers.get("Access-Control-Allow-Origin")]).toEqual([404, origin]);
      const bySession = await test.signedIn("GET", list, undefined, { Origin: origin });
      expect(bySession.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect((await test.signedIn("DELETE", `${CONNECTION_API}/tokens/${token.id}`)).status).toBe(204);
      expect((await preflight(origin)).status).toBe(401);
    });

    it("origins are told as browsers send them, and nothing wider", async () => {
      for (const wrong of [
        "*",
        "null",
        "https://app.example.org/",
        "https://app.example.org/x",
        "http://app.example.org",
        "ftp://x",
      ])
        expect([wrong, (await create({ name: "x", allowedOrigins: [wrong] })).status]).toEqual([wrong, 400]);
      expect((await create({ name: "x", allowedOrigins: ["http://localhost:5173"] })).status).toBe(201);
    });

    it("the gateway of a shared store takes those for the gateway alone", async () => {
      const asked = async (secret: string) => {
        const found = await selectTokenAndRevision(test.deps.store.db, {
          connectionId: test.deps.connection.id,
          secretHash: hashSecret(secret),
          indexId: "idx_test_mode_custom",
          now: test.clock.now(),
        });
        return found === undefined ? undefined : gatewayToken(found.row);
      };
      const { secret, token } = await made(["read", "gateway"]);
      expect((await asked(secret))?.id).toBe(token.id);
      expect(await asked((await made(["read", "stage", "apply"])).secret)).toBeUndefined();
    });

    it("without a scope it is not made, and one that is said twice is kept once, in the usual order", async () => {
      expect((await create({ name: "none", scopes: [] })).status).toBe(400);
      expect((await create({ name: "all", scopes: ["admin"] })).status).toBe(400);
      expect((await made(["apply", "read", "apply"])).token.scopes).toEqual(["read", "apply"]);
    });
  });
});
