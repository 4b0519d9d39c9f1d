import { CONNECTION_API } from "#/testing/app.ts";
import {
  Change,
  ChangePage,
  ChangeSet,
  type DecideInput,
  Decided,
  OverridePage,
  type RecordKey,
  RecordView,
  SearchResults,
} from "@dc/contract";
import { builtInKey } from "@dc/sandbox/app";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { undoChangeSet } from "#/operations/change-sets/undo.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { read } from "#/testing/directory.ts";
import {
  change,
  numbersIn,
  PRACTITIONER,
  SCHEDULE,
  threeOverrides,
  twoCreations,
  writtenNumber,
} from "./spelled-changes.ts";
import { nameField } from "#/testing/name-field.ts";
import { QUIET_MS } from "#/testing/changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { takeWrites } from "./take-writes.ts";

// Shows over HTTP, on every spelling, what the browser's journeys show on the default one: a spelling can only affect
// the answers of the API and the gateway and the service's data. The tests of a spelling share one server and build on
// each other.

/** As documented, unlike it in every respect, and drawn at random; JOURNEY_SEED sets the seed. */
const journeySpellings = ["default", "respelled", `seed:${process.env["JOURNEY_SEED"] ?? "5"}`];

async function decide({ app, indexId }: SpelledStack, input: DecideInput): Promise<Decided> {
  const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/decisions`, input);
  if (answer.status !== 200) throw new Error(await answer.text());
  return Decided.parse(await answer.json());
}

/**
 * Applies the caller's draft, advances the clock beyond the time to undo and sends; returns the states of its changes.
 */
async function applyDraft(stack: SpelledStack, { changes: [first] }: Decided): Promise<string[]> {
  const { app } = stack;
  const changeSetId = first?.changeSetId ?? null;
  if (changeSetId === null) throw new Error("Nothing was staged.");
  const set = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${changeSetId}`);
  const { version } = (await set.json()) as { version: number };
  await applyChangeSet(app.context, changeSetId, { version, evidence: testEvidence });
  app.clock.advance(app.deps.undoMs);
  await stack.pass();
  const { items } = await read(app, ChangePage, `/change-sets/${changeSetId}/changes`);
  return items.map(({ state }) => state);
}

const fieldOf = async (stack: SpelledStack, field: string) =>
  (await stack.holderOf(field)).comparison.fields.find(({ key }) => key === field);

const overridesOf = async ({ app, indexId }: SpelledStack, { id }: RecordKey) =>
  (await read(app, OverridePage, `/index-versions/${indexId}/overrides`)).items.filter(
    ({ record }) => record.id === id,
  );

describe.for(journeySpellings)("%s", (spelling) => {
  let stack: SpelledStack;
  beforeAll(async () => {
    stack = await createSpelledStack({ spelling, writes: false });
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  test("without an override the gateway passes every byte on; what it refuses has the shape of the service's own refusals", async () => {
    const { app, indexId } = stack;
    const { standardIndex, data } = app.deps.service.profile;
    const { credential, headers, operations } = data;
    const authorization = (key: string) => {
      const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
      if (credential.composition === "key-as-user") return basic(`${key}:`);
      return credential.composition === "key-as-password"
        ? basic(`${credential.user}:${key}`)
        : `${credential.prefix}${key}`;
    };
    const direct = (path: string, index: string, key = builtInKey) =>
      app.sandbox.app.request(path, {
        headers: {
          Authorization: authorization(key),
          [headers.apiVersion.name]: data.apiVersion,
          [headers.index.name]: index,
        },
      });
    const { practitioner, schedules, related } = await stack.view();
    const pathOf = ({ type, id }: RecordKey) =>
      (operations[`read${type.charAt(0).toUpperCase()}${type.slice(1)}`]?.path ?? "").replace("{id}", id);
    for (const { record } of [practitioner, ...schedules, ...related])
      for (const index of [standardIndex, indexId]) {
        const served = await stack.served(record, "none", index);
        expect(served.body).toBe(await (await direct(pathOf(record), index)).text());
      }

    const missing = { ...practitioner.record, id: `${practitioner.record.id.slice(0, -2)}00` };
    for (const [record, index] of [
      [missing, indexId],
      [practitioner.record, `${data.indexes.prefix}notThereAtAll`],
    ] as const) {
      const [served, refused] = [await stack.served(record, "none", index), await direct(pathOf(record), index)];
      expect(served.status).toBe(refused.status);
      expect(shapeOf(JSON.parse(served.body))).toEqual(shapeOf(await refused.json()));
    }

    const refused = await direct(pathOf(practitioner.record), indexId, "nobody_000000000");
    const shape = shapeOf(await refused.json());
    for (const given of ["Bearer none", authorization(builtInKey)]) {
      const answer = await stack.askGateway("GET", pathOf(practitioner.record), { Authorization: given });
      expect(answer.status).toBe(refused.status);
      const answered = shapeOf(await answer.json());
      expect(answered).not.toEqual({});
      expect(shape).toMatchObject(answered);
    }
    const before = app.sandbox.ledger.length;
    for (const name of ["findPatients", "createPatient", "createAppointment", "createIndexVersion"]) {
      const { method = "POST", path = "/" } = operations[name] ?? {};
      expect((await stack.askGateway(method, path, {})).status, name).toBe(405);
    }
    expect((await stack.askGateway("PUT", pathOf(practitioner.record), {})).status).toBe(405);
    expect(app.sandbox.ledger.after(before)).toEqual([]);
  });

  test("five readers who ask for the same at once make the service read it once", async () => {
    const { app } = stack;
    app.sandbox.dials.latencyMs = 50;
    app.sandbox.counters.clear();
    await Promise.all(Array.from({ length: 5 }, () => stack.view()));
    const reads = app.sandbox.counters.after(0).filter(({ method }) => method === "GET");
    const once = new Set(reads.map(({ path, index }) => `${path} ${index ?? ""}`));
    expect(reads).toHaveLength(once.size);
    // The practitioner and its schedule, each in this index and in the standard one, and their shared records.
    expect(once.size).toBeGreaterThanOrEqual(4);
  });

  test("records that are held to be created are sent once the service takes writes, their old ids lead to the new ones, and both are deleted", async () => {
    await takeWrites(stack, false);
    const { app, indexId } = stack;
    const held = await stack.applied(...(await twoCreations(stack)));
    expect(held.map(({ state }) => state)).toEqual(held.map(() => "held"));
    await takeWrites(stack, true);
    const setId = held[0]?.change_set_id ?? "";
    const set = (await (await app.signedIn("GET", `${CONNECTION_API}/change-sets/${setId}`)).json()) as {
      version: number;
    };
    await applyChangeSet(app.context, setId, { version: set.version, evidence: testEvidence });
    app.clock.advance(app.deps.undoMs);
    await stack.pass();
    const sent = await stack.rows(held.map(({ id }) => id));
    expect(sent.map(({ state, because }) => ({ state, because }))).toEqual(
      sent.map(() => ({ state: "applied", because: null })),
    );
    const shown = await stack.view(PRACTITIONER);
    const { record: practitioner } = shown.practitioner;
    expect(practitioner.id).not.toBe(PRACTITIONER);
    const schedule = shown.schedules[0]?.record ?? { type: "schedule", id: SCHEDULE };
    expect(await stack.said(practitioner, nameField(stack.app), indexId)).toBe("Dr. New");
    expect(await stack.said(schedule, "practitioner", indexId)).toBe(practitioner.id);

    const both = [schedule, practitioner];
    const deletions = await stack.applied(...both.map((record) => change(record, undefined, { op: "delete" })));
    expect(deletions.map(({ state }) => state)).toEqual(["applied", "applied"]);
    for (const record of both) {
      await expect(stack.said(record, "practitioner", indexId)).rejects.toMatchObject({ reason: "missing" });
      expect((await stack.served(record, "practitioner", indexId)).status).toBeGreaterThanOrEqual(400);
    }
  });

  test("an apply that is undone in time sends nothing; an override that was never sent is removed; one that was sent is reset to base", async () => {
    await takeWrites(stack, false);
    const { app, indexId } = stack;
    const { name, changes } = await threeOverrides(stack);
    const base = await stack.said(name.record, "preferredName", indexId);
    const rename = changes.slice(2);
    expect((await stack.applied(...rename)).map(({ state }) => state)).toEqual(["held"]);
    expect(await overridesOf(stack, name.record)).toHaveLength(1);
    const removed = await decide(stack, { record: name.record, field: "preferredName", decision: "remove override" });
    expect(removed.outcome).toBe("withdrawn");
    expect(await overridesOf(stack, name.record)).toEqual([]);
    expect((await stack.served(name.record, "preferredName", indexId)).said).toEqual(base);

    await takeWrites(stack, true);
    const before = app.sandbox.ledger.length;
    const draft = await stageChanges(app.context, { indexId, changes: rename });
    const { version } = await applyChangeSet(app.context, draft.changeSet.id, {
      version: draft.changeSet.version,
      evidence: testEvidence,
    });
    app.clock.advance(app.deps.undoMs - 1);
    await stack.pass();
    await undoChangeSet(app.context, draft.changeSet.id, version);
    app.clock.advance(app.deps.undoMs);
    await stack.pass();
    expect(app.sandbox.ledger.after(before)).toEqual([]);
    expect(await stack.said(name.record, "preferredName", indexId)).toEqual(base);

    expect((await stack.applied(...rename)).map(({ state }) => state)).toEqual(["applied"]);
    const reset = await decide(stack, { record: name.record, field: "preferredName", decision: "reset to base" });
    expect(await applyDraft(stack, reset)).toEqual(["applied"]);
    expect(await stack.said(name.record, "preferredName", indexId)).toEqual(base);
    expect(await overridesOf(stack, name.record)).toEqual([]);
  });

  test("a change whose reply was lost and that reads as nobody wants it waits for a person, and is sent again only when told so", async () => {
    await takeWrites(stack, true);
    const { app, indexId } = stack;
    const { record } = await stack.holderOf("preferredName");
    const updateRecord = `update${record.type.charAt(0).toUpperCase()}${record.type.slice(1)}`;
    const changeOutside = async (value: string) =>
      await stack.control("/outside", {
        ...record,
        index: indexId,
        set: await stack.spelled(record, "preferredName", value, indexId),
      });
    const updates = () => app.sandbox.ledger.after(0).filter(({ operation }) => operation === "record.update").length;
    const leftToPerson = async (wanted: string): Promise<string> => {
      await stack.faultIn(updateRecord, "reset-after");
      const [lost] = await stack.applied(change(record, "preferredName", { op: "set", value: wanted }));
      expect(lost?.state).toBe("unknown");
      await changeOutside(`Not ${wanted}`);
      app.clock.advance(QUIET_MS);
      await stack.pass();
      const [waiting] = await stack.rows([lost?.id ?? ""]);
      expect(waiting).toMatchObject({ state: "unknown", because: expect.stringContaining("neither the intended nor") });
      return lost?.id ?? "";
    };
    const settle = async (id: string, as: string) => {
      const answer = await app.signedIn("POST", `${CONNECTION_API}/changes/${id}/settle`, { as });
      expect(answer.status).toBe(200);
      await stack.pass();
      return (await stack.rows([id]))[0]?.state;
    };

    const readAgain = await leftToPerson("One");
    await changeOutside("One");
    expect(await settle(readAgain, "read")).toBe("applied");
    expect(await settle(await leftToPerson("Two"), "applied")).toBe("applied");
    const notIn = await leftToPerson("Three");
    expect(await settle(notIn, "not applied")).toBe("failed");
    const sent = updates();
    const answer = await app.signedIn("POST", `${CONNECTION_API}/changes/${notIn}/send`);
    expect(answer.status).toBe(202);
    const copy = Change.parse(await answer.json());
    const waiting = await read(app, ChangeSet, `/change-sets/${copy.changeSetId}`);
    expect(waiting).toMatchObject({
      state: "draft",
      notApplied: { code: "moved_since_seen", detail: expect.stringContaining("Not Three") },
    });
    await changeOutside("Two");
    app.clock.advance(app.deps.staleAfterMs + 1);
    const { version } = waiting;
    const applied = await app.signedIn("POST", `${CONNECTION_API}/change-sets/${waiting.id}/apply`, { version });
    expect(applied.status).toBe(200);
    app.clock.advance(app.deps.undoMs);
    await stack.pass();
    expect((await stack.rows([copy.id])).map(({ state }) => state)).toEqual(["applied"]);
    expect(await stack.said(record, "preferredName", indexId)).toBe("Three");
    expect(updates()).toBe(sent + 1);
  });

  test("base that moved is taken, a conflict is settled by ours or by a third value, what came from outside is accepted", async () => {
    await takeWrites(stack, true);
    const { indexId, app } = stack;
    const { standardIndex } = app.deps.service.profile;
    const { phones, plans, plan, name, changes } = await threeOverrides(stack);
    await stack.applied(...changes.slice(2));
    const drift = async (
      { record }: { record: RecordKey },
      field: string,
      value: Parameters<typeof stack.spelled>[2],
    ) => await stack.control("/drift", { ...record, set: await stack.spelled(record, field, value, standardIndex) });
    const taken = await stack.said(plans.record, "acceptedInsurances", standardIndex);
    await drift(name, "preferredName", "Moved");
    await drift(phones, "phones", [{ number: "+1 212-555-0177", extension: null, label: null }]);
    await drift(plans, "acceptedInsurances", [...(Array.isArray(taken) ? taken.map(String) : []), plan]);
    expect(await fieldOf(stack, "preferredName")).toMatchObject({ verdict: "conflict" });
    expect(await fieldOf(stack, "phones")).toMatchObject({ verdict: "base moved" });
    expect(await fieldOf(stack, "acceptedInsurances")).toMatchObject({ verdict: "base moved" });

    const kept = await decide(stack, { record: name.record, field: "preferredName", decision: "keep ours" });
    expect(kept.outcome).toBe("done");
    expect(await fieldOf(stack, "preferredName")).toMatchObject({ verdict: "ours" });

    await decide(stack, { record: phones.record, field: "phones", decision: "take base" });
    const staged = await decide(stack, {
      record: plans.record,
      field: "acceptedInsurances",
      element: plan,
      decision: "take base",
    });
    expect(new Set(await applyDraft(stack, staged))).toEqual(new Set(["applied"]));
    expect(numbersIn(await stack.said(phones.record, "phones", indexId))).toEqual([
      writtenNumber(stack, "+1 212-555-0177"),
    ]);
    expect(await stack.said(plans.record, "acceptedInsurances", indexId)).toContain(plan);
    expect(await stack.said(name.record, "preferredName", indexId)).toBe("Spelled");
    for (const field of ["phones", "acceptedInsurances"])
      expect(["conflict", "base moved"]).not.toContain((await fieldOf(stack, field))?.verdict);

    await drift(name, "preferredName", "Moved again");
    expect(await fieldOf(stack, "preferredName")).toMatchObject({ verdict: "conflict" });
    const [third] = await stack.applied(change(name.record, "preferredName", { op: "set", value: "A third" }));
    expect(third?.state).toBe("applied");
    expect(await stack.said(name.record, "preferredName", indexId)).toBe("A third");
    expect(await stack.said(name.record, "preferredName", standardIndex)).toBe("Moved again");
    expect(await fieldOf(stack, "preferredName")).toMatchObject({ verdict: "ours" });

    await stack.control("/outside", {
      ...name.record,
      index: indexId,
      set: await stack.spelled(name.record, "preferredName", "Somebody", indexId),
    });
    expect((await fieldOf(stack, "preferredName"))?.flags).toContain("outside");
    await decide(stack, { record: name.record, field: "preferredName", decision: "accept" });
    expect((await fieldOf(stack, "preferredName"))?.flags).not.toContain("outside");
  });

  test("hostile words in the service's records come out as they went in", async () => {
    const { app, indexId } = stack;
    const words = `<img src=x onerror=alert(1)> "'\`\${x} =cmd()|' \u202Ex\u202C 👩‍⚕️`;
    const [named, preferred, place, phones] = [
      await stack.holderOf(nameField(stack.app)),
      await stack.holderOf("preferredName"),
      await stack.holderOf("name"),
      await stack.holderOf("phones"),
    ];
    const number = `+1 212-555-0142 ${words}`;
    const changeOutside = async (
      { record }: { record: RecordKey },
      field: string,
      value: Parameters<typeof stack.spelled>[2],
    ) => {
      const set = await stack.spelled(record, field, value, indexId);
      await stack.control("/outside", { ...record, index: indexId, set });
    };
    await changeOutside(named, nameField(stack.app), words);
    await changeOutside(preferred, "preferredName", words);
    await changeOutside(place, "name", words);
    await changeOutside(phones, "phones", [{ number, extension: null, label: null }]);

    const { practitioner, schedules } = await stack.view();
    // Composed of parts, it says what the others say too.
    expect(practitioner.name).toContain(words);
    expect(schedules.find(({ record }) => record.id === stack.scheduleId)?.name).toContain(words);
    expect((await fieldOf(stack, "preferredName"))?.values.index).toEqual({ value: words });
    expect(numbersIn((await stack.served(phones.record, "phones", indexId)).said)).toEqual([number]);
    const view = await read(
      app,
      RecordView,
      `/index-versions/${indexId}/records/${practitioner.record.type}/${practitioner.record.id}`,
    );
    expect(JSON.stringify(view)).toContain(JSON.stringify(words).slice(1, -1));
    const found = await read(app, SearchResults, `/search?q=${encodeURIComponent(words)}&indexId=${indexId}`);
    expect(found.practitioners.map(({ name }) => name)).toContain(practitioner.name);
  });
});

/** The names of a body's members, at any depth. */
function shapeOf(value: unknown): { [member: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, shapeOf(inner)]));
}
