import type { ChangeSet } from "@dc/contract";
import { expect, test } from "vitest";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf } from "#/testing/change-set-requests.ts";
import { arm } from "#/testing/directory.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSendingStack } from "#/testing/sending-stack.ts";

const renamed = (id: string): AskedChange => ({
  record: { type: "schedule", id },
  field: "name",
  operation: { op: "set", value: "Elm Street" },
  policy: "pin",
  evidence: null,
});

/** A held set over two records, whose service takes writes by now, and the state that it reads at every request. */
async function heldSet() {
  const stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const schedules = [...app.sandbox.samples.roster.matchAll(/sch_[0-9A-Za-z]+/g)].map(([id]) => id);
  const others = [...new Set(schedules)].filter((id) => id !== scheduleId).slice(0, 2);
  const ids = await stack.applied([scheduleId, ...others].map((id) => renamed(id)));
  await stack.pass();
  const [first] = await stack.rows(ids);
  const setId = first?.change_set_id ?? "";
  const state = async () =>
    await bodyOf<ChangeSet>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}`));
  const told: string[] = [];
  const { app: service } = app.sandbox;
  const answer = service.request.bind(service);
  service.request = async (...request) => {
    told.push((await state()).state);
    return await answer(...request);
  };
  expect((await state()).state).toBe("held");
  const saved = { profile: { extends: "with-writes", name: "with writes" }, revision: 0 };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, saved)).status).toBe(200);
  const verb = async (name: "apply" | "undo", by = app.signedIn) => {
    const { version } = await state();
    const answer = await by("POST", `${CONNECTION_API}/change-sets/${setId}/${name}`, { version });
    expect(answer.ok).toBe(true);
    // A busy machine answers before what was decided on is read.
    await expect.poll(async () => (await state()).state).not.toBe("checking");
    return await state();
  };
  return { stack, told, state, verb, ids, others };
}

test("a held set that is sent reads applying at every request until all its changes have ended", async () => {
  const { stack, told, state, verb, others } = await heldSet();
  await using _open = stack;
  expect(await verb("apply")).toMatchObject({ state: "applying", counts: { deferred: 3 } });
  // The reply to the second write is lost, so that its outcome is unknown for a while.
  await arm(stack.app, { kind: "reset-after", method: "POST", path: `/schedules/${others[0]}`, times: 1 });
  stack.app.clock.advance(5_000);
  told.length = 0;
  await stack.pass();
  const between = (await state()).state;
  stack.app.clock.advance(QUIET_MS);
  await stack.pass();
  expect([[...new Set(told)], between]).toEqual([["applying"], "applying"]);
  stack.app.clock.advance(QUIET_MS);
  await stack.pass();
  expect(await state()).toMatchObject({ state: "applied", counts: { applied: 3 } });
});

test("undo within the five seconds makes what was held before held again, and says so", async () => {
  const { stack, verb, ids } = await heldSet();
  await using _open = stack;
  await verb("apply");
  expect(await verb("undo")).toMatchObject({ state: "held", sendAfter: null });
  stack.app.clock.advance(60_000);
  await stack.pass();
  expect((await stack.rows(ids)).map(({ state, because }) => [state, because])).toEqual(
    ids.map(() => ["held", "Held because its sending was undone."]),
  );
});

test("[S13] held changes that somebody asked to send who may not when the five seconds are over are held again, and say so", async () => {
  const { stack, told, state, verb, ids } = await heldSet();
  await using _open = stack;
  const bo = await stack.app.enter({ name: "Bo", roles: [{ role: "editor", referrers: null }] });
  expect(await verb("apply", bo.signedIn)).toMatchObject({ state: "applying" });
  await stack.app.signedIn("POST", `/api/v1/people/${bo.person.id}/disable`);
  stack.app.clock.advance(5_000);
  told.length = 0;
  await stack.pass();
  expect([(await state()).state, told]).toEqual(["held", []]);
  expect(new Set((await stack.rows(ids)).map(({ because }) => because))).toEqual(
    new Set([
      "Not sent because Bo, who applied it, could no longer do so when the time to undo was over. Somebody else can apply it.",
    ]),
  );
});
