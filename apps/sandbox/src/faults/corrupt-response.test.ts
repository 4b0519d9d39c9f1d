import { gunzipSync } from "node:zlib";
import { createServiceClient, shippedProfile } from "@dc/api-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtInKey, type Sandbox } from "#/app.ts";
import {
  call,
  control,
  createIndexVersion,
  createTestSandbox,
  firstSchedule,
  objectOf,
  scheduleIds,
  textOf,
} from "#/testing/test-sandbox.ts";
import { listen, type Listening } from "#/http/listen.ts";
import { corruptResponse } from "./corrupt-response.ts";

describe("over a socket, with the client of the default profile", () => {
  let sandbox: Sandbox;
  let listening: Listening;
  beforeEach(async () => {
    sandbox = createTestSandbox();
    listening = await listen(sandbox, { host: "127.0.0.1", port: 0 });
  });
  afterEach(() => listening.close());

  test.each([
    ["truncated", "ApiConnectionError"],
    ["huge", "ApiBodyTooLargeError"],
    ["bomb", "ApiBodyTooLargeError"],
    ["wrong-types", "ApiSchemaError"],
    ["malformed", "ApiSchemaError"],
    ["empty", "ApiSchemaError"],
    ["html", "ApiSchemaError"],
    ["invalid-utf8", "ApiSchemaError"],
    ["bom", "ApiSchemaError"],
    ["deep", "ApiSchemaError"],
    ["null-id", "ApiSchemaError"],
    ["other-id", "ApiSchemaError"],
  ])("a client rejects a response corrupted by %s with an %s, and reads the next one", async (kind, name) => {
    const client = createServiceClient({
      baseUrl: listening.url,
      apiKey: builtInKey,
      profile: shippedProfile(),
      retry: { attempts: 1 },
    });
    try {
      const id = firstSchedule(sandbox);
      await control(sandbox, "POST", "/faults", { kind, path: "^/schedules/", bytes: 9_000_000 });
      await expect(client.schedules.retrieve(id, { index: "idx_standard" })).rejects.toMatchObject({ name });
      expect((await client.schedules.retrieve(id, { index: "idx_standard" })).id).toBe(id);
    } finally {
      await client.close();
    }
  });

  test("a slow response body exceeds the deadline of a reader", async () => {
    const client = createServiceClient({
      baseUrl: listening.url,
      apiKey: builtInKey,
      readDeadlineMs: 50,
      retry: { attempts: 1 },
    });
    try {
      await control(sandbox, "POST", "/faults", { kind: "drip", ms: 20_000 });
      await expect(client.schedules.retrieve(firstSchedule(sandbox), { index: "idx_standard" })).rejects.toMatchObject({
        name: "ApiTimeoutError",
      });
    } finally {
      await client.close();
    }
  });
});

test("a fault makes a read return the base or another index than the requested one", async () => {
  const sandbox = createTestSandbox();
  const path = `/schedules/${firstSchedule(sandbox)}`;
  const index = await createIndexVersion(sandbox);
  await call(sandbox, "POST", path, { index, body: { name: "Mine" } });
  await call(sandbox, "POST", path, { index: "idx_test_mode_custom", body: { name: "Trial" } });
  await control(sandbox, "POST", "/faults", [
    { kind: "ignored-index" },
    { kind: "other-index" },
    { kind: "other-index", from: index },
  ]);
  const names = [];
  for (const requested of [index, index, "idx_standard"])
    names.push(objectOf((await call(sandbox, "GET", path, { index: requested })).body)["name"]);
  const base = objectOf((await call(sandbox, "GET", path)).body)["name"];
  expect(names).toEqual([base, "Trial", "Mine"]);
});

test("the other id in a corrupted response is that of an existing record", async () => {
  const sandbox = createTestSandbox();
  const ids = scheduleIds(sandbox);
  await control(sandbox, "POST", "/faults", { kind: "other-id", times: 2 });
  for (const id of ids.slice(0, 2)) {
    const answered = objectOf((await call(sandbox, "GET", `/schedules/${id}`)).body)["id"];
    expect(answered).not.toBe(id);
    expect(textOf(answered)).toMatch(/^sch_[A-Za-z0-9]{8}$/);
  }
});

test("the gzip bomb has 190 to 215 KB and decompresses to 200 MB", () => {
  const rule = { kind: "bomb", phase: "before", times: 1, ms: 0 } as const;
  const bomb = corruptResponse(rule, "{}", { id: "a", otherId: "b", wait: () => Promise.resolve() })?.body;
  if (!(bomb instanceof Uint8Array)) throw new TypeError("no bytes");
  expect(bomb.length).toBeGreaterThan(190_000);
  expect(bomb.length).toBeLessThan(215_000);
  expect(gunzipSync(bomb).length).toBe(200_000_014);
});
