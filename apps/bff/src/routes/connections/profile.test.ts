import { shippedProfiles } from "@dc/api-client";
import {
  CheckedProfile,
  type IndexVersion,
  IndexVersionPage,
  ChangeSet,
  OverridePage,
  Problem,
  ProfileInForce,
} from "@dc/contract";
import { afterEach, describe, expect, it } from "vitest";
import { profileInForce } from "#/operations/profile/in-force.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { journalOf, read } from "#/testing/directory.ts";
import { requireBuildable } from "#/upstream/service.ts";

describe("service profile", () => {
  let test: TestApp;
  let stack: SendingStack | undefined;
  afterEach(async () => {
    await (stack ?? test)[Symbol.asyncDispose]();
    stack = undefined;
  });
  const save = async (profile: unknown, revision: number) =>
    await test.signedIn("PUT", `${CONNECTION_API}/profile`, {
      profile,
      revision,
      why: "the endpoint is documented now",
    });
  const inForce = async () => await read(test, ProfileInForce, "/profile");

  it("a wrong profile is refused with the pointer of what is wrong, and the one in force stays", async () => {
    test = await createTestApp();
    const before = await inForce();
    const wrong = {
      extends: "default",
      name: "wrong",
      operations: { readPractitioner: { method: "GET", path: "/p/{who}", success: [200] } },
    };
    const answer = await save(wrong, 0);
    expect(answer.status).toBe(400);
    const { errors = [] } = Problem.parse(await answer.json());
    expect(errors.map(({ pointer }) => pointer)).toContain("/profile/operations/readPractitioner/path");
    const checked = CheckedProfile.parse(
      await (await test.signedIn("POST", `${CONNECTION_API}/profile/check`, { profile: wrong })).json(),
    );
    expect([checked.reading, ...new Set(checked.problems.map(({ pointer }) => pointer))]).toEqual([
      null,
      "/operations/readPractitioner/path",
    ]);
    expect(await inForce()).toEqual(before);
    expect(before).toMatchObject({ source: "shipped", revision: 0, revisions: [] });
  });

  it("a dry run says how a record would be read, before anything is saved", async () => {
    test = await createTestApp();
    const schedule = test.sandbox.samples.roster.match(/sch_\w+/)?.[0];
    const other = {
      extends: "default",
      name: "other",
      records: { schedule: { meanings: { name: { kind: "text", at: "/title" } } } },
    };
    const answer = await test.signedIn("POST", `${CONNECTION_API}/profile/check`, {
      profile: other,
      read: { schedule, indexId: "idx_standard" },
    });
    const { problems, reading } = CheckedProfile.parse(await answer.json());
    expect(problems).toEqual([]);
    const found = new Map(reading?.meanings.map(({ type, meaning, status }) => [`${type}.${meaning}`, status]));
    expect([
      found.get("schedule.name"),
      found.get("schedule.acceptedInsurances"),
      found.get("practitioner.displayName"),
    ]).toEqual(["absent", "found", "found"]);
    expect(reading?.unnamed.map(({ pointer }) => pointer)).toContain("/name");
    expect((await inForce()).source).toBe("shipped");
  });

  it("a dry run that the service refuses says which section of the profile to change", async () => {
    test = await createTestApp();
    const schedule = test.sandbox.samples.roster.match(/sch_\w+/)?.[0];
    const check = async (more: object) => {
      const profile = { extends: "default", name: "other", ...more };
      const answer = await test.signedIn("POST", `${CONNECTION_API}/profile/check`, { profile, read: { schedule } });
      return CheckedProfile.parse(await answer.json()).reading?.problems.map(({ pointer }) => pointer);
    };
    expect(await check({ credential: { composition: "key-as-password" } })).toEqual(["/credential"]);
    expect(await check({ headers: { apiVersion: { name: "X-Release" } } })).toEqual(["/apiVersion"]);
    expect(await check({ indexes: { prefix: "idx_", standard: "idx_base" } })).toEqual(["/indexes/standard"]);
  });

  it("a dry run against a service that cannot be reached says so", async () => {
    test = await createTestApp();
    test.sandbox.faults.arm({ kind: "reset-before", times: 20, phase: "before", ms: 0 });
    const answer = await test.signedIn("POST", `${CONNECTION_API}/profile/check`, {
      profile: { extends: "default", name: "other" },
      read: {},
    });
    expect(Problem.parse(await answer.json())).toMatchObject({
      code: "service_unreachable",
      detail: "The connection to the service was lost.",
    });
  });

  it("the newest revision is in force at once and at the next start, over the settings; going back is a revision too", async () => {
    test = await createTestApp();
    const settings = test.deps.settingsProfile;
    const atStart = () =>
      profileInForce(test.deps.store, {
        connectionId: test.deps.connection.id,
        settings,
        requireUsable: () => undefined,
        onUnusable: () => undefined,
      });
    expect((await save({ extends: "default", name: "mine" }, 0)).status).toBe(200);
    expect((await inForce()).revisions[0]).toMatchObject({
      number: 1,
      name: "mine",
      isOfSettings: false,
      why: "the endpoint is documented now",
    });
    expect([test.deps.service.profile.name, (await atStart()).name, (await inForce()).source]).toEqual([
      "mine",
      "mine",
      "saved",
    ]);
    const late = await save({ extends: "default", name: "late" }, 0);
    const told = { code: "version_mismatch", current: { revision: 1, name: "mine" } };
    expect(Problem.parse(await late.json())).toMatchObject(told);
    expect((await save(null, 1)).status).toBe(200);
    expect([test.deps.service.profile.name, (await atStart()).name, (await inForce()).revision]).toEqual([
      "default",
      "default",
      2,
    ]);
    expect(await journalOf(test)).toEqual(expect.arrayContaining(["profile.save", "profile.return"]));
  });

  it("numbers of a profile keep their digits in the store, in the answer and at the next start", async () => {
    test = await createTestApp();
    const body = { tenant: JSON.rawJSON("9007199254740993"), name: "{name}" };
    const createIndexVersion = { method: "POST", path: "/index-versions", body };
    expect((await save({ extends: "default", name: "mine", operations: { createIndexVersion } }, 0)).status).toBe(200);
    const { deps } = test;
    const start = { connectionId: deps.connection.id, settings: deps.settingsProfile };
    const ignored = { requireUsable: () => undefined, onUnusable: () => undefined };
    expect((await profileInForce(deps.store, { ...start, ...ignored })).hash).toBe(deps.service.profile.hash);
    for (const path of ["", "/revisions/1"])
      expect(await (await test.signedIn("GET", `${CONNECTION_API}/profile${path}`)).text()).toContain(
        '"tenant":9007199254740993',
      );
  });

  it("a profile by which the service cannot be called is refused before anything is stored", async () => {
    test = await createTestApp();
    const callProblem = {
      extends: "default",
      name: "callProblem",
      credential: { composition: "ready-made", prefix: "Schlüssel " },
    };
    const before = await inForce();
    const answer = await save(callProblem, 0);
    const { code, errors } = Problem.parse(await answer.json());
    expect([answer.status, code, errors?.[0]?.pointer]).toEqual([
      400,
      "invalid_request",
      expect.stringMatching(/^\/profile\/credential/),
    ]);
    expect(await inForce()).toEqual(before);
    const checked = await test.signedIn("POST", `${CONNECTION_API}/profile/check`, { profile: callProblem, read: {} });
    expect(CheckedProfile.parse(await checked.json())).toMatchObject({
      problems: [{ pointer: expect.stringMatching(/^\/credential/) }],
      reading: null,
    });
  });

  it("a stored revision that cannot be used, whatever the reason, gives way to the settings' profile at start, and is reported", async () => {
    test = await createTestApp();
    const { connection, settingsProfile: settings, store } = test.deps;
    const told: unknown[] = [];
    const startWith = async (apiKey: string) =>
      (
        await profileInForce(store, {
          connectionId: connection.id,
          settings,
          requireUsable: (profile) => requireBuildable({ baseUrl: connection.baseUrl, apiKey }, profile),
          onUnusable: (revision, error) => told.push([revision, error instanceof Error && error.name]),
        })
      ).name;
    const ready = { extends: "default", name: "ready", credential: { composition: "ready-made", prefix: "Key " } };
    expect((await save(ready, 0)).status).toBe(200);
    expect([await startWith("a-key"), await startWith("clé")]).toEqual(["ready", "default"]);
    await store.db.updateTable("profile_revision").set({ content: "{" }).execute();
    expect(await startWith("a-key")).toBe("default");
    expect(told).toEqual([
      [1, "InvalidCallError"],
      [1, "SyntaxError"],
    ]);
  });

  it("another standard index leaves one standard index, and what was curated in the old test index stays", async () => {
    stack = await createSendingStack({ profile: "default" });
    test = stack.app;
    const [id = ""] = await stack.applied([addPlan(stack.scheduleId, stack.plans[0] ?? "")]);
    await stack.pass();
    const listed = async (state = "active") => {
      const { items, pinned } = await read(test, IndexVersionPage, `/index-versions?state=${state}`);
      const shown = ({ id: indexId, origin, label }: IndexVersion) => `${origin} ${indexId} ${label ?? ""}`.trim();
      return [pinned.map(shown), items.map(shown)];
    };
    const asBefore = [["standard idx_standard Standard index", `test ${INDEX} Test index`], []];
    expect(await listed()).toEqual(asBefore);
    const moved = {
      extends: "default",
      name: "moved",
      indexes: { prefix: "idx_", standard: "idx_base", test: "idx_try" },
    };
    expect((await save(moved, 0)).status).toBe(200);
    expect(await listed()).toEqual([
      ["standard idx_base Standard index", "test idx_try Test index"],
      [`adopted ${INDEX}`],
    ]);
    expect((await listed("archived"))[1]).toEqual(["adopted idx_standard"]);
    const overrides = async () =>
      (await read(test, OverridePage, `/index-versions/${INDEX}/overrides`)).items.map(({ change }) => change.id);
    expect(await overrides()).toEqual([id]);
    expect(
      (await journalOf(test)).filter((action) => /^index-version\.(?:named-by-profile|no-longer-named)$/.test(action)),
    ).toHaveLength(4);

    expect((await save(null, 1)).status).toBe(200);
    expect(await listed()).toEqual(asBefore);
    expect((await listed("archived"))[1]).toEqual(["adopted idx_base", "adopted idx_try"]);
    expect(await overrides()).toEqual([id]);
  });

  it("a held change stays when the profile changes, and is applied once its write operation is filled in", async () => {
    stack = await createSendingStack({ profile: "default" });
    test = stack.app;
    const { scheduleId, plans } = stack;
    const [plan = ""] = plans;
    const [id = ""] = await stack.applied([addPlan(scheduleId, plan)]);
    await stack.pass();
    const states = async () => (await stack?.rows([id]))?.map(({ state }) => state);
    expect(await states()).toEqual(["held"]);
    expect((await save({ extends: "default", name: "still without writes" }, 0)).status).toBe(200);
    expect(await states()).toEqual(["held"]);
    expect((await save(shippedProfiles["with-writes"], 1)).status).toBe(200);
    const send = async () => (await test.signedIn("POST", `${CONNECTION_API}/changes/${id}/send`, {})).status;
    expect(await send()).toBe(200);
    await stack.pass();
    expect([await states(), await send()], "it can be undone for five seconds").toEqual([["deferred"], 409]);
    const [row] = await stack.rows([id]);
    const path = `${CONNECTION_API}/change-sets/${row?.change_set_id}`;
    const { version } = ChangeSet.parse(await (await test.signedIn("GET", path)).json());
    expect((await test.signedIn("POST", `${path}/undo`, { version })).status).toBe(200);
    expect([await states(), await send()]).toEqual([["held"], 200]);
    test.clock.advance(10_000);
    await stack.pass();
    expect(await states()).toEqual(["applied"]);
    expect(await stack.insurances()).toContain(plan);
    expect(stack.written().map(({ index }) => index)).toEqual([INDEX]);
  });
});
