import assert from "node:assert/strict";
import { ActivityPage, ChangePage, Creation, RecordView, ReferrerPage, StagedChanges } from "@dc/contract";
import type { PostgresServer } from "@dc/tooling/testing/postgres-server";
import type { ServerProcess } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";
import pg from "pg";
import { testEvidence } from "#/testing/evidence.ts";
import { signIn, startReplica } from "./replica.ts";
import { startSlowNetwork } from "./slow-network.ts";

/**
 * One of two replicas stands still, within a transaction and while it sends. Throws unless the other one goes on, and what
 * arrives late is told.
 */
export async function standStill({ url }: Pick<PostgresServer, "url">): Promise<void> {
  await using service = await startService({ writes: true });
  await using network = await startSlowNetwork(service);
  await using frozen = await startReplica(url, network);
  await signIn(frozen);
  await using survivor = await startReplica(url, network);
  survivor.cookie = frozen.cookie;
  // What PostgreSQL says of its processes stays the same within a transaction, so that another connection is asked.
  const [database, blocker] = [0, 1].map(() => new pg.Client({ connectionString: url }));
  if (database === undefined || blocker === undefined) throw new RangeError("no client");
  await Promise.all([database.connect(), blocker.connect()]);
  const inserting = async (where: string) => {
    const { rows } = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'insert into "referrer"%' and ${where}`,
    );
    return rows.map(({ pid }) => pid);
  };
  const add = async (by: ServerProcess, name: string) => await by.call("POST", "/referrers", { name });

  // It takes the lock of all referrers and waits for their table; then it stands still, and gets the table.
  await blocker.query("begin; lock table referrer in share row exclusive mode");
  const late = add(frozen, "Late");
  const [holder] = await until(
    "it waits within a transaction",
    () => inserting("wait_event_type = 'Lock'"),
    (pids) => pids.length === 1,
  );
  frozen.signal("SIGSTOP");
  await blocker.query("rollback");
  await until(
    "it holds its locks",
    () => inserting("state = 'idle in transaction'"),
    (pids) => pids.length === 1,
  );

  assert.equal((await add(survivor, "In time")).status, 201);
  // A connection that is ended gives back its locks a moment before it is gone.
  await until(
    "its connection is gone",
    () => inserting(`pid = ${holder}`),
    (pids) => pids.length === 0,
  );

  frozen.signal("SIGCONT");
  const { status, body, headers } = await late;
  assert.deepEqual([status, (body as { code?: string }).code], [503, "store_unavailable"]);
  assert.equal(headers.get("retry-after"), "2");
  assert.equal((await add(frozen, "Again")).status, 201);
  const { items } = ReferrerPage.parse((await frozen.call("GET", "/referrers")).body);
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ["Again", "In time"]);

  const indexId = Creation.parse((await frozen.call("POST", "/index-versions", { name: "Late" })).body).indexId ?? "";
  const [schedule = ""] = await service.roster();
  /** Applies a new name, and returns what answers the state of its change. */
  const apply = async (by: ServerProcess, value: string) => {
    const change = { record: { type: "schedule", id: schedule }, field: "name", operation: { op: "set", value } };
    const staged = await by.call("POST", `/index-versions/${indexId}/changes`, { changes: [change] });
    const { id, version } = StagedChanges.parse(staged.body).changeSet;
    await by.call("POST", `/change-sets/${id}/apply`, { version, evidence: testEvidence });
    return async () =>
      ChangePage.parse((await survivor.call("GET", `/change-sets/${id}/changes`)).body).items[0]?.state;
  };
  const isApplied = (state: unknown) => state === "applied";

  survivor.signal("SIGSTOP");
  const kept = network.keepNextWrite();
  const first = await apply(frozen, "V1");
  const deliver = await kept;
  frozen.signal("SIGSTOP");
  survivor.signal("SIGCONT");
  // The store is told that the times are over, which are a minute each.
  await database.query("update change_set set lease_until = now() where lease_until is not null");
  await until("the survivor has sent V1 anew", first, isApplied);
  await until("the survivor has sent V2", await apply(survivor, "V2"), isApplied);
  assert.equal(await deliver(), 200);
  frozen.signal("SIGCONT");
  await database.query("update change set late_read_at = now() where late_read_at is not null");
  await until(
    "the late V1 is told",
    async () => ActivityPage.parse((await survivor.call("GET", "/activity?action=record.late-request")).body).items,
    (told) => told.length === 1,
  );
  const shown = await survivor.call("GET", `/index-versions/${indexId}/schedules/${schedule}`);
  const name = RecordView.parse(shown.body).comparison.fields.find(({ key }) => key === "name");
  assert.deepEqual([name?.values.index, name?.values.effective], [{ value: "V1" }, { value: "V2" }]);
  assert.ok(name?.flags.includes("late request"));
  assert.equal(frozen.hasEnded(), false, frozen.output());
  await Promise.all([database.end(), blocker.end()]);
}
