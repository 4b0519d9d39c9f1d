import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProfile, readProfileText } from "@dc/api-client";
import { afterAll, describe, expect, it } from "vitest";
import { key } from "#/testing/sandbox-service.fixture.ts";
import { clinic, practice } from "#/draft/openapi-documents.fixture.ts";
import { recordedAnswers } from "#/testing/recorded-answers.fixture.ts";
import { profileDraftCommand } from "./profile-draft-command.ts";

const directory = mkdtempSync(join(tmpdir(), "profile-draft-"));
const { recordings } = await recordedAnswers("seed:7");
const folder = join(directory, "answers");
const document = join(directory, "service.openapi.json");
mkdirSync(folder);
for (const { name, content } of recordings) writeFileSync(join(folder, name), JSON.stringify(content));
writeFileSync(join(folder, "notes.txt"), "not read");
writeFileSync(document, JSON.stringify(clinic));
writeFileSync(join(directory, "practice.json"), JSON.stringify(practice));
writeFileSync(join(directory, "list.json"), JSON.stringify(recordings.map(({ content }) => content)));
writeFileSync(join(directory, "broken.json"), "{ 'no': json }");
writeFileSync(join(directory, "service.yaml"), "openapi: 3.1.0");
writeFileSync(join(directory, "other.json"), '{ "swagger": "2.0" }');
mkdirSync(join(directory, "empty"));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function run(...argv: string[]): { code: number; out: string; err: string } {
  let out = "";
  let err = "";
  const code = profileDraftCommand(argv, {
    environment: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

describe("the draft command", () => {
  it.each([
    ["a folder of recorded answers", folder],
    ["one file with all of them", join(directory, "list.json")],
    ["an OpenAPI document", document],
  ])("writes a profile from %s, and prints its reasons and questions", (what, input) => {
    const target = join(directory, `${what.length}.json`);
    const { code, out } = run(input, "--out", target, "--name", "our service");
    expect(code).toBe(0);
    expect(createProfile(readProfileText(readFileSync(target, "utf8"))).name).toBe("our service");
    expect(out).toMatch(/^ {2}✓ \/operations\/readSchedule\/path {2}"\/(timetables|v2\/calendars)\/\{id\}"$/m);
    expect(out).toMatch(/^Questions$/m);
    expect(out).toContain(`pnpm profile:check ${target}`);
    expect(out).not.toContain(key);
    expect(run(input, "--out", target)).toMatchObject({ code: 1, err: expect.stringContaining("exists") });
  });

  it("writes nothing that is no profile, and says what is missing", () => {
    const target = join(directory, "none.json");
    const { code, out } = run(join(directory, "practice.json"), "--out", target);
    expect(code).toBe(2);
    expect(existsSync(target)).toBe(false);
    expect(out).toContain("Give it with --practitioner");
    expect(out).toContain(
      "Not written: it is no valid profile before this is told\n  /records/practitioner  is required",
    );
    expect(run(join(directory, "practice.json"), "--out", target, "--practitioner", "/aerzte/{nummer}").code).toBe(0);
  });

  it.each([
    ["no input", [], "An input is required"],
    ["a file that is not there", [join(directory, "no.json")], "cannot be read (ENOENT)"],
    ["no JSON", [join(directory, "broken.json")], "is not JSON"],
    ["YAML", [join(directory, "service.yaml")], "convert the YAML to JSON first"],
    ["another document", [join(directory, "other.json")], 'a recorded answer is { "request"'],
    ["an empty folder", [join(directory, "empty")], "has no file that ends with .json"],
    ["a document beside answers", [folder, document], "give it alone"],
    ["an unknown flag", ["--file", document], "--out …"],
  ])("ends with 1 and says what to change, for %s", (_what, argv, words) => {
    expect(run(...argv)).toEqual({ code: 1, out: "", err: expect.stringContaining(words) });
  });
});
