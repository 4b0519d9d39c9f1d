import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";

// The chain npm → bootstrap → npx → pnpm → node is real; only the task at its end is a stand-in.
const TASK = `
import { appendFileSync, writeFileSync } from "node:fs";
await import(process.env.LIFELINE);
const [how] = process.argv.slice(2);
if (how === "fail") process.exit(7);
writeFileSync("pid", String(process.pid));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    appendFileSync("signals", signal + "\\n");
    if (how === "deaf") return;
    setTimeout(() => { appendFileSync("signals", "tidied\\n"); process.exit(0); }, 200);
  });
}
setInterval(() => {}, 1000);
console.log("task runs");
`;

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bootstrap-"));
  mkdirSync(join(root, "packages/tooling"), { recursive: true });
  copyFileSync(
    fileURLToPath(new URL("../bootstrap.mjs", import.meta.url)),
    join(root, "packages/tooling/bootstrap.mjs"),
  );
  writeFileSync(join(root, "task.mjs"), TASK);
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({
      name: "stand-in",
      private: true,
      scripts: {
        start: "node packages/tooling/bootstrap.mjs start",
        "task:start": "node task.mjs",
        "task:test": "node task.mjs fail",
      },
    }),
  );
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the bootstrap", () => {
  test("gives the exit code of the task", async () => {
    expect(await exitOf(run(["packages/tooling/bootstrap.mjs", "test"]))).toEqual([7, null]);
  });

  test("names the tasks when it is asked for another", async () => {
    const child = run(["packages/tooling/bootstrap.mjs", "toast"]);
    const said = text(child);
    expect(await exitOf(child)).toEqual([1, null]);
    expect(await said).toContain("Say what to run: start or test.");
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal} to it alone lets the task tidy up, and ends only when the task is gone`, async () => {
      const child = run(["packages/tooling/bootstrap.mjs", "start"]);
      const task = await taskPid(child);
      child.kill(signal);
      expect(await exitOf(child)).toEqual([0, null]);
      expect(lives(task)).toBe(false);
      expect(signals()).toEqual(expect.arrayContaining([signal, "tidied"]));
      // The servers stop by the first one.
      expect(signals()[0]).toBe(signal);
    });
  }

  test("SIGTERM to npm alone stops the task too", async () => {
    const child = run(["start"], "npm");
    const task = await taskPid(child);
    child.kill("SIGTERM");
    await exitOf(child);
    await gone(task);
    expect(signals()).toContain("tidied");
  });

  test("kill -9 of npm stops the task too", async () => {
    const child = run(["start"], "npm");
    const task = await taskPid(child);
    child.kill("SIGKILL");
    await gone(task);
    expect(signals()).toContain("tidied");
  });

  test("kill -9 of it stops the task too", async () => {
    const child = run(["packages/tooling/bootstrap.mjs", "start"]);
    const task = await taskPid(child);
    child.kill("SIGKILL");
    await gone(task);
    expect(signals()).toEqual(["SIGTERM", "tidied"]);
  });

  test("a second Ctrl-C ends a task that does not listen", async () => {
    const child = run(["packages/tooling/bootstrap.mjs", "start", "deaf"]);
    const task = await taskPid(child);
    child.kill("SIGINT");
    while (signals().length === 0) await pause();
    child.kill("SIGINT");
    await exitOf(child);
    expect(lives(task)).toBe(false);
  });
});

function run(args: string[], command = process.execPath): ChildProcess {
  const lifeline = new URL("../lifeline.mjs", import.meta.url).href;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm|pnpm)_/i.test(name));
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(inherited), LIFELINE: lifeline },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function taskPid(child: ChildProcess): Promise<number> {
  const said = text(child);
  while (!existsSync(join(root, "pid"))) {
    if (child.exitCode !== null) throw new Error(`Ended before the task ran:\n${await said}`);
    await pause();
  }
  await pause();
  return Number(readFileSync(join(root, "pid"), "utf8"));
}

async function text(child: ChildProcess): Promise<string> {
  let all = "";
  child.stdout?.on("data", (chunk: Buffer) => (all += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (all += chunk.toString("utf8")));
  await once(child, "close");
  return all;
}

async function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return [child.exitCode, child.signalCode];
}

function signals(): string[] {
  const path = join(root, "signals");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => lives(pid)).toBe(false);
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, 50));
}
