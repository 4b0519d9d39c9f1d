import { generateKeyPairSync } from "node:crypto";
import { Account, ListedPerson, PasskeyOptions, PersonLink, Problem, Session } from "@dc/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { json } from "#/store/sql/json.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { journalOf } from "#/testing/directory.ts";
import { PasskeyDevice, type PasskeyLie } from "#/testing/people/passkey-device.ts";

const PASSWORD = "seven-lamps-at-harbour";
const ORIGIN = "http://localhost";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());
// What a test before this one tried counts no more.
beforeEach(() => test.clock.advance(15 * 60 * 1000));

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const sessionOf = (answer: Response) => cookiesOf(answer).find((one) => one.includes("_session=")) ?? "";
const codeOf = async (answer: Response) => Problem.parse(await answer.json()).code;

let count = 0;
/** Somebody with a password. */
async function member() {
  count += 1;
  const made = await test.signedIn("POST", "/api/v1/people", {
    name: `Person ${count}`,
    email: `person${count}@example.org`,
    roles: [{ connectionId: CONNECTION_ID, role: "viewer", referrers: null }],
  });
  const { person, secret } = PersonLink.parse(await made.json());
  const Cookie = sessionOf(await test.request("POST", "/api/v1/join", { secret, password: PASSWORD }));
  return { person, Cookie };
}

async function begun(Cookie: string, body: object = { password: PASSWORD }) {
  const answer = await test.request("POST", "/api/v1/account/passkeys/options", body, { Cookie });
  expect(answer.status).toBe(200);
  return {
    options: PasskeyOptions.parse(await answer.json()),
    Cookie: `${Cookie}; ${cookiesOf(answer).join("; ")}`,
  };
}

const add = (Cookie: string, body: object) => test.request("POST", "/api/v1/account/passkeys", body, { Cookie });

/** Somebody with a passkey. */
async function owner() {
  const { person, Cookie } = await member();
  const device = new PasskeyDevice(ORIGIN);
  const { options, Cookie: both } = await begun(Cookie);
  const answer = await add(both, { name: "Laptop", ...device.make(options) });
  expect(answer.status).toBe(201);
  const [passkey] = Account.parse(await answer.json()).passkeys;
  if (passkey === undefined) throw new Error("There is no passkey.");
  return { person, Cookie, device, passkey };
}

async function asked() {
  const answer = await test.request("POST", "/api/v1/session/passkey/options");
  expect(answer.status).toBe(200);
  return { options: PasskeyOptions.parse(await answer.json()), Cookie: cookiesOf(answer).join("; ") };
}

const finish = (proof: object, Cookie: string) => test.request("POST", "/api/v1/session/passkey", proof, { Cookie });

async function signIn(device: PasskeyDevice, lie: PasskeyLie = {}): Promise<Response> {
  const { options, Cookie } = await asked();
  return await finish(device.prove(options, lie), Cookie);
}

const REFUSED = { status: 401, cookies: [] };
const outcomeOf = (answer: Response) => ({ status: answer.status, cookies: cookiesOf(answer) });

describe("adding a passkey", () => {
  it("takes as many as there may be, also where several were begun before", async () => {
    const { person, Cookie } = await member();
    const rows = Array.from({ length: 19 }, (_, at) => ({
      id: `pky_full${String(at).padStart(12, "0")}`,
      person_id: person.id,
      credential_id: `full-${at}`,
      public_key: "-",
      use_count: 0,
      transports: json([]),
      name: `Key ${at}`,
      created_at: test.clock.now(),
    }));
    await test.deps.wholeStore.db.insertInto("passkey").values(rows).execute();
    const [first, second] = [await begun(Cookie), await begun(Cookie)];
    const made = async ({ options, Cookie: both }: typeof first) =>
      await add(both, { name: "Laptop", ...new PasskeyDevice(ORIGIN).make(options) });
    expect([(await made(first)).status, (await made(second)).status]).toEqual([201, 409]);
  });

  it("takes the password, and asks for one that verifies its owner", async () => {
    const { Cookie } = await member();
    for (const body of [{}, { password: "wrong" }]) {
      const refused = await test.request("POST", "/api/v1/account/passkeys/options", body, { Cookie });
      expect([refused.status, await codeOf(refused)]).toEqual([400, "invalid_request"]);
    }
    const { options } = await begun(Cookie);
    expect(options.publicKey).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("is told in the account, in the list of people and in the journal, without its key", async () => {
    const { person, Cookie, passkey } = await owner();
    expect(passkey).toMatchObject({ name: "Laptop", lastUsedAt: null });
    const listed = await test.signedIn("GET", `/api/v1/people?q=${person.email}`);
    const { items } = (await listed.json()) as { items: unknown[] };
    expect(ListedPerson.parse(items[0]).waysIn).toEqual(["password", "passkey"]);
    const { options } = await begun(Cookie);
    expect(options.publicKey["excludeCredentials"]).toHaveLength(1);
    expect((await journalOf(test, person.id)).at(-1)).toBe("account.add-passkey");
  });

  it.each<[string, PasskeyLie]>([
    ["another challenge", { challenge: "A".repeat(43) }],
    ["another origin", { origin: "https://elsewhere.example" }],
    ["another host", { host: "elsewhere.example" }],
    ["nobody verified", { isVerified: false }],
  ])("is refused with %s", async (_, lie) => {
    const { Cookie } = await member();
    const device = new PasskeyDevice(ORIGIN);
    const { options, Cookie: both } = await begun(Cookie);
    expect((await add(both, { name: "Laptop", ...device.make(options, lie) })).status).toBe(400);
    expect((await add(both, { name: "Laptop", ...device.make(options) })).status).toBe(201);
  });

  it("is refused without the challenge, after five minutes, for somebody else, and a second time", async () => {
    const { Cookie } = await member();
    const other = await member();
    const device = new PasskeyDevice(ORIGIN);
    const { options, Cookie: both } = await begun(Cookie);
    const made = { name: "Laptop", ...device.make(options) };
    expect((await add(Cookie, made)).status).toBe(409);
    expect((await add(both.replace(Cookie, other.Cookie), made)).status).toBe(409);
    expect((await add(both, made)).status).toBe(201);
    expect(await codeOf(await add(both, made))).toBe("already_exists");
    const again = await begun(Cookie);
    test.clock.advance(5 * 60 * 1000);
    const late = new PasskeyDevice(ORIGIN).make(again.options);
    expect(await codeOf(await add(again.Cookie, { name: "Phone", ...late }))).toBe("wrong_state");
  });

  it("without a password is for who signed in just now", async () => {
    const { signedIn } = await test.enter({ name: "Nia", roles: [{ role: "viewer", referrers: null }] });
    const begin = () => signedIn("POST", "/api/v1/account/passkeys/options", {});
    expect((await begin()).status).toBe(200);
    test.clock.advance(10 * 60_000);
    expect(await codeOf(await begin())).toBe("wrong_state");
  });
});

describe("signing in with a passkey", () => {
  it("begins a new session, ends the old one, and says when it was used", async () => {
    const { person, device, Cookie } = await owner();
    const { options, Cookie: pending } = await asked();
    const answer = await finish(device.prove(options), `${pending}; ${Cookie}`);
    expect(answer.status).toBe(200);
    expect(Session.parse(await answer.json()).person?.id).toBe(person.id);
    const get = (value: string) => test.request("GET", "/api/v1/account", undefined, { Cookie: value });
    expect((await get(Cookie)).status).toBe(401);
    const account = Account.parse(await (await get(sessionOf(answer))).json());
    expect(account.passkeys).toMatchObject([{ name: "Laptop", lastUsedAt: test.clock.now().toISOString() }]);
    expect(await journalOf(test, person.id)).toContain("session.start-with-passkey");
  });

  it("offers the same to everybody: it tells nothing of accounts", async () => {
    const { options } = await asked();
    expect(Object.keys(options.publicKey).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
  });

  it.each<[string, PasskeyLie]>([
    ["another challenge", { challenge: "A".repeat(43) }],
    ["another origin", { origin: "https://elsewhere.example" }],
    ["another host", { host: "elsewhere.example" }],
    ["nobody verified", { isVerified: false }],
    ["another key", { signedBy: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
  ])("is refused with %s", async (_, lie) => {
    const { device } = await owner();
    expect(outcomeOf(await signIn(device, lie))).toEqual(REFUSED);
    expect((await signIn(device)).status).toBe(200);
  });

  it("is refused where its count goes back, as that of a copy does", async () => {
    const { device } = await owner();
    expect((await signIn(device, { useCount: 7 })).status).toBe(200);
    expect(outcomeOf(await signIn(device, { useCount: 7 }))).toEqual(REFUSED);
    expect((await signIn(device, { useCount: 8 })).status).toBe(200);
  });

  it("counts once, in the browser that asked, for five minutes; also where the passkey does not count", async () => {
    const { device } = await owner();
    const { options, Cookie } = await asked();
    const proof = device.prove(options, { useCount: 0 });
    expect(outcomeOf(await finish(proof, ""))).toEqual(REFUSED);
    expect(outcomeOf(await finish(proof, (await asked()).Cookie))).toEqual(REFUSED);
    expect((await finish(proof, Cookie)).status).toBe(200);
    expect(outcomeOf(await finish(proof, Cookie))).toEqual(REFUSED);
    const late = await asked();
    test.clock.advance(5 * 60 * 1000);
    expect(outcomeOf(await finish(device.prove(late.options, { useCount: 0 }), late.Cookie))).toEqual(REFUSED);
  });

  it("is refused with a challenge that was given to add one", async () => {
    const { device, Cookie } = await owner();
    const { options, Cookie: both } = await begun(Cookie);
    expect(outcomeOf(await finish(device.prove(options), both))).toEqual(REFUSED);
  });

  it("is refused for an unknown passkey, a removed one, and a disabled person", async () => {
    expect(outcomeOf(await signIn(new PasskeyDevice(ORIGIN)))).toEqual(REFUSED);
    const { person, device, Cookie, passkey } = await owner();
    const before = await asked();
    test.clock.advance(1_000);
    await test.signedIn("POST", `/api/v1/people/${person.id}/disable`);
    const told = await journalOf(test, person.id);
    expect(outcomeOf(await signIn(device))).toEqual(REFUSED);
    expect(await journalOf(test, person.id)).toEqual(told);
    await test.signedIn("POST", `/api/v1/people/${person.id}/enable`);
    // What was begun before that ended with it.
    expect(outcomeOf(await finish(device.prove(before.options), before.Cookie))).toEqual(REFUSED);
    const again = await signIn(device);
    expect(again.status).toBe(200);
    const path = `/api/v1/account/passkeys/${passkey.id}`;
    expect((await test.request("DELETE", path, undefined, { Cookie })).status).toBe(401);
    expect((await test.request("DELETE", path, undefined, { Cookie: sessionOf(again) })).status).toBe(204);
    expect(outcomeOf(await signIn(device))).toEqual(REFUSED);
  });

  it("that fails is limited for where it comes from", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await signIn(new PasskeyDevice(ORIGIN))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("one's own passkeys", () => {
  it("are renamed and removed by their owner alone", async () => {
    const { person, Cookie, passkey } = await owner();
    const other = await owner();
    const path = `/api/v1/account/passkeys/${passkey.id}`;
    for (const [method, body] of [["PATCH", { name: "Mine now" }] as const, ["DELETE", undefined] as const])
      expect((await test.request(method, path, body, { Cookie: other.Cookie })).status).toBe(404);
    const renamed = await test.request("PATCH", path, { name: "Front desk" }, { Cookie });
    expect(Account.parse(await renamed.json()).passkeys).toMatchObject([{ name: "Front desk" }]);
    expect((await test.request("DELETE", path, undefined, { Cookie })).status).toBe(204);
    expect((await test.request("DELETE", path, undefined, { Cookie })).status).toBe(404);
    expect((await journalOf(test, person.id)).slice(-2)).toEqual(["account.rename-passkey", "account.remove-passkey"]);
  });

  it("are removed by a reset link, since somebody else may have added one", async () => {
    const { person, device } = await owner();
    const link = PersonLink.parse(await (await test.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
    await test.request("POST", "/api/v1/join", { secret: link.secret, password: PASSWORD });
    expect(outcomeOf(await signIn(device))).toEqual(REFUSED);
    expect(await journalOf(test, person.id)).toContain("account.passkeys-reset");
  });
});
