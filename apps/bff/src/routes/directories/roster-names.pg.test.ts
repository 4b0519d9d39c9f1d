import { RosterImport, RosterImportLine, RosterImportLinePage, RosterPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { createDirectory, journalOf, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("names in rosters, on the embedded store", () => {
  testNames(async () => await createTestApp({ sandbox: { practitioners: 50 } }));
});
describeOnPostgres("names in rosters, on PostgreSQL", () => {
  testNames(
    async () => await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() }),
  );
});

interface Person {
  id: string;
  name: string;
}

async function peopleOf(app: TestApp, indexId: string): Promise<Person[]> {
  const { items } = await read(app, RosterPage, `/index-versions/${indexId}/roster`);
  return items.map(({ record, name }) => ({ id: record.id, name: name ?? "" }));
}

/** Whether nobody else is called so. */
function isAlone(name: string, among: readonly Person[]): boolean {
  return among.filter((other) => other.name === name).length === 1;
}

async function schedulesOf(app: TestApp, indexId: string) {
  const { items } = await read(app, RosterPage, `/index-versions/${indexId}/roster?type=schedule`);
  return items.map(({ record, name, practitioner }) => ({ id: record.id, name: name ?? "", owner: practitioner?.id }));
}

/** Two people of a directory, who are called alike in another one. */
async function openNamesakes(app: TestApp) {
  const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
  const [one, two, three] = await peopleOf(app, indexId);
  if (one === undefined || two === undefined || three === undefined) throw new TypeError("too few people");
  await applyChanges(app, indexId, [
    change({ type: "practitioner", id: two.id }, "displayName", { op: "set", value: `Dr. ${one.name}` }),
  ]);
  await app.sendDue();
  return { indexId, one, two, three };
}

async function add(app: TestApp, indexId: string, text: string, as = app.signedIn) {
  const answer = await as("POST", `${CONNECTION_API}/index-versions/${indexId}/roster-imports`, { from: "text", text });
  const { id } = RosterImport.parse(await answer.json());
  await app.deps.background.idle();
  return id;
}

async function linesOf(id: string, as: TestApp["signedIn"]): Promise<RosterImportLine[]> {
  const answer = await as("GET", `${CONNECTION_API}/roster-imports/${id}/lines`);
  return RosterImportLinePage.parse(await answer.json()).items;
}

function testNames(open: () => Promise<TestApp>): void {
  test("[I9] a name finds who is called so on another roster, in whatever order and spelling", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const people = await peopleOf(app, indexId);
    const [one, two] = people.filter(({ name }) => people.filter((other) => other.name === name).length === 1);
    if (one === undefined || two === undefined) throw new TypeError("too few people");
    const reversed = two.name
      .replaceAll(/^(?:Dr|Prof)\.?\s+|,.*$/g, "")
      .split(" ")
      .toReversed()
      .join(" ")
      .toUpperCase();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, other, `Name\n${one.name}\n"${reversed}"\nNobody Nowhere\n${one.name}`);
    expect((await linesOf(id, app.signedIn)).map(({ state, record, words }) => [state, record?.id, words])).toEqual([
      ["found", one.id, expect.stringMatching(/^(?:Found by the name|Found, but)/)],
      ["found", two.id, expect.stringMatching(/^(?:Found by the name|Found, but)/)],
      ["missing", undefined, "Nothing is found by name “Nobody Nowhere”. Check it, or write an id."],
      ["repeat", undefined, "Duplicate of line 2."],
    ]);
    expect((await peopleOf(app, other)).map((person) => person.id).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  test("[I15] a name that nobody has exactly offers who is called similarly, takes nobody, and remembers a choice", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const people = await peopleOf(app, indexId);
    const plain = (name: string) => name.replaceAll(/^(?:Dr|Prof)\.?\s+|,.*$/g, "");
    const one = people.find(
      ({ name }) =>
        /^\p{L}+ \p{L}{5,}$/u.test(plain(name)) && people.filter((other) => other.name === name).length === 1,
    );
    if (one === undefined) throw new TypeError("nobody with two names");
    const [given = "", family = ""] = plain(one.name).split(" ");
    const misspelt = [
      `${given} ${family.slice(0, 2)}${family.slice(3)}`,
      `${family.slice(0, 1)}${family[2] ?? ""}${family[1] ?? ""}${family.slice(3)}, ${given}`,
      `${given.slice(0, 1)}. ${family}`,
    ];
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, other, ["Name", ...misspelt.map((name) => `"${name}"`), "Nobody Nowhere"].join("\n"));
    const lines = await linesOf(id, app.signedIn);
    expect(
      lines.map(({ state, choices }) => [state, choices.map((choice) => [choice.record.id, choice.isNear])[0]]),
    ).toEqual([...misspelt.map(() => ["missing", [one.id, true]]), ["missing", undefined]]);
    expect(lines[0]?.words).toContain(`Similar names: ${one.name} (${one.id})`);
    expect(await peopleOf(app, other)).toEqual([]);

    const record = { type: "practitioner", id: one.id };
    const path = `${CONNECTION_API}/roster-imports/${id}/lines/${lines[0]?.line ?? 0}`;
    expect(
      (
        await app.signedIn("PUT", path, {
          record: { ...record, id: people.find((person) => person.id !== one.id)?.id },
        })
      ).status,
    ).toBe(409);
    expect((await app.signedIn("PUT", path, { record })).status).toBe(200);
    await app.deps.background.idle();
    expect((await peopleOf(app, other)).map((person) => person.id)).toEqual([one.id]);
    await app.signedIn("DELETE", `${CONNECTION_API}/index-versions/${other}/roster/practitioner/${one.id}`);
    const again = await add(
      app,
      other,
      misspelt
        .slice(0, 2)
        .map((name) => `"${name}"`)
        .join("\n"),
    );
    expect((await linesOf(again, app.signedIn)).map(({ state }) => state)).toEqual(["found", "missing"]);

    const { referrer_id: referrerId } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    const { signedIn } = await app.enter({ name: "Lea", roles: [{ role: "editor", referrers: [referrerId ?? ""] }] });
    const [, unseen] = await linesOf(id, signedIn);
    expect(unseen?.choices.map((choice) => choice.record.id)).toEqual([one.id]);
  });

  test("[I9] a person chooses among several, and the spelling finds the same one from then on", async () => {
    await using app = await open();
    const { one, two, three } = await openNamesakes(app);
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, other, one.name);
    const [line] = await linesOf(id, app.signedIn);
    expect(line).toMatchObject({ state: "ambiguous", record: null });
    expect(line?.choices.map(({ record }) => record.id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(line?.choices.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/\d/),
      expect.stringMatching(/\d/),
    ]);
    expect(await peopleOf(app, other)).toEqual([]);
    const choose = async (chosen: string) =>
      await app.signedIn("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/1`, {
        record: { type: "practitioner", id: chosen },
      });
    expect((await choose(three.id)).status).toBe(409);
    expect((await choose(two.id)).status).toBe(200);
    await app.deps.background.idle();
    expect(await linesOf(id, app.signedIn)).toMatchObject([{ state: "found", record: { id: two.id }, choices: [] }]);
    expect((await peopleOf(app, other)).map((person) => person.id)).toEqual([two.id]);
    expect(await journalOf(app, id)).toContain("roster.choose");
    const again = await add(app, other, one.name.toUpperCase());
    expect(await linesOf(again, app.signedIn)).toMatchObject([{ state: "found", record: { id: two.id } }]);
    const { indexId: third } = await createDirectory(app, { name: "Ash" });
    expect(await linesOf(await add(app, third, one.name), app.signedIn)).toMatchObject([{ state: "ambiguous" }]);
  });

  test("[I9] a preferred name finds who is called so, after those whose name it is, and several are offered", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const [one, two, three] = await peopleOf(app, indexId);
    const called = (person: Person | undefined, field: string, value: string) =>
      change({ type: "practitioner", id: person?.id ?? "" }, field, { op: "set", value });
    await applyChanges(app, indexId, [
      called(one, "preferredName", "Ottoline Quist"),
      called(one, "displayName", "Dr. Maud Zwicky"),
      called(two, "preferredName", "Maud Zwicky"),
      called(two, "displayName", "Dr. Ida Grebe"),
      called(three, "preferredName", "Dr. Ottoline Quist"),
      called(three, "displayName", "Dr. Ursel Fenn"),
    ]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const text = `Name\nMaud Zwicky\n"Quist, Ottoline"\nOttoline Quits`;
    const [ofName, several, misspelt] = await linesOf(await add(app, other, text), app.signedIn);
    expect([ofName?.state, ofName?.record?.id]).toEqual(["found", one?.id]);
    const both = new Set([one?.id, three?.id]);
    expect([several?.state, new Set(several?.choices.map(({ record }) => record.id))]).toEqual(["ambiguous", both]);
    expect(misspelt?.choices.map(({ isNear }) => isNear)).toEqual([true, true]);
    expect(new Set(misspelt?.choices.map(({ record }) => record.id))).toEqual(both);
    await applyChanges(app, indexId, [called(three, "preferredName", "Ursel")]);
    await app.sendDue();
    const { indexId: third } = await createDirectory(app, { name: "Ash" });
    expect(await linesOf(await add(app, third, "Ottoline Quist"), app.signedIn)).toMatchObject([
      { state: "found", record: { id: one?.id } },
    ]);
  });

  test("[I9] a degree tells two of one name apart, and neither line repeats the other", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const [one, two] = await peopleOf(app, indexId);
    const called = (id: string | undefined, value: string) =>
      change({ type: "practitioner", id: id ?? "" }, "displayName", { op: "set", value });
    await applyChanges(app, indexId, [called(one?.id, "Ottoline Quist, MD"), called(two?.id, "Ottoline Quist, NP")]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, other, "Ottoline Quist, N.P.\nDr. Quist, Ottoline, MD\tFax follows\nOttoline Quist");
    expect(await linesOf(id, app.signedIn)).toMatchObject([
      { state: "found", record: { id: two?.id } },
      { state: "found", record: { id: one?.id } },
      { state: "ambiguous", record: null },
    ]);
  });

  test("[I9] a title before the last name, and the first name behind it, are read as one name", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const [one] = await peopleOf(app, indexId);
    const called = change({ type: "practitioner", id: one?.id ?? "" }, "displayName", {
      op: "set",
      value: "Ottoline Quist",
    });
    await applyChanges(app, indexId, [called]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const [line] = await linesOf(await add(app, other, "Dr. Quist, Ottoline (Harbour Row)"), app.signedIn);
    expect(line).toMatchObject({ state: "found", record: { id: one?.id } });
  });

  test("[I9] a phone number or a place beside the name decides among several", async () => {
    await using app = await open();
    const { one } = await openNamesakes(app);
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const [line] = await linesOf(await add(app, other, one.name), app.signedIn);
    const partsOf = (id: string) => line?.choices.find(({ record }) => record.id === id)?.detail.split(", ") ?? [];
    const [theirs, others] = (line?.choices ?? []).map(({ record }) => partsOf(record.id));
    const ownPart = theirs?.find((part) => !(others ?? []).includes(part));
    const { indexId: third } = await createDirectory(app, { name: "Ash" });
    const id = await add(app, third, `"${one.name}","${ownPart}"`);
    expect(await linesOf(id, app.signedIn)).toMatchObject([
      { state: "found", record: { id: line?.choices[0]?.record.id } },
    ]);
  });

  test("[I9] where the phone number beside a name is somebody else's, a person chooses, and that is remembered", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const people = await peopleOf(app, indexId);
    const [one, two] = people.filter(({ name }) => isAlone(name, people));
    if (one === undefined || two === undefined) throw new TypeError("too few people");
    await applyChanges(app, indexId, [
      change({ type: "practitioner", id: two.id }, "phones", {
        op: "add",
        element: { number: "+1 415 555 0177", extension: null, label: "office" },
      }),
    ]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const text = `"${one.name}";(415) 555-0177\n"${two.name}";(415) 555-0177\n"${one.name}";(415) 555-0170`;
    const id = await add(app, other, text);
    const [contrary, own, unknown] = await linesOf(id, app.signedIn);
    expect([contrary?.state, contrary?.choices.map(({ record }) => record.id)]).toEqual([
      "ambiguous",
      [one.id, two.id],
    ]);
    expect(contrary?.words).toContain("the phone number or place beside it is somebody else's");
    expect([own?.record?.id, unknown?.record?.id], "a number that reaches nobody contradicts nobody").toEqual([
      two.id,
      one.id,
    ]);
    const { indexId: third } = await createDirectory(app, { name: "Ash" });
    const line = `"${one.name}";(415) 555-0177`;
    const asked = await add(app, third, line);
    const chosen = await app.signedIn("PUT", `${CONNECTION_API}/roster-imports/${asked}/lines/1`, {
      record: { type: "practitioner", id: one.id },
    });
    expect(chosen.status).toBe(200);
    await app.deps.background.idle();
    expect((await peopleOf(app, third)).map((person) => person.id)).toEqual([one.id]);
    const [again] = await linesOf(await add(app, third, line), app.signedIn);
    expect(again?.record?.id).toBe(one.id);
  });

  test("[I9] where the place beside a name is that of somebody who is called similarly, a person chooses", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 12).join("\n") });
    const schedules = await schedulesOf(app, indexId);
    const placesOf = ({ id }: Person) => schedules.filter(({ owner }) => owner === id).map(({ name }) => name);
    const people = await peopleOf(app, indexId);
    const [one] = people;
    const two = people.find((person) => !placesOf(person).some((place) => placesOf(one ?? person).includes(place)));
    if (one === undefined || two === undefined) throw new TypeError("everybody is at the same place");
    const named = ({ id }: Person, value: string) =>
      change({ type: "practitioner", id }, "displayName", { op: "set", value });
    await applyChanges(app, indexId, [named(one, "Ada Lovelace"), named(two, "Ada Lovelade")]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, other, `"Ada Lovelace";"${placesOf(two)[0]}"\n"Ada Lovelade";"${placesOf(two)[0]}"`);
    const [contrary, own] = await linesOf(id, app.signedIn);
    expect([contrary?.state, contrary?.choices.map(({ record }) => record.id)]).toEqual([
      "ambiguous",
      [one.id, two.id],
    ]);
    expect(own?.record?.id).toBe(two.id);
  });

  test("[I16] a practitioner comes with the schedules that other directories have, and goes with them", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 12).join("\n") });
    const schedules = await schedulesOf(app, indexId);
    const people = (await peopleOf(app, indexId)).filter(({ name }, _, all) => isAlone(name, all));
    const ofPerson = ({ id }: Person) => schedules.filter(({ owner }) => owner === id);
    const one = people.find((person) => ofPerson(person).length > 1);
    const other = people.find((person) => person !== one);
    if (one === undefined || other === undefined) throw new TypeError("nobody has two schedules");
    const all = (of: Person) =>
      ofPerson(of)
        .map(({ id }) => id)
        .toSorted();
    const idsOf = async (of: string) => (await schedulesOf(app, of)).map(({ id }) => id).toSorted();

    const { indexId: oak } = await createDirectory(app, { name: "Oak" });
    const id = await add(app, oak, `"${one.name}"\n${other.id}`);
    expect((await linesOf(id, app.signedIn)).map(({ words }) => words)).toEqual([
      `Found by the name “${one.name}” among known practitioners, with all ${all(one).length} known schedules.`,
      expect.stringMatching(/^Found, with (?:the 1 known schedule|all \d+ known schedules)\.$/),
    ]);
    expect(await idsOf(oak)).toEqual([...all(one), ...all(other)].toSorted());
    const known = all(one).length + all(other).length;
    const { records } = await readImport(app, id);
    expect(records).toEqual({ read: known + 2, practitioners: 2, schedules: known, known });
    expect((await read(app, RosterPage, `/index-versions/${oak}/roster`)).items.map((row) => row.schedules)).toContain(
      all(one).length,
    );
    expect((await app.signedIn("POST", `${CONNECTION_API}/roster-imports/${id}/take-back`)).status).toBe(200);
    expect(await idsOf(oak)).toEqual([]);

    // Lines that name places bring the schedules there.
    const [first, second] = ofPerson(one);
    const { indexId: ash } = await createDirectory(app, { name: "Ash" });
    const there = await add(app, ash, `"${one.name}","${first?.name}"\n`);
    expect((await linesOf(there, app.signedIn)).map(({ words }) => words)).toEqual([
      `Found by the name “${one.name}” among known practitioners, with 1 of ${all(one).length} known schedules, as this line says where.`,
    ]);
    expect(await idsOf(ash)).toEqual([first?.id]);
    await add(
      app,
      ash,
      `Practitioner ID,Name,Location\n${one.id},${one.name},${first?.name}\n${one.id},,${second?.name}`,
    );
    expect(await idsOf(ash)).toEqual([first?.id ?? "", second?.id ?? ""].toSorted());
  });

  test("[I16] what somebody may not see, and what is missing here, does not come", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 12).join("\n") });
    const [schedule] = await schedulesOf(app, indexId);
    const { indexId: oak } = await createDirectory(app, { name: "Oak" });
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", oak)
      .executeTakeFirstOrThrow();
    const { signedIn: limited } = await app.enter({
      name: "Lena Limited",
      roles: [{ role: "editor", referrers: [referrer ?? ""] }],
    });
    const own = await add(app, oak, schedule?.owner ?? "", limited);
    expect((await linesOf(own, limited))[0]?.words).toMatch(/no operation for listing/);
    expect(await schedulesOf(app, oak)).toEqual([]);

    const { indexId: ash } = await createDirectory(app, { name: "Ash" });
    await app.control("/outside", { index: ash, type: "schedule", id: schedule?.id, delete: true });
    const id = await add(app, ash, schedule?.owner ?? "");
    const others = (await schedulesOf(app, indexId)).filter(
      ({ id, owner }) => owner === schedule?.owner && id !== schedule?.id,
    );
    expect((await schedulesOf(app, ash)).map(({ id }) => id).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    expect((await readImport(app, id)).records).toMatchObject({ known: others.length });
  });

  test("[I16] a line that somebody limited corrects finds what they may see, whoever made the import", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 12).join("\n") });
    const people = await peopleOf(app, indexId);
    const [one, two] = people.filter(({ name }) => isAlone(name, people));
    if (one === undefined || two === undefined) throw new TypeError("too few people");
    const { indexId: oak } = await createDirectory(app, { name: "Oak" });
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", oak)
      .executeTakeFirstOrThrow();
    const { signedIn: limited } = await app.enter({
      name: "Lena Limited",
      roles: [{ role: "editor", referrers: [referrer ?? ""] }],
    });
    const id = await add(app, oak, "Nobody Nowhere\nNobody Elsewhere");
    const correct = async (line: number, text: string, as: TestApp["signedIn"]) => {
      const { status } = await as("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/${line}`, { text });
      expect(status).toBe(200);
      await app.deps.background.idle();
    };
    await correct(1, one.name, limited);
    expect((await linesOf(id, limited))[0]).toMatchObject({ state: "missing", record: null, choices: [] });
    await correct(2, two.id, limited);
    expect((await linesOf(id, limited))[1]?.words).toMatch(/no operation for listing/);
    expect(await schedulesOf(app, oak)).toEqual([]);
    await correct(1, one.name, app.signedIn);
    expect((await linesOf(id, limited))[0]).toMatchObject({ state: "found", record: { id: one.id } });
    expect((await schedulesOf(app, oak)).every(({ owner }) => owner === one.id)).toBe(true);
  });

  test("[I20] a phone number alone finds who is reached by it, unless one may not see them", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 8).join("\n") });
    const [one] = await peopleOf(app, indexId);
    const phone = "+1 415 555 0177";
    await applyChanges(app, indexId, [
      change({ type: "practitioner", id: one?.id ?? "" }, "phones", {
        op: "add",
        element: { number: phone, extension: null, label: "office" },
      }),
    ]);
    await app.sendDue();
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    const { signedIn: limited } = await app.enter({
      name: "Lena Limited",
      roles: [{ role: "editor", referrers: [referrer ?? ""] }],
    });
    expect(await linesOf(await add(app, other, "1. (415) 555-0177", limited), limited)).toMatchObject([
      { state: "missing", words: expect.stringContaining("Nothing is found by phone number") as unknown },
    ]);
    const id = await add(app, other, "* Nobody Nowhere\n1. (415) 555-0177\n4155550177");
    expect((await linesOf(id, app.signedIn)).map(({ state, record }) => [state, record?.id])).toEqual([
      ["missing", undefined],
      ["found", one?.id],
      ["repeat", one?.id],
    ]);
    const [, found] = await linesOf(id, app.signedIn);
    expect(found?.words).toMatch(/^Found by the phone number “\(415\) 555-0177” among known practitioners/);
  });

  test("[I9] nobody finds, or is offered, whom they may not see", async () => {
    await using app = await open();
    const { one, two } = await openNamesakes(app);
    const { indexId: other } = await createDirectory(app, { name: "Oak" });
    const { referrer_id: referrer } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    const { signedIn: limited } = await app.enter({
      name: "Lena Limited",
      roles: [{ role: "editor", referrers: [referrer ?? ""] }],
    });
    const own = await linesOf(await add(app, other, one.name, limited), limited);
    expect(own).toMatchObject([{ state: "missing", choices: [] }]);
    const id = await add(app, other, one.name);
    expect(await linesOf(id, app.signedIn)).toMatchObject([{ state: "ambiguous", choices: [{}, {}] }]);
    const [seen] = await linesOf(id, limited);
    expect(seen).toMatchObject({ state: "ambiguous", choices: [] });
    expect([one.id, two.id].some((known) => JSON.stringify(seen).includes(known))).toBe(false);
    const record = { type: "practitioner", id: two.id };
    const chosen = await limited("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/1`, { record });
    expect(chosen.status, await chosen.text()).toBe(409);
  });
}
