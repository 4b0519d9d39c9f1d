#!/usr/bin/env node
// The way in: `npm start` and `npm test` on a machine that has only Node and npm. It hands over to the pinned pnpm, which
// installs what is missing (the pinned Node included) and runs the task. It stays as the one process that everything else
// hangs on: the task runs in a process group of its own, gets the signals that arrive here, and is gone before this one is.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const PNPM = "pnpm@12.21.0";
const STOP_WITHIN_MS = 15_000;
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const windows = process.platform === "win32";

const [task, ...rest] = process.argv.slice(2);
const tasks = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts)
  .filter((name) => name.startsWith("task:"))
  .map((name) => name.slice("task:".length));

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  refuse(`Node ${OLDEST_NODE} or newer is needed to begin with; this is Node ${process.versions.node}.`);
}
if (task === undefined || !tasks.includes(task)) refuse(`Say what to run: ${tasks.join(" or ")}.`);

let asked;
let child;
for (const signal of Object.keys(SIGNALS)) process.on(signal, () => stop(signal));

// npm passes SIGTERM on to a shell that ends without passing it further, and kill -9 of npm leaves that shell behind: in the
// first case this process gets another parent, in the second its parent does.
if (process.env.npm_lifecycle_event !== undefined && !windows) {
  const parent = process.ppid;
  const npm = npmAbove(parent);
  setInterval(() => {
    if (process.ppid !== parent || (npm !== undefined && !lives(npm))) stop("SIGTERM");
  }, 500).unref();
}

if (!existsSync(join(root, "node_modules"))) {
  console.log("Installing; this takes about half a minute, once.");
  const code = await pnpm("install");
  if (code !== 0) process.exit(code);
}
// Whatever else is missing, such as after an update, pnpm installs before it runs the task.
process.exit(await pnpm("--silent", "run", `task:${task}`, ...rest));

function pnpm(...args) {
  child = spawn(windows ? "npx.cmd" : "npx", ["--yes", PNPM, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    detached: !windows,
    shell: windows,
    env: {
      ...process.env,
      LIFELINE_PID: String(process.pid),
      npm_config_loglevel: "error",
      npm_config_update_notifier: "false",
      npm_config_fund: "false",
      npm_config_audit: "false",
    },
  });
  return new Promise((ended) => {
    child.once("error", (error) => refuse(`npx could not be run (${error.message}); npm has to be installed.`));
    child.once("exit", async (code, signal) => {
      await groupEnds();
      if (asked !== undefined) process.exit(task === "start" ? 0 : 128 + SIGNALS[asked]);
      ended(code ?? (signal !== null && signal in SIGNALS ? 128 + SIGNALS[signal] : 1));
    });
  });
}

function stop(signal) {
  if (asked !== undefined) {
    if (signal === "SIGINT") signalGroup("SIGKILL");
    return;
  }
  asked = signal;
  signalGroup(signal);
  setTimeout(() => signalGroup("SIGKILL"), STOP_WITHIN_MS).unref();
}

function signalGroup(signal) {
  if (child?.pid === undefined) return;
  if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else if (groupLives()) process.kill(-child.pid, signal);
}

function groupLives() {
  return !windows && child?.pid !== undefined && lives(-child.pid);
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The parent of the shell that npm runs scripts in; undefined when npm is the parent itself, or it cannot be told. */
function npmAbove(shell) {
  try {
    const { groups } = existsSync("/proc/self/stat")
      ? /\((?<name>.*)\) \S (?<parent>\d+)/s.exec(readFileSync(`/proc/${shell}/stat`, "utf8"))
      : /(?<parent>\d+)\s+(?<name>\S+)/.exec(
          execFileSync("ps", ["-o", "ppid=,comm=", "-p", shell], { encoding: "utf8" }),
        );
    return /(?:^|\/)-?(?:ba|da|z|k)?sh$/.test(groups.name) ? Number(groups.parent) : undefined;
  } catch {
    return undefined;
  }
}

async function groupEnds() {
  const since = Date.now();
  while (groupLives()) {
    if (Date.now() - since > STOP_WITHIN_MS) signalGroup("SIGKILL");
    await new Promise((done) => setTimeout(done, 50));
  }
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}
