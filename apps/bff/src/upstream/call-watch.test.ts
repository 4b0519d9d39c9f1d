import { CheckedProfile, Connection } from "@dc/contract";
import { ApiConnectionError, fetchTransport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { arm, read, sampleSchedules } from "#/testing/directory.ts";

const healthOf = async (app: TestApp) => (await read(app, Connection, "")).health.state;

/** Creates an index version whose reply is lost; the request is not repeated. */
async function loseReply(app: TestApp, name: string): Promise<void> {
  app.clock.advance(1_000);
  await arm(app, { kind: "reset-after", method: "POST", times: 1 });
  await app.signedIn("POST", `${CONNECTION_API}/index-versions`, { name, roster: "" });
  expect(await healthOf(app)).toBe("down");
  app.clock.advance(1_000);
}

test("after a lost reply the service is up again with the next answer, be it to a read, to a dry run or through the gateway", async () => {
  await using app = await createTestApp();
  const { service, connection, clock } = app.deps;
  const [schedule = ""] = sampleSchedules(app, 1);
  const { standardIndex, data } = service.profile;

  await loseReply(app, "A");
  await service.client.records.retrieve("schedule", schedule, { index: standardIndex });
  expect(await healthOf(app)).toBe("up");

  await loseReply(app, "B");
  const checked = await app.signedIn("POST", `${CONNECTION_API}/profile/check`, {
    profile: { extends: "default", name: "tried" },
    read: { schedule },
  });
  expect(CheckedProfile.parse(await checked.json()).reading).not.toBeNull();
  expect(await healthOf(app)).toBe("up");

  await loseReply(app, "C");
  const send = fetchTransport((url, init) => app.sandbox.app.request(url, init));
  const gateway = service.calls.watching(send, clock.now);
  const request = {
    method: "GET" as const,
    origin: connection.baseUrl,
    path: `/schedules/${schedule}`,
    headers: {
      [data.credential.header]: `Basic ${btoa(`${builtInKey}:`)}`,
      [data.headers.apiVersion.name]: connection.apiVersion,
    },
    body: null,
    maxBytes: 1e6,
    signal: AbortSignal.timeout(60_000),
  };
  await gateway.send(request);
  expect(await healthOf(app)).toBe("up");

  app.clock.advance(1_000);
  const broken = service.calls.watching(
    { ...send, send: () => Promise.reject(new ApiConnectionError({ mayHaveArrived: true, code: null })) },
    clock.now,
  );
  await expect(broken.send(request)).rejects.toThrow(ApiConnectionError);
  expect(await healthOf(app)).toBe("down");
});

test("calls are paused until one was answered, and not down for the moment in which one is tried", async () => {
  await using app = await createTestApp({
    service: { retry: { attempts: 1 }, circuit: { failures: 1, firstPauseMs: 200 } },
  });
  const { service } = app.deps;
  const [schedule = ""] = sampleSchedules(app, 1);
  const retrieve = () =>
    service.client.records.retrieve("schedule", schedule, { index: service.profile.standardIndex });
  await arm(app, { kind: "reset-before", method: "GET", times: 1 });
  await expect(retrieve()).rejects.toThrow(ApiConnectionError);
  expect(await healthOf(app)).toBe("paused");
  app.clock.advance(200);
  expect(await healthOf(app)).toBe("paused");
  await retrieve();
  expect(await healthOf(app)).toBe("up");
});
