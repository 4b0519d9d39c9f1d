import { maxLength } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { INDEX } from "#/testing/sending-stack.ts";

test("what the contract takes at once fits into a request: a pasted roster, and records that are verified", async () => {
  await using app = await createTestApp({ sandbox: { practitioners: 5 } });
  const [schedule = ""] = sampleSchedules(app, 1);
  const roster = `${schedule}\n${" ".repeat(maxLength.pastedText - schedule.length - 1)}`;
  const adopted = await app.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, {
    indexId: "idx_ofTheOffice",
    roster,
  });
  expect(await adopted.json()).not.toHaveProperty("code", "body_too_large");

  const named = (at: number) => ({
    indexId: INDEX,
    record: { type: "schedule", id: `sch_${String(at).padStart(12, "0")}` },
    says: "a".repeat(64),
  });
  const of = Array.from({ length: 10_000 }, (_, at) => named(at));
  const given = { of, saidBy: "Nora", how: "phone", verifiedOn: "2026-11-19" };
  const verified = await app.signedIn("POST", `${CONNECTION_API}/verifications`, given);
  expect([verified.status, await verified.json()]).toMatchObject([409, { code: "wrong_state" }]);
});

test.each(["moved", "at-rest"])(
  "what was on screen of 200 changes of long lists fits into settling what is %s",
  async (what) => {
    await using app = await createTestApp({ sandbox: { practitioners: 1 } });
    const list = { value: Array.from({ length: 300 }, (_, at) => `ins_${String(at).padStart(10, "0")}`) };
    const changeIds = Array.from({ length: 200 }, (_, at) => `chg_${String(at).padStart(16, "0")}`);
    const seen = Object.fromEntries(changeIds.map((id) => [id, { base: list, index: list }]));
    const as = what === "moved" ? { as: "keep ours" } : { as: "give way", reason: "They called" };
    const answer = await app.signedIn("POST", `${CONNECTION_API}/change-sets/set_abcdefghijklmnop/${what}`, {
      version: 1,
      changeIds,
      seen,
      ...as,
    });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
  },
);
