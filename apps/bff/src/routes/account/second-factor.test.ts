import { Account, PersonLink, Problem, RecoveryCodes, SecondFactorStart, Session } from "@dc/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashSecret } from "#/runtime/secrets.ts";
import { resealSecondFactors } from "#/operations/account/second-factor.ts";
import { timeCode } from "#/runtime/time-code.ts";
import { ADMIN, CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { journalOf } from "#/testing/directory.ts";

const MINUTE = 60_000;
const { email, password } = ADMIN;
const WRONG = "000000";

let test: TestApp;
let secret: string;
let recoveryCodes: string[];

const cookieNamed = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith(`${name}=`));
const problemOf = async (answer: Response) => Problem.parse(await answer.json());
const pointersOf = async (answer: Response) => (await problemOf(answer)).errors?.map(({ pointer }) => pointer);
const codeNow = () => timeCode(secret, test.clock.now());
const giveCode = (code: string, Cookie: string, headers: { [name: string]: string } = {}) =>
  test.request("POST", "/api/v1/session/code", { code }, { Cookie, ...headers });
const givePassword = () => test.request("POST", "/api/v1/session", { email, password });

/** Gives the password, and answers the cookie that belongs to the code. */
async function firstStep(): Promise<string> {
  const answer = await givePassword();
  expect([answer.status, await answer.json()]).toEqual([202, { next: "code" }]);
  return cookieNamed(answer, "directory_console_second_step") ?? "";
}

async function turnOn(): Promise<void> {
  const started = await test.signedIn("POST", "/api/v1/account/second-factor", { password });
  ({ secret } = SecondFactorStart.parse(await started.json()));
  const confirmed = await test.signedIn("POST", "/api/v1/account/second-factor/confirm", { code: codeNow() });
  ({ recoveryCodes } = RecoveryCodes.parse(await confirmed.json()));
  test.clock.advance(MINUTE);
}

beforeAll(async () => {
  test = await createTestApp({ trustedProxies: "127.0.0.1" });
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await test.deps.store.db.deleteFrom("second_factor").execute();
  await test.deps.store.db.deleteFrom("sign_in_attempt").execute();
  await turnOn();
});

describe("a second factor", () => {
  it("is asked for only once a code of the app was typed, and needs the password to begin", async () => {
    await test.deps.store.db.deleteFrom("second_factor").execute();
    const refused = await test.signedIn("POST", "/api/v1/account/second-factor", { password: "wrong-wrong-wrong" });
    expect([refused.status, await pointersOf(refused)]).toEqual([400, ["/password"]]);
    const started = await test.signedIn("POST", "/api/v1/account/second-factor", { password });
    const { uri, secret: begun } = SecondFactorStart.parse(await started.json());
    expect(uri).toContain(`secret=${begun}&issuer=Directory%20Console`);
    const wrong = await test.signedIn("POST", "/api/v1/account/second-factor/confirm", { code: WRONG });
    expect([wrong.status, await pointersOf(wrong)]).toEqual([400, ["/code"]]);
    expect((await givePassword()).status).toBe(200);
  });

  it("lets nobody in with the password alone, in no cookie and no body", async () => {
    const answer = await givePassword();
    expect(cookieNamed(answer, "directory_console_session")).toBeUndefined();
    const Cookie = cookieNamed(answer, "directory_console_second_step") ?? "";
    const asSession = Cookie.replace("second_step", "session");
    for (const cookie of [Cookie, asSession])
      expect((await test.request("GET", `${CONNECTION_API}/tokens`, undefined, { Cookie: cookie })).status).toBe(401);
  });

  it("lets in with a code of the app, which counts once", async () => {
    const code = codeNow();
    const answer = await giveCode(code, await firstStep());
    expect(Session.parse(await answer.json()).person?.email).toBe(email);
    const Cookie = cookieNamed(answer, "directory_console_session") ?? "";
    expect((await test.request("GET", "/api/v1/account", undefined, { Cookie })).status).toBe(200);
    const again = await giveCode(code, await firstStep());
    expect([again.status, await pointersOf(again)]).toEqual([401, ["/code"]]);
  });

  it("takes one code from one of two callers at once", async () => {
    const [one, other] = [await firstStep(), await firstStep()];
    const answers = await Promise.all([giveCode(codeNow(), one), giveCode(codeNow(), other)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it("begins one session for each time that the password was given, whatever codes come", async () => {
    const step = await firstStep();
    expect((await giveCode(WRONG, step)).status).toBe(401);
    expect((await giveCode(codeNow(), step)).status).toBe(200);
    test.clock.advance(MINUTE);
    for (const code of [codeNow(), recoveryCodes[0] ?? ""])
      expect(await problemOf(await giveCode(code, step))).toMatchObject({ code: "wrong_state" });
    const [one = "", other = ""] = recoveryCodes;
    const atOnce = await firstStep();
    const answers = await Promise.all([one, other].map((code) => giveCode(code, atOnce)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it("lets in with each recovery code once, however it is typed", async () => {
    const code = (recoveryCodes[3] ?? "").toLowerCase().replace("-", " ");
    expect([new Set(recoveryCodes).size, (await giveCode(code, await firstStep())).status]).toEqual([10, 200]);
    expect((await giveCode(code, await firstStep())).status).toBe(401);
    const account = Account.parse(await (await test.signedIn("GET", "/api/v1/account")).json());
    expect(account.secondFactor?.recoveryCodesLeft).toBe(9);
    const rows = await test.deps.store.db.selectFrom("journal").select("message").orderBy("seq").execute();
    expect(rows.map(({ message }) => message)).toContainEqual({
      code: "account.recovery-code",
      params: { person: ADMIN.name, left: 9 },
    });
  });

  it("takes ten attempts at a code in fifteen minutes, wherever they come from and however often the password is given", async () => {
    let taken = 0;
    for (let at = 0; at < 30; at += 1) {
      test.clock.advance(20_000);
      const answer = await giveCode(WRONG, await firstStep(), { "X-Forwarded-For": `192.0.2.${at}` });
      if (answer.status === 401) taken += 1;
      else expect(answer.status).toBe(429);
    }
    expect(taken).toBeLessThanOrEqual(10);
    expect((await giveCode(codeNow(), await firstStep())).status).toBe(429);
    test.clock.advance(16 * MINUTE);
    expect((await giveCode(codeNow(), await firstStep())).status).toBe(200);
  });

  it("has five minutes for the code, and none after the password was changed", async () => {
    const late = await firstStep();
    test.clock.advance(5 * MINUTE);
    expect(await problemOf(await giveCode(codeNow(), late))).toMatchObject({ code: "wrong_state" });
    const early = await firstStep();
    const { db } = test.deps.store;
    const { password: hash } = await db.selectFrom("credential").select("password").executeTakeFirstOrThrow();
    await db.updateTable("credential").set({ password: "another" }).execute();
    const refused = await problemOf(await giveCode(codeNow(), early));
    await db.updateTable("credential").set({ password: hash }).execute();
    expect(refused).toMatchObject({ code: "wrong_state" });
    expect(await problemOf(await giveCode(codeNow(), "directory_console_second_step=v1.AAAA"))).toMatchObject({
      code: "wrong_state",
    });
  });

  it("is turned off, and its recovery codes made anew, only with the password and a code", async () => {
    const post = (path: string, body: unknown) => test.signedIn("POST", `/api/v1/account/second-factor/${path}`, body);
    for (const path of ["recovery-codes", "turn-off"]) {
      expect(await pointersOf(await post(path, { password: "wrong-wrong-wrong", code: codeNow() }))).toEqual([
        "/password",
      ]);
      expect(await pointersOf(await post(path, { password, code: WRONG }))).toEqual(["/code"]);
    }
    const before = recoveryCodes[0] ?? "";
    const renewed = RecoveryCodes.parse(await (await post("recovery-codes", { password, code: codeNow() })).json());
    expect((await giveCode(before, await firstStep())).status).toBe(401);
    test.clock.advance(MINUTE);
    expect((await post("turn-off", { password, code: renewed.recoveryCodes[0] })).status).toBe(204);
    expect((await givePassword()).status).toBe(200);
    const told = ["account.second-factor-on", "account.recovery-codes", "account.second-factor-off"];
    expect(await journalOf(test)).toEqual(expect.arrayContaining(told));
  });

  it("keeps neither the secret nor a recovery code as it is, and is sealed anew when the key has changed", async () => {
    const rows = await test.deps.store.db.selectFrom("second_factor").selectAll().execute();
    const codes = await test.deps.store.db.selectFrom("recovery_code").selectAll().execute();
    const kept = JSON.stringify([rows, codes]);
    const bare = (recoveryCodes[0] ?? "").replace("-", "");
    for (const plain of [secret, bare, hashSecret(bare)]) expect(kept).not.toContain(plain);
    await resealSecondFactors(test.deps);
    const after = await test.deps.store.db.selectFrom("second_factor").select("sealed_secret").execute();
    expect(after.map(({ sealed_secret }) => sealed_secret)).not.toEqual(rows.map(({ sealed_secret }) => sealed_secret));
    expect((await giveCode(codeNow(), await firstStep())).status).toBe(200);
  });

  it("is turned off by a reset link of an administrator, once that is used, and the journal tells it", async () => {
    const link = await test.signedIn("POST", `/api/v1/people/${test.context.personId}/link`);
    const { secret: linkSecret, person } = PersonLink.parse(await link.json());
    expect(person.hasSecondFactor).toBe(true);
    expect((await givePassword()).status).toBe(202);
    expect((await test.request("POST", "/api/v1/join", { secret: linkSecret, password })).status).toBe(200);
    expect((await givePassword()).status).toBe(200);
    const rows = await test.deps.store.db.selectFrom("journal").select("message").orderBy("seq").execute();
    expect(rows.map(({ message }) => message?.code)).toContain("account.second-factor-reset");
  });
});
