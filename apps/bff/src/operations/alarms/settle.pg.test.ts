import type { ChangeSet } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf } from "#/testing/change-set-requests.ts";
import { addPlan, createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("two people who settle one alarm, on the embedded store", () => {
  testSettling(createSendingStack);
});
describeOnPostgres("two people who settle one alarm, on PostgreSQL", () => {
  testSettling(async (options) => createSendingStack({ ...options, store: await openTestStoreOnPostgres() }));
});

function testSettling(open: typeof createSendingStack): void {
  test.each(["reset", "kept"] as const)(
    "[A4] reset and %s at once: one of them counts, and a reset is staged with it alone",
    async (other) => {
      await using stack = await open();
      const { app, scheduleId, plans } = stack;
      const body = JSON.stringify({ deviation: "write-leaks" });
      const headers = { "Content-Type": "application/json" };
      expect((await app.sandbox.control.request("/dials", { method: "PUT", body, headers })).status).toBe(200);
      await stack.applied([addPlan(scheduleId, plans[0] ?? "")]);
      await stack.pass();
      const { items } = await bodyOf<{ items: { id: string }[] }>(
        await app.signedIn("GET", `${CONNECTION_API}/alarms`),
      );
      const { signedIn: bea } = await app.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
      const settle = async (by: typeof bea, answer: string) =>
        await by("POST", `${CONNECTION_API}/alarms/${items[0]?.id}/settle`, { answer, reason: "Looked at both" });
      const answers = await Promise.all([settle(app.signedIn, "reset"), settle(bea, other)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const ok = answers.find(({ status }) => status === 200);
      const settled = await bodyOf<{ alarm: { settled: { answer: string } }; draftId: string | null }>(
        ok ?? new Response(),
      );
      const drafts = await bodyOf<{ items: ChangeSet[] }>(
        await app.signedIn("GET", `${CONNECTION_API}/change-sets?state=draft&indexId=${INDEX}`),
      );
      expect(drafts.items.map(({ id }) => id)).toEqual(settled.draftId === null ? [] : [settled.draftId]);
      expect(settled.draftId === null).toBe(settled.alarm.settled.answer === "kept");
    },
  );
}
