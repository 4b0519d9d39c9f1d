import { IndexVersion } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { ADMIN, CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("requests with an Idempotency-Key, on the embedded store", () => {
  testKeys(async () => await createTestApp());
});
describeOnPostgres("requests with an Idempotency-Key, on PostgreSQL", () => {
  testKeys(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

const REFERRERS = `${CONNECTION_API}/referrers`;

function testKeys(open: () => Promise<TestApp>): void {
  const keyed = (app: TestApp) => async (key: string, body: unknown, path: string) => {
    const answer = await app.signedIn("POST", path, body, { "Idempotency-Key": key });
    const text = await answer.text();
    const said = text === "" ? null : (JSON.parse(text) as { id?: string; code?: string; detail?: string });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^req_/);
    return { status: answer.status, replayed: answer.headers.get("Idempotency-Replayed"), said };
  };

  test("[K1, K2] have one effect, and the same answer each time", async () => {
    await using app = await open();
    const post = keyed(app);
    const first = await post("k-1", { name: "Harbour Row" }, REFERRERS);
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(await post("k-1", { name: "Harbour Row" }, REFERRERS)).toEqual({ ...first, replayed: "true" });
    expect((await journalOf(app)).filter((action) => action === "referrer.create")).toHaveLength(1);
    expect(await post("k-1", { name: "Elm Street" }, REFERRERS)).toMatchObject({
      status: 409,
      said: { code: "conflict", detail: expect.stringContaining("another body") },
    });
    expect(await post("k-2", { name: "Elm Street" }, REFERRERS)).toMatchObject({ status: 201, replayed: null });
  });

  test("[K1] have one effect when they are sent at a time", async () => {
    await using app = await open();
    const post = keyed(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("k", { name: "Harbour Row" }, REFERRERS)));
    const others = answers.filter(({ status }) => status !== 201).map(({ said }) => said?.code);
    expect(new Set(others)).toEqual(new Set(["in_progress"]));
    expect((await journalOf(app)).filter((action) => action === "referrer.create")).toHaveLength(1);
  });

  test("[K1] are another person's own, and lapse after a day", async () => {
    let now = Date.now();
    await using app = await open();
    app.deps.clock.now = () => new Date(now);
    const post = keyed(app);
    expect(await post("k", { name: "Harbour Row" }, REFERRERS)).toMatchObject({ status: 201 });
    const { signedIn } = await app.enter({ name: "Bea", roles: [{ role: "editor", referrers: null }] });
    const others = await signedIn("POST", REFERRERS, { name: "Elm Street" }, { "Idempotency-Key": "k" });
    expect([others.status, others.headers.get("Idempotency-Replayed")]).toEqual([201, null]);
    now += 24 * 60 * 60 * 1000 + 1;
    expect(await post("k", { name: "Mill Lane" }, REFERRERS)).toMatchObject({ status: 201, replayed: null });
  });

  test("[K2, K3] that were refused before any effect are asked anew, by whoever still may", async () => {
    await using app = await open();
    const post = keyed(app);
    expect(await post("k", { name: "" }, REFERRERS)).toMatchObject({ status: 400 });
    expect(await post("k", { name: "Harbour Row" }, REFERRERS)).toMatchObject({ status: 201, replayed: null });
    const { signedIn } = await app.enter({ name: "Bea", roles: [{ role: "viewer", referrers: null }] });
    const refused = await signedIn("POST", REFERRERS, { name: "Elm Street" }, { "Idempotency-Key": "k" });
    expect(refused.status).toBe(403);
    expect(await post("a b", { name: "Elm Street" }, REFERRERS)).toMatchObject({
      status: 400,
      said: { errors: [{ pointer: "Idempotency-Key" }] },
    });
  });

  test("[K3] tell an answer with a secret once, and name later what exists", async () => {
    await using app = await open();
    const post = keyed(app);
    const token = { name: "Reports", scopes: ["read"] };
    const first = await post("k", token, `${CONNECTION_API}/tokens`);
    expect(first).toMatchObject({ status: 201, said: { secret: expect.any(String) } });
    const { id } = (first.said as unknown as { token: { id: string } }).token;
    const again = await post("k", token, `${CONNECTION_API}/tokens`);
    expect(again).toMatchObject({
      status: 409,
      said: { code: "already_exists", detail: expect.stringContaining(id) },
    });
    const rows = await app.deps.wholeStore.db.selectFrom("keyed_request").selectAll().execute();
    expect(rows).toEqual([expect.objectContaining({ status: 201, answer: null, subject: id })]);
  });

  test("[K4] to one's own account are carried out each time", async () => {
    await using app = await open();
    const post = keyed(app);
    const change = { currentPassword: ADMIN.password, newPassword: "another-horse-battery" };
    expect(await post("k", change, "/api/v1/account/password")).toMatchObject({ status: 200, replayed: null });
    expect(await post("k", change, "/api/v1/account/password")).toMatchObject({
      status: 400,
      replayed: null,
      said: { errors: [{ pointer: "/currentPassword" }] },
    });
  });

  test("[K2] are answered no more about a directory that came to another referrer since", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app);
    const at = `${CONNECTION_API}/index-versions/${indexId}`;
    const directory = async () => IndexVersion.parse(await (await app.signedIn("GET", at)).json());
    const harbour = (await directory()).referrer?.id ?? "";
    const comesTo = async (referrer: object) => {
      const { version } = await directory();
      expect((await app.signedIn("PATCH", at, { referrer, version })).status).toBe(200);
    };
    const { signedIn } = await app.enter({ name: "Bea", roles: [{ role: "editor", referrers: [harbour] }] });
    const [id = ""] = sampleSchedules(app, 1);
    const changes = [{ record: { type: "schedule", id }, field: "name", operation: { op: "set", value: "Ours" } }];
    const stage = async () => {
      const path = `${CONNECTION_API}/index-versions/${indexId}/changes`;
      const answer = await signedIn("POST", path, { changes }, { "Idempotency-Key": "k" });
      return [answer.status, answer.headers.get("Idempotency-Replayed"), await answer.text()];
    };
    const [status, , said] = await stage();
    expect(status).toBe(201);
    expect(await stage()).toEqual([201, "true", said]);
    await comesTo({ name: "Elm Street" });
    const [refused, replayed, why] = await stage();
    expect([refused, replayed]).toEqual([409, null]);
    expect(why).not.toContain("Ours");
    await comesTo({ id: harbour });
    expect(await stage()).toEqual([201, "true", said]);
  });

  test("[K3] whose process ended before it answered are not carried out again", async () => {
    await using app = await open();
    const post = keyed(app);
    await post("k", { name: "Harbour Row" }, REFERRERS);
    const { db } = app.deps.wholeStore;
    await db.updateTable("keyed_request").set({ status: null, answer: null }).execute();
    expect(await post("k", { name: "Harbour Row" }, REFERRERS)).toMatchObject({
      status: 409,
      said: { code: "already_exists" },
    });
    expect((await journalOf(app)).filter((action) => action === "referrer.create")).toHaveLength(1);
  });
}
