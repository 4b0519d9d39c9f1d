import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInKey } from "./app.ts";
import { objectOf, textOf } from "#/testing/test-sandbox.ts";
import { parseJson } from "#/json/json.ts";

let dataDir = "";
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true });
});

function run(settings: Record<string, string>) {
  const environment = {
    PATH: process.env["PATH"],
    DATA_DIR: dataDir,
    SANDBOX_PORT: "0",
    SANDBOX_CONTROL_PORT: "0",
    ...settings,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function ready(child: ReturnType<typeof run>) {
  for await (const line of createInterface(child.stdout)) {
    const { url, controlUrl } = objectOf(parseJson(line));
    return { url: textOf(url), controlUrl: textOf(controlUrl) };
  }
  throw new Error("the sandbox ended before it was ready");
}

async function ledgerAt(controlUrl: string) {
  return parseJson(await (await fetch(`${controlUrl}/ledger`)).text());
}

test("acknowledged writes survive kill -9, and SIGTERM exits with code 0", async () => {
  const first = run({});
  const before = await ready(first);
  const headers = {
    Authorization: `Basic ${btoa(`${builtInKey}:`)}`,
    "Service-API-Version": "2026-09-01",
    "Content-Type": "application/json",
  };
  for (const name of ["one", "two", "three"]) {
    expect(
      (await fetch(`${before.url}/index_version`, { method: "POST", headers, body: JSON.stringify({ name }) })).status,
    ).toBe(201);
  }
  const ledger = await ledgerAt(before.controlUrl);
  first.kill("SIGKILL");
  await once(first, "exit");
  const second = run({});
  const after = await ready(second);
  expect(objectOf(ledger)["length"]).toBe(3);
  expect(await ledgerAt(after.controlUrl)).toEqual(ledger);
  expect(["roster.csv", "plans.csv"].map((name) => existsSync(join(dataDir, "sandbox", "samples", name)))).toEqual([
    true,
    true,
  ]);
  second.kill("SIGTERM");
  expect(await once(second, "exit")).toEqual([0, null]);
});

// The values are refused in three places: by the settings, by the store, and by the server that listens.
test.each<[string, string, Record<string, string>]>([
  ["SANDBOX_PORT", "x", {}],
  ["DATA_DIR", "/proc/nowhere", {}],
  // Without the control API, which is refused on any host but this one.
  ["HOST", "no-such-host.invalid", { SANDBOX_CONTROL_PORT: "" }],
])("a start with %s=%s exits with code 1 and one line that names the setting", async (setting, value, beside) => {
  const child = run({ [setting]: value, ...beside });
  const lines: string[] = [];
  createInterface(child.stderr).on("line", (line) => lines.push(line));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(lines).toEqual([expect.stringContaining(`${setting}: `)]);
});
