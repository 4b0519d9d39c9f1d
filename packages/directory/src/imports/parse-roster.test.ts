import fc from "fast-check";
import { expect, test } from "vitest";
import { rosterNoteText } from "#/messages/roster-note.ts";
import { parseRoster, withAddresseesApart, type RosterLine } from "./parse-roster.ts";

const marks = {
  schedulePrefix: "sch_",
  practitionerPrefix: "",
  otherPrefixes: { pt_: "a patient id", ins_: "a plan id", idx_: "an index version id" },
};
const parsed = (text: string) => parseRoster(text, marks);
const firstLine = (text: string) => parsed(text).lines[0];
const problemOf = (line: RosterLine | undefined) => (line?.problem === undefined ? null : rosterNoteText(line.problem));
const sch = "sch_4Wn8pLq2";
const pra = "k3v9t2ma81";

test("[I1] ids, pairs, links and names with an id are understood", () => {
  expect(firstLine(sch)).toEqual({ line: 1, text: sch, scheduleId: sch });
  expect(firstLine(pra)).toEqual({ line: 1, text: pra, practitionerId: pra });
  expect(firstLine("abcdefghij")).toMatchObject({ practitionerId: "abcdefghij" });
  for (const pair of [`${sch},${pra}`, `${pra}; ${sch}`, `${pra}\t${sch}`, `${sch} ${pra}`, `"${sch}","${pra}"`]) {
    expect(firstLine(pair)).toMatchObject({ scheduleId: sch, practitionerId: pra });
  }
  expect(firstLine(`Dr. Nguyễn Thị Hồng Nhung (${pra})`)).toMatchObject({
    practitionerId: pra,
    note: "Dr. Nguyễn Thị Hồng Nhung",
  });
  expect(firstLine(`Elm Street Clinic – ${sch}`)).toMatchObject({ scheduleId: sch, note: "Elm Street Clinic" });
  expect(firstLine(`https://service.example/schedules/${sch}?index=idx_9Qm2VtKc`)).toMatchObject({ scheduleId: sch });
  expect(firstLine(`http://127.0.0.1:4600/practitioners/${pra}#phones`)).toMatchObject({ practitionerId: pra });
});

test("[I1] CSV with a header is read by its columns, without one by what its cells are", () => {
  const csv = `\uFEFFName;Practitioner ID;schedule_id\r\n"Nhung; Dr.";${pra};${sch}\r\n\r\nWang;zzzzzzzz;\r\n`;
  expect(parsed(csv)).toEqual({
    header: 1,
    lines: [
      { line: 2, text: `"Nhung; Dr.";${pra};${sch}`, scheduleId: sch, practitionerId: pra, note: "Nhung; Dr." },
      { line: 4, text: "Wang;zzzzzzzz;", practitionerId: "zzzzzzzz", note: "Wang" },
    ],
  });
  expect(parsed(`${sch},Elm Street Clinic`)).toEqual({
    header: null,
    lines: [{ line: 1, text: `${sch},Elm Street Clinic`, scheduleId: sch, note: "Elm Street Clinic" }],
  });
});

test("[I1] a bad line is kept with what would be right", () => {
  expect(problemOf(firstLine("ins_8Kd2mPq1"))).toBe(
    '"ins_8Kd2mPq1" is a plan id. A roster takes a schedule id (sch_…) or a practitioner id.',
  );
  expect(problemOf(firstLine("sch-4Wn8pLq2"))).toBe(
    '"sch-4Wn8pLq2" is not a complete id. A schedule id is sch_ followed by letters and digits.',
  );
  expect(problemOf(firstLine("sch_"))).toContain("not a complete id");
  expect(problemOf(firstLine("Dr. Nguyễn Thị Hồng Nhung"))).toContain("No id was recognised on this line");
  expect(problemOf(firstLine(`${sch} sch_9dKxU2aV`))).toContain("More than one schedule id");
  expect(problemOf(firstLine(`${pra} m8q2x7c41z`))).toContain("More than one practitioner id");
});

test("[I1] signs that nobody sees are taken off an id, or named with their place", () => {
  for (const written of [
    "sch_11\u200B",
    "\u200Esch_11",
    "sch_11\u2060",
    "\u202Dsch_11\u202C",
    "sch_11\u00AD",
    "Elm (\u200Bsch_11)",
    '\u200B"sch_11",Elm',
  ]) {
    expect(firstLine(written)).toMatchObject({ scheduleId: "sch_11" });
  }
  expect(parsed("\uFEFFSchedule\u00A0ID\u200B\n\u200Bsch_11").lines).toMatchObject([{ line: 2, scheduleId: "sch_11" }]);
  expect(problemOf(firstLine("sch_1\u200B1"))).toContain(
    "is not a complete id: it has a zero width space at character 6. A schedule id",
  );
  expect(problemOf(firstLine("k3v9\u00ADt2ma81"))).toContain("has a soft hyphen at character 5. Take it out");
});

test("[I1] a line too long to be one is kept by its beginning, with the reason", () => {
  const line = firstLine(")".repeat(100_000) + "a");
  expect(line?.text).toHaveLength(81);
  expect(problemOf(line)).toContain("Longer than 2000 characters");
});

test("[I2] a repeated line names the first", () => {
  expect(parsed(`${sch}\n${pra}\nElm, ${sch}\n${sch}`).lines.map((line) => line.repeats)).toEqual([
    undefined,
    undefined,
    1,
    1,
  ]);
});

test("[I1] a line break inside quotes belongs to its row, which is told by its first line", () => {
  expect(parsed(`Name,Schedule ID\r\n"Elm Street Clinic\r\nSuite 4",${sch}\r\n"Oak",sch_22`).lines).toEqual([
    {
      line: 2,
      lastLine: 3,
      text: `"Elm Street Clinic\r\nSuite 4",${sch}`,
      scheduleId: sch,
      note: "Elm Street Clinic Suite 4",
    },
    { line: 4, text: '"Oak",sch_22', scheduleId: "sch_22", note: "Oak" },
  ]);
  expect(parsed(`${sch},"Elm Street\nSuite 4; 5"\nsch_22`).lines).toMatchObject([
    { line: 1, scheduleId: sch, note: "Elm Street Suite 4; 5" },
    { line: 3, scheduleId: "sch_22" },
  ]);
});

test("[I1] a quote that is not closed is told with its line, and takes nothing else", () => {
  for (const open of ['"Elm,sch_11', 'sch_11,"Elm', '"Elm" Street,sch_11', 'sch_11,"Elm\nsch_22,Oak",x']) {
    const { lines } = parsed(`${open}\nsch_33,Oak\n`);
    expect(
      lines.map((line) => [line.line, line.scheduleId, line.problem?.code]).filter(([, , code]) => code !== undefined),
    ).toEqual([[1, undefined, "open-quote"]]);
    expect(lines.at(-1)).toMatchObject({ scheduleId: "sch_33" });
    expect(lines).toHaveLength(open.split("\n").length + 1);
  }
});

test("[I5] the columns are those of the header, whatever stands above it", () => {
  for (const above of ["sep=;\r\n", "Roster of 2027\n\n", "Elm Street, Oak Road: rosters\n"]) {
    const { lines, header } = parsed(`${above}Schedule ID;Name;Owner code\r\nsch_11;Elm;staff2027\r\n`);
    expect(header).toBe(above.split("\n").length);
    expect(lines).toMatchObject([{ scheduleId: "sch_11", note: "Elm, staff2027" }]);
    expect(lines[0]?.practitionerId).toBeUndefined();
  }
  expect(parsed(`${pra}\nSchedule ID\nsch_11`).lines.map((line) => line.problem?.code)).toEqual([
    "above-columns",
    undefined,
  ]);
  expect(parsed(`"Elm\n${pra}"\nSchedule ID\nsch_11`).lines).toMatchObject([{ line: 1, lastLine: 2 }, { line: 4 }]);
  expect(parsed(`sch_11\nProvider\nsch_22`).header).toBeNull();
});

test("[I5] a heading is found above bare ids, links and practitioner ids", () => {
  for (const [heading, line, found] of [
    ["Schedule IDs", sch, { scheduleId: sch }],
    ["Schedules:", sch, { scheduleId: sch }],
    ["Practitioners", pra, { practitionerId: pra }],
    ["practitionerId", "4711-x", { practitionerId: "4711-x" }],
    ["Provider IDs:", "abc", { practitionerId: "abc" }],
    ["IDs", pra, { practitionerId: pra }],
    ["Links", `https://service.example/schedules/${sch}`, { scheduleId: sch }],
    ["Practitioner link", `https://service.example/practitioners/${pra}`, { practitionerId: pra }],
    ["Roster", sch, { scheduleId: sch }],
  ] as const) {
    expect(parsed(`${heading}\n${line}`)).toEqual({ header: 1, lines: [{ line: 2, text: line, ...found }] });
    expect(parsed(`${heading}\n${line};Elm`).lines).toMatchObject([found]);
  }
});

test("[I1] each line that is not blank is of one answer, whatever is pasted", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      sch,
      pra,
      "sch_",
      '"',
      '""',
      '",',
      ',"',
      ";;",
      "name",
      `\n${pra} Elm\nSchedule ID\n`,
      "sep=;",
      "\r",
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(""))), (written) => {
      const text = written.join("\n").replace(/^\uFEFF/, "");
      const { lines, header } = parsed(text);
      const answers = new Map<number, number>();
      for (const { line, lastLine = line } of lines)
        for (let each = line; each <= lastLine; each += 1) answers.set(each, (answers.get(each) ?? 0) + 1);
      const pasted = text.split(/\r\n|\n|\r/);
      const first = pasted.findIndex((line) => line.trim() !== "");
      pasted.forEach((line, index) => {
        const mayBeTitle = index + 1 < (header ?? 0) && !line.split(/\s+/).some((word) => word === sch || word === pra);
        const saysSeparator = index === first && /^\s*"?sep=.["\s,;|]*$/.test(line);
        const isTitle = (mayBeTitle || saysSeparator || index + 1 === header) && !answers.has(index + 1);
        if (/[^\s"]/.test(line.replace(/[,;|]/g, "")) && !isTitle) expect(answers.get(index + 1)).toBe(1);
        expect(answers.get(index + 1) ?? 0).toBeLessThan(2);
      });
      for (const line of lines) {
        const isUsable = line.scheduleId !== undefined || line.practitionerId !== undefined;
        expect(isUsable).toBe(line.problem === undefined);
      }
    }),
    { numRuns: 500 },
  );
});

test("[I1] a prefix for practitioners, where the service gives one, is the only mark of them", () => {
  const options = { schedulePrefix: "cal-", practitionerPrefix: "doc-", otherPrefixes: {} };
  expect(parseRoster(`cal-88 doc-12\n${pra}`, options).lines).toEqual([
    { line: 1, text: "cal-88 doc-12", scheduleId: "cal-88", practitionerId: "doc-12" },
    {
      line: 2,
      text: pra,
      problem: { code: "no-id", params: { schedulePrefix: "cal-", practitionerPrefix: "doc-" } },
    },
  ]);
  expect(problemOf(parseRoster(pra, options).lines[0])).toBe(
    "No id was recognised on this line. Add a schedule id (cal-…) or a practitioner id (doc-…); a name alone can't be looked up.",
  );
});

test("a hundred thousand lines keep their order and number", () => {
  const text = Array.from(
    { length: 100_000 },
    (_, position) => `sch_${position.toString(36).padStart(8, "0")},Clinic ${position}`,
  ).join("\n");
  const { lines } = parsed(text);
  expect(lines).toHaveLength(100_000);
  expect(lines.at(-1)).toMatchObject({ line: 100_000, note: "Clinic 99999" });
});

const withLookUps = {
  ...marks,
  lookUps: [
    { type: "practitioner", meaning: "npi", match: "exact", label: "npi" },
    { type: "practitioner", meaning: "displayName", match: "text", label: "display name" },
  ],
} as const;
const soughtOf = (text: string, using: Parameters<typeof parseRoster>[1] = withLookUps) =>
  parseRoster(text, using).lines.map(({ sought, problem }) => problem?.code ?? sought ?? null);

test("[I4] a line without an id is looked up by its number, else by its text, where the service looks up so", () => {
  const exactly = (value: string) => ({ value, match: "exact", by: null });
  expect(soughtOf("1234567890\nDr. Ann Lee, NPI 1234567891\nAnn Lee, MD\n(MD-4711-2)")).toEqual([
    exactly("1234567890"),
    exactly("1234567891"),
    { value: "Ann Lee, MD", match: "text", by: null },
    exactly("MD-4711-2"),
  ]);
  expect(parseRoster("1234567890", withLookUps).lines[0]).toMatchObject({ practitionerId: "1234567890" });
  expect(soughtOf(`${sch}\nAnn ${sch}\nins_1\nsch-12`)).toEqual([null, null, "other-id", "incomplete-id"]);
  expect(soughtOf("12345678 87654321")).toEqual(["no-id"]);
});

test("[I4] columns that are called like a look-up say by what is looked up", () => {
  expect(soughtOf("name,NPI\nAnn Lee,0012\nBo Ek,")).toEqual([
    { value: "0012", match: "exact", by: "npi" },
    { value: "Bo Ek", match: "text", by: null },
  ]);
  expect(soughtOf("Display name;location\nAnn Lee;Elm Street")).toEqual([
    { value: "Ann Lee", match: "text", by: "displayName" },
  ]);
  expect(soughtOf("name\nAnn Lee")).toEqual([{ value: "Ann Lee", match: "text", by: null }]);
  // A word above a list that is not about names is its title, and not a column of notes.
  expect(soughtOf("Office\nAnn Lee").at(-1)).toEqual({ value: "Ann Lee", match: "text", by: null });
});

test("[I4] what the service cannot look up by is told as before, and a repeated line names the first", () => {
  const [exact, text] = withLookUps.lookUps;
  expect(soughtOf("Ann Lee", { ...withLookUps, lookUps: [exact] })).toEqual(["no-id"]);
  expect(soughtOf("1234567890", { ...withLookUps, lookUps: [text] })).toEqual([null]);
  expect(problemOf(parseRoster("??", withLookUps).lines[0])).toContain("looks up by: npi, display name");
  expect(parseRoster("Ann Lee\nann\nAnn Lee", withLookUps).lines.map(({ repeats }) => repeats)).toEqual([
    undefined,
    undefined,
    1,
  ]);
});

const withNames = { ...marks, findsNames: true };
const namesOf = (text: string) =>
  parseRoster(text, withNames).lines.map(
    ({ sought }) => (sought?.names ?? []).map(({ name, beside }) => [name, beside])[0],
  );

test("[I9] a line without an id is sought by the name on it, with what stands beside it", () => {
  expect(soughtOf("Ann Lee, Elm Street", withNames)).toEqual([
    {
      value: "Ann Lee",
      match: "text",
      by: null,
      names: [
        { name: "Ann Lee", beside: "Elm Street" },
        { name: "Elm Street Ann Lee", beside: "" },
      ],
    },
  ]);
  expect(namesOf('Ann Lee;(555) 010-0199\n"Lee, Ann"\nLee, Ann')).toEqual([
    ["Ann Lee", "(555) 010-0199"],
    ["Lee, Ann", ""],
    ["Ann Lee", ""],
  ]);
  expect(namesOf("Roster of 2027\n\nLast name,First name,Phone,Floor\nLee,Ann,5550100199,2")).toEqual([
    ["Lee Ann", "5550100199; 2"],
  ]);
  expect(soughtOf("??", withNames)).toEqual(["no-id"]);
  expect(problemOf(parseRoster("??", withNames).lines[0])).toContain("or a practitioner id, or a name.");
});

test("[I20] bullets and numbers of a list are no part of a line", () => {
  for (const mark of ["* ", "• ", "- ", "3) ", "12. ", "(3) ", "  * "])
    expect(namesOf(`${mark}Do Kim Ngan (Lindenallee)`), mark).toEqual([["Do Kim Ngan", "Lindenallee"]]);
  expect(namesOf("3) Ann Lee, Elm Street")).toEqual([["Ann Lee", "Elm Street"]]);
  expect(parseRoster(`1. ${sch}\n2) ${pra}`, withNames).lines).toMatchObject([
    { scheduleId: sch },
    { practitionerId: pra },
  ]);
});

test("[I20] a phone number alone is sought as one, and is told apart from a number of a list", () => {
  for (const phone of ["(312) 555-0135", "+49 30 1234567", "312-555-0135"])
    expect(soughtOf(phone, withNames), phone).toEqual([{ value: phone, match: "text", by: null, isPhone: true }]);
  expect(parseRoster("3125550135", withNames).lines).toMatchObject([
    { practitionerId: "3125550135", sought: { value: "3125550135", isPhone: true } },
  ]);
  expect(soughtOf("(312) 555-0135", marks)).toEqual(["no-id"]);
  expect(soughtOf("12-34", withNames)).toEqual(["no-id"]);
});

test("[I9] digits beside a name are an id, else a phone number; an outside number is looked up before the name", () => {
  const [line] = parseRoster("Ann Lee, 5550100199", withNames).lines;
  expect(line).toMatchObject({
    practitionerId: "5550100199",
    sought: { value: "Ann Lee", match: "text", names: [{ name: "Ann Lee", beside: "5550100199" }] },
  });
  expect(soughtOf("Ann Lee, NPI 1234567891", { ...withLookUps, findsNames: true })).toMatchObject([
    { value: "1234567891", match: "exact", by: null, names: [{ name: "Ann Lee", beside: "NPI 1234567891" }] },
  ]);
});

test("[I9] lines of one name are told apart by what stands beside it", () => {
  const { lines } = parseRoster("Ann Lee, Elm Street\nAnn Lee, Oak Road\nAnn Lee, Elm Street", withNames);
  expect(lines.map(({ repeats }) => repeats)).toEqual([undefined, undefined, 1]);
});

test.each([
  "Anna Meier, 3125550142\nBob Lee, 3125550142\nAnna Meier, 3125550142",
  "Anna Meier, 12 Elm, 62704\nBob Lee, 12 Elm, 62704\nAnna Meier, 12 Elm, 62704",
  "Anna Meier, (312) 555-0142\nBob Lee, (312) 555-0142\nAnna Meier, (312) 555-0142",
])("[I2] two people are no repetition because one number stands beside both", (text) => {
  const { lines } = parseRoster(text, { ...marks, findsNames: true });
  expect(lines.map(({ repeats }) => repeats)).toEqual([undefined, undefined, 1]);
});

test("[I9] whom an e-mail names in quotes is found by the name, the last name first or not", () => {
  const text = '"Meier, Anna" <anna@elm.example>\n"Bob Lee" <bob@elm.example>;\n"Ann Lee" and others';
  const { lines } = parseRoster(text, { ...marks, findsNames: true });
  expect(lines.map(({ sought, problem }) => sought?.names?.[0]?.name ?? problem?.code)).toEqual([
    "Anna Meier",
    "Bob Lee",
    "open-quote",
  ]);
});

test("[I9] several people in one line of an e-mail have a line each, and a table stays as it is", () => {
  const text =
    'To: Anna Meier <anna@elm.example>, "Lee, Bob" <bob@elm.example>; Do Kim Ngan <do@elm.example>;\nCc: Ann Lee <ann@elm.example>\nCid Ray';
  expect(namesOf(text).map((names) => names?.[0])).toEqual([
    "Anna Meier",
    "Bob Lee",
    "Do Kim Ngan",
    "Ann Lee",
    "Cid Ray",
  ]);
  const { lines } = parseRoster(text, withNames);
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  const table = 'Name,Email\nAnna Meier,"A <a@elm.example>, B <b@elm.example>"';
  expect(withAddresseesApart(table, withNames)).toBe(table);
});

test("[I9] a table of first and last names with a number of its own is headed by its columns", () => {
  const { lines } = parseRoster("First,Last,NPI\nAnna,Meier,1234567893", { ...marks, findsNames: true });
  expect(lines.map(({ sought, practitionerId }) => [sought?.names?.[0]?.name, practitionerId])).toEqual([
    ["Anna Meier", undefined],
  ]);
});

test("[I9] a name is told from the place behind a dash, a slash or a semicolon, and from signs around it", () => {
  for (const [line, name, beside] of [
    ["Dr Ann Lee - Elm Street", "Dr Ann Lee", "Elm Street"],
    ["- Ann Lee – Elm Street – 555-010-0199", "Ann Lee", "Elm Street; 555-010-0199"],
    ["Ann Lee / Elm Street", "Ann Lee", "Elm Street"],
    ["Lee, Ann; Elm Street", "Ann Lee", "Elm Street"],
    ["Lee, Ann - Elm Street", "Ann Lee", "Elm Street"],
    ["[x] Ann Lee*", "Ann Lee", ""],
    ["Ann Lee: 555 010 0199", "Ann Lee", "555 010 0199"],
    ["Lee-Ortiz, Ann", "Ann Lee-Ortiz", ""],
  ] as const) {
    const [first] = parseRoster(line, withNames).lines;
    expect(first?.sought?.names?.[0], line).toMatchObject({ name, beside });
  }
});
