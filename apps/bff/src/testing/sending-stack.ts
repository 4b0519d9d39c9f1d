import { type Json, type RecordKey, recordKey } from "@dc/directory";
import { expect } from "vitest";
import type { RequestContext } from "#/context/deps.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import {
  type ChangeRow,
  changeReasonText,
  selectChangesByIds,
  selectLiveChanges,
  toLedgerChange,
} from "#/store/tables/changes.ts";
import { selectOverrides } from "#/store/tables/overrides.ts";
import { deriveOverrides } from "#/ledger/derive-overrides.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { endEveryChangeSetLease } from "#/store/tables/change-set-leases.ts";
import { createSender } from "#/sending/sender.ts";
import type { SenderSettings } from "#/sending/sending.ts";
import { testEvidence } from "./evidence.ts";

export const INDEX = "idx_test_mode_custom";
export const QUIET_MS = 2_000;

/** A server with the sandbox's write endpoints, one schedule, and plans that it does not accept yet. */
export interface SendingStack extends AsyncDisposable {
  app: TestApp;
  scheduleId: string;
  plans: string[];
  /** Stages changes in the caller's draft, applies it and advances the clock by five seconds; returns their ids. */
  applied(changes: AskedChange[], context?: RequestContext): Promise<string[]>;
  /** Runs one pass of a separate worker. */
  pass(settings?: Partial<SenderSettings>): Promise<void>;
  /** Simulates a new start on the embedded store: every earlier lease is dead. */
  restart(): Promise<void>;
  rows(ids: readonly string[]): Promise<ChangeRow[]>;
  /** The accepted insurances of the schedule in the index, as the service has them. */
  insurances(): Promise<string[]>;
  /** Every executed write, by index. */
  written(): { index: string | null; path: string }[];
}

export async function createSendingStack(options: TestAppOptions = {}): Promise<SendingStack> {
  const app = await createTestApp({ sandbox: { writes: true }, profile: "with-writes", ...options });
  const scheduleId = app.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+/)?.[0] ?? "";
  const insurances = async () => {
    const { raw } = await app.deps.service.client.records.retrieve("schedule", scheduleId, { index: INDEX });
    const reading = app.deps.service.profile.decode("schedule", raw)["acceptedInsurances"];
    return reading !== undefined && "value" in reading && Array.isArray(reading.value) ? reading.value.map(String) : [];
  };
  const has = await insurances();
  const plans = [...new Set(app.sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g) ?? [])].filter(
    (id) => !has.includes(id),
  );
  return {
    app,
    scheduleId,
    plans,
    insurances,
    async applied(changes, context = app.context) {
      const staged = await stageChanges(context, { indexId: INDEX, changes });
      await applyChangeSet(context, staged.changeSet.id, { version: staged.changeSet.version, evidence: testEvidence });
      app.clock.advance(5_000);
      return staged.changes.map(({ id }) => id);
    },
    pass: (settings) => createSender(app.deps, { quietMs: QUIET_MS, deferMs: QUIET_MS, ...settings }).runDue(),
    restart: () => endEveryChangeSetLease(app.deps.store.db),
    async rows(ids) {
      const rows = await selectChangesByIds(app.deps.store.db, ids);
      const told = rows.map((row) => ({ ...row, because: changeReasonText(row) }));
      return ids.flatMap((id) => told.find((row) => row.id === id) ?? []);
    },
    written: () => app.sandbox.ledger.after(0).map(({ index, path }) => ({ index, path })),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export function addPlan(scheduleId: string, element: string): AskedChange {
  return {
    record: { type: "schedule", id: scheduleId },
    field: "acceptedInsurances",
    operation: { op: "add", element },
    policy: "pin",
    evidence: null,
  };
}

/** Writes this value into the index as an outside change, and reads it. */
export async function writeOutside(
  { app }: SendingStack,
  record: RecordKey,
  field: string,
  value: Json,
): Promise<void> {
  const { client, profile } = app.deps.service;
  const { raw } = await client.records.retrieve(record.type, record.id, { index: INDEX });
  const next = profile.encode(record.type, raw, field, value);
  const set = Object.fromEntries(
    Object.entries(next).filter(([key, member]) => JSON.stringify(raw[key]) !== JSON.stringify(member)),
  );
  const answer = await app.sandbox.control.request("/outside", {
    method: "POST",
    body: JSON.stringify({ index: INDEX, ...record, set }),
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.ok).toBe(true);
}

/** Expects that the stored overrides equal those derived from the changes. */
export async function expectDerivedOverrides({ deps }: TestApp): Promise<void> {
  const stored = await selectOverrides(deps.store.db, deps.connection.id, INDEX);
  const live = (await selectLiveChanges(deps.store.db, deps.connection.id, INDEX)).map(toLedgerChange);
  const derived = [...Map.groupBy(live, ({ record }) => recordKey(record)).values()].flatMap((changes) =>
    deriveOverrides(changes, deps.service.profile.defaultRegion).map(({ field, element, mark }) => ({
      field,
      element,
      change_id: mark.changeId,
      state: mark.state,
    })),
  );
  const byKey = (a: { field: string; element: string }, b: { field: string; element: string }) =>
    a.field + a.element < b.field + b.element ? -1 : 1;
  expect(
    stored.map(({ field, element, change_id, state }) => ({ field, element, change_id, state })).toSorted(byKey),
  ).toEqual(derived.toSorted(byKey));
}
