import { expect, test } from "vitest";
import { region } from "#/testing/arbitraries.ts";
import { phoneEntries } from "#/phones/phone-entries.ts";
import { type Phone, phoneToJson } from "#/phones/phone.ts";
import { cellOperation, elementOfSame, type SaidInCells } from "./cell-operation.ts";

const line = (number: string, label: string | null = null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const said = (value: string, cells: Partial<SaidInCells> = {}): SaidInCells => ({
  entry: null,
  value,
  extension: null,
  label: null,
  ...cells,
});
const answerOf = (phones: readonly Phone[], cells: SaidInCells) =>
  cellOperation(cells, { kind: "phones", choices: null, range: null }, { value: phones.map(phoneToJson) }, region);

test("[I7] a cell that names one of two lines of a number speaks of that line alone", () => {
  const lines = [line("212-555-0142", "Office"), line("(212) 555-0142", "Fax")];
  const [office = "", fax = ""] = phoneEntries(lines, region).map(({ key }) => key);
  const replacing = (entry: string, by: Phone) => ({ operation: { op: "replace", element: entry, by } });
  const other = said("212-555-0199", { entry: fax });
  expect(answerOf(lines, other)).toMatchObject(replacing(fax, line("212-555-0199", "Fax")));
  const renamed = said("212-555-0142", { entry: office, label: "Desk" });
  expect(answerOf(lines, renamed)).toMatchObject(replacing(office, line("212-555-0142", "Desk")));
  expect(answerOf(lines, said("2125550142", { entry: fax }))).toBe("same");
  expect(answerOf(lines, said("212-555-0142", { label: "Desk" }))).toHaveProperty("ambiguous");
  const far = [line("212-555-0142", "Office"), line("212-555-0199", "Fax")];
  const [only = ""] = phoneEntries(far, region).map(({ key }) => key);
  const twice = said("212-555-0199", { entry: only, label: "Office" });
  expect(answerOf(far, twice)).toMatchObject(replacing(only, line("212-555-0199", "Office")));
});

test("[I7] a text that differs in the kind of its line breaks alone is the same", () => {
  const answer = (value: string) =>
    cellOperation(said(value), { kind: "text", choices: null, range: null }, { value: "one\rtwo\r\nthree" }, region);
  expect(answer("one\ntwo\nthree")).toBe("same");
  expect(answer("one\ntwo three")).toMatchObject({ operation: { op: "set", value: "one\ntwo three" } });
});

test("[I7] a text that differs in the blanks around it alone is the same", () => {
  const answer = (value: string) =>
    cellOperation(said(value), { kind: "text", choices: null, range: null }, { value: " Elm  Street " }, region);
  expect([" Elm  Street ", "Elm  Street", "\u200FElm  Street\u200F"].map(answer)).toEqual(["same", "same", "same"]);
  expect(answer("Elm Street")).toMatchObject({ operation: { op: "set", value: "Elm Street" } });
});

test("[I7] an extension that a sheet does not tell of is not dropped", () => {
  const lines = [line("(212) 555-0143", "Main", "12")];
  for (const number of ["(212) 555-0143", "212-555-0199"]) {
    expect(answerOf(lines, said(number))).toMatchObject({ ambiguous: expect.stringContaining("extension 12") });
    expect(answerOf(lines, said(number, { extension: "(empty)" }))).toMatchObject({
      operation: { op: "replace", by: line(number, "Main") },
    });
  }
  expect(answerOf(lines, said("212-555-0143", { extension: "ask for 12" }))).toMatchObject({
    operation: { by: line("212-555-0143", "Main", "ask for 12") },
  });
  expect(answerOf(lines, said("1-800-DOCTORS"))).toHaveProperty("impossible");
  expect(answerOf([line("1-800-FLOWERS")], said("\u202D1-800-FLOWERS\u202C"))).toBe("same");
});

test("[I7] members are the same without the signs that nobody sees, and decomposed or not", () => {
  const form = { kind: "set", choices: null, range: null } as const;
  const members = { value: ["ins_v1", "franc\u0327ais"] };
  for (const member of ["ins_v1\u200B", "\u2060ins_v1", "fran\u00e7ais"])
    expect(cellOperation(said(member), form, members, region)).toBe("same");
});

test("[I7] what a cell says already is of the entry, the member or the part that it names, else of the whole field", () => {
  const lines = [line("212-555-0142", "Office"), line("212-555-0199", "Fax", "12")];
  const [office = "", fax = ""] = phoneEntries(lines, region).map(({ key }) => key);
  const reading = { value: lines.map(phoneToJson) };
  const ofPhones = (cells: SaidInCells) => elementOfSame(cells, "phones", reading, region);
  expect(ofPhones(said("(212) 555-0142"))).toBe(office);
  expect(ofPhones(said("212-555-0199", { extension: "12", label: "Fax" }))).toBe(fax);
  expect(ofPhones(said("212-555-0199", { entry: fax, extension: "12" }))).toBe(fax);
  expect(ofPhones(said("not in", { entry: "+12125550000" }))).toBe("+12125550000");
  expect(ofPhones(said(JSON.stringify(reading.value)))).toBeNull();
  const members = { value: ["ins_v1"] };
  expect(elementOfSame(said("ins_v1\u200B"), "set", members, region)).toBe("ins_v1");
  expect(elementOfSame(said("in", { entry: "ins_v1" }), "set", members, region)).toBe("ins_v1");
  expect(elementOfSame(said("(empty)"), "set", { value: [] }, region)).toBeNull();
  expect(elementOfSame(said("Ada"), "text", { value: "Ada" }, region)).toBeNull();
});
