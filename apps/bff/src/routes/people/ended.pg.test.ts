import { type ChangeSet, type GrantedRole, PersonLink, SecondFactorStart } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { timeCode } from "#/runtime/time-code.ts";
import type { Store } from "#/store/engine/database.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf, sampleSchedules } from "#/testing/directory.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";

describe("what has ended, on the embedded store", () => {
  testEnded(openTestStore);
});
describeOnPostgres("what has ended, on PostgreSQL", () => {
  testEnded(openTestStoreOnPostgres);
});

const PASSWORD = "seven-lamps-at-harbour";
const everywhere = (role: GrantedRole["role"]): GrantedRole => ({ role, referrers: null });
const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

type Member = Awaited<ReturnType<TestApp["enter"]>>;

function testEnded(openStore: () => Promise<Store>): void {
  let app: TestApp;
  let otherId: string;
  beforeAll(async () => {
    app = await createTestApp({ store: await openStore() });
    await createDirectory(app, { name: "Other" });
    otherId = await referrerOf("Other");
  });
  afterAll(async () => await app?.[Symbol.asyncDispose]());

  const disable = async (id: string) =>
    expect((await app.signedIn("POST", `/api/v1/people/${id}/disable`)).status).toBe(200);
  const enable = async (id: string) =>
    expect((await app.signedIn("POST", `/api/v1/people/${id}/enable`)).status).toBe(200);
  const lower = async ({ person }: Member, ...roles: GrantedRole[]) =>
    expect((await giveRoles(app.signedIn, person.id, roles)).status).toBe(200);
  const messagesAbout = async (id: string) =>
    await app.deps.wholeStore.db
      .selectFrom("journal")
      .select("message")
      .where("subject", "=", id)
      .orderBy("seq")
      .execute();

  async function token({ signedIn }: Member, scopes: readonly string[]) {
    const made = await signedIn("POST", `${CONNECTION_API}/tokens`, { name: "program", scopes });
    const { secret, token: told } = (await made.json()) as { secret: string; token: { id: string } };
    const as: TestApp["signedIn"] = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}` });
    return { as, secret, id: told.id };
  }

  async function referrerOf(directory: string): Promise<string> {
    const { db } = app.deps.wholeStore;
    const row = await db.selectFrom("referrer").select("id").where("name", "=", `Dr. ${directory}`).executeTakeFirst();
    return row?.id ?? "";
  }

  async function requireApprovals(required: number): Promise<void> {
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required, ownCounts: false });
  }

  let count = 0;
  /** A draft of two changes in a directory of its own, staged by the administrator. */
  async function staged() {
    const name = `Own ${(count += 1)}`;
    const { indexId } = await createDirectory(app, { name, roster: sampleSchedules(app, 2).join("\n") });
    const changes = sampleSchedules(app, 2).map((id) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "set", value: [] },
      evidence,
    }));
    const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
    const { changeSet } = (await answer.json()) as { changeSet: ChangeSet };
    const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
    const read = async () => (await (await app.signedIn("GET", path)).json()) as ChangeSet;
    const act = async (by: TestApp["signedIn"], verb: string) => {
      const { version } = await read();
      const done = await by("POST", `${path}/${verb}`, { version });
      return { status: done.status, ...((await done.json()) as ChangeSet & { detail?: string }) };
    };
    const because = async () => {
      const rows = await app.deps.store.db
        .selectFrom("change")
        .select("reason")
        .where("change_set_id", "=", changeSet.id)
        .execute();
      return [...new Set(rows.map(({ reason }) => reason?.code ?? null))];
    };
    return { id: changeSet.id, indexId, referrerId: await referrerOf(name), read, act, because };
  }

  test("the tokens of somebody who was disabled are gone for good, and the journal counts them", async () => {
    const nora = await app.enter({ name: "Nora", roles: [everywhere("editor")] });
    const made = [await token(nora, ["read"]), await token(nora, ["gateway"])];
    const reads = async () => (await made[0]?.as("GET", `${CONNECTION_API}/index-versions`))?.status;
    expect(await reads()).toBe(200);
    await disable(nora.person.id);
    await enable(nora.person.id);
    expect(await reads()).toBe(401);
    expect(made.map(({ secret }) => app.deps.tokens.find(secret))).toEqual([undefined, undefined]);
    expect((await messagesAbout(nora.person.id)).slice(-2).map(({ message }) => message)).toMatchObject([
      { code: "person.disable", params: { tokens: 2 } },
      { code: "person.enable", params: { tokens: 0 } },
    ]);
  });

  test("a sign-in that waits for its code when the person is disabled lets nobody in later", async () => {
    const email = "sela@example.org";
    const roles = [{ connectionId: CONNECTION_ID, role: "viewer", referrers: null }];
    const invited = await app.signedIn("POST", "/api/v1/people", { name: "Sela", email, roles });
    const { person, secret: link } = PersonLink.parse(await invited.json());
    const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const joined = await app.request("POST", "/api/v1/join", { secret: link, password: PASSWORD });
    const Cookie =
      joined.headers
        .getSetCookie()
        .find((one) => one.includes("_session="))
        ?.split(";")[0] ?? "";
    const factor = "/api/v1/account/second-factor";
    const { secret } = SecondFactorStart.parse(
      await (await app.request("POST", factor, { password: PASSWORD }, { Cookie })).json(),
    );
    const codeNow = () => ({ code: timeCode(secret, app.clock.now()) });
    expect((await app.request("POST", `${factor}/confirm`, codeNow(), { Cookie })).status).toBe(200);
    app.clock.advance(60_000);
    const firstStep = async () => cookieOf(await app.request("POST", "/api/v1/session", { email, password: PASSWORD }));
    const enter = async (step: string) =>
      (await app.request("POST", "/api/v1/session/code", codeNow(), { Cookie: step })).status;
    const begun = await firstStep();
    app.clock.advance(1_000);
    await disable(person.id);
    await enable(person.id);
    expect(await enter(begun)).toBe(401);
    app.clock.advance(60_000);
    expect(await enter(await firstStep())).toBe(200);
  });

  test.each<[string, (by: Member) => Promise<unknown>]>([
    ["is disabled", async ({ person }) => await disable(person.id)],
    ["is a viewer", async (by) => await lower(by, everywhere("viewer"))],
    ["is limited to another referrer", async (by) => await lower(by, { role: "editor", referrers: [otherId] })],
  ])(
    "[S13] what somebody applied who %s at the end of the five seconds goes back whole, and says so",
    async (_, end) => {
      await requireApprovals(0);
      const { id, indexId, read, act, because } = await staged();
      const bo = await app.enter({ name: "Bo", roles: [everywhere("editor")] });
      expect(await act(bo.signedIn, "apply")).toMatchObject({ state: "queued" });
      await end(bo);
      await app.sendDue();
      expect(await read()).toMatchObject({
        state: "draft",
        counts: { draft: 2, total: 2 },
        appliedBy: null,
        sendAfter: null,
      });
      expect(await because()).toEqual(["may-not-apply"]);
      expect((await messagesAbout(id)).at(-1)?.message).toEqual({ code: "change-set.go-back", params: { count: 2 } });
      const overrides = await app.deps.store.db
        .selectFrom("override")
        .select("change_id")
        .where("index_id", "=", indexId)
        .execute();
      expect(overrides).toEqual([]);
      expect(await act(app.signedIn, "apply")).toMatchObject({ state: "queued" });
      expect(await because()).toEqual([null]);
      expect(await act(app.signedIn, "undo")).toMatchObject({ state: "draft" });
    },
  );

  test("[S13] what a token applied that is revoked at the end of the five seconds goes back", async () => {
    await requireApprovals(0);
    const { read, act, because } = await staged();
    const tia = await app.enter({ name: "Tia", roles: [everywhere("editor")] });
    const program = await token(tia, ["read", "apply"]);
    expect(await act(program.as, "apply")).toMatchObject({ state: "queued", appliedBy: { kind: "token" } });
    expect((await tia.signedIn("DELETE", `${CONNECTION_API}/tokens/${program.id}`)).status).toBe(204);
    await app.sendDue();
    expect([(await read()).state, await because()]).toEqual(["draft", ["may-not-apply"]]);
  });

  test("[S12] an approval whose giver may not approve any more is gone for good; the change is in review and keeps the others", async () => {
    await requireApprovals(2);
    const { id, referrerId, read, act, because } = await staged();
    const [ann, ben] = [
      await app.enter({ name: "Ann", roles: [everywhere("approver")] }),
      await app.enter({ name: "Ben", roles: [everywhere("approver")] }),
    ];
    await act(app.signedIn, "submit");
    await act(ann.signedIn, "approve");
    expect(await act(ben.signedIn, "approve")).toMatchObject({ state: "approved" });
    await lower(ben, { role: "approver", referrers: [otherId] });
    const short = { state: "in review", counts: { inReview: 2 }, approvals: [{ by: { name: "Ann" }, changes: 2 }] };
    expect(await read()).toMatchObject(short);
    expect(await because()).toEqual(["approval-lapsed"]);
    expect((await messagesAbout(id)).at(-1)?.message).toEqual({
      code: "change-set.lapse",
      params: { people: ["Ben"], count: 2 },
    });
    await lower(ben, { role: "approver", referrers: [referrerId] });
    expect(await read()).toMatchObject(short);
    expect(await act(ben.signedIn, "approve")).toMatchObject({ state: "approved" });
    expect(await because()).toEqual([null]);
  });

  test("[S12] apply counts approvals as of then, and puts the change into review where they are too few", async () => {
    await requireApprovals(1);
    const { read, act } = await staged();
    const cleo = await app.enter({ name: "Cleo", roles: [everywhere("approver")] });
    await act(app.signedIn, "submit");
    expect(await act(cleo.signedIn, "approve")).toMatchObject({ state: "approved" });
    // As a process leaves it that ends between lowering somebody and looking at what they approved.
    await app.deps.wholeStore.db.deleteFrom("person_role").where("person_id", "=", cleo.person.id).execute();
    expect(await act(app.signedIn, "apply")).toMatchObject({
      status: 409,
      detail: "Nothing was applied: 2 changes are in review again, since an approval no longer counts.",
    });
    expect(await read()).toMatchObject({ state: "in review", approvals: [] });
  });

  test("[S13] an approval that ends within the five seconds takes the whole set back, to review", async () => {
    await requireApprovals(1);
    const { id, read, act, because } = await staged();
    const dag = await app.enter({ name: "Dag", roles: [everywhere("approver")] });
    await act(app.signedIn, "submit");
    await act(dag.signedIn, "approve");
    expect(await act(app.signedIn, "apply")).toMatchObject({ state: "queued" });
    await disable(dag.person.id);
    await enable(dag.person.id);
    await app.sendDue();
    expect(await read()).toMatchObject({ state: "in review", counts: { inReview: 2 }, approvals: [], appliedBy: null });
    expect(await because()).toEqual(["approval-lapsed"]);
    expect((await journalOf(app, id)).slice(-2)).toEqual(["change-set.go-back", "change-set.lapse"]);
  });

  test("[S13] once a set is live it goes on, whoever leaves", async () => {
    await requireApprovals(0);
    const { read, act } = await staged();
    const eli = await app.enter({ name: "Eli", roles: [everywhere("editor")] });
    await act(eli.signedIn, "apply");
    await app.sendDue();
    expect(await read()).toMatchObject({ state: "held" });
    await disable(eli.person.id);
    await app.sendDue();
    expect(await read()).toMatchObject({ state: "held", appliedBy: { name: "Eli" } });
  });
}
