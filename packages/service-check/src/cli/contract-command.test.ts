import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildServer, type ChildServer } from "@dc/tooling/child-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clock, key, otherKey, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { contractCommand } from "./contract-command.ts";

const directory = mkdtempSync(join(tmpdir(), "contract-command-"));
const script = new URL("../../../../apps/sandbox/src/main.ts", import.meta.url);
let server: ChildServer;
let schedule = "";

beforeAll(async () => {
  server = await startChildServer({
    script,
    env: {
      SANDBOX_PORT: "0",
      SANDBOX_CONTROL_PORT: "0",
      SANDBOX_WRITES: "on",
      SANDBOX_PRACTITIONERS: "40",
      DATA_DIR: directory,
    },
  });
  const roster = await (await fetch(new URL("/samples/roster.csv", control()))).text();
  schedule = roster.split("\n")[1] ?? "";
});

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

function control(): string {
  return String(server.ready["controlUrl"]);
}

async function setDeviation(deviation: string | null): Promise<void> {
  await fetch(new URL("/dials", control()), {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ deviation }),
  });
}

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await contractCommand(argv, {
    environment: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

function service(...more: string[]): Promise<{ code: number; out: string; err: string }> {
  return run("--base-url", server.url, "--api-key", key, "--schedule", schedule, ...more);
}

function secrets(): readonly string[] {
  return [key, otherKey].flatMap((credential) => [
    credential,
    Buffer.from(`${credential}:`).toString("base64"),
    Buffer.from(credential).toString("base64"),
  ]);
}

describe("the contract command over a socket", () => {
  it("reads only and ends with 0 when all holds", async () => {
    const before = await (await fetch(new URL("/ledger", control()))).text();
    const { code, out } = await service();
    expect([code, out.includes("0 do not hold")]).toEqual([0, true]);
    expect(out.split("\n").filter((line) => line.startsWith("  ✗"))).toEqual([]);
    expect(await (await fetch(new URL("/ledger", control()))).text()).toBe(before);
  });

  it("is no failure where records could not be tried for want of an id, and says which flag gives it", async () => {
    const { code, out } = await run("--base-url", server.url, "--api-key", key);
    expect(code).toBe(0);
    expect(out).toMatch(/^More can be tested: .*\d+ with --schedule/m);
    expect(out).toMatch(/^Not tested:\n(?: .*\n)* {2}\d+ checks: needs the id of a schedule: give --schedule$/m);
    expect((await service()).out).not.toMatch(/with --schedule/);
    expect((await service("--strict")).code).toBe(3);
  });

  it("gives the same JSON twice, without the key", async () => {
    const [first, second] = [await service("--json"), await service("--json")];
    expect(second.out).toBe(first.out);
    for (const secret of secrets()) expect(first.out).not.toContain(secret);
  });

  it("probes writes in test mode, says what it leaves, and shows no key and no patient", async () => {
    const probing = [
      "--profile",
      "with-writes",
      "--probe-writes",
      "--other-key",
      otherKey,
      "--sandbox-control",
      control(),
    ];
    const { code, out, err } = await service(...probing, "--json");
    expect([code, err.includes("Writing to idx_test_mode_custom")]).toEqual([0, true]);
    expect(out).toContain('"a made-up patient, Contract Probe-Person"');
    const accepted = await (await fetch(new URL("/ledger?limit=1000", control()))).text();
    const writes = [...accepted.matchAll(/"operation":"((?:record|appointment)\.\w+)","index":"([^"]+)"/g)];
    expect(new Set(writes.map(([, operation]) => operation))).toContain("record.create");
    expect(new Set(writes.map(([, , index]) => index))).toEqual(new Set(["idx_test_mode_custom"]));
    expect(err).toContain(
      "Two updates that repeat the current values are sent to idx_standard, which must refuse them.",
    );
    for (const secret of [...secrets(), "1970-01-02"]) expect(out).not.toContain(secret);
    const patient = ["--patient-name", "Contract Probe-Person", "--patient-dob", "1970-01-02"];
    const run = await service(...patient, "--verbose");
    expect([run.code, run.out.includes("✓ patient-fields")]).toEqual([0, true]);
    for (const secret of [...secrets(), "1970-01-02", "Probe-Person"]) expect(run.out).not.toContain(secret);
  });

  it("ends with 2, and shows request and answer, when something does not hold", async () => {
    await setDeviation("slot-time-imprecise");
    const { code, out } = await service();
    await setDeviation(null);
    expect(code).toBe(2);
    expect(out).toMatch(/^Does not hold: slot-start\.$/m);
    expect(
      out
        .split("\n")
        .filter((line) => line.startsWith("  ✗"))
        .map((line) => line.split(/\s+/)[2]),
    ).toEqual(["slot-start"]);
    expect(out).toMatch(/GET \/schedules\/\S+ → 200/);
  });
});

describe.each(["respelled", "seed:7", "seed:289", "seed:4242"])("of a right profile, in %s", (spelling) => {
  const { sandbox, schedule, transport } = startSandboxService({ spelling });
  const file = join(directory, `${spelling.replace(":", "-")}.json`);
  writeFileSync(file, JSON.stringify(sandbox.profile({ writes: true })));
  const address = ["--base-url", "http://service.test", "--api-key", key];

  it.each([
    ["reading only", ["--schedule", schedule]],
    ["with writes", ["--schedule", schedule, "--probe-writes"]],
    ["without an id", []],
  ])("the contract command ends with 0, %s", async (_what, argv) => {
    const surroundings = { environment: {}, out: () => undefined, err: () => undefined, transport, clock };
    expect(await contractCommand([...address, "--profile", file, ...argv], surroundings)).toBe(0);
  });
});

describe("the contract command ends with 1 and says what to change", () => {
  it.each([
    ["no address", ["--api-key", "k"], "--base-url is required"],
    ["no key", ["--base-url", "http://127.0.0.1:1"], "--api-key is required"],
    ["an address that is none", ["--base-url", "service", "--api-key", "k"], "must be an address"],
    ["an unknown flag", ["--scheduel", "x"], "--schedule …"],
    [
      "a service that is not there",
      ["--base-url", "http://127.0.0.1:1", "--api-key", "k"],
      "The service cannot be reached: http://127.0.0.1:1 (",
    ],
    [
      "an address with a user",
      ["--base-url", "http://somebody@127.0.0.1:1", "--api-key", "k"],
      "The request cannot be sent: the base URL",
    ],
    ["half a patient", ["--base-url", "http://127.0.0.1:1", "--api-key", "k", "--patient-name", "A"], "together"],
    [
      "a live key to be written with",
      ["--base-url", "http://127.0.0.1:1", "--api-key", "live_12345678", "--probe-writes"],
      "test mode only",
    ],
    [
      "a key of no known mode to be written with",
      ["--base-url", "http://127.0.0.1:1", "--api-key", "k", "--probe-writes"],
      "--mode test",
    ],
    [
      "a missing profile",
      ["--base-url", "http://127.0.0.1:1", "--api-key", "k", "--profile", "no.json"],
      "cannot be read (ENOENT)",
    ],
  ])("for %s", async (_what, argv, words) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(words);
  });

  it("for a key that the service does not take", async () => {
    const { code, err } = await run("--base-url", server.url, "--api-key", "nobody");
    expect([code, err.includes("/credential")]).toEqual([1, true]);
  });

  it("for a wrong profile, with the pointer of each wrong key", async () => {
    const file = join(directory, "wrong.json");
    writeFileSync(
      file,
      JSON.stringify({ extends: "default", operations: { readSchedule: { method: "FETCH", path: "/s/{id}" } } }),
    );
    const { code, err } = await run("--base-url", server.url, "--api-key", key, "--profile", file);
    expect([code, err]).toEqual([1, expect.stringContaining("/operations/readSchedule/method  must be GET")]);
  });
});
