import { type Change, ChangeSet, Problem, Referrer } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { createToken } from "#/operations/tokens/create.ts";
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
  async function begin({ app, scheduleId, plans }: SendingStack) {
    const settings = { required: 1, ownCounts: false };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/approval-settings`, settings)).status).toBe(200);
    const enter = async (name: string, role: "approver" | "editor") =>
      (await app.enter({ name, roles: [{ role, referrers: null }] })).signedIn;
    const [bea, eve] = [await enter("Bea", "approver"), await enter("Eve", "editor")];
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
      await act(bea, made.id, "approve");
      expect(await act(eve, made.id, "apply")).toMatchObject({ state: "queued" });
      await app.sendDue();
      return made;
    };
    return { bea, eve, token, act, staged, live };
  }

  test("[S16] where approvals are required an approver does it, with a reason, and never a token", async () => {
    await using stack = await open();
    const { bea, eve, token, act, live } = await begin(stack);
    const { id, changeId } = await live();
    const withdraw = `${CONNECTION_API}/changes/${changeId}/withdraw`;
    for (const by of [eve, token]) {
      expect(await act(by, id, "withdraw", { reason })).toMatchObject({ code: "forbidden" });
      expect((await by("POST", withdraw, { reason })).status).toBe(403);
    }
    expect(await act(bea, id, "withdraw")).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/reason" }] });
    expect((await bea("POST", withdraw, {})).status).toBe(400);
    expect((await bea("POST", withdraw, { reason })).status).toBe(200);
    expect(await act(bea, id, "withdraw", { reason })).toMatchObject({ state: "withdrawn" });
    const told = await stack.app.deps.store.db.selectFrom("journal").select(["action", "why"]).execute();
    expect(told.filter(({ action }) => /withdraw/.test(action)).map(({ why }) => why)).toEqual([
      reason,
      reason,
      reason,
    ]);
  });

  test("[S16] who may approve for one referrer takes nothing back in another one's directory", async () => {
    await using stack = await open();
    const { app } = stack;
    const { act, live } = await begin(stack);
    const { id, changeId } = await live();
    const elm = await app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Elm" });
    const { signedIn } = await app.enter({
      name: "Mia",
      roles: [
        { role: "editor", referrers: null },
        { role: "approver", referrers: [Referrer.parse(await elm.json()).id] },
      ],
    });
    expect((await signedIn("POST", `${CONNECTION_API}/changes/${changeId}/withdraw`, { reason })).status).toBe(403);
    expect(await act(signedIn, id, "withdraw", { reason })).toMatchObject({ code: "forbidden" });
  });

  test("[S16] what nobody reads yet is withdrawn by its author without a reason", async () => {
    await using stack = await open();
    const { eve, act, staged } = await begin(stack);
    const { id } = await staged();
    await act(eve, id, "submit");
    expect(await act(eve, id, "withdraw")).toMatchObject({ state: "withdrawn" });
  });
}
