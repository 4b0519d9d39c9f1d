import { ChangeSet, PractitionerView, Problem } from "@dc/contract";
import { phoneIn, type Phone, phonesOf, type RecordKey } from "@dc/directory";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { apply, bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { read } from "#/testing/directory.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createSendingStack, INDEX, type SendingStack, writeOutside } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("phones with one number, on the embedded store", () => {
  testEntries(async () => await createSendingStack());
});
describeOnPostgres("phones with one number, on PostgreSQL", () => {
  testEntries(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const line = (number: string, label: string | null): Phone => ({ number, extension: null, label });
const [office, fax] = [line("(212) 555-0142", "Office"), line("(212) 555-0142", "Fax")];

function testEntries(open: () => Promise<SendingStack>): void {
  async function withPhones(stack: SendingStack, phones: readonly Phone[]): Promise<RecordKey> {
    const { client, profile } = stack.app.deps.service;
    const { raw } = await client.records.retrieve("schedule", stack.scheduleId, { index: INDEX });
    const id = practitionerOf(profile, "schedule", stack.scheduleId, raw) ?? "";
    const record: RecordKey = { type: "practitioner", id };
    await writeOutside(
      stack,
      record,
      "phones",
      phones.map((phone) => ({ ...phone })),
    );
    return record;
  }

  async function keysOf({ app }: SendingStack, { id }: RecordKey): Promise<Map<string | null, string>> {
    const { practitioner } = await read(app, PractitionerView, `/index-versions/${INDEX}/practitioners/${id}?maxAge=0`);
    const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
    return new Map(field?.parts.map(({ key, values }) => [phoneIn(values.effective)?.label ?? null, key]));
  }

  async function inService({ app }: SendingStack, { type, id }: RecordKey): Promise<Phone[]> {
    const { client, profile } = app.deps.service;
    const { raw } = await client.records.retrieve(type, id, { index: INDEX });
    return phonesOf(profile.decode(type, raw)["phones"] ?? { absent: true }) ?? [];
  }

  async function stage(signedIn: SendingStack["app"]["signedIn"], record: RecordKey, operation: object) {
    const changes = [{ record, field: "phones", operation }];
    return await signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes });
  }

  /** The phones in the service once this operation is applied. */
  async function applied(stack: SendingStack, record: RecordKey, operation: object): Promise<readonly Phone[]> {
    const staged = await stage(stack.app.signedIn, record, operation);
    expect(staged.status).toBeLessThan(202);
    expect((await apply(stack, (await bodyOf<Staged>(staged)).changeSet)).status).toBe(200);
    stack.app.clock.advance(5_000);
    await stack.pass();
    return await inService(stack, record);
  }

  test("each is edited and removed by itself; a number of several is refused, naming them", async () => {
    await using stack = await open();
    const { app } = stack;
    const record = await withPhones(stack, [office, fax]);
    const keys = await keysOf(stack, record);
    const number = "+12125550142;ext=";
    const refused = await stage(app.signedIn, record, { op: "remove", element: number });
    expect(refused.status).toBe(400);
    const problem = Problem.parse(await refused.json());
    for (const label of ["Office", "Fax"]) expect(problem.detail).toContain(`"${keys.get(label)}" (${label})`);

    const other = line("212-555-0199", "Fax");
    const staged = await stage(app.signedIn, record, { op: "replace", element: `${number};line=2`, by: other });
    const { changeSet, changes } = await bodyOf<Staged>(staged);
    expect(changes).toMatchObject([{ operation: { element: keys.get("Fax") } }]);
    expect((await apply(stack, changeSet)).status).toBe(200);
    app.clock.advance(5_000);
    await stack.pass();
    expect(await inService(stack, record)).toEqual([office, other]);

    await withPhones(stack, [office, fax]);
    expect(await applied(stack, record, { op: "remove", element: keys.get("Office") })).toEqual([fax]);
  });

  test("of two that replace or remove one phone, the later one is told, also when they come together", async () => {
    await using stack = await open();
    const { app } = stack;
    const main = line("212-555-0110", "Main");
    const record = await withPhones(stack, [main, line("212-555-0111", "Fax")]);
    const element = "+12125550110;ext=";
    const by = (number: string) => ({ op: "replace", element, by: line(number, "Main") });
    const people = await Promise.all(
      ["Ada", "Ben", "Cleo"].map(
        async (name) => await app.enter({ name, roles: [{ role: "editor", referrers: null }] }),
      ),
    );
    const sets = [];
    for (const [index, operation] of [by("212-555-0181"), by("212-555-0182"), { op: "remove", element }].entries()) {
      const answer = await stage(people[index]?.signedIn ?? app.signedIn, record, operation);
      expect(answer.status).toBe(201);
      sets.push((await bodyOf<Staged>(answer)).changeSet);
    }
    const answers = await Promise.all(
      sets.map(
        async ({ id, version }, index) =>
          await people[index]?.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, {
            version,
            evidence: testEvidence,
          }),
      ),
    );
    expect(answers.map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const answer of answers)
      if (answer?.status === 409)
        expect(Problem.parse(await answer.json())).toMatchObject({
          code: "moved_since_seen",
          detail: expect.stringContaining("In the directory, it now has"),
        });
    app.clock.advance(5_000);
    await stack.pass();
    const left = (await inService(stack, record)).filter(({ label }) => label === "Main");
    expect(left.length).toBeLessThanOrEqual(1);
    expect(left).not.toContainEqual(main);
  });

  test("[R12] one that is moved is sent at its place, its override is of that alone, and base goes on moving the others", async () => {
    await using stack = await open();
    const { app } = stack;
    const [first, second, third] = [line("212-555-0110", "Main"), fax, line("212-555-0112", "Desk")];
    const record = await withPhones(stack, [first, second, third]);
    const keys = await keysOf(stack, record);
    const move = { op: "move", element: keys.get("Desk"), before: keys.get("Main") };
    expect(await applied(stack, record, move)).toEqual([third, first, second]);
    const moved = { ...second, number: "212-555-0143" };
    await withPhones(stack, [third, first, moved]);
    expect(await inService(stack, record)).toEqual([third, first, moved]);
    const { practitioner } = await read(
      app,
      PractitionerView,
      `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`,
    );
    const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
    const overridden = field?.parts.filter(({ override }) => override !== null);
    expect(overridden?.map(({ values }) => phoneIn(values.effective))).toEqual([third]);
    for (const decision of ["follow", "pin"]) {
      const value = { record, field: "phones", element: overridden?.[0]?.key, decision };
      const decided = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/decisions`, value);
      expect(await bodyOf<object>(decided), "[R12]").toMatchObject({
        outcome: "done",
        changes: [{ policy: decision }],
      });
    }
    expect(phonesOf(field?.values.effective ?? { absent: true })).toEqual([third, first, moved]);
  });

  test("[R1] a reset leads back to the place and to each of two equal entries that base has", async () => {
    await using stack = await open();
    const { app } = stack;
    const [main, desk, other] = [line("212-555-0110", "Main"), line("212-555-0112", "Desk"), line("212-555-0113", "x")];
    const base = [main, main, desk];
    const record = await withPhones(stack, base);
    const { raw } = await app.deps.service.client.records.retrieve(record.type, record.id, { index: INDEX });
    await app.control("/drift", { ...record, set: { phone_numbers: raw["phone_numbers"] } });
    const keys = await keysOf(stack, record);
    const move = { op: "move", element: keys.get("Desk"), before: "+12125550110;ext=;label=Main;line=1/2" };
    expect(await applied(stack, record, move)).toEqual([desk, main, main]);
    expect(await applied(stack, record, { op: "reset", element: keys.get("Desk") })).toEqual(base);
    for (const [position, operation] of [
      [0, "replace"],
      [1, "replace"],
      [0, "remove"],
    ] as const) {
      const element = `+12125550110;ext=;label=Main;line=${position + 1}/2`;
      const by = operation === "replace" ? { by: other } : {};
      const after = await applied(stack, record, { op: operation, element, ...by });
      expect(after).toEqual(operation === "replace" ? base.with(position, other) : base.toSpliced(position, 1));
      const own = operation === "replace" ? "+12125550113;ext=" : element;
      const back = await applied(stack, record, { op: "reset", element: own });
      expect([position, operation, back]).toEqual([
        position,
        operation,
        operation === "replace" ? base : [main, desk, main],
      ]);
    }
  });

  test("[P4] all of several equal entries are replaced by one set, and a draft of one is shown on that one", async () => {
    await using stack = await open();
    const { app } = stack;
    const [main, desk, other] = [
      line("212-555-0110", "Main"),
      line("212-555-0112", "Desk"),
      line("212-555-0113", "Main"),
    ];
    const record = await withPhones(stack, [main, desk, main, main]);
    const key = (at: number) => `+12125550110;ext=;label=Main;line=${at}/3`;
    const changesOf = (operations: readonly object[]) =>
      operations.map((operation) => ({ record, field: "phones", operation }));
    const path = `${CONNECTION_API}/index-versions/${INDEX}/changes`;
    const replacing = (at: number) => ({ op: "replace", element: key(at), by: other });
    await app.signedIn("POST", path, { changes: changesOf([replacing(1)]) });
    const partsOf = async () => {
      const view = `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`;
      const { practitioner } = await read(app, PractitionerView, view);
      return practitioner.comparison.fields.find((field) => field.key === "phones")?.parts ?? [];
    };
    expect((await partsOf()).flatMap(({ key: of, drafts }) => (drafts.length > 0 ? [of] : []))).toEqual([key(1)]);
    const staged = await app.signedIn("POST", path, { changes: changesOf([replacing(3), replacing(2)]) });
    const { changeSet, changes } = await bodyOf<Staged>(staged);
    expect(changes).toHaveLength(2);
    expect((await apply(stack, changeSet)).status).toBe(200);
    app.clock.advance(5_000);
    await stack.pass();
    expect(await inService(stack, record)).toEqual([other, desk]);
    expect((await partsOf()).flatMap(({ flags }) => flags)).not.toContain("outside");
  });

  test.each([
    ["one after the other", false],
    ["together", true],
  ])("[R1] of several equal entries that were all replaced each is reset by itself, %s", async (_, isTogether) => {
    await using stack = await open();
    const { app } = stack;
    const [main, desk] = [line("212-555-0110", "Main"), line("212-555-0112", "Desk")];
    const others = ["1", "2", "3"].map((digit) => line(`212-555-018${digit}`, "Main"));
    const base = [main, main, desk, main];
    const record = await withPhones(stack, base);
    const { raw } = await app.deps.service.client.records.retrieve(record.type, record.id, { index: INDEX });
    await app.control("/drift", { ...record, set: { phone_numbers: raw["phone_numbers"] } });
    const replacing = others.map((by, at) => ({
      record,
      field: "phones",
      operation: { op: "replace", element: `+12125550110;ext=;label=Main;line=${at + 1}/3`, by },
    }));
    const api = `${CONNECTION_API}/index-versions/${INDEX}`;
    const go = async (answer: Response) => {
      const { changeSet, changeSetId } = await bodyOf<{ changeSet?: { id: string }; changeSetId?: string }>(answer);
      const id = changeSet?.id ?? changeSetId ?? "";
      const set = await read(app, ChangeSet, `/change-sets/${id}`);
      expect((await apply(stack, set)).status).toBe(200);
      app.clock.advance(5_000);
      await stack.pass();
    };
    await go(await app.signedIn("POST", `${api}/changes`, { changes: replacing }));
    const [one, two, three] = others;
    expect(await inService(stack, record)).toEqual([one, two, desk, three]);
    const shown = async () => {
      const { practitioner } = await read(
        app,
        PractitionerView,
        `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`,
      );
      const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
      return phonesOf(field?.values.effective ?? { absent: true });
    };
    const valueOf = ({ number }: Phone) => ({
      record,
      field: "phones",
      element: `+1${number.replaceAll("-", "")};ext=`,
    });
    const order = [1, 2, 0];
    if (isTogether) {
      const of = order.map((at) => valueOf(others[at] ?? main));
      await go(await app.signedIn("POST", `${api}/decisions`, { decision: "reset to base", of }));
    } else
      for (const [done, at] of order.entries()) {
        const decision = { decision: "reset to base", ...valueOf(others[at] ?? main) };
        await go(await app.signedIn("POST", `${api}/decisions`, decision));
        const back = order.slice(0, done + 1);
        const said = [0, 1, 2].map((place) => (back.includes(place) ? main : others[place]));
        expect(await inService(stack, record)).toEqual([said[0], said[1], desk, said[2]]);
        expect(await shown()).toEqual([said[0], said[1], desk, said[2]]);
      }
    expect(await inService(stack, record)).toEqual(base);
    expect(await shown()).toEqual(base);
  });

  test("[P4] of drafts of equal entries one is edited, put back or discarded, and the others stay with their entries", async () => {
    await using stack = await open();
    const { app } = stack;
    const [main, desk] = [line("212-555-0110", "Main"), line("212-555-0112", "Desk")];
    const [a, b, c, d] = ["1", "2", "3", "4"].map((digit) => line(`212-555-018${digit}`, "Main")) as [
      Phone,
      Phone,
      Phone,
      Phone,
    ];
    const record = await withPhones(stack, [main, main, desk, main]);
    const key = (at: number) => `+12125550110;ext=;label=Main;line=${at}/3`;
    const replace = async (at: number, by: Phone) =>
      await bodyOf<Staged>(await stage(app.signedIn, record, { op: "replace", element: key(at), by }));
    await replace(1, a);
    await replace(2, b);
    await replace(3, c);
    const edited = await replace(1, d);
    expect(edited.changeSet.counts.total).toBe(3);
    const shown = async () => {
      const view = `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`;
      const { practitioner } = await read(app, PractitionerView, view);
      return practitioner.comparison.fields.find((of) => of.key === "phones");
    };
    const drafted = async () => phonesOf((await shown())?.values.preview ?? { absent: true });
    expect(await drafted()).toEqual([d, b, desk, c]);
    const draftedLines = (await shown())?.parts.flatMap(({ key: of, drafts }) => (drafts.length > 0 ? [of] : [])) ?? [];
    expect(draftedLines).toEqual(expect.arrayContaining([key(1), key(2), key(3)]));
    const undo = async ({ changeSet, changes, replaced }: Staged) =>
      await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/changes/undo`, {
        staged: changes.map(({ id }) => id),
        replaced: replaced.map(({ operation }) => ({ indexId: INDEX, record, field: "phones", operation })),
      });
    expect([(await undo(edited)).status, await drafted()]).toEqual([200, [a, b, desk, c]]);
    const editedSecond = await replace(2, d);
    expect(await drafted()).toEqual([a, d, desk, c]);
    expect([(await undo(editedSecond)).status, await drafted()]).toEqual([200, [a, b, desk, c]]);
    const second = (await shown())?.parts.find((part) => part.key === key(2))?.drafts[0] ?? "";
    expect((await app.signedIn("DELETE", `${CONNECTION_API}/changes/${second}`)).status).toBe(204);
    expect(await drafted()).toEqual([a, main, desk, c]);
    const { changeSet } = await replace(3, b);
    expect(await drafted()).toEqual([a, main, desk, b]);
    expect((await apply(stack, changeSet)).status).toBe(200);
    app.clock.advance(5_000);
    await stack.pass();
    expect(await inService(stack, record)).toEqual([a, main, desk, b]);
  });

  test("a number that is added with the label that it lacks is relabelled", async () => {
    await using stack = await open();
    const record = await withPhones(stack, [line(office.number, null)]);
    const staged = await stage(stack.app.signedIn, record, { op: "add", element: fax });
    expect((await bodyOf<Staged>(staged)).changes).toMatchObject([
      { operation: { op: "replace", element: "+12125550142;ext=;only;label=", by: fax } },
    ]);
  });

  test("a change that earlier versions staged for all lines of a number waits for a person, and goes on where it is live", async () => {
    await using stack = await open();
    const { app } = stack;
    const record = await withPhones(stack, [office, fax, line("212-555-0199", "Desk")]);
    const keys = await keysOf(stack, record);
    const remove = { op: "remove", element: keys.get("Fax") };
    const { changeSet } = await bodyOf<Staged>(await stage(app.signedIn, record, remove));
    const earlier = JSON.stringify({ op: "remove", element: "+12125550142;ext=" });
    await sql`update change set operation = ${earlier}::jsonb`.execute(app.deps.wholeStore.db);
    const refused = await apply(stack, changeSet);
    expect(Problem.parse(await refused.json())).toMatchObject({
      code: "moved_since_seen",
      detail: expect.stringContaining("Several phones of this practitioner have the number (212) 555-0142"),
    });
    await sql`update change set state = 'held', approval_order = 1`.execute(app.deps.wholeStore.db);
    const { practitioner } = await read(
      app,
      PractitionerView,
      `/index-versions/${INDEX}/practitioners/${record.id}?maxAge=0`,
    );
    const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
    expect(phonesOf(field?.values.effective ?? { absent: true })).toEqual([line("212-555-0199", "Desk")]);
  });

  test("one that its author replaced in the same draft is moved with what replaces it", async () => {
    await using stack = await open();
    const { app } = stack;
    const record = await withPhones(stack, [office, fax]);
    const keys = await keysOf(stack, record);
    const other = line("212-555-0199", "Fax");
    await stage(app.signedIn, record, { op: "replace", element: keys.get("Fax"), by: other });
    const move = { op: "move", element: keys.get("Fax"), before: keys.get("Office") };
    const { changeSet } = await bodyOf<Staged>(await stage(app.signedIn, record, move));
    expect(changeSet.counts.total).toBe(2);
    expect((await apply(stack, changeSet)).status).toBe(200);
    app.clock.advance(5_000);
    await stack.pass();
    expect(await inService(stack, record)).toEqual([other, office]);
  });
}
