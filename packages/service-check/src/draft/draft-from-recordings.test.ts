import { createProfile, sameJson, valueAt, type Json } from "@dc/api-client";
import { describe, expect, it, test } from "vitest";
import { recordedAnswers } from "#/testing/recorded-answers.fixture.ts";
import { key } from "#/testing/sandbox-service.fixture.ts";
import { draftFromRecordings } from "./draft-from-recordings.ts";
import { everyLine } from "./draft-report.ts";
import { DescriptionError, readRecordings } from "./read-recordings.ts";

/** The default service lists schedules, of which the interface and so its profile say nothing. */
const schedulesOfDefault = [
  ["/operations/listSchedules/method", "GET"],
  ["/operations/listSchedules/path", "/schedules"],
  ["/operations/listSchedules/success", [200]],
  ["/operations/listSchedules/resource", ""],
  ["/operations/listSchedules/query/practitioner", "{practitionerId}"],
];

describe.each(["seed:7", "seed:8", "seed:12", "seed:289", "seed:4242", "respelled", "default"])(
  "a draft from the recorded answers of %s",
  async (spelling) => {
    const { right, recordings } = await recordedAnswers(spelling);
    const report = draftFromRecordings(readRecordings(recordings), spelling);
    const lines = everyLine(report).filter(({ pointer }) => pointer !== "/name");

    it("is a profile, and asks about each line that does not fit", () => {
      const fitting: Json = JSON.parse(JSON.stringify(createProfile(right).data));
      const wrong = lines.filter(({ pointer, value }) => !sameJson(valueAt(fitting, pointer) ?? null, value));
      const unasked = wrong.filter(({ question }) => question === null);
      expect(report.problems).toEqual([]);
      expect(unasked.map(({ pointer, value }) => [pointer, value])).toEqual(
        spelling === "default" ? schedulesOfDefault : [],
      );
      expect(lines.length).toBeGreaterThan(120);
      expect(wrong.length * 12).toBeLessThan(lines.length);
    });

    it("asks by names of operations that a profile can have, and in words that can be read", () => {
      const asked = [...report.questions, ...lines.flatMap(({ question }) => question ?? [])].join("\n");
      expect(asked).not.toMatch(/\ba insurance\b|^\/operations\/(?:read|list|create|update|delete):/m);
    });

    it("claims no documentation, and holds no key and nobody who was recorded", () => {
      expect(lines.filter(({ reason }) => reason === "")).toEqual([]);
      const text = JSON.stringify(report);
      for (const word of ['"documented"', key, Buffer.from(key).toString("base64"), "Aoife", "1980-02-29"])
        expect(text).not.toContain(word);
    });
  },
);

it("of little is no profile yet, and asks for what is missing", () => {
  const read = {
    request: { method: "GET", path: "/doctors/dr-17", headers: { "X-Release": "2026-01-31" } },
    response: { status: 200, body: { id: "dr-17", full_name: "Ada Lovelace", lines: ["+1 212 555 0142"] } },
  };
  const exchanges = readRecordings([{ name: "one.json", content: read }]);
  const { questions, problems } = draftFromRecordings(exchanges, "little");
  expect(problems.map(({ pointer }) => pointer)).toContain("/records");
  expect(questions.join("\n")).toContain("give its path with --schedule");
  const { profile } = draftFromRecordings(exchanges, "little", { practitioner: "/doctors/{id}" });
  expect(valueAt(profile, "/records/practitioner/meanings/phones/shape/form")).toBe("texts");
  expect(valueAt(profile, "/records/practitioner/meanings/displayName/note")).toContain("Question: Is /full_name");
});

test.each(["/p/50%", "//["])("the path %s is told, with where it stands", (path) => {
  const content = { request: { method: "GET", path }, response: { status: 200, body: {} } };
  const reading = () => readRecordings([{ name: "a.json", content }]);
  expect(reading).toThrow(DescriptionError);
  expect(reading).toThrow(`a.json: the path "${path}" of GET is no address below a service`);
});
