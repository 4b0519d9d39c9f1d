import { Problem, Session } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renewSetUpToken } from "#/operations/session/set-up.ts";
import { CONNECTION_API, ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";

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
  const code = async (answer: Response) => Problem.parse(await answer.json()).code;

  it("signs in with a cookie that scripts cannot read, and with no token in the body", async () => {
    const answer = await signIn();
    const text = await answer.text();
    expect(Session.parse(JSON.parse(text))).toMatchObject({
      person: { name: ADMIN.name, email: ADMIN.email, role: "admin" },
      setUpNeeded: false,
    });
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
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

  it("the eleventh attempt on an account within fifteen minutes waits, wherever it says that it comes from", async () => {
    const guess = async (at: number) =>
      await signIn(
        { email: "Guessed@Example.org", password: `guess-${at}` },
        { "X-Forwarded-For": `10.0.0.${at}`, Forwarded: `for=10.0.0.${at}` },
      );
    const codes: string[] = [];
    for (let at = 0; at < 10; at++) codes.push(await code(await guess(at)));
    expect(new Set(codes)).toEqual(new Set(["sign_in_failed"]));
    const late = await guess(11);
    expect([late.status, late.headers.get("Retry-After"), await code(late)]).toEqual([429, "900", "too_many_attempts"]);
    test.clock.advance(15 * 60 * 1000);
    expect(await code(await guess(12))).toBe("sign_in_failed");
  });

  it("journals who came and went, and never a password or a session's token", async () => {
    const cookie = cookieOf(await signIn());
    const rows = await test.deps.store.db.selectFrom("journal").selectAll().orderBy("seq").execute();
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["person.insert", "credential.insert", "session.insert", "session.delete"]),
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
    expect(won?.headers.getSetCookie()).toHaveLength(1);
    expect(await status()).toEqual({ person: null, setUpNeeded: false });
    expect(await renewSetUpToken(test.deps)).toBeNull();
    const late = await setUp(token);
    expect(Problem.parse(await late.json())).toMatchObject({ status: 409, code: "set_up_done" });
  });
});
