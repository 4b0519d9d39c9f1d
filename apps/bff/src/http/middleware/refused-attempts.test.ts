import { ActivityPage } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken } from "#/operations/tokens/create.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app[Symbol.asyncDispose]());

const viewer = { role: "viewer", referrers: null } as const;
const refusals = async (by: TestApp["signedIn"] = app.signedIn) => {
  const answer = await by("GET", `${CONNECTION_API}/activity?action=request&limit=200`);
  return ActivityPage.parse(await answer.json()).items;
};

test("what a person and a token were refused is on record with its route, for who gives the roles", async () => {
  const { person, signedIn } = await app.enter({ name: "Vera", roles: [viewer] });
  expect((await signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Dr. A" })).status).toBe(403);
  expect((await signedIn("GET", "/api/v1/people")).status).toBe(403);
  const { secret, token } = await createToken(app.context, { name: "reader", scopes: ["read"], expiresInDays: 1 });
  const stage = await app.request(
    "POST",
    `${CONNECTION_API}/referrers`,
    { name: "Dr. A" },
    {
      Authorization: `Bearer ${secret}`,
    },
  );
  expect(stage.status).toBe(403);
  const seen = (await refusals()).map(({ actor, sentence, after, address }) => [actor.id, sentence, after, address]);
  const route = "/connections/:connection/referrers";
  expect(seen).toEqual([
    [
      token.id,
      `reader was refused: POST ${route} (The token needs the scope stage for this.)`,
      { method: "POST", route, code: "insufficient_scope" },
      "127.0.0.1",
    ],
    [
      person.id,
      expect.stringContaining("Vera was refused: GET /people (This needs the role admin."),
      { method: "GET", route: "/people", code: "forbidden" },
      "127.0.0.1",
    ],
    [
      person.id,
      expect.stringContaining(`Vera was refused: POST ${route} (This needs the role editor or admin.`),
      { method: "POST", route, code: "forbidden" },
      "127.0.0.1",
    ],
  ]);
  expect(await refusals(signedIn)).toEqual([]);
});

test("nobody known leaves no entry, and whoever tries on and on leaves sixty an hour", async () => {
  const { person, signedIn } = await app.enter({ name: "Max", roles: [viewer] });
  const before = (await refusals()).length;
  expect((await app.request("POST", `${CONNECTION_API}/referrers`, { name: "Dr. A" })).status).toBe(401);
  expect((await signedIn("POST", `${CONNECTION_API}/referrers`, { name: "" })).status).toBe(403);
  expect((await app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "" })).status).toBe(400);
  expect((await refusals()).length).toBe(before + 1);
  const tryOften = async () => {
    for (let at = 0; at < 70; at += 1) await signedIn("GET", "/api/v1/people");
    return (await refusals()).filter(({ actor }) => actor.id === person.id).length;
  };
  expect(await tryOften()).toBe(60);
  app.clock.advance(3_600_000);
  expect(await tryOften()).toBe(120);
  const told = (await refusals()).filter(({ sentence }) => sentence.includes("attempts before that were not listed"));
  expect(told.map(({ sentence }) => sentence)).toEqual([expect.stringContaining("and 11 attempts before that")]);
});
