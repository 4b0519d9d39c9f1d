import { PlanPage, RosterImport, SheetText } from "@dc/contract";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { inlineCell, workbookOf } from "#/testing/hostile-workbook.ts";
import { createDirectory, read, readImport, sampleSchedules } from "#/testing/directory.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ sandbox: { practitioners: 20 } })));
afterAll(async () => await app[Symbol.asyncDispose]());

const post = async (path: string, body: object) => await app.signedIn("POST", `${CONNECTION_API}${path}`, body);
const sent = async (content: Uint8Array, reading = {}) =>
  await post("/sheet-text", { content: Buffer.from(content).toString("base64"), reading });
const textOf = async (content: Uint8Array, reading = {}) => {
  const answer = await sent(content, reading);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return SheetText.parse(await answer.json());
};

test("[I8] [I19] a roster comes from the sheet of a workbook, each row on the line of its number", async () => {
  const [first = "", second = ""] = sampleSchedules(app, 2);
  const workbook = await writeXlsx({
    sheets: [
      { name: "Notes", rows: [["nothing here"]] },
      {
        name: "People",
        rows: [["Roster; of 2027"], [], ["Name", "Schedule ID"], ['Ann "A"\nLee', first], [null, second]],
      },
    ],
  });
  expect(await textOf(workbook, { sheet: "Notes" })).toMatchObject({ sheet: "Notes", text: "nothing here" });
  const { text, ...facts } = await textOf(workbook);
  expect(facts).toEqual({ sheets: ["Notes", "People"], sheet: "People", encoding: null });
  expect(text.split("\n")).toEqual([
    '"Roster; of 2027"',
    "",
    "Name,Schedule ID",
    `"Ann ""A"" Lee",${first}`,
    `,${second}`,
  ]);
  const { indexId } = await createDirectory(app, { name: "From a workbook" });
  const answer = await post(`/index-versions/${indexId}/roster-imports`, { from: "text", text, source: "csv" });
  const { id } = RosterImport.parse(await answer.json());
  await app.deps.background.idle();
  expect(await readImport(app, id)).toMatchObject({ lines: { total: 2, found: 2 } });
});

test.for([
  ["utf-8", "\uFEFFid,plan\nins_a,Größe"],
  ["utf-16le", "\uFEFFid,plan\nins_a,Größe"],
  ["windows-1252", "id,plan\nins_a,Größe"],
] as const)("[I8] names of plans come from a text in %s", async ([encoding, csv]) => {
  const bytes = Buffer.from(csv, encoding === "windows-1252" ? "latin1" : encoding === "utf-8" ? "utf8" : "utf16le");
  const read1 = await textOf(bytes);
  expect(read1).toEqual({ sheets: [], sheet: null, encoding, text: "id,plan\nins_a,Größe" });
  expect((await post("/plans/import", { csv: read1.text })).status).toBe(200);
  expect((await read(app, PlanPage, "/plans?q=ins_a")).items).toMatchObject([{ id: "ins_a", name: "Größe" }]);
});

test("[I8] another encoding than the one that was found can be named", async () => {
  const bytes = Buffer.from("ins_a,Größe", "utf8");
  expect((await textOf(bytes, { encoding: "windows-1252" })).text).toBe("ins_a,GrÃ¶ÃŸe");
});

const SHEET = `<sheetData><row>${inlineCell("Schedule ID")}</row></sheetData>`;

function withSecondList(archive: Buffer<ArrayBuffer>) {
  archive.writeUInt32LE(0xffffffff, archive.length - 10);
  return archive;
}

test.for([
  ["a damaged archive", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0), /Save it again/],
  ["a workbook of which a part says that it is empty", workbookOf({ sheet: SHEET, says: 0 }), /Save it again/],
  ["a workbook of which a part is larger than it says", workbookOf({ sheet: SHEET, says: 20 }), /Save it again/],
  ["a workbook that unpacks to more than is read", workbookOf({ sheet: SHEET, says: 150_000_000 }), /Split it/],
  ["an archive with a second list of its files", withSecondList(workbookOf({ sheet: SHEET })), /Save it again/],
  ["what is neither text nor a workbook", Uint8Array.of(0x41, 0, 0, 0x42, 0, 0, 0), /Save it as CSV/],
  ["more text than is taken at once", Buffer.from("x".repeat(4_000_001)), /Split it/],
] as const)("[I8] %s is refused with what would be right", async ([_what, content, why]) => {
  const answer = await sent(content);
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    why.source === "Split it" ? 413 : 400,
    expect.stringMatching(why),
  ]);
});

test("[I8] a cell of a workbook with many blanks or commas in a row is read as it is", async () => {
  const [blanks, commas] = [" ".repeat(1_000_000), ",".repeat(1_000_000)];
  const rows = [`a${blanks}b`, `${commas}c`].map((cell) => `<row>${inlineCell(cell)}</row>`);
  const { text } = await textOf(workbookOf({ sheet: `<sheetData>${rows.join("")}</sheetData>` }));
  expect(text === `a${blanks}b\n"${commas}c"`).toBe(true);
});

test("[I8] a number of more digits than a spreadsheet keeps is told with its row", async () => {
  const workbook = await writeXlsx({ sheets: [{ name: "A", rows: [["Practitioner ID"], [9e16]] }] });
  const answer = await sent(workbook);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(/^Row 2 has a number of more digits/);
});
