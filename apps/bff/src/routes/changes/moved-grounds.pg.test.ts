import { type Change, ChangePage, ChangeSet, Decided, Problem, ReviewPage } from "@dc/contract";
import type { Json } from "@dc/directory";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { refreshReading } from "#/records/refresh-readings.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import type { Staged } from "#/testing/change-set-requests.ts";
import { change } from "#/testing/changes.ts";
import { createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { answerBehind } from "#/testing/stores/answer-behind.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("what changes were decided on, on the embedded store", () => {
  testGrounds(async () => await createSendingStack());
});
describeOnPostgres("what changes were decided on, on PostgreSQL", () => {
  testGrounds(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

describeOnPostgres("two people who decide about one change at once, on PostgreSQL", () => {
  test.each(["approve", "reject", "withdraw"])(
    "[U5] %s is refused where the change is another one by then",
    async (verb) => {
      await using stack = await createSendingStack({ store: await openTestStoreOnPostgres() });
      const { app, scheduleId } = stack;
      const { db } = app.deps.store;
      const settings = { required: 1, ownCounts: true };
      expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
      const named = change({ type: "schedule", id: scheduleId }, "name", { op: "set", value: "Ours" });
      const changes = [{ ...named, evidence }];
      const staged = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
      const {
        changeSet,
        changes: [only],
      } = (await staged.json()) as Staged;
      const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
      const submitted = await app.signedIn("POST", `${path}/submit`, { version: changeSet.version });
      const { version } = ChangeSet.parse(await submitted.json());
      const edit = sql`update change set version = version + 1 where change_set_id = ${changeSet.id}`;
      const answer = await answerBehind(db, { hold: (trx) => edit.execute(trx) }, () =>
        verb === "withdraw"
          ? app.signedIn("POST", `${CONNECTION_API}/changes/${only?.id}/withdraw`, {})
          : app.signedIn("POST", `${path}/${verb}`, { version, ...(verb === "reject" ? { reason: "No" } : {}) }),
      );
      expect([answer.status, Problem.parse(await answer.json()).code]).toEqual([409, "version_mismatch"]);
    },
  );
});

const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

function testGrounds(open: () => Promise<SendingStack>): void {
  function begin(stack: SendingStack) {
    const { app, scheduleId } = stack;
    const record = { type: "schedule", id: scheduleId };
    const { standardIndex } = app.deps.service.profile;
    const read = async () => {
      for (const indexId of [standardIndex, INDEX]) await refreshReading(app.deps, { indexId, ...record, maxAge: 0 });
    };
    return {
      record,
      read,
      baseSays: async (set: object) => {
        const body = JSON.stringify({ ...record, set });
        expect((await app.sandbox.control.request("/drift", { method: "POST", body })).status).toBe(200);
        await read();
      },
      stage: async (by: TestApp["signedIn"], field: string, value: Json, seen: object = {}) => {
        const changes = [{ record, field, operation: { op: "set", value }, evidence, ...seen }];
        const answer = await by("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
        expect(answer.status).toBe(201);
        const staged = (await answer.json()) as { changeSet: ChangeSet; changes: Change[] };
        return { set: staged.changeSet, id: staged.changes[0]?.id ?? "" };
      },
      /** Acts on a set as it is now. */
      act: async (by: TestApp["signedIn"], setId: string, verb: string, body: object = {}) => {
        const path = `${CONNECTION_API}/change-sets/${setId}`;
        const { version } = ChangeSet.parse(await (await by("GET", path)).json());
        const answer = await by("POST", `${path}/${verb}`, { version, ...body });
        const said: unknown = await answer.json();
        return answer.status === 200 ? ChangeSet.parse(said) : Problem.parse(said);
      },
      changesOf: async (setId: string) => {
        const answer = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}/changes`);
        return ChangePage.parse(await answer.json()).items;
      },
      live: async () => {
        app.clock.advance(5_000);
        await stack.pass();
      },
    };
  }
  const enter = async (app: TestApp, name: string, role: "approver" | "editor") =>
    (await app.enter({ name, roles: [{ role, referrers: null }] })).signedIn;
  const require = async (app: TestApp, required: number) => {
    const settings = { required, ownCounts: false };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
  };

  test("[U3] [U4] who stages on a screen from before ours was read back, or a shown draft went live, has seen it", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf } = begin(stack);
    const eve = await enter(app, "Eve", "editor");
    const { set, id } = await stage(app.signedIn, "name", "First");
    const [first] = await changesOf(set.id);
    const before = first?.seen ?? null;
    const now = { value: "First" };
    await act(app.signedIn, set.id, "apply");
    await live();
    app.clock.advance(1_000);
    const own: string[] = [];
    const stageOn = async (effective: unknown, shown: string[]) => {
      const seen = { base: before?.base, index: before?.index, effective };
      const staged = await stage(eve, "name", "Second", { seen, seenDrafts: [...shown, ...own] });
      own.push(staged.id);
      const [change] = await changesOf(staged.set.id);
      return { setId: staged.set.id, moved: change?.moved };
    };
    expect(await stageOn(before?.effective, [])).toMatchObject({
      moved: { index: null, effective: { now }, by: { name: "Ada Admin" } },
    });
    expect(await stageOn(now, [])).toMatchObject({ moved: null });
    const { setId, moved } = await stageOn(before?.effective, [id]);
    expect(moved).toBe(null);
    expect(await act(eve, setId, "apply")).toMatchObject({ state: "queued" });
  });

  test("[U5] what moved is neither submitted nor approved nor applied, and each refusal names both values", async () => {
    await using stack = await open();
    const { app } = stack;
    await require(app, 1);
    const { act, stage, baseSays, changesOf, read } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const [before] = await changesOf(set.id);
    expect(before).toMatchObject({ moved: null, seen: { base: before?.baseSeen, isKept: true } });
    const moved = { code: "moved_since_seen", moved: [{ changeId: id, detail: expect.stringContaining("“B2”") }] };
    await baseSays({ name: "B2" });
    expect(await act(app.signedIn, set.id, "submit")).toMatchObject(moved);
    expect(await changesOf(set.id)).toMatchObject([
      { moved: { base: { seen: before?.baseSeen, now: { value: "B2" } }, index: null, effective: null } },
    ]);
    const listed = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}/moved`);
    expect(ChangePage.parse(await listed.json())).toMatchObject({ total: 1, items: [{ id, moved: { index: null } }] });
    const asBefore = before?.baseSeen;
    await baseSays({ name: asBefore && "value" in asBefore ? asBefore.value : null });
    expect(await act(app.signedIn, set.id, "submit")).toMatchObject({ state: "in review" });
    const bea = await enter(app, "Bea", "approver");
    await writeOutside(stack, { type: "schedule", id: stack.scheduleId }, "name", "B2");
    await read();
    expect(await act(bea, set.id, "approve")).toMatchObject(moved);
    await writeOutside(
      stack,
      { type: "schedule", id: stack.scheduleId },
      "name",
      asBefore && "value" in asBefore ? asBefore.value : null,
    );
    await read();
    expect(await act(bea, set.id, "approve")).toMatchObject({ state: "approved" });
    await baseSays({ name: "B2" });
    expect(await act(bea, set.id, "apply")).toMatchObject(moved);
    expect(await act(bea, set.id, "apply", { moved: "split off" })).toMatchObject(moved);
  });

  test("[U5] what moved says who took back what was live, and when; where only the service moved, when that was read", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf, baseSays } = begin(stack);
    const eve = await enter(app, "Eve", "editor");
    expect((await app.signedIn("POST", `${CONNECTION_API}/pause`)).status).toBe(200);
    const { set: first } = await stage(app.signedIn, "name", "First");
    await act(app.signedIn, first.id, "apply");
    await live();
    const { set: second } = await stage(eve, "name", "Second");
    app.clock.advance(60_000);
    const at = app.clock.now().toISOString();
    await act(app.signedIn, first.id, "withdraw", { reason: "A wrong one" });
    expect(await changesOf(second.id)).toMatchObject([
      { moved: { effective: { seen: { value: "First" } }, index: null, by: { name: "Ada Admin" }, at } },
    ]);
    const { set: third, id: shown } = await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await stage(eve, "timeZone", "Europe/Oslo", { seenDrafts: [shown] });
    await act(app.signedIn, third.id, "apply");
    await live();
    app.clock.advance(60_000);
    await baseSays({ time_zone: "Africa/Lagos" });
    const read = app.clock.now().toISOString();
    expect((await changesOf(second.id))[1]).toMatchObject({ moved: { base: {}, effective: null, by: null, at: read } });
  });

  test("[U5] apply reads again what is older than the connection says, and everything where it says 0", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, record } = begin(stack);
    const { set } = await stage(app.signedIn, "name", "Ours");
    const drift = JSON.stringify({ ...record, set: { name: "B2" } });
    expect((await app.sandbox.control.request("/drift", { method: "POST", body: drift })).status).toBe(200);
    const applyAt = async (applyAgeHours: number) => {
      const settings = { required: 0, ownCounts: true, applyAgeHours };
      const saved = await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings);
      expect(await saved.json()).toMatchObject(settings);
      return await act(app.signedIn, set.id, "apply");
    };
    expect(await applyAt(2)).toMatchObject({ state: "queued" });
    expect(await act(app.signedIn, set.id, "undo")).toMatchObject({ state: "draft" });
    app.clock.advance(3 * 3_600_000);
    expect(await applyAt(5)).toMatchObject({ state: "queued" });
    expect(await act(app.signedIn, set.id, "undo")).toMatchObject({ state: "draft" });
    expect(await applyAt(2)).toMatchObject({ code: "moved_since_seen" });
    const again = JSON.stringify({ ...record, set: { name: "B3" } });
    expect((await app.sandbox.control.request("/drift", { method: "POST", body: again })).status).toBe(200);
    const changes = ChangePage.parse(
      await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}/changes`)).json(),
    );
    const keep = { changeIds: changes.items.map(({ id }) => id), as: "keep ours" };
    expect(await act(app.signedIn, set.id, "moved", keep)).toMatchObject({ state: "draft" });
    expect(await applyAt(0)).toMatchObject({
      code: "moved_since_seen",
      moved: [{ detail: expect.stringContaining("“B3”") }],
    });
  });

  test("[U6] keep ours takes what is there as the ground, voids the approvals and makes an author of who said it", async () => {
    await using stack = await open();
    const { app } = stack;
    await require(app, 1);
    const { act, stage, baseSays, changesOf } = begin(stack);
    const bea = await enter(app, "Bea", "approver");
    const eve = await enter(app, "Eve", "editor");
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const keep = { changeIds: [id], as: "keep ours" };
    expect(await act(eve, set.id, "moved", keep)).toMatchObject({ code: "wrong_state" });
    await act(app.signedIn, set.id, "submit");
    await act(bea, set.id, "approve");
    await baseSays({ name: "B2" });
    expect(await act(eve, set.id, "moved", keep)).toMatchObject({ state: "in review", approvals: [] });
    expect(await changesOf(set.id)).toMatchObject([
      { moved: null, seen: { base: { value: "B2" } }, baseSeen: { value: "B2" } },
    ]);
    expect(await act(bea, set.id, "approve")).toMatchObject({ state: "approved" });
    await baseSays({ name: "B3" });
    expect(await act(app.signedIn, set.id, "moved", { changeIds: [id], as: "take what is there" })).toMatchObject({
      state: "withdrawn",
    });
  });

  test("[U6] whoever kept ours does not approve it", async () => {
    await using stack = await open();
    const { app } = stack;
    await require(app, 1);
    const { act, stage, baseSays } = begin(stack);
    const { signedIn: bea } = await app.enter({
      name: "Bea",
      roles: [
        { role: "approver", referrers: null },
        { role: "editor", referrers: null },
      ],
    });
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await act(app.signedIn, set.id, "submit");
    await baseSays({ name: "B2" });
    expect(await act(bea, set.id, "moved", { changeIds: [id], as: "keep ours" })).toMatchObject({ state: "in review" });
    expect(await act(bea, set.id, "approve")).toMatchObject({ code: "wrong_state" });
    expect(await act(await enter(app, "Cleo", "approver"), set.id, "approve")).toMatchObject({ state: "approved" });
  });

  test("[U7] what moved is split off where that was said, and the rest is applied", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, baseSays, changesOf } = begin(stack);
    const { set } = await stage(app.signedIn, "name", "Ours");
    await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await baseSays({ name: "B2" });
    expect(await act(app.signedIn, set.id, "apply")).toMatchObject({ code: "moved_since_seen" });
    const applied = await act(app.signedIn, set.id, "apply", { moved: "split off" });
    expect(applied).toMatchObject({ state: "queued", counts: { queued: 1, total: 1 } });
    const [splitOff = ""] = "splitOff" in applied ? applied.splitOff : [];
    expect(await changesOf(splitOff)).toMatchObject([{ field: "name", state: "draft", moved: { base: {} } }]);
  });

  test("[U6] a token splits off what moved of its own, and of others nothing", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, baseSays } = begin(stack);
    const scopes = ["read", "stage", "apply"];
    const made = await app.signedIn("POST", `${CONNECTION_API}/tokens`, { name: "Bot", scopes });
    const { secret } = (await made.json()) as { secret: string };
    const bot: TestApp["signedIn"] = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}` });
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await baseSays({ name: "B2" });
    expect(await act(bot, set.id, "split", { changeIds: [id] })).toMatchObject({ code: "forbidden" });
    expect((await bot("DELETE", `${CONNECTION_API}/changes/${id}`)).status).toBe(403);
    expect(await act(bot, set.id, "withdraw")).toMatchObject({ code: "forbidden" });
    expect(await act(bot, set.id, "apply", { moved: "split off" })).toMatchObject({ code: "moved_since_seen" });
    expect((await bot("DELETE", `${CONNECTION_API}/change-sets/${set.id}`)).status).toBe(403);
    const { set: own, id: moved } = await stage(bot, "name", "Theirs");
    await stage(bot, "timeZone", "Asia/Tokyo");
    await baseSays({ name: "B3" });
    const { version } = ChangeSet.parse(await (await bot("GET", `${CONNECTION_API}/change-sets/${own.id}`)).json());
    const split = await bot("POST", `${CONNECTION_API}/change-sets/${own.id}/split`, { version, changeIds: [moved] });
    expect(split.status).toBe(200);
    expect((await bot("DELETE", `${CONNECTION_API}/changes/${moved}`)).status).toBe(204);
  });

  test("[U8] of two people who decide one value, the second learns of the first; who wants the same is told that it is so", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf } = begin(stack);
    const eve = await enter(app, "Eve", "editor");
    const eli = await enter(app, "Eli", "editor");
    const { set: first } = await stage(app.signedIn, "name", "First");
    const { set: second } = await stage(eve, "name", "Second");
    const { set: same } = await stage(eli, "name", "First");
    expect(await act(app.signedIn, first.id, "apply")).toMatchObject({ state: "queued" });
    expect(await act(eve, second.id, "apply")).toMatchObject({ code: "moved_since_seen" });
    await live();
    expect(await act(eve, second.id, "apply")).toMatchObject({ code: "moved_since_seen" });
    expect(await changesOf(second.id)).toMatchObject([
      { moved: { effective: { now: { value: "First" } }, index: null, by: { name: "Ada Admin" } } },
    ]);
    expect(await act(eli, same.id, "apply")).toMatchObject({ state: "withdrawn" });
    expect(await changesOf(same.id)).toMatchObject([{ because: expect.stringContaining("says this already") }]);
  });

  test("[U8] what the directory says already is told and stops nothing, and is withdrawn once it is applied", async () => {
    await using stack = await open();
    const { app } = stack;
    await require(app, 1);
    const bea = await enter(app, "Bea", "approver");
    const { act, stage, baseSays, changesOf, read, record } = begin(stack);
    const [ours = "", other = "", third = ""] = stack.plans;
    const plans = async (ids: string[]) => {
      await writeOutside(stack, record, "acceptedInsurances", ids);
      await read();
    };
    await plans([ours, other]);
    await baseSays({ accepted_insurances: [] });
    const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
    const remove = { record, field: "acceptedInsurances", operation: { op: "remove", element: ours }, evidence };
    const staged = await app.signedIn("POST", path, { changes: [remove] });
    const [removal] = ((await staged.json()) as { changes: Change[] }).changes;
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const movedOf = async () =>
      ChangePage.parse(
        await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}/moved`)).json(),
      ).items.map((change) => change.id);
    expect(await changesOf(set.id)).toMatchObject([{ alreadySo: false }, { alreadySo: false }]);
    await plans([third]);
    expect(await movedOf()).toEqual([]);
    expect(await act(app.signedIn, set.id, "submit")).toMatchObject({ state: "in review" });
    expect(await changesOf(set.id)).toMatchObject([
      { id: removal?.id, alreadySo: true, moved: null },
      { id, alreadySo: false, moved: null },
    ]);
    const review = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}/review?level=change`);
    const told = ReviewPage.parse(await review.json()).items.map(({ change }) => [change.id, change.alreadySo]);
    expect(Object.fromEntries(told)).toEqual({ [removal?.id ?? ""]: true, [id]: false });
    expect(await act(bea, set.id, "approve")).toMatchObject({ state: "approved" });
    await baseSays({ name: "B2" });
    expect(await movedOf()).toEqual([id]);
    const refused = await act(bea, set.id, "apply");
    expect(refused).toMatchObject({ code: "moved_since_seen", moved: [{ changeId: id }] });
    expect(await act(app.signedIn, set.id, "moved", { changeIds: [id], as: "take what is there" })).toMatchObject({
      state: "approved",
    });
    expect(await act(bea, set.id, "apply")).toMatchObject({ state: "withdrawn" });
    expect(await changesOf(set.id)).toMatchObject([
      { because: expect.stringContaining("says this already") },
      { id, state: "withdrawn" },
    ]);
  });

  test("[U9] where a change that was queued earlier is undone, the whole set that stands on it goes back", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf } = begin(stack);
    const eve = await enter(app, "Eve", "editor");
    const { set: first } = await stage(app.signedIn, "name", "First");
    await act(app.signedIn, first.id, "apply");
    const { set: second } = await stage(eve, "name", "Second");
    await stage(eve, "timeZone", "Asia/Tokyo");
    expect(await act(eve, second.id, "apply")).toMatchObject({ state: "queued" });
    await act(app.signedIn, first.id, "undo");
    await live();
    expect(await changesOf(second.id)).toMatchObject([
      { state: "draft", because: expect.stringContaining("changed before it became live") },
      { state: "draft" },
    ]);
    expect(stack.written()).toEqual([]);
  });

  test("[U8] what is queued does not say so already: whoever wants the same is not dropped for what is undone", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf } = begin(stack);
    const eve = await enter(app, "Eve", "editor");
    const { set: first } = await stage(app.signedIn, "name", "First");
    const { set: same, id } = await stage(eve, "name", "First");
    await act(app.signedIn, first.id, "apply");
    expect(await changesOf(same.id)).toMatchObject([
      { alreadySo: false, moved: { effective: { now: { value: "First" } }, by: { name: "Ada Admin" } } },
    ]);
    expect(await act(eve, same.id, "apply")).toMatchObject({ code: "moved_since_seen", moved: [{ changeId: id }] });
    await act(app.signedIn, first.id, "undo");
    expect(await act(eve, same.id, "apply")).toMatchObject({ state: "queued" });
    await live();
    expect(await stack.rows([id])).toMatchObject([{ state: "applied" }]);
  });

  test("[U10] a live change whose index moved before its write is at rest until a person settles it", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, changesOf, record } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const { id: other } = await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    await live();
    const [resting, sent] = await stack.rows([id, other]);
    expect([resting, sent]).toMatchObject([
      { state: "deferred", reason: { code: "ground-moved", params: { sides: ["index"] } } },
      { state: "applied" },
    ]);
    expect(await changesOf(set.id)).toMatchObject([
      { moved: { index: { now: { value: "Theirs" } } } },
      { moved: null },
    ]);
    const again = await app.signedIn("POST", `${CONNECTION_API}/changes/${id}/send`);
    expect(again.status).toBe(409);
    const inbox = await app.signedIn("GET", `${CONNECTION_API}/inbox`);
    expect(await inbox.json()).toMatchObject({
      items: [{ kind: "at rest", count: 1, changeSet: { id: set.id } }, { kind: "moved" }],
    });
    await stack.pass();
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred" }]);
    const settle = { changeIds: [id], as: "send all the same", reason: "They called again" };
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ counts: { atRest: 0 } });
    await stack.pass();
    expect(await stack.rows([id])).toMatchObject([{ state: "applied" }]);
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ code: "wrong_state" });
  });

  test("[U10] what is behind a change at rest is sent once a person settled that", async () => {
    await using stack = await open();
    const { app, plans } = stack;
    const { act, stage, live, record } = begin(stack);
    const [first, second, theirs] = plans;
    const { set, id } = await stage(app.signedIn, "acceptedInsurances", [first ?? ""]);
    const added = { ...change(record, "acceptedInsurances", { op: "add", element: second ?? "" }), evidence };
    const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
    const answer = await app.signedIn("POST", path, { changes: [added] });
    const behind = ((await answer.json()) as { changes: Change[] }).changes[0]?.id ?? "";
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "acceptedInsurances", [theirs ?? ""]);
    await live();
    expect(await stack.rows([id, behind])).toMatchObject([
      { state: "deferred", reason: { code: "ground-moved" } },
      { state: "deferred", reason: { code: "earlier-change-open" } },
    ]);
    const settle = { changeIds: [id], as: "send all the same", reason: "They called again" };
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ counts: { atRest: 0 } });
    for (let pass = 0; pass < 3; pass += 1) {
      app.clock.advance(60_000);
      await stack.pass();
    }
    expect(await stack.rows([id, behind])).toMatchObject([{ state: "applied" }, { state: "applied" }]);
  });

  test.each(["index", "base"] as const)(
    "[U10] what the service refused for now is compared again before it is sent again: its %s moved",
    async (side) => {
      await using stack = await open();
      const { app } = stack;
      const { act, stage, live, record, baseSays } = begin(stack);
      const { set, id } = await stage(app.signedIn, "name", "Ours");
      await act(app.signedIn, set.id, "apply");
      app.sandbox.faults.arm({ kind: "status", status: 429, phase: "before", method: "POST", times: 1, ms: 0 });
      await live();
      expect(await stack.rows([id])).toMatchObject([{ state: "deferred", attempt: 1 }]);
      await (side === "index" ? writeOutside(stack, record, "name", "Theirs") : baseSays({ name: "B2" }));
      app.clock.advance(600_000);
      await stack.pass();
      const reason = { code: "ground-moved", params: { sides: [side] } };
      expect(await stack.rows([id])).toMatchObject([{ state: "deferred", reason }]);
      expect(stack.written().filter(({ path }) => path.startsWith("/schedules"))).toEqual([]);
    },
  );

  test("[R11] undo of keep ours lets a change rest again, unless somebody decided since what it stands on", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, record, baseSays } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await act(app.signedIn, set.id, "apply");
    await baseSays({ name: "B2" });
    await live();
    const [resting] = await stack.rows([id]);
    expect(resting).toMatchObject({ state: "deferred", reason: { code: "ground-moved", params: { sides: ["base"] } } });
    const decisions = `${CONNECTION_API}/index-versions/${INDEX}/decisions`;
    const keepOurs = async () => {
      const answer = await app.signedIn("POST", decisions, { record, field: "name", decision: "keep ours" });
      return Decided.parse(await answer.json()).undo?.decisionId;
    };
    const undo = async (decision?: string) => await app.signedIn("POST", `${decisions}/${decision}/undo`);
    const first = await keepOurs();
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred", reason: null }]);
    expect((await undo(first)).status).toBe(200);
    const { ground, reason, try_after } = resting ?? {};
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred", ground, reason, try_after }]);
    await stack.pass();
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred", reason }]);
    const second = await keepOurs();
    await baseSays({ name: "B3" });
    await stack.pass();
    const settle = { changeIds: [id], as: "send all the same", reason: "They called again" };
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ counts: { atRest: 0 } });
    expect((await undo(second)).status).toBe(409);
  });

  test("[U10] a write that was lost is not repeated once base moved: a person settles it", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, baseSays } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await act(app.signedIn, set.id, "apply");
    app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
    await live();
    expect(await stack.rows([id])).toMatchObject([{ state: "unknown", attempt: 1 }]);
    await baseSays({ name: "B2" });
    app.clock.advance(600_000);
    await stack.pass();
    const reason = { code: "base-moved-since-lost" };
    expect(await stack.rows([id])).toMatchObject([{ state: "unknown", reason, try_after: null }]);
    expect(await act(app.signedIn, set.id, "pause")).toMatchObject({ code: "wrong_state" });
    const settled = await app.signedIn("POST", `${CONNECTION_API}/changes/${id}/settle`, { as: "not applied" });
    expect(await settled.json()).toMatchObject({ state: "failed" });
  });

  test("[U10] a lost write behind one that base moved for is read again after the quiet time alone", async () => {
    await using stack = await open();
    const { app, scheduleId } = stack;
    const { baseSays } = begin(stack);
    const record = { type: "schedule", id: scheduleId };
    const [whole, one] = await stack.applied([
      change(record, "acceptedInsurances", { op: "set", value: ["ins_lost0001"] }),
      change(record, "acceptedInsurances", { op: "add", element: "ins_lost0002" }),
    ]);
    const rows = async () => await stack.rows([whole ?? "", one ?? ""]);
    app.sandbox.faults.arm({ kind: "reset-before", method: "POST", times: 1, phase: "before", ms: 0 });
    await stack.pass();
    expect(await rows()).toMatchObject([{ state: "unknown" }, { state: "unknown" }]);
    await baseSays({ accepted_insurances: ["ins_lost0009"] });
    app.clock.advance(600_000);
    await stack.pass();
    const [moved, behind] = await rows();
    expect(moved).toMatchObject({ state: "unknown", reason: { code: "base-moved-since-lost" }, try_after: null });
    expect(behind).toMatchObject({ state: "unknown", reason: { code: "earlier-change-open" } });
    expect(behind?.try_after?.getTime()).toBeGreaterThan(app.clock.now().getTime());
    expect(stack.written().filter(({ path }) => path.startsWith("/schedules"))).toEqual([]);
  });

  test("[U10] a change at rest is listed to be settled also once the index says what was seen again", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, record, read, changesOf } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const [before] = await changesOf(set.id);
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    await live();
    const asBefore = before?.seen?.index;
    await writeOutside(stack, record, "name", asBefore && "value" in asBefore ? asBefore.value : null);
    await read();
    expect(await stack.rows([id])).toMatchObject([{ state: "deferred", reason: { code: "ground-moved" } }]);
    const listed = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${set.id}/moved`);
    expect(ChangePage.parse(await listed.json())).toMatchObject({ total: 1, items: [{ id, moved: null }] });
  });

  test("[U10] a change at rest that gives way is withdrawn, and what the index says is known", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, record } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    await live();
    const settle = { changeIds: [id], as: "give way", reason: "It is theirs" };
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ state: "withdrawn" });
    const view = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/schedules/${record.id}`);
    const { comparison } = (await view.json()) as { comparison: { fields: { key: string; flags: string[] }[] } };
    expect(comparison.fields.find(({ key }) => key === "name")?.flags).not.toContain("outside");
    expect(stack.written().filter(({ path }) => path.startsWith("/schedules"))).toEqual([]);
  });

  test.each([
    ["send all the same", "applied", 0],
    ["give way", "withdrawn", 2],
  ] as const)("[U10] several at rest are settled by one request: %s", async (as, state, gaveWay) => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, record } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    const { id: other } = await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    await writeOutside(stack, record, "timeZone", "Europe/Oslo");
    await live();
    const resting = await stack.rows([id, other]);
    expect(resting.map(({ reason }) => reason?.code)).toEqual(["ground-moved", "ground-moved"]);
    const settle = { changeIds: [other, id], as, reason: "They called again" };
    expect(await act(app.signedIn, set.id, "at-rest", settle)).toMatchObject({ counts: { atRest: 0 } });
    await stack.pass();
    expect(await stack.rows([id, other])).toMatchObject([{ state }, { state }]);
    const journal = await app.deps.store.db.selectFrom("journal").select("action").execute();
    expect(journal.filter(({ action }) => action === "change.gave-way")).toHaveLength(gaveWay);
  });

  test("[S19] a change at rest is settled by as many as approve, while it is as whoever asked saw it", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live, record, read } = begin(stack);
    const { set, id } = await stage(app.signedIn, "name", "Ours");
    await act(app.signedIn, set.id, "apply");
    await writeOutside(stack, record, "name", "Theirs");
    await live();
    await require(app, 2);
    const [bea, cleo] = [await enter(app, "Bea", "approver"), await enter(app, "Cleo", "approver")];
    const settle = { changeIds: [id], as: "send all the same", reason: "They called again" };
    expect(await act(bea, set.id, "at-rest", settle)).toMatchObject({
      counts: { atRest: 1 },
      takingBack: { as: "send all the same", changes: 1, missing: 1 },
    });
    await writeOutside(stack, record, "name", "Theirs, once more");
    await read();
    expect(await act(cleo, set.id, "taking-back/confirm")).toMatchObject({ code: "wrong_state" });
    await act(cleo, set.id, "taking-back/drop");
    await act(cleo, set.id, "at-rest", { ...settle, as: "give way" });
    expect(await act(bea, set.id, "taking-back/confirm")).toMatchObject({ state: "withdrawn", takingBack: null });
    expect(stack.written().filter(({ path }) => path.startsWith("/schedules"))).toEqual([]);
  });

  test("[U16] a refusal names of a set the members that the change decides, and no others", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, baseSays, read, record } = begin(stack);
    const [ours = "", other = "", third = ""] = stack.plans;
    await writeOutside(stack, record, "acceptedInsurances", [ours, other]);
    await baseSays({ accepted_insurances: [other] });
    await read();
    const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
    const remove = { record, field: "acceptedInsurances", operation: { op: "remove", element: ours }, evidence };
    expect((await app.signedIn("POST", path, { changes: [remove] })).status).toBe(201);
    const { set } = await stage(app.signedIn, "timeZone", "Asia/Tokyo");
    await baseSays({ accepted_insurances: [ours, third] });
    const refused = await act(app.signedIn, set.id, "apply");
    const moved = "moved" in refused && Array.isArray(refused.moved) ? refused.moved : [];
    expect(moved).toEqual([{ changeId: expect.any(String), detail: `In the standard index, it now lists ${ours}.` }]);
  });

  test.each(["keep ours", "take what is there", "send all the same", "give way"] as const)(
    "[U18] %s is about what was on screen, of what the change decides",
    async (as) => {
      await using stack = await open();
      const { app } = stack;
      const { act, changesOf, live, read, record, stage } = begin(stack);
      const isLive = as === "send all the same" || as === "give way";
      const { set, id } = await stage(app.signedIn, "name", "Ours");
      const outside = async (name: string) => {
        await writeOutside(stack, record, "name", name);
        await read();
      };
      const before = (await changesOf(set.id))[0]?.seen?.index;
      if (isLive) await act(app.signedIn, set.id, "apply");
      // A live one finds that out as it is sent.
      if (isLive) await writeOutside(stack, record, "name", "Theirs");
      else await outside("Theirs");
      if (isLive) await live();
      const look = async () =>
        Object.fromEntries(
          (await changesOf(set.id)).map(({ id: of, moved }) => [
            of,
            { base: moved?.base?.now, index: moved?.index?.now, effective: moved?.effective?.now },
          ]),
        );
      const settle = async (seen: object) =>
        await act(app.signedIn, set.id, isLive ? "at-rest" : "moved", {
          as,
          changeIds: [id],
          seen,
          ...(isLive ? { reason: "They called again" } : {}),
        });
      const shown = await look();
      expect(shown[id]).toMatchObject({ index: { value: "Theirs" } });
      await outside("Theirs, once more");
      expect(await settle(shown)).toMatchObject({
        code: "moved_since_seen",
        moved: [{ changeId: id, detail: expect.stringContaining("Theirs, once more") }],
      });
      expect(await settle({})).toMatchObject({ code: "moved_since_seen" });
      expect(await changesOf(set.id)).toMatchObject([{ seen: { index: before } }]);
      expect(await settle(await look())).toMatchObject({ id: set.id });
    },
  );

  describe.each(["add", "remove", "set", "set of an absent field"] as const)("%s of a record that is gone", (op) => {
    const begun = async (stack: SendingStack) => {
      const { app } = stack;
      const { act, record, live, read } = begin(stack);
      const [plan = ""] = stack.plans;
      const [accepted = ""] = await stack.insurances();
      if (op === "set of an absent field")
        await app.control("/outside", { index: INDEX, ...record, unset: ["accepted_insurances"] });
      const operation =
        op === "set" || op === "set of an absent field"
          ? { op: "set", value: [plan] }
          : op === "add"
            ? { op, element: plan }
            : { op, element: accepted };
      const change = { record, field: "acceptedInsurances", operation, evidence };
      const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
      const { changeSet, changes } = (await (await app.signedIn("POST", path, { changes: [change] })).json()) as Staged;
      const [staged] = changes;
      const leaves = async () => {
        await app.control("/outside", { index: INDEX, ...record, delete: true });
      };
      return { app, act, live, leaves, read, setId: changeSet.id, id: staged?.id ?? "" };
    };

    test("[U17] has moved as a draft, and is never what the directory says already", async () => {
      await using stack = await open();
      const { act, app, leaves, read, setId, id } = await begun(stack);
      await leaves();
      await read();
      const listed = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}/changes`);
      expect(ChangePage.parse(await listed.json()).items).toMatchObject([{ alreadySo: false, moved: { base: null } }]);
      const detail = expect.stringMatching(/^In the index, it no longer has this record\./);
      expect(await act(app.signedIn, setId, "apply")).toMatchObject({
        code: "moved_since_seen",
        moved: [{ changeId: id, detail }],
      });
    });

    test("[U17] rests once it is live, and fails where it is sent all the same", async () => {
      await using stack = await open();
      const { act, app, leaves, live, setId, id } = await begun(stack);
      await act(app.signedIn, setId, "apply");
      await leaves();
      await live();
      const reason = { code: "ground-moved", params: { sides: ["index"] } };
      expect(await stack.rows([id])).toMatchObject([{ state: "deferred", reason }]);
      const settle = { changeIds: [id], as: "send all the same", reason: "They called again" };
      expect(await act(app.signedIn, setId, "at-rest", settle)).toMatchObject({ counts: { atRest: 0 } });
      await stack.pass();
      expect(await stack.rows([id])).toMatchObject([{ state: "failed", reason: { code: "record-missing" } }]);
    });
  });

  test("[U11] what became live of what an author was shown has not moved their change; what they were not shown has", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, stage, live } = begin(stack);
    await require(app, 1);
    const bea = await enter(app, "Bea", "approver");
    const { set: first } = await stage(app.signedIn, "name", "First");
    await act(app.signedIn, first.id, "submit");
    const { set: shown } = await stage(app.signedIn, "name", "Second");
    await act(app.signedIn, shown.id, "submit");
    const { set: unseen } = await stage(app.signedIn, "name", "Third", { seenDrafts: [] });
    await act(bea, first.id, "approve");
    await act(bea, first.id, "apply");
    await live();
    expect(await act(app.signedIn, unseen.id, "submit")).toMatchObject({ code: "moved_since_seen" });
    expect(await act(bea, shown.id, "approve")).toMatchObject({ state: "approved" });
    expect(await act(bea, shown.id, "apply")).toMatchObject({ state: "queued" });
  });
}
