import { ChangePage, Creation, StagedChanges } from "@dc/contract";
import pg from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import { signIn, startReplica } from "#system-tests/failover/replica.ts";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import { planChanges } from "#system-tests/plan-changes.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { type PostgresServer, startPostgres } from "@dc/tooling/testing/postgres-server";

const CHANGES = 4;

test("after SIGTERM no lease is left behind, and another replica goes on with the change set", async (context) => {
  await using postgres = await startPostgres({ flags: ["fsync=off"] }).catch((error: unknown): PostgresServer => {
    if ((process.env["CI"] ?? "") !== "") throw error;
    return context.skip(`no PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
  });
  await using service = await startService({ writes: true });
  await using one = await startReplica(postgres.url, service);
  await signIn(one);
  const created = Creation.parse((await one.call("POST", "/index-versions", { name: "Handed over" })).body);
  const changes = await planChanges(service, CHANGES);
  const staged = await one.call("POST", `/index-versions/${created.indexId}/changes`, { changes });
  const { changeSet } = StagedChanges.parse(staged.body);
  await service.control("POST", "/faults", { kind: "slow", ms: 1_500, method: "POST", path: "^/schedules/" });
  const input = { version: changeSet.version, evidence: testEvidence };
  expect((await one.call("POST", `/change-sets/${changeSet.id}/apply`, input)).status).toBe(200);
  const State = z.object({ requests: z.object({ inFlight: z.int() }) });
  const listed = async (replica: typeof one) =>
    ChangePage.parse((await replica.call("GET", `/change-sets/${changeSet.id}/changes?limit=200`)).body).items;
  await until(
    "a write is under way",
    () => listed(one),
    (all) => all.some(({ state }) => state === "sending"),
  );
  await until(
    "it has reached the service",
    async () => State.parse(await service.control("GET", "/state")),
    ({ requests }) => requests.inFlight === 1,
  );
  one.signal("SIGTERM");
  expect(await one.exit).toEqual({ code: 0, signal: null });

  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(
    `select lease_until, (select count(*)::int from change where change_set_id = change_set.id and state <> 'applied'
      and coalesce(try_after, send_after) <= now()) as due from change_set where id = $1`,
    [changeSet.id],
  );
  await client.end();
  expect(rows).toEqual([{ lease_until: null, due: CHANGES }]);

  await using two = await startReplica(postgres.url, service);
  two.cookie = one.cookie;
  const ended = await until(
    "the other replica has sent the rest",
    () => listed(two),
    (all) => all.every(({ state }) => state === "applied"),
  );
  expect(ended).toHaveLength(CHANGES);
  expect((await service.ledger()).filter(({ kind }) => kind === "schedule")).toHaveLength(CHANGES);
});
