import { createServiceClient } from "@dc/api-client";
import { expect, test } from "vitest";
import { builtInKey } from "#/app.ts";
import { createTestSandbox, firstSchedule, planIds } from "#/call.fixture.ts";
import { listen } from "#/listen.ts";

test("the client of the default profile is understood by the sandbox, from the first read to a booking", async () => {
  const sandbox = createTestSandbox();
  const listening = await listen(sandbox, { host: "127.0.0.1", port: 0 });
  const client = createServiceClient({ baseUrl: listening.url, apiKey: builtInKey, retry: { attempts: 1 } });
  try {
    const made = await client.indexVersions.create({ name: "Dr. Elm" });
    if (made.outcome !== "done") throw new Error(`no index version: ${made.outcome}`);
    const index = made.value.id;
    const id = firstSchedule(sandbox);
    const reader = client.inIndex(index);
    const schedule = await reader.schedule(id);
    const practitioner = await reader.follow(schedule, "practitioner");
    expect(practitioner?.id).toBe(schedule.raw["practitioner"]);
    const range = { from: "2026-11-23T00:00:00.000Z", to: "2026-11-28T00:00:00.000Z" };
    const [slot] = await client.schedules.openSlots(id, { index, ...range });
    const [insuranceId = ""] = planIds(sandbox);
    const person = { firstName: "Aoife", lastName: "Ní Bhriain", dateOfBirth: "1980-02-29" };
    const patient = await client.patients.create({ ...person, insuranceId });
    const found = await client.patients.find({ dateOfBirth: person.dateOfBirth, name: "Aoife Ní Bhriain" });
    expect([patient.outcome, found.map(({ firstName }) => firstName)]).toEqual(["done", ["Aoife"]]);
    const booked = await client.appointments.create({
      scheduleId: id,
      patientId: found[0]?.id ?? "",
      startAt: slot?.startAt ?? "",
      durationMinutes: slot?.durationMinutes ?? 0,
    });
    expect(booked).toMatchObject({ outcome: "done", value: { status: "simulated" } });
  } finally {
    await client.close();
    await listening.close();
  }
});
