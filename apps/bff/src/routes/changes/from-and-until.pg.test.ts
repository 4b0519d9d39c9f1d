import { ChangePage, ChangeSet, ChangeSetPlan, Inbox, OverridePage, Problem, RosterPage } from "@dc/contract";
import type { Json } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { setUntil } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { CHECKS } from "#/operations/change-sets/check.ts";
import { SCHEDULES } from "#/operations/change-sets/schedule.ts";
import { OVERDUE } from "#/records/mark-overdue.ts";
import type { Store } from "#/store/engine/database.ts";
import { selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { CONNECTION_API, createTestApp, type TestAppOptions } from "#/testing/app.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("from and until, on the embedded store", () => {
  testDays(openTestStore);
});
describeOnPostgres("from and until, on PostgreSQL", () => {
  testDays(openTestStoreOnPostgres);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const NEXT_WEEK = "2026-11-27";

interface Staged {
  value: Json;
  from?: string;
  until?: string;
  evidence?: null;
}

function testDays(openStore: () => Promise<Store>): void {
  async function begin(settings: object = {}, options: TestAppOptions = {}) {
    const stack = await createSendingStack({ store: options.store ?? (await openStore()), ...options });
    const { app, scheduleId } = stack;
    const record = { type: "schedule", id: scheduleId };
    const put = async (given: object) => {
      const answer = await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, {
        required: 0,
        ownCounts: true,
        ...given,
      });
      expect(answer.status).toBe(200);
    };
    await put(settings);
    const path = (id: string) => `${CONNECTION_API}/change-sets/${id}`;
    const get = async (id: string) => ChangeSet.parse(await (await app.signedIn("GET", path(id))).json());
    const act = async (id: string, verb: string, body: object = {}, by = app.signedIn) => {
      const { version } = await get(id);
      const answer = await by("POST", `${path(id)}/${verb}`, { version, ...body });
      const said: unknown = await answer.json();
      return { status: answer.status, said: answer.status < 300 ? ChangeSet.parse(said) : Problem.parse(said) };
    };
    return {
      stack,
      app,
      record,
      put,
      get,
      act,
      /** Stages fields with the days from and until which each holds. */
      stage: async (fields: { [field: string]: Staged }, by = app.signedIn) => {
        const changes = Object.entries(fields).map(([field, { value, evidence, ...days }]) => ({
          record,
          field,
          operation: { op: "set", value },
          evidence: evidence === null ? null : { reason: "The practice called", ...days },
        }));
        const answer = await by("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
        expect([answer.status, answer.status === 201 ? null : await answer.json()]).toEqual([201, null]);
        return ((await answer.json()) as { changeSet: ChangeSet }).changeSet.id;
      },
      plan: async (id: string) => ChangeSetPlan.parse(await (await app.signedIn("GET", `${path(id)}/plan`)).json()),
      changesOf: async (id: string) =>
        ChangePage.parse(await (await app.signedIn("GET", `${path(id)}/changes`)).json()).items,
      inbox: async (by = app.signedIn) => Inbox.parse(await (await by("GET", `${CONNECTION_API}/inbox`)).json()).items,
      /** Lets the hour of what is scheduled come, and what waits for it run. */
      pass: async (ms: number) => {
        app.clock.advance(ms);
        app.deps.background.trigger(SCHEDULES);
        await app.deps.background.idle();
      },
    };
  }

  test("[L4] what is due is applied; the rest is split off, a set for each day, and applied then as whoever applied it", async () => {
    const { stack, app, stage, get, act, plan, changesOf, pass } = await begin();
    await using _ = stack;
    const id = await stage({
      name: { value: "Ours", from: TODAY },
      timeZone: { value: "Asia/Tokyo", from: TOMORROW },
    });
    expect(await plan(id)).toMatchObject({ changes: 1, toSend: 1, later: [{ day: TOMORROW, changes: 1 }] });
    const { said } = await act(id, "apply");
    expect(said).toMatchObject({ state: "queued", counts: { total: 1 }, schedule: null });
    const [later = ""] = (said as ChangeSet).splitOff;
    const by = { id: app.context.actor.id };
    expect(await get(later)).toMatchObject({
      state: "draft",
      splitFrom: id,
      schedule: { by, at: `${TOMORROW}T00:00:00.000Z`, moved: "split off" },
    });
    expect(await changesOf(later)).toMatchObject([{ field: "timeZone", evidence: { from: TOMORROW } }]);
    await app.sendDue();
    await pass(0);
    expect([(await get(id)).state, (await get(later)).state]).toEqual(["applied", "draft"]);
    await pass(DAY_MS);
    expect(await get(later)).toMatchObject({ state: "queued", schedule: null, appliedBy: by });
    await app.sendDue();
    expect(await get(later)).toMatchObject({ state: "applied" });
  });

  test("[L4] where nothing is due, the set itself waits for the earliest day", async () => {
    const { stack, stage, get, act, plan, pass } = await begin();
    await using _ = stack;
    const id = await stage({
      name: { value: "Ours", from: NEXT_WEEK },
      timeZone: { value: "Asia/Tokyo", from: TOMORROW },
    });
    expect(await plan(id)).toMatchObject({ changes: 0, toSend: 0, later: [{ day: TOMORROW }, { day: NEXT_WEEK }] });
    const { said } = await act(id, "apply");
    expect(said).toMatchObject({ state: "draft", schedule: { at: `${TOMORROW}T00:00:00.000Z` }, counts: { total: 1 } });
    const [later = ""] = (said as ChangeSet).splitOff;
    expect(await get(later)).toMatchObject({ schedule: { at: `${NEXT_WEEK}T00:00:00.000Z` } });
    await pass(DAY_MS);
    expect([(await get(id)).state, (await get(later)).state]).toEqual(["queued", "draft"]);
  });

  test("[L5] a set is scheduled for an hour of a day by whoever may apply it, at another one after that, and not any more", async () => {
    const { stack, app, stage, get, act, pass } = await begin({ required: 1, ownCounts: true });
    await using _ = stack;
    const id = await stage({ name: { value: "Ours" } });
    const tomorrow = { day: TOMORROW, hour: 8 };
    expect(await act(id, "schedule", tomorrow)).toMatchObject({ status: 409, said: { code: "approval_required" } });
    await act(id, "submit");
    await act(id, "approve");
    const { signedIn: eve } = await app.enter({ name: "Eve", roles: [{ role: "viewer", referrers: null }] });
    expect(await act(id, "schedule", tomorrow, eve)).toMatchObject({ status: 403 });
    expect(await act(id, "schedule", { day: TODAY, hour: 9 })).toMatchObject({
      status: 400,
      said: { errors: [{ pointer: "/day" }] },
    });
    expect(await act(id, "schedule", { day: TODAY, hour: 10 })).toMatchObject({
      status: 200,
      said: { state: "approved", schedule: { at: `${TODAY}T10:00:00.000Z`, moved: "split off" } },
    });
    expect(await act(id, "schedule", { ...tomorrow, moved: "refuse" })).toMatchObject({
      said: { schedule: { at: `${TOMORROW}T08:00:00.000Z`, moved: "refuse" } },
    });
    await pass(2 * HOUR_MS);
    expect(await get(id)).toMatchObject({ state: "approved" });
    expect(await act(id, "schedule/drop")).toMatchObject({ status: 200, said: { state: "approved", schedule: null } });
    expect(await act(id, "schedule/drop")).toMatchObject({ status: 409, said: { code: "wrong_state" } });
    await pass(DAY_MS);
    expect(await get(id)).toMatchObject({ state: "approved", notApplied: null });
    await act(id, "schedule", { day: NEXT_WEEK });
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued", schedule: null } });
  });

  test("[L5] what is staged after a set was scheduled is not applied with it", async () => {
    const { stack, app, stage, get, act, pass } = await begin();
    await using _ = stack;
    const id = await stage({ name: { value: "Ours" } });
    expect((await act(id, "schedule", { day: TOMORROW, hour: 8 })).status).toBe(200);
    const next = await stage({ timeZone: { value: "Asia/Tokyo" } });
    expect(next).not.toBe(id);
    await pass(DAY_MS);
    await app.sendDue();
    expect([(await get(id)).state, (await get(next)).state]).toEqual(["applied", "draft"]);
  });

  test("[L5] whoever scheduled it must still be allowed to apply it then, and its approvals must count", async () => {
    const { stack, app, stage, get, act, inbox, pass } = await begin({ required: 1 });
    await using _ = stack;
    const bea = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    const cleo = await app.enter({ name: "Cleo", roles: [{ role: "approver", referrers: null }] });
    const id = await stage({ name: { value: "Ours" } });
    await act(id, "submit");
    await act(id, "approve", {}, cleo.signedIn);
    await act(id, "schedule", { day: TOMORROW }, bea.signedIn);
    expect((await giveRoles(app.signedIn, bea.person.id, [{ role: "viewer", referrers: null }])).status).toBe(200);
    await pass(DAY_MS);
    const why = {
      by: { name: "Bea" },
      code: "wrong_state",
      detail: expect.stringContaining("Bea may no longer apply"),
    };
    expect(await get(id)).toMatchObject({ state: "approved", schedule: null, checking: null, notApplied: why });
    for (const by of [bea.signedIn, app.signedIn])
      expect(await inbox(by), "who scheduled it, and its owner").toContainEqual(
        expect.objectContaining({ kind: "not applied" }),
      );
    expect(await inbox(cleo.signedIn)).not.toContainEqual(expect.objectContaining({ kind: "not applied" }));

    await act(id, "schedule", { day: NEXT_WEEK });
    expect(await inbox(), "it is scheduled anew").toEqual([]);
    expect((await giveRoles(app.signedIn, cleo.person.id, [{ role: "viewer", referrers: null }])).status).toBe(200);
    await pass(7 * DAY_MS);
    expect(await get(id)).toMatchObject({ state: "in review" });
  });

  test.each([
    ["split off", { state: "queued", counts: { total: 1 }, notApplied: null }],
    ["refuse", { state: "draft", counts: { total: 2 }, notApplied: { code: "moved_since_seen" } }],
  ] as const)("[L5] what moved by then is compared as by apply: %s", async (moved, expected) => {
    const { stack, app, record, stage, get, act, inbox, changesOf, pass } = await begin({ applyAgeHours: 0 });
    await using _ = stack;
    const id = await stage({ name: { value: "Ours" }, timeZone: { value: "Asia/Tokyo" } });
    await act(id, "schedule", { day: TOMORROW, moved });
    await app.control("/drift", { ...record, set: { name: "B2" } });
    await pass(DAY_MS);
    const set = await get(id);
    expect(set).toMatchObject({ ...expected, schedule: null });
    const stopped = set.splitOff[0] ?? id;
    expect(stopped === id).toBe(moved === "refuse");
    expect((await changesOf(stopped)).map(({ field }) => field)).toContain("name");
    expect(await get(stopped)).toMatchObject({ notApplied: { detail: expect.stringContaining("“B2”") } });
    expect(await inbox()).toMatchObject([{ kind: "not applied", changeSet: { id: stopped } }]);
  });

  test("[L5] where the ground cannot be read then, nothing is applied, and that is told", async () => {
    let isGone = false;
    const { stack, stage, get, act, inbox, pass } = await begin(
      { applyAgeHours: 2 },
      {
        onCall: async (_init, call) => {
          if (isGone) throw new TypeError("fetch failed");
          return await call();
        },
      },
    );
    await using _ = stack;
    const id = await stage({ name: { value: "Ours" } });
    await act(id, "schedule", { day: TOMORROW });
    isGone = true;
    await pass(DAY_MS);
    expect(await get(id)).toMatchObject({ state: "draft", notApplied: { code: "ground_not_read" } });
    expect(await inbox()).toMatchObject([{ kind: "not applied", changeSet: { id } }]);
  });

  test("[L5] an hour that came while the server stood still is caught up, once, by whichever process is first", async () => {
    const store = await openStore();
    const { stack, app, stage, get, act } = await begin({}, { store });
    await using _ = stack;
    const id = await stage({ name: { value: "Ours" } });
    await act(id, "schedule", { day: TOMORROW });
    const open = async () =>
      await createTestApp({
        // Closed with the first one.
        store: { ...store, close: async () => {} },
        sandbox: { writes: true },
        profile: "with-writes",
        administrator: false,
      });
    await using one = await open();
    await using other = await open();
    for (const next of [one, other]) {
      next.clock.advance(3 * DAY_MS);
      next.deps.background.trigger(SCHEDULES);
    }
    await one.deps.background.idle();
    await other.deps.background.idle();
    for (const next of [one, other]) {
      next.deps.background.trigger(CHECKS);
      await next.deps.background.idle();
    }
    expect(await get(id)).toMatchObject({ state: "queued", schedule: null, checking: null });
    const rows = await app.deps.store.db
      .selectFrom("journal")
      .select("action")
      .where("subject", "=", id)
      .orderBy("seq")
      .execute();
    expect(rows.filter(({ action }) => action === "change-set.apply")).toHaveLength(1);
    expect(rows.filter(({ action }) => action === "change-set.scheduled-apply")).toHaveLength(1);
  });

  test("[L4] what was approved goes on its day with its approvals", async () => {
    const { stack, app, stage, get, act, pass } = await begin({ required: 1 });
    await using _ = stack;
    const bea = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    const id = await stage({ name: { value: "Ours" }, timeZone: { value: "Asia/Tokyo", from: TOMORROW } });
    await act(id, "submit");
    await act(id, "approve", {}, bea.signedIn);
    const [later = ""] = ((await act(id, "apply")).said as ChangeSet).splitOff;
    expect(await get(later)).toMatchObject({ state: "approved", approvals: [{ by: { name: "Bea" }, changes: 1 }] });
    await pass(15 * HOUR_MS - 60_000);
    expect(await get(later)).toMatchObject({ state: "approved" });
    await pass(60_000);
    expect(await get(later)).toMatchObject({ state: "queued" });
  });

  test("[L6] the last day is not before the first, nor past, and either needs a reason", async () => {
    const { stack, app, stage, act } = await begin({ reasonRequired: false });
    await using _ = stack;
    const wrong = async (evidence: object) => {
      const path = `${CONNECTION_API}/change-sets`;
      const answer = await app.signedIn("POST", path, { evidence: { reason: "Said so", ...evidence } });
      return ((await answer.json()) as Problem).errors?.map(({ pointer }) => pointer);
    };
    expect(await wrong({ until: "2026-11-18" })).toEqual(["/evidence/until"]);
    expect(await wrong({ from: NEXT_WEEK, until: TOMORROW })).toEqual(["/evidence/until"]);
    expect(await wrong({ from: TOMORROW, until: TOMORROW })).toBeUndefined();
    const id = await stage({ name: { value: "Ours", evidence: null } });
    const path = `${CONNECTION_API}/change-sets/${id}`;
    const { version } = ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    await app.signedIn("PATCH", path, { version, evidence: { from: TOMORROW } });
    expect(await act(id, "apply")).toMatchObject({ status: 400, said: { errors: [{ pointer: "/evidence/reason" }] } });
    await app.signedIn("PATCH", path, { version: version + 1, evidence: { reason: "Said so", from: TOMORROW } });
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "draft", schedule: { by: {} } } });
  });

  test("[L7] once its last day has passed the end of an override is proposed, and nothing is sent unattended", async () => {
    const { stack, app, stage, act, inbox, pass } = await begin();
    await using _ = stack;
    const id = await stage({ name: { value: "Ours", until: TOMORROW }, timeZone: { value: "Asia/Tokyo" } });
    await act(id, "apply");
    await app.sendDue();
    const path = `${CONNECTION_API}/index-versions/${INDEX}`;
    const overrides = async (query = "?state=ended") =>
      OverridePage.parse(await (await app.signedIn("GET", `${path}/overrides${query}`)).json()).items;
    const told = { kind: "ended", count: 1, index: { id: INDEX } };
    await pass(DAY_MS + 14 * HOUR_MS);
    expect(await overrides(), "it is still its last day").toEqual([]);
    await pass(HOUR_MS);
    const [ended, ...others] = await overrides();
    expect([ended, others]).toMatchObject([{ field: "name", until: TOMORROW, hasEnded: true }, []]);
    expect(await inbox()).toMatchObject([told]);
    const written = stack.written().length;

    const changeIds = [ended?.change.id];
    const until = async (body: object) => await app.signedIn("POST", `${path}/overrides/until`, { changeIds, ...body });
    expect((await until({ until: TODAY })).status).toBe(400);
    const { signedIn: eve } = await app.enter({ name: "Eve", roles: [{ role: "viewer", referrers: null }] });
    expect((await eve("POST", `${path}/overrides/until`, { changeIds, until: null })).status).toBe(403);
    expect((await until({ until: "2026-11-23" })).status).toBe(200);
    expect([await overrides(), await inbox()]).toEqual([[], []]);
    await pass(2 * DAY_MS);
    expect(await overrides()).toMatchObject([{ until: "2026-11-23" }]);

    const value = { record: ended?.record, field: "name" };
    const answer = await app.signedIn("POST", `${path}/decisions`, { decision: "reset to base", of: [value] });
    expect(await answer.json()).toMatchObject({ outcome: "staged" });
    expect(stack.written().length, "ending it is staged, not sent").toBe(written);
    expect((await until({ until: null })).status).toBe(200);
    expect([await overrides(), await inbox()]).toEqual([[], []]);
    const all = await overrides("");
    expect(all.map(({ field, until: day, change }) => [field, day, change.evidence?.until])).toEqual([
      ["name", null, TOMORROW],
      ["timeZone", null, null],
    ]);
    const [row] = await selectChangesByIds(app.deps.store.db, [ended?.change.id ?? ""]);
    if (row === undefined) throw new RangeError("there is one override with an end");
    const said = { until: null, by: app.context.actor, at: app.clock.now().toISOString() };
    const stale = [{ ...row, version: row.version - 1 }];
    expect(await withLedger(app.deps, (ledger) => setUntil(app.deps, ledger, stale, said)), "as it was before").toBe(
      false,
    );
    const plain = all.flatMap(({ change }) => (change.field === "timeZone" ? change.id : []));
    expect((await app.signedIn("POST", `${path}/overrides/until`, { changeIds: plain, until: null })).status).toBe(409);
  });

  test.each([
    {
      timeZone: "America/New_York",
      day: "2027-03-14",
      begins: "2027-03-14T05:00:00.000Z",
      skipped: [{ day: "2027-03-14", hour: 2 }, "2027-03-14T07:00:00.000Z"],
      twice: [{ day: "2027-11-07", hour: 1 }, "2027-11-07T05:00:00.000Z"],
      // Of 23 hours.
      ends: "2027-03-15T04:00:00.000Z",
    },
    {
      timeZone: "Pacific/Auckland",
      day: "2027-04-04",
      begins: "2027-04-03T11:00:00.000Z",
      skipped: [{ day: "2027-09-26", hour: 2 }, "2027-09-25T14:00:00.000Z"],
      twice: [{ day: "2027-04-04", hour: 2 }, "2027-04-03T13:00:00.000Z"],
      // Of 25 hours.
      ends: "2027-04-04T12:00:00.000Z",
    },
  ] as const)(
    "[L9] days and hours are those of $timeZone, also where its clock is changed",
    async ({ timeZone, day, begins, skipped, twice, ends }) => {
      const { stack, app, stage, get, act, inbox, pass } = await begin(
        {},
        {
          profile: "of the sandbox",
          extendProfile: (text) => JSON.stringify({ ...JSON.parse(text), timeZone }),
        },
      );
      await using _ = stack;
      const passTo = async (at: string, less = 0) => await pass(Date.parse(at) - less - app.clock.now().getTime());
      const id = await stage({ name: { value: "Ours", from: day, until: day } });
      expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "draft", schedule: { at: begins } } });
      const hours = await stage({ timeZone: { value: "Asia/Tokyo" } });
      for (const [said, at] of [skipped, twice])
        expect(await act(hours, "schedule", said)).toMatchObject({ status: 200, said: { schedule: { at } } });
      await act(hours, "schedule/drop");
      await passTo(begins, 1);
      expect(await get(id)).toMatchObject({ state: "draft" });
      await passTo(begins);
      expect(await get(id)).toMatchObject({ state: "queued", schedule: null });
      await app.sendDue();
      expect(await get(id)).toMatchObject({ state: "applied" });

      const path = `${CONNECTION_API}/index-versions/${INDEX}/overrides?state=ended`;
      const ended = async () => OverridePage.parse(await (await app.signedIn("GET", path)).json()).total;
      const refused = async () => {
        const evidence = { reason: "Said so", until: day };
        return (await app.signedIn("POST", `${CONNECTION_API}/change-sets`, { evidence })).status;
      };
      await passTo(ends, 1);
      expect([await ended(), await inbox(), await refused()]).toEqual([0, [], 201]);
      await passTo(ends);
      expect([await ended(), await inbox(), await refused()]).toEqual([
        1,
        [expect.objectContaining({ kind: "ended", count: 1 })],
        400,
      ]);
    },
  );

  test("[L7] by need a practitioner with such an override stands with those that are overdue", async () => {
    const { stack, app, act } = await begin();
    await using _ = stack;
    const [schedule = ""] = sampleSchedules(app, 1);
    const { indexId } = await createDirectory(app, { roster: schedule });
    const path = `${CONNECTION_API}/index-versions/${indexId}`;
    const overdue = async () =>
      RosterPage.parse(await (await app.signedIn("GET", `${path}/roster?type=practitioner`)).json()).items.map(
        (entry) => entry.overdue,
      );
    const evidence = { reason: "A locum", until: TOMORROW };
    const record = { type: "schedule", id: schedule };
    const changes = [{ record, field: "name", operation: { op: "set", value: "Ours" }, evidence }];
    const staged = (await (await app.signedIn("POST", `${path}/changes`, { changes })).json()) as {
      changeSet: ChangeSet;
      changes: { id: string }[];
    };
    await act(staged.changeSet.id, "apply");
    await app.sendDue();
    const nextDay = async () => {
      app.clock.advance(DAY_MS);
      app.deps.background.trigger(OVERDUE);
      await app.deps.background.idle();
    };
    await nextDay();
    expect(await overdue()).toEqual([false]);
    await nextDay();
    expect(await overdue()).toEqual([true]);
    const changeIds = staged.changes.map(({ id }) => id);
    await app.signedIn("POST", `${path}/overrides/until`, { changeIds, until: null });
    expect(await overdue()).toEqual([false]);
  });
}
