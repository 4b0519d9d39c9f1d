import { CONNECTION_API } from "#/testing/app.ts";
import {
  Change,
  ChangePage,
  Creation,
  OverridePage,
  PlanPage,
  type RecordKey,
  RosterPage,
  Runbook,
  SearchResults,
} from "@dc/contract";
import { recordKey } from "@dc/directory";
import { expect, test } from "vitest";
import { stageChanges } from "#/operations/changes/stage.ts";
import { createDirectory, read } from "#/testing/directory.ts";
import {
  change,
  NUMBER,
  writtenNumber,
  numbersIn,
  PRACTITIONER,
  SCHEDULE,
  spellings,
  threeOverrides,
  twoCreations,
} from "./spelled-changes.ts";
import { calledBy, nameField } from "#/testing/name-field.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";

/** Whether the service lists its practitioners, so that a lost creation can be found. */
const canList = ({ deps }: SpelledStack["app"]) => "listPractitioners" in deps.service.profile.data.operations;

test.for(spellings)(
  "%s: what is held is served by the gateway alone, on the record that holds it",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const { phones, plans, plan, name, changes } = await threeOverrides(stack);
    const before = await stack.said(phones.record, "phones", indexId);
    const rows = await stack.applied(...changes);
    expect(rows.map(({ state }) => state)).toEqual(["held", "held", "held"]);
    expect(numbersIn((await stack.served(phones.record, "phones", indexId)).said)).toEqual([writtenNumber(stack)]);
    expect((await stack.served(plans.record, "acceptedInsurances", indexId)).said).toContain(plan);
    expect((await stack.served(name.record, "preferredName", indexId)).said).toBe("Spelled");
    expect((await stack.served(phones.record, "phones", standardIndex)).said).toEqual(before);
    expect(await stack.said(phones.record, "phones", indexId)).toEqual(before);
    expect(
      app.sandbox.ledger
        .after(0)
        .filter(({ kind }) => kind === "practitioner" || kind === "schedule" || kind === "place"),
    ).toEqual([]);

    const page = await stack.view();
    const roster = await read(app, RosterPage, `/index-versions/${indexId}/roster?sort=need`);
    expect(roster.items.find(({ record }) => record.id === stack.practitionerId)?.counts?.held).toBe(
      [page.practitioner, ...page.schedules, ...page.related].reduce(
        (sum, { comparison }) => sum + comparison.counts.held,
        0,
      ),
    );
    const shown = await stack.holderOf("phones");
    expect(shown.comparison.fields.find(({ key }) => key === "phones")).toMatchObject({ verdict: "ours" });
    const runbook = await read(app, Runbook, `/index-versions/${indexId}/runbook`);
    expect(runbook.steps.map(({ record }) => record.id).toSorted()).toEqual(
      [phones, plans, name].map(({ record }) => record.id).toSorted(),
    );
    const overrides = await read(app, OverridePage, `/index-versions/${indexId}/overrides`);
    expect(new Set(overrides.items.map(({ practitionerId }) => practitionerId))).toEqual(
      new Set([stack.practitionerId]),
    );
    expect((await stack.served(phones.record, "phones", `${standardIndex}9`)).status).toBeGreaterThanOrEqual(400);
  },
);

test.for(spellings)(
  "%s: a shared record names everybody whom a change of it affects, and is found",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const { related, schedules, practitioner } = await stack.view();
    for (const { record, name, usedBy, usedByTotal } of related) {
      expect(usedByTotal).toBeGreaterThanOrEqual(1);
      expect(usedBy.map((user) => user.record.id)).toContain(stack.scheduleId);
      expect(usedBy.find((user) => user.record.id === stack.scheduleId)).toMatchObject({
        practitioner: { id: stack.practitionerId, name: practitioner.name },
      });
      const found = await read(
        stack.app,
        SearchResults,
        `/search?q=${encodeURIComponent(name ?? record.id)}&indexId=${stack.indexId}`,
      );
      expect(found.related.find((one) => one.record.id === record.id)).toMatchObject({
        practitionerId: expect.any(String),
      });
    }
    expect(schedules.find(({ record }) => record.id === stack.scheduleId)?.name).toEqual(expect.any(String));
  },
);

test.for(spellings)("%s: what is applied is in the index, proved by receipts, and nowhere else", async (spelling) => {
  await using stack = await createSpelledStack({ spelling, writes: true });
  const { app, indexId } = stack;
  const { standardIndex } = app.deps.service.profile;
  const { phones, plans, plan, changes } = await threeOverrides(stack);
  const base = await stack.said(phones.record, "phones", standardIndex);
  const { indexId: sibling } = await createDirectory(app, { name: "Sibling" });
  const before = app.sandbox.ledger.length;
  const rows = await stack.applied(...changes);
  expect(rows.map(({ state, because, words }) => ({ state, because, words }))).toEqual(
    rows.map(() => ({ state: "applied", because: null, words: null })),
  );
  const written = app.sandbox.ledger.after(before);
  const records = new Set(changes.map(({ record }) => record.id));
  expect(written.map(({ operation, index, record }) => ({ operation, index, record }))).toEqual(
    [...records].map((record) => ({ operation: "record.update", index: indexId, record })),
  );
  const requestIds = new Set(written.map(({ requestId }) => requestId));
  expect(await stack.said(phones.record, "phones", sibling)).toEqual(base);
  expect(numbersIn(await stack.said(phones.record, "phones", indexId))).toEqual([writtenNumber(stack)]);
  expect(await stack.said(plans.record, "acceptedInsurances", indexId)).toContain(plan);
  expect(await stack.said(phones.record, "phones", standardIndex)).toEqual(base);
  const receipts = await app.deps.store.db.selectFrom("receipt").selectAll().execute();
  const { items } = await read(app, ChangePage, `/change-sets/${rows[0]?.change_set_id}/changes`);
  expect(new Set(items.map(({ receipt }) => receipt?.requestId))).toEqual(requestIds);
  expect(receipts.map(({ as_wanted, base_moved }) => ({ as_wanted, base_moved }))).toEqual(
    rows.map(() => ({ as_wanted: true, base_moved: "none" })),
  );
});

test.for(spellings)(
  "%s: a base that moves reads as moved or as conflict, and a change from outside is seen",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: true });
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const { phones, plans, name, changes } = await threeOverrides(stack);
    await stack.applied(...changes.slice(2));
    const drift = async (at: typeof name, field: string, value: Parameters<SpelledStack["spelled"]>[2]) =>
      await stack.control("/drift", { ...at.record, set: await stack.spelled(at.record, field, value, standardIndex) });
    await drift(name, "preferredName", "Moved");
    await drift(phones, "phones", [{ number: "+1 212-555-0177", extension: null, label: null }]);
    await stack.control("/outside", {
      ...plans.record,
      index: indexId,
      set: await stack.spelled(plans.record, "acceptedInsurances", [], indexId),
    });
    const fieldOf = async (field: string) =>
      (await stack.holderOf(field)).comparison.fields.find(({ key }) => key === field);
    expect(await fieldOf("preferredName")).toMatchObject({ verdict: "conflict" });
    // Where an index version lies over base, a field that nobody wrote has moved along.
    const isFollowing = isUnwritten(stack, { field: "phones", ...phones }, { field: "preferredName", ...name });
    expect(await fieldOf("phones")).toMatchObject({ verdict: isFollowing ? "same" : "base moved" });
    expect((await fieldOf("acceptedInsurances"))?.flags).toContain("outside");
  },
);

test.for(spellings)(
  "%s: an index version whose creation was not answered is found in the list or adopted by its id, and asked for once",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const { app } = stack;
    await stack.faultIn("createIndexVersion", "reset-after");
    const asked = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
      name: "Lost",
      roster: stack.scheduleId,
    });
    const lost = Creation.parse(await asked.json());
    const isListed = app.deps.service.profile.data.operations["listIndexVersions"] !== undefined;
    expect(lost.state).toBe(isListed ? "created" : "unknown");
    const made = app.sandbox.ledger
      .after(0)
      .filter(({ operation }) => operation === "createIndexVersion" || operation.includes("index"));
    const id = made.at(-1)?.record ?? made.at(-1)?.index ?? "";
    if (isListed) expect(lost.indexId).toBe(id);
    else {
      const again = await app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
        name: "Lost",
        roster: stack.scheduleId,
      });
      expect(again.status).toBe(409);
      const settle = (indexId: string) =>
        app.signedIn("POST", `${CONNECTION_API}/creations/${lost.id}/settle`, { as: "adopted", indexId });
      const wrong = await settle(`${app.deps.service.profile.data.indexes.prefix}notThereAtAll`);
      expect(wrong.status).toBeGreaterThanOrEqual(400);
      const settled = await settle(id);
      expect(Creation.parse(await settled.json())).toMatchObject({ state: "created", indexId: id });
    }
    await app.deps.background.idle();
    const { items } = await read(app, RosterPage, `/index-versions/${id}/roster`);
    expect(items.map(({ record }) => record.id)).toContain(stack.practitionerId);
    expect(made.filter(({ after }) => JSON.stringify(after).includes("Lost"))).toHaveLength(1);
  },
);

test.for(spellings)(
  "%s: records that are held to be created and deleted are there and gone in gateway and compare",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const gone = { type: "schedule", id: stack.scheduleId };
    const rows = await stack.applied(...(await twoCreations(stack)), change(gone, undefined, { op: "delete" }));
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => "held"));
    const practitioner = { type: "practitioner", id: PRACTITIONER };
    expect((await stack.served(practitioner, "preferredName", stack.indexId)).said).toBe("Newest");
    expect((await stack.served({ type: "schedule", id: SCHEDULE }, "practitioner", stack.indexId)).said).toBe(
      PRACTITIONER,
    );
    expect((await stack.served(gone, "practitioner", stack.indexId)).status).toBeGreaterThanOrEqual(400);
    const created = await stack.view(PRACTITIONER);
    expect(created.practitioner).toMatchObject({
      name: calledBy(stack.app, nameField(stack.app), "Dr. New"),
      comparison: { presence: "missing in standard", flags: expect.arrayContaining(["held"]) },
    });
    expect(created.schedules.map(({ record }) => record.id)).toEqual([SCHEDULE]);
    expect(
      (await stack.view()).schedules.find(({ record }) => record.id === stack.scheduleId)?.comparison.presence,
    ).toBe("missing here");
  },
);

test.for(spellings)(
  "%s: a creation that lacks what the service requires is refused with its pointer",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: true });
    for (const whole of await twoCreations(stack)) {
      if (whole.operation.op !== "create") continue;
      const { fields } = whole.operation;
      for (const lacking of [nameField(stack.app), "practitioner"].filter((field) => Object.hasOwn(fields, field))) {
        const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== lacking));
        const staged = stageChanges(stack.app.context, {
          indexId: stack.indexId,
          changes: [{ ...whole, operation: { op: "create", fields: rest } }],
        });
        await expect(staged).rejects.toMatchObject({
          code: "invalid_request",
          errors: [{ pointer: `/changes/0/operation/fields/${lacking}` }],
        });
      }
    }
  },
);

test.for(spellings)(
  "%s: created records get the service's ids, the one that names another after it; deleted ones go",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: true });
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const rows = await stack.applied(...(await twoCreations(stack)));
    expect(rows.map(({ state, because, words }) => ({ state, because, words }))).toEqual(
      rows.map(() => ({ state: "applied", because: null, words: null })),
    );
    const [schedule, practitioner] = rows.map((row) => ({ type: row.record_type, id: row.record_id }));
    if (schedule === undefined || practitioner === undefined) throw new Error("Three changes were applied.");
    expect(await stack.said(schedule, "practitioner", indexId)).toBe(practitioner.id);
    expect(await stack.said(practitioner, "preferredName", indexId)).toBe("Newest");
    await expect(stack.said(practitioner, nameField(stack.app), standardIndex)).rejects.toMatchObject({
      reason: "missing",
    });
    const shown = await stack.view(PRACTITIONER);
    expect(shown.practitioner).toMatchObject({
      record: practitioner,
      name: calledBy(stack.app, nameField(stack.app), "Dr. New"),
      comparison: { presence: "missing in standard", verdict: "ours" },
    });
    expect(shown.practitioner.comparison.counts).toMatchObject({ ours: 1, held: 0, outside: 0 });
    expect(shown.schedules.map(({ record }) => record)).toEqual([schedule]);
    const [deletion] = await stack.applied(change(schedule, undefined, { op: "delete" }));
    expect(deletion?.state).toBe("applied");
    await expect(stack.said(schedule, "practitioner", indexId)).rejects.toMatchObject({ reason: "missing" });

    await app.deps.service.client.writes.deleteRecord({ ...practitioner, index: indexId });
    expect((await stack.view(practitioner.id)).practitioner.comparison).toMatchObject({
      presence: "missing in standard",
      flags: expect.arrayContaining(["outside"]),
    });
    expect((await stack.served(practitioner, "preferredName", indexId)).said).toBe("Newest");
  },
);

test.for(spellings)(
  "%s: a creation that was not answered is found in a list or told by a person, and never sent twice",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: true });
    const { app, indexId } = stack;
    await stack.faultIn("createPractitioner", "reset-after");
    const [lost] = await stack.applied(
      change({ type: "practitioner", id: PRACTITIONER }, undefined, {
        op: "create",
        fields: { [nameField(stack.app)]: "Dr. Lost" },
      }),
    );
    expect(lost?.state).toBe("unknown");
    app.clock.advance(QUIET_MS);
    await stack.pass();
    const written = () =>
      app.sandbox.ledger.after(0).filter(({ index, kind }) => index === indexId && kind === "practitioner");
    const real = written()[0]?.record ?? "";
    if (!canList(app)) {
      const [waiting] = await stack.rows([lost?.id ?? ""]);
      expect(waiting).toMatchObject({ state: "unknown", because: expect.stringContaining("no list") });
      const path = `${CONNECTION_API}/changes/${lost?.id}/settle`;
      expect((await app.signedIn("POST", path, { as: "applied" })).status).toBe(400);
      Change.parse(await (await app.signedIn("POST", path, { as: "applied", recordId: real })).json());
      await stack.pass();
    }
    const [settled] = await stack.rows([lost?.id ?? ""]);
    expect(settled).toMatchObject({ state: "applied", record_id: real, settled_as: "read" });
    expect(written()).toHaveLength(1);
  },
);

test.for(spellings)(
  "%s: plans have names where a record type has them, and their ids where none has",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const { items } = await read(stack.app, PlanPage, "/plans?limit=50");
    const hasNames = stack.app.deps.service.profile.recordTypes.includes("insurance");
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ source, name }) => `${source} ${name !== null}`))).toEqual(
      new Set([hasNames ? "profile true" : "seen false"]),
    );
  },
);

test("what the profile cannot write is refused when it is staged", async () => {
  await using stack = await createSpelledStack({ spelling: "respelled", writes: false });
  const phones = await stack.holderOf("phones");
  const labelled = { op: "set" as const, value: [{ number: NUMBER, extension: null, label: "Fax" }] };
  const staged = stageChanges(stack.app.context, {
    indexId: stack.indexId,
    changes: [change(phones.record, "phones", labelled)],
  });
  await expect(staged).rejects.toMatchObject({ code: "cannot_encode" });
});

/** Whether an index version that lies over base still follows it in one field after another one was written. */
function isUnwritten(
  { app }: SpelledStack,
  one: { field: string; record: RecordKey },
  written: { field: string; record: RecordKey },
): boolean {
  const { profile } = app.deps.service;
  const { indexVersionKind, data } = profile;
  if (indexVersionKind === "copy") return false;
  if (recordKey(one.record) !== recordKey(written.record)) return true;
  if (indexVersionKind === "overlay-by-record" || data.records[one.record.type]?.update === "whole-record")
    return false;
  const memberOf = ({ field, record }: typeof one) =>
    profile
      .meanings(record.type)
      .find(({ name }) => name === field)
      ?.pointer.split("/")[1];
  return memberOf(one) !== memberOf(written);
}
