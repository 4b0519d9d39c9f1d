import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import {
  createProfile,
  createServiceClient,
  ProfileError,
  shippedProfile,
  type FieldValues,
  type Json,
  type ServiceClientOptions,
  type ServiceProfile,
} from "#/index.ts";
import appointment from "#/samples/appointment.json" with { type: "json" };
import indexVersion from "#/samples/index-version.json" with { type: "json" };
import practitioner from "#/samples/practitioner.json" with { type: "json" };
import respelledData from "#/samples/respelled-profile.json" with { type: "json" };
import { sendJson, startLocalService, type Asked } from "#/testing/local-service.ts";

async function connectToService(
  respond: (asked: Asked, response: ServerResponse) => void,
  options: Partial<ServiceClientOptions> = {},
) {
  const service = await startLocalService(respond);
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    apiKey: "test_key_12345678",
    profile: shippedProfile("with-writes"),
    ...options,
  });
  return {
    service,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

// What JSON.parse gives is a Json.
function bodyOf(asked: Asked): Json {
  return JSON.parse(asked.body) as Json;
}

const update = {
  type: "practitioner",
  id: practitioner.id,
  index: "idx_a",
  current: practitioner,
  fields: { preferredName: { value: "Nes" } },
};

const newSchedule = { practitioner: { value: "p1" }, name: { value: "Elm" }, timeZone: { value: "UTC" } };

describe("what became of a POST", () => {
  const json = { "content-type": "application/json" };
  it.each<[string, (response: ServerResponse) => void, object]>([
    [
      "a created index version",
      (response) => {
        sendJson(response, indexVersion, 201);
      },
      { outcome: "done", status: 201, value: { id: "idx_new", name: "Dr. Lind" } },
    ],
    [
      "a refusal in words",
      (response) => {
        sendJson(
          response,
          { error: { code: "bad_request", message: "No name", field: "name" }, request_id: "req_1" },
          400,
        );
      },
      { outcome: "refused", status: 400, code: "bad_request", words: "No name", field: "name", requestId: "req_1" },
    ],
    [
      "a refusal without words",
      (response) => response.writeHead(404).end(),
      { outcome: "refused", status: 404, reason: "missing", words: null },
    ],
    [
      "a failure of the service",
      (response) => {
        sendJson(response, {}, 500);
      },
      { outcome: "unknown", why: "service-failure", status: 500 },
    ],
    ["a lost reply", (response) => response.destroy(), { outcome: "unknown", why: "reply-lost" }],
    [
      "a truncated reply",
      (response) => {
        response.writeHead(201, { ...json, "content-length": "99" });
        response.write("{", () => response.destroy());
      },
      { outcome: "unknown", why: "reply-lost" },
    ],
    ["an empty reply", (response) => response.writeHead(201, json).end(), { outcome: "unknown", why: "empty-answer" }],
    [
      "an unreadable reply",
      (response) => response.writeHead(201, json).end("{"),
      { outcome: "unknown", why: "unreadable-answer" },
    ],
    [
      "a reply without an id",
      (response) => {
        sendJson(response, {}, 201);
      },
      { outcome: "unknown", why: "unreadable-answer" },
    ],
    [
      "a reply of another status",
      (response) => {
        sendJson(response, indexVersion, 202);
      },
      { outcome: "unknown", why: "unexpected-status" },
    ],
    ["no reply in time", () => undefined, { outcome: "unknown", why: "timeout" }],
  ])("%s is told, and it is sent once", async (what, respond, expected) => {
    await using connection = await connectToService(
      (_asked, response) => {
        respond(response);
      },
      what === "no reply in time" ? { writeDeadlineMs: 80 } : {},
    );
    expect(await connection.client.indexVersions.create({ name: "Dr. Lind" })).toMatchObject(expected);
    expect(
      connection.service.asked.map((asked) => [
        asked.method,
        asked.url,
        asked.body,
        asked.headers["service-index-version"],
      ]),
    ).toEqual([["POST", "/index_version", '{"name":"Dr. Lind"}', undefined]]);
  });

  it("that found nobody there was never sent", async () => {
    const gone = await startLocalService(() => undefined);
    await gone[Symbol.asyncDispose]();
    const client = createServiceClient({ baseUrl: gone.baseUrl, apiKey: "test_key_12345678" });
    expect(await client.indexVersions.create({ name: "x" })).toEqual({
      outcome: "not-sent",
      why: "unreachable",
      retryAfterMs: null,
    });
    await client.close();
  });

  it("books with the slot's own words", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, appointment, 201);
    });
    const booked = await connection.client.appointments.create({
      scheduleId: "sch_1",
      patientId: "pt_1",
      startAt: "2026-11-23T14:00:00.000Z",
      durationMinutes: 30,
    });
    expect(booked).toMatchObject({ outcome: "done", value: { id: "apt_one", status: "simulated" } });
    expect(JSON.parse(connection.service.asked[0]?.body ?? "")).toEqual({
      schedule_id: "sch_1",
      patient_id: "pt_1",
      start_at: "2026-11-23T14:00:00.000Z",
      duration: 30,
    });
  });
});

describe("the write adapter", () => {
  it("holds what the profile does not spell, and still shows the values for the runbook", async () => {
    await using connection = await connectToService(
      (_asked, response) => {
        sendJson(response, {});
      },
      { profile: shippedProfile() },
    );
    const { writes } = connection.client;
    expect(await writes.updateRecord(update)).toEqual({
      outcome: "held",
      because: "not-documented",
      operation: "updatePractitioner",
    });
    expect(await writes.deleteIndexVersion("idx_a")).toMatchObject({ outcome: "held" });
    expect(writes.describeUpdate(update)).toMatchObject({
      request: null,
      fields: [
        { field: "preferredName", pointer: "/preferred_name", before: { value: "Inês" }, after: { value: "Nes" } },
      ],
    });
    expect(connection.service.asked).toEqual([]);
  });

  it("sends the changed fields alone, as the preview shows them", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, { ...practitioner, preferred_name: "Nes" });
    });
    const plan = connection.client.writes.describeUpdate(update);
    expect(plan.request).toMatchObject({
      method: "POST",
      path: `/practitioners/${practitioner.id}`,
      body: { preferred_name: "Nes" },
    });
    expect(await connection.client.writes.updateRecord(update)).toMatchObject({
      outcome: "done",
      value: { id: practitioner.id, record: { preferred_name: "Nes" } },
    });
    expect(connection.service.asked.map((asked) => [asked.headers["service-index-version"], bodyOf(asked)])).toEqual([
      ["idx_a", plan.request?.body],
    ]);
  });

  it("sends the whole record, enveloped and without what is not sent, where the profile says so", async () => {
    const current = { ref: "cl-1", names: { full: "A", short: "B", kept: 1 }, other: [null], touched: 5 };
    await using connection = await connectToService(
      (_asked, response) => {
        sendJson(response, { data: current }, 202);
      },
      { profile: createProfile(respelledData) },
    );
    const result = await connection.client.writes.updateRecord({
      type: "practitioner",
      id: "cl-1",
      index: "cat-1",
      current,
      fields: { preferredName: { value: "" } },
    });
    expect(result.outcome).toBe("done");
    expect(connection.service.asked.map((asked) => [asked.method, bodyOf(asked)])).toEqual([
      ["PUT", { data: { names: { full: "A", short: null, kept: 1 }, other: [null] } }],
    ]);
  });

  it.each(["whole-record", "changed-fields"] as const)(
    "sends the id of a reference that is read expanded, in %s",
    async (wayOfUpdate) => {
      const reference = (at: string) => ({
        kind: "reference",
        to: "practitioner",
        at,
        shape: { form: "expanded", id: "/id" },
      });
      const body = wayOfUpdate === "whole-record" ? "{record}" : "{changes}";
      const profile = createProfile({
        extends: "with-writes",
        records: {
          schedule: {
            update: wayOfUpdate,
            meanings: { practitioner: reference("/links/by"), standIn: reference("/links/instead") },
          },
        },
        operations: { updateSchedule: { method: "POST", path: "/schedules/{id}", body } },
      });
      const current = { id: "sch_1", links: { by: { id: "p1", name: "Dr. A" }, instead: { id: "p2", name: "Dr. B" } } };
      const next = profile.encode("schedule", current, "standIn", "p3");
      expect(next["links"]).toEqual({ by: { id: "p1", name: "Dr. A" }, instead: { id: "p3" } });
      await using connection = await connectToService((_asked, response) => sendJson(response, current), { profile });
      const change = { type: "schedule", id: "sch_1", index: "idx_a", current, fields: { standIn: { value: "p3" } } };
      await connection.client.writes.updateRecord(change);
      await connection.client.writes.updateRecord({ ...change, currentText: JSON.stringify(current) });
      const sent = { links: { by: "p1", instead: "p3" } };
      expect(connection.service.asked.map(bodyOf)).toEqual([
        expect.objectContaining(sent),
        expect.objectContaining(sent),
      ]);
    },
  );

  it("never writes to the standard index", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, practitioner);
    });
    const { writes } = connection.client;
    const refused = { outcome: "not-sent", why: "standard-index", retryAfterMs: null };
    expect(await writes.updateRecord({ ...update, index: "idx_standard" })).toEqual(refused);
    expect(await writes.createRecord({ type: "schedule", index: "idx_standard", fields: {} })).toEqual(refused);
    expect(await writes.deleteRecord({ type: "schedule", id: "sch_1", index: "idx_standard" })).toEqual(refused);
    expect(await writes.deleteIndexVersion("idx_standard")).toEqual(refused);
    expect(connection.service.asked).toEqual([]);
  });

  it.each<[string, (data: ServiceProfile["data"]) => void]>([
    [
      "an operation takes no index header",
      ({ operations }) => {
        for (const operation of Object.values(operations)) operation.takesIndex = false;
      },
    ],
    ["the credential goes by the same header", ({ credential }) => (credential.header = "service-INDEX-version")],
    ["the version goes by the same header", ({ headers }) => (headers.apiVersion.name = "SERVICE-index-version")],
  ])("sends no write of a record whose request would not name its index, since %s", async (_why, change) => {
    const right = shippedProfile("with-writes");
    const data = structuredClone(right.data);
    change(data);
    // No profile file gives such a profile; the test shows that nothing is sent even then.
    expect(() => createProfile(data)).toThrow(ProfileError);
    await using connection = await connectToService(
      (_asked, response) => {
        sendJson(response, practitioner);
      },
      { profile: { ...right, data } },
    );
    const { writes } = connection.client;
    const notSent = { outcome: "not-sent", why: "index-not-named", retryAfterMs: null };
    expect(await writes.updateRecord(update)).toEqual(notSent);
    expect(await writes.createRecord({ type: "schedule", index: "idx_a", fields: newSchedule })).toEqual(notSent);
    expect(await writes.deleteRecord({ type: "schedule", id: "sch_1", index: "idx_a" })).toEqual(notSent);
    expect(connection.service.asked).toEqual([]);
  });

  it("sends a new record with the defaults of its type, and refuses one that lacks what creation requires", () => {
    const records = {
      schedule: { create: { required: ["practitioner", "/status"], defaults: { "/status": "open", timeZone: "UTC" } } },
    };
    const profile = createProfile({ extends: "with-writes", records });
    const { writes } = createServiceClient({ baseUrl: "http://service.test", apiKey: "key", profile });
    const describe = (fields: FieldValues) => writes.describeCreate({ type: "schedule", index: "idx_a", fields });
    const given = describe({ practitioner: { value: "p1" }, timeZone: { value: "Europe/Oslo" } });
    expect(given.request?.body).toEqual({
      practitioner: "p1",
      status: "open",
      time_zone: "Europe/Oslo",
    });
    expect(given.fields.map(({ field, after }) => [field, after])).toEqual([
      ["/status", { value: "open" }],
      ["timeZone", { value: "Europe/Oslo" }],
      ["practitioner", { value: "p1" }],
    ]);
    expect(() => describe({ practitioner: { value: " " }, "/status": { value: "" } })).toThrow(
      expect.objectContaining({ reason: "required", fields: ["practitioner", "/status"] }),
    );
  });

  it("takes an answer about another record for no answer", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, { ...practitioner, id: "other00000" });
    });
    expect(await connection.client.writes.updateRecord(update)).toMatchObject({ outcome: "unknown", why: "other-id" });
  });

  it("refuses what cannot be written when it is planned", async () => {
    await using connection = await connectToService((_asked, response) => {
      sendJson(response, practitioner);
    });
    const gone = { ...update, fields: { preferredName: { absent: true as const } } };
    expect(() => connection.client.writes.describeUpdate(gone)).toThrow(
      expect.objectContaining({ name: "EncodeError", reason: "cannot-be-absent" }),
    );
    expect(connection.service.asked).toEqual([]);
  });

  it("says per operation what the service can do", () => {
    const client = createServiceClient({ baseUrl: "http://service.test", apiKey: "k" });
    const states = Object.fromEntries(
      client.capabilities().map((capability) => [capability.operation, capability.state]),
    );
    expect(states).toMatchObject({
      readPractitioner: "documented",
      listOpenSlots: "configured",
      createIndexVersion: "documented",
      updatePractitioner: "stub",
      deleteIndexVersion: "stub",
      listSchedules: "stub",
    });
  });
});
