import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { isMainThread, Worker } from "node:worker_threads";

/*
 * Preloaded into a bff by the bench: counts and times the queries of the embedded store, and samples its main thread. On SIGUSR2
 * it writes the queries since the last report, in which functions it was, and when it stood for longest, to the file named by
 * QUERY_LOG, and starts over.
 */

const MOST_LISTED = 30;
const MOST_TRANSACTIONS = 4;
const MOST_IN_ONE = 6;
const MOST_PAUSES = 6;
const PAUSE_MS = 15;

const profiler = new Session();
if (isMainThread) {
  profiler.connect();
  await profiler.post("Profiler.enable");
  await profiler.post("Profiler.start");
}

interface Asked {
  times: number;
  ms: number;
  longestMs: number;
}

/** What was asked since a transaction began; everything else waits for its end. */
interface Transaction {
  since: number;
  ms: number;
  asked: Map<string, Asked>;
}

interface Pause {
  at: number;
  ms: number;
  what: string;
}

let pauses: Pause[] = [];
let reportedAt = performance.now();
if (isMainThread) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime: at, duration: ms } = entry;
      const detail = "detail" in entry ? entry.detail : undefined;
      const kind = typeof detail === "object" && detail !== null && "kind" in detail ? detail.kind : undefined;
      const what = kind === constants.NODE_PERFORMANCE_GC_MAJOR ? "major collection" : "collection";
      if (ms >= PAUSE_MS) pauses.push({ at, ms, what });
    }
  }).observe({ entryTypes: ["gc"] });
  let before = performance.now();
  const stand = setInterval(() => {
    const now = performance.now();
    if (now - before >= 2 * PAUSE_MS) pauses.push({ at: before, ms: now - before, what: "event loop" });
    before = now;
  }, PAUSE_MS / 3);
  stand.unref();
}

const asked = new Map<string, Asked>();
let transactions: Transaction[] = [];
let transaction: Transaction | undefined;
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
    if (query !== undefined) note(query);
  }
  return emit.call(this, event, ...args);
};

process.on("SIGUSR2", () => void report());

async function report(): Promise<void> {
  const functions = await costliestFunctions();
  const sum = (figure: keyof Asked): number => [...asked.values()].reduce((total, query) => total + query[figure], 0);
  const longest = transactions.toSorted((a, b) => b.ms - a.ms).slice(0, MOST_TRANSACTIONS);
  const file = process.env["QUERY_LOG"] ?? "queries.txt";
  const told = [
    `${sum("times")} queries, ${sum("ms").toFixed(0)} ms`,
    ...costliest(asked, MOST_LISTED),
    "longest transactions",
    ...longest.flatMap(({ ms, since, asked }) => [
      `${ms.toFixed(0).padStart(8)} ms ${(since - reportedAt).toFixed(0).padStart(8)} ms`,
      ...costliest(asked, MOST_IN_ONE),
    ]),
    "in functions of the main thread",
    ...functions,
    "longest pauses of the main thread",
    ...longestPauses(),
  ];
  writeFileSync(`${file}.unfinished`, told.join("\n"));
  renameSync(`${file}.unfinished`, file);
  asked.clear();
  transactions = [];
  pauses = [];
  reportedAt = performance.now();
}

/** When since the last report, and how long. */
function longestPauses(): string[] {
  return pauses
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MOST_PAUSES)
    .map(
      ({ at, ms, what }) => `${ms.toFixed(0).padStart(8)} ms ${(at - reportedAt).toFixed(0).padStart(8)} ms ${what}`,
    );
}

/** A line for each query that took most time: in all, how often, and the longest of them. */
function costliest(queries: ReadonlyMap<string, Asked>, most: number): string[] {
  const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`;
  return [...queries]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .slice(0, most)
    .map(
      ([text, asked]) =>
        `  ${ms(asked.ms)} ${String(asked.times).padStart(6)} × ${ms(asked.longestMs)} ${text.slice(0, 160)}`,
    );
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

function note({ text, since }: { text: string; since: number }): void {
  const now = performance.now();
  count(asked, text, now - since);
  if (/^(?:begin|start transaction)/.test(text)) transaction = { since: now, ms: 0, asked: new Map() };
  if (transaction === undefined) return;
  count(transaction.asked, text, now - since);
  if (!/^(?:commit|rollback)$/.test(text)) return;
  transactions.push({ ...transaction, ms: now - transaction.since });
  transaction = undefined;
}

function count(queries: Map<string, Asked>, text: string, ms: number): void {
  const before = queries.get(text) ?? { times: 0, ms: 0, longestMs: 0 };
  queries.set(text, { times: before.times + 1, ms: before.ms + ms, longestMs: Math.max(before.longestMs, ms) });
}

/** Shortens lists of values, so that queries that differ only in their length count as one. */
function withoutLists(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\((?:\$(?:::\w+)?(?:, ?)?)+\)/g, "($)")
    .replaceAll(/(?:\((?:\$(?:::\w+)?|default|, ?)*\)(?:, ?)?)+/g, "($)");
}
