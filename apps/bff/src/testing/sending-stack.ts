import { type Json, type RecordKey, recordKey } from "@dc/directory";
import { expect } from "vitest";
import type { RequestContext } from "#/context/deps.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { type ChangeRow, selectLiveChanges, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectOverrides } from "#/store/tables/changes/overrides.ts";
import { deriveOverrides } from "#/ledger/derive-overrides.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { applyChanges, change, changeRows, pass } from "./changes.ts";
import { endEveryLease } from "#/store/lease.ts";
import type { SenderSettings } from "#/sending/sending.ts";

export const INDEX = "idx_test_mode_custom";

/** A server with the sandbox's write endpoints, one schedule, and plans that it does not accept yet. */
export interface SendingStack extends AsyncDisposable {
  app: TestApp;
  scheduleId: string;
  plans: string[];
  /** Stages changes in the caller's draft, applies it and advances the clock by five seconds; returns their ids. */
  applied(changes: readonly AskedChange[], context?: RequestContext): Promise<string[]>;
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
    applied: (changes, context) => applyChanges(app, INDEX, changes, context),
    pass: (settings) => pass(app, settings),
    restart: () => endEveryLease(app.deps.store.db),
    rows: (ids) => changeRows(app, ids),
    written: () => app.sandbox.ledger.after(0).map(({ index, path }) => ({ index, path })),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export function addPlan(scheduleId: string, element: string): AskedChange {
  return change({ type: "schedule", id: scheduleId }, "acceptedInsurances", { op: "add", element });
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
  await app.control("/outside", { index: INDEX, ...record, set });
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
