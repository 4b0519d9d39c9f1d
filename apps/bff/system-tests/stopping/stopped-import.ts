import { setTimeout as sleep } from "node:timers/promises";
import { Creation, RosterImport, RosterImportLinePage, RosterPage } from "@dc/contract";
import type { ServerProcess } from "@dc/tooling/testing/server-process";
import { type ServiceProcess, startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { expect } from "vitest";

/** So many are read and saved at once. */
export const BATCH = 200;
/** More than that, so that some are saved while others are still to be read. */
export const LINES = 2 * BATCH + 50;
const NOT_READ = "Not read: the import was stopped.";
/** A call that waits for its turn may leave until the stop is looked for again. */
const LOOKED_FOR_WITHIN_MS = 250;

const PRACTITIONERS = 260;

/** A service that takes its time, and as many of its schedules. */
export async function startSlowService(): Promise<{ service: ServiceProcess; roster: string[] }> {
  const service = await startService({ practitioners: PRACTITIONERS });
  await service.control("PUT", "/dials", { latencyMs: [300, 500] });
  const listed = String(await service.control("GET", `/samples/roster.csv?practitioners=${PRACTITIONERS}`));
  return {
    service,
    roster: listed
      .trim()
      .split("\n")
      .slice(1, LINES + 1),
  };
}

export async function importOf(server: ServerProcess, id: string): Promise<RosterImport> {
  return RosterImport.parse((await server.call("GET", `/roster-imports/${id}`)).body);
}

export async function beginImport(server: ServerProcess, indexId: string, lines: readonly string[]): Promise<string> {
  const input = { from: "text", text: lines.join("\n") };
  const answer = await server.call("POST", `/index-versions/${indexId}/roster-imports`, input);
  return RosterImport.parse(answer.body).id;
}

export async function createIndex(server: ServerProcess, name: string): Promise<string> {
  const { indexId } = Creation.parse((await server.call("POST", "/index-versions", { name })).body);
  if (indexId === null) throw new Error("The index version was not created.");
  return indexId;
}

export const untilDone = async (server: ServerProcess, id: string) =>
  await until(
    "the import is done",
    () => importOf(server, id),
    ({ state }) => state === "done",
  );

/** Waits until some lines were read and others were not. */
export async function untilHalfRead(server: ServerProcess, id: string): Promise<void> {
  await until(
    "some lines are read",
    () => importOf(server, id),
    ({ lines }) => lines.found > 0 && lines.waiting > 0,
  );
}

/** How often the service was asked about an index, once no call is under way that left in time. */
export async function askedAbout(service: ServiceProcess, indexId: string): Promise<number> {
  await sleep(4 * LOOKED_FOR_WITHIN_MS);
  await until(
    "no call is under way",
    async () => (await service.control("GET", "/state")) as { requests: { inFlight: number } },
    ({ requests }) => requests.inFlight === 0,
  );
  const { requests } = (await service.control("GET", "/requests")) as { requests: { index: string | null }[] };
  return requests.filter(({ index }) => index === indexId).length;
}

/** A stopped import is done: each line is answered, the roster has what was read and nothing that waits. */
export async function checkStopped(server: ServerProcess, indexId: string, id: string): Promise<RosterImport> {
  const stopped = await importOf(server, id);
  expect(stopped).toMatchObject({ state: "done", lines: { total: LINES, waiting: 0 } });
  expect(stopped.stopped?.notRead).toBe(LINES - stopped.lines.found);
  expect(stopped.lines.failed).toBe(stopped.stopped?.notRead);
  const page = await server.call("GET", `/roster-imports/${id}/lines?state=failed&limit=200`);
  const { items } = RosterImportLinePage.parse(page.body);
  expect(new Set(items.map(({ words }) => words))).toEqual(new Set([NOT_READ]));
  const roster = async (state: string) =>
    RosterPage.parse(
      (await server.call("GET", `/index-versions/${indexId}/roster?type=schedule&limit=1&state=${state}`)).body,
    ).total;
  expect(await roster("found")).toBe(stopped.lines.found);
  expect(await roster("waiting")).toBe(0);
  return stopped;
}
