import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { Problem, Session } from "@dc/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { renewSetUpToken } from "#/operations/sign-in/set-up.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { CONNECTION_API, ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";

const MINUTE = 60_000;
const credentials = { email: ADMIN.email, password: ADMIN.password };
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

describe("the session", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(async () => await test[Symbol.asyncDispose]());

  const signIn = (body: unknown = credentials, headers: { [name: string]: string } = {}) =>
    test.request("POST", "/api/v1/session", body, headers);
  const who = async (cookie: string) =>
    Session.parse(await (await test.request("GET", "/api/v1/session", undefined, { Cookie: cookie })).json());

  it("signs in with a cookie that scripts cannot read, and with no token in the body", async () => {
    const answer = await signIn();
    const text = await answer.text();
    expect(Session.parse(JSON.parse(text))).toMatchObject({
      person: {
        name: ADMIN.name,
        email: ADMIN.email,
        roles: [{ connectionId: CONNECTION_ID, role: "admin", referrers: null }],
      },
      setUpNeeded: false,
    });
    const [cookie, device, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(/^directory_console_device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).toMatch(/^directory_console_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    const token = decodeURIComponent(cookieOf(answer).split("=")[1] ?? "").split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    expect(text).not.toContain(token);
    expect((await who(cookieOf(answer))).person?.email).toBe(ADMIN.email);
  });

  it("nobody is signed in without a cookie, with one that was changed, or with rubbish", async () => {
    const cookie = cookieOf(await signIn());
    const rubbish = [
      "",
      "directory_console_session=x",
      `${cookie.slice(0, 40)}${cookie[40] === "A" ? "B" : "A"}${cookie.slice(41)}`,
      "directory_console_session=%00%0d%0a",
    ];
    for (const value of rubbish) expect((await who(value)).person).toBeNull();
  });

  it("ends the old session when the same browser signs in again", async () => {
    const old = cookieOf(await signIn());
    const fresh = cookieOf(await signIn(credentials, { Cookie: old }));
    expect([(await who(old)).person, (await who(fresh)).person?.email]).toEqual([null, ADMIN.email]);
  });

  it("signs out at once, for every copy of the cookie", async () => {
    const cookie = cookieOf(await signIn());
    const answer = await test.request("DELETE", "/api/v1/session", undefined, { Cookie: cookie });
    expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect((await who(cookie)).person).toBeNull();
    expect((await test.request("GET", `${CONNECTION_API}/tokens`, undefined, { Cookie: cookie })).status).toBe(401);
  });

  it("says the same of a wrong password and of an account that is not there", async () => {
    const wrong = Problem.parse(await (await signIn({ ...credentials, password: "wrong-wrong-wrong" })).json());
    const nobody = Problem.parse(await (await signIn({ ...credentials, email: "nobody@example.org" })).json());
    expect({ ...wrong, requestId: "" }).toEqual({ ...nobody, requestId: "" });
    expect(wrong).toMatchObject({ status: 401, code: "sign_in_failed" });
  });

  it("journals who came and went, and never a password or a session's token", async () => {
    const cookie = cookieOf(await signIn());
    const rows = await test.deps.store.db.selectFrom("journal").selectAll().orderBy("seq").execute();
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["person.insert", "credential.insert", "session.start", "session.end"]),
    );
    const text = JSON.stringify(rows);
    expect(text).not.toContain(ADMIN.password);
    expect(text).not.toContain(decodeURIComponent(cookie.split("=")[1] ?? "x").split(".")[0]);
  });

  it("over TLS the cookie is bound to the host, and the answer asks for TLS for ever", async () => {
    await using secure = await createTestApp({ publicUrl: "https://console.example" });
    const answer = await secure.request("POST", "/api/v1/session", credentials);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-directory_console_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(answer.headers.get("Strict-Transport-Security")).toMatch(/^max-age=63072000/);
    expect((await secure.signedIn("GET", `${CONNECTION_API}/tokens`)).status).toBe(200);
  });
});

describe("attempts to sign in", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ trustedProxies: "127.0.0.1, 10.9.0.0/16" });
  });
  afterAll(async () => await test[Symbol.asyncDispose]());
  // So that each test begins without attempts.
  beforeEach(() => test.clock.advance(15 * MINUTE));

  interface Guess {
    email?: string;
    password?: string;
    from?: string;
    headers?: { [name: string]: string };
  }
  const enter = async ({ email = ADMIN.email, password = "wrong-wrong-wrong", from = "203.0.113.7", headers }: Guess) =>
    await test.request("POST", "/api/v1/session", { email, password }, { "X-Forwarded-For": from, ...headers });
  const statuses = async (guesses: readonly Guess[]) => {
    const given: number[] = [];
    for (const guess of guesses) given.push((await enter(guess)).status);
    return given;
  };
  const times = (count: number, guess: (at: number) => Guess = () => ({})) =>
    Array.from({ length: count }, (_, at) => guess(at));
  const deviceOf = (answer: Response) => answer.headers.getSetCookie()[1]?.split(";")[0] ?? "";

  it("wait from the sixth on, each twice as long as before, and after ten until the first is 15 minutes old", async () => {
    expect(await statuses(times(5))).toEqual(times(5).map(() => 401));
    for (const seconds of [1, 2, 4, 8, 16]) {
      const early = await enter({});
      expect([early.status, early.headers.get("Retry-After")]).toEqual([429, String(seconds)]);
      test.clock.advance(seconds * 1000);
      expect((await enter({})).status).toBe(401);
    }
    const late = await enter({ password: ADMIN.password });
    expect(late.headers.get("Retry-After")).toBe(String(15 * 60 - 31));
    expect(Problem.parse(await late.json())).toMatchObject({
      code: "too_many_attempts",
      detail: "Too many attempts. Try again in 15 minutes.",
    });
    test.clock.advance(15 * MINUTE - 31_000);
    expect((await enter({})).status).toBe(401);
  });

  it("do not make the owner of the account wait at another address, who leaves the guesser's count as it is", async () => {
    await statuses(times(5));
    expect((await enter({ password: ADMIN.password, from: "198.51.100.1" })).status).toBe(200);
    expect((await enter({})).status).toBe(429);
  });

  it("do not make the owner wait at the same address, on a device that signed in before", async () => {
    const device = deviceOf(await enter({ password: ADMIN.password }));
    await statuses(times(6));
    expect(await statuses([{ password: ADMIN.password }])).toEqual([429]);
    const known = { password: ADMIN.password, headers: { Cookie: device } };
    expect(await statuses([known])).toEqual([200]);
    // A device is known for its own account alone, is limited itself, and cannot be made up.
    await statuses(times(5, () => ({ email: "nobody@example.org" })));
    expect(await statuses([{ ...known, email: "nobody@example.org" }])).toEqual([429]);
    expect(await statuses(times(6, () => ({ headers: { Cookie: device } })))).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await statuses([{ ...known, headers: { Cookie: `${device.slice(0, -3)}AA%3D` } }])).toEqual([429]);
  });

  it("are limited over all accounts of an address, and over all addresses of an account", async () => {
    /** As if they had been made by HTTP, where each takes a tenth of a second of hashing. */
    const made = async (count: number, by: (at: number) => { account: string; address: string }) => {
      const rows = times(count).map((_, at) => ({
        id: `made-${count}-${at}`,
        device: null,
        at: test.clock.now(),
        ...by(at),
      }));
      await test.deps.store.db.insertInto("sign_in_attempt").values(rows).execute();
    };
    await made(49, (at) => ({ account: `account ${at}`, address: hashSecret("203.0.113.7") }));
    const sprayed = await statuses(times(2, (at) => ({ email: `person${at}@example.org` })));
    expect(sprayed).toEqual([401, 429]);
    expect((await enter({ password: ADMIN.password, from: "198.51.100.1" })).status).toBe(200);

    // After ten guesses from ten addresses all unknown ones together take turns of ten seconds.
    await made(10, (at) => ({ account: hashSecret(ADMIN.email), address: `address ${at}` }));
    const next = await enter({ password: ADMIN.password, from: "192.0.2.3" });
    expect([next.status, next.headers.get("Retry-After")]).toEqual([429, "10"]);
    // Where its owner is signed in one is not unknown; what fails there waits by itself.
    expect((await enter({ password: ADMIN.password, from: "198.51.100.1" })).status).toBe(200);
    expect(await statuses(times(6, () => ({ from: "198.51.100.1" })))).toEqual([401, 401, 401, 401, 401, 429]);
    test.clock.advance(10_000);
    expect(await statuses(times(2, (at) => ({ from: `192.0.2.${at}` })))).toEqual([401, 429]);
    test.clock.advance(10_000);
    expect((await enter({ password: ADMIN.password, from: "192.0.2.3" })).status).toBe(200);
  });

  it("come from where the last trusted proxy saw them, whatever else a header says", async () => {
    const forged = times(6, (at) => ({ from: `10.0.0.${at}, 203.0.113.7, 10.9.1.1` }));
    expect(await statuses(forged)).toEqual([401, 401, 401, 401, 401, 429]);
    // The addresses of one IPv6 network are one caller.
    const network = times(6, (at) => ({ from: `2001:db8:1:2:${at}::1` }));
    expect(await statuses(network)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await enter({ email: "nobody@example.org", from: "2001:db8:1:3::1" })).status).toBe(401);

    await using direct = await createTestApp();
    const given: number[] = [];
    for (const { from = "" } of forged) {
      const body = { email: ADMIN.email, password: "wrong-wrong-wrong" };
      given.push((await direct.request("POST", "/api/v1/session", body, { "X-Forwarded-For": from })).status);
    }
    expect(given).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("the set-up", () => {
  it("makes the first administrator once, with the newest link only", async () => {
    await using test = await createTestApp({ administrator: false });
    const input = { name: "Grace", email: "grace@example.org", password: "a-long-password" };
    const setUp = async (setUpToken: string, more: object = {}) =>
      await test.request("POST", "/api/v1/set-up", { setUpToken, ...input, ...more });
    const status = async () => Session.parse(await (await test.request("GET", "/api/v1/session")).json());
    const old = (await renewSetUpToken(test.deps)) ?? "";
    const token = (await renewSetUpToken(test.deps)) ?? "";
    expect(await status()).toEqual({ person: null, setUpNeeded: true });
    expect([(await setUp(old)).status, (await setUp(token, { password: "short" })).status]).toEqual([403, 400]);

    const answers = await Promise.all([setUp(token), setUp(token, { email: "other@example.org" })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const won = answers.find(({ status }) => status === 200);
    expect(won?.headers.getSetCookie()).toHaveLength(2);
    expect(await status()).toEqual({ person: null, setUpNeeded: false });
    expect(await renewSetUpToken(test.deps)).toBeNull();
    const late = await setUp(token);
    expect(Problem.parse(await late.json())).toMatchObject({ status: 409, code: "set_up_done" });
  });
});
