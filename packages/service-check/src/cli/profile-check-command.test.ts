import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "@dc/api-client";
import { afterAll, describe, expect, it } from "vitest";
import { edited } from "#/testing/edited-profile.fixture.ts";
import { clock, key, spellings, startSandboxService, type SandboxService } from "#/testing/sandbox-service.fixture.ts";
import { profileCheckCommand } from "./profile-check-command.ts";

const directory = mkdtempSync(join(tmpdir(), "profile-check-"));
const services = new Map<string, SandboxService>(
  spellings.map((spelling) => [spelling, startSandboxService({ spelling })]),
);

afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function run(
  text: string,
  spelling: string,
  ...more: string[]
): Promise<{ code: number; out: string; err: string }> {
  const service = services.get(spelling) ?? startSandboxService({ spelling });
  const file = join(directory, "profile.json");
  writeFileSync(file, text);
  let out = "";
  let err = "";
  const flags = ["--base-url", "http://service.test", "--api-key", key, "--schedule", service.schedule, ...more];
  const code = await profileCheckCommand([file, ...flags], {
    environment: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
    transport: service.transport,
    clock,
  });
  return { code, out, err };
}

function right(spelling: string): Json {
  const service = services.get(spelling) ?? startSandboxService({ spelling });
  return service.sandbox.profile({ writes: true });
}

describe("a profile that fits", () => {
  it.each(spellings)("finds every meaning of the %s spelling, reads only, and shows no key", async (spelling) => {
    const service = services.get(spelling) ?? startSandboxService({ spelling });
    const before = service.sandbox.ledger.length;
    const { code, out } = await run(JSON.stringify(right(spelling)), spelling);
    expect([code, out.includes("Nothing to change.")]).toEqual([0, true]);
    expect(out.split("\n").filter((line) => line.startsWith("  ✗"))).toEqual([]);
    expect(out).toMatch(/✓ schedule acceptedInsurances .*\n {6}raw {4}["[].*\n {6}read {3}\["/);
    expect(out).not.toContain(key);
    expect(service.sandbox.ledger.length).toBe(before);
  });

  it("names the members of records that nothing in it names", async () => {
    const { out } = await run(JSON.stringify(right("default")), "default");
    expect(out).toMatch(/Not named by the profile[^]*practitioner \/practice_areas/);
  });
});

describe("a profile with one mistake reports the place and what would be right", () => {
  it.each<[string, string, Json, string, string]>([
    [
      "an envelope forgotten",
      "/operations/readSchedule/resource",
      "",
      "/operations/readSchedule/resource",
      'write "/data"',
    ],
    [
      "a wrong path",
      "/operations/readSchedule/path",
      "/agendas/{id}",
      "/operations/readSchedule/path",
      "Is the path right",
    ],
    ["a wrong id", "/records/schedule/id", "/id", "/records/schedule/id", 'is at "/ref"'],
    [
      "a wrong field",
      "/records/schedule/meanings/acceptedInsurances/at",
      "/accepted",
      "/records/schedule/meanings/acceptedInsurances/at",
      'it may be "/payers"',
    ],
    [
      "ids for objects",
      "/records/schedule/meanings/acceptedInsurances/shape",
      { form: "ids" },
      "/records/schedule/meanings/acceptedInsurances",
      '"id": "/plan/ref"',
    ],
    [
      "objects for texts",
      "/records/place/meanings/phones/shape",
      { form: "objects", number: "/n" },
      "/records/place/meanings/phones",
      '{ "form": "texts" }',
    ],
    [
      "an id for an object",
      "/records/schedule/meanings/practitioner/shape",
      { form: "id" },
      "/records/schedule/meanings/practitioner",
      '{ "form": "object", "id": "/ref" }',
    ],
    [
      "a header that is not looked at",
      "/headers/index/name",
      "X-Index",
      "/headers/index/name",
      "the service ignores this header",
    ],
    ["a wrong place of error codes", "/errors/code", "/error/code", "/errors/code", '"/fault/sort"'],
    [
      "a wrong success",
      "/operations/readSchedule/success",
      [201],
      "/operations/readSchedule/success",
      "answers 200: add it",
    ],
    ["a wrong slot", "/answers/openSlot/startAt/at", "/start_at", "/answers/openSlot/startAt/at", "a slot is {"],
    ["a wrong prefix", "/records/schedule/idPrefix", "sch_", "/records/schedule/idPrefix", "does not start with it"],
    ["a misspelled key", "/header", {}, "/header", 'perhaps you mean "headers"'],
    ["a wrong kind", "/records/place/meanings/phones/kind", "phone", "/records/place/meanings/phones/kind", '"phones"'],
    [
      "a variable of the documentation",
      "/operations/readSchedule/path",
      "/v3/agendas/{agenda_id}",
      "/operations/readSchedule/path",
      "known: {id}",
    ],
  ])("%s", async (_what, pointer, value, reportedAt, words) => {
    const { code, out } = await run(JSON.stringify(edited(right("respelled"), pointer, value)), "respelled");
    expect(code).toBe(2);
    const lines = out.split("\n");
    const position = lines.findIndex((line) => line.trim() === reportedAt || line.trim().startsWith(`${reportedAt}  `));
    expect(`${lines[position] ?? ""}${lines[position + 1] ?? ""}`).toContain(words);
  });

  it("gives its findings as JSON too", async () => {
    const { code, out } = await run(
      JSON.stringify(edited(right("respelled"), "/records/schedule/id", "/id")),
      "respelled",
      "--json",
    );
    expect(code).toBe(2);
    expect(out).toMatch(
      /"problems": \[\s+\{\s+"pointer": "\/records\/schedule\/id",\s+"message": "is [^]*"notTried": \[/,
    );
  });
});

describe("a service that answers nothing so far is met with what it says, and 2", () => {
  it.each<[string, string[], string]>([
    ["a key that is not taken", ["--api-key", "nobody"], "/credential"],
    ["a version that is not taken", ["--api-version", "2020-01-01"], "/headers/apiVersion/name"],
  ])("for %s", async (_what, more, words) => {
    const { code, out } = await run(JSON.stringify(right("default")), "default", ...more);
    expect([code, out]).toEqual([2, expect.stringContaining(words)]);
    expect(out).toContain("Nothing else was tried, because the service accepts no request yet.");
  });
});

it.each<[string, string[], string]>([
  ["a record type that is none", ["--record", "room=1"], "practitioner, schedule"],
  ["an index that no header takes", ["--index", "idx_\u00fc"], "The request cannot be sent: the index id"],
  [
    "an address with a user",
    ["--base-url", "http://somebody@service.test"],
    "The request cannot be sent: the base URL",
  ],
  ["a version that is no date", ["--api-version", "next\u00a0one"], "it must be a date"],
])("a check that cannot run ends with 1 and one line, as for %s", async (_what, more, words) => {
  const { code, out, err } = await run(JSON.stringify(right("default")), "default", ...more);
  expect([code, out, err.trim().split("\n").length]).toEqual([1, "", 1]);
  expect(err).toContain(words);
  expect(err).not.toContain("somebody");
});

it("a key that no header takes ends with 1 and one line too", async () => {
  const sentAsItIs = edited(right("default"), "/credential", { composition: "ready-made", prefix: "Bearer " });
  const { code, err } = await run(JSON.stringify(sentAsItIs), "default", "--api-key", "key\u00a0");
  expect([code, err]).toEqual([1, "The request cannot be sent: the key is not fit for a header.\n"]);
});

it("a service that is not there is named by the address that was tried", async () => {
  const file = join(directory, "of-nobody.json");
  writeFileSync(file, JSON.stringify(right("default")));
  let err = "";
  const code = await profileCheckCommand([file, "--base-url", "http://127.0.0.1:1/v1", "--api-key", key], {
    environment: {},
    out: () => undefined,
    err: (text) => (err += text),
  });
  expect([code, err]).toEqual([1, "The service cannot be reached: http://127.0.0.1:1/v1 (ECONNREFUSED)\n"]);
});
