import { Booking, BookingCheck, CreatedPatient, FoundPatients, Problem } from "@dc/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { createSender } from "#/sending/sender.ts";
import { newId } from "#/runtime/new-id.ts";
import { createApp } from "#/server/app.ts";
import { siteOf } from "#/http/site.ts";
import { CONNECTION_API, ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, arm, journalOf, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";
import { parseProfile } from "#/upstream/settings-profile.ts";
import { testEvidence } from "#/testing/evidence.ts";

const root = `${CONNECTION_API}/booking-check`;
const canary = { firstName: "Quillon", lastName: "Zanzibarr", dateOfBirth: "1931-02-03" };
const traces = [canary.firstName, canary.lastName, canary.dateOfBirth];

let testApp: TestApp;
let indexId: string;
let scheduleId: string;

async function open(options?: Parameters<typeof createTestApp>[0]) {
  testApp = await createTestApp(options);
  [scheduleId = ""] = sampleSchedules(testApp, 1);
  ({ indexId } = await createDirectory(testApp, { roster: sampleSchedules(testApp, 3).join("\n") }));
}

const check = (query = "") =>
  read(testApp, BookingCheck, `/index-versions/${indexId}/booking-check/${scheduleId}${query}`);
const post = (path: string, body: unknown) => testApp.signedIn("POST", `${root}${path}`, body);
const patientBody = (insuranceId: string) => ({ attemptId: newId("try"), ...canary, insuranceId });

async function created(insuranceId: string) {
  const answer = await post("/patients", patientBody(insuranceId));
  expect(answer.status).toBe(201);
  const made = CreatedPatient.parse(await answer.json());
  if (made.outcome !== "created") throw new Error(made.why);
  return made.patient;
}

async function firstPlan() {
  const plan = (await check()).acceptance.plans.find(({ index }) => index === true);
  if (plan === undefined) throw new Error("The schedule accepts no plan.");
  return plan.planId;
}

async function firstSlot() {
  const { slots } = await check("?days=14");
  if (slots.here.state !== "read") throw new Error(slots.here.detail);
  const [slot] = slots.here.items;
  if (slot === undefined) throw new Error("There is no open slot.");
  return slot;
}

const bookingBody = async (patientId: string) => ({
  attemptId: newId("try"),
  indexId,
  scheduleId,
  patientId,
  slot: await firstSlot(),
});

/** A second app on the same store, without shared memory. */
async function createReplica() {
  const app = createApp({
    deps: testApp.deps,
    site: siteOf({ publicUrl: undefined, host: "127.0.0.1" }),
    consoleDir: "",
  });
  const headers = { Origin: "http://localhost", "X-Directory-Console": "1", "Content-Type": "application/json" };
  const ask = async (path: string, body: unknown, more = {}) =>
    await app.request(path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const signedIn = await ask("/api/v1/session", { email: ADMIN.email, password: ADMIN.password });
  const Cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return async (path: string, body: unknown) => await ask(`${root}${path}`, body, { Cookie });
}

afterEach(() => testApp[Symbol.asyncDispose]());

describe.each([
  ["default", {}],
  ["respelled", { sandbox: { spelling: "respelled" as const }, profile: "of the sandbox" as const }],
  ["seeded", { sandbox: { spelling: "seed:41" as const }, profile: "of the sandbox" as const }],
])("a booking check in the %s spelling", (_name, options) => {
  beforeEach(() => open(options));

  it("shows both sides, the range in the schedule's time zone, and the requests with placeholders", async () => {
    const shown = await check("?from=2026-11-23&days=3");
    expect(shown.schedule.presence).toBe("both");
    expect(shown.practitioner?.id).toBeTypeOf("string");
    expect(shown.range).toMatchObject({ from: "2026-11-23", days: 3, timeZoneKnown: true });
    expect(
      new Intl.DateTimeFormat("en-GB", {
        timeZone: shown.range.timeZone,
        timeStyle: "medium",
        dateStyle: "short",
      }).format(new Date(shown.range.start)),
    ).toBe("23/11/2026, 00:00:00");
    expect(shown.slots.here).toEqual(shown.slots.base);
    if (shown.slots.here.state !== "read") throw new Error(shown.slots.here.detail);
    expect(shown.slots.here.items.length).toBeGreaterThan(0);
    for (const { durationMinutes } of shown.slots.here.items) expect([15, 20, 30, 45, 60]).toContain(durationMinutes);
    expect(shown.acceptance.plans.every(({ base, index, effective }) => base === index && index === effective)).toBe(
      true,
    );
    expect(shown.requests.map(({ operation }) => operation)).toEqual([
      "findPatients",
      "createPatient",
      "listOpenSlots",
      "readSchedule",
      "createAppointment",
    ]);
    for (const { curl } of shown.requests) expect(curl).toContain("<API_KEY>");
    expect(shown.requests.at(-1)?.curl).toContain("START_AT");
  });

  it("a held override is effective, and not what the service says", async () => {
    const planId = await firstPlan();
    const { heldBy } = (await check()).acceptance;
    if (heldBy === null) throw new Error("The list is held by no record.");
    const change = {
      record: heldBy,
      field: "acceptedInsurances",
      operation: { op: "remove" as const, element: planId },
      policy: "pin" as const,
      evidence: { reason: "Left the network", source: null, verifiedOn: null, reviewBy: null, from: null, until: null },
    };
    const { changeSet } = await stageChanges(testApp.context, { indexId, changes: [change] });
    await applyChangeSet(testApp.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
    testApp.clock.advance(5_000);
    await createSender(testApp.deps).runDue();
    const after = await check();
    const plan = after.acceptance.plans.find((one) => one.planId === planId);
    expect(plan).toMatchObject({ base: true, index: true, effective: false });
    expect(after.changes.map(({ id }) => id)).toEqual([plan?.override?.changeId]);
  });

  it("a patient is created, found and booked for, as a simulation", async () => {
    const insuranceId = await firstPlan();
    const patient = await created(insuranceId);
    expect(patient).toMatchObject({ ...canary, insuranceId });
    const found = await post("/patients/find", {
      name: `${canary.firstName} ${canary.lastName}`,
      dateOfBirth: canary.dateOfBirth,
    });
    expect(found.headers.get("Cache-Control")).toBe("no-store");
    expect(FoundPatients.parse(await found.json()).items).toEqual([patient]);
    const booking = await bookingBody(patient.id);
    const answer = await post("/bookings", booking);
    expect(answer.status).toBe(201);
    expect(Booking.parse(await answer.json())).toMatchObject({ outcome: "simulated" });
    const again = await post("/bookings", {
      ...booking,
      attemptId: newId("try"),
      slot: { ...booking.slot, startAt: "2020-01-01T00:00:00.000Z" },
    });
    expect(again.status).toBe(502);
    expect(Problem.parse(await again.json())).toMatchObject({ code: "service_refused", service: { message: null } });
    expect((await journalOf(testApp)).filter((action) => /^(patient|booking)/.test(action))).toEqual([
      "patient.create",
      "booking.simulate",
    ]);
  });
});

describe("a booking check", () => {
  it("in live mode looks no patient up, creates none and books nothing", async () => {
    await open();
    const { connection } = testApp.deps;
    connection.mode = "live";
    const before = requestsFor(testApp, /patients|appointments/);
    const bodies = [
      ["/patients/find", { name: "Quillon Zanzibarr", dateOfBirth: canary.dateOfBirth }],
      ["/patients", patientBody("ins_00000000")],
      ["/bookings", await bookingBody("pt_00000000")],
    ] as const;
    for (const [path, body] of bodies) {
      const answer = await post(path, body);
      expect(answer.status).toBe(409);
      expect(Problem.parse(await answer.json()).code).toBe("wrong_state");
    }
    expect(requestsFor(testApp, /patients|appointments/)).toBe(before);
    expect((await check()).mode).toBe("live");
  });

  it("an unknown index version does not exist, and a query may not name a patient", async () => {
    await open();
    expect(
      (await testApp.signedIn("GET", `${CONNECTION_API}/index-versions/idx_nobody/booking-check/${scheduleId}`)).status,
    ).toBe(404);
    expect(
      (
        await testApp.signedIn(
          "GET",
          `${CONNECTION_API}/index-versions/${indexId}/booking-check/${scheduleId}?name=Quillon`,
        )
      ).status,
    ).toBe(400);
    expect((await post("/bookings", { ...(await bookingBody("pt_00000000")), indexId: "idx_nobody" })).status).toBe(
      404,
    );
  });

  it("an id of the wrong length is reported as that", async () => {
    await open();
    for (const attemptId of ["try_abcdefghijklmnop1234", "try_abc", "abcdefghijklmnop"]) {
      const answer = await post("/patients", { ...patientBody("ins_00000000"), attemptId });
      const { errors } = Problem.parse(await answer.json());
      expect(errors).toEqual([{ pointer: "/attemptId", detail: "must be try_ and exactly 16 letters or digits" }]);
    }
  });

  it("nobody is let in without a session", async () => {
    await open();
    expect(
      (
        await testApp.request("POST", `${root}/patients/find`, {
          name: "Quillon Zanzibarr",
          dateOfBirth: canary.dateOfBirth,
        })
      ).status,
    ).toBe(401);
  });

  it("a lost reply leaves the booking unknown, and it is not sent again", async () => {
    await open();
    const patient = await created(await firstPlan());
    const booking = await bookingBody(patient.id);
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/appointments" });
    const answer = await post("/bookings", booking);
    expect(answer.status).toBe(202);
    expect(Booking.parse(await answer.json()).outcome).toBe("unknown");
    const sent = requestsFor(testApp, /appointments/);
    for (const attemptId of [booking.attemptId, newId("try")]) {
      const again = await post("/bookings", { ...booking, attemptId });
      expect(again.status).toBe(409);
      expect(Problem.parse(await again.json()).code).toBe("outcome_unknown");
    }
    expect(requestsFor(testApp, /appointments/)).toBe(sent);
    expect(await journalOf(testApp, scheduleId)).toEqual(["booking.unknown"]);
  });

  it("another replica on the same store sends nothing that one has sent, until what is open has expired", async () => {
    await open();
    const patient = await created(await firstPlan());
    const booking = await bookingBody(patient.id);
    const onReplica = await createReplica();
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/appointments" });
    expect((await post("/bookings", booking)).status).toBe(202);
    const sent = requestsFor(testApp, /appointments/);
    for (const attemptId of [booking.attemptId, newId("try")]) {
      const again = await onReplica("/bookings", { ...booking, attemptId });
      expect([again.status, Problem.parse(await again.json()).code]).toEqual([409, "outcome_unknown"]);
    }
    expect(requestsFor(testApp, /appointments/)).toBe(sent);
    const rows = await testApp.deps.store.db.selectFrom("booking_attempt").selectAll().execute();
    expect(rows.map(({ state }) => state).toSorted()).toEqual(["done", "unknown"]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${patient.id}|${scheduleId}`));

    testApp.clock.advance(25 * 3_600_000);
    await post("/bookings", { ...booking, attemptId: newId("try") });
    expect(requestsFor(testApp, /appointments/)).toBe(sent + 1);
  });

  it("a lost reply leaves the patient unknown, and the attempt is spent", async () => {
    await open();
    const patient = patientBody(await firstPlan());
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/patients" });
    const answer = await post("/patients", patient);
    expect(answer.status).toBe(202);
    expect(CreatedPatient.parse(await answer.json()).outcome).toBe("unknown");
    expect((await post("/patients", patient)).status).toBe(409);
  });

  it("a refused booking says which reason it was, by the profile and not by the service's text", async () => {
    await open({ sandbox: { spelling: "seed:4242" }, profile: "of the sandbox" });
    const patient = await created(await firstPlan());
    const booking = await bookingBody(patient.id);
    const past = { ...booking, slot: { ...booking.slot, startAt: "2020-01-01T00:00:00.000Z" } };
    const gone = Problem.parse(await (await post("/bookings", past)).json());
    const { reasons } = testApp.deps.service.profile.data.errors;
    const known = reasons.find(({ words }) => words === "The slot is not offered.");
    expect(gone.service).toMatchObject({ code: known?.code, message: "The slot is not offered." });
    // By the profile, this service means nothing more by it.
    expect([known?.reason, gone.detail]).toEqual([
      "other",
      "The service refused the request. The slot is not offered.",
    ]);
    const unnamed = { ...patientBody(await firstPlan()), insuranceId: "nothing" };
    const refused = Problem.parse(await (await post("/patients", unnamed)).json());
    expect(refused.service?.message).toMatch(/^(The request is not valid|Something that the request names)/);
    expect(refused.service?.details).toBeUndefined();
  });

  it("a service that fails shows none of its words", async () => {
    await open();
    await arm(testApp, { kind: "status", status: 400, times: 1, path: "/patients" });
    const answer = await post("/patients/find", { name: "Quillon Zanzibarr", dateOfBirth: canary.dateOfBirth });
    const text = await answer.text();
    expect(Problem.parse(JSON.parse(text))).toMatchObject({
      code: "service_refused",
      service: { code: null, message: null },
    });
    for (const trace of traces) expect(text).not.toContain(trace);
  });

  it("only slots of the range are shown, and it says so where the service was not asked for one", async () => {
    // This service lists slots from its own start day, whatever range is requested.
    const profile = parseProfile({
      extends: "default",
      name: "lists a month",
      operations: {
        listOpenSlots: {
          method: "GET",
          path: "/schedules/{scheduleId}/availability",
          query: { from: "2026-11-15T00:00:00.000Z", to: "2026-12-15T00:00:00.000Z" },
        },
      },
    });
    await open({ service: { profile } });
    const { range, slots } = await check("?days=1");
    expect(range.asked).toBe(false);
    if (slots.here.state !== "read") throw new Error(slots.here.detail);
    expect(slots.here.outsideRange).toBeGreaterThan(0);
    for (const { startAt } of slots.here.items) {
      expect(Date.parse(startAt)).toBeGreaterThanOrEqual(Date.parse(range.start));
      expect(Date.parse(startAt)).toBeLessThan(Date.parse(range.end));
    }
  });

  it("a range that would end after the year 9999 is refused with its field", async () => {
    await open();
    const answer = await testApp.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${indexId}/booking-check/${scheduleId}?from=9999-12-31`,
    );
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "?from", detail: "must be a day between 1900-01-01 and 9999-11-30" }] },
    });
    await check("?from=9999-11-30&days=31");
  });

  it("slots that cannot be read are reported beside what can", async () => {
    await open();
    await arm(testApp, { kind: "status", status: 400, path: "availability", times: 2 });
    const shown = await check();
    expect([shown.slots.base.state, shown.slots.here.state]).toContain("not read");
    expect(shown.acceptance.plans.length).toBeGreaterThan(0);
  });
});
