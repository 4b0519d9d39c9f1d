import type { Change, ChangeImportPreview, ChangeSet, ImportedCell } from "@dc/contract";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change } from "#/testing/changes.ts";
import { bodyOf } from "#/testing/change-set-requests.ts";
import { createDirectory, sampleSchedules } from "#/testing/directory.ts";
import { inlineCell, workbookOf } from "#/testing/hostile-workbook.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("imports of overrides, on the embedded store", () => {
  const open = async () => await createTestApp({ sandbox: { practitioners: 50 } });
  testImports(open);
  testPreviews(open);
});
describeOnPostgres("imports of overrides, on PostgreSQL", () => {
  const open = async () =>
    await createTestApp({ sandbox: { practitioners: 50 }, store: await openTestStoreOnPostgres() });
  testImports(open);
  testPreviews(open);
});

type Person = { record: { type: string; id: string }; name: string };

async function openDirectory(app: TestApp) {
  const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 4).join("\n") });
  const answer = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster?type=practitioner`);
  const { items } = await bodyOf<{ items: Person[] }>(answer);
  return { indexId, people: items };
}

const fileOf = (content: string | Uint8Array) => ({
  fileName: "updates.csv",
  content: Buffer.from(content).toString("base64"),
});

async function preview(app: TestApp, body: object): Promise<ChangeImportPreview> {
  const answer = await app.signedIn("POST", `${CONNECTION_API}/change-imports/preview`, body);
  expect(answer.status, JSON.stringify(await answer.clone().json())).toBe(200);
  return await bodyOf<ChangeImportPreview>(answer);
}

const displayName = { use: "valueOf", recordType: "practitioner", field: "displayName" };

const told = (items: readonly ImportedCell[]) => items.map(({ row, state }) => [row, state]);

function testImports(open: () => Promise<TestApp>): void {
  test("each cell is told as new, changed, the same, contradicting or wrong, and what changes something is staged as one set", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b, c] = people;
    const csv = [
      "Updates of the practice;;",
      "Prov ID;Display name;Phones",
      `${a?.record.id};Ada Lovelace;`,
      `${b?.name};${b?.name};call first`,
      "nobody;Nobody;",
      `${c?.record.id};One;`,
      `${c?.record.id};Two;`,
    ].join("\r\n");
    const file = { ...fileOf(csv), indexId };
    const told1 = await preview(app, file);
    expect(told1.reading).toEqual({ sheet: null, encoding: "utf-8", separator: ";", headingRow: 2 });
    expect(told1.columns.map(({ use }) => use)).toMatchObject([
      { use: "practitioner" },
      { use: "valueOf", field: "displayName" },
      { use: "valueOf", field: "phones" },
    ]);
    expect(told(told1.items)).toEqual([
      [3, "change"],
      [4, "same"],
      [4, expect.stringMatching(/impossible|ambiguous/)],
      [5, "not found"],
      [6, "contradicts"],
      [7, "contradicts"],
    ]);
    const plain = await preview(app, { ...fileOf(`Name,Display name\n${a?.name},Ada Lovelace`), indexId });
    expect(plain.columns[0]?.use, "the only column that names somebody").toEqual({ use: "practitioner" });
    expect(told(plain.items)).toEqual([[2, "change"]]);
    expect(told1.counts).toMatchObject({ change: 1, same: 1, contradicts: 2, "not found": 1 });

    const stale = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest: "another" });
    expect(stale.status).toBe(409);
    const evidence = { reason: "The practice sent a list" };
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, {
      ...file,
      digest: told1.digest,
      evidence,
    });
    expect(staged.status).toBe(201);
    const { changeSet } = await bodyOf<{ changeSet: ChangeSet }>(staged);
    expect(changeSet).toMatchObject({ name: "updates.csv", state: "draft", counts: { total: 1 } });
  });

  test("somebody is found by a phone number however many rows of a file have one", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const record = { type: "practitioner", id: people[0]?.record.id ?? "" };
    await applyChanges(app, indexId, [
      change(record, "phones", { op: "add", element: { number: "+1 415 555 0142", extension: null, label: "Desk" } }),
    ]);
    await app.sendDue();
    const spelt = Array.from({ length: 2_001 }, (_, at) => {
      const signs = at.toString(3).padStart(9, "0");
      return (
        "415555014"
          .split("")
          .map((digit, place) => `${digit}${" -."[Number(signs[place])] ?? ""}`)
          .join("") + "2"
      );
    });
    const csv = ["practitioner,preferred name", ...spelt.map((number) => `${number},Ada`)].join("\n");
    const { counts } = await preview(app, { ...fileOf(csv), indexId });
    expect(counts).toMatchObject({ change: 1, same: 2_000, "not found": 0, ambiguous: 0 });
  });

  test("[I10] columns are as they were mapped for these headings, for colleagues too, until the request says otherwise", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const id = people[0]?.record.id ?? "";
    const headings = ["Who", "Called now"];
    const file = { ...fileOf(`${headings.join(",")}\n${id},Ada Lovelace`), indexId };
    const usesOf = ({ columns }: ChangeImportPreview) => columns.map(({ use }) => use.use);
    const guessed = await preview(app, file);
    expect([guessed.columnsFrom, usesOf(guessed)]).toEqual(["headings", ["nothing", "nothing"]]);
    expect(guessed.sheetRows).toEqual([{ row: 2, texts: [id, "Ada Lovelace"] }]);

    const columns = [{ use: "practitioner" }, { use: "valueOf", recordType: "practitioner", field: "displayName" }];
    const keep = async (mapping: object) => await app.signedIn("PUT", `${CONNECTION_API}/column-mappings`, mapping);
    expect((await keep({ headings, columns })).status).toBe(204);
    expect((await keep({ headings, columns: columns.slice(1) })).status).toBe(400);
    const colleague = await app.enter({ name: "Bo", roles: [{ role: "editor", referrers: null }] });
    const mapped = await preview(
      { ...app, signedIn: colleague.signedIn },
      { ...fileOf(`WHO; called  now\n${id};Ada Lovelace`), indexId },
    );
    expect([mapped.columnsFrom, usesOf(mapped)]).toEqual(["mapping", ["practitioner", "valueOf"]]);
    expect(told(mapped.items)).toEqual([[2, "change"]]);
    const others = await preview(app, { ...fileOf(`Called now,Who\nAda Lovelace,${id}`), indexId });
    expect(others.columnsFrom).toBe("headings");
    const given = await preview(app, { ...file, columns: [{ use: "practitioner" }, { use: "nothing" }] });
    expect([given.columnsFrom, usesOf(given)]).toEqual(["request", ["practitioner", "nothing"]]);

    // The digest names the mapping too: what a colleague maps in between is not staged unseen.
    expect((await keep({ headings, columns: [{ use: "practitioner" }, { use: "reason" }] })).status).toBe(204);
    const stale = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest: mapped.digest });
    expect(stale.status).toBe(409);
    const entries = await bodyOf<{ items: { sentence: string }[] }>(
      await app.signedIn("GET", `${CONNECTION_API}/activity`),
    );
    expect(entries.items.filter(({ sentence }) => sentence.includes("mapped 2 columns"))).toHaveLength(2);
    expect((await keep({ headings, columns: [{ use: "practitioner" }, { use: "reason" }] })).status).toBe(204);
    const again = await bodyOf<{ items: unknown[] }>(await app.signedIn("GET", `${CONNECTION_API}/activity`));
    expect(again.items, "what is kept already is no act").toHaveLength(entries.items.length);
  });

  test("[I11] a mended file tells what differs from the one before, wherever its rows stand, and what is staged already", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b] = people.map(({ record }) => record.id);
    const sheet = (...rows: string[]) => ({ ...fileOf(["Practitioner id,Display name", ...rows].join("\n")), indexId });
    const sent = sheet(`${a},Ada Lovelace`, "nobody,Grace Hopper");
    const first = await preview(app, sent);
    expect(first.before).toBeNull();
    expect(first.items.map(({ isAsBefore }) => isAsBefore)).toEqual([false, false]);
    const again = await preview(app, { ...sent, plansOn: "all" });
    expect(again.before, "the same file is none before").toBeNull();
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...sent, digest: first.digest });
    expect(staged.status).toBe(201);

    app.clock.advance(60_000);
    const mended = sheet(`${b},Grace Hopper`, `${a},Ada Lovelace`);
    const third = await preview(app, { ...mended, fileName: "mended.csv" });
    expect(third.before).toMatchObject({ fileName: "updates.csv", counts: { change: 1, staged: 1, "not found": 0 } });
    expect(third.items).toMatchObject([
      { row: 2, state: "change", isAsBefore: false },
      { row: 3, state: "staged", why: "in your change set “updates.csv”", isAsBefore: false },
    ]);
    app.clock.advance(60_000);
    const fourth = await preview(app, sheet(`${a},Ada Lovelace`, `${b},Grace Murray Hopper`));
    expect(fourth.before?.fileName).toBe("mended.csv");
    expect(fourth.items.map(({ row, isAsBefore }) => [row, isAsBefore])).toEqual([
      [2, true],
      [3, false],
    ]);
    const only = { ...mended, digest: third.digest };
    const body = await bodyOf<{ changeSet: ChangeSet }>(
      await app.signedIn("POST", `${CONNECTION_API}/change-imports`, only),
    );
    expect(body.changeSet.counts.total, "what is staged is not staged again").toBe(1);

    const colleague = await app.enter({ name: "Bo", roles: [{ role: "editor", referrers: null }] });
    const theirs = await preview({ ...app, signedIn: colleague.signedIn }, mended);
    expect([theirs.before, theirs.counts.staged, theirs.counts.change]).toEqual([null, 0, 2]);
    app.clock.advance(31 * 86_400_000);
    expect((await preview(app, sheet(`${a},Ada`))).before, "after a month").toBeNull();
  });

  test("a name finds who is called so in the directory that is meant, whatever they are called in another one", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const other = await createDirectory(app, { name: "Other", roster: sampleSchedules(app, 4).join("\n") });
    const record = { type: "practitioner", id: people[0]?.record.id ?? "" };
    await applyChanges(app, other.indexId, [change(record, "displayName", { op: "set", value: "Nobody Yet" })]);
    await app.sendDue();
    const sheet = fileOf("Name,Display name\nNobody Yet,Ada Lovelace");
    expect(told((await preview(app, { ...sheet, indexId: other.indexId })).items)).toEqual([[2, "against ours"]]);
    expect(told((await preview(app, { ...sheet, indexId })).items)).toEqual([[2, "not found"]]);
  });

  test("[I9] a name finds its practitioner in whatever order of its words, as it is written there before others", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [one, two] = people;
    await applyChanges(app, indexId, [
      change(one?.record ?? { type: "", id: "" }, "displayName", { op: "set", value: "Antônio Conceição" }),
      change(two?.record ?? { type: "", id: "" }, "displayName", { op: "set", value: "Dr. Antônio Conceição, NP" }),
    ]);
    await app.sendDue();
    const csv = [
      "Name;Preferred name",
      "Antonio Conceicao;Tony",
      "Dr. Antônio Conceição, NP;Toni",
      "CONCEICAO, Antonio;Tonio",
      `${(people[2]?.name ?? "")
        .replaceAll(/^(?:Dr|Prof)\.?\s+|,.*$/g, "")
        .split(" ")
        .toReversed()
        .join(" ")};Tom`,
      "Conceicao;Tim",
    ].join("\n");
    const { items } = await preview(app, { ...fileOf(csv), indexId, columns: [{ use: "practitioner" }, displayName] });
    expect(items.map(({ row, state, record }) => [row, state, record?.id])).toEqual([
      [2, "against ours", one?.record.id],
      [3, "against ours", two?.record.id],
      [4, "ambiguous", undefined],
      [5, "change", people[2]?.record.id],
      [6, "not found", undefined],
    ]);
  });

  test("[I9] a preferred name finds its practitioner, after whose name it is, and several are told", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const called = (at: number, field: string, value: string) =>
      change(people[at]?.record ?? { type: "", id: "" }, field, { op: "set", value });
    await applyChanges(app, indexId, [
      called(0, "preferredName", "Ursel Fenn"),
      called(1, "displayName", "Dr. Maud Zwicky"),
      called(1, "preferredName", "Ottoline Quist"),
      called(2, "preferredName", "Dr. Ursel Fenn"),
    ]);
    await app.sendDue();
    const meant = async (name: string) => {
      const columns = [{ use: "practitioner" }, displayName];
      const { items } = await preview(app, { ...fileOf(`Name,Display name\n${name},Ada`), indexId, columns });
      return items.map(({ state, record }) => record?.id ?? state);
    };
    expect(await meant("Quist Ottoline")).toEqual([people[1]?.record.id]);
    expect(await meant("Ursel Fenn")).toEqual(["ambiguous"]);
    await applyChanges(app, indexId, [called(0, "preferredName", "Maud Zwicky")]);
    await app.sendDue();
    expect(await meant("Maud Zwicky")).toEqual([people[1]?.record.id]);
    expect(await meant("Ursel Fenn")).toEqual([people[2]?.record.id]);
  });

  test("what somebody set on purpose is left out until it is chosen", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const id = people[0]?.record.id ?? "";
    await applyChanges(app, indexId, [
      change({ type: "practitioner", id }, "displayName", { op: "set", value: "Ours" }),
    ]);
    await app.sendDue();
    const file = { ...fileOf(`practitioner id,display name\n${id},Theirs`), indexId };
    const { items, digest } = await preview(app, file);
    expect(items).toMatchObject([{ row: 2, column: 1, says: "Theirs", now: "Ours", state: "against ours" }]);
    const stage = async (more: object) =>
      (await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest, ...more })).status;
    expect(await stage({})).toBe(409);
    expect(await stage({ againstOurs: [{ row: 2, column: 1 }] })).toBe(201);
  });

  test("[I14] what is against ours needs a reason once it is chosen", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b] = people.map(({ record }) => record.id);
    const ours = change({ type: "practitioner", id: a ?? "" }, "displayName", { op: "set", value: "Ours" });
    await applyChanges(app, indexId, [ours]);
    await app.sendDue();
    const rows = [`${a},Theirs,,2026-11-27`, `${b},Ada Lovelace,said so,2026-11-27`];
    const file = { ...fileOf(["practitioner id,display name,reason,from", ...rows].join("\n")), indexId };
    const { counts, digest, rowsWithoutReason } = await preview(app, file);
    expect([counts["against ours"], rowsWithoutReason]).toEqual([1, 0]);
    const stage = async (more: object) =>
      await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest, ...more });
    const againstOurs = [{ row: 2, column: 1 }];
    expect(await (await stage({ againstOurs })).json()).toMatchObject({ errors: [{ pointer: "/evidence/reason" }] });
    expect((await stage({ againstOurs, evidence: { reason: "They called" } })).status).toBe(201);
  });

  test("[I7] what was exported is the same when it is imported, from CSV and from a workbook", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const record = people[0]?.record ?? { type: "", id: "" };
    await applyChanges(app, indexId, [
      change(record, "displayName", { op: "set", value: '=cmd("x") د. ليلى 🩺' }),
      change(record, "phones", { op: "add", element: { number: "+1 415 555 0142", extension: "7", label: "Desk" } }),
    ]);
    await app.sendDue();
    for (const path of ["overrides", "comparison"])
      for (const format of ["csv", "xlsx"]) {
        const exported = await app.signedIn(
          "GET",
          `${CONNECTION_API}/index-versions/${indexId}/${path}/export?format=${format}`,
        );
        const { counts, items } = await preview(app, fileOf(new Uint8Array(await exported.arrayBuffer())));
        const others = items.filter(({ state }) => state !== "same");
        expect(others, `${path} ${format}`).toEqual([]);
        expect(counts.same).toBeGreaterThan(1);
      }
  });

  test("[I14] rows say from and until which day they hold, and what is exported says so again", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b, c] = people;
    const csv = [
      "practitioner id,display name,reason,from,until",
      `${a?.record.id},Ada Lovelace,said so,2026-11-27,2026-12-31`,
      `${b?.record.id},Grace Hopper,,2026-11-27,`,
      `${c?.record.id},Mary Shelley,said so,tomorrow,`,
    ].join("\n");
    const file = { ...fileOf(csv), indexId };
    const { columns, items, digest, rowsWithoutReason } = await preview(app, file);
    expect(rowsWithoutReason, "what it needs is told before anything is staged").toBe(1);
    expect(columns.map(({ use }) => use.use).slice(2)).toEqual(["reason", "from", "until"]);
    expect(told(items)).toEqual([
      [2, "change"],
      [3, "change"],
      [4, "impossible"],
    ]);
    const path = `${CONNECTION_API}/change-imports`;
    const without = await app.signedIn("POST", path, { ...file, digest });
    expect([without.status, await without.json()]).toMatchObject([400, { errors: [{ pointer: "/evidence/reason" }] }]);
    const evidence = { reason: "The practice sent a list", until: "2027-01-31" };
    const answer = await app.signedIn("POST", path, { ...file, digest, evidence });
    const { changeSet, changes } = await bodyOf<{ changeSet: ChangeSet; changes: Change[] }>(answer);
    expect(changes.map((change) => change.evidence)).toMatchObject([
      { reason: "said so", from: "2026-11-27", until: "2026-12-31" },
      { reason: "The practice sent a list", from: "2026-11-27", until: null },
    ]);
    const exported = await app.signedIn(
      "GET",
      `${CONNECTION_API}/change-sets/${changeSet.id}/changes/export?format=csv`,
    );
    const text = await exported.text();
    await app.signedIn("DELETE", `${CONNECTION_API}/change-sets/${changeSet.id}`);
    const again = await preview(app, fileOf(text));
    expect(told(again.items)).toEqual([
      [2, "change"],
      [3, "change"],
    ]);
    const second = await app.signedIn("POST", path, { ...fileOf(text), digest: again.digest });
    const read = await bodyOf<{ changes: Change[] }>(second);
    expect(read.changes.map((change) => change.evidence)).toEqual(changes.map((change) => change.evidence));
  });

  test("[I14] days are read as people and spreadsheets write them, in figures in the order that their column tells", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const ids = people.map(({ record }) => record.id);
    const sheet = (...days: string[]) => ({
      ...fileOf(
        [
          "practitioner id;display name;reason;Start Date;Term Date",
          ...days.map((row, at) => `${ids[at]};Name ${at};call;${row}`),
        ].join("\n"),
      ),
      indexId,
    });
    const file = sheet("4/3/2027;20-Dec-27", "11/20/2026 0:00;31.12.2027", "Nov 20, 2026;1.2.2028");
    const { digest, counts } = await preview(app, file);
    expect(counts).toMatchObject({ change: 3, impossible: 0 });
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest });
    const { changes } = await bodyOf<{ changes: Change[] }>(staged);
    expect(changes.map(({ evidence }) => [evidence?.from, evidence?.until])).toEqual([
      ["2027-04-03", "2027-12-20"],
      ["2026-11-20", "2027-12-31"],
      ["2026-11-20", "2028-02-01"],
    ]);
    const { items } = await preview(app, sheet("4/3/2027;", "5/5/2027;20/12/2027", "6/5/2027;12/20/2027"));
    expect(
      items.flatMap(({ row, column, state, why }) => (state === "impossible" ? [[row, column, why]] : [])),
    ).toEqual([
      [2, 3, "could be 2027-04-03 or 2027-03-04: write the one that is meant"],
      [4, 3, "could be 2027-06-05 or 2027-05-06: write the one that is meant"],
    ]);
  });

  test("[I14] a row that says its source, or when it was verified, has the reason of the import beside that", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b, c] = people.map(({ record }) => record.id);
    const csv = [
      "practitioner id,display name,source,verified on",
      `${a},Ada,Fax 12,2026-11-19`,
      `${b},Bo,,`,
      `${c},Cem,,yesterday`,
    ].join("\n");
    const file = { ...fileOf(csv), indexId };
    const { items, rowsWithoutReason, digest } = await preview(app, file);
    expect(told(items)).toEqual([
      [2, "change"],
      [3, "change"],
      [4, "impossible"],
    ]);
    expect([rowsWithoutReason, items[2]?.column, items[2]?.says]).toEqual([1, 3, "yesterday"]);
    const stage = async (evidence: object | null) =>
      await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest, evidence });
    expect((await stage(null)).status).toBe(400);
    const ofImport = { reason: "They sent a list", source: "Mail", verifiedOn: null, until: "2026-12-31" };
    const { changes } = await bodyOf<{ changes: Change[] }>(await stage(ofImport));
    expect(changes.map(({ evidence }) => evidence)).toMatchObject([
      { ...ofImport, source: "Fax 12", verifiedOn: "2026-11-19" },
      null,
    ]);
  });

  test("[I14] a source and a day of verification without a reason are kept, and need that of the import", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b] = people.map(({ record }) => record.id);
    const csv = `practitioner id,display name,source,verified on\n${a},Ada,Anna of the practice,2026-11-19T16:30:00\n${b},Bo,,19.11.`;
    const file = { ...fileOf(csv), indexId };
    const { items, rowsWithoutReason, digest } = await preview(app, file);
    expect(items.map(({ row, column, state }) => [row, column, state])).toEqual([
      [2, 1, "change"],
      [3, 3, "impossible"],
    ]);
    expect(rowsWithoutReason).toBe(1);
    const stage = async (evidence: object | null) =>
      await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest, evidence });
    expect((await stage(null)).status).toBe(400);
    const none = { source: null, verifiedOn: null, reviewBy: null };
    const staged = await bodyOf<{ changeSet: ChangeSet }>(await stage({ reason: "November list", ...none }));
    const answer = await app.signedIn("GET", `${CONNECTION_API}/change-sets/${staged.changeSet.id}/changes`);
    const { items: changes } = await bodyOf<{ items: Change[] }>(answer);
    expect(changes.map(({ evidence }) => evidence)).toMatchObject([
      { reason: "November list", source: "Anna of the practice", verifiedOn: "2026-11-19" },
    ]);
  });

  test("[I9] whom a name of several means is chosen once for all its rows, remembered for the directory, and taken back", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [one, two, three] = people;
    const called = (person: Person | undefined, value: string) =>
      change(person?.record ?? { type: "", id: "" }, "displayName", { op: "set", value });
    await applyChanges(app, indexId, [called(one, "Dr. Ursel Fenn"), called(two, "Ursel Fenn, MD")]);
    await app.sendDue();
    const columns = [{ use: "practitioner" }, { use: "practitioner" }, { ...displayName, field: "preferredName" }];
    const csv = ["Name,Id,Preferred", "Ursel Fenn,,Ursa", "Fenn Ursel,,Ulla", "ursel fenn,,Urs"].join("\n");
    const file = { ...fileOf(csv), indexId, columns };
    const first = await preview(app, file);
    expect(first.items.map(({ state, says, indexId: of }) => [state, says, of])).toEqual([
      ["ambiguous", "Ursel Fenn", indexId],
      ["ambiguous", "Fenn Ursel", indexId],
      ["ambiguous", "ursel fenn", indexId],
    ]);
    expect(first.items[0]?.why).toMatch(/: choose, or give the id$/);
    expect(first.names).toMatchObject([
      { indexId, texts: ["Ursel Fenn", "Fenn Ursel", "ursel fenn"], rows: 3, practitionerId: null, chosen: null },
    ]);
    const [name] = first.names;
    expect(new Set(name?.choices.map(({ record }) => record.id))).toEqual(new Set([one?.record.id, two?.record.id]));
    for (const { name: said, detail } of name?.choices ?? []) {
      expect(said).toContain("Ursel Fenn");
      expect(detail).toMatch(/\d/);
    }

    const choose = async (record: object | null, more: object = {}) =>
      (
        await app.signedIn("PUT", `${CONNECTION_API}/index-versions/${indexId}/name-choices`, {
          text: "Ursel Fenn",
          record,
          ...more,
        })
      ).status;
    expect(await choose({ type: "practitioner", id: "nobody" })).toBe(404);
    expect(await choose({ type: "practitioner", id: one?.record.id }, { practitionerId: two?.record.id })).toBe(404);
    expect(await choose(two?.record ?? null)).toBe(204);
    const second = await preview(app, file);
    expect(second.items.map(({ state, record }) => [state, record?.id])).toEqual([
      ["contradicts", two?.record.id],
      ["contradicts", two?.record.id],
      ["contradicts", two?.record.id],
    ]);
    expect(second.names.map(({ chosen }) => chosen)).toEqual([two?.record]);
    const stale = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, digest: first.digest });
    expect(stale.status, "what was previewed before is something else").toBe(409);

    // What else a row says counts before what is remembered, and so does who is meant alone.
    const beside = ["Name,Id,Preferred", `Ursel Fenn,${one?.record.id},Ursa`, `"${three?.name}",,Tim`].join("\n");
    const told2 = await preview(app, { ...file, ...fileOf(beside) });
    expect(told2.items.map(({ state, record }) => [state, record?.id])).toEqual([
      [expect.any(String), one?.record.id],
      [expect.any(String), three?.record.id],
    ]);
    expect(told2.names).toEqual([]);
    // A roster remembers the same.
    const path = `${CONNECTION_API}/index-versions/${indexId}/roster-imports`;
    const run = await bodyOf<{ id: string }>(await app.signedIn("POST", path, { from: "text", text: "Ursel Fenn" }));
    await app.deps.background.idle();
    const lines = await app.signedIn("GET", `${CONNECTION_API}/roster-imports/${run.id}/lines`);
    expect(await bodyOf(lines)).toMatchObject({ items: [{ state: "found", record: two?.record }] });
    const other = await createDirectory(app, { name: "Other", roster: sampleSchedules(app, 4).join("\n") });
    await applyChanges(app, other.indexId, [called(one, "Dr. Ursel Fenn"), called(two, "Ursel Fenn, MD")]);
    await app.sendDue();
    expect((await preview(app, { ...file, indexId: other.indexId })).counts).toMatchObject({ ambiguous: 3 });

    expect(await choose(null)).toBe(204);
    expect((await preview(app, file)).counts).toMatchObject({ ambiguous: 3 });
    const { items: entries } = await bodyOf<{ items: { words: string; action: string }[] }>(
      await app.signedIn("GET", `${CONNECTION_API}/activity?indexId=${indexId}`),
    );
    expect(JSON.stringify(entries)).toContain("chose whom “Ursel Fenn” means in sheets: Ursel Fenn, MD");
    expect(JSON.stringify(entries)).toContain("took back whom “Ursel Fenn” means in sheets");
  });

  test("[I9] which schedule a place of several means is chosen for one practitioner, and staged on that one alone", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 12).join("\n") });
    const answer = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster`);
    const { items: people } = await bodyOf<{ items: (Person & { schedules: number })[] }>(answer);
    const person = people.find(({ schedules }) => schedules > 1);
    const id = person?.record.id ?? "";
    const of = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster?type=schedule`);
    const { items: schedules } = await bodyOf<{ items: (Person & { practitioner: { id: string } | null })[] }>(of);
    const own = schedules.filter(({ practitioner }) => practitioner?.id === id);
    expect(own.length).toBeGreaterThan(1);
    await applyChanges(
      app,
      indexId,
      own.map(({ record }) => change(record, "name", { op: "set", value: "Both Places" })),
    );
    await app.sendDue();
    const columns = [
      { use: "practitioner" },
      { use: "schedule" },
      { ...displayName, recordType: "schedule", field: "name" },
    ];
    const file = { ...fileOf(`Id,Place,Name\n${id},both places,One Place`), indexId, columns };
    const first = await preview(app, file);
    expect(first.items).toMatchObject([
      { state: "ambiguous", says: "both places", record: { type: "practitioner", id } },
    ]);
    expect(first.names).toMatchObject([{ indexId, texts: ["both places"], practitionerId: id, chosen: null }]);
    const [name] = first.names;
    expect(name?.choices.map(({ record }) => record.id).toSorted()).toEqual(
      own.map(({ record }) => record.id).toSorted(),
    );
    const chosen = own.at(-1)?.record;
    const kept = await app.signedIn("PUT", `${CONNECTION_API}/index-versions/${indexId}/name-choices`, {
      text: "both places",
      practitionerId: id,
      record: chosen,
    });
    expect(kept.status).toBe(204);
    const second = await preview(app, file);
    expect(second.items).toMatchObject([{ state: "against ours", record: chosen }]);
    expect(second.names).toMatchObject([{ chosen }]);
  });

  test("[I18] whether a plan is in is told at its own cell, beside a plan that is not known; a schedule's error names those there are", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 12).join("\n") });
    const answer = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster`);
    const { items: people } = await bodyOf<{ items: (Person & { schedules: number })[] }>(answer);
    const id = people.find(({ schedules }) => schedules === 1)?.record.id ?? "";
    const csv = `practitioner id,insurance plan,Accepted?,location\n${id},No Plan,maybe,\n${id},No Plan,yes,Elsewhere`;
    const { items } = await preview(app, { ...fileOf(csv), indexId });
    expect(items.map(({ row, column, says, state, why }) => [row, column, says, state, why])).toEqual([
      [2, 1, "No Plan", "not found", "is not in the plan catalogue"],
      [2, 2, "maybe", "impossible", "must be “in” or “not in”, or yes or no"],
      [3, 1, "No Plan", "not found", "is not in the plan catalogue"],
      [3, 3, "Elsewhere", "not found", expect.stringMatching(/^is no schedule of this practitioner here: name “.+”$/)],
    ]);
  });

  test("[I18] a day that has passed, or is still to come, is told at its cell before anything is staged", async () => {
    await using app = await open();
    const { indexId, people } = await openDirectory(app);
    const [a, b, c] = people.map(({ record }) => record.id);
    const file = fileOf(
      [
        "practitioner id,display name,reason,verified on,review by,until",
        `${a},Ada,call,2027-05-05,2020-01-01,2020-01-01`,
        `${b},"${people[1]?.name}",call,,,2020-01-01`,
        `${c},Cem,call,2026-11-19,,2027-01-31`,
      ].join("\n"),
    );
    const { items, counts, digest } = await preview(app, { ...file, indexId });
    expect(
      items.flatMap(({ row, column, state, why }) => (state === "impossible" ? [[row, column, why]] : [])),
    ).toEqual([
      [2, 3, "must be today or earlier"],
      [2, 4, "must be today or later"],
      [2, 5, "must be today or later"],
    ]);
    expect(counts).toMatchObject({ impossible: 3, same: 1, change: 1 });
    const staged = await app.signedIn("POST", `${CONNECTION_API}/change-imports`, { ...file, indexId, digest });
    expect(staged.status).toBe(201);
  });

  test("[I18] a plan that is not known is told beside a schedule that has to be named", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 12).join("\n") });
    const answer = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster`);
    const { items: people } = await bodyOf<{ items: (Person & { schedules: number })[] }>(answer);
    const id = people.find(({ schedules }) => schedules > 1)?.record.id ?? "";
    const { items } = await preview(app, {
      ...fileOf(`practitioner id,plan\n${id},Harborligt PPO\nnobody,Harborligt PPO`),
      indexId,
    });
    expect(items.map(({ row, column, state, why }) => [row, column, state, why])).toEqual([
      [2, 0, "ambiguous", expect.stringMatching(/^has \d schedules: name one/)],
      [2, 1, "not found", "is not in the plan catalogue"],
      [3, 0, "not found", expect.stringContaining("is nobody on the roster")],
      [3, 1, "not found", "is not in the plan catalogue"],
    ]);
  });
}

/** Of tests that stage, apply and choose nothing, so that one directory is enough for all. */
function testPreviews(open: () => Promise<TestApp>): void {
  let kept: ReturnType<typeof begin> | undefined;
  const begin = async () => {
    const app = await open();
    return { app, ...(await openDirectory(app)) };
  };
  const opened = async () => await (kept ??= begin());
  afterAll(async () => await (await kept)?.app[Symbol.asyncDispose]());

  test("[I7] two rows that say the same value for other days contradict each other, and say which days", async () => {
    const { app, indexId, people } = await opened();
    const [a, b, c] = people.map(({ record }) => record.id);
    const csv = [
      "practitioner id,display name,reason,from,until,verified on",
      `${a},Ada,call,2026-12-01,,`,
      `${a},Ada,call,2026-12-05,2026-12-31,`,
      `${b},Bo,call,,,2026-11-19`,
      `${b},Bo,call,,,2026-11-18`,
      `${c},Cem,call,2026-12-01,,`,
      `${c},Cem,by fax,2026-12-01,,`,
    ].join("\n");
    const { items } = await preview(app, { ...fileOf(csv), indexId });
    expect(items.map(({ row, state, why }) => [row, state, why])).toEqual([
      [2, "contradicts", "row 3 says “Ada”, from 2026-12-05, until 2026-12-31"],
      [3, "contradicts", "row 2 says “Ada”, from 2026-12-01"],
      [4, "contradicts", "row 5 says “Bo”, verified on 2026-11-18"],
      [5, "contradicts", "row 4 says “Bo”, verified on 2026-11-19"],
      [6, "change", null],
      [7, "same", "row 6 says so already"],
    ]);
  });

  test("[I7] a row that says what is so contradicts one that says otherwise of the same field or entry", async () => {
    const { app, indexId, people } = await opened();
    const [a, b, c] = people;
    const { items: plans } = await bodyOf<{ items: { id: string }[] }>(
      await app.signedIn("GET", `${CONNECTION_API}/plans`),
    );
    const plan = plans[0]?.id ?? "";
    const schedules = await bodyOf<{ items: Person[] }>(
      await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster?type=schedule`),
    );
    const schedule = schedules.items[0]?.record.id ?? "";
    const long = (rows: readonly string[]) => ["record type,record id,field,entry,value", ...rows].join("\n");
    const states = async (csv: string) =>
      (await preview(app, { ...fileOf(csv), indexId })).items.map(({ row, state, why }) => [row, state, why]);
    const ofPlan = (value: string, entry = plan) => `schedule,${schedule},acceptedInsurances,${entry},${value}`;
    const [[, isIn] = []] = await states(long([ofPlan("in")]));
    const [so, otherwise] = isIn === "same" ? ["in", "not in"] : ["not in", "in"];
    expect(await states(long([ofPlan(so), ofPlan(otherwise), ofPlan(so)]))).toEqual([
      [2, "contradicts", `row 3 says “${otherwise}”`],
      [3, "contradicts", `row 2 says “${so}”`],
      [4, "contradicts", `row 3 says “${otherwise}”`],
    ]);
    const csv = [
      "practitioner id;display name",
      `${a?.record.id};${a?.name}`,
      `${a?.record.id};Ada`,
      `${b?.record.id};${b?.name}`,
      `${b?.record.id};${b?.name}`,
      `${c?.record.id};Cem`,
    ].join("\n");
    expect(await states(csv)).toEqual([
      [2, "contradicts", "row 3 says “Ada”"],
      [3, "contradicts", `row 2 says “${a?.name}”`],
      [4, "same", null],
      [5, "same", null],
      [6, "change", null],
    ]);
  });

  test("a workbook has its sheets, dates and long numbers read as they are meant", async () => {
    const { app, indexId, people } = await opened();
    const id = people[0]?.record.id ?? "";
    const workbook = await writeXlsx({
      sheets: [
        { name: "Notes", rows: [["nothing here"]] },
        {
          name: "Changes",
          rows: [
            ["practitioner id", "display name", "reason", "verified on"],
            [id, "Ada", "said so", new Date("2026-11-19")],
            [id, 9e16, null, null],
          ],
        },
      ],
    });
    const file = { ...fileOf(workbook), indexId };
    const found = await preview(app, file);
    expect(found.sheets).toEqual(["Notes", "Changes"]);
    expect([found.reading.sheet, told(found.items)], "[I19] the sheet is found").toEqual([
      "Changes",
      [
        [2, "change"],
        [3, "impossible"],
      ],
    ]);
    const notes = await preview(app, { ...file, reading: { sheet: "Notes" } });
    expect([notes.reading.sheet, notes.items]).toEqual(["Notes", []]);
    const { items, reading } = await preview(app, { ...file, reading: { sheet: "Changes" } });
    expect(reading).toMatchObject({ sheet: "Changes", headingRow: 1 });
    expect(told(items)).toEqual([
      [2, "change"],
      [3, "impossible"],
    ]);
  });

  test("of more cells than are listed, what is wrong and what is against ours is listed before other changes", async () => {
    const { app, indexId } = await opened();
    const [schedule = ""] = sampleSchedules(app, 1);
    const plans = Array.from({ length: 10_000 }, (_, at) => `schedule,${schedule},acceptedInsurances,ins_of${at},in`);
    const csv = ["record type,record id,field,entry,value", ...plans, "schedule,none,name,,Elm"];
    const { items, more, counts } = await preview(app, { ...fileOf(csv.join("\n")), indexId });
    expect([counts.new, counts["not found"], more]).toEqual([10_000, 1, 1]);
    expect(items.at(-1)).toMatchObject({ row: csv.length, state: "not found" });
  });

  test("[I22] the rows of the cells that are told stand in the preview as in the sheet, and the first three", async () => {
    const { app, indexId, people } = await opened();
    const long = "🦷".repeat(150);
    const rows = ["a", "b", "c", "d", people[0]?.record.id].map((who) => `${who},${who === "d" ? "" : long},note`);
    const file = { ...fileOf(["Practitioner id,Display name,Remark", ...rows].join("\n")), indexId };
    const { items, sheetRows } = await preview(app, file);
    expect(items.map(({ row }) => row)).toEqual([2, 3, 4, 6]);
    expect(sheetRows.map(({ row }) => row)).toEqual([2, 3, 4, 6]);
    const [, text, note] = sheetRows[3]?.texts ?? [];
    expect([text?.isWellFormed(), text?.length, text?.endsWith("…"), note]).toEqual([true, 200, true, "note"]);
    expect(items[3]?.says, "what is staged is whole").toBe(long);
  });

  test("[I17] the error of a formula is told with its cell, in a workbook and in CSV, and is no value", async () => {
    const { app, indexId, people } = await opened();
    const [a = "", b = ""] = people.map(({ record }) => record.id);
    const failed = (error: string) => `<c t="e"><f>1/0</f><v>${error}</v></c>`;
    const rows = [
      ["Provider", "Display name", "Notes"].map(inlineCell).join(""),
      `${inlineCell(a)}${failed("#N/A")}`,
      `${failed("#REF!")}${inlineCell("Ada")}`,
      `${inlineCell(b)}${inlineCell("Ada")}${failed("#DIV/0!")}`,
    ];
    const sheet = `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData>`;
    const csv = ["Provider,Display name,Notes", `${a},#N/A`, "#REF!,Ada", `${b},Ada,#DIV/0!`].join("\n");
    for (const content of [workbookOf({ sheet }), csv]) {
      const { items } = await preview(app, { ...fileOf(content), indexId });
      expect(items.map(({ row, column, says, state, why }) => [row, column, says, state, why])).toEqual([
        [2, 1, "#N/A", "impossible", "is an error of the spreadsheet: mend the formula, or type what is meant"],
        [3, 0, "#REF!", "impossible", "is an error of the spreadsheet: mend the formula, or type what is meant"],
        [4, 1, "Ada", "change", null],
      ]);
    }
  });

  test("a number in a column of dates that is no day, such as a phone's, is read as the number", async () => {
    const { app, indexId, people } = await opened();
    const rows = [
      ["Provider", "Phones"],
      [people[0]?.record.id ?? "", 2_125_550_142],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: "A", rows, columns: [{}, { numFmt: "yyyy-mm-dd" }] }] });
    const { items } = await preview(app, { ...fileOf(workbook), indexId });
    expect(items.map(({ row, says }) => [row, says])).toEqual([[2, "2125550142"]]);
  });

  test("a plan in a row that names a schedule by its record is judged there; one in a row of another record is told", async () => {
    const { app, indexId, people } = await opened();
    const read = async (path: string) =>
      (await bodyOf<{ items: { id: string; record: { id: string } }[] }>(await app.signedIn("GET", path))).items;
    const [schedule] = await read(`${CONNECTION_API}/index-versions/${indexId}/roster?type=schedule`);
    const [plan] = await read(`${CONNECTION_API}/plans`);
    const csv = [
      "record type,record id,plan,accepted",
      `schedule,${schedule?.record.id},${plan?.id},in`,
      `practitioner,${people[0]?.record.id},${plan?.id},in`,
    ].join("\n");
    const { items } = await preview(app, { ...fileOf(csv), indexId });
    expect(items).toMatchObject([
      { row: 2, record: { type: "schedule", id: schedule?.record.id }, entry: plan?.id, why: null },
      { row: 3, state: "impossible", says: plan?.id, why: "is for schedules only; this row names a practitioner" },
    ]);
    expect(items[0]?.state).toMatch(/^(?:new|change|same)$/);
    // An id without its type names nobody, and the practitioner beside it does.
    const untyped = `practitioner id,record id,display name\n${people[0]?.record.id},${people[0]?.record.id},Ada`;
    expect(told((await preview(app, { ...fileOf(untyped), indexId })).items)).toEqual([[2, "change"]]);
  });

  test("[I17] a formula without its result is told with its cell, and one that says whom lets nothing of its row be staged", async () => {
    const { app, indexId, people } = await opened();
    const [a, b] = people.map(({ record }) => inlineCell(record.id));
    const formula = "<c><f>1/0</f></c>";
    const rows = [
      ["practitioner id", "display name", "remark"].map(inlineCell).join(""),
      `${a}${formula}`,
      `${formula}${inlineCell("Ada")}`,
      `${b}${inlineCell("Ada")}${formula}`,
    ];
    const sheet = `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData>`;
    const file = { ...fileOf(workbookOf({ sheet })), indexId };
    const { items, counts } = await preview(app, file);
    expect(items.map(({ row, column, state, why }) => [row, column, state, why?.split(":")[0]])).toEqual([
      [2, 1, "impossible", "has a formula whose result the file does not have"],
      [3, 0, "impossible", "has a formula whose result the file does not have"],
      [4, 1, "change", undefined],
    ]);
    expect(counts).toMatchObject({ impossible: 2, change: 1 });
    const { content } = file;
    const asText = await app.signedIn("POST", `${CONNECTION_API}/sheet-text`, { content });
    expect([asText.status, (await bodyOf<{ detail: string }>(asText)).detail]).toEqual([
      400,
      expect.stringContaining("Row 2 has a formula whose result the file does not have"),
    ]);
  });

  test("[I17] a cell with an error of the spreadsheet is told, in a workbook and in CSV, and is never a value", async () => {
    const { app, indexId, people } = await opened();
    const [a = "", b = ""] = people.map(({ record }) => record.id);
    const broken = '<c t="e"><f>A9</f><v>#REF!</v></c>';
    const rows = [
      ["practitioner id", "display name", "reason"].map(inlineCell).join(""),
      `${inlineCell(a)}${broken}${inlineCell("call")}`,
      `${inlineCell(b)}${inlineCell("#N/A")}${inlineCell("call")}`,
    ];
    const sheet = `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData>`;
    const ofWorkbook = await preview(app, { ...fileOf(workbookOf({ sheet })), indexId });
    const isError = "is an error of the spreadsheet: mend the formula, or type what is meant";
    expect(ofWorkbook.items.map(({ row, column, says, state, why }) => [row, column, says, state, why])).toEqual([
      [2, 1, "#REF!", "impossible", isError],
      // What is a text in a workbook is meant.
      [3, 1, "#N/A", "change", null],
    ]);
    const csv = `practitioner id,display name,reason\n${a},#N/A,call\n${b},'#N/A,call\n${a},Ada,#NAME?`;
    const ofText = await preview(app, { ...fileOf(csv), indexId });
    expect(ofText.items.map(({ row, column, says, state }) => [row, column, says, state])).toEqual([
      [2, 1, "#N/A", "impossible"],
      [3, 1, "#N/A", "change"],
      [4, 2, "#NAME?", "impossible"],
    ]);
  });

  test("[I10] of several columns that say whom an id counts before names, and different people in one row are told", async () => {
    const { app, indexId, people } = await opened();
    const [a, b] = people;
    const csv = [
      "Doctor name,Provider ID,Display name",
      `misspelled,${a?.record.id},One`,
      `"${b?.name}",,Two`,
      `"${b?.name}",${a?.record.id},Three`,
      `"${b?.name}",zz_unknown,Four`,
      ",,Five",
    ].join("\n");
    const { columns, items } = await preview(app, { ...fileOf(csv), indexId });
    expect(columns.map(({ use }) => use.use)).toEqual(["practitioner", "practitioner", "valueOf"]);
    expect(items.map(({ row, column, state, record }) => [row, column, state, record?.id ?? null])).toEqual([
      [2, 2, "change", a?.record.id],
      [3, 2, "change", b?.record.id],
      [4, 0, "ambiguous", null],
      [5, 1, "not found", null],
      [6, 0, "not found", null],
    ]);
    expect(items[2]?.why).toContain(`is ${b?.name} (${b?.record.id}), and “${a?.record.id}” in this row is ${a?.name}`);
  });

  test("headings that stand twice name their columns, and a row of groups above them does not", async () => {
    const { app, indexId, people } = await opened();
    const id = people[0]?.record.id;
    const twice = await preview(app, { ...fileOf(`Prov ID,Remark,Remark,Display name\n${id},a,b,Ada`), indexId });
    expect([twice.reading.headingRow, told(twice.items)]).toEqual([1, [[2, "change"]]]);
    const grouped = `Who,Who,What,What\nProv ID,Name,Remark,Display name\n${id},x,y,Ada`;
    const below = await preview(app, { ...fileOf(grouped), indexId });
    expect([below.reading.headingRow, told(below.items)]).toEqual([2, [[3, "change"]]]);
  });

  test("[I18] a row of CSV with more cells than headings is told, since a separator in it has no quotes, and stages nothing", async () => {
    const { app, indexId, people } = await opened();
    const [a, b] = people.map(({ record }) => record.id);
    const csv = `practitioner id,display name,reason\n${a},Lee, Ann,called\n${b},"Lee, Ann",called,,`;
    const { items } = await preview(app, { ...fileOf(csv), indexId });
    expect(items.map(({ row, column, says, state, why }) => [row, column, says, state, why])).toEqual([
      [2, null, "", "impossible", "has more cells than there are headings: put a text with “,” in it in quotes"],
      [3, 1, "Lee, Ann", "change", null],
    ]);
  });

  test("[I18] each wrong day is told at its own cell, beside what else is wrong in the row, and stages nothing", async () => {
    const { app, indexId, people } = await opened();
    const [a, b] = people.map(({ record }) => record.id);
    const file = fileOf(
      [
        "practitioner id,display name,phones,reason,verified on,from,until",
        `${a},Ada,call first,call,19.11.26,31/12,2020-01-01`,
        `${b},Bo,,call,2026-11-19,2026-12-31,2026-12-01`,
      ].join("\n"),
    );
    const { items, counts } = await preview(app, { ...file, indexId });
    expect(items.map(({ row, column, says, why }) => [row, column, says, why?.split(":")[0]])).toEqual([
      [2, 2, "call first", expect.any(String)],
      [2, 4, "19.11.26", "must be a day such as 2026-11-20"],
      [2, 5, "31/12", "must be a day such as 2026-11-20"],
      [3, 6, "2026-12-01", "must not be before from"],
    ]);
    expect(counts).toMatchObject({ change: 0, new: 0 });
  });

  test("[I10] a name beside a practitioner's id names nothing, and alone it names the practitioner", async () => {
    const { app, indexId, people } = await opened();
    const [one] = people;
    const csv = `Prov ID,Name,Location,Display name\n${one?.record.id},"${one?.name}",,Ada`;
    const { columns, items } = await preview(app, { ...fileOf(csv), indexId });
    expect(columns.map(({ use }) => use.use)).toEqual(["practitioner", "nothing", "schedule", "valueOf"]);
    expect(told(items)).toEqual([[2, "change"]]);
  });

  test.each([
    ["a damaged archive", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 400, "Save it"],
    ["no text", new Uint8Array([0x41, 0, 0, 0x42, 0, 0, 0]), 400, "Save it"],
    ["more rows than are read", `a,b\n${"x,y\n".repeat(100_001)}`, 413, "Split it"],
    ["a file of 5.6 MB", new Uint8Array(5_600_000), 413, "5.6 MB, and at most 5.5 MB are read. Split it"],
    ["a body of more than 8 MiB", new Uint8Array(6_400_000), 413, "8 MiB. Send less at once: split a file"],
  ])("%s is refused with what would be right", async (_what, content, status, words) => {
    const { app } = await opened();
    const answer = await app.signedIn("POST", `${CONNECTION_API}/change-imports/preview`, fileOf(content));
    expect([answer.status, (await bodyOf<{ detail: string }>(answer)).detail]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
  });
}

test("[I10] a schedule that has no name of its own is named by the place that it is at", async () => {
  await using app = await createTestApp({
    sandbox: { spelling: "names-in-parts", practitioners: 50 },
    profile: "of the sandbox",
  });
  const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 12).join("\n") });
  const answer = await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/roster?type=schedule`);
  const { items } = await bodyOf<{ items: (Person & { practitioner: { id: string; name: string } })[] }>(answer);
  const several = items.filter(
    ({ practitioner }, _, all) => all.filter((one) => one.practitioner.id === practitioner.id).length > 1,
  );
  const [schedule] = several;
  const { id = "", name: called = "" } = schedule?.practitioner ?? {};
  const place = schedule?.name.replace(`${called} at `, "") ?? "";
  expect(place).not.toBe(schedule?.name);
  const told = await preview(app, {
    ...fileOf(
      ["Doctor ID,Location,Plan,Par", `${id},${place.toUpperCase()},No Plan,yes`, `${id},Elsewhere,No Plan,yes`].join(
        "\n",
      ),
    ),
    indexId,
  });
  expect(told.items.map(({ row, column, says }) => [row, column, says])).toEqual([
    [2, 2, "No Plan"],
    [3, 1, "Elsewhere"],
    [3, 2, "No Plan"],
  ]);
});

test.each(["default", "respelled", "names-in-parts", "overlay", "every-kind"])(
  "[I7] what a directory exports is the same when it is imported, on the spelling %s",
  async (spelling) => {
    await using app = await createTestApp({ sandbox: { spelling, practitioners: 50 }, profile: "of the sandbox" });
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 4).join("\n") });
    for (const format of ["csv", "xlsx"]) {
      const path = `${CONNECTION_API}/index-versions/${indexId}/comparison/export?format=${format}`;
      const { counts } = await preview(app, fileOf(await (await app.signedIn("GET", path)).bytes()));
      const { same, ...others } = counts;
      expect(
        Object.values(others).every((count) => count === 0),
        JSON.stringify(counts),
      ).toBe(true);
      expect(same).toBeGreaterThan(50);
    }
  },
);

test("[I7] what a record has beside its meanings is the same again, and what would be refused when it is staged is told at its cell", async () => {
  await using app = await createTestApp({
    sandbox: { spelling: "respelled", practitioners: 50 },
    profile: "of the sandbox",
  });
  const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 4).join("\n") });
  const path = `${CONNECTION_API}/index-versions/${indexId}/comparison/export?format=csv`;
  const text = await (await app.signedIn("GET", path)).text();
  const row = text.split("\r\n").find((line) => line.includes("/contact"));
  const changed = fileOf([text.split("\r\n")[0], row?.replace('""checked"":false', '""checked"":true')].join("\r\n"));
  expect((await preview(app, changed)).items.map(({ state, why }) => [state, why])).toEqual([
    ["impossible", "must be phones, the field at /contact/lines"],
  ]);

  // A service that keeps phones as texts has nowhere for a label.
  const place = row?.split(",")[4] ?? "";
  const phones = ["212-555-0199,Desk", "212-555-0198,"].map((phone) => `place,${place},phones,${phone}`);
  const labelled = fileOf(["record type,record id,field,value,label", ...phones].join("\n"));
  expect(
    (await preview(app, { ...labelled, indexId })).items.map(({ row: at, state, why }) => [at, state, why]),
  ).toEqual([
    [2, "impossible", "cannot be written: phones: the service has no field for a label"],
    [3, expect.stringMatching(/^(?:new|change|ambiguous)$/), expect.toSatisfy(() => true)],
  ]);
});
