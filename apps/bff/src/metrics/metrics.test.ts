import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ListedConnection } from "@dc/contract";
import { builtInKey } from "@dc/sandbox/app";
import { expect, it } from "vitest";
import { createApp } from "#/server/app.ts";
import { siteOf } from "#/http/site.ts";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { startSecondService } from "#/testing/second-service.ts";
import { addPlan, createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { sealJournal } from "#/journal/seal.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { selectJournalHead } from "#/store/tables/activity/journal-segments.ts";
import { journalEntries } from "#/testing/journal.ts";
import { openMetrics } from "./metrics.ts";
import { metricsListener } from "./metrics-listener.ts";

/** The value of a metric with exactly these labels. */
function valueOf(text: string, name: string, labels: { [label: string]: string } = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split("\n")
    .find((one) => new RegExp(`^${name}[ {]`).test(one) && wanted.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

it("count requests by route, calls by outcome, and what waits for the service or a person", async () => {
  await using stack = await createSendingStack({ profile: "default" });
  const { deps } = stack.app;
  const metrics = await openMetrics(deps);
  const site = siteOf({ publicUrl: undefined, host: "127.0.0.1" });
  const app = createApp({ deps, site, consoleDir: "not built", metrics });
  for (const path of [`${CONNECTION_API}/change-sets/cs_a`, `${CONNECTION_API}/change-sets/cs_b`, "/api/v1/session"])
    await app.request(path);

  const imports = `${CONNECTION_API}/index-versions/${INDEX}/roster-imports`;
  await stack.app.signedIn("POST", imports, { from: "text", text: stack.scheduleId });
  await deps.background.idle();
  const reason = {
    reason: "The practice called",
    source: null,
    verifiedOn: null,
    reviewBy: "2026-11-21",
    from: null,
    until: null,
  };
  await stack.applied([{ ...addPlan(stack.scheduleId, stack.plans[0] ?? ""), evidence: reason }]);
  await stack.pass();
  stack.app.clock.advance(3 * 24 * 60 * 60 * 1000);
  await deps.background.stop();
  await sealJournal({ store: deps.wholeStore, now: () => deps.clock.now(), newId: deps.newId });
  const head = await selectJournalHead(deps.wholeStore.db);
  await transact(deps.wholeStore.db, (trx) =>
    appendJournal(
      trx,
      ...journalEntries(1).map((entry) => ({ ...entry, at: new Date(deps.clock.now().getTime() - 90_000) })),
    ),
  );
  await deps.service.client.records.retrieve("schedule", "sch_none", { index: "idx_none" }).catch(() => undefined);

  const { text, contentType } = await metrics.read();
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  const requests = "directory_console_http_request_duration_seconds_count";
  const route = "/api/v1/connections/:connection/change-sets/:changeSetId";
  expect(valueOf(text, requests, { method: "GET", route, status: "401" })).toBe(2);
  expect(valueOf(text, requests, { route: "/api/v1/session", status: "200" })).toBe(1);
  const calls = "directory_console_service_call_duration_seconds_count";
  expect(valueOf(text, calls, { operation: "readSchedule", outcome: "2xx" })).toBeGreaterThan(0);
  expect(valueOf(text, calls, { operation: "readSchedule", outcome: "4xx" })).toBe(1);
  const gauges = ["held", "unknown", "deferred"].map((state) => valueOf(text, "directory_console_changes", { state }));
  expect(gauges).toEqual([1, 0, 0]);
  expect(valueOf(text, "directory_console_overdue_verifications")).toBe(1);
  expect(valueOf(text, "directory_console_late_changes")).toBe(0);
  expect(valueOf(text, "directory_console_journal_sealed_number")).toBe(head?.number);
  const { number, ...anchor } = head ?? { number: Number.NaN };
  expect(valueOf(text, "directory_console_journal_head", anchor)).toBe(number);
  expect(valueOf(text, "directory_console_journal_oldest_unsealed_seconds")).toBe(90);
  expect(valueOf(text, "directory_console_service_circuit_open")).toBe(0);
  expect(valueOf(text, "directory_console_store_waiting")).toBe(0);
  expect(valueOf(text, "directory_console_store_wait_seconds_count")).toBeGreaterThan(10);
});

it("tell nothing of a connection that is out of use, and its calls once it is used again", async () => {
  await using service = await startSecondService();
  await using app = await createTestApp({ serviceAddresses: service.origin });
  const metrics = await openMetrics(app.deps);
  const given = { apiVersion: null, profile: "default", requestBudget: null, staleAfterHours: 24 };
  const body = { name: "West", mode: "test", baseUrl: service.origin, apiKey: builtInKey, ...given };
  const added = await app.signedIn("POST", "/api/v1/connections", body);
  const { id, version } = ListedConnection.parse(await added.json());
  const change = async (changed: object) => {
    const answer = await app.signedIn("PATCH", `/api/v1/connections/${id}`, { typedName: "West", ...changed });
    return ListedConnection.parse(await answer.json());
  };
  const figures = async () => {
    const { text } = await metrics.read();
    const of = { connection: id };
    return {
      calls: valueOf(text, "directory_console_service_call_duration_seconds_count", of),
      alarms: valueOf(text, "directory_console_standing_alarms", of),
      held: valueOf(text, "directory_console_changes", { ...of, state: "held" }),
    };
  };
  const read = async () =>
    await app.deps.connections
      .of(id)
      ?.service.client.records.retrieve("schedule", "sch_none", { index: "idx_none" })
      .catch(() => undefined);
  expect(await figures()).toEqual({ calls: undefined, alarms: 0, held: 0 });
  await read();
  expect((await figures()).calls).toBe(1);
  const archived = await change({ version, archived: true });
  expect(await figures()).toEqual({ calls: 1, alarms: undefined, held: undefined });
  await change({ version: archived.version, archived: false });
  await figures();
  await read();
  expect(await figures()).toMatchObject({ calls: 2, alarms: 0 });
});

it("are read with their token only, and at their own address only", async () => {
  const metrics = { observeRequest: () => {}, read: async () => ({ contentType: "text/plain", text: "a 1" }) };
  const statuses = async (token: string | undefined, asked: [string, RequestInit?][]) => {
    const server = createServer(metricsListener(metrics, token)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answers = await Promise.all(asked.map(([path, init]) => fetch(`http://127.0.0.1:${port}${path}`, init)));
    server.close();
    return answers.map(({ status }) => status);
  };
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const token = "a-token-for-the-metrics";
  const asked: [string, RequestInit?][] = [
    ["/metrics", bearer(token)],
    ["/metrics", bearer(`${token}x`)],
    ["/metrics"],
    ["/other", bearer(token)],
    ["/metrics", { ...bearer(token), method: "POST" }],
  ];
  expect(await statuses(token, asked)).toEqual([200, 401, 401, 404, 405]);
  expect(await statuses(undefined, asked)).toEqual([200, 200, 200, 404, 405]);
});
