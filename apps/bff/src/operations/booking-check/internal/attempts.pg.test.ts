import { describe, expect, it } from "vitest";
import { newId } from "#/runtime/new-id.ts";
import type { Store } from "#/store/engine/database.ts";
import { createTestApp } from "#/testing/app.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { beginAttempt, endAttempt } from "./attempts.ts";

describe("booking attempts, embedded", () => {
  attemptsOn(openTestStore);
});
describeOnPostgres("booking attempts on PostgreSQL", () => {
  attemptsOn(openTestStoreOnPostgres);
});

function attemptsOn(open: () => Promise<Store>) {
  it("of many that book a slot at the same moment one may; another slot and a certain outcome let others in", async () => {
    await using app = await createTestApp({ store: await open(), administrator: false });
    const slot = { scheduleId: "sch_1", startAt: "2026-12-01T09:00:00Z" };
    const ids = [1, 2, 3, 4].map(() => newId("try"));
    const begun = await Promise.allSettled(ids.map((attemptId) => beginAttempt(app.context, { attemptId, slot })));
    const first = begun.findIndex(({ status }) => status === "fulfilled");
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await beginAttempt(app.context, { attemptId: newId("try"), slot: { ...slot, startAt: "2026-12-01T09:30:00Z" } });
    await beginAttempt(app.context, { attemptId: newId("try") });

    const begin = (attemptId: string) => beginAttempt(app.context, { attemptId, slot });
    await endAttempt(app.context, ids[first] ?? "", "unknown");
    await expect(begin(newId("try"))).rejects.toThrow("outcome is not known");
    await endAttempt(app.context, ids[first] ?? "", "refused");
    await expect(begin(ids[first] ?? "")).rejects.toThrow("This request was already sent");
    await begin(newId("try"));
    app.clock.advance(24 * 3_600_000);
    await begin(ids[first] ?? "");
    expect(await app.deps.store.db.selectFrom("booking_attempt").select("id").execute()).toHaveLength(1);
  });
}
