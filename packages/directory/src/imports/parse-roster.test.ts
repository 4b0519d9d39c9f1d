import fc from "fast-check";
import { expect, test } from "vitest";
import { rosterNoteText } from "#/messages/roster-note.ts";
import { parseRoster, type RosterLine } from "./parse-roster.ts";

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

test("[I1] each line that is not blank gives one answer, whatever is pasted", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(sch, pra, "sch_", '"', ";;", "name"))),
      (lines) => {
        const text = lines.join("\n");
        const roster = parsed(text);
        const full = text
          .replace(/^\uFEFF/, "")
          .split(/\r\n|\n|\r/)
          .filter((line) => line.trim() !== "");
        expect(roster.lines.length + (roster.header === null ? 0 : 1)).toBe(full.length);
        for (const line of roster.lines) {
          const isUsable = line.scheduleId !== undefined || line.practitionerId !== undefined;
          expect(isUsable).toBe(line.problem === undefined);
        }
      },
    ),
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
