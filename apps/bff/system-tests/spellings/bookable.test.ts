import { BookingCheck, CreatedPatient, PractitionerView, Problem, RosterPage } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createGatewayStack } from "#/testing/gateway-stack.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";

// Services that say of practitioners and schedules whether they can be booked: by a state, by true and false with a reason
// beside it, and by a reason alone.
const spellings = ["seed:2", "seed:8", "seed:6"];

/** What the sandbox calls its reasons; a profile has these words for their codes. */
const words = ["On leave", "Takes no new patients", "Retired"];

interface Found {
  scheduleId: string;
  practitionerId: string;
}

/** A schedule of the roster that can be booked, and one that says itself that it cannot. */
async function openAndClosed({ deps, ...app }: TestApp): Promise<{ open: Found; closed: Found }> {
  const { client, profile } = deps.service;
  const found: { open?: Found; closed?: Found } = {};
  for (const scheduleId of sampleSchedules({ deps, ...app }, 60)) {
    const { raw } = await client.records.retrieve("schedule", scheduleId, { index: profile.standardIndex });
    const { bookable, practitioner } = profile.decode("schedule", raw);
    const value = bookable !== undefined && "value" in bookable ? bookable.value : null;
    const named = practitioner !== undefined && "value" in practitioner ? practitioner.value : null;
    const practitionerId = typeof named === "string" ? named : "";
    const side = JSON.stringify(value).includes("false") ? "closed" : "open";
    found[side] ??= { scheduleId, practitionerId };
  }
  const { open, closed } = found;
  if (open === undefined || closed === undefined) throw new Error("no schedule of each kind");
  return { open, closed };
}

test.for(spellings)("%s: what cannot be booked says why, on the page, the roster and the check", async (spelling) => {
  await using app = await createTestApp({
    sandbox: { spelling, writes: true, practitioners: 50 },
    profile: "of the sandbox",
  });
  const { open, closed } = await openAndClosed(app);
  const { indexId } = await createDirectory(app, { roster: `${open.scheduleId}\n${closed.scheduleId}` });
  const at = `/index-versions/${indexId}`;

  const { items } = await read(app, RosterPage, `${at}/roster?type=schedule`);
  const said = (id: string) => items.find(({ record }) => record.id === id)?.bookable;
  expect(said(open.scheduleId)).toEqual({ bookable: true, reasons: [] });
  expect(said(closed.scheduleId)).toEqual({ bookable: false, reasons: [expect.stringMatching(words.join("|"))] });

  const page = await read(app, PractitionerView, `${at}/practitioners/${closed.practitionerId}`);
  const shown = page.schedules.find(({ record }) => record.id === closed.scheduleId);
  expect(shown?.bookable).toEqual(said(closed.scheduleId));
  const field = shown?.comparison.fields.find(({ kind }) => kind === "bookable");
  expect(field).toMatchObject({ key: "bookable", verdict: "same" });

  const check = async ({ scheduleId }: Found) =>
    await read(app, BookingCheck, `${at}/booking-check/${scheduleId}?from=2026-11-23&days=3`);
  const refused = await check(closed);
  expect(refused.bookable.here.schedule).toEqual(said(closed.scheduleId));
  expect(refused.bookable.base).toEqual(refused.bookable.here);
  expect([refused.slots.here.state, refused.slots.base.state]).toEqual(["read", "read"]);
  const taken = await check(open);
  expect([taken.bookable.here.schedule?.bookable, taken.slots.here.state]).toEqual([true, "read"]);
});

test("seed:2: a refused booking names its reason, a closed practitioner closes its schedules, and what opens differs", async () => {
  await using app = await createTestApp({
    sandbox: { spelling: "seed:2", writes: true, practitioners: 50 },
    profile: "of the sandbox",
  });
  const { profile } = app.deps.service;
  const { open, closed } = await openAndClosed(app);
  const { indexId } = await createDirectory(app, { roster: `${open.scheduleId}\n${closed.scheduleId}` });
  const at = `/index-versions/${indexId}`;
  const post = async (path: string, body: object) =>
    await app.signedIn("POST", `${CONNECTION_API}/booking-check${path}`, body);
  const insuranceId = app.sandbox.samples.plans.trim().split("\n")[1]?.split(",")[0] ?? "";
  const patient = await post("/patients", {
    attemptId: "try_0000000000000001",
    firstName: "Aoife",
    lastName: "Example",
    dateOfBirth: "1980-02-29",
    insuranceId,
  });
  const made = CreatedPatient.parse(await patient.json());
  const patientId = made.outcome === "created" ? made.patient.id : "";
  const slot = { startAt: "2026-11-23T14:00:00.000Z", durationMinutes: 30 };
  const booking = { attemptId: "try_0000000000000002", indexId, scheduleId: closed.scheduleId, patientId, slot };
  const refused = Problem.parse(await (await post("/bookings", booking)).json());
  expect(refused.code).toBe("service_refused");
  expect(refused.detail).toMatch(/This schedule cannot be booked: (On leave|Takes no new patients|Retired)\.$/);

  // The practitioner of the open schedule goes on leave in the standard index alone.
  const meaning = profile.data.records["practitioner"]?.meanings["bookable"];
  if (meaning === undefined || !("kind" in meaning) || meaning.kind !== "bookable") throw new Error("not said");
  const [code = ""] = Object.entries(meaning.reasons.words).flatMap(([key, text]) => (text === "On leave" ? key : []));
  const drift = { type: "practitioner", id: open.practitionerId, set: { [meaning.at.slice(1)]: code } };
  const drifted = await app.sandbox.control.request("/drift", {
    method: "POST",
    body: JSON.stringify(drift),
    headers: { "Content-Type": "application/json" },
  });
  expect(await drifted.text()).toContain("revision");
  app.clock.advance(1_000);
  const check = await read(app, BookingCheck, `${at}/booking-check/${open.scheduleId}`);
  expect(check.bookable).toMatchObject({
    here: { practitioner: { bookable: true } },
    base: { practitioner: { bookable: false, reasons: ["On leave"] } },
  });
  expect([check.slots.here.state, check.slots.base.state]).toEqual(["read", "read"]);
  const page = await read(app, PractitionerView, `${at}/practitioners/${open.practitionerId}?maxAge=0`);
  expect(page.practitioner.comparison.fields.find(({ key }) => key === "bookable")).toMatchObject({
    kind: "bookable",
    verdict: "base moved",
    values: { base: { value: { bookable: false } }, index: { value: { bookable: true } } },
  });
});

test("every-kind: slots of what cannot be booked are shown where the service lists them, pass the gateway, and are refused", async () => {
  await using stack = await createGatewayStack({
    sandbox: { spelling: "every-kind", practitioners: 50 },
    profile: "of the sandbox",
  });
  const { app } = stack;
  const { closed } = await openAndClosed(app);
  const { indexId } = await createDirectory(app, { roster: closed.scheduleId });
  const check = await read(app, BookingCheck, `/index-versions/${indexId}/booking-check/${closed.scheduleId}?days=31`);
  const items = check.slots.here.state === "read" ? check.slots.here.items : [];
  expect([check.bookable.here.schedule?.bookable, items.length > 0]).toEqual([false, true]);
  const { profile } = app.deps.service;
  const curl = check.requests.find(({ operation }) => operation === "listOpenSlots")?.curl ?? "";
  const { pathname, search } = new URL(/https?:[^'"\s]+/.exec(curl)?.[0] ?? "");
  const here = { headers: { [profile.data.headers.index.name]: indexId } };
  const [direct, served] = [
    await stack.direct(pathname + search, here.headers),
    await stack.gateway(pathname + search, here),
  ];
  expect([served.status, await served.text()]).toEqual([direct.status, await direct.text()]);
});
