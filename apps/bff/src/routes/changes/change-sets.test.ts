import { CONNECTION_API } from "#/testing/app.ts";
import type { Change, ChangeSet } from "@dc/contract";
import { expect, test } from "vitest";
import { addPlan, createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { journalOf } from "#/testing/directory.ts";
import { apply, bodyOf, changesOf, evidence, stage, type Staged } from "#/testing/change-set-requests.ts";

test("apply approves with its evidence, undo takes it back within five seconds and not later", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? "")] }));
  expect(await (await apply(stack, { ...changeSet, version: changeSet.version - 1 })).json()).toMatchObject({
    code: "version_mismatch",
    status: 409,
    current: { id: changeSet.id, state: "draft", version: changeSet.version },
  });
  const applied = await bodyOf<ChangeSet>(await apply(stack, changeSet, { evidence }));
  expect(applied).toMatchObject({ state: "queued", evidence, appliedBy: { name: "Ada Admin" } });
  expect(Date.parse(applied.sendAfter ?? "") - app.clock.now().getTime()).toBe(5_000);
  expect(await changesOf(stack, changeSet.id)).toMatchObject([{ state: "queued", evidence, order: 1 }]);
  app.clock.advance(4_999);
  const undone = await bodyOf<ChangeSet>(
    await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/undo`, { version: applied.version }),
  );
  expect(undone).toMatchObject({ state: "draft", appliedBy: null, sendAfter: null });
  const memory = await app.deps.store.db.selectFrom("field_memory").select("baseline").execute();
  expect(memory.filter(({ baseline }) => baseline !== null)).toEqual([]);
  const again = await bodyOf<ChangeSet>(await apply(stack, undone, {}));
  app.clock.advance(5_000);
  const late = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/undo`, {
    version: again.version,
  });
  expect(await late.json()).toMatchObject({ code: "wrong_state" });
});

test("what was undone has the evidence that its set has when it is applied again, and its own where it had some", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const own = { ...evidence, reason: "A letter" };
  const [plan = "", other = ""] = plans;
  const changes = [addPlan(scheduleId, plan), { ...addPlan(scheduleId, other), evidence: own }];
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes }));
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const undo = async (answer: Response) => {
    const { version } = await bodyOf<ChangeSet>(answer);
    return await bodyOf<ChangeSet>(await app.signedIn("POST", `${path}/undo`, { version }));
  };
  const given = { ...evidence, reason: "The front desk called" };
  const undone = await undo(
    await apply(stack, await undo(await apply(stack, changeSet, { evidence })), { evidence: given }),
  );
  expect((await changesOf(stack, changeSet.id)).map((change) => change.evidence)).toEqual([null, own]);
  const typed = { ...evidence, reason: "They wrote it down" };
  const edited = await app.signedIn("PATCH", path, { version: undone.version, evidence: typed });
  const applied = await bodyOf<ChangeSet>(await apply(stack, await bodyOf<ChangeSet>(edited), {}));
  expect(applied.evidence).toEqual(typed);
  expect((await changesOf(stack, changeSet.id)).map((change) => change.evidence)).toEqual([typed, own]);
});

test("evidence from a day to come, or to be reviewed on a day gone by, is refused where it would serve a change", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const change = addPlan(scheduleId, plans[0] ?? "");
  const pointers = async (answer: Response) =>
    (await bodyOf<{ errors: { pointer: string }[] }>(answer)).errors.map(({ pointer }) => pointer);
  const wrong = { ...evidence, verifiedOn: "2026-11-22", reviewBy: "2026-11-18" };
  expect(await pointers(await stage(stack, { changes: [change, { ...change, evidence: wrong }] }))).toEqual([
    "/changes/1/evidence/verifiedOn",
    "/changes/1/evidence/reviewBy",
  ]);
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes: [change] }));
  expect(await pointers(await apply(stack, changeSet, { evidence: { ...evidence, reviewBy: "2026-11-18" } }))).toEqual([
    "/evidence/reviewBy",
  ]);
  const body = { evidence: { ...evidence, verifiedOn: "2026-11-22" }, version: changeSet.version };
  const kept = await bodyOf<ChangeSet>(
    await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${changeSet.id}`, body),
  );
  expect(await pointers(await apply(stack, kept, {}))).toEqual(["/evidence/verifiedOn"]);
  app.clock.advance(2 * 86_400_000);
  expect((await apply(stack, kept, {})).status).toBe(200);
});

test("a draft is named and keeps the evidence as far as it is typed; without a reason it is not applied", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const staged = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(scheduleId, plans[0] ?? "")] }));
  const path = `${CONNECTION_API}/change-sets/${staged.changeSet.id}`;
  let set = staged.changeSet;
  const edit = async (body: object, version = set.version) => {
    const answer = await app.signedIn("PATCH", path, { ...body, version });
    if (answer.status === 200) set = await bodyOf<ChangeSet>(answer.clone());
    return answer;
  };
  expect((await edit({ name: " June " })).status).toBe(200);
  expect(set).toMatchObject({ name: "June", evidence: null, version: staged.changeSet.version + 1 });
  expect((await edit({ name: "Late" }, staged.changeSet.version)).status).toBe(409);
  for (const wrong of [{ name: "" }, { evidence: { reason: "r", verifiedOn: "yesterday" } }, { state: "applied" }])
    expect((await edit(wrong)).status).toBe(400);
  const typed = { reason: "", source: "A fax", verifiedOn: null, reviewBy: "2027-01-31", from: null, until: null };
  await edit({ evidence: typed });
  expect(set).toMatchObject({ name: "June", evidence: typed });
  const refused = await apply(stack, set, {});
  expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ pointer: "/evidence/reason" }] }]);
  await edit({ evidence: { source: " " } });
  expect(set.evidence).toBeNull();
  await edit({ evidence: { ...typed, reason: " The practice called " } });
  expect((await apply(stack, set, {})).status).toBe(200);
  const [change] = await changesOf(stack, set.id);
  expect(change?.evidence).toEqual({ ...typed, reason: "The practice called" });
  set = await bodyOf<ChangeSet>(await app.signedIn("GET", path));
  expect(set).toMatchObject({ name: "June", evidence: change?.evidence, state: "queued" });
  expect((await bodyOf<{ code: string }>(await edit({ evidence: null }))).code).toBe("wrong_state");
  expect((await edit({ name: "Still June" })).status).toBe(200);
  expect(
    (await journalOf(app, set.id)).filter((action) => /^change-set\.(?:rename|evidence)$/.test(action)),
  ).toHaveLength(5);
});

test("a set without any reason is not applied, by people and by programs alike", async () => {
  await using stack = await createSendingStack();
  const { scheduleId, plans } = stack;
  const [plan = "", other = ""] = plans;
  const first = await bodyOf<Staged>(await stage(stack, { changes: [{ ...addPlan(scheduleId, plan), evidence }] }));
  const { changeSet } = await bodyOf<Staged>(await stage(stack, { changes: [addPlan(scheduleId, other)] }));
  expect(changeSet.id).toBe(first.changeSet.id);
  for (const given of [{}, { evidence: null }]) {
    const refused = await apply(stack, changeSet, given);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: "invalid_request", errors: [{ pointer: "/evidence/reason" }] },
    ]);
  }
  expect((await apply(stack, changeSet, { evidence: { reason: "The practice called" } })).status).toBe(200);
});

test("what was typed beside changes that have evidence of their own is let go without a reason", async () => {
  await using stack = await createSendingStack();
  const { app, scheduleId, plans } = stack;
  const { changeSet } = await bodyOf<Staged>(
    await stage(stack, { changes: [{ ...addPlan(scheduleId, plans[0] ?? ""), evidence }] }),
  );
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const edited = await app.signedIn("PATCH", path, { evidence: { source: "A fax" }, version: changeSet.version });
  const applied = await bodyOf<ChangeSet>(await apply(stack, await bodyOf<ChangeSet>(edited), {}));
  expect([applied.evidence, (await changesOf(stack, applied.id))[0]?.evidence]).toEqual([null, evidence]);
});

test("changes staged in one request are listed in the order of the request, page by page", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  const elements = plans.slice(0, 8);
  expect(elements).toHaveLength(8);
  const { changeSet } = await bodyOf<Staged>(
    await stage(stack, { changes: elements.map((plan) => addPlan(scheduleId, plan)) }),
  );
  const path = `${CONNECTION_API}/change-sets/${changeSet.id}/changes?limit=3`;
  const listed: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { items: Change[]; nextCursor: string | null } = await bodyOf(
      await app.signedIn("GET", cursor === "" ? path : `${path}&cursor=${encodeURIComponent(cursor)}`),
    );
    listed.push(...page.items.map(({ operation }) => ("element" in operation ? operation.element : null)));
    cursor = page.nextCursor;
  }
  expect(listed).toEqual(elements);
});

test("change sets are listed newest first, by page and by state", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { app, plans, scheduleId } = stack;
  for (const plan of plans.slice(0, 3)) {
    await stack.applied([addPlan(scheduleId, plan)]);
    app.clock.advance(1_000);
  }
  await stack.pass();
  await stage(stack, { changes: [addPlan(scheduleId, plans[3] ?? "")] });
  const read = async (query: string) =>
    await bodyOf<{ items: ChangeSet[]; nextCursor: string | null; total: number | null }>(
      await app.signedIn("GET", `${CONNECTION_API}/change-sets?indexId=${INDEX}&${query}`),
    );
  const first = await read("limit=3");
  expect({ ...first, items: first.items.map(({ state }) => state) }).toEqual({
    items: ["draft", "held", "held"],
    nextCursor: expect.any(String),
    total: 4,
  });
  const second = await read(`limit=3&cursor=${first.nextCursor}`);
  expect({ ...second, items: second.items.map(({ state }) => state) }).toEqual({
    items: ["held"],
    nextCursor: null,
    total: 4,
  });
  const held = await read("limit=2&state=held");
  expect(held.items.map(({ id }) => id)).toEqual([first.items[1]?.id, first.items[2]?.id]);
  const rest = await read(`limit=2&state=held&cursor=${held.nextCursor}`);
  expect(rest.items.map(({ id }) => id)).toEqual([second.items[0]?.id]);
  expect((await app.signedIn("GET", `${CONNECTION_API}/change-sets?cursor=x`)).status).toBe(400);
});
