import { setTimeout as sleep } from "node:timers/promises";
import { RosterImport } from "@dc/contract";
import { startServer } from "@dc/tooling/testing/server-process";
import { expect, test } from "vitest";
import { createRandom, testSeed } from "#system-tests/random.ts";
import {
  askedAbout,
  beginImport,
  checkStopped,
  createIndex,
  importOf,
  LINES,
  startSlowService,
  untilDone,
  untilHalfRead,
} from "#system-tests/stopping/stopped-import.ts";

// Proves: kill -9 right after an import was stopped leaves it stopped, and one while it is being stopped leaves it stopped or
// running, and all of it so. Cannot prove: that every single step survives.

const KILLS = 3;

test(`[I13] an import that was stopped stays so after kill -9, and one that is killed meanwhile is stopped or read on, seed ${testSeed}`, async () => {
  const random = createRandom(testSeed);
  const { service, roster } = await startSlowService();
  await using _ = service;
  await using server = await startServer({ service });
  const indexId = await createIndex(server, "Stopped");
  const importId = await beginImport(server, indexId, roster);
  await untilHalfRead(server, importId);
  const answer = await server.call("POST", `/roster-imports/${importId}/stop`);
  await server.stop("SIGKILL");
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await server.start();
  const asked = await askedAbout(service, indexId);
  await untilDone(server, await beginImport(server, await createIndex(server, "Later"), roster.slice(0, 3)));
  expect(await askedAbout(service, indexId)).toBe(asked);
  const stopped = await checkStopped(server, indexId, importId);
  expect(stopped.lines).toEqual(RosterImport.parse(answer.body).lines);

  await service.control("PUT", "/dials", { latencyMs: [40, 80] });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const another = await createIndex(server, `Killed ${kill}`);
    const id = await beginImport(server, another, roster);
    await untilHalfRead(server, id);
    const stopping = server.call("POST", `/roster-imports/${id}/stop`).catch(() => null);
    await sleep(random.below(30));
    await server.stop("SIGKILL");
    const told = await stopping;
    await server.start();
    const now = await importOf(server, id);
    if (told?.status === 200) expect(now.stopped).not.toBeNull();
    if (now.stopped === null) {
      const read = await untilDone(server, id);
      expect(read.lines).toMatchObject({ total: LINES, found: LINES, waiting: 0, failed: 0 });
    } else await checkStopped(server, another, id);
  }
});
