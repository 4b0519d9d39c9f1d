import { AuthorizationRequest } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { startIdentityProvider, type TestIdentityProvider } from "#/testing/people/identity-provider.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const REDIRECT_URI = "http://localhost/sign-in/callback";
const ROUNDS = 6;

describeOnPostgres("signing in with an identity provider on PostgreSQL", () => {
  let provider: TestIdentityProvider;
  let app: TestApp;
  beforeAll(async () => {
    provider = await startIdentityProvider({ redirectUri: REDIRECT_URI });
    app = await createTestApp({
      store: await openTestStoreOnPostgres(),
      identityProvider: {
        issuer: provider.issuer,
        ...provider.client,
        redirectUri: REDIRECT_URI,
        label: "Harbour login",
        scope: "openid profile email groups",
        groupsClaim: "groups",
        groupRoles: [{ group: "viewers", connectionId: CONNECTION_ID, role: "viewer", referrers: null }],
        unknownPeople: "create",
      },
    });
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  async function answered(subject: string) {
    const begun = await app.request("POST", "/api/v1/session/identity-provider", {});
    const { url } = AuthorizationRequest.parse(await begun.json());
    const Cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { answer: await provider.signIn(url, subject), Cookie };
  }
  const finish = async ({ answer, Cookie }: Awaited<ReturnType<typeof answered>>) =>
    (await app.request("POST", "/api/v1/session/identity-provider/callback", answer, { Cookie })).status;

  test("somebody new who comes in from two windows at once gets one account, and is in both", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `nia${round}@example.org`;
      provider.people.set(email, { name: "Nia", email, email_verified: true, groups: ["viewers"] });
      const [one, other] = [await answered(email), await answered(email)];
      expect(await Promise.all([finish(one), finish(other)])).toEqual([200, 200]);
      const people = await app.deps.store.db.selectFrom("person").select("id").where("email", "=", email).execute();
      expect(people).toHaveLength(1);
    }
  });

  test("of an answer that is sent twice at once one is taken, also where the provider takes its code twice", async () => {
    const own = app.deps.identityProvider;
    if (own === undefined) throw new Error("There is no provider.");
    const identify = own.identify.bind(own);
    const email = "vera@example.org";
    provider.people.set(email, { name: "Vera", email, email_verified: true, groups: ["viewers"] });
    expect(await finish(await answered(email))).toBe(200);
    for (let round = 0; round < ROUNDS; round += 1) {
      const once = await answered(email);
      const known = await identify({ code: "", state: "", ...once.answer }, secretsOf(once.Cookie));
      own.identify = async () => known;
      const statuses = await Promise.all([finish(once), finish(once)]);
      own.identify = identify;
      expect(statuses.toSorted()).toEqual([200, 401]);
    }
  });

  function secretsOf(cookie: string) {
    const sealed = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
    const [, , state = "", nonce = "", codeVerifier = ""] = app.deps.secrets
      .open(sealed, "identity provider")
      .split(" ");
    return { state, nonce, codeVerifier };
  }
});
