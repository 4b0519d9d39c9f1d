// Run by the image's own Node, inside the image, as its user: starts the server as the image says, and prints as JSON what
// answered and what of the world is visible here. It imports nothing but Node.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

interface Tried {
  command: string[];
  healthcheck: string[];
  packages: string[];
}

/** The one that runs this writes it so. */
const { command, healthcheck, packages } = JSON.parse(process.env["TRIED"] ?? "{}") as Tried;
const server = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
let output = "";
for (const stream of [server.stdout, server.stderr])
  stream.on("data", (text: Buffer) => (output += text.toString("utf8")));

let ready = 0;
for (
  const since = Date.now();
  ready !== 200 && server.exitCode === null && Date.now() - since < 120_000;
  await sleep(50)
)
  ready = await fetch("http://127.0.0.1:4600/readyz").then(
    ({ status }) => status,
    () => 0,
  );
const page = ready === 200 ? await fetch("http://127.0.0.1:4600/").then(({ status }) => status) : 0;
const signedIn = await signIn();
const imports = packages.map((name) => `await import(${JSON.stringify(name)});`).join("");
const loaded = spawnSync(process.execPath, ["--input-type=module", "-e", imports], {
  cwd: "apps/bff",
  encoding: "utf8",
});
output += loaded.stderr;
const health = spawnSync(healthcheck[0] ?? "", healthcheck.slice(1)).status;
const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
server.kill("SIGTERM");
if (server.exitCode === null) await once(server, "exit");

/** Loads what the server leaves apart until somebody signs in. */
async function signIn(): Promise<number> {
  if (ready !== 200) return 0;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, PUBLIC_URL: origin = "" } = process.env;
  const { status } = await fetch("http://127.0.0.1:4600/api/v1/session", {
    method: "POST",
    headers: { Origin: origin, "X-Directory-Console": "1", "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return status;
}

function isWritable(path: string): boolean {
  try {
    writeFileSync(path, "");
    return true;
  } catch {
    return false;
  }
}

const mounts = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
process.stdout.write(
  JSON.stringify({
    ready,
    page,
    signedIn,
    loaded: loaded.status,
    health,
    exit: server.exitCode,
    user: process.getuid?.(),
    root: readdirSync("/").toSorted(),
    mounts: mounts.map((line) => line.split(" ")[4] ?? "").toSorted(),
    processes,
    networks: Object.keys(networkInterfaces()),
    writable: ["/new", "/opt/directory-console/app/new", "/etc/passwd", "/data/new"].filter(isWritable),
    output: ready === 200 && loaded.status === 0 ? "" : output,
  }),
);
