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

const columnsOf = ({ list }: SheetText) => list?.columns.map(({ heading, use }) => [heading, use.use]);

test("[I21] columns of plan names are mapped by hand once, from the row that names them, and remembered for these headings", async () => {
  const csv = "Our plans;;\n\nProduct;Carrier;Code;Remark\nBar;Foo;ins_mapped1;old\nBaz;Foo;ins_mapped2;";
  const content = Buffer.from(csv).toString("base64");
  const asked = async (more: object) => {
    const answer = await post("/sheet-text", { content, of: "plans", ...more });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return SheetText.parse(await answer.json());
  };
  const found = await asked({});
  expect([found.text, found.list?.headingRow, found.list?.columnsFrom]).toEqual([csv, 3, "headings"]);
  expect(found.list?.columns[0]?.samples).toEqual(["Bar", "Baz"]);
  expect(columnsOf(found)).toEqual([
    ["Product", "nothing"],
    ["Carrier", "payer"],
    ["Code", "nothing"],
    ["Remark", "nothing"],
  ]);
  const uses = ["planName", "payer", "planId", "nothing"].map((use) => ({ use }));
  const text = "\n\nplan name,payer,plan id\nBar,Foo,ins_mapped1\nBaz,Foo,ins_mapped2";
  expect(await asked({ columns: uses })).toMatchObject({ text, list: { columnsFrom: "request" } });
  const headings = found.list?.columns.map(({ heading }) => heading);
  const kept = await app.signedIn("PUT", `${CONNECTION_API}/column-mappings`, { of: "plans", headings, columns: uses });
  expect(kept.status).toBe(204);
  const again = await asked({});
  expect(again).toMatchObject({ text, list: { headingRow: 3, columnsFrom: "mapping" } });
  expect((await asked({ of: "roster" })).list?.columnsFrom, "a roster has its own").toBe("headings");
  const wrong = { of: "plans", headings, columns: [{ use: "valueOf" }, { use: "value" }] };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/column-mappings`, wrong)).status).toBe(400);

  expect((await post("/plans/import", { csv: again.text })).status).toBe(200);
  const { items } = await read(app, PlanPage, "/plans?q=ins_mapped");
  expect(items).toMatchObject([
    { id: "ins_mapped1", name: "Bar", payer: "Foo" },
    { id: "ins_mapped2", name: "Baz", payer: "Foo" },
  ]);
  expect(await asked({ reading: { headingRow: 4 } })).toMatchObject({ text: csv, list: { headingRow: 4 } });
});

test("[I19] [I21] of a workbook, the sheet is read whose headings were mapped for such a list, else that the import knows", async () => {
  const sheets = [
    {
      name: "Notes",
      rows: [
        ["Sent by", "Who asked", "When"],
        ["Fatma", "Ada", "Monday"],
        ["Bo", "Ada", "Tuesday"],
      ],
    },
    {
      name: "Plans",
      rows: [
        ["Plan ID", "Payer"],
        ["ins_sheet1", "Foo"],
      ],
    },
    {
      name: "Products",
      rows: [
        ["Our code", "Sold by"],
        ["ins_sheet2", "Foo"],
      ],
    },
  ];
  const content = Buffer.from(await writeXlsx({ sheets })).toString("base64");
  const sheetOf = async () => SheetText.parse(await (await post("/sheet-text", { content, of: "plans" })).json()).sheet;
  expect(await sheetOf()).toBe("Plans");
  const mapping = { of: "plans", headings: ["Our code", "Sold by"], columns: [{ use: "planId" }, { use: "payer" }] };
  expect((await app.signedIn("PUT", `${CONNECTION_API}/column-mappings`, mapping)).status).toBe(204);
  expect(await sheetOf()).toBe("Products");
});

test("[I21] columns are separated as the row that names them is, whatever the names below it have", async () => {
  const text = "Our doctors\nWhom\tWhere\nLee, Ann, NP\tElm, Street\nRoe, Bob, MD";
  const columns = ["name", "place"].map((use) => ({ use }));
  const answer = await post("/sheet-text", { content: Buffer.from(text).toString("base64"), of: "roster", columns });
  expect(SheetText.parse(await answer.json())).toMatchObject({
    text: '\nname,place\n"Lee, Ann, NP","Elm, Street"\n"Roe, Bob, MD"',
    list: { headingRow: 2 },
  });
});

test.for([
  ["in quotes", 'Whom,Where\n"Lee, Ann","Elm Street; Suite 2"\n"Roe, Bob","Oak Street; Suite 3"'],
  ["without quotes", "Whom,Where\nAnn Lee,Elm Street; Suite 2\nBob Roe,Oak Street; Suite 3"],
] as const)("[I21] a semicolon that stands in places separates no columns, %s", async ([_how, text]) => {
  const answer = await post("/sheet-text", { content: Buffer.from(text).toString("base64"), of: "roster" });
  const { list } = SheetText.parse(await answer.json());
  expect(list?.columns.map(({ heading, samples }) => [heading, samples.length])).toEqual([
    ["Whom", 2],
    ["Where", 2],
  ]);
});

test("[I21] the row that names the columns may stand as far down as somebody says", async () => {
  const notes = Array.from({ length: 40 }, (_, at) => `Note ${at}\n`).join("");
  const content = Buffer.from(`${notes}Whom;Where\nAnn Lee;Elm Street`).toString("base64");
  const columns = ["name", "place"].map((use) => ({ use }));
  const answer = await post("/sheet-text", { content, of: "roster", columns, reading: { headingRow: 41 } });
  const { text, list } = SheetText.parse(await answer.json());
  expect(text.trim()).toBe("name,place\nAnn Lee,Elm Street");
  expect(list?.columns.map(({ heading, samples }) => [heading, samples])).toEqual([
    ["Whom", ["Ann Lee"]],
    ["Where", ["Elm Street"]],
  ]);
});

test("[I21] the columns of a roster in a workbook are mapped, and what is not used stands beside no name", async () => {
  const [schedule = ""] = sampleSchedules(app, 1);
  const rows = [
    ["Doctor", "Where", "Booked as", "Remark"],
    ["Ann Lee", "Elm Street", schedule, "on leave, till May"],
  ];
  const workbook = await writeXlsx({ sheets: [{ name: "People", rows }] });
  const content = Buffer.from(workbook).toString("base64");
  const columns = ["name", "place", "schedule", "nothing"].map((use) => ({ use }));
  const answer = await post("/sheet-text", { content, of: "roster", columns });
  const { text, list } = SheetText.parse(await answer.json());
  expect(text).toBe(`name,place,schedule id\nAnn Lee,Elm Street,${schedule}`);
  expect(list?.columns.map(({ heading }) => heading)).toEqual(rows[0]);
  const { indexId } = await createDirectory(app, { name: "From mapped columns" });
  const begun = await post(`/index-versions/${indexId}/roster-imports`, { from: "text", text, source: "csv" });
  const { id } = RosterImport.parse(await begun.json());
  await app.deps.background.idle();
  expect(await readImport(app, id)).toMatchObject({ lines: { total: 1, found: 1 } });
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
