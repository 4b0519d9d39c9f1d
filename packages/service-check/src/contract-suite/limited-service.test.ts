import { fetchTransport, type Clock } from "@dc/api-client";
import { describe, expect, it, test } from "vitest";
import { checkProfile } from "#/profile-check/check-profile.ts";
import { key, otherKey, startSandboxService, type SandboxService } from "#/testing/sandbox-service.fixture.ts";
import { runContractSuite } from "./run-contract-suite.ts";

/** A clock whose waits are over at once, and that tells how long they were. */
function createJumpingClock(): Clock & { waited: number[] } {
  let now = Date.UTC(2026, 10, 20, 12);
  const waited: number[] = [];
  return {
    waited,
    now: () => now,
    after(delayMs, run) {
      let isOff = false;
      // A deadline of a call is a wait too; it is called off when the answer is there.
      setTimeout(
        () => {
          if (isOff) return;
          now += delayMs;
          waited.push(delayMs);
          run();
        },
        delayMs < 15_000 ? 0 : 200,
      );
      return () => {
        isOff = true;
      };
    },
  };
}

type Interference = (request: {
  count: number;
  method: string;
  path: string;
}) => "429" | "503" | "403" | "reset" | null;

/** The sandbox behind something that limits, fails or breaks off requests. */
function limited(service: SandboxService, interfere: Interference) {
  let count = 0;
  return fetchTransport(async (url, init) => {
    count += 1;
    const request = { count, method: init?.method ?? "GET", path: new URL(url).pathname };
    const done = interfere(request);
    if (done === "reset") throw new TypeError("fetch failed");
    if (done === null) return await service.sandbox.app.request(url, init);
    const headers = { "Content-Type": "application/json", ...(done === "429" ? { "Retry-After": "7" } : {}) };
    const body = JSON.stringify({ error: { code: "too_many_requests", message: "Slow down." } });
    return new Response(body, { status: Number(done), headers });
  });
}

function run(service: SandboxService, interfere: Interference, { waitMs }: { waitMs?: number } = {}) {
  const clock = createJumpingClock();
  const options = {
    baseUrl: "http://sandbox.test",
    apiKey: key,
    profile: service.profile,
    transport: limited(service, interfere),
    clock,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  return {
    clock,
    suite: () =>
      runContractSuite({
        ...options,
        otherKey,
        schedule: service.schedule,
        probeWrites: true,
        changeStandardRecord: service.changeStandardRecord,
      }),
    check: () => checkProfile({ ...options, ids: { schedule: [service.schedule] } }),
  };
}

const broken = (report: { checks: readonly { status: string; id: string; detail: string }[] }) =>
  report.checks.filter(({ status }) => status === "does-not-hold").map(({ id, detail }) => `${id}: ${detail}`);

async function testIndexOf({ sandbox, profile, schedule }: SandboxService): Promise<unknown> {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
    [profile.data.headers.apiVersion.name]: profile.data.apiVersion,
    [profile.data.headers.index.name]: profile.testIndex ?? "",
  };
  const answer = await sandbox.app.request(`http://sandbox.test/schedules/${schedule}`, { headers });
  const { last_change: _, ...record } = (await answer.json()) as Record<string, unknown>;
  return record;
}

const bursts: Interference = ({ count }) => (count % 50 < 5 ? "429" : null);
const ways: readonly (readonly [string, Interference])[] = [
  ["every fifth request", ({ count }) => (count % 5 === 0 ? "429" : null)],
  ["requests in bursts", bursts],
];

describe.each(ways)("a service that answers 429 to %s", (_name, interfere) => {
  it("is waited for: the whole suite is tried, and everything is put back", async () => {
    const service = startSandboxService();
    const before = await testIndexOf(service);
    const { suite, clock } = run(service, interfere);
    const report = await suite();
    expect(broken(report)).toEqual([]);
    expect(report.checks.filter(({ detail }) => detail.includes("could not be tried"))).toEqual([]);
    expect(clock.waited.some((ms) => ms >= 7_000)).toBe(true);
    expect(await testIndexOf(service)).toEqual(before);
  });

  it("has nothing to change in its profile", async () => {
    const { check } = run(startSandboxService(), interfere);
    const { problems, notTried } = await check();
    expect(problems).toEqual([]);
    expect(notTried.filter((reason) => reason.includes("429"))).toEqual([]);
  });
});

test.each([
  ["429", "the service limits the number of requests (429)"],
  ["503", "the service failed (503)"],
  ["reset", "no answer came"],
] as const)(
  "what a service answers with %s to the end is told as such, and as nothing of the profile",
  async (answer, told) => {
    const isLate: Interference = ({ count }) => (count > 1 ? answer : null);
    const { problems, notTried } = await run(startSandboxService(), isLate, { waitMs: 20_000 }).check();
    expect(problems).toEqual([]);
    expect(notTried.join("\n")).toContain(told);

    const report = await run(startSandboxService(), ({ count }) => (count > 40 ? answer : null), {
      waitMs: 20_000,
    }).suite();
    expect(broken(report)).toEqual([]);
    expect(
      report.checks
        .filter((check) => check.status === "not-testable")
        .map((check) => check.detail)
        .join("\n"),
    ).toContain(told);
  },
);

test("what could not be put back is listed with the value to put back", async () => {
  const service = startSandboxService();
  let writes = 0;
  const { suite } = run(
    service,
    ({ method, path }) => {
      if (method === "POST" && path.startsWith("/schedules/")) writes += 1;
      return writes > 2 ? "429" : null;
    },
    { waitMs: 20_000 },
  );
  const report = await suite();
  expect(broken(report)).toEqual([]);
  expect(report.left.join("\n")).toMatch(/of schedule .* in idx_test_mode_custom: put back "/);
});

test("a read that the service refuses to the key is reported as refused, and not as a wrong path", async () => {
  const isRefused: Interference = ({ path }) => (path.startsWith("/practitioners/") ? "403" : null);
  const { problems, notTried } = await run(startSandboxService(), isRefused).check();
  expect(problems.map(({ pointer }) => pointer)).not.toContain("/operations/readPractitioner");
  expect(notTried.join("\n")).toMatch(/GET \/practitioners\/.*: the service refused it \(403.*\)/);
});
