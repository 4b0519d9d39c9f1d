import { describe, expect, it } from "vitest";
import { profileCheckCommand } from "#/cli/profile-check-command.ts";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { draftAccuracy } from "#/testing/draft-accuracy.ts";
import { documentsOf } from "#/testing/service-documents.ts";
import { isJsonObject, valueAt, type Json } from "@dc/api-client";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftProfile, everyLine } from "./draft-profile.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readRecordings } from "./read-recordings.ts";

describe.each(["seed:7", "seed:8", "seed:12", "seed:289", "seed:4242", "respelled", "default"])(
  "a draft for %s",
  (spelling) => {
    it("has most lines of the profile that fits, and asks about each that does not", async () => {
      const { recordings, openApi } = await draftAccuracy(spelling);
      expect(recordings.right / recordings.of).toBeGreaterThan(0.65);
      expect(openApi.right / openApi.of).toBeGreaterThan(0.8);
      for (const { wrong, problems } of [recordings, openApi])
        expect([wrong.filter(({ isAsked }) => !isAsked), problems]).toEqual([[], []]);
    });
  },
);

/** Every entry of a profile that says where it comes from. */
function entriesIn(value: Json, pointer = ""): readonly { pointer: string; status: string; note: string }[] {
  if (!isJsonObject(value)) return [];
  const { status, note } = value;
  const own = typeof status === "string" && typeof note === "string" ? [{ pointer, status, note }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => entriesIn(inner, `${pointer}/${name}`))];
}

describe("a draft", async () => {
  const { recordings, openApi } = await documentsOf("seed:289");
  const report = draftProfile(readRecordings(recordings), "drafted");

  it("gives a reason for each line, and marks what it guessed as assumed with the question", () => {
    expect(everyLine(report).filter(({ reason }) => reason === "")).toEqual([]);
    const asked = new Set(everyLine(report).flatMap(({ pointer, question }) => (question === null ? [] : [pointer])));
    const entries = entriesIn(report.profile);
    expect(entries.length).toBeGreaterThan(40);
    for (const { pointer, status, note } of entries) {
      const isAsked = [...asked].some((one) => one.startsWith(`${pointer}/`));
      if (status === "documented") expect(note).not.toContain("Question:");
      else expect([pointer, isAsked, note]).toEqual([pointer, true, expect.stringContaining("Question: ")]);
    }
    expect(valueAt(report.profile, "/indexes/standard")).toBe("catalogue_standard");
    expect(valueAt(report.profile, "/indexes/note")).toContain("Question: What is the id of the standard index?");
  });

  it("is the same for the same documents", () => {
    const again = draftProfile(readRecordings(recordings), "drafted");
    expect(JSON.stringify(again)).toBe(JSON.stringify(report));
    const document = readOpenApi("a", openApi);
    expect(JSON.stringify(draftProfile(document, "a"))).toBe(JSON.stringify(draftProfile(document, "a")));
  });

  it("holds nothing of the people and no key that were recorded", () => {
    const text = JSON.stringify(report);
    for (const secret of [key, Buffer.from(key).toString("base64"), "Aoife", "1980-02-29"])
      expect(text).not.toContain(secret);
  });

  it("is decided by the check: what it got wrong is told with its place, and nothing else", async () => {
    const { transport, schedule } = startSandboxService({ spelling: "seed:289" });
    const directory = mkdtempSync(join(tmpdir(), "draft-"));
    const file = join(directory, "draft.json");
    writeFileSync(file, JSON.stringify(report.profile));
    let said = "";
    const code = await profileCheckCommand(
      [file, "--base-url", "http://service.test", "--api-key", key, "--schedule", schedule],
      { environment: {}, out: (text) => (said += text), err: (text) => (said += text), transport, clock },
    );
    rmSync(directory, { recursive: true });
    expect(code).toBe(2);
    const blamed = (said.split("Change in the profile\n")[1] ?? "").split("\n").filter((line) => /^ {2}\//.test(line));
    const { wrong, missed } = (await draftAccuracy("seed:289")).recordings;
    const known = [...wrong, ...missed].map(({ pointer }) => pointer);
    expect(
      blamed.map((line) => line.trim()).filter((at) => !known.some((one) => one.startsWith(at) || at.startsWith(one))),
    ).toEqual([]);
    expect(blamed).toContain("  /indexes/standard");
  });
});

it("of little is still a draft, with a question for each gap", () => {
  const read = {
    request: { method: "GET", path: "/doctors/dr-17", headers: { "X-Release": "2026-01-31" } },
    response: {
      status: 200,
      headers: {},
      body: { id: "dr-17", full_name: "Ada Lovelace", lines: ["+1 212 555 0142"] },
    },
  };
  const { profile, questions, problems } = draftProfile(
    readRecordings([{ name: "one.json", content: read }]),
    "little",
  );
  expect(valueAt(profile, "/records/practitioner/meanings/displayName/at")).toBe("/full_name");
  expect(valueAt(profile, "/records/practitioner/meanings/phones/shape/form")).toBe("texts");
  expect(valueAt(profile, "/apiVersion")).toBe("2026-01-31");
  expect(questions.join("\n")).toContain("which requests read one schedule?");
  expect(valueAt(profile, "/answers/openSlot/startAt/note")).toContain("Question: Where is the start in a slot?");
  expect(problems.map(({ pointer }) => pointer)).toContain("/records/schedule");
});
