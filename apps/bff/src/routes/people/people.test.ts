import { type GivenRole, ListedPerson, OwnSessionList, PeoplePage, PersonLink, Problem, Session } from "@dc/contract";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { refuseGuessable } from "#/operations/sign-in/refuse-guessable.ts";
import { passwordsAtFullCost } from "#/testing/people/cheap-passwords.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { ADMIN, CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { journalOf } from "#/testing/directory.ts";

const PASSWORD = "seven-lamps-at-harbour";
const HOUR = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

let count = 0;
async function invited(roles: GivenRole[] = [{ role: "viewer", referrers: null }]): Promise<PersonLink> {
  count += 1;
  const answer = await test.signedIn("POST", "/api/v1/people", {
    name: `Person ${count}`,
    email: `Person${count}@example.org`,
    roles: roles.map((role) => ({ ...role, connectionId: CONNECTION_ID })),
  });
  expect(answer.status).toBe(201);
  return PersonLink.parse(await answer.json());
}

const join = (secret: string, password = PASSWORD) => test.request("POST", "/api/v1/join", { secret, password });
const signIn = (email: string, password = PASSWORD) => test.request("POST", "/api/v1/session", { email, password });
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const problemOf = async (answer: Response) => Problem.parse(await answer.json());

async function entered(roles?: GivenRole[]) {
  const { person, secret } = await invited(roles);
  const answer = await join(secret);
  expect(answer.status).toBe(200);
  const Cookie = cookieOf(answer);
  return {
    person,
    signedIn: (method: string, path: string, body?: unknown) => test.request(method, path, body, { Cookie }),
  };
}

describe("an invitation", () => {
  it("is a link that lets one person in, once, with the roles that were given", async () => {
    const { person, secret, kind, expiresAt } = await invited([{ role: "editor", referrers: null }]);
    expect({ kind, state: person.state, link: person.link }).toEqual({
      kind: "invitation",
      state: "invited",
      link: { kind: "invitation", expiresAt },
    });
    expect((await signIn(person.email)).status).toBe(401);
    const answers = await Promise.all([join(secret), join(secret)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    const session = Session.parse(await answers.find(({ status }) => status === 200)?.json());
    expect(session.person?.roles).toEqual([{ connectionId: CONNECTION_ID, role: "editor", referrers: null }]);
    expect((await signIn(person.email.toUpperCase())).status).toBe(200);
    expect(await journalOf(test, person.id)).toEqual([
      "person.invite",
      "person.join",
      "session.start",
      "session.start",
    ]);
  });

  it("says whose account it is for, unused, to whoever has it, and nothing once it has ended", async () => {
    const read = async (secret: string) => await test.request("POST", "/api/v1/join/account", { secret });
    const { person, secret, expiresAt } = await invited();
    const { name, email } = person;
    expect(await (await read(secret)).json()).toEqual({ kind: "invitation", name, email, expiresAt });
    expect((await read(secret)).status).toBe(200);
    expect((await join(secret)).status).toBe(200);
    const reset = PersonLink.parse(await (await test.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
    expect(await (await read(reset.secret)).json()).toMatchObject({ kind: "reset", email });
    await test.signedIn("POST", `/api/v1/people/${person.id}/disable`);
    for (const ended of [secret, reset.secret, "no-such-secret-of-any-link"]) {
      const answer = await read(ended);
      const problem = await problemOf(answer);
      expect([answer.status, problem.code]).toEqual([403, "forbidden"]);
      expect(JSON.stringify(problem)).not.toContain(name);
    }
  });

  it("ends after a day, when it is withdrawn, and when another is made", async () => {
    const { person, secret } = await invited();
    const again = await test.signedIn("POST", `/api/v1/people/${person.id}/link`);
    expect((await join(secret)).status).toBe(403);
    expect((await test.signedIn("DELETE", `/api/v1/people/${person.id}/link`)).status).toBe(204);
    expect((await join(PersonLink.parse(await again.json()).secret)).status).toBe(403);
    expect((await journalOf(test, person.id)).at(-1)).toBe("person.withdraw-link");
    const late = await invited();
    test.clock.advance(24 * HOUR);
    expect((await join(late.secret)).status).toBe(403);
  });

  it("is refused for an address that has an account, and for what cannot be given", async () => {
    const ask = (roles: unknown, email = `other${(count += 1)}@example.org`) =>
      test.signedIn("POST", "/api/v1/people", { name: "Other", email, roles });
    const viewer = { connectionId: CONNECTION_ID, role: "viewer" };
    expect(await problemOf(await ask([viewer], ADMIN.email))).toMatchObject({ code: "already_exists" });
    expect((await ask([{ ...viewer, role: "approver" }])).status).toBe(201);
    expect(await problemOf(await ask([{ ...viewer, role: "owner" }]))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/roles/0/role" }],
    });
    expect(
      await problemOf(await ask([{ ...viewer, role: "admin", referrers: ["ref_0000000000000000"] }])),
    ).toMatchObject({
      errors: [{ pointer: "/roles/0/referrers" }],
    });
    expect(await problemOf(await ask([viewer, { ...viewer, referrers: ["ref_0000000000000000"] }]))).toMatchObject({
      errors: [{ pointer: "/roles/1/role" }],
    });
    expect(await problemOf(await ask([{ ...viewer, connectionId: "con_0000000000000000" }]))).toMatchObject({
      code: "forbidden",
    });
  });

  it("takes no password that is guessed first", async () => {
    const { secret, person } = await invited();
    for (const password of [
      "password1234",
      "123456789012",
      "aaaaaaaaaaaa",
      "directoryconsole",
      "person1example",
      "starwars",
      "StarWars",
      "1qaz2wsx",
      "qjxmvtr",
    ])
      expect([password, (await join(secret, password)).status]).toEqual([password, 400]);
    const ray = { name: "Ray", email: "ray@example.org" };
    expect(() => refuseGuessable("Ray@Example.org", ray)).toThrow("This password is easy to guess.");
    expect((await join(secret, "qjxmvtrk")).status).toBe(200);
    expect((await signIn(person.email, "qjxmvtrk")).status).toBe(200);
  });
});

describe("a reset link", () => {
  it("sets another password and ends every session", async () => {
    const { person, signedIn } = await entered();
    const link = PersonLink.parse(await (await test.signedIn("POST", `/api/v1/people/${person.id}/link`)).json());
    expect(link.kind).toBe("reset");
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(200);
    expect((await join(link.secret, "other-lamps-in-the-harbour")).status).toBe(200);
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, "other-lamps-in-the-harbour")).status).toBe(200);
  });
});

describe("a disabled person", () => {
  it("is out at the next request, with session and token, and in again once enabled; the name stays", async () => {
    const { person, signedIn } = await entered([{ role: "editor", referrers: null }]);
    const made = await signedIn("POST", `${CONNECTION_API}/tokens`, { name: "t", scopes: ["read", "gateway"] });
    const { secret } = (await made.json()) as { secret: string };
    const byToken = () =>
      test.request("GET", `${CONNECTION_API}/index-versions`, undefined, { Authorization: `Bearer ${secret}` });
    expect([(await byToken()).status, test.deps.tokens.find(secret) !== undefined]).toEqual([200, true]);
    const disabled = await test.signedIn("POST", `/api/v1/people/${person.id}/disable`);
    expect(ListedPerson.parse(await disabled.json())).toMatchObject({
      name: person.name,
      state: "disabled",
      disabledBy: { name: ADMIN.name },
    });
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(401);
    expect([(await byToken()).status, test.deps.tokens.find(secret) !== undefined]).toEqual([401, false]);
    expect(await problemOf(await signIn(person.email))).toMatchObject({ code: "sign_in_failed" });
    expect((await test.signedIn("POST", `/api/v1/people/${person.id}/enable`)).status).toBe(200);
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(401);
    expect([(await signIn(person.email)).status, (await byToken()).status]).toEqual([200, 401]);
    const codes = await journalOf(test, person.id);
    expect(codes.filter((code) => code.startsWith("person."))).toEqual([
      "person.invite",
      "person.join",
      "person.disable",
      "person.enable",
    ]);
  });

  it("is let in by no link from before, also once enabled", async () => {
    const { person, secret } = await invited();
    for (const step of ["disable", "enable"])
      expect((await test.signedIn("POST", `/api/v1/people/${person.id}/${step}`)).status).toBe(200);
    expect((await join(secret)).status).toBe(403);
  });
});

describe("roles", () => {
  it("are what the next request may do, also by a token, and the journal tells both", async () => {
    const { person, signedIn } = await entered([{ role: "editor", referrers: null }]);
    const plans = () => signedIn("POST", `${CONNECTION_API}/plans/import`, { csv: "id,payer,plan,kind\nins_a,A,B,C" });
    const made = await signedIn("POST", `${CONNECTION_API}/tokens`, { name: "t", scopes: ["read", "stage"] });
    const { secret } = (await made.json()) as { secret: string };
    const byToken = () =>
      test.request(
        "POST",
        `${CONNECTION_API}/plans/import`,
        { csv: "id,payer,plan,kind\nins_a,A,B,C" },
        { Authorization: `Bearer ${secret}`, "X-Directory-Console": "" },
      );
    expect([(await plans()).status, (await byToken()).status]).toEqual([200, 200]);
    const lowered = await giveRoles(test.signedIn, person.id, [{ role: "viewer" }]);
    expect(lowered.status).toBe(200);
    expect(await problemOf(await plans())).toMatchObject({
      code: "forbidden",
      detail: "This needs the role editor or admin. You are viewer here.",
    });
    expect(await problemOf(await byToken())).toMatchObject({ code: "forbidden" });
    const refused = await signedIn("POST", `${CONNECTION_API}/tokens`, { name: "t", scopes: ["read", "apply"] });
    expect(await problemOf(refused)).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/scopes/1" }] });
    const [attempt, last] = await test.deps.store.db
      .selectFrom("journal")
      .select(["action", "before", "after", "connection_id"])
      .where("subject", "=", person.id)
      .orderBy("seq", "desc")
      .limit(2)
      .execute();
    // What the new role does not allow was tried once more.
    expect(attempt?.action).toBe("request.refuse");
    expect(last).toEqual({
      action: "person.roles",
      connection_id: CONNECTION_ID,
      before: [{ role: "editor", referrers: null }],
      after: [{ role: "viewer", referrers: null }],
    });
    expect((await giveRoles(test.signedIn, person.id, [])).status).toBe(200);
    expect((await signedIn("GET", `${CONNECTION_API}/index-versions`)).status).toBe(404);
    expect(await (await signedIn("GET", "/api/v1/session")).json()).toMatchObject({ person: { roles: [] } });
  });

  it("are given by one of two administrators who saw the same ones; the other is told", async () => {
    const { person } = await invited();
    const give = (role: string) =>
      test.signedIn("PUT", `/api/v1/people/${person.id}/roles/${CONNECTION_ID}`, {
        roles: [{ role }],
        rolesVersion: person.rolesVersion,
      });
    const answers = await Promise.all([give("editor"), give("admin")]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [taken, refused] = answers[0]?.status === 200 ? answers : answers.toReversed();
    const after = ListedPerson.parse(await taken?.json());
    const { roles, rolesVersion } = after;
    const told = { code: "version_mismatch", current: { roles, rolesVersion } };
    expect(await problemOf(refused ?? new Response())).toMatchObject(told);
    expect(after.roles.map(({ role }) => role)).toEqual([answers[0] === taken ? "editor" : "admin"]);
    expect((await giveRoles(test.signedIn, person.id, [{ role: "viewer" }])).status).toBe(200);
  });

  it("the last administrator is neither disabled nor lowered, also by two at once", async () => {
    const admin = { role: "admin" as const, referrers: null };
    const first = test.context.personId;
    const lower = (who: TestApp["signedIn"], id: string) => giveRoles(who, id, [{ role: "editor" }]);
    for (const answer of [
      await lower(test.signedIn, first),
      await test.signedIn("POST", `/api/v1/people/${first}/disable`),
    ])
      expect(await problemOf(answer)).toMatchObject({ code: "wrong_state" });
    // Who was invited and has not entered does not count.
    await invited([admin]);
    expect((await lower(test.signedIn, first)).status).toBe(409);
    const { person, signedIn } = await entered([admin]);
    const { db } = test.deps.store;
    const sessions = await db.selectFrom("session").selectAll().where("userId", "=", first).execute();
    const answers = await Promise.all([
      test.signedIn("PUT", `/api/v1/people/${person.id}/roles/${CONNECTION_ID}`, {
        roles: [{ role: "editor" }],
        rolesVersion: person.rolesVersion,
      }),
      signedIn("POST", `/api/v1/people/${first}/disable`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    // Either may be taken, and whoever is disabled has no session any more.
    await sql`delete from person_role where role = 'editor'`.execute(db);
    await sql`update person set disabled_at = null, disabled_by = null`.execute(db);
    await db
      .insertInto("session")
      .values(sessions)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  it("nobody manages, or could enter as, who has a role where they do not administer", async () => {
    const other = "con_other00000000000";
    await sql`insert into connection (id, name, base_url, api_version, mode, key_sealed, created_at, updated_at)
      values (${other}, 'Other', 'http://other.invalid', '1', 'test', 'x', now(), now())`.execute(test.deps.store.db);
    const { person } = await entered();
    await sql`insert into person_role (person_id, connection_id, role, given_by, given_at)
      values (${person.id}, ${other}, 'admin', '{}', now())`.execute(test.deps.store.db);
    for (const path of ["link", "disable"])
      expect(await problemOf(await test.signedIn("POST", `/api/v1/people/${person.id}/${path}`))).toMatchObject({
        code: "forbidden",
      });
    const listed = async (id: string) => {
      const answer = await test.signedIn("GET", "/api/v1/people?q=person&limit=200");
      return PeoplePage.parse(await answer.json()).items.find((one) => one.id === id);
    };
    expect(await listed(person.id)).toMatchObject({
      isManaged: false,
      roles: [{ connectionId: CONNECTION_ID, role: "viewer" }],
    });
    await sql`delete from person_role where connection_id = ${other}`.execute(test.deps.store.db);
    await sql`delete from connection where id = ${other}`.execute(test.deps.store.db);
  });
});

describe("one's own account", () => {
  it("the password is changed with the old one, and every other session ends", async () => {
    const { person, signedIn } = await entered();
    const elsewhere = await signIn(person.email);
    const change = (currentPassword: string, newPassword: string) =>
      signedIn("POST", "/api/v1/account/password", { currentPassword, newPassword });
    expect(await problemOf(await change("wrong-lamps-at-harbour", "new-lamps-at-the-pier"))).toMatchObject({
      errors: [{ pointer: "/currentPassword" }],
    });
    expect((await change(PASSWORD, "new-lamps-at-the-pier")).status).toBe(200);
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(200);
    const out = await test.request("GET", "/api/v1/account", undefined, { Cookie: cookieOf(elsewhere) });
    expect(out.status).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, "new-lamps-at-the-pier")).status).toBe(200);
    expect(await journalOf(test, person.id)).toContain("account.password");
  });

  it("guesses of the old password count like those at sign-in", async () => {
    const { signedIn } = await entered();
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push(
        (await signedIn("POST", "/api/v1/account/password", { currentPassword: "x", newPassword: PASSWORD })).status,
      );
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it("sessions are listed without what their cookies hold, ended one by one, and all at once", async () => {
    const { person, signedIn } = await entered();
    const elsewhere = [await signIn(person.email), await signIn(person.email)].map(cookieOf);
    const text = await (await signedIn("GET", "/api/v1/account/sessions")).text();
    for (const cookie of elsewhere) expect(text).not.toContain(cookie.split("=")[1]?.split(".")[0]);
    const { items } = OwnSessionList.parse(JSON.parse(text));
    expect(items.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(items).toHaveLength(3);
    const other = items.find(({ isThis }) => !isThis)?.id ?? "";
    const admins = OwnSessionList.parse(await (await test.signedIn("GET", "/api/v1/account/sessions")).json()).items[0]
      ?.id;
    expect((await signedIn("DELETE", `/api/v1/account/sessions/${admins}`)).status).toBe(404);
    expect((await signedIn("DELETE", `/api/v1/account/sessions/${other}`)).status).toBe(204);
    const states = async () =>
      await Promise.all(
        elsewhere.map(async (Cookie) => (await test.request("GET", "/api/v1/account", undefined, { Cookie })).status),
      );
    expect(new Set(await states())).toEqual(new Set([200, 401]));
    expect((await signedIn("DELETE", "/api/v1/account/sessions?keep=this")).status).toBe(204);
    expect([...(await states()), (await signedIn("GET", "/api/v1/account")).status]).toEqual([401, 401, 200]);
    const everywhere = await signedIn("DELETE", "/api/v1/account/sessions");
    expect([everywhere.status, cookieOf(everywhere)]).toEqual([204, "directory_console_session="]);
    expect((await signedIn("GET", "/api/v1/account")).status).toBe(401);
    expect((await journalOf(test, person.id)).slice(-3)).toEqual(Array(3).fill("account.end-sessions"));
  });
});

describe("a password that is being checked while it is changed", () => {
  passwordsAtFullCost();

  it("lets nobody in any more", async () => {
    const { person } = await entered();
    let password = PASSWORD;
    for (const next of ["other-lamps-in-the-harbour", "third-lamps-in-the-harbour", "fourth-lamps-in-the-harbour"]) {
      const made = await test.signedIn("POST", `/api/v1/people/${person.id}/link`);
      const joining = join(PersonLink.parse(await made.json()).secret, next);
      await setTimeout(50);
      const entering = await signIn(person.email, password);
      const joined = await joining;
      const who = async (answer: Response) =>
        (await test.request("GET", "/api/v1/account", undefined, { Cookie: cookieOf(answer) })).status;
      expect([await who(joined), await who(entering)]).toEqual([200, 401]);
      password = next;
    }
  });
});
