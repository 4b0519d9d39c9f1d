import { ChangePage, type ChangeSet, Inbox, WaitingCounts } from "@dc/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX, writeOutside } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";

describe("the inbox, on the embedded store", () => {
  testInbox(openTestStore);
});
describeOnPostgres("the inbox, on PostgreSQL", () => {
  testInbox(openTestStoreOnPostgres);
});

function testInbox(storeOf: () => Promise<Store>): void {
  const open = async () => await createTestApp({ store: await storeOf() });

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
    const withoutPerson = sql<null>`(reason::jsonb #- '{params,personId}')::json`;
    await app.deps.store.db
      .updateTable("change")
      .set({ reason: withoutPerson })
      .where("change_set_id", "=", other.id)
      .execute();
    expect(await inbox(me), "as earlier versions kept it").toEqual([
      ["rejected", true, 1, "It is called otherwise", other.id],
    ]);
    const { items: rejected } = ChangePage.parse(await bodyOf(await me("GET", `${path}/changes`)));
    expect(rejected).toMatchObject([{ because: "Rejected by Bea: “It is called otherwise”" }]);
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
    const operation = { op: "set", value: "Ours" };
    const staged = await bodyOf<Staged>(
      await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
        changes: [
          {
            record: { type: "schedule", id: schedule },
            field: "name",
            evidence,
            operation,
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
    /** Stages the name of another schedule in the set, and answers the id of the change. */
    const stageBeside = async (by: TestApp["signedIn"]) => {
      const record = { type: "schedule", id: sampleSchedules(app, 2)[1] ?? "" };
      const changes = [{ indexId, record, field: "name", evidence, operation }];
      return (await bodyOf<Staged>(await by("POST", `${path}/changes`, { changes }))).changes[0]?.id ?? "";
    };
    const changeId = staged.changes[0]?.id ?? "";
    return { act, bea, changeId, indexId, path, record: { type: "schedule", id: schedule }, stageBeside, told };
  }

  /** Another value for a change that is a draft again; the ids of what stands in its place. */
  async function editOf(app: TestApp, changeId: string): Promise<string[]> {
    const {
      change_set_id: set,
      index_id: indexId,
      ...row
    } = await app.deps.store.db
      .selectFrom("change")
      .select(["change_set_id", "index_id", "record_id"])
      .where("id", "=", changeId)
      .executeTakeFirstOrThrow();
    const record = { type: "schedule", id: row.record_id };
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    const operation = { op: "set", value: "Ours, ext. 24" };
    const changes = [{ indexId, record, field: "name", operation, evidence }];
    const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${set}/changes`, { changes });
    return (await bodyOf<Staged>(answer)).changes.map(({ id }) => id);
  }

  test("whoever kept ours of a change is an author of it, and is not asked to review it", async () => {
    await using app = await open();
    const { act, bea, changeId, record, told } = await approvedSet(app);
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "approver", referrers: null }] })).signedIn;
    await app.control("/drift", { changes: [{ ...record, set: { name: "Theirs" } }] });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...record, maxAge: 0 });
    await act(bea, "moved", { changeIds: [changeId], as: "keep ours" });
    expect(await told(cleo, "review")).toMatchObject([{ count: 1 }]);
    expect(await told(bea, "review")).toEqual([]);
  });

  test("a set of which something is edited again is to be reviewed once that is done", async () => {
    await using app = await open();
    const { act, bea, changeId, stageBeside, told } = await approvedSet(app);
    await act(app.signedIn, "reopen");
    await stageBeside(app.signedIn);
    await act(app.signedIn, "submit");
    expect(await told(bea, "review")).toMatchObject([{ count: 2 }]);
    await act(app.signedIn, "reopen", { changeIds: [changeId] });
    expect(await told(bea, "review"), "its page is that of a draft").toEqual([]);
    await act(app.signedIn, "submit");
    expect(await told(bea, "review")).toMatchObject([{ count: 2 }]);
  });

  test("whoever staged a change in somebody else's set is told what is said about it, or about the set", async () => {
    await using app = await open();
    const { act, bea, changeId, path, stageBeside, told } = await approvedSet(app);
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "editor", referrers: null }] })).signedIn;
    await act(app.signedIn, "reopen");
    const ofCleo = await stageBeside(cleo);
    const say = async (words: string, changeIds?: string[]) => {
      app.clock.advance(1000);
      expect((await bea("POST", `${path}/comments`, { words, ...(changeIds && { changeIds }) })).status).toBe(200);
    };
    await say("Why this one?", [changeId]);
    expect(await told(cleo, "comment"), "it is about another one's change").toEqual([]);
    await say("And this one?", [ofCleo]);
    expect(await told(cleo, "comment")).toMatchObject([{ count: 1, words: "And this one?" }]);
    await say("All of it?");
    expect(await told(cleo, "comment")).toMatchObject([{ count: 2, words: "All of it?" }]);
    expect(await told(app.signedIn, "comment")).toMatchObject([{ count: 3 }]);
    expect(await told(bea, "comment"), "nobody is told what they said").toEqual([]);
  });

  test("whoever staged drafts is told that somebody else discarded them, or what moved of them, until they have seen it", async () => {
    await using app = await open();
    const { act, bea, changeId, indexId, path, record, stageBeside, told } = await approvedSet(app);
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "editor", referrers: null }] })).signedIn;
    await act(app.signedIn, "reopen");
    const beside = await stageBeside(cleo);
    const id = path.split("/").at(-1);
    app.clock.advance(1000);
    expect((await app.signedIn("DELETE", `${CONNECTION_API}/changes/${beside}`)).status).toBe(204);
    expect(await told(cleo, "discarded")).toMatchObject([{ count: 1, by: { name: "Ada Admin" }, changeSet: { id } }]);
    expect(await told(app.signedIn, "discarded"), "nobody is told what they did").toEqual([]);

    await app.control("/drift", { changes: [{ ...record, set: { name: "Theirs" } }] });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...record, maxAge: 0 });
    app.clock.advance(1000);
    await stageBeside(cleo);
    await act(bea, "moved", { changeIds: [changeId], as: "take what is there" });
    expect(await told(app.signedIn, "discarded")).toMatchObject([{ count: 1, by: { name: "Bea" }, changeSet: { id } }]);

    app.clock.advance(1000);
    await cleo("PUT", `${CONNECTION_API}/inbox/seen`);
    app.clock.advance(1000);
    expect((await bea("DELETE", path)).status).toBe(204);
    expect(await told(cleo, "discarded")).toMatchObject([
      {
        count: 1,
        by: { name: "Bea" },
        words: expect.stringContaining("name"),
        changeSet: null,
        index: { id: indexId },
      },
    ]);
    // A draft that was discarded alone in a set that somebody discarded then, too.
    const again = { changes: [{ record, field: "name", operation: { op: "set", value: "Cleo’s" } }] };
    const anew = await bodyOf<Staged>(await cleo("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, again));
    app.clock.advance(1000);
    expect((await bea("DELETE", `${CONNECTION_API}/changes/${anew.changes[0]?.id}`)).status).toBe(204);
    expect((await bea("DELETE", `${CONNECTION_API}/change-sets/${anew.changeSet.id}`)).status).toBe(204);
    const entries = await told(cleo, "discarded");
    expect(entries.map(({ count, changeSet }) => [count, changeSet])).toEqual([
      [1, null],
      [1, null],
    ]);
    app.clock.advance(1000);
    await cleo("PUT", `${CONNECTION_API}/inbox/seen`);
    expect(await told(cleo, "discarded")).toEqual([]);
  });

  test("whoever staged or applied a change at rest is told that somebody else let it give way, and nobody else is", async () => {
    await using stack = await createSendingStack({ store: await storeOf() });
    const { app, scheduleId } = stack;
    const enter = async (name: string, role: "editor" | "approver") =>
      (await app.enter({ name, roles: [{ role, referrers: null }] })).signedIn;
    const [ed, dan, bea] = [await enter("Ed", "editor"), await enter("Dan", "editor"), await enter("Bea", "approver")];
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    const record = { type: "schedule", id: scheduleId };
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    const operation = { op: "set", value: "Ours" };
    const staged = await bodyOf<Staged>(
      await ed("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, {
        changes: [{ record, field: "name", operation, evidence }],
      }),
    );
    const path = `${CONNECTION_API}/change-sets/${staged.changeSet.id}`;
    const act = async (by: TestApp["signedIn"], verb: string, body: object = {}) => {
      app.clock.advance(1000);
      const { version } = await bodyOf<ChangeSet>(await by("GET", path));
      expect((await by("POST", `${path}/${verb}`, { version, ...body })).status, verb).toBe(200);
    };
    const kinds = async (by: TestApp["signedIn"]) =>
      Inbox.parse(await bodyOf(await by("GET", `${CONNECTION_API}/inbox`))).items.map(
        ({ kind, count, by: who, words }) => [kind, count, who?.name ?? null, words],
      );
    await act(ed, "submit");
    await act(bea, "approve");
    await act(dan, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    app.clock.advance(5_000);
    await stack.pass();
    const atRest = [["at rest", 1, null, null]];
    expect([await kinds(ed), await kinds(dan), await kinds(bea)]).toEqual([atRest, atRest, []]);

    await act(dan, "at-rest", { changeIds: [staged.changes[0]?.id], as: "give way", reason: "It is theirs" });
    const asked = [["taking back", 1, "Dan", "It is theirs"]];
    expect([await kinds(ed), await kinds(dan), await kinds(bea)], "until it is confirmed").toEqual([
      atRest,
      atRest,
      asked,
    ]);

    await act(bea, "taking-back/confirm");
    expect(await bodyOf<ChangeSet>(await ed("GET", path))).toMatchObject({
      state: "withdrawn",
      withdrawn: { by: { name: "Bea" }, reason: "It is theirs", as: "give way" },
    });
    const gaveWay = [["withdrawn", 1, "Bea", "It is theirs"]];
    expect([await kinds(ed), await kinds(dan), await kinds(bea)]).toEqual([gaveWay, gaveWay, []]);
    app.clock.advance(1000);
    await ed("PUT", `${CONNECTION_API}/inbox/seen`);
    expect([await kinds(ed), await kinds(dan)], "each until they have seen it").toEqual([[], gaveWay]);
  });

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
    const { act, bea, changeId, path, record, told } = await approvedSet(app);
    await app.control("/drift", { changes: [{ ...record, set: { name: "Theirs" } }] });
    await refreshReading(app.deps, { indexId: app.deps.service.profile.standardIndex, ...record, maxAge: 0 });
    app.clock.advance(1000);
    await act(bea, "moved", { changeIds: [changeId], as: "take what is there" });
    expect(await bodyOf<ChangeSet>(await bea("GET", path))).toMatchObject({
      state: "withdrawn",
      withdrawn: { by: { name: "Bea" }, reason: null, as: "take what is there" },
    });
    expect(await told(app.signedIn, "withdrawn")).toMatchObject([{ count: 1, by: { name: "Bea" }, words: null }]);
    expect(await told(bea, "withdrawn")).toEqual([]);
  });

  test("whoever scheduled a set is told that somebody else withdrew it, or took its schedule back", async () => {
    await using app = await open();
    const { act, bea, path, told } = await approvedSet(app);
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "editor", referrers: null }] })).signedIn;
    await act(cleo, "schedule", { day: "2026-12-01" });
    app.clock.advance(1000);
    await act(bea, "schedule/drop");
    expect(await told(cleo, "unscheduled")).toMatchObject([
      { count: 1, by: { name: "Bea" }, changeSet: { id: path.split("/").at(-1) } },
    ]);
    expect(await told(bea, "unscheduled"), "nobody is told what they did").toEqual([]);
    await act(cleo, "schedule", { day: "2026-12-02" });
    expect(await told(cleo, "unscheduled"), "it is scheduled again").toEqual([]);
    app.clock.advance(1000);
    await act(bea, "withdraw", { reason: "They called again" });
    expect(await told(cleo, "withdrawn")).toMatchObject([
      { count: 1, by: { name: "Bea" }, words: "They called again" },
    ]);
    expect(await told(bea, "withdrawn")).toEqual([]);
  });

  test("whoever asked for changes is to review them once that is answered, and not before", async () => {
    await using app = await open();
    const { act, bea, changeId, told } = await approvedSet(app);
    const cleo = (await app.enter({ name: "Cleo", roles: [{ role: "approver", referrers: null }] })).signedIn;
    await act(app.signedIn, "reopen");
    await act(app.signedIn, "submit");
    expect(await told(bea, "review")).toMatchObject([{ count: 1 }]);
    await act(bea, "requests", { changeIds: [changeId], words: "Which extension?" });
    expect(await told(bea, "review"), "it is the author's turn").toEqual([]);
    expect(await told(cleo, "review"), "who did not ask approves it or not").toMatchObject([{ count: 1 }]);
    expect(await told(app.signedIn, "request")).toMatchObject([{ count: 1 }]);
    await act(app.signedIn, "reopen");
    const [edited] = await editOf(app, changeId);
    await act(app.signedIn, "submit");
    expect(edited).not.toBe(changeId);
    expect(await told(bea, "review")).toMatchObject([{ count: 1 }]);
  });

  test("nobody is told that they rejected a change of their own, or asked for changes of it", async () => {
    await using app = await open();
    const { act, bea, changeId, told } = await approvedSet(app);
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: true });
    await act(app.signedIn, "reopen");
    await act(app.signedIn, "submit");
    await act(app.signedIn, "requests", { changeIds: [changeId], words: "To be looked at again" });
    expect(await told(app.signedIn, "request")).toEqual([]);
    await act(app.signedIn, "reject", { reason: "It is called otherwise", changeIds: [changeId] });
    expect(await told(app.signedIn, "rejected")).toEqual([]);
    expect(await told(bea, "rejected")).toEqual([]);
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

  test("what is put off waits again at its time, once something new comes of it, or when it is taken up", async () => {
    await using app = await open();
    const { act, bea, path, told } = await approvedSet(app);
    await act(app.signedIn, "reopen");
    await act(app.signedIn, "submit");
    const [entry] = await told(bea, "review");
    const id = entry?.id ?? "";
    expect(entry).toMatchObject({ isNew: true, putOff: null });
    const put = async (verb: "put-off" | "take-up", body: object) =>
      expect((await bea("PUT", `${CONNECTION_API}/inbox/${verb}`, body)).status).toBe(204);
    const waiting = async (by = bea) => {
      const counts = WaitingCounts.parse(await bodyOf(await by("GET", `${CONNECTION_API}/waiting-counts`)));
      return [counts.inbox, counts.inboxNew];
    };
    expect(await waiting()).toEqual([1, 1]);
    const others = await waiting(app.signedIn);
    const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await put("put-off", { ids: [id, "review set_nowhere"], until });
    expect(await told(bea, "review")).toMatchObject([{ id, isNew: false, putOff: { until } }]);
    expect(await waiting()).toEqual([0, 0]);
    expect(await waiting(app.signedIn), "it is put off for the caller alone").toEqual(others);
    app.clock.advance(3_600_000);
    expect(await told(bea, "review")).toMatchObject([{ id, putOff: null }]);
    await put("put-off", { ids: [id], until: null });
    app.clock.advance(48 * 3_600_000);
    expect(await told(bea, "review")).toMatchObject([{ putOff: { until: null } }]);
    await put("take-up", { ids: [id] });
    expect(await waiting()).toEqual([1, 1]);
    await put("put-off", { ids: [id], until: null });
    await act(app.signedIn, "reopen");
    app.clock.advance(1000);
    await act(app.signedIn, "submit");
    expect(await told(bea, "review"), "it was asked for anew").toMatchObject([{ id, putOff: null, isNew: true }]);

    await bea("POST", `${path}/comments`, { words: "They call back at noon" });
    const me = app.signedIn;
    const [comment] = await told(me, "comment");
    const noon = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const body = { ids: [comment?.id], until: noon };
    expect((await me("PUT", `${CONNECTION_API}/inbox/put-off`, body)).status).toBe(204);
    app.clock.advance(1000);
    await me("PUT", `${CONNECTION_API}/inbox/seen`);
    app.clock.advance(3_600_000);
    expect(await told(me, "comment"), "it comes back, although all was seen").toMatchObject([{ putOff: null }]);
    await me("PUT", `${CONNECTION_API}/inbox/seen`);
    expect(await told(me, "comment")).toEqual([]);
  });

  test("what came since the inbox was shown is neither marked as seen nor put off with it", async () => {
    await using app = await open();
    const { bea, path, told } = await approvedSet(app);
    const me = app.signedIn;
    const put = async (to: string, body?: object) =>
      expect((await me("PUT", `${CONNECTION_API}/inbox/${to}`, body)).status).toBe(204);
    await bea("POST", `${path}/comments`, { words: "They call back at noon" });
    const [shown] = await told(me, "comment");
    app.clock.advance(1000);
    await bea("POST", `${path}/comments`, { words: "They called" });
    const at = shown?.at ?? "";
    const ids = [shown?.id];
    await put("put-off", { ids, until: null, shownUntil: at });
    expect(await told(me, "comment")).toMatchObject([{ words: "They called", putOff: null }]);
    await put(`seen?shownUntil=${at}`);
    expect(await told(me, "comment")).toMatchObject([{ words: "They called", isNew: true }]);
    await put("seen");
    expect(await told(me, "comment")).toEqual([]);
    await put(`seen?shownUntil=${at}`);
    expect(await told(me, "comment"), "what was seen stays so").toEqual([]);
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
