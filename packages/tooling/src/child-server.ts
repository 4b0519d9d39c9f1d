import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** Compiled code is kept for the next start, which saves half of the time of a server that runs from its sources. */
export const compileCache = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
const LIFELINE = new URL("../lifeline.mjs", import.meta.url).href;
const INHERITED = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "USERPROFILE", "TZ", "LANG"];

export interface ChildServerOptions {
  /** The file to run with this Node. */
  script: string | URL;
  /** The environment of the child, beside what every process needs (PATH, HOME, …); undefined leaves a name out. */
  env?: Readonly<Record<string, string | undefined>>;
  args?: readonly string[];
  /** Command-line flags for Node. */
  nodeFlags?: readonly string[];
  /** Restarts the server whenever one of its files changes; only the first ready line is waited for. */
  watch?: boolean;
  /** The time limit in ms for the ready line. */
  readyWithinMs?: number;
  /** Called with every line that the child writes, except the ready line. */
  onLine?: (line: string, stream: "stdout" | "stderr") => void;
}

/** The line of JSON that a server writes once it can be called; it may have more members than the address. */
export interface ReadyLine {
  ready: true;
  url: string;
  readonly [key: string]: unknown;
}

export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ChildServer extends AsyncDisposable {
  url: string;
  ready: ReadyLine;
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  exit: Promise<ChildExit>;
  /** The output of both streams so far, without the ready line. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** Sends SIGTERM, or the given signal; kills the process if it has not ended within the given ms, and waits until it has. */
  stop: (withinMs?: number, signal?: NodeJS.Signals) => Promise<ChildExit>;
}

/** The child ended or ran out of time before it was ready; the message has its output. */
export class ChildServerError extends Error {
  override name = "ChildServerError";
  readonly output: string;
  readonly exit: ChildExit | undefined;

  constructor(message: string, output: string, exit: ChildExit | undefined) {
    super(output === "" ? message : `${message}\n${output}`);
    this.output = output;
    this.exit = exit;
  }
}

const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/**
 * Starts a server in a child process and waits for its ready line; the child never outlives this process. Throws
 * ChildServerError.
 */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const script = options.script instanceof URL ? fileURLToPath(options.script) : options.script;
  const watch = options.watch === true ? ["--watch", "--watch-preserve-output"] : [];
  const flags = [...(options.nodeFlags ?? []), ...watch, "--import", LIFELINE];
  const child = spawn(process.execPath, [...flags, script, ...(options.args ?? [])], {
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that Ctrl-C in a terminal does not reach the child as well as its parent's signal.
    detached: process.platform !== "win32",
    windowsHide: true,
    env: childEnvironment(options.env),
  });
  living.add(child);
  const lines: string[] = [];
  const keep = (line: string, stream: "stdout" | "stderr"): void => {
    lines.push(line);
    options.onLine?.(line, stream);
  };
  const exit = childExit(child);
  onLines(child.stderr, (line) => keep(line, "stderr"));
  const ready = await readyLine(child, exit, keep, () => lines.join("\n"), options.readyWithinMs ?? 60_000);

  const stop = async (withinMs = 60_000, signal: NodeJS.Signals = "SIGTERM"): Promise<ChildExit> => {
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
    return exit.finally(() => clearTimeout(late));
  };
  return {
    url: ready.url,
    ready,
    pid: child.pid ?? 0,
    exit,
    output: () => lines.join("\n"),
    kill: (signal) => void child.kill(signal),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

function readyLine(
  child: ChildProcess,
  exit: Promise<ChildExit>,
  keep: (line: string, stream: "stdout") => void,
  output: () => string,
  withinMs: number,
): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new ChildServerError(`Not ready after ${withinMs} ms.`, output(), undefined));
    }, withinMs);
    let found = false;
    if (child.stdout === null) throw new Error("The child's standard output is a pipe.");
    onLines(child.stdout, (line) => {
      const ready = found ? undefined : parseReadyLine(line);
      if (ready === undefined) return keep(line, "stdout");
      found = true;
      clearTimeout(late);
      resolve(ready);
    });
    exit.then(
      (ended) => {
        clearTimeout(late);
        reject(new ChildServerError(`Ended (${ended.signal ?? ended.code}) before it was ready.`, output(), ended));
      },
      (error: unknown) => {
        clearTimeout(late);
        reject(error);
      },
    );
  });
}

/** Splits at line feeds alone: to `node:readline` U+2028, which JSON may hold as it is, ends a line too. */
function onLines(stream: Readable, onLine: (line: string) => void): void {
  let begun = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const lines = `${begun}${text}`.split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
  });
  stream.on("end", () => {
    if (begun !== "") onLine(begun);
  });
}

async function childExit(child: ChildProcess): Promise<ChildExit> {
  try {
    await once(child, "close");
    return { code: child.exitCode, signal: child.signalCode };
  } finally {
    living.delete(child);
  }
}

/** Parses a ready line: JSON with `ready: true` and a `url`; undefined for any other line. */
export function parseReadyLine(line: string): ReadyLine | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isReadyLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isReadyLine(value: unknown): value is ReadyLine {
  return (
    typeof value === "object" &&
    value !== null &&
    "ready" in value &&
    value.ready === true &&
    "url" in value &&
    typeof value.url === "string"
  );
}

/**
 * The environment of a child: what every process needs, its own variables, and the process that it must not outlive.
 */
export function childEnvironment(env: ChildServerOptions["env"]): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  return { ...inherited, NODE_COMPILE_CACHE: compileCache, ...env, LIFELINE_PID: String(process.pid) };
}
