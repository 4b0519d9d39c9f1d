import { describe, expect, it } from "vitest";
import { ApiCircuitOpenError, ApiConnectionError } from "#/errors/api-errors.ts";
import { manualClock } from "#/testing/manual-clock.ts";
import { createCaller, type Call, type CallerOptions, type CallReport } from "./caller.ts";
import type { LimiterOptions } from "./limiter.ts";
import type { Transport, TransportResponse } from "./transport.ts";

const aCall: Call = {
  operation: "readSchedule",
  template: "/s/{id}",
  method: "GET",
  origin: "http://service.test",
  path: "/s/1",
  shownPath: "/s/1",
  index: "idx_1",
  headers: {},
  body: null,
  deadlineMs: 10_000,
  maxBytes: 100,
  signal: null,
  cause: "test",
};

type Step = number | "broken" | "silent" | { readonly status: number; readonly retryAfter: string };

function answer(status: number, headers: TransportResponse["headers"] = {}): TransportResponse {
  return { status, headers, body: new TextEncoder().encode("{}") };
}

function aRoad(
  steps: readonly Step[],
  random = () => 0,
  limiter: LimiterOptions = {},
  waits: CallerOptions["waits"] = null,
) {
  const clock = manualClock();
  const sentAt: number[] = [];
  const reports: CallReport[] = [];
  const transport: Transport = {
    send({ signal }) {
      const step = steps[Math.min(sentAt.length, steps.length - 1)] ?? 200;
      sentAt.push(clock.now());
      if (step === "broken")
        return Promise.reject(new ApiConnectionError({ mayHaveArrived: true, code: "ECONNRESET" }));
      if (step === "silent")
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            reject(signal.reason);
          });
        });
      if (typeof step === "object") return Promise.resolve(answer(step.status, { "retry-after": step.retryAfter }));
      return Promise.resolve(answer(step));
    },
    close: () => Promise.resolve(),
  };
  const caller = createCaller({
    clock,
    transport,
    retryable: [429, 503],
    waits,
    limiter,
    requestIdHeader: null,
    random,
    onCall: (report) => reports.push(report),
  });
  return { clock, caller, sentAt, reports };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}

describe("the one retry layer", () => {
  it("repeats a GET after a broken connection and a retryable status, three attempts at most", async () => {
    const road = aRoad(["broken", 503, 503, 200]);
    const got = road.caller.call(aCall);
    await road.clock.advance(5_000);
    expect((await got).response.status).toBe(503);
    expect(road.reports.map((report) => [report.attempt, report.outcome, report.status])).toEqual([
      [1, "connection", null],
      [2, "answered", 503],
      [3, "answered", 503],
    ]);
  });

  it("never repeats a POST", async () => {
    const road = aRoad(["broken"]);
    const got = settled(road.caller.call({ ...aCall, method: "POST" }));
    await road.clock.advance(20_000);
    expect(await got).toBeInstanceOf(ApiConnectionError);
    expect(road.sentAt).toHaveLength(1);
  });

  it("never repeats what may not be retried", async () => {
    const road = aRoad([404, 200]);
    expect((await road.caller.call(aCall)).response.status).toBe(404);
  });

  it.each([
    ["seconds", "3"],
    ["an HTTP date", new Date(Date.UTC(2026, 10, 20, 0, 0, 3)).toUTCString()],
  ])("sends nothing before the time that Retry-After gives in %s", async (_form, retryAfter) => {
    const road = aRoad([{ status: 429, retryAfter }, 200]);
    const first = road.caller.call(aCall);
    const second = road.caller.call({ ...aCall, path: "/s/2" });
    await road.clock.advance(2_999);
    const before = road.sentAt.length;
    await road.clock.advance(4_000);
    expect((await first).response.status).toBe(200);
    expect((await second).response.status).toBe(200);
    expect(before).toBe(2);
    expect(road.sentAt.slice(2).every((sentAt) => sentAt >= road.clock.now() - 4_000)).toBe(true);
  });

  it("gives up at once when Retry-After lies beyond the deadline, and says how long, capped at five minutes", async () => {
    const road = aRoad([{ status: 429, retryAfter: "315360000" }]);
    const got = await road.caller.call(aCall);
    expect([got.response.status, got.retryAfterMs, road.sentAt.length]).toEqual([429, 300_000, 1]);
  });

  it.each(["-5", "soon", ""])("makes nothing of Retry-After %j", async (retryAfter) => {
    const road = aRoad([{ status: 503, retryAfter }, 200]);
    const got = road.caller.call(aCall);
    await road.clock.advance(1_000);
    expect((await got).response.status).toBe(200);
  });

  it("stays within 1.2 requests for each one needed while the service is down", async () => {
    const road = aRoad([503], () => 0.5);
    for (let n = 0; n < 500; n += 1) {
      const got = settled(road.caller.call({ ...aCall, path: `/s/${String(n)}` }));
      await road.clock.advance(1_000);
      await got;
    }
    const needed = 500;
    expect(road.sentAt.length).toBeLessThanOrEqual(needed * 1.2);
  });

  it("sends nothing before the time, not even what waited for its turn when the service said so", async () => {
    const road = aRoad([{ status: 429, retryAfter: "5" }, { status: 429, retryAfter: "5" }, 200], () => 0, {
      start: 2,
    });
    const start = road.clock.now();
    const got = Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        settled(road.caller.call({ ...aCall, method: position % 2 === 0 ? "GET" : "POST", path: `/s/${position}` })),
      ),
    );
    await road.clock.advance(9_000);
    expect(road.sentAt.filter((sentAt) => sentAt > start && sentAt < start + 5_000)).toEqual([]);
    expect(road.sentAt.filter((sentAt) => sentAt === start)).toHaveLength(2);
    const refused = (await got).filter((answer) => answer instanceof ApiCircuitOpenError);
    // What changes something is told that calls are paused; it was not sent.
    expect(refused.map(({ retryAfterMs }) => retryAfterMs)).toEqual(Array.from({ length: 9 }, () => 5_000));
    expect(road.caller.limiter.inFlight).toBe(0);
  });

  const now = Date.UTC(2026, 10, 20);
  it.each<[string, string | null, number]>([
    ["seconds", "1", 1_000],
    ["an HTTP date", new Date(now + 1_000).toUTCString(), 1_000],
    ["the date of RFC 850", "Friday, 20-Nov-26 00:00:01 GMT", 1_000],
    ["the date of asctime", "Fri Nov 20 00:00:01 2026", 1_000],
    ["a date that is past", new Date(now - 60_000).toUTCString(), 0],
    ["a negative number", "-5", 0],
    ["nothing", null, 0],
    ["ten years", "315360000", 300_000],
    ["a date ten years ahead", new Date(now + 315_360_000_000).toUTCString(), 300_000],
  ])("spreads the retries of 50 clients after 429 with %s, none before the time", async (_what, retryAfter, least) => {
    const random = seeded(42);
    const step: Step = retryAfter === null ? 429 : { status: 429, retryAfter };
    const roads = Array.from({ length: 50 }, () => aRoad([step, 200], random));
    const waits = await Promise.all(
      roads.map(async (road) => {
        const got = road.caller.call({ ...aCall, deadlineMs: 400_000 });
        await road.clock.advance(400_000);
        expect((await got).response.status).toBe(200);
        return (road.sentAt[1] ?? 0) - (road.sentAt[0] ?? 0);
      }),
    );
    const buckets = waits.map((wait) => Math.floor(wait / 100));
    const fullest = Math.max(...buckets.map((bucket) => buckets.filter((sameBucket) => sameBucket === bucket).length));
    expect([fullest <= 50 * 0.15, Math.min(...waits) >= least, Math.max(...waits) <= least + 2_500]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("the pace that the service states", () => {
  const start = Date.UTC(2026, 10, 20);
  const paced = (waits: CallerOptions["waits"]) => aRoad([200], () => 0, {}, waits);
  const callAt = (road: ReturnType<typeof aRoad>, n: number, more: Partial<Call> = {}) =>
    settled(road.caller.call({ ...aCall, path: `/s/${String(n)}`, ...more }));

  it("keeps a pause between any two calls, in the order in which they were made", async () => {
    const road = paced({ betweenCallsMs: 250 });
    const all = [0, 1, 2, 3].map((n) => callAt(road, n, n === 2 ? { method: "POST" } : {}));
    await road.clock.advance(700);
    expect(road.sentAt.map((sentAt) => sentAt - start)).toEqual([0, 250, 500]);
    await road.clock.advance(1_000);
    await Promise.all(all);
    await callAt(road, 4);
    expect(road.sentAt.map((sentAt) => sentAt - start)).toEqual([0, 250, 500, 750, 1_700]);
  });

  it("sends as many calls in a minute as the service takes, and the next one a minute after the first", async () => {
    const road = paced({ callsPerMinute: 3 });
    for (const n of [0, 1, 2]) await callAt(road, n);
    await road.clock.advance(58_000);
    const next = callAt(road, 3);
    await road.clock.advance(1_999);
    expect(road.sentAt.map((sentAt) => sentAt - start)).toEqual([0, 0, 0]);
    await road.clock.advance(1);
    await next;
    expect(road.sentAt.map((sentAt) => sentAt - start)).toEqual([0, 0, 0, 60_000]);
  });

  it("sends nothing that could not leave within its deadline, and says how long that is", async () => {
    const road = paced({ callsPerMinute: 1 });
    await callAt(road, 0);
    await road.clock.advance(20_000);
    for (const method of ["GET", "POST"] as const)
      expect(await callAt(road, 1, { method })).toMatchObject({
        name: "ApiCircuitOpenError",
        retryAfterMs: 40_000,
        isUsedUp: true,
      });
    expect([road.sentAt.length, road.caller.limiter.inFlight]).toEqual([1, 0]);
    expect(road.reports.slice(1).map(({ outcome }) => outcome)).toEqual(["paused", "paused"]);
    // Calls that were not sent take no turn.
    await road.clock.advance(40_000);
    await callAt(road, 2);
    expect(road.sentAt).toHaveLength(2);
  });
});

describe("the total deadline", () => {
  it("ends a call that nobody answers", async () => {
    const road = aRoad(["silent"]);
    const got = settled(road.caller.call(aCall));
    await road.clock.advance(9_999);
    expect(road.reports).toEqual([]);
    await road.clock.advance(1);
    expect(await got).toMatchObject({ name: "ApiTimeoutError", mayHaveArrived: true, deadlineMs: 10_000 });
    expect(road.caller.limiter.inFlight).toBe(0);
  });
});

describe("equal GETs in flight", () => {
  it("share one request, and one who leaves does not end it for the others", async () => {
    const road = aRoad(["silent", 200]);
    const leaver = new AbortController();
    const first = settled(road.caller.call({ ...aCall, signal: leaver.signal }));
    const second = settled(road.caller.call(aCall));
    const elsewhere = await road.caller.call({ ...aCall, index: "idx_2" });
    leaver.abort(new Error("left"));
    await road.clock.advance(10_000);
    expect(await first).toMatchObject({ message: "left" });
    expect(await second).toMatchObject({ name: "ApiTimeoutError" });
    expect([elsewhere.response.status, road.sentAt.length]).toEqual([200, 2]);
  });
});

it("a clock that is set back by an hour lengthens neither a pause that the service asked for nor that of the circuit", async () => {
  const limited = aRoad([{ status: 429, retryAfter: "5" }, 200]);
  const dead = aRoad([...Array.from({ length: 8 }, (): Step => "broken"), 200]);
  const post = (road: typeof dead) => settled(road.caller.call({ ...aCall, method: "POST" }));
  await post(limited);
  for (let n = 0; n < 8; n += 1) await post(dead);
  for (const [road, waitMs] of [[limited, 5_000] as const, [dead, 2_000] as const]) {
    road.clock.setBack(3_600_000);
    expect(await post(road)).toMatchObject({ name: "ApiCircuitOpenError", retryAfterMs: waitMs });
    await road.clock.advance(waitMs);
    expect(await post(road)).toMatchObject({ response: { status: 200 } });
  }
});

describe("the circuit", () => {
  it("opens when the service is dead, lets one trial through after the pause, and closes on its answer", async () => {
    const steps: Step[] = Array.from({ length: 8 }, (): Step => "broken");
    const road = aRoad([...steps, "broken", 200]);
    const post = () => settled(road.caller.call({ ...aCall, method: "POST" }));
    for (let n = 0; n < 8; n += 1) await post();
    expect(road.caller.circuit.state).toBe("open");
    expect(await post()).toMatchObject({ name: "ApiCircuitOpenError", retryAfterMs: 2_000 });
    await road.clock.advance(2_000);
    expect(await post()).toBeInstanceOf(ApiConnectionError);
    expect(await post()).toMatchObject({ name: "ApiCircuitOpenError", retryAfterMs: 4_000 });
    await road.clock.advance(4_000);
    expect(road.caller.circuit.state).toBe("trial");
    expect(await post()).toMatchObject({ response: { status: 200 } });
    expect([road.caller.circuit.state, road.sentAt.length]).toEqual(["closed", 10]);
  });
});
