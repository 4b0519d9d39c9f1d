import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inputsHash } from "#/start/build-once.ts";
import { consoleBuild } from "#/start/console-build.ts";
import { serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

/** A minimal server that notes its start and its cleanup; its environment can make it fail or exit. */
const SERVER = `
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
const app = process.argv[1].includes("sandbox") ? "sandbox" : "bff";
const note = (what) => appendFileSync(process.env.NOTES, app + " " + what + "\\n");
note("pid " + process.pid);
if (process.env.FAIL === app) { console.error("DATA_DIR: in use"); process.exit(1); }
const names = /^(?:HOST|PORT|DATA_DIR|DATABASE_URL|SERVICE_.*|SANDBOX_.*|ADMIN_.*|SECRET_KEY)$/;
note("env " + JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)))));
const port = Number(app === "sandbox" ? process.env.SANDBOX_PORT : process.env.PORT);
const server = createServer((_, answer) => answer.end(app)).listen(port, "127.0.0.1", () => {
  const url = "http://127.0.0.1:" + server.address().port;
  console.log(JSON.stringify({ ready: true, url, ...(app === "bff" && { setUpUrl: url + "/set-up?token=x" }) }));
  if (process.env.DIE === app) setTimeout(() => process.exit(3), 200);
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => { note(signal); note("tidied"); process.exit(0); });
`;

/** The check of the bff's settings before the sandbox starts; its environment can make it refuse them. */
const CHECK = `
import { appendFileSync } from "node:fs";
appendFileSync(process.env.NOTES, "bff checked\\n");
if (process.env.FAIL === "settings") { console.error("PUBLIC_URL: wrong"); process.exit(1); }
`;

/** A temporary repository with the real launcher and stand-ins for the two servers. */
export class StandInRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "stand-in-repository-"));
  readonly #children: ChildProcess[] = [];

  constructor() {
    const { root } = this;
    const tooling = join(repositoryRoot, "packages/tooling");
    for (const path of ["package.json", "lifeline.mjs", "pinned-node.mjs", "src"]) {
      cpSync(join(tooling, path), join(root, "packages/tooling", path), { recursive: true });
    }
    cpSync(join(repositoryRoot, "package.json"), join(root, "package.json"));
    this.#write("apps/sandbox/src/main.ts", SERVER);
    this.#write("apps/bff/package.json", '{ "type": "module" }');
    this.#write(serverBuild.output, SERVER);
    this.#write(join(dirname(serverBuild.output), "check-settings.js"), CHECK);
    this.#write("apps/console/package.json", "{}");
    this.#write(consoleBuild.output, "");
    for (const build of [serverBuild, consoleBuild]) this.#write(build.stamp, inputsHash(root, build));
  }

  /** Runs the launcher on free ports, with only the given environment. */
  start(env: Record<string, string> = {}, root = this.root): Launch {
    const child = spawn(
      process.execPath,
      [
        "--import",
        "./packages/tooling/pinned-node.mjs",
        "--import",
        "./packages/tooling/lifeline.mjs",
        "packages/tooling/src/start.ts",
      ],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"], PORT: "0", SANDBOX_PORT: "0", NOTES: join(this.root, "notes"), ...env },
      },
    );
    this.#children.push(child);
    return new Launch(child);
  }

  /** The notes of the servers, in order. */
  notes(): string[] {
    const path = join(this.root, "notes");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  }

  /** The servers that were started and are still running. */
  living(): string[] {
    return this.notes().flatMap((note) => {
      const [app = "", what, pid] = note.split(" ");
      return what === "pid" && lives(Number(pid)) ? [app] : [];
    });
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill("SIGKILL");
    rmSync(this.root, { recursive: true, force: true });
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }
}

/** One run of the launcher. */
export class Launch {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  said = "";

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on("data", (chunk: Buffer) => (this.said += chunk.toString("utf8")));
    child.stderr?.on("data", (chunk: Buffer) => (this.said += chunk.toString("utf8")));
    this.exit = once(child, "close").then(() => child.exitCode);
  }

  /** Waits until the launcher reports that everything runs; throws if it ends before that. */
  async ready(): Promise<void> {
    while (!this.said.includes("Ctrl-C stops all of it.")) {
      if (this.child.exitCode !== null) throw new Error(`Ended before it was ready:\n${this.said}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
