import assert from "node:assert/strict";
import { Change, ChangePage, ChangeSet, Creation, type Operation, RosterPage, type VerdictCounts } from "@dc/contract";
import { until } from "@dc/tooling/testing/until";
import { z } from "zod";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { type ServiceEntry, type ServiceProcess, startService } from "@dc/tooling/testing/service-process";

const Staged = z.object({ changeSet: ChangeSet, changes: z.array(Change) });

/** The service and the console as processes of their own, with an index version. */
export interface CrashStack extends AsyncDisposable {
  service: ServiceProcess;
  console: ServerProcess;
  indexId: string;
}

interface CrashStackOptions {
  writes: boolean;
  /** How many schedules of the sample are on the roster of the index version. */
  roster?: number;
  nodeFlags?: readonly string[];
}

export async function startCrashStack({ writes, roster = 0, ...flags }: CrashStackOptions): Promise<CrashStack> {
  const service = await startService({ writes });
  const console = await startServer({ service, writes, ...flags });
  const listed = (await service.roster()).slice(0, roster).join("\n");
  const body = { name: "Killed", ...(roster === 0 ? {} : { roster: listed }) };
  const created = Creation.parse((await console.call("POST", "/index-versions", body)).body);
  if (created.indexId === null) throw new Error("The index version was not created.");
  return {
    service,
    console,
    indexId: created.indexId,
    async [Symbol.asyncDispose]() {
      await console[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Stages two changes a schedule, each adding a different plan, so that every change can be found in the ledger. */
export async function stage({ service, console, indexId }: CrashStack, count: number): Promise<z.infer<typeof Staged>> {
  const schedules = (await service.roster()).slice(0, Math.ceil(count / 2));
  const plans = await service.plans();
  const changes = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const id = schedules[at % schedules.length] ?? "";
      const taken = plansIn(await service.read(`/schedules/${id}`));
      const free = plans.filter((plan) => !taken.includes(plan));
      const element = free[Math.floor(at / schedules.length)];
      if (element === undefined) throw new Error(`${id} takes every plan.`);
      return {
        record: { type: "schedule", id },
        field: "acceptedInsurances",
        operation: { op: "add", element } satisfies Operation,
      };
    }),
  );
  const answer = await console.call("POST", `/index-versions/${indexId}/changes`, { changes });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return Staged.parse(answer.body);
}

export async function changesOf({ console }: CrashStack, setId: string): Promise<Change[]> {
  return ChangePage.parse((await console.call("GET", `/change-sets/${setId}/changes?limit=200`)).body).items;
}

/** The lists count each of the changes, and nothing else than after everything is read and compared anew. */
export async function checkCounts({ console, indexId }: CrashStack, changes: readonly Change[]): Promise<void> {
  const counted = async () => {
    const { body } = await console.call("GET", `/index-versions/${indexId}/roster?limit=200`);
    return RosterPage.parse(body).items.flatMap(({ record, counts }) =>
      counts === null || counts.ours === 0 ? [] : [{ id: record.id, counts }],
    );
  };
  const held = changes.filter(({ state }) => state === "held").length;
  const listed = await until("the lists count each change", counted, (rows) => {
    const sumOf = (name: keyof VerdictCounts) => rows.reduce((sum, { counts }) => sum + counts[name], 0);
    return sumOf("ours") === changes.length && sumOf("held") === held && sumOf("drafts") === 0;
  });
  for (const { id } of listed) {
    const view = await console.call("GET", `/index-versions/${indexId}/practitioners/${id}?maxAge=0`);
    assert.equal(view.status, 200, JSON.stringify(view.body));
  }
  assert.deepEqual(await counted(), listed);
}

/** The states of a change that has not ended. */
export const onTheWay = ["queued", "sending", "deferred", "unknown"];

/** No change is in the ledger of the service twice, and each that is applied is there. */
export async function checkWrites({ service, indexId }: CrashStack, changes: readonly Change[]): Promise<void> {
  const entries = (await service.ledger()).filter(
    ({ operation }) => operation !== "createIndexVersion" && operation !== "index_version.create",
  );
  const writes = entries.filter(({ kind }) => kind === "schedule");
  for (const { index, before, after } of writes) {
    assert.equal(index, indexId);
    assert.notDeepEqual(plansIn(after), plansIn(before), "a write that changed nothing was executed twice");
  }
  for (const change of changes) {
    const times = writes.filter((entry) => brought(entry, change)).length;
    const isRight = change.state === "applied" ? times === 1 : times <= 1;
    assert.ok(isRight, `${change.id} is ${change.state}, and was written ${times} times`);
  }
}

function brought({ record, before, after }: ServiceEntry, change: Change): boolean {
  const { operation } = change;
  return (
    operation.op === "add" &&
    typeof operation.element === "string" &&
    record === change.record.id &&
    plansIn(after).includes(operation.element) &&
    !plansIn(before).includes(operation.element)
  );
}

/** The plans of a record are the list of ids with the plans' prefix, whatever its name. */
function plansIn(record: unknown): string[] {
  return (JSON.stringify(record).match(/ins_[0-9A-Za-z]+/g) ?? []).toSorted();
}
