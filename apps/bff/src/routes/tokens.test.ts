import { CreatedToken, Problem, TokenList } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret } from "#/runtime/secrets.ts";
import { selectTokenBySecretHash } from "#/store/tables/tokens.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

describe("tokens", () => {
  let test: TestApp;
  beforeAll(async () => void (test = await createTestApp()));
  afterAll(async () => await test[Symbol.asyncDispose]());

  const create = async (body: unknown) => await test.signedIn("POST", `${CONNECTION_API}/tokens`, body);
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
    expect(await selectTokenBySecretHash(test.deps.store.db, hashSecret(secret), test.clock.now())).toMatchObject({
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
    expect(await selectTokenBySecretHash(test.deps.store.db, hashSecret(secret), test.clock.now())).toBeUndefined();
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
});
