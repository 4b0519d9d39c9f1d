import { expect, test } from "vitest";
import { builtInKey } from "#/app.ts";
import { call, control, createTestSandbox, firstSchedule } from "#/testing/test-sandbox.ts";
import { listen } from "#/http/listen.ts";

const body = { name: "Dr. Elm" };

test("a status fault applies as often as requested, with its Retry-After", async () => {
  const sandbox = createTestSandbox();
  await control(sandbox, "POST", "/faults", {
    kind: "status",
    status: 429,
    retryAfter: 3,
    path: "^/schedules/",
    times: 2,
  });
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const answers = [
    await call(sandbox, "GET", path),
    await call(sandbox, "GET", path),
    await call(sandbox, "GET", path),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual([
    [429, "3"],
    [429, "3"],
    [200, null],
  ]);
});

test("a Retry-After can be an HTTP date", async () => {
  const sandbox = createTestSandbox();
  const retryAfter = "Fri, 20 Nov 2026 12:00:30 GMT";
  await control(sandbox, "POST", "/faults", { kind: "status", status: 503, retryAfter });
  const answer = await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}`);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, retryAfter]);
});

test("a fault before the request is executed leaves no ledger entry, and one after it does", async () => {
  const sandbox = createTestSandbox();
  await control(sandbox, "POST", "/faults", [
    { kind: "reset-before" },
    { kind: "status", status: 503 },
    { kind: "reset-after" },
    { kind: "status", phase: "after" },
  ]);
  await expect(call(sandbox, "POST", "/index_version", { body })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await call(sandbox, "POST", "/index_version", { body })).status).toBe(503);
  expect(sandbox.ledger.length).toBe(0);
  await expect(call(sandbox, "POST", "/index_version", { body })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(sandbox.ledger.length).toBe(1);
  expect((await call(sandbox, "POST", "/index_version", { body })).status).toBe(500);
  expect(sandbox.ledger.after(0).map(({ operation, status }) => [operation, status])).toEqual([
    ["index.create", 201],
    ["index.create", 201],
  ]);
});

test("over a socket a reset fault resets the connection, before or after the request is executed", async () => {
  const sandbox = createTestSandbox();
  const listening = await listen(sandbox, { host: "127.0.0.1", port: 0, controlPort: 0 });
  const headers = {
    Authorization: `Basic ${btoa(`${builtInKey}:`)}`,
    "Service-API-Version": "2026-09-01",
    "Content-Type": "application/json",
  };
  const post = () => fetch(`${listening.url}/index_version`, { method: "POST", headers, body: JSON.stringify(body) });
  try {
    sandbox.faults.arm({ kind: "reset-before", phase: "before", times: 1, ms: 0 });
    await expect(post()).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.length).toBe(0);
    sandbox.faults.arm({ kind: "reset-after", phase: "before", times: 1, ms: 0 });
    await expect(post()).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.length).toBe(1);
    expect((await post()).status).toBe(201);
    await expect(listen(sandbox, { host: "127.0.0.1", port: Number(new URL(listening.url).port) })).rejects.toThrow(
      /^SANDBOX_PORT: /,
    );
  } finally {
    await listening.close();
  }
});
