import { RosterImport } from "@dc/contract";
import { expect, test } from "vitest";
import { signIn, startReplica } from "#system-tests/failover/replica.ts";
import {
  askedAbout,
  BATCH,
  beginImport,
  checkStopped,
  createIndex,
  startSlowService,
  untilDone,
  untilHalfRead,
} from "#system-tests/stopping/stopped-import.ts";
import { createMigratedDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";

describeOnPostgres("an import that one replica reads", () => {
  test("[I13] is stopped from another one, and neither asks for more, after kill -9 of the one that read it either", async () => {
    const { service, roster } = await startSlowService();
    await using _ = service;
    const database = await createMigratedDatabase();
    await using one = await startReplica(database, service);
    await signIn(one);
    await using two = await startReplica(database, service);
    two.cookie = one.cookie;
    const indexId = await createIndex(one, "Stopped");
    const importId = await beginImport(one, indexId, roster);
    await untilHalfRead(one, importId);

    const answer = await two.call("POST", `/roster-imports/${importId}/stop`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { lines } = RosterImport.parse(answer.body);
    const asked = await askedAbout(service, indexId);
    expect(asked, "calls that waited for their turn are not sent").toBeLessThan(2 * BATCH);
    const stopped = await checkStopped(two, indexId, importId);
    expect(stopped.lines, "what was being read as it was stopped is not saved").toEqual(lines);

    await one.stop("SIGKILL");
    await one.start();
    // Once an import that began later is read, somebody has looked for what is left to read.
    await untilDone(two, await beginImport(two, await createIndex(two, "Later"), roster.slice(0, 3)));
    expect(await askedAbout(service, indexId)).toBe(asked);
    expect(await checkStopped(one, indexId, importId)).toEqual(stopped);
  });
});
