import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { addressOf } from "#/testing/server-process.ts";
import { type SeededDirectory, seedOverrides, seedRoster } from "#/bench/seed-directory.ts";
import type { BenchSize } from "#/bench/size.ts";

const PRACTITIONERS = 5_000;
// About 6,900 schedules and their practitioners make 10,000 roster entries.
const SCHEDULES = { quick: 1_000, long: 6_900 };
const CHANGES = { quick: 300, long: 1_000 };
const MEBIBYTE = 1024 * 1024;
/** What one answer may weigh: the size of the largest answer of the service that is taken. */
const MOST_BYTES = MEBIBYTE;
const MOST_STALL_MS = 100;

/** One request, with what the server did meanwhile. */
interface Asked {
  what: string;
  tookMs: number;
  bytes: number;
  stallMs: number;
}

/**
 * Asks for the largest answers and sends the largest and strangest input, one after another: how long the event loop stood, and
 * the slowest and largest answer. A line for each request goes to standard error.
 */
export async function boundsGoals(size: BenchSize): Promise<Goal[]> {
  await using stack = await startBenchStack(size, { watchesEventLoop: true });
  const roster = (await stack.roster(size.of(PRACTITIONERS))).split("\n");
  const lines = roster.slice(0, size.of(SCHEDULES.quick, SCHEDULES.long) + 1).join("\n");
  await stack.eventLoop();
  const directory = await seedRoster(stack, { name: "Bounds", roster: lines });
  const importing = await stack.eventLoop();
  await seedOverrides(stack, directory, size.of(CHANGES.quick, CHANGES.long));
  const sending = await stack.eventLoop();
  const asked: Asked[] = [];
  const ask: Ask = async (method, path, body, what) => {
    const since = performance.now();
    const answer = await fetch(stack.bff.url + addressOf(path), {
      method,
      headers: { "Content-Type": "application/json", "X-Directory-Console": "1", Cookie: stack.bff.cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const tookMs = performance.now() - since;
    const { maxMs: stallMs } = await stack.eventLoop();
    const name = what ?? `${method} ${path.replace(directory.indexId, "…")}`;
    asked.push({ what: name, tookMs, bytes: Buffer.byteLength(text), stallMs });
    const figures = `${tookMs.toFixed(0)} ms, ${(text.length / 1024).toFixed(0)} KiB, stall ${stallMs.toFixed(0)} ms`;
    console.error(`  ${name}: ${answer.status}, ${figures}`);
    return { text, name, status: answer.status };
  };
  // What is refused is quick, and no figure of what is asked for.
  await askForPages(async (...asking) => {
    const answered = await ask(...asking);
    if (answered.status !== 200) throw new Error(`${answered.name} answered ${answered.status}: ${answered.text}`);
    return answered;
  }, directory);
  await searchForLongTexts(ask, directory);
  await stageLargeValues(ask, directory, size);
  await pasteLongTexts(ask, directory, size);
  const [large = ""] = directory.schedules.slice(-1);
  await armHugeRecord(stack, large);
  await ask(
    "GET",
    `/index-versions/${directory.indexId}/schedules/${large}?raw=1&maxAge=0`,
    undefined,
    "a record of 3.5 MB",
  );
  const worst = (figure: "tookMs" | "bytes" | "stallMs") => asked.reduce((a, b) => (b[figure] > a[figure] ? b : a));
  const [stall, slowest, largest] = [worst("stallMs"), worst("tookMs"), worst("bytes")];
  const limit = { peer: MOST_STALL_MS, peerName: "limit", unit: "ms", atMost: 1 };
  return [
    { ...limit, what: "F34 longest stall while a roster is imported", ours: importing.maxMs },
    { ...limit, what: "F34 longest stall while changes are staged and held", ours: sending.maxMs },
    {
      what: `F34 longest stall (${stall.what})`,
      ours: stall.stallMs,
      peer: MOST_STALL_MS,
      peerName: "limit",
      unit: "ms",
      atMost: 1,
    },
    {
      what: `F34 slowest answer (${slowest.what})`,
      ours: slowest.tookMs,
      peer: asked[0]?.tookMs ?? 1,
      peerName: "session",
      unit: "ms",
      atMost: null,
    },
    {
      what: `F34 largest answer (${largest.what})`,
      ours: largest.bytes / 1024,
      peer: MOST_BYTES / 1024,
      peerName: "limit",
      unit: "KiB",
      atMost: 1,
    },
  ];
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  what?: string,
) => Promise<{ text: string; name: string; status: number }>;

/** The largest page of everything that is listed, and what is read whole. */
async function askForPages(ask: Ask, { indexId, schedules, practitioners }: SeededDirectory): Promise<void> {
  const index = `/index-versions/${indexId}`;
  for (const path of [
    "/api/v1/session",
    `${index}/roster?limit=200`,
    `${index}/roster?limit=200&sort=need`,
    `${index}/roster?limit=200&q=a`,
    `${index}/overrides?limit=200`,
    `${index}/runbook`,
    `${index}/practitioners/${practitioners[0]}?raw=1`,
    `${index}/booking-check/${schedules[0]}?days=31`,
    "/index-versions?limit=200",
    "/activity?limit=200",
    "/requests?limit=200",
    "/search?q=a",
    "/search?q=555",
    "/plans?limit=200",
    "/profile",
    "/api/v1/openapi.json",
  ])
    await ask("GET", path);
  for (const [list, entries] of [
    [`/change-sets?limit=200&indexId=${indexId}`, "/change-sets/{id}/changes?limit=200"],
    [`${index}/roster-imports?limit=200`, "/roster-imports/{id}/lines?limit=200"],
  ] as const) {
    const id = /"id":"((?:set|imp)_\w+)"/.exec((await ask("GET", list)).text)?.[1] ?? "";
    await ask("GET", entries.replace("{id}", id), undefined, `GET ${entries}`);
  }
}

/** The longest text that is taken, and a longer one, wherever something is searched or filtered. */
async function searchForLongTexts(ask: Ask, { indexId }: SeededDirectory): Promise<void> {
  const index = `/index-versions/${indexId}`;
  const places = [`${index}/roster?q=`, `${index}/overrides?q=`, "/search?q=", "/plans?q=", "/requests?path="];
  for (const place of [...places, "/index-versions?q=", "/activity?cursor="]) {
    const short = place.replace(indexId, "…");
    await ask("GET", place + encodeURIComponent("%a_".repeat(66)), undefined, `198 characters in ${short}`);
    await ask("GET", place + "a".repeat(12_000), undefined, `12 kB in ${short}`);
  }
}

/** Values as large as a body can hold, and as many changes as one request takes. */
async function stageLargeValues(
  ask: Ask,
  { indexId, schedules, practitioners }: SeededDirectory,
  size: BenchSize,
): Promise<void> {
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  const change = (type: "schedule" | "practitioner", field: string, value: unknown, id?: string) => ({
    record: { type, id: id ?? (type === "schedule" ? schedules[0] : practitioners[0]) },
    field,
    operation: { op: "set", value },
    evidence,
  });
  const stage = async (what: string, changes: unknown[]) =>
    await ask("POST", `/index-versions/${indexId}/changes`, { changes }, `staging ${what}`);
  const phone = (number: string) => ({ number, extension: null, label: null });
  const phones = Array.from({ length: size.of(9_000) }, (_, at) => phone(`+1212555${String(at).padStart(4, "0")}`));
  await stage("a name of 1 MB", [change("schedule", "name", "a".repeat(size.of(MEBIBYTE - 4_096)))]);
  await stage("a phone number of 0.9 MB", [change("practitioner", "phones", [phone("1".repeat(size.of(900_000)))])]);
  await stage("a value of 5,000 levels", [
    change("schedule", "name", JSON.parse("[".repeat(size.of(5_000)) + "]".repeat(size.of(5_000)))),
  ]);
  await stage("60,000 plans", [
    change(
      "schedule",
      "acceptedInsurances",
      Array.from({ length: size.of(60_000) }, (_, at) => planId(at)),
    ),
  ]);
  await stage("2,000 plans", [
    change(
      "schedule",
      "acceptedInsurances",
      Array.from({ length: size.of(2_000) }, (_, at) => planId(at)),
    ),
  ]);
  await stage("9,000 phone numbers", [change("practitioner", "phones", phones)]);
  await stage("100 phone numbers", [change("practitioner", "phones", phones.slice(0, 100))]);
  await stage(
    "500 names",
    schedules.slice(0, 500).map((id) => change("schedule", "name", `New name of ${id}`, id)),
  );
  await stage(
    "500 lists of phone numbers",
    practitioners.slice(0, 500).map((id) => change("practitioner", "phones", [phone("+12125550123")], id)),
  );
  await ask("GET", `/index-versions/${indexId}/schedules/${schedules[0]}?raw=1`);
  await ask("GET", `/index-versions/${indexId}/practitioners/${practitioners[0]}?raw=1`);
}

/** Rosters and plans as long as a body can be, and longer. */
async function pasteLongTexts(ask: Ask, { indexId }: SeededDirectory, size: BenchSize): Promise<void> {
  const csv = (lines: string) => ({ csv: `id,payer,name\n${lines}` });
  const plans = Array.from(
    { length: size.of(19_000) },
    (_, at) => `${planId(at)},Payer ${at},A plan with a long name ${at}`,
  );
  for (const [what, text] of [
    ["230,000 lines of words", "not an id at all\n".repeat(size.of(230_000))],
    [
      "200,000 ids",
      Array.from({ length: size.of(200_000) }, (_, at) => `sch_${String(at).padStart(8, "0")}`).join("\n"),
    ],
    ["4 MB without a line break", "a".repeat(size.of(3_900_000))],
    ["4 MB of quotes", '"'.repeat(size.of(3_900_000))],
    ["4 MB of commas", ",".repeat(size.of(3_900_000))],
    ["50 MB", "a".repeat(size.of(50_000_000))],
  ] as const)
    await ask("POST", `/index-versions/${indexId}/roster-imports`, { from: "text", text }, `a roster of ${what}`);
  await ask("POST", "/plans/import", csv(plans.join("\n")), "19,000 plans");
  await ask("POST", "/plans/import", csv("x,y\n".repeat(size.of(19_000))), "19,000 plans that are none");
  await ask("POST", "/plans/import", csv("x,y\n".repeat(size.of(900_000))), "900,000 plans that are none");
  await ask("POST", "/plans/import", csv(",".repeat(size.of(3_900_000))), "plans of 4 MB of commas");
  await ask("GET", "/plans?limit=200&q=name");
  const profile = { extends: "default", name: "a".repeat(size.of(MEBIBYTE - 4_096)) };
  await ask("POST", "/profile/check", { profile }, "a profile of 1 MB");
}

async function armHugeRecord(stack: BenchStack, scheduleId: string): Promise<void> {
  const fault = { kind: "huge", bytes: 3_500_000, path: `schedules/${scheduleId}`, times: 1_000 };
  await stack.sandbox.control("POST", "/faults", fault);
}

function planId(number: number): string {
  return `ins_${String(number).padStart(8, "0")}`;
}
