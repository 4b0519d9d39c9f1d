import { Account, AuthorizationRequest, ListedPerson, PeoplePage, PersonLink, Problem, Session } from "@dc/contract";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import type { RoleOfGroup } from "#/context/identity-provider.ts";
import { json } from "#/store/sql/json.ts";
import { ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";
import { journalOf } from "#/testing/directory.ts";
import { startIdentityProvider, type TestIdentityProvider } from "#/testing/people/identity-provider.ts";

const REDIRECT_URI = "http://localhost/sign-in/callback";
const PASSWORD = "seven-lamps-at-harbour";
const REFERRER = "ref_0000000000000001";
const groupRoles: readonly RoleOfGroup[] = [
  { group: "directory-admins", connectionId: CONNECTION_ID, role: "admin", referrers: null },
  { group: "directory-editors", connectionId: CONNECTION_ID, role: "editor", referrers: null },
  { group: "okafor-office", connectionId: CONNECTION_ID, role: "viewer", referrers: [REFERRER] },
  { group: "elsewhere", connectionId: "con_0000000000000000", role: "admin", referrers: null },
];

let provider: TestIdentityProvider;
let test: TestApp;
let strict: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUri: REDIRECT_URI });
  const settings = {
    issuer: provider.issuer,
    ...provider.client,
    redirectUri: REDIRECT_URI,
    label: "Harbour login",
    scope: "openid profile email groups",
    groupsClaim: "groups",
    groupRoles,
  };
  test = await createTestApp({ identityProvider: { ...settings, unknownPeople: "create" } });
  strict = await createTestApp({ identityProvider: { ...settings, groupRoles: [], unknownPeople: "refuse" } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  provider.changeIdToken(undefined);
  // What a test before this one tried counts no more.
  test.clock.advance(15 * 60 * 1000);
});

const settingsOf = ({ deps }: TestApp) => {
  if (deps.identityProvider === undefined) throw new Error("There is no provider.");
  return deps.identityProvider.settings;
};

let count = 0;
/** Somebody whom the provider knows and nobody else. */
function stranger(groups: readonly string[] = []): { subject: string; email: string } {
  count += 1;
  const subject = `subject-${count}`;
  const email = `stranger${count}@example.org`;
  provider.people.set(subject, { name: `Stranger ${count}`, email, email_verified: true, groups });
  return { subject, email };
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const problemOf = async (answer: Response) => Problem.parse(await answer.json());

async function begun(app: TestApp, body: object = {}, headers?: { [name: string]: string }) {
  const answer = await app.request("POST", "/api/v1/session/identity-provider", body, headers);
  expect(answer.status).toBe(200);
  const { url } = AuthorizationRequest.parse(await answer.json());
  return { url, Cookie: cookiesOf(answer).join("; ") };
}

const finish = (app: TestApp, answer: object, Cookie: string) =>
  app.request("POST", "/api/v1/session/identity-provider/callback", answer, { Cookie });

async function signIn(app: TestApp, subject: string, body: object = {}): Promise<Response> {
  const { url, Cookie } = await begun(app, body);
  return await finish(app, await provider.signIn(url, subject), Cookie);
}

async function personOf(answer: Response) {
  expect(answer.status).toBe(200);
  const { person } = Session.parse(await answer.json());
  if (person === null) throw new Error("Nobody is signed in.");
  return person;
}

async function listed(app: TestApp, email: string): Promise<ListedPerson> {
  const { items } = PeoplePage.parse(await (await app.signedIn("GET", `/api/v1/people?q=${email}`)).json());
  const [person] = items;
  if (person === undefined) throw new Error(`${email} has no account.`);
  return person;
}

async function invited(app: TestApp, email: string): Promise<PersonLink> {
  const answer = await app.signedIn("POST", "/api/v1/people", {
    name: "Invited",
    email,
    roles: [{ connectionId: CONNECTION_ID, role: "viewer", referrers: null }],
  });
  expect(answer.status).toBe(201);
  return PersonLink.parse(await answer.json());
}

describe("the request to the provider", () => {
  it("has state, nonce and a PKCE challenge, each new, and one address to return to", async () => {
    const [one, other] = [new URL((await begun(test)).url), new URL((await begun(test)).url)];
    expect(one.origin).toBe(provider.issuer);
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      response_type: "code",
      client_id: provider.client.clientId,
      redirect_uri: REDIRECT_URI,
      code_challenge_method: "S256",
      scope: "openid profile email groups",
    });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    }
  });

  it("leaves in the browser what scripts and other sites cannot use, and takes no address to return to", async () => {
    const answer = await test.request("POST", "/api/v1/session/identity-provider", {});
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^directory_console_authorization=key\..+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    for (const field of ["returnTo", "redirect_uri", "redirectUri", "return"]) {
      const refused = await test.request("POST", "/api/v1/session/identity-provider", {
        [field]: "https://elsewhere.example/",
      });
      expect([field, refused.status]).toEqual([field, 400]);
    }
  });

  it("is told by its label alone, and there is none without a provider", async () => {
    const path = "/api/v1/session/identity-provider";
    expect(await (await test.request("GET", path)).json()).toEqual({ identityProvider: { label: "Harbour login" } });
    await using without = await createTestApp();
    expect(await (await without.request("GET", path)).json()).toEqual({ identityProvider: null });
    expect((await without.request("POST", path, {})).status).toBe(404);
    expect((await without.request("POST", `${path}/callback`, { code: "x", state: "x" })).status).toBe(404);
  });

  it("is refused in words where the provider does not answer", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const issuer = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    gone.close();
    await using app = await createTestApp({
      identityProvider: {
        ...settingsOf(test),
        issuer,
      },
    });
    const answer = await app.request("POST", "/api/v1/session/identity-provider", {});
    expect([answer.status, (await problemOf(answer)).code]).toEqual([502, "identity_provider_unreachable"]);
  });
});

describe("the answer of the provider", () => {
  const outcomeOf = (answer: Response) => ({ status: answer.status, cookies: cookiesOf(answer) });
  const REFUSED = { status: 401, cookies: [] };

  it("lets in with a session that is new, and appears nowhere but in its cookie", async () => {
    const { subject } = stranger(["directory-editors"]);
    const old = cookiesOf(await signIn(test, subject)).find((one) => one.includes("_session=")) ?? "";
    const { url, Cookie } = await begun(test);
    const answer = await finish(test, await provider.signIn(url, subject), `${Cookie}; ${old}`);
    const own = cookiesOf(answer).find((one) => one.includes("_session=")) ?? "";
    expect(own).not.toBe(old);
    const token = decodeURIComponent(decodeURIComponent(own.split("=")[1] ?? "")).split(".")[0] ?? "";
    expect(token).toMatch(/^\w{32}$/);
    expect(await answer.text()).not.toContain(token);
    const status = async (value: string) =>
      (await test.request("GET", "/api/v1/account", undefined, { Cookie: value })).status;
    expect([await status(old), await status(own)]).toEqual([401, 200]);
  });

  it("is refused with another state, in another browser, and after ten minutes", async () => {
    const { subject } = stranger(["directory-editors"]);
    const { url, Cookie } = await begun(test);
    const answer = await provider.signIn(url, subject);
    expect(outcomeOf(await finish(test, { ...answer, state: "A".repeat(43) }, Cookie))).toEqual(REFUSED);
    expect(outcomeOf(await finish(test, answer, ""))).toEqual(REFUSED);
    expect(outcomeOf(await finish(test, answer, (await begun(test)).Cookie))).toEqual(REFUSED);
    test.clock.advance(10 * 60 * 1000);
    expect(outcomeOf(await finish(test, answer, Cookie))).toEqual(REFUSED);
  });

  it("counts once, also where the provider would take its code again", async () => {
    const { subject } = stranger(["directory-editors"]);
    const { url, Cookie } = await begun(test);
    const answer = await provider.signIn(url, subject);
    const own = test.deps.identityProvider;
    if (own === undefined) throw new Error("There is no provider.");
    const identify = own.identify.bind(own);
    expect((await finish(test, answer, Cookie)).status).toBe(200);
    expect(outcomeOf(await finish(test, answer, Cookie))).toEqual(REFUSED);
    // A provider that is careless about its codes.
    own.identify = async () => ({
      issuer: provider.issuer,
      subject,
      name: null,
      email: null,
      isEmailVerified: false,
      groups: ["directory-editors"],
    });
    const replayed = await finish(test, answer, Cookie);
    own.identify = identify;
    expect((await problemOf(replayed)).detail).toContain("was already used");
  });

  it("is refused with a code of another request: its PKCE verifier does not fit", async () => {
    const { subject } = stranger(["directory-editors"]);
    const [one, other] = [await begun(test), await begun(test)];
    const { code } = await provider.signIn(one.url, subject);
    const stolen = { ...(await provider.signIn(other.url, subject)), code };
    expect(outcomeOf(await finish(test, stolen, other.Cookie))).toEqual(REFUSED);
  });

  it.each([
    ["another audience", { aud: "another-client" }],
    ["several audiences and another party", { aud: ["directory-console", "another-client"], azp: "another-client" }],
    ["another issuer", { iss: "https://elsewhere.example" }],
    ["another nonce", { nonce: "A".repeat(43) }],
    ["an end that is over", { exp: 1_700_000_000, iat: 1_699_990_000 }],
    ["no subject", { sub: "" }],
  ])("is refused with an id token of %s", async (_, claims) => {
    const { subject } = stranger(["directory-editors"]);
    provider.changeIdToken((own) => ({ ...own, ...claims }));
    expect(outcomeOf(await signIn(test, subject))).toEqual(REFUSED);
    provider.changeIdToken(undefined);
    expect((await signIn(test, subject)).status).toBe(200);
  });

  it("is refused with an id token that another key has signed", async () => {
    const { subject } = stranger(["directory-editors"]);
    provider.changeIdToken((own) => own, "another key");
    expect(outcomeOf(await signIn(test, subject))).toEqual(REFUSED);
  });

  it("is refused where it names another issuer in the address", async () => {
    const { subject } = stranger(["directory-editors"]);
    const { url, Cookie } = await begun(test);
    const answer = await provider.signIn(url, subject);
    expect(answer["iss"]).toBe(provider.issuer);
    expect(outcomeOf(await finish(test, { ...answer, iss: "https://elsewhere.example" }, Cookie))).toEqual(REFUSED);
    // It has used up the state.
    expect(outcomeOf(await finish(test, answer, Cookie))).toEqual(REFUSED);
  });

  it("that fails is limited for where it comes from", async () => {
    await using app = await createTestApp({ identityProvider: settingsOf(test) });
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const { url, Cookie } = await begun(app);
      const state = new URL(url).searchParams.get("state") ?? "";
      statuses.push((await finish(app, { code: "made-up", state, iss: provider.issuer }, Cookie)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("somebody who is linked to no account", () => {
  it("is refused unless the settings say that such people come in", async () => {
    const { subject, email } = stranger(["directory-editors"]);
    const answer = await signIn(strict, subject);
    // An account with another way in is nothing that an invitation helps with.
    const linkIt = expect.stringContaining("If you have one, sign in to it and link it; else ask");
    expect(await problemOf(answer)).toMatchObject({ code: "sign_in_failed", detail: linkIt });
    await using closed = await createTestApp({
      identityProvider: { ...settingsOf(test), unknownPeople: "refuse" },
    });
    expect((await signIn(closed, subject)).status).toBe(401);
    await expect(listed(closed, email)).rejects.toThrow("has no account");
    expect((await signIn(test, subject)).status).toBe(200);
    await expect(listed(strict, email)).rejects.toThrow("has no account");
  });

  it("does not enter an account with the same address, verified or not", async () => {
    const { subject, email } = stranger(["directory-admins"]);
    for (const email_verified of [true, false, undefined]) {
      provider.people.set(subject, {
        name: "Mallory",
        email: ADMIN.email,
        groups: ["directory-admins"],
        ...(email_verified === undefined ? {} : { email_verified }),
      });
      for (const app of [test, strict]) {
        const answer = await signIn(app, subject);
        expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
      }
    }
    // Some providers send texts for booleans.
    for (const email_verified of [undefined, false, "false", "False", "no", ""]) {
      const claims = email_verified === undefined ? {} : { email_verified };
      provider.people.set(subject, { name: "Mallory", email, ...claims, groups: ["directory-admins"] });
      expect((await signIn(test, subject)).status).toBe(401);
    }
    expect((await listed(test, ADMIN.email)).waysIn).toEqual(["password"]);
  });

  it("comes in with the roles of their groups, and not without one", async () => {
    const none = stranger(["a-choir", "elsewhere"]);
    expect((await signIn(test, none.subject)).status).toBe(401);
    const { subject, email } = stranger(["directory-editors", "a-choir"]);
    const person = await personOf(await signIn(test, subject));
    expect(person).toMatchObject({
      email,
      roles: [{ connectionId: CONNECTION_ID, role: "editor", referrers: null }],
    });
    expect(await listed(test, email)).toMatchObject({
      state: "active",
      waysIn: ["identity-provider"],
      areRolesFromGroups: true,
    });
    expect(await journalOf(test, person.id)).toEqual([
      "account.create-with-provider",
      "person.roles-from-groups",
      "session.start-with-provider",
    ]);
  });
});

describe("groups", () => {
  it("are read at each sign-in: roles change, and are gone with the last group", async () => {
    const { subject, email } = stranger(["directory-editors"]);
    const rolesWith = async (groups: readonly string[] | undefined) => {
      provider.people.set(subject, { name: "Nia", email, email_verified: true, ...(groups && { groups }) });
      const { roles } = await personOf(await signIn(test, subject));
      return roles.map(({ role, referrers }) => (referrers === null ? role : `${role} ${referrers.join()}`));
    };
    await test.deps.store.db
      .insertInto("referrer")
      .values({
        connection_id: CONNECTION_ID,
        id: REFERRER,
        name: "Dr. Okafor",
        search: "dr. okafor",
        created_at: test.clock.now(),
        created_by: json({ kind: "console", id: "test", name: "Test" }),
      })
      .execute();
    expect(await rolesWith(["directory-editors"])).toEqual(["editor"]);
    expect(await rolesWith(["okafor-office"])).toEqual([`viewer ${REFERRER}`]);
    expect(await rolesWith(["okafor-office", "directory-editors"])).toEqual(["editor", `viewer ${REFERRER}`]);
    expect(await rolesWith([])).toEqual([]);
    expect(await rolesWith(["directory-editors"])).toEqual(["editor"]);
    expect(await rolesWith(undefined)).toEqual([]);
  });

  it("decide alone: an administrator gives such people no roles by hand", async () => {
    const { subject, email } = stranger(["directory-editors"]);
    await signIn(test, subject);
    const person = await listed(test, email);
    const answer = await test.signedIn("PUT", `/api/v1/people/${person.id}/roles/${CONNECTION_ID}`, {
      roles: [{ role: "admin", referrers: null }],
      rolesVersion: person.rolesVersion,
    });
    expect(await problemOf(answer)).toMatchObject({ code: "wrong_state" });
  });

  it("take roles from open sessions and tokens too", async () => {
    const { subject, email } = stranger(["directory-editors"]);
    const first = await signIn(test, subject);
    const Cookie = cookiesOf(first).find((one) => one.includes("_session=")) ?? "";
    const list = () =>
      test.request("GET", `/api/v1/connections/${CONNECTION_ID}/index-versions`, undefined, { Cookie });
    expect((await list()).status).toBe(200);
    provider.people.set(subject, { name: "Nia", email, email_verified: true, groups: [] });
    await signIn(test, subject);
    expect((await list()).status).toBe(404);
  });

  it("leave the last administrator of a connection one", async () => {
    await using app = await createTestApp({ identityProvider: settingsOf(test) });
    const { subject, email } = stranger(["directory-admins"]);
    await signIn(app, subject);
    const { items } = PeoplePage.parse(await (await app.signedIn("GET", "/api/v1/people?q=ada")).json());
    expect((await app.signedIn("POST", `/api/v1/people/${items[0]?.id}/disable`)).status).toBe(200);
    provider.people.set(subject, { name: "Nia", email, email_verified: true, groups: ["directory-editors"] });
    const { roles } = await personOf(await signIn(app, subject));
    expect(roles.map(({ role }) => role).toSorted()).toEqual(["admin", "editor"]);
  });
});

describe("a session that began at the provider", () => {
  it("ends after a day however much it is used, so that groups are read again", async () => {
    const { subject } = stranger(["directory-editors"]);
    const answer = await signIn(test, subject);
    const Cookie = cookiesOf(answer).find((one) => one.includes("_session=")) ?? "";
    const status = async () => (await test.request("GET", "/api/v1/account", undefined, { Cookie })).status;
    for (let hours = 0; hours < 24; hours += 8) {
      expect(await status()).toBe(200);
      test.clock.advance(8 * 60 * 60 * 1000);
    }
    expect(await status()).toBe(401);
  });
});

describe("an invitation", () => {
  it("is accepted with the provider, whatever the address there, and links the identity for good", async () => {
    const { subject } = stranger();
    const { person, secret } = await invited(strict, `guest${(count += 1)}@example.org`);
    const entered = await personOf(await signIn(strict, subject, { invitation: secret }));
    expect(entered).toMatchObject({ id: person.id, roles: [{ role: "viewer" }] });
    expect((await personOf(await signIn(strict, subject))).id).toBe(person.id);
    expect(await listed(strict, person.email)).toMatchObject({
      state: "active",
      waysIn: ["identity-provider"],
      link: null,
    });
    expect(await journalOf(strict, person.id)).toEqual([
      "person.invite",
      "person.join-with-provider",
      "session.start-with-provider",
      "session.start-with-provider",
    ]);
  });

  it("works once, and not for whoever has an account already; what is refused uses it up for nobody", async () => {
    const first = stranger();
    const { secret } = await invited(strict, `guest${(count += 1)}@example.org`);
    expect((await signIn(strict, first.subject, { invitation: secret })).status).toBe(200);
    expect((await signIn(strict, stranger().subject, { invitation: secret })).status).toBe(403);
    const other = await invited(strict, `guest${(count += 1)}@example.org`);
    expect((await signIn(strict, first.subject, { invitation: other.secret })).status).toBe(409);
    expect((await signIn(strict, stranger().subject, { invitation: other.secret })).status).toBe(200);
  });

  it("is not what a reset link is", async () => {
    const { person, secret } = await invited(strict, `guest${(count += 1)}@example.org`);
    await strict.request("POST", "/api/v1/join", { secret, password: PASSWORD });
    const reset = PersonLink.parse(await (await strict.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
    expect((await signIn(strict, stranger().subject, { invitation: reset.secret })).status).toBe(409);
    expect((await strict.request("POST", "/api/v1/join", { secret: reset.secret, password: PASSWORD })).status).toBe(
      200,
    );
  });
});

it("ends for whoever took an invitation by the provider once a new link is used", async () => {
  const { person, secret } = await invited(strict, `guest${(count += 1)}@example.org`);
  const thief = stranger().subject;
  expect((await signIn(strict, thief, { invitation: secret })).status).toBe(200);
  const link = PersonLink.parse(await (await strict.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
  expect(link.kind).toBe("reset");
  expect((await signIn(strict, stranger().subject, { invitation: link.secret })).status).toBe(409);
  expect((await strict.request("POST", "/api/v1/join", { secret: link.secret, password: PASSWORD })).status).toBe(200);
  expect((await signIn(strict, thief)).status).toBe(401);
});

describe("a disabled person", () => {
  it("stays out, also with groups that give a role, and is in again once enabled, by what begins after that", async () => {
    const { subject, email } = stranger(["directory-editors"]);
    const person = await personOf(await signIn(test, subject));
    const before = await begun(test);
    test.clock.advance(1_000);
    expect((await test.signedIn("POST", `/api/v1/people/${person.id}/disable`)).status).toBe(200);
    const told = await journalOf(test, person.id);
    const answer = await signIn(test, subject);
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
    expect(await journalOf(test, person.id)).toEqual(told);
    expect((await listed(test, email)).state).toBe("disabled");
    expect((await test.signedIn("POST", `/api/v1/people/${person.id}/enable`)).status).toBe(200);
    expect((await finish(test, await provider.signIn(before.url, subject), before.Cookie)).status).toBe(401);
    expect((await signIn(test, subject)).status).toBe(200);
  });
});

describe("one's own account", () => {
  async function member() {
    const { person, secret } = await invited(strict, `guest${(count += 1)}@example.org`);
    const answer = await strict.request("POST", "/api/v1/join", { secret, password: PASSWORD });
    const Cookie = cookiesOf(answer).find((one) => one.includes("_session=")) ?? "";
    const request = (method: string, path: string, body?: unknown) => strict.request(method, path, body, { Cookie });
    return { person, Cookie, request };
  }
  const link = "/api/v1/account/identity-provider";

  it("is linked after the password, and the link is ended by the password; sessions from there end", async () => {
    const { subject } = stranger();
    const { person, Cookie, request } = await member();
    expect((await request("POST", link, { password: "wrong" })).status).toBe(400);
    const answer = await request("POST", link, { password: PASSWORD });
    const { url } = AuthorizationRequest.parse(await answer.json());
    const linked = await finish(
      strict,
      await provider.signIn(url, subject),
      `${cookiesOf(answer).join("; ")}; ${Cookie}`,
    );
    expect((await personOf(linked)).id).toBe(person.id);
    const byProvider = cookiesOf(await signIn(strict, subject)).find((one) => one.includes("_session=")) ?? "";
    const own = cookiesOf(linked).find((one) => one.includes("_session=")) ?? "";
    const as = (session: string) => (method: string, path: string, body?: unknown) =>
      strict.request(method, path, body, { Cookie: session });
    const account = Account.parse(await (await as(own)("GET", "/api/v1/account")).json());
    expect(account.identityProvider).toMatchObject({ label: "Harbour login", linked: { since: expect.any(String) } });
    const ended = await as(own)("POST", `${link}/unlink`, { password: PASSWORD });
    expect(Account.parse(await ended.json()).identityProvider?.linked).toBeNull();
    expect((await as(byProvider)("GET", "/api/v1/account")).status).toBe(401);
    expect((await signIn(strict, subject)).status).toBe(401);
    expect((await as(own)("POST", `${link}/unlink`, { password: PASSWORD })).status).toBe(409);
    expect(await journalOf(strict, person.id)).toEqual([
      "person.invite",
      "person.join",
      "session.start",
      "account.link-provider",
      "session.start-with-provider",
      "session.end",
      "session.start-with-provider",
      "account.unlink-provider",
    ]);
  });

  it("is linked no more once a reset link was used, whoever had linked it", async () => {
    const { subject } = stranger();
    const { person, Cookie, request } = await member();
    const answer = await request("POST", link, { password: PASSWORD });
    const { url } = AuthorizationRequest.parse(await answer.json());
    await finish(strict, await provider.signIn(url, subject), `${cookiesOf(answer).join("; ")}; ${Cookie}`);
    expect((await signIn(strict, subject)).status).toBe(200);
    const reset = PersonLink.parse(await (await strict.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
    const password = "other-lamps-in-the-harbour";
    expect((await strict.request("POST", "/api/v1/join", { secret: reset.secret, password })).status).toBe(200);
    expect((await signIn(strict, subject)).status).toBe(401);
    expect(await journalOf(strict, person.id)).toContain("account.unlink-provider");
  });

  it("is linked by whoever is still signed in to it alone", async () => {
    const { subject } = stranger();
    const { request } = await member();
    const other = await member();
    const answer = await request("POST", link, { password: PASSWORD });
    const { url } = AuthorizationRequest.parse(await answer.json());
    const refused = await finish(
      strict,
      await provider.signIn(url, subject),
      `${cookiesOf(answer).join("; ")}; ${other.Cookie}`,
    );
    expect([refused.status, cookiesOf(refused)]).toEqual([401, []]);
    expect((await signIn(strict, subject)).status).toBe(401);
  });
});
