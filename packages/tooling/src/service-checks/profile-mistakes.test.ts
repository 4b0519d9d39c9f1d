import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "@dc/api-client";
import { afterAll, describe, expect, it } from "vitest";
import { atTheService } from "./mistakes-at-the-service.fixture.ts";
import { inTheFile } from "./mistakes-in-the-file.fixture.ts";
import { profileCheckCommand } from "./profile-check-command.ts";
import { aService, clock, key } from "./service.fixture.ts";

/** A spelling that nothing else is tried with, so that no message is made for it. */
const service = aService({ spelling: "seed:289" });
const schedules = service.sandbox.samples.rosterOf(12).trim().split("\n").slice(1, 25);
const right: Json = JSON.parse(JSON.stringify(service.sandbox.profile({ writes: true })));
const directory = mkdtempSync(join(tmpdir(), "profile-mistakes-"));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Undefined takes the key away. */
function edited(from: Json, pointer: string, value: Json | undefined): Json {
  const [name = "", ...rest] = pointer.slice(1).split("/");
  if (typeof from !== "object" || from === null || Array.isArray(from)) throw new TypeError(`nothing at ${pointer}`);
  const inner = rest.length === 0 ? value : edited(from[name] ?? {}, `/${rest.join("/")}`, value);
  const others = Object.entries(from).filter(([key]) => key !== name);
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}

async function check(text: string, schedule = schedules[0] ?? ""): Promise<{ code: number; said: string }> {
  const file = join(directory, "profile.json");
  writeFileSync(file, text);
  let said = "";
  const keep = (words: string) => (said += words);
  const flags = ["--base-url", "http://service.test", "--api-key", key, "--schedule", schedule];
  const { transport } = service;
  const code = await profileCheckCommand([file, ...flags], { environment: {}, out: keep, err: keep, transport, clock });
  return { code, said };
}

/** The line that begins with the pointer, with the one below it. */
function lineAt(said: string, pointer: string): string {
  const lines = said.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => line === pointer || line.startsWith(`${pointer}  `));
  return at < 0 ? said : `${lines[at] ?? ""} ${lines[at + 1] ?? ""}`;
}

describe("whoever writes a profile is told the place and what would be right", () => {
  it("and the right one is right", async () => {
    const { code, said } = await check(JSON.stringify(right), schedules.join(","));
    expect([code, said.includes("Nothing to change.")]).toEqual([0, true]);
  });

  it.each([...inTheFile, ...atTheService])("for %s", async (_what, at, value, told, words) => {
    // Without insurances there is nothing for a name that is like theirs to stand for.
    const from = at.endsWith("/insurances")
      ? edited(right, `/records/schedule/meanings/acceptedInsurances`, undefined)
      : right;
    const { code, said } = await check(JSON.stringify(edited(from, at, value)), schedules.join(","));
    expect(code).toBe(2);
    expect(lineAt(said, told)).toContain(told);
    expect(lineAt(said, told)).toContain(words);
  });

  it.each([
    ["a comma after the last entry", '{\n "name": "x",\n}', 2, "line 3, column 1"],
    ["a file that stops", '{\n "name": "x', 2, "line 2"],
    ["other quotes", "{ 'name': 'x' }", 2, "line 1, column 3"],
    [
      "a section that stands twice",
      '{ "extends": "default",\n "records": {},\n "records": {} }',
      2,
      "/records  stands twice, on lines 2 and 3",
    ],
  ])("for %s", async (_what, text, expected, words) => {
    const { code, said } = await check(text);
    expect([code, said]).toEqual([expected, expect.stringContaining(words)]);
  });
});
