import { PasskeyOptions, PersonLink } from "@dc/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { PasskeyDevice } from "#/testing/people/passkey-device.ts";

const PASSWORD = "seven-lamps-at-harbour";
const OF_RESET = "nine-gates-of-granite";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const join = (secret: string, password: string) => test.request("POST", "/api/v1/join", { secret, password });

/** Somebody who is signed in with a password, and the link that resets it. */
async function memberWithResetLink(email: string) {
  const roles = [{ connectionId: CONNECTION_ID, role: "viewer", referrers: null }];
  const invited = await test.signedIn("POST", "/api/v1/people", { name: "Mira Vale", email, roles });
  const { person, secret } = PersonLink.parse(await invited.json());
  const [Cookie = ""] = cookiesOf(await join(secret, PASSWORD)).filter((one) => one.includes("_session="));
  const made = await test.signedIn("POST", `/api/v1/people/${person.id}/link`);
  return { person, Cookie, secret: PersonLink.parse(await made.json()).secret };
}

it("a password that is reset while somebody changes it is that of the reset", async () => {
  const email = "change@example.org";
  const { Cookie, secret } = await memberWithResetLink(email);
  const input = { currentPassword: PASSWORD, newPassword: "four-otters-in-winter" };
  const [changed, reset] = await Promise.all([
    test.request("POST", "/api/v1/account/password", input, { Cookie }),
    join(secret, OF_RESET),
  ]);
  expect([changed.status, reset.status]).toEqual([400, 200]);
  expect((await test.request("POST", "/api/v1/session", { email, password: OF_RESET })).status).toBe(200);
});

it("a passkey whose owner is reset while it is looked at is not added", async () => {
  const { person, Cookie, secret } = await memberWithResetLink("passkey@example.org");
  const begun = await test.request("POST", "/api/v1/account/passkeys/options", { password: PASSWORD }, { Cookie });
  const both = { Cookie: [Cookie, ...cookiesOf(begun)].join("; ") };
  const made = new PasskeyDevice("http://localhost").make(PasskeyOptions.parse(await begun.json()));
  const { passkeys } = test.deps;
  test.deps.passkeys = {
    ...passkeys,
    verifyNewPasskey: async (...given) => {
      expect((await join(secret, OF_RESET)).status).toBe(200);
      return await passkeys.verifyNewPasskey(...given);
    },
  };
  const added = await test.request("POST", "/api/v1/account/passkeys", { name: "Laptop", ...made }, both);
  test.deps.passkeys = passkeys;
  expect(added.status).toBe(401);
  const kept = test.deps.wholeStore.db.selectFrom("passkey").selectAll().where("person_id", "=", person.id);
  expect(await kept.execute()).toEqual([]);
});
