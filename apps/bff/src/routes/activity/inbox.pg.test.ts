import { type ChangeSet, Inbox, WaitingCounts } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("the inbox, on the embedded store", () => {
  testInbox(async () => await createTestApp());
});
describeOnPostgres("the inbox, on PostgreSQL", () => {
  testInbox(async () => await createTestApp({ store: await openTestStoreOnPostgres() }));
});

function testInbox(open: () => Promise<TestApp>): void {
  test("tells each person what waits for them until it is done, counts it, and marks what is new", async () => {
    await using app = await open();
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    const enter = async (name: string) => await app.enter({ name, roles: [{ role: "approver", referrers: null }] });
    const bea = await enter("Bea");
    const cleo = await enter("Cleo");
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const evidence = { reason: "The practice called", source: null, verifiedOn: "2020-01-01", reviewBy: null };
    const change = { record: { type: "schedule", id: schedule }, field: "name", evidence };
    const stage = async (value: string) =>
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
        changes: [{ ...change, operation: { op: "set", value } }],
      });
    const { changeSet } = await bodyOf<Staged>(await stage("Ours"));
    let { version } = changeSet;
    const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
      app.clock.advance(1000);
      const said = await bodyOf<ChangeSet>(
        await by("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/${verb}`, { version, ...body }),
      );
      version = said.version ?? version;
      return said;
    };
    const inbox = async (by: TestApp["signedIn"]) => {
      const { items } = Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`)));
      const counts = WaitingCounts.parse(await bodyOf(await by("GET", `${CONNECTION_API}/waiting-counts`)));
      expect([counts.inbox, counts.inboxNew]).toEqual([items.length, items.filter(({ isNew }) => isNew).length]);
      return items.map(({ kind, isNew, count, words, changeSet: set }) => [kind, isNew, count, words, set?.id ?? null]);
    };
    const { id } = changeSet;
    const me = app.signedIn;
    expect([await inbox(me), await inbox(bea.signedIn)]).toEqual([[], []]);

    await act(me, "submit");
    expect(await inbox(me), "nobody reviews what they staged").toEqual([]);
    expect(await inbox(bea.signedIn)).toEqual([["review", true, 1, null, id]]);
    expect(await inbox(cleo.signedIn)).toEqual([["review", true, 1, null, id]]);
    app.clock.advance(1000);
    expect((await bea.signedIn("PUT", `${CONNECTION_API}/inbox/seen`)).status).toBe(204);
    expect(await inbox(bea.signedIn)).toEqual([["review", false, 1, null, id]]);

    await me("PATCH", `${CONNECTION_API}/change-sets/${id}`, { version, reviewerIds: [bea.person.id] });
    version += 1;
    expect(await inbox(cleo.signedIn), "somebody else was asked").toEqual([]);

    await act(bea.signedIn, "requests", { words: "With which extension?" });
    expect(await inbox(me)).toEqual([["request", true, 1, "With which extension?", id]]);
    app.clock.advance(1000);
    await cleo.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/comments`, { words: "It is 24" });
    expect(await inbox(me)).toEqual([
      ["comment", true, 1, "It is 24", id],
      ["request", true, 1, "With which extension?", id],
    ]);
    app.clock.advance(1000);
    await me("PUT", `${CONNECTION_API}/inbox/seen`);
    expect(await inbox(me)).toEqual([["request", false, 1, "With which extension?", id]]);

    const { items } = await bodyOf<{ items: { id: string; asks: boolean }[] }>(
      await me("GET", `${CONNECTION_API}/change-sets/${id}/comments`),
    );
    await act(bea.signedIn, `requests/${items.find(({ asks }) => asks)?.id ?? ""}/withdraw`);
    await act(bea.signedIn, "approve");
    expect(await inbox(me)).toEqual([["approved", true, 1, null, id]]);
    expect(await inbox(bea.signedIn)).toEqual([["comment", true, 1, "It is 24", id]]);
    await act(me, "apply");
    expect(await inbox(me)).toEqual([]);

    const other = (await bodyOf<Staged>(await stage("Another"))).changeSet;
    const path = `${CONNECTION_API}/change-sets/${other.id}`;
    await me("POST", `${path}/submit`, { version: other.version });
    const { version: submitted } = await bodyOf<ChangeSet>(await me("GET", path));
    app.clock.advance(1000);
    await bea.signedIn("POST", `${path}/reject`, { version: submitted, reason: "It is called otherwise" });
    expect(await inbox(me)).toEqual([["rejected", true, 1, "It is called otherwise", other.id]]);
    app.clock.advance(1000);
    await me("PUT", `${CONNECTION_API}/inbox/seen`);
    expect(await inbox(me), "it is told until it was seen").toEqual([]);

    await app.sendDue();
    const { standardIndex } = app.deps.service.profile;
    const drift = JSON.stringify({ type: "schedule", id: schedule, set: { name: "B2" } });
    expect((await app.sandbox.control.request("/drift", { method: "POST", body: drift })).status).toBe(200);
    const record = { type: "schedule", id: schedule };
    for (const of of [standardIndex, indexId]) await refreshReading(app.deps, { indexId: of, ...record, maxAge: 0 });
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/schedules/${schedule}`);
    expect(await inbox(me)).toEqual([
      ["conflict", true, 1, null, null],
      ["overdue", false, 1, null, null],
    ]);
  });

  test("whoever staged and applied a set is told that somebody else withdrew it, and why, until they have seen it", async () => {
    await using app = await open();
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    const bea = (await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] })).signedIn;
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    const operation = { op: "set", value: "Ours" };
    const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
      changes: [{ record: { type: "schedule", id: schedule }, field: "name", evidence, operation }],
    });
    const path = `${CONNECTION_API}/change-sets/${(await bodyOf<Staged>(staged)).changeSet.id}`;
    const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
      const { version } = await bodyOf<ChangeSet>(await by("GET", path));
      const answer = await by("POST", `${path}/${verb}`, { version, ...body });
      expect(answer.status, verb).toBe(200);
    };
    await act(app.signedIn, "submit");
    await act(bea, "approve");
    await act(app.signedIn, "apply");
    await app.sendDue();
    app.clock.advance(1000);
    await act(bea, "withdraw", { reason: "They called again" });
    const told = async (by: TestApp["signedIn"]) =>
      Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`))).items.filter(
        ({ kind }) => kind === "withdrawn",
      );
    expect(await told(app.signedIn)).toMatchObject([{ count: 1, by: { name: "Bea" }, words: "They called again" }]);
    expect(await told(bea), "nobody is told what they did").toEqual([]);
    app.clock.advance(1000);
    await app.signedIn("PUT", `${CONNECTION_API}/inbox/seen`);
    expect(await told(app.signedIn)).toEqual([]);
  });

  /** A set of one change that is approved, by what each of two people may do in it. */
  async function approvedSet(app: TestApp) {
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    const roles = (["approver", "editor"] as const).map((role) => ({ role, referrers: null }));
    const bea = (await app.enter({ name: "Bea", roles })).signedIn;
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    const staged = await bodyOf<Staged>(
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
        changes: [
          {
            record: { type: "schedule", id: schedule },
            field: "name",
            evidence,
            operation: { op: "set", value: "Ours" },
          },
        ],
      }),
    );
    const path = `${CONNECTION_API}/change-sets/${staged.changeSet.id}`;
    const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
      const { version } = await bodyOf<ChangeSet>(await by("GET", path));
      const answer = await by("POST", `${path}/${verb}`, { version, ...body });
      expect(answer.status, verb).toBe(200);
    };
    await act(app.signedIn, "submit");
    await act(bea, "approve");
    const told = async (by: TestApp["signedIn"], kind: string) =>
      Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`))).items.filter((item) => item.kind === kind);
    return { act, bea, changeId: staged.changes[0]?.id ?? "", record: { type: "schedule", id: schedule }, told };
  }

  test("whoever staged a change is told that somebody else withdrew that one alone, once live as before", async () => {
    for (const isLive of [true, false]) {
      await using app = await open();
      const { act, bea, changeId, told } = await approvedSet(app);
      if (isLive) {
        await act(app.signedIn, "apply");
        await app.sendDue();
      }
      app.clock.advance(1000);
      const answer = await bea("POST", `${CONNECTION_API}/changes/${changeId}/withdraw`, {
        reason: "They called again",
      });
      expect(answer.status).toBe(200);
      expect(await told(app.signedIn, "withdrawn")).toMatchObject([
        { count: 1, by: { name: "Bea" }, words: "They called again" },
      ]);
      expect(await told(bea, "withdrawn"), "nobody is told what they did").toEqual([]);
    }
  });

  test("whoever staged a change that moved is told that somebody else took what is there", async () => {
    await using app = await open();
    const { act, bea, changeId, record, told } = await approvedSet(app);
    await app.control("/drift", { changes: [{ ...record, set: { name: "Theirs" } }] });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...record, maxAge: 0 });
    app.clock.advance(1000);
    await act(bea, "moved", { changeIds: [changeId], as: "take what is there" });
    expect(await told(app.signedIn, "withdrawn")).toMatchObject([{ count: 1, by: { name: "Bea" }, words: null }]);
    expect(await told(bea, "withdrawn")).toEqual([]);
  });

  test("whoever applied a set is told that somebody else paused it, or all of the connection, until it is resumed", async () => {
    await using app = await open();
    const { act, bea, told } = await approvedSet(app);
    await act(app.signedIn, "apply");
    app.clock.advance(1000);
    await act(bea, "pause");
    expect(await told(app.signedIn, "paused")).toMatchObject([{ count: 1, by: { name: "Bea" }, isNew: true }]);
    expect(await told(bea, "paused"), "nobody is told what they did").toEqual([]);
    await act(bea, "resume");
    expect(await told(app.signedIn, "paused")).toEqual([]);
    await act(app.signedIn, "pause");
    expect(await told(app.signedIn, "paused")).toEqual([]);
    await act(app.signedIn, "resume");
    expect((await bea("POST", `${CONNECTION_API}/pause`)).status).toBeLessThan(300);
    expect(await told(app.signedIn, "paused")).toMatchObject([{ count: 1, by: { name: "Bea" } }]);
  });

  test("whoever may settle it is told of an index version that may have been created, until it is settled", async () => {
    await using app = await open();
    const viewer = await app.enter({ name: "Vera", roles: [{ role: "viewer", referrers: null }] });
    const inbox = async (by: TestApp["signedIn"]) =>
      Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`))).items;
    await app.control("/faults", { kind: "reset-after", method: "POST", path: "/index_version", times: 1 });
    const asked = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "Lost", roster: "" });
    const { id } = await bodyOf<{ id: string }>(asked);
    const unknown = { kind: "creation", count: 1, isNew: true, changeSet: null, index: null };
    expect(await inbox(app.signedIn)).toMatchObject([{ ...unknown, creation: { id, name: "Lost" } }]);
    expect(await inbox(viewer.signedIn)).toEqual([]);
    await app.signedIn("POST", `${CONNECTION_API}/creations/${id}/settle`, { as: "not created" });
    expect(await inbox(app.signedIn)).toEqual([]);
  });

  test("whoever may settle it is told of an index version that may have been deleted", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: "" });
    const { id, name } = app.deps.connection;
    const at = app.clock.now();
    await app.deps.store.db
      .insertInto("deletion")
      .values({
        id: "del_0000000000000001",
        connection_id: id,
        index_id: indexId,
        name,
        state: "unknown",
        asked_because: "Retired",
        live_overrides: 0,
        was_there: true,
        created_by: JSON.stringify({ kind: "person", id: "per_1", name: "Bea" }),
        created_at: at,
        sent_at: at,
      })
      .execute();
    const { items } = Inbox.parse(await bodyOf(await app.signedIn("GET", `${CONNECTION_API}/inbox`)));
    expect(items).toMatchObject([{ kind: "deletion", by: { name: "Bea" }, index: { id: indexId }, creation: null }]);
  });
}
