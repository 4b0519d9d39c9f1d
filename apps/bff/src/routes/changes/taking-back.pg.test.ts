import { type Change, ChangeSet, Inbox, Problem, Referrer } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { actInSteps } from "#/ledger/set-acts.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { createToken } from "#/operations/tokens/create.ts";
import { updateAct } from "#/store/tables/changes/change-sets.ts";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { addPlan, createSendingStack, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("taking back what readers get, on the embedded store", () => {
  testTakingBack(async () => await createSendingStack({ profile: "default" }));
});
describeOnPostgres("taking back what readers get, on PostgreSQL", () => {
  testTakingBack(async () => await createSendingStack({ profile: "default", store: await openTestStoreOnPostgres() }));
});

const reason = "They called again";

function testTakingBack(open: () => Promise<SendingStack>): void {
  async function begin({ app, scheduleId, plans }: SendingStack, required: 1 | 2 = 1) {
    const settings = { required, ownCounts: false };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
    const enter = async (name: string, role: "approver" | "editor") =>
      await app.enter({ name, roles: [{ role, referrers: null }] });
    const people = { bea: await enter("Bea", "approver"), cleo: await enter("Cleo", "approver") };
    const [bea, cleo, eve] = [people.bea.signedIn, people.cleo.signedIn, (await enter("Eve", "editor")).signedIn];
    const { secret } = await createToken(app.context, {
      name: "program",
      scopes: ["read", "stage", "apply"],
      expiresInDays: 9,
    });
    const token: TestApp["signedIn"] = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}` });
    const act = async (by: TestApp["signedIn"], id: string, verb: string, body: object = {}) => {
      const path = `${CONNECTION_API}/change-sets/${id}`;
      const { version } = ChangeSet.parse(await (await by("GET", path)).json());
      const answer = await by("POST", `${path}/${verb}`, { version, ...body });
      const said: unknown = await answer.json();
      return answer.status === 200 ? ChangeSet.parse(said) : Problem.parse(said);
    };
    const staged = async () => {
      const changes = plans.slice(0, 2).map((plan) => ({ ...addPlan(scheduleId, plan), evidence: testEvidence }));
      const answer = await eve("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
      const { changeSet, changes: made } = (await answer.json()) as { changeSet: ChangeSet; changes: Change[] };
      return { id: changeSet.id, changeId: made[0]?.id ?? "" };
    };
    const live = async () => {
      const made = await staged();
      await act(eve, made.id, "submit");
      for (const approver of [bea, cleo].slice(0, required)) await act(approver, made.id, "approve");
      expect(await act(eve, made.id, "apply")).toMatchObject({ state: "queued" });
      await app.sendDue();
      return made;
    };
    const inbox = async (by: TestApp["signedIn"]) => {
      const { items } = Inbox.parse(await (await by("GET", `${CONNECTION_API}/inbox`)).json());
      return items.flatMap(({ kind, count, by: who, words }) =>
        kind === "taking back" ? [[count, who?.name, words]] : [],
      );
    };
    return { bea, cleo, eve, people, token, act, staged, live, inbox };
  }

  test("[S16] where approvals are required an approver does it, with a reason, and never a token", async () => {
    await using stack = await open();
    const { bea, token, act, live } = await begin(stack);
    const { id, changeId } = await live();
    const withdraw = `${CONNECTION_API}/changes/${changeId}/withdraw`;
    expect(await act(token, id, "withdraw", { reason })).toMatchObject({ code: "forbidden" });
    expect((await token("POST", withdraw, { reason })).status).toBe(403);
    expect(await act(bea, id, "withdraw")).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/reason" }] });
    expect((await bea("POST", withdraw, {})).status).toBe(400);
    expect((await bea("POST", withdraw, { reason })).status).toBe(200);
    expect(await act(bea, id, "withdraw", { reason })).toMatchObject({
      state: "withdrawn",
      withdrawn: { by: { name: "Bea" }, reason },
    });
    const told = await stack.app.deps.store.db.selectFrom("journal").select(["action", "why"]).orderBy("seq").execute();
    expect(told.filter(({ action }) => /withdraw/.test(action)).map(({ why }) => why)).toEqual([
      reason,
      reason,
      reason,
    ]);
  });

  test("[S16] who may approve for one referrer takes nothing back in another one's directory", async () => {
    await using stack = await open();
    const { app } = stack;
    const { bea, act, live, inbox } = await begin(stack);
    const { id, changeId } = await live();
    const elm = await app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Elm" });
    const { signedIn } = await app.enter({
      name: "Mia",
      roles: [
        { role: "editor", referrers: null },
        { role: "approver", referrers: [Referrer.parse(await elm.json()).id] },
      ],
    });
    const asked = await signedIn("POST", `${CONNECTION_API}/changes/${changeId}/withdraw`, { reason });
    expect(await asked.json()).toMatchObject({ state: "held" });
    expect(await act(signedIn, id, "taking-back/confirm")).toMatchObject({ code: "not_found" });
    expect(await inbox(signedIn), "it waits for others").toEqual([]);
    expect(await inbox(bea)).toEqual([[1, "Mia", reason]]);
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ counts: { held: 1, withdrawn: 1 } });
  });

  test("[S19] where one approval is required, an editor asks and an approver confirms it", async () => {
    await using stack = await open();
    const { bea, eve, act, live, inbox } = await begin(stack);
    const { id } = await live();
    expect(await act(eve, id, "withdraw", { reason })).toMatchObject({
      state: "held",
      takingBack: { as: "withdraw", changes: 2, reason, by: { name: "Eve" }, confirmedBy: [], missing: 1 },
    });
    expect([await inbox(eve), await inbox(bea)]).toEqual([[], [[2, "Eve", reason]]]);
    expect(await act(eve, id, "taking-back/confirm")).toMatchObject({ code: "forbidden" });
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ state: "withdrawn", takingBack: null });
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ code: "wrong_state" });
    expect(await inbox(bea)).toEqual([]);
  });

  test("[S19] where two are required, what one approver takes back stays until another one confirms it", async () => {
    await using stack = await open();
    const { bea, cleo, eve, act, live, inbox } = await begin(stack, 2);
    const { id } = await live();
    const asked = { confirmedBy: [{ name: "Bea" }], missing: 1 };
    expect(await act(bea, id, "withdraw", { reason })).toMatchObject({ state: "held", takingBack: asked });
    for (const by of [bea, cleo, eve])
      expect(await act(by, id, "withdraw", { reason }), "nobody goes past it").toMatchObject({ code: "wrong_state" });
    expect(await act(bea, id, "taking-back/confirm"), "the same person twice").toMatchObject({ takingBack: asked });
    expect([await inbox(bea), await inbox(cleo)]).toEqual([[], [[2, "Bea", reason]]]);
    expect(await act(eve, id, "taking-back/drop")).toMatchObject({ code: "forbidden" });
    expect(await act(cleo, id, "taking-back/confirm")).toMatchObject({ state: "withdrawn", takingBack: null });
    const told = await stack.app.deps.store.db
      .selectFrom("journal")
      .select(["action", "actor"])
      .orderBy("seq")
      .execute();
    expect(
      told.flatMap(({ action, actor }) => (/set.*(taking|withdraw)/.test(action) ? [`${actor?.name} ${action}`] : [])),
    ).toEqual([
      "Bea change-set.ask-taking-back",
      "Bea change-set.confirm-taking-back",
      "Cleo change-set.confirm-taking-back",
      "Cleo change-set.withdraw",
    ]);
  });

  test("[S19] of two who confirm at once one is refused, and confirms what is there by then", async () => {
    await using stack = await open();
    const { bea, cleo, eve, act, live } = await begin(stack, 2);
    const { id } = await live();
    const { version } = ChangeSet.parse(await act(eve, id, "withdraw", { reason }));
    const confirm = (by: TestApp["signedIn"]) =>
      by("POST", `${CONNECTION_API}/change-sets/${id}/taking-back/confirm`, { version });
    const [first, second] = await Promise.all([confirm(bea), confirm(cleo)]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = first.status === 409 ? bea : cleo;
    expect(await act(late, id, "taking-back/confirm")).toMatchObject({ state: "withdrawn" });
  });

  test("[S19] nothing is confirmed while the set is decided about, and it is asked for still after that", async () => {
    const stack = await open();
    await using _ = stack;
    const { bea, eve, act, live } = await begin(stack);
    const { id, changeId } = await live();
    await act(eve, id, "withdraw", { reason });
    const { deps } = stack.app;
    const at = deps.clock.now().toISOString();
    const decided = { as: "submit" as const, changeIds: [changeId], by: stack.app.context.actor, requestId: null, at };
    await withLedger(deps, async ({ trx }) => await updateAct(trx, id, { act: decided, done: 0 }));
    for (const verb of ["confirm", "drop"])
      expect(await act(bea, id, `taking-back/${verb}`)).toMatchObject({ code: "in_progress" });
    await actInSteps(deps, id);
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ takingBack: null, counts: { withdrawn: 2 } });
  });

  test("[S19] a confirmation whose giver may not approve any more is gone for good", async () => {
    await using stack = await open();
    const { app } = stack;
    const { bea, cleo, people, act, live } = await begin(stack, 2);
    const { id } = await live();
    await act(bea, id, "withdraw", { reason });
    const { id: beaId } = people.bea.person;
    for (const turn of ["disable", "enable"])
      expect((await app.signedIn("POST", `/api/v1/people/${beaId}/${turn}`)).status).toBe(200);
    expect(await act(cleo, id, "taking-back/confirm")).toMatchObject({
      state: "held",
      takingBack: { by: { name: "Bea" }, confirmedBy: [{ name: "Cleo" }], missing: 1 },
    });
    expect(await act(app.signedIn, id, "taking-back/confirm")).toMatchObject({ state: "withdrawn" });
  });

  test("[S19] one change and an override are asked for alike, and whoever asked drops it", async () => {
    await using stack = await open();
    const { app, scheduleId, plans } = stack;
    const { bea, cleo, eve, act, live } = await begin(stack, 2);
    const { id, changeId } = await live();
    const withdraw = `${CONNECTION_API}/changes/${changeId}/withdraw`;
    expect(await (await eve("POST", withdraw, { reason })).json()).toMatchObject({ state: "held" });
    expect((await bea("POST", withdraw, { reason })).status).toBe(409);
    expect(await act(eve, id, "taking-back/drop")).toMatchObject({ state: "held", takingBack: null });
    const removal = {
      record: { type: "schedule", id: scheduleId },
      field: "acceptedInsurances",
      element: plans[0],
      decision: "remove override",
      evidence: testEvidence,
    };
    const decided = await eve("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, removal);
    expect(await decided.json()).toMatchObject({ outcome: "asked", changes: [{ id: changeId, state: "held" }] });
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ takingBack: { changes: 1, missing: 1 } });
    expect(await act(cleo, id, "taking-back/confirm")).toMatchObject({
      takingBack: null,
      counts: { held: 1, withdrawn: 1 },
    });
    expect(await act(bea, id, "withdraw", { reason })).toMatchObject({ takingBack: { changes: 1, changeIds: null } });
    await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: false });
    expect(await act(bea, id, "taking-back/confirm")).toMatchObject({ takingBack: null, counts: { withdrawn: 2 } });
  });

  test("[S19] who does not see the set sees no request", async () => {
    await using stack = await open();
    const { app } = stack;
    const { bea, act, live, inbox } = await begin(stack, 2);
    const { id } = await live();
    const elm = await app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Elm" });
    const { id: referrer } = Referrer.parse(await elm.json());
    const { signedIn } = await app.enter({ name: "Lia", roles: [{ role: "approver", referrers: [referrer] }] });
    const { version } = ChangeSet.parse(await act(bea, id, "withdraw", { reason }));
    expect(await inbox(signedIn)).toEqual([]);
    for (const verb of ["confirm", "drop"])
      expect(
        (await signedIn("POST", `${CONNECTION_API}/change-sets/${id}/taking-back/${verb}`, { version })).status,
      ).toBe(404);
  });

  test("[S16] what nobody reads yet is withdrawn by its author without a reason", async () => {
    await using stack = await open();
    const { eve, act, staged } = await begin(stack);
    const { id } = await staged();
    await act(eve, id, "submit");
    expect(await act(eve, id, "withdraw")).toMatchObject({ state: "withdrawn" });
  });
}
