import { AuthorizationRequest, PasskeyOptions, PersonLink } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { renewSetUpToken } from "#/operations/sign-in/set-up.ts";
import { ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";
import { startIdentityProvider, type TestIdentityProvider } from "#/testing/people/identity-provider.ts";
import { PasskeyDevice } from "#/testing/people/passkey-device.ts";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves, for each way in: the session is new whatever the browser brought, what it brought is dead, its token cannot be
// guessed and stands in its cookie alone (F20), cookies are bound to the host over TLS, and no answer to somebody who is
// signed in may be kept (F27). The second step of a password begins its session as the password does. Cannot prove: what
// a real browser does with the cookies, which `security.test.ts` of the console looks at.

const ORIGIN = "https://console.example";
const SESSION = "__Host-directory_console_session";
const PASSWORD = "seven-lamps-at-harbour";

let provider: TestIdentityProvider;
let app: TestApp;
let empty: TestApp;
let device: PasskeyDevice;
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUri: `${ORIGIN}/sign-in/callback` });
  provider.people.set("nia", { name: "Nia", email: "nia@example.org", email_verified: true, groups: ["viewers"] });
  app = await createTestApp({
    publicUrl: ORIGIN,
    identityProvider: {
      issuer: provider.issuer,
      ...provider.client,
      redirectUri: `${ORIGIN}/sign-in/callback`,
      label: "Harbour login",
      scope: "openid profile email groups",
      groupsClaim: "groups",
      groupRoles: [{ group: "viewers", connectionId: CONNECTION_ID, role: "viewer", referrers: null }],
      unknownPeople: "create",
    },
  });
  empty = await createTestApp({ publicUrl: ORIGIN, administrator: false });
  device = new PasskeyDevice(ORIGIN);
  const begun = await app.signedIn("POST", "/api/v1/account/passkeys/options", { password: ADMIN.password });
  const made = device.make(PasskeyOptions.parse(await begun.json()));
  const { Cookie: administrator } = await asAdministrator();
  const both = `${administrator}; ${cookiesOf(begun).join("; ")}`;
  await app.request("POST", "/api/v1/account/passkeys", { name: "Laptop", ...made }, { Cookie: both });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const sessionOf = (answer: Response) => cookiesOf(answer).find((one) => one.startsWith(`${SESSION}=`)) ?? "";

async function asAdministrator(): Promise<{ Cookie: string }> {
  const { email, password } = ADMIN;
  return { Cookie: sessionOf(await app.request("POST", "/api/v1/session", { email, password })) };
}

let guests = 0;
/** Each way in, for a browser that brings these cookies. */
const waysIn: { readonly [name: string]: (brought: string) => Promise<Response> } = {
  password: async (brought) => {
    const { email, password } = ADMIN;
    return await app.request("POST", "/api/v1/session", { email, password }, { Cookie: brought });
  },
  "one-time link": async (brought) => {
    const role = { connectionId: CONNECTION_ID, role: "viewer", referrers: null };
    const email = `guest${(guests += 1)}@example.org`;
    const made = await app.signedIn("POST", "/api/v1/people", { name: "Guest", email, roles: [role] });
    const { secret } = PersonLink.parse(await made.json());
    return await app.request("POST", "/api/v1/join", { secret, password: PASSWORD }, { Cookie: brought });
  },
  passkey: async (brought) => {
    const begun = await app.request("POST", "/api/v1/session/passkey/options");
    const proof = device.prove(PasskeyOptions.parse(await begun.json()));
    const Cookie = [brought, ...cookiesOf(begun)].join("; ");
    return await app.request("POST", "/api/v1/session/passkey", proof, { Cookie });
  },
  "identity provider": async (brought) => {
    const begun = await app.request("POST", "/api/v1/session/identity-provider", {});
    const { url } = AuthorizationRequest.parse(await begun.json());
    const Cookie = [brought, ...cookiesOf(begun)].join("; ");
    const answer = await provider.signIn(url, "nia");
    return await app.request("POST", "/api/v1/session/identity-provider/callback", answer, { Cookie });
  },
};

describe.each(Object.keys(waysIn))("signed in by %s", (name) => {
  const enter = async (brought: string) => {
    const answer = await waysIn[name]?.(brought);
    if (answer === undefined) throw new RangeError(name);
    expect(answer.status).toBe(200);
    return answer;
  };
  const statusWith = async (Cookie: string) =>
    (await app.request("GET", "/api/v1/account", undefined, { Cookie })).status;

  test("the session is new, and one that the browser brought has ended", async () => {
    const { Cookie: old } = await asAdministrator();
    expect(await statusWith(old)).toBe(200);
    const own = sessionOf(await enter(old));
    expect(own).not.toBe(old);
    expect([await statusWith(old), await statusWith(own)]).toEqual([401, 200]);
  });

  test("a session that somebody else made up is never taken over", async () => {
    const fixed = `${SESSION}=${"A".repeat(32)}.${Buffer.alloc(32, 7).toString("base64url")}`;
    const own = sessionOf(await enter(fixed));
    expect(own).not.toContain("A".repeat(32));
    expect(await statusWith(fixed)).toBe(401);
  });

  test("its token has 190 bits, is another each time, and stands in no body and no other header", async () => {
    const tokens = new Set<string>();
    for (let times = 0; times < 3; times += 1) {
      const answer = await enter("");
      const value = decodeURIComponent(decodeURIComponent(sessionOf(answer).slice(SESSION.length + 1)));
      const token = value.split(".")[0] ?? "";
      expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
      tokens.add(token);
      const told = [await answer.text(), ...[...answer.headers].filter(([header]) => header !== "set-cookie").flat()];
      expect(told.join("\n")).not.toContain(token);
    }
    expect(tokens.size).toBe(3);
  });

  test("each cookie is bound to the host and to TLS, and neither scripts nor other sites have it", async () => {
    const lines = (await enter("")).headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      expect(line).toMatch(/^__Host-\w+=[^;]*; (?:Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });
});

test("the first administrator's session is new too", async () => {
  const setUpToken = await renewSetUpToken(empty.deps);
  const fixed = `${SESSION}=${"A".repeat(32)}.${Buffer.alloc(32, 7).toString("base64url")}`;
  const { name, email } = ADMIN;
  const input = { setUpToken, name, email, password: PASSWORD };
  const answer = await empty.request("POST", "/api/v1/set-up", input, { Cookie: fixed });
  expect(answer.status).toBe(200);
  expect(sessionOf(answer)).not.toContain("A".repeat(32));
});

test("no answer to somebody who is signed in may be kept", async () => {
  const kept: string[] = [];
  // The document of the API is the same for everybody, signed in or not.
  const reads = routesOf(app.app).filter(({ method, path }) => method === "GET" && !path.endsWith("/openapi.json"));
  expect(reads.length).toBeGreaterThan(30);
  for (const route of reads) {
    const answer = await app.signedIn("GET", filled(route, idFor));
    if (answer.headers.get("Cache-Control") !== "no-store") kept.push(`${route.path}: ${answer.status}`);
    await answer.body?.cancel();
  }
  expect(kept).toEqual([]);
});
