import { CreatedToken } from "@dc/contract";
import type { Goal } from "#/bench/goal.ts";
import { indexHeader, serviceHeaders, startBenchStack, versionHeader } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import { compareLoads, type LoadFigures, type Target } from "#/bench/load.ts";
import { cpuMsOf } from "#/bench/process-figures.ts";
import type { BenchSize } from "#/bench/size.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { seedOverrides, seedRoster } from "#/bench/seed-directory.ts";
import { type ChildServer, startChildServer } from "#/child-server.ts";

const OVERRIDDEN = 10;
const AT_ONCE = 32;

/** G3, G4, G5: reads through the gateway, compared with a bare proxy, Hono's own proxy, and no proxy. */
export async function gatewayGoals(size: BenchSize): Promise<Goal[]> {
  using queryLog = size.queries ? openQueryLog() : null;
  await using stack = await startBenchStack(size, {
    ...(queryLog === null ? {} : { settings: queryLog.env }),
    serviceFor: (sandboxUrl) => startFloor("remembering-service", { UPSTREAM: sandboxUrl, INDEX_HEADER: indexHeader }),
  });
  const roster = await stack.roster(20);
  const directory = await seedRoster(stack, { name: "Gateway bench", roster });
  const { indexId, schedules } = directory;
  // In a trial there are fewer schedules, of which some have none.
  const overridden = Math.min(OVERRIDDEN, Math.floor(schedules.length / 2));
  await seedOverrides(stack, directory, overridden);
  const readable = schedules.map((id) => `/schedules/${id}`);
  const paths = { overridden: readable.slice(0, overridden), plain: readable.slice(overridden) };
  if (Object.values(paths).some(({ length }) => length === 0)) throw new Error("There are too few schedules.");
  const { secret } = CreatedToken.parse(await stack.call("POST", "/tokens", { name: "Bench" }));
  const env = { UPSTREAM: stack.service.url, UPSTREAM_HEADERS: JSON.stringify(serviceHeaders(indexId)) };
  await using bare = await startFloor("bare-proxy", env);
  await using hono = await startFloor("hono-proxy", env);

  const through = (
    name: string,
    server: { url: string; pid: number },
    prefix: string,
    of: readonly string[],
  ): Target => ({
    name,
    origin: server.url,
    paths: of.map((path) => prefix + path),
    headers: {
      accept: "application/json",
      ...versionHeader,
      [indexHeader]: indexId,
      authorization: `Bearer ${secret}`,
    },
    cpuMs: () => cpuMsOf(server.pid),
  });
  const ours = {
    overridden: through("gateway", stack.bff, "/gateway/v1", paths.overridden),
    plain: through("gateway", stack.bff, "/gateway/v1", paths.plain),
  };
  const direct: Target = {
    name: "direct",
    origin: stack.service.url,
    paths: paths.plain,
    headers: serviceHeaders(indexId),
  };

  const report = async (what: string) => await queryLog?.print(stack.bff.pid, what);

  await report("set-up");
  const load = { requests: size.of(2_500, 20_000), atOnce: AT_ONCE, rounds: size.of(5, 11) };
  const fast = await compareLoads(
    {
      overridden: ours.overridden,
      bareChange: through("bare proxy", bare, "/change", paths.overridden),
      honoChange: through("hono/proxy", hono, "/change", paths.overridden),
      plain: ours.plain,
      barePipe: through("bare proxy", bare, "/pipe", paths.plain),
    },
    load,
  );
  await report("gateway, 32 at once");
  const alone = await compareLoads(
    { direct, overridden: ours.overridden },
    { requests: size.of(1_000, 5_000), atOnce: 1, rounds: load.rounds },
  );
  await setLatency(stack, 20);
  const slow = await compareLoads(
    { direct, plain: ours.plain, barePipe: through("bare proxy", bare, "/pipe", paths.plain) },
    { requests: size.of(2_000, 10_000), atOnce: 64, rounds: size.of(3, 7) },
  );

  await report("gateway, one connection, and 64 at once over 20 ms");

  return [
    ...asGood("G3 gateway, record with an override", fast.overridden, fast.bareChange, {
      peerName: "node:http + undici",
      atLeast: 0.85,
    }),
    ...asGood("G3 gateway, record with an override", fast.overridden, fast.honoChange, {
      peerName: "hono/proxy",
      atLeast: 2.5,
    }),
    added("G3 gateway, one connection, added to direct, p50", alone.overridden.p50Ms - alone.direct.p50Ms, 0.1),
    ...asGood("G4 gateway, record without one", fast.plain, fast.barePipe, {
      peerName: "node:http + undici",
      atLeast: 0.95,
    }),
    {
      what: "G5 gateway over a 20 ms service, 64 at once",
      ours: slow.plain.perSecond,
      peer: slow.direct.perSecond,
      peerName: "direct",
      unit: "/s",
      smallerIsBetter: false,
      atLeast: 0.95,
    },
    added("G5 gateway over a 20 ms service, added to p50", slow.plain.p50Ms - slow.direct.p50Ms, 1),
    {
      what: "G5 gateway over a 20 ms service, added to p50",
      ours: slow.plain.p50Ms - slow.direct.p50Ms,
      peer: slow.barePipe.p50Ms - slow.direct.p50Ms,
      peerName: "node:http + undici",
      unit: "ms",
      atMost: null,
    },
    {
      what: "G5 gateway over a 20 ms service, 64 at once",
      ours: slow.plain.perSecond,
      peer: slow.barePipe.perSecond,
      peerName: "node:http + undici",
      unit: "/s",
      smallerIsBetter: false,
      atLeast: 0.95,
    },
  ];
}

// The goal compares processor time, since on two cores load generator, proxy and service wait for each other.
function asGood(
  what: string,
  ours: LoadFigures,
  peer: LoadFigures,
  { peerName, atLeast }: { peerName: string; atLeast: number },
): Goal[] {
  return [
    {
      what: `${what}, CPU a request`,
      ours: ours.cpuMicroseconds,
      peer: peer.cpuMicroseconds,
      peerName,
      unit: "µs",
      smallerIsBetter: true,
      atLeast,
    },
    {
      what: `${what}, requests a second`,
      ours: ours.perSecond,
      peer: peer.perSecond,
      peerName,
      unit: "/s",
      smallerIsBetter: false,
      atLeast,
    },
  ];
}

function added(what: string, ours: number, limit: number): Goal {
  return { what, ours, peer: limit, peerName: "limit", unit: "ms", atMost: 1 };
}

function startFloor(name: string, env: Record<string, string>): Promise<ChildServer> {
  return startChildServer({ script: new URL(`../floors/${name}.ts`, import.meta.url), env });
}

async function setLatency({ service }: BenchStack, ms: number): Promise<void> {
  await fetch(`${service.url}/-/latency/${ms}`, { method: "POST" });
}
