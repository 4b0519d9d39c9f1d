import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect } from "vitest";
import { z } from "zod";

/** The build, as operators run it; a process of the sources takes twice as long to start. */
const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** The service's key for every process; no output may contain it. */
export const SERVICE_KEY = "test_canary_9hT4kQ2wZx";
export const ADMIN_SETTINGS = { ADMIN_EMAIL: "ada@example.org", ADMIN_PASSWORD: "correct-horse-battery" };

const Ready = z.strictObject({
  ready: z.literal(true),
  url: z.url(),
  setUpUrl: z.url().nullable(),
  createdAdministrator: z.email().nullable(),
});

interface Settings {
  [name: string]: string;
}

/** Runs the server as a separate process, with a new data directory for each test; it is killed after the test. */
export function serverProcesses() {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "directory-console-main-"));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  function run(settings: Settings = {}) {
    const env = {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      DATA_DIR: dataDir,
      SERVICE_BASE_URL: "http://127.0.0.1:9",
      SERVICE_API_KEY: SERVICE_KEY,
      ...settings,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (part: Buffer) => (said.stdout += part.toString()));
    child.stderr.on("data", (part: Buffer) => (said.stderr += part.toString()));
    return { child, said, ended: once(child, "close").then(([code]: unknown[]) => code) };
  }

  return {
    dataDir: () => dataDir,
    /** Waits until the server is ready; throws with its output if it ends before. */
    start: async (settings: Settings = {}) => {
      const started = run(settings);
      const line = await Promise.race([
        once(createInterface({ input: started.child.stdout }), "line"),
        started.ended.then(() => []),
      ]);
      if (line[0] === undefined) throw new Error(`It ended before it was ready: ${started.said.stderr}`);
      return { ...started, ready: Ready.parse(JSON.parse(String(line[0]))) };
    },
    /** Starts the server and expects it to end with one line, without the service's key. */
    refused: async (settings: Settings): Promise<{ code: unknown; line: string }> => {
      const { said, ended } = run(settings);
      const code = await ended;
      expect(said.stdout).toBe("");
      expect(said.stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(said.stderr).not.toContain(SERVICE_KEY);
      return { code, line: said.stderr.trimEnd() };
    },
  };
}

/** Sends a request as the console's page at that origin would. */
export async function post(url: string, body: unknown): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Directory-Console": "1", Origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
}
