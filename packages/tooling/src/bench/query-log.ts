import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { isMainThread, Worker } from "node:worker_threads";

/*
 * Preloaded into a bff by the bench: counts and times the queries of the embedded store, and samples its main thread. On SIGUSR2
 * it writes the queries since the last report, and in which functions it was, to the file named by QUERY_LOG, and starts over.
 */

const MOST_LISTED = 30;

const profiler = new Session();
if (isMainThread) {
  profiler.connect();
  await profiler.post("Profiler.enable");
  await profiler.post("Profiler.start");
}

interface Asked {
  times: number;
  ms: number;
}

const asked = new Map<string, Asked>();
const open = new Map<number, { text: string; since: number }>();

/** The two methods as functions of a worker, so that the originals can be stored and called on any worker. */
const methods: {
  postMessage: (this: Worker, ...given: Parameters<Worker["postMessage"]>) => void;
  emit: (this: Worker, event: string | symbol, ...args: unknown[]) => boolean;
} = Worker.prototype;
const { postMessage, emit } = methods;

Worker.prototype.postMessage = function post(message: unknown, transfer): void {
  const { id, sql }: { id?: unknown; sql?: unknown } = typeof message === "object" && message !== null ? message : {};
  if (typeof id === "number" && typeof sql === "string")
    open.set(id, { text: withoutLists(sql), since: performance.now() });
  postMessage.call(this, message, transfer);
};

Worker.prototype.emit = function emitAnswer(event: string | symbol, ...args: unknown[]): boolean {
  const [message] = args;
  if (
    event === "message" &&
    typeof message === "object" &&
    message !== null &&
    "id" in message &&
    typeof message.id === "number"
  ) {
    const query = open.get(message.id);
    open.delete(message.id);
    if (query !== undefined) count(query.text, performance.now() - query.since);
  }
  return emit.call(this, event, ...args);
};

process.on("SIGUSR2", () => void report());

async function report(): Promise<void> {
  const functions = await costliestFunctions();
  const costliest = [...asked].toSorted(([, a], [, b]) => b.ms - a.ms);
  const sum = (figure: keyof Asked): number => costliest.reduce((total, [, query]) => total + query[figure], 0);
  const lines = costliest
    .slice(0, MOST_LISTED)
    .map(
      ([text, { times, ms }]) => `${ms.toFixed(0).padStart(8)} ms ${String(times).padStart(6)} × ${text.slice(0, 160)}`,
    );
  const file = process.env["QUERY_LOG"] ?? "queries.txt";
  const told = [
    `${sum("times")} queries, ${sum("ms").toFixed(0)} ms`,
    ...lines,
    "in functions of the main thread",
    ...functions,
  ];
  writeFileSync(`${file}.unfinished`, told.join("\n"));
  renameSync(`${file}.unfinished`, file);
  asked.clear();
}

/** Where the main thread was since the last report, without what the functions called. */
async function costliestFunctions(): Promise<string[]> {
  const { profile } = await profiler.post("Profiler.stop");
  await profiler.post("Profiler.start");
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName} ${url.split("/").at(-1) ?? ""}:${lineNumber + 1}`,
    ]),
  );
  const ms = new Map<string, number>();
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const name = names.get(id) ?? "";
    if (!name.startsWith("(idle)")) ms.set(name, (ms.get(name) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000);
  }
  return [...ms]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_LISTED)
    .map(([name, spent]) => `${spent.toFixed(0).padStart(8)} ms          ${name}`);
}

function count(text: string, ms: number): void {
  const before = asked.get(text) ?? { times: 0, ms: 0 };
  asked.set(text, { times: before.times + 1, ms: before.ms + ms });
}

/** Shortens lists of values, so that queries that differ only in their length count as one. */
function withoutLists(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\((?:\$(?:::\w+)?(?:, ?)?)+\)/g, "($)")
    .replaceAll(/(?:\((?:\$(?:::\w+)?|default|, ?)*\)(?:, ?)?)+/g, "($)");
}
