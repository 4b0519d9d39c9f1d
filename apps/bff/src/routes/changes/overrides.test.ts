import { CONNECTION_API } from "#/testing/app.ts";
import type {
  ChangeSet,
  Decided,
  IndexVersion,
  OverridePage,
  PractitionerView,
  RosterPage,
  Runbook,
} from "@dc/contract";
import { expect, test } from "vitest";
import { addPlan, createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { apply, bodyOf, evidence, stage, type Staged } from "#/testing/change-set-requests.ts";

test("held overrides are listed, told in a runbook, and withdrawn", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const { changeSet } = await bodyOf<Staged>(
    await stage(stack, {
      changes: [{ ...addPlan(scheduleId, plans[0] ?? ""), evidence }, { ...addPlan(scheduleId, plans[1] ?? "") }],
    }),
  );
  await apply(stack, changeSet, { evidence });
  app.clock.advance(5_000);
  await stack.pass();
  const page = await bodyOf<OverridePage>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides?limit=1`),
  );
  expect(page).toMatchObject({
    total: 2,
    items: [{ field: "acceptedInsurances", policy: "pin", change: { state: "held" } }],
  });
  const next = await bodyOf<OverridePage>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides?limit=1&cursor=${page.nextCursor}`),
  );
  expect([page, next].flatMap(({ items }) => items.flatMap(({ elements }) => elements)).toSorted()).toEqual(
    [plans[0], plans[1]].map(String).toSorted(),
  );
  const heldPage = await bodyOf<OverridePage>(
    await app.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${INDEX}/overrides?q=${plans[0]}&state=held&with=comparison`,
    ),
  );
  expect(heldPage).toMatchObject({ total: 1, items: [{ compared: { presence: "both" } }] });
  const part = heldPage.items[0]?.compared?.field.parts.find(({ key }) => key === plans[0]);
  expect(part).toMatchObject({ values: { effective: { value: true } }, override: { state: "held" } });

  const found = async (q: string) =>
    (
      await bodyOf<OverridePage>(
        await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides?q=${q}`),
      )
    ).items.length;
  expect([await found("PRÁCTICE%20called"), await found("nobody%20said"), await found(scheduleId)]).toEqual([2, 0, 2]);

  const runbook = await bodyOf<Runbook>(
    await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSet.id}/runbook`),
  );
  expect(runbook.steps).toMatchObject([
    {
      number: 1,
      record: { type: "schedule", id: scheduleId },
      evidence,
      changeIds: [expect.any(String), expect.any(String)],
    },
  ]);
  expect(runbook.text).toContain("-u '<API_KEY>:'");
  expect(runbook.text).not.toContain("test_sandbox_key");
  expect(await bodyOf<Runbook>(await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/runbook`))).toEqual(
    runbook,
  );

  const held = await bodyOf<ChangeSet>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSet.id}`));
  expect(held).toMatchObject({ state: "held", counts: { held: 2 } });
  const withdrawn = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/withdraw`, {
    version: held.version,
  });
  expect(await withdrawn.json()).toMatchObject({ state: "withdrawn" });
  expect(app.deps.overlay.of(INDEX, "schedule", scheduleId)).toBeUndefined();
});

test("[L8] a runbook tells from when until when a value holds, as was said last", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, scheduleId } = stack;
  const days = { ...evidence, from: "2026-11-20", until: "2026-12-31" };
  const record = { type: "schedule", id: scheduleId };
  const changes = [
    { record, field: "name", operation: { op: "set", value: "Oak Street" }, evidence: days },
    { record, field: "timeZone", operation: { op: "set", value: "America/Chicago" } },
  ];
  const staged = await bodyOf<Staged>(await stage(stack, { changes }));
  await apply(stack, staged.changeSet);
  app.clock.advance(5_000);
  await stack.pass();
  const address = `${CONNECTION_API}/index-versions/${INDEX}`;
  const told = async () => {
    const { steps, text } = await bodyOf<Runbook>(await app.signedIn("GET", `${address}/runbook`));
    const lines = text.split("\n").filter((line) => line.startsWith("- Holds"));
    return { days: steps.map(({ field, until }) => [field, until]), lines };
  };
  expect(await told()).toEqual({
    days: [
      ["name", "2026-12-31"],
      ["timeZone", null],
    ],
    lines: ["- Holds: from 20 November 2026 until 31 December 2026"],
  });
  app.clock.advance(60 * 24 * 3_600_000);
  const of = { changeIds: staged.changes.flatMap(({ id, field }) => (field === "name" ? [id] : [])) };
  const kept = await app.signedIn("POST", `${address}/overrides/until`, { ...of, until: "2027-02-28" });
  expect(kept.status).toBe(200);
  expect((await told()).lines).toEqual(["- Holds: from 20 November 2026 until 28 February 2027"]);
});

test("a runbook pages by step, its texts make the whole, and a step that is gone is reported", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const steps = [
    { record, field: "name", operation: { op: "set", value: "Oak Street" } },
    addPlan(scheduleId, plans[0] ?? ""),
    { record, field: "timeZone", operation: { op: "set", value: "America/Chicago" } },
  ];
  const staged = await stage(stack, { changes: steps });
  expect(staged.status).toBe(201);
  const { changeSet } = await bodyOf<Staged>(staged);
  await apply(stack, changeSet);
  app.clock.advance(5_000);
  await stack.pass();
  const address = `${CONNECTION_API}/index-versions/${INDEX}/runbook`;
  const whole = await bodyOf<Runbook>(await app.signedIn("GET", address));
  expect(whole).toMatchObject({ total: 3, nextCursor: null });
  const pages: Runbook[] = [];
  for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null)
    pages.push(await bodyOf<Runbook>(await app.signedIn("GET", `${address}?limit=2${cursor && `&cursor=${cursor}`}`)));
  expect(pages.map((page) => page.steps.map(({ number }) => number))).toEqual([[1, 2], [3]]);
  expect(pages.flatMap((page) => page.steps)).toEqual(whole.steps);
  expect(pages.map(({ text }) => text).join("")).toBe(whole.text);

  const held = await bodyOf<ChangeSet>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSet.id}`));
  await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/withdraw`, { version: held.version });
  const gone = await app.signedIn("GET", `${address}?cursor=${pages[0]?.nextCursor}`);
  expect([gone.status, await gone.json()]).toMatchObject([409, { code: "conflict" }]);
  expect(await bodyOf<Runbook>(await app.signedIn("GET", address))).toMatchObject({ total: 0, steps: [] });
});

test("overrides are counted by the changes that make them, in every list and on the change set alike", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const { records } = app.deps.service.client;
  const schedule = await records.retrieve("schedule", scheduleId, { index: INDEX });
  const practitioner = await records.follow(schedule, "practitioner");
  const record = { type: "practitioner", id: practitioner?.id ?? "" };
  const [plan = "", other = ""] = plans;
  const [taken] = await stack.insurances();
  const phone = (number: string) => ({ number, extension: null, label: null });
  await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/roster-imports`, {
    from: "text",
    text: scheduleId,
  });
  await app.deps.background.idle();
  const field = { record, field: "phones", policy: "pin", evidence: null };
  await stage(stack, {
    changes: [{ ...field, operation: { op: "set", value: [phone("+1 415-555-0142"), phone("+1 415-555-0177")] } }],
  });
  const { changeSet } = await bodyOf<Staged>(
    await stage(stack, {
      changes: [
        { ...field, operation: { op: "replace", element: "+14155550142;ext=", by: phone("+1 415-555-0199") } },
        { ...addPlan(scheduleId, ""), operation: { op: "replace", element: taken, by: plan } },
        addPlan(scheduleId, other),
      ],
    }),
  );
  await apply(stack, changeSet);
  app.clock.advance(5_000);
  await stack.pass();
  const page = await bodyOf<OverridePage>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides`),
  );
  const index = await bodyOf<IndexVersion>(await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}`));
  const roster = await bodyOf<RosterPage>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/roster`),
  );
  const set = await bodyOf<ChangeSet>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSet.id}`));
  const view = await bodyOf<PractitionerView>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/practitioners/${record.id}`),
  );
  const counted = {
    listed: page.items.length,
    total: page.total,
    live: index.overrides.live,
    held: index.overrides.held,
    roster: roster.items.find(({ record: { id } }) => id === record.id)?.counts?.held,
    viewed: [view.practitioner, ...view.schedules].reduce((sum, { comparison }) => sum + comparison.counts.held, 0),
    changes: set.counts.held,
  };
  expect(new Set(Object.values(counted)), JSON.stringify(counted)).toEqual(new Set([set.counts.total]));
  const byNumber = await bodyOf<OverridePage>(
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides?q=${plan}`),
  );
  expect(byNumber.items.map(({ elements }) => elements.length)).toEqual([2]);
});

test("decisions: remove, reset, take base, keep ours, pin and follow", async () => {
  await using stack = await createSendingStack();
  const { app, plans, scheduleId } = stack;
  const [plan = ""] = plans;
  const decide = async (decision: string) =>
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, {
      record: { type: "schedule", id: scheduleId },
      field: "acceptedInsurances",
      element: plan,
      decision,
    });
  expect(await (await decide("reset to base")).json()).toMatchObject({ status: 409, code: "wrong_state" });
  const ids = await stack.applied([addPlan(scheduleId, plan)]);
  await stack.pass();
  expect(await stack.rows(ids)).toMatchObject([{ state: "applied" }]);
  expect(await bodyOf<Decided>(await decide("follow"))).toMatchObject({
    outcome: "done",
    changes: [{ id: ids[0], policy: "follow" }],
  });
  expect(await (await decide("remove override")).json()).toMatchObject({ code: "wrong_state" });
  expect(await (await decide("keep ours")).json()).toMatchObject({ code: "wrong_state" });
  const reset = await bodyOf<Decided>(await decide("reset to base"));
  expect(reset).toMatchObject({
    outcome: "staged",
    changes: [{ operation: { op: "reset", element: plan }, state: "draft" }],
  });
  const [change] = reset.changes;
  const set = await bodyOf<ChangeSet>(
    await app.signedIn("GET", `${CONNECTION_API}/change-sets/${change?.changeSetId}`),
  );
  await apply(stack, set);
  app.clock.advance(5_000);
  await stack.pass();
  expect(await stack.insurances()).not.toContain(plan);
  expect(
    await bodyOf<OverridePage>(await app.signedIn("GET", `${CONNECTION_API}/index-versions/${INDEX}/overrides`)),
  ).toMatchObject({ total: 0 });
});
