import { describe, expect, it } from "vitest";
import { ApiConnectionError } from "#/errors/api-errors.ts";
import { manualClock } from "#/testing/manual-clock.ts";
import { createCaller, type Call, type CallReport } from "./caller.ts";
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

function aRoad(steps: readonly Step[], random = () => 0) {
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
    requestIdHeader: null,
    random,
    onCall: (report) => reports.push(report),
  });
  return { clock, caller, sentAt, reports };
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
    const other = road.caller.call({ ...aCall, path: "/s/2" });
    await road.clock.advance(2_999);
    const before = road.sentAt.length;
    await road.clock.advance(4_000);
    expect((await first).response.status).toBe(200);
    expect((await other).response.status).toBe(200);
    expect(before).toBe(2);
    expect(road.sentAt.slice(2).every((at) => at >= road.clock.now() - 4_000)).toBe(true);
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

  it("spreads the retries of many clients", () => {
    let state = 42;
    const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const roads = Array.from({ length: 50 }, () => aRoad([{ status: 503, retryAfter: "1" }, 200], random));
    return Promise.all(
      roads.map(async (road) => {
        const got = road.caller.call(aCall);
        await road.clock.advance(9_000);
        await got;
        return Math.floor(((road.sentAt[1] ?? 0) - (road.sentAt[0] ?? 0)) / 100);
      }),
    ).then((buckets) => {
      const fullest = Math.max(...buckets.map((bucket) => buckets.filter((other) => other === bucket).length));
      expect(fullest).toBeLessThanOrEqual(7);
    });
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
