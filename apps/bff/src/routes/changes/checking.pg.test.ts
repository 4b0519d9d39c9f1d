import { shippedProfiles } from "@dc/api-client";
import { Change, ChangePage, ChangeSet, Inbox, OverridePage, Problem, type SplitChangeSet } from "@dc/contract";
import type { Json } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { CHECKS } from "#/operations/change-sets/check.ts";
import { createSender } from "#/sending/sender.ts";
import { createToken } from "#/operations/tokens/create.ts";
import type { Store } from "#/store/engine/database.ts";
import { endEveryLease } from "#/store/lease.ts";
import { CONNECTION_API, createTestApp, type TestApp, type TestAppOptions } from "#/testing/app.ts";
import { read } from "#/testing/directory.ts";
import { createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("what is read before a set is applied, on the embedded store", () => {
  testChecking(openTestStore);
});
describeOnPostgres("what is read before a set is applied, on PostgreSQL", () => {
  testChecking(openTestStoreOnPostgres);
});

const HOUR_MS = 3_600_000;
const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };

/** A service whose answers wait while it is held, and which does not answer at all while it is gone. */
function slowService() {
  let held = Promise.withResolvers<void>();
  held.resolve();
  const service = {
    calls: 0,
    isGone: false,
    onHeld: (() => undefined) as (isHeld: boolean) => void,
    hold() {
      held = Promise.withResolvers<void>();
      this.onHeld(true);
    },
    release() {
      held.resolve();
      this.onHeld(false);
    },
  };
  const onCall: TestAppOptions["onCall"] = async (_, call) => {
    service.calls += 1;
    if (service.isGone) throw new TypeError("fetch failed");
    await held.promise;
    return await call();
  };
  return { service, onCall };
}

function testChecking(openStore: () => Promise<Store>): void {
  /** Two schedules' fields staged in one draft, whose readings are older than apply takes. */
  async function begin(settings: object = {}, options: TestAppOptions = {}) {
    const { service, onCall } = slowService();
    const store = await openStore();
    const stack = await createSendingStack({ store, onCall, ...options });
    const { app } = stack;
    const { checkWaitMs } = app.deps;
    // Whoever asks is answered before the check ends where, and only where, the service is held.
    service.onHeld = (isHeld) => (app.deps.checkWaitMs = isHeld ? 0 : checkWaitMs);
    await put(app, { required: 0, ownCounts: true, applyAgeHours: 2, ...settings });
    return { stack, app, store, service, ...requests(stack) };
  }

  async function put({ signedIn }: TestApp, settings: object): Promise<void> {
    expect((await signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
  }

  function requests({ app, scheduleId }: SendingStack) {
    const record = { type: "schedule", id: scheduleId };
    const get = async (id: string) =>
      ChangeSet.parse(await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${id}`)).json());
    return {
      record,
      get,
      stage: async (fields: { [field: string]: Json }, given: object = {}) => {
        const changes = Object.entries(fields).map(([field, value]) => ({
          record,
          field,
          operation: { op: "set", value },
          evidence,
        }));
        const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
        const answer = await app.signedIn("POST", path, { changes, ...given });
        expect(answer.status).toBe(201);
        const staged = (await answer.json()) as { changeSet: ChangeSet; changes: Change[] };
        return { id: staged.changeSet.id, changeIds: staged.changes.map((change) => change.id) };
      },
      act: async (id: string, verb: string, body: object = {}, by = app.signedIn) => {
        const { version } = await get(id);
        const answer = await by("POST", `${CONNECTION_API}/change-sets/${id}/${verb}`, { version, ...body });
        const said: unknown = await answer.json();
        return { status: answer.status, said: answer.status < 300 ? ChangeSet.parse(said) : Problem.parse(said) };
      },
      baseSays: async (set: object) => await app.control("/drift", { ...record, set }),
      inbox: async (by = app.signedIn) =>
        Inbox.parse(await (await by("GET", `${CONNECTION_API}/inbox`)).json()).items.filter(
          ({ kind }) => kind === "not applied",
        ),
      journalled: async (id: string) => {
        const rows = await app.deps.store.db
          .selectFrom("journal")
          .select("action")
          .where("subject", "=", id)
          .orderBy("seq")
          .execute();
        return rows.map(({ action }) => action);
      },
    };
  }

  test("[U11] what is too old is read by a job of its own: the set is checking, nothing of it is edited, and it is queued at its end", async () => {
    const { stack, app, service, record, stage, act, get, journalled } = await begin();
    await using _ = stack;
    const { id, changeIds } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    const asked = await act(id, "apply");
    expect(asked).toMatchObject({ status: 202, said: { state: "checking", checking: { read: 0, toRead: 2 } } });
    const inProgress = { code: "in_progress" };
    for (const [verb, body] of [
      ["apply", {}],
      ["submit", {}],
      ["split", { changeIds }],
      ["moved", { changeIds, as: "keep ours" }],
      ["withdraw", {}],
    ] as const)
      expect(await act(id, verb, body)).toMatchObject({ status: 409, said: inProgress });
    const { version } = await get(id);
    const path = `${CONNECTION_API}/change-sets/${id}`;
    const edits = [
      await app.signedIn("PATCH", path, { name: "Another", version }),
      await app.signedIn("DELETE", path),
      await app.signedIn("DELETE", `${CONNECTION_API}/changes/${changeIds[0]}`),
      await app.signedIn("POST", `${path}/changes`, {
        changes: [{ indexId: INDEX, record, field: "name", operation: { op: "set", value: "Edited" }, evidence }],
      }),
    ];
    for (const edit of edits) expect([edit.status, await edit.json()]).toMatchObject([409, inProgress]);
    const inState = await app.signedIn("GET", `${CONNECTION_API}/change-sets?state=checking`);
    expect(await inState.json()).toMatchObject({ items: [{ id }] });
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "queued", checking: null, notApplied: null });
    expect((await journalled(id)).slice(-2)).toEqual(["change-set.check", "change-set.apply"]);
    await app.sendDue();
    expect(await get(id)).toMatchObject({ state: "applied" });
  });

  test("[U11] what is read at once is applied within the request, and each record is read once", async () => {
    const { stack, app, service, stage, act } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours", timeZone: "Asia/Tokyo" });
    app.clock.advance(3 * HOUR_MS);
    const before = service.calls;
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued" } });
    expect(service.calls - before).toBe(2);
    expect(await act(id, "undo")).toMatchObject({ status: 200, said: { state: "draft" } });
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued" } });
    expect(service.calls - before).toBe(2);
  });

  test("[U11] what moved leads back, is named, and waits in the inbox of whoever applied until it is settled", async () => {
    const { stack, app, service, stage, act, get, baseSays, inbox } = await begin();
    await using _ = stack;
    const { id, changeIds } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    await baseSays({ name: "B2" });
    expect(await act(id, "apply")).toMatchObject({ status: 202 });
    expect(await inbox()).toEqual([]);
    service.release();
    await app.deps.background.idle();
    const why = { code: "moved_since_seen", detail: expect.stringContaining("“B2”") };
    expect(await get(id)).toMatchObject({ state: "draft", checking: null, notApplied: why });
    expect(await inbox()).toMatchObject([{ count: 1, words: why.detail, changeSet: { id } }]);
    const other = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    expect(await inbox(other.signedIn)).toEqual([]);
    expect(await act(id, "moved", { changeIds, as: "keep ours" })).toMatchObject({ said: { notApplied: null } });
    expect(await inbox()).toEqual([]);
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued" } });
  });

  test("[U11] what was said to be split off is split off at the end of the check", async () => {
    const { stack, app, service, stage, act, get, baseSays } = await begin();
    await using _ = stack;
    const { id, changeIds } = await stage({ name: "Ours", timeZone: "Asia/Tokyo" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    await baseSays({ name: "B2" });
    expect(await act(id, "apply", { moved: "split off", evidence })).toMatchObject({ status: 202 });
    service.release();
    await app.deps.background.idle();
    const left = await get(id);
    expect(left).toMatchObject({ state: "queued", counts: { total: 1 }, evidence: { reason: evidence.reason } });
    const split = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${left.splitOff[0]}/changes`);
    expect(ChangePage.parse(await split.json()).items).toMatchObject([{ id: changeIds[0], state: "draft" }]);
  });

  test("[U11] where the service does not answer, three tries are made, and the changes are named as not read", async () => {
    const { stack, app, service, stage, act, get, inbox } = await begin();
    await using _ = stack;
    const { id, changeIds } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.isGone = true;
    await act(id, "apply");
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "draft", checking: null, notApplied: { code: "ground_not_read" } });
    expect(await inbox()).toMatchObject([{ count: 1, changeSet: { id } }]);
    service.isGone = false;
    // The circuit opens again by the clock.
    app.clock.advance(60_000);
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued", notApplied: null } });
    expect(await inbox()).toEqual([]);
    expect(changeIds).toHaveLength(1);
  });

  test("[U12] what cannot be read is applied on what was read last by a person who may approve it, naming the time", async () => {
    const { stack, app, service, stage, act, get, journalled } = await begin({ required: 1 });
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    await act(id, "submit");
    await act(id, "approve");
    const readAt = app.clock.now().toISOString();
    const asRead = { asRead: readAt };
    expect(await act(id, "apply", asRead)).toMatchObject({ status: 409, said: { code: "wrong_state" } });
    app.clock.advance(3 * HOUR_MS);
    service.isGone = true;
    await act(id, "apply");
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "approved", notApplied: { code: "ground_not_read", readAt } });
    // It waits once, for what keeps it from being applied.
    const waiting = Inbox.parse(await (await app.signedIn("GET", `${CONNECTION_API}/inbox`)).json()).items;
    expect(waiting.flatMap(({ kind, changeSet }) => (changeSet?.id === id ? [kind] : []))).toEqual(["not applied"]);
    const { signedIn: eve } = await app.enter({ name: "Eve", roles: [{ role: "editor", referrers: null }] });
    const { secret } = await createToken(app.context, {
      name: "app",
      scopes: ["read", "stage", "apply"],
      expiresInDays: 9,
    });
    const byToken: typeof app.signedIn = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}` });
    for (const by of [eve, byToken])
      expect(await act(id, "apply", asRead, by)).toMatchObject({ status: 403, said: { code: "forbidden" } });
    const later = { asRead: new Date(Date.parse(readAt) + 1).toISOString() };
    expect(await act(id, "apply", later)).toMatchObject({ status: 409, said: { code: "wrong_state" } });
    expect(await act(id, "apply", asRead)).toMatchObject({ status: 200, said: { state: "queued", notApplied: null } });
    expect((await journalled(id)).slice(-2)).toEqual(["change-set.apply-as-read", "change-set.apply"]);
  });

  test("[U11] whoever may apply cancels a check, which leaves the set as it was; it is applied anew meanwhile", async () => {
    const { stack, app, service, stage, act, get, journalled } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    expect(await act(id, "apply")).toMatchObject({ status: 202 });
    const { signedIn: eve } = await app.enter({ name: "Eve", roles: [{ role: "viewer", referrers: null }] });
    const { signedIn: bea } = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    expect(await act(id, "undo", {}, eve)).toMatchObject({ status: 403 });
    expect(await act(id, "undo", {}, bea)).toMatchObject({ status: 200, said: { state: "draft", checking: null } });
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "draft", notApplied: null });
    expect((await journalled(id)).slice(-2)).toEqual(["change-set.check", "change-set.cancel-check"]);
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "queued" } });
  });

  test("[U11] a check that somebody paused reads nothing more until it is resumed", async () => {
    const { stack, app, service, stage, act, get } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    expect(await act(id, "apply")).toMatchObject({ status: 202 });
    const paused = await act(id, "pause");
    expect(paused).toMatchObject({ status: 200, said: { state: "checking", paused: { by: { name: "Ada Admin" } } } });
    expect(await act(id, "pause")).toMatchObject({ status: 409, said: { code: "wrong_state" } });
    service.release();
    await app.deps.background.idle();
    const { calls } = service;
    app.deps.background.trigger(CHECKS);
    await app.deps.background.idle();
    expect([service.calls, (await get(id)).state]).toEqual([calls, "checking"]);
    expect(await act(id, "resume")).toMatchObject({ status: 200, said: { paused: null } });
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "queued", checking: null, paused: null });
  });

  test("[H3] a check is paused as the server is interrupted, and goes on where it was once it is resumed", async () => {
    const { stack, app, service, stage, act, get } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    expect(await act(id, "apply")).toMatchObject({ status: 202 });
    // Its process says nothing any more, and another one is interrupted.
    await endEveryLease(app.deps.store.db);
    await createSender(app.deps).holdBack();
    expect(await get(id)).toMatchObject({ state: "checking", paused: { by: { kind: "console" } } });
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "checking" });
    await act(id, "resume");
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "queued", checking: null, paused: null });
  });

  test("[U11] of two that apply at once one is told that it is in progress", async () => {
    const { stack, app, service, stage, get } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    const { version } = await get(id);
    const path = `${CONNECTION_API}/change-sets/${id}/apply`;
    const both = await Promise.all([1, 2].map(async () => await app.signedIn("POST", path, { version })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: "in_progress" });
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "queued" });
  });

  test("[U11] [S13] rights and approvals are judged once more at the end of a check", async () => {
    const { stack, app, service, stage, act, get } = await begin({ required: 1 });
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    await act(id, "submit");
    const bea = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
    await act(id, "approve", {}, bea.signedIn);
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    expect(await act(id, "apply", {}, bea.signedIn)).toMatchObject({ status: 202 });
    const disabled = await app.signedIn("POST", `/api/v1/people/${bea.person.id}/disable`, {});
    expect(disabled.status).toBe(200);
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({
      state: "in review",
      checking: null,
      notApplied: { by: { name: "Bea" }, code: "wrong_state" },
    });
  });

  /** As begin, with a set whose changes are held, and which can be sent by now. */
  async function beginHeld(fields: { [field: string]: Json }) {
    const begun = await begin({}, { profile: "default" });
    const { app, stage, act, get } = begun;
    const { id, changeIds } = await stage(fields);
    await act(id, "apply");
    app.clock.advance(5_000);
    await app.sendDue();
    expect(await get(id)).toMatchObject({ state: "held" });
    const profile = { profile: shippedProfiles["with-writes"], revision: 0, why: "It is documented now" };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, profile)).status).toBe(200);
    app.clock.advance(3 * HOUR_MS);
    const send = async (changeId = "") => {
      const answer = await app.signedIn("POST", `${CONNECTION_API}/changes/${changeId}/send`);
      return { status: answer.status, said: (await answer.json()) as Partial<Change & Problem> };
    };
    return { ...begun, id, changeIds, send };
  }

  test("[U13] held changes that are sent are checked as what is applied: the set is checking, nothing of it is withdrawn, and it goes at its end", async () => {
    const { stack, app, service, id, changeIds, act, get, send } = await beginHeld({ name: "Ours" });
    await using _ = stack;
    service.hold();
    expect(await act(id, "apply")).toMatchObject({ status: 202, said: { state: "checking", checking: { toRead: 2 } } });
    const inProgress = { status: 409, said: { code: "in_progress" } };
    expect(await act(id, "withdraw")).toMatchObject(inProgress);
    expect(await send(changeIds[0])).toMatchObject(inProgress);
    const withdrawn = await app.signedIn("POST", `${CONNECTION_API}/changes/${changeIds[0]}/withdraw`, {});
    expect([withdrawn.status, await withdrawn.json()]).toMatchObject([409, { code: "in_progress" }]);
    expect(await act(id, "undo")).toMatchObject({ status: 200, said: { state: "held", checking: null } });
    service.release();
    await app.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "held" });
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "applying", checking: null } });
    app.clock.advance(5_000);
    await app.sendDue();
    expect(await get(id)).toMatchObject({ state: "applied" });
  });

  test("[U13] a held change that moved stays held and is named, alone and in its set; the rest is sent where that was said", async () => {
    const begun = await beginHeld({ name: "Ours", timeZone: "Asia/Tokyo" });
    const { stack, app, id, changeIds, act, get, send, baseSays, inbox } = begun;
    await using _ = stack;
    await baseSays({ name: "B2" });
    const moved = {
      code: "moved_since_seen",
      moved: [{ changeId: changeIds[0], detail: expect.stringContaining("“B2”") }],
    };
    expect(await send(changeIds[0])).toMatchObject({ status: 409, said: moved });
    expect(await get(id)).toMatchObject({ state: "held", notApplied: { code: "moved_since_seen" } });
    expect(await inbox()).toMatchObject([{ count: 1, changeSet: { id } }]);
    expect(await act(id, "apply")).toMatchObject({ status: 409, said: moved });
    expect(await get(id)).toMatchObject({ state: "held", counts: { held: 2 } });
    const sent = await act(id, "apply", { moved: "split off" });
    expect(sent).toMatchObject({ status: 200, said: { state: "applying", notApplied: null } });
    app.clock.advance(5_000);
    await app.sendDue();
    expect((await stack.rows(changeIds)).map(({ state }) => state)).toEqual(["held", "applied"]);
  });

  test("[L10] a held change that moved is split off: readers get it as before, it is live since then, and the rest is sent", async () => {
    const { stack, app, id, changeIds, act, get, baseSays } = await beginHeld({ name: "Ours", timeZone: "Asia/Tokyo" });
    await using _ = stack;
    const held = changeIds[0] ?? "";
    const live = async (of: string) =>
      await app.deps.store.db
        .selectFrom("change_set")
        .select(["applied_at", "applied_by", "send_after"])
        .where("id", "=", of)
        .executeTakeFirstOrThrow();
    const since = await live(id);
    const overrides = async () => {
      const { items } = await read(app, OverridePage, `/index-versions/${INDEX}/overrides`);
      return items.map(({ field, policy, change: { id: changeId, state } }) => ({ field, policy, changeId, state }));
    };
    const before = await overrides();
    expect(before).toHaveLength(2);
    await baseSays({ name: "B2" });
    expect(await act(id, "apply")).toMatchObject({ status: 409, said: { code: "moved_since_seen" } });
    const split = async (of: readonly string[], by = app.signedIn) => {
      const { version } = await get(id);
      const answer = await by("POST", `${CONNECTION_API}/change-sets/${id}/split`, { version, changeIds: of });
      return { status: answer.status, said: (await answer.json()) as SplitChangeSet & Problem };
    };
    expect(await split(changeIds)).toMatchObject({ status: 409 });
    const { secret } = await createToken(app.context, { name: "app", scopes: ["read", "stage"], expiresInDays: 9 });
    const byToken: typeof app.signedIn = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}` });
    expect(await split([held], byToken)).toMatchObject({ status: 403, said: { code: "forbidden" } });
    const { status, said } = await split([held]);
    expect(status).toBe(200);
    const { changeSet, splitOff } = said;
    expect(changeSet).toMatchObject({ state: "held", counts: { total: 1, held: 1 }, splitOff: [splitOff.id] });
    expect(splitOff).toMatchObject({ state: "held", counts: { total: 1, held: 1 }, splitFrom: id });
    expect(await live(splitOff.id)).toEqual(since);
    expect(await overrides()).toEqual(before);
    expect(await act(id, "apply")).toMatchObject({ status: 200, said: { state: "applying", notApplied: null } });
    app.clock.advance(5_000);
    await app.sendDue();
    expect((await stack.rows(changeIds)).map(({ state }) => state)).toEqual(["held", "applied"]);
    expect([(await get(id)).state, (await get(splitOff.id)).state]).toEqual(["applied", "held"]);
    expect(await act(splitOff.id, "apply")).toMatchObject({ status: 409, said: { code: "moved_since_seen" } });
  });

  test("[U13] one held change is read and sent by itself, and what cannot be read stays held", async () => {
    const begun = await beginHeld({ name: "Ours", timeZone: "Asia/Tokyo" });
    const { stack, app, service, id, changeIds, get, send, act } = begun;
    await using _ = stack;
    service.isGone = true;
    await send(changeIds[0]);
    await app.deps.background.idle();
    const unread = await get(id);
    expect(unread).toMatchObject({ state: "held", notApplied: { code: "ground_not_read" } });
    const asRead = { asRead: unread.notApplied?.readAt };
    const { signedIn: eve } = await app.enter({ name: "Eve", roles: [{ role: "viewer", referrers: null }] });
    expect(await act(id, "apply", asRead, eve)).toMatchObject({ status: 403 });
    service.isGone = false;
    app.clock.advance(60_000);
    expect(await send(changeIds[0])).toMatchObject({ status: 200, said: { state: "deferred" } });
    app.clock.advance(5_000);
    await app.sendDue();
    expect((await stack.rows(changeIds)).map(({ state }) => state)).toEqual(["applied", "held"]);
  });

  test("[S11] [U13] what failed is checked before it is sent again; where it moved by then, its copy waits without an approval", async () => {
    const { stack, app, service, stage, act, get, baseSays, inbox } = await begin({ required: 1 });
    await using _ = stack;
    const { id, changeIds } = await stage({ name: "Ours" });
    await act(id, "submit");
    await act(id, "approve");
    await act(id, "apply");
    app.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 1, phase: "before", ms: 0 });
    app.clock.advance(5_000);
    await app.sendDue();
    expect(await get(id)).toMatchObject({ state: "failed" });
    app.clock.advance(3 * HOUR_MS);
    await baseSays({ name: "B2" });
    service.hold();
    const path = `${CONNECTION_API}/changes/${changeIds[0]}/send`;
    const asked = await app.signedIn("POST", path);
    expect(asked.status).toBe(202);
    const copy = Change.parse(await asked.json());
    expect(await get(copy.changeSetId ?? "")).toMatchObject({ state: "checking", approvals: [{ changes: 1 }] });
    service.release();
    await app.deps.background.idle();
    const waits = { state: "in review", approvals: [], notApplied: { code: "moved_since_seen" } };
    expect(await get(copy.changeSetId ?? "")).toMatchObject(waits);
    expect(await inbox()).toMatchObject([{ count: 1, changeSet: { id: copy.changeSetId } }]);
    expect((await app.signedIn("POST", path)).status).toBe(409);
  });

  test("[U11] a check goes on in another process where its own is killed, and applies once", async () => {
    const { stack, app, store, service, stage, act, get, journalled } = await begin();
    await using _ = stack;
    const { id } = await stage({ name: "Ours" });
    app.clock.advance(3 * HOUR_MS);
    service.hold();
    expect(await act(id, "apply")).toMatchObject({ status: 202 });
    // Closed with the first one.
    await using next = await createTestApp({
      store: { ...store, close: async () => {} },
      sandbox: { writes: true },
      profile: "with-writes",
      administrator: false,
    });
    next.clock.advance(3 * HOUR_MS);
    await endEveryLease(store.db);
    next.deps.background.trigger(CHECKS);
    await next.deps.background.idle();
    expect(await get(id)).toMatchObject({ state: "queued", checking: null });
    service.release();
    await app.deps.background.idle();
    expect((await journalled(id)).filter((action) => action === "change-set.apply")).toHaveLength(1);
  });
}
