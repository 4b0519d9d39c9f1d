import {
  Connection,
  NamedInList,
  RosterImportLine,
  RosterImportLinePage,
  RosterPage,
  StatementPreview,
} from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, read, readImport } from "#/testing/directory.ts";

interface Person {
  id: string;
  name: string;
  npi: string | null;
}

let testApp: TestApp;
let people: Person[];
let fails = false;

beforeAll(async () => {
  testApp = await createTestApp({
    sandbox: { spelling: "respelled" },
    profile: "of the sandbox",
    onCall: async (_init, call) => (fails ? Response.json({}, { status: 400 }) : await call()),
  });
  people = await peopleOf(testApp);
});
afterAll(async () => await testApp[Symbol.asyncDispose]());

async function peopleOf({ deps, sandbox }: Pick<TestApp, "deps" | "sandbox">): Promise<Person[]> {
  const { client, profile } = deps.service;
  const found = new Map<string, Person>();
  for (const id of sandbox.samples.rosterOf(12).trim().split("\n").slice(1)) {
    const schedule = await client.schedules.retrieve(id, { index: profile.standardIndex });
    const record = await client.records.follow(schedule, "practitioner");
    const fields = record === null ? {} : profile.decode("practitioner", record.raw);
    const text = (name: string) => {
      const reading = fields[name];
      return reading !== undefined && "value" in reading && typeof reading.value === "string" ? reading.value : null;
    };
    if (record !== null) found.set(record.id, { id: record.id, name: text("displayName") ?? "", npi: text("npi") });
  }
  return [...found.values()];
}

const withNumber = () => people.filter((person): person is Person & { npi: string } => person.npi !== null);

async function linesOf(importId: string | null): Promise<RosterImportLine[]> {
  return (await read(testApp, RosterImportLinePage, `/roster-imports/${importId}/lines`)).items;
}

test("a line with a number or a name finds its practitioner, each once, and says by what", async () => {
  const [one, two] = withNumber();
  const named = people.find(({ id, name }) => id !== one?.id && id !== two?.id && /^[\w ,.]+$/.test(name));
  if (one === undefined || two === undefined || named === undefined) throw new TypeError("too few people");
  const roster = [one.npi, `Referred: NPI ${two.npi}`, named.name.toUpperCase(), one.npi, two.id].join("\n");
  const { indexId, importId } = await createDirectory(testApp, { name: "Looked up", roster });
  expect(await readImport(testApp, importId)).toMatchObject({ state: "done", lines: { found: 3, repeat: 2 } });
  expect((await linesOf(importId)).map(({ state, record, words }) => [state, record?.id, words])).toEqual([
    ["found", one.id, `Found by npi “${one.npi}”.`],
    ["found", two.id, `Found by npi “${two.npi}”.`],
    ["found", named.id, `Found by display name “${named.name.toUpperCase()}”.`],
    ["repeat", undefined, "Duplicate of line 1."],
    ["repeat", two.id, "Duplicate of line 2."],
  ]);
  const page = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
  expect(page.items.map(({ record, state }) => `${record.id} ${state}`).toSorted()).toEqual(
    [one, two, named].map(({ id }) => `${id} found`).toSorted(),
  );
});

test("a statement is about whom the service finds by a number", async () => {
  const [one] = withNumber();
  await createDirectory(testApp, { name: "Stated", roster: one?.id ?? "" });
  const post = async (path: string, body: object) =>
    await (await testApp.signedIn("POST", `${CONNECTION_API}/statements/${path}`, body)).json();
  const facts = [{ kind: "value", field: "displayName", value: "Dr. Whoever" }];
  const { items } = StatementPreview.parse(await post("preview", { scope: { q: one?.npi }, facts }));
  expect(new Set(items.map(({ practitioner }) => practitioner.id))).toEqual(new Set([one?.id]));
  const { lines } = NamedInList.parse(await post("named", { text: `NPI ${one?.npi}` }));
  expect(lines.flatMap(({ isId, found }) => [isId, ...found.map(({ record }) => record.id)])).toEqual([false, one?.id]);
});

test("a line that finds nothing, or several, says what would be right, and can be corrected", async () => {
  const roster = "9999999999\nan\nNobody Nowhere\nnpi 000-0000";
  const { indexId, importId } = await createDirectory(testApp, { name: "Not found", roster });
  const lines = await linesOf(importId);
  expect(lines.map(({ state, words }) => [state, words])).toEqual([
    ["missing", "Nothing is found by npi “9999999999”. Check it, or write an id."],
    ["ambiguous", expect.stringMatching(/^\d+ records are found by “an”: .+ \(\S+\) and \d+ more\. Choose the right/)],
    ["missing", "Nothing is found by display name “Nobody Nowhere”. Check it, or write an id."],
    ["missing", "Nothing is found by npi “000-0000”. Check it, or write an id."],
  ]);
  const [one] = withNumber();
  const corrected = await testApp.signedIn("PUT", `${CONNECTION_API}/roster-imports/${importId}/lines/1`, {
    text: one?.npi,
  });
  expect([corrected.status, RosterImportLine.parse(await corrected.json()).state]).toEqual([200, "waiting"]);
  await testApp.deps.background.idle();
  expect((await linesOf(importId))[0]).toMatchObject({ state: "found", record: { id: one?.id } });
  const page = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
  expect(page.items.map(({ record }) => record.id)).toEqual([one?.id]);
});

test("a look-up that the service fails at is a line that failed, with its words", async () => {
  const [one] = withNumber();
  const { indexId } = await createDirectory(testApp, { name: "Failing", roster: "" });
  fails = true;
  const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/roster-imports`, {
    from: "text",
    text: `${one?.npi}`,
  });
  const { id } = (await answer.json()) as { id: string };
  await testApp.deps.background.idle();
  fails = false;
  expect(await linesOf(id)).toMatchObject([
    { state: "failed", words: expect.stringContaining("could not be looked up") },
  ]);
});

test("a number that looks like an id is looked up where no record has it as its id", async () => {
  // In this spelling the ids of practitioners have no prefix.
  await using other = await createTestApp({ sandbox: { spelling: "seed:0" }, profile: "of the sandbox" });
  const [one] = (await peopleOf(other)).filter(({ npi }) => npi !== null);
  const { indexId, importId } = await createDirectory(other, { name: "Numbers", roster: `${one?.npi}\n9999999999` });
  const { items } = await read(other, RosterImportLinePage, `/roster-imports/${importId}/lines`);
  expect(items.map(({ state, record, words }) => [state, record?.id, words])).toEqual([
    ["found", one?.id, expect.stringContaining("Found")],
    ["missing", undefined, expect.stringContaining("no practitioner with the id 9999999999, and none is found by npi")],
  ]);
  const page = await read(other, RosterPage, `/index-versions/${indexId}/roster`);
  expect(page.items.map(({ record }) => record.id)).toEqual([one?.id]);
});

test("the connection says by what a roster is looked up", async () => {
  const { rosterIds, capabilities } = await read(testApp, Connection, "");
  expect(rosterIds.lookUps.map(({ type, match, label }) => [type, match, label])).toEqual([
    ["practitioner", "exact", "npi"],
    ["practitioner", "text", "display name"],
  ]);
  expect(capabilities.filter(({ operation }) => operation.startsWith("find")).map(({ title }) => title)).toContain(
    "Find practitioners by npi",
  );
});
