import {
  createProfile,
  createServiceClient,
  fetchTransport,
  systemClock,
  type Reading,
  type ServiceClient,
  type ServiceProfile,
} from "@dc/api-client";
import { describe, expect, test } from "vitest";
import { builtInKey, type Sandbox } from "#/app.ts";
import { findDialect, shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { createTestSandbox, firstSchedule, fixedNow, otherKey, planIds, textOf } from "#/testing/test-sandbox.ts";
import { listen } from "#/http/listen.ts";
import { inFormat } from "#/spelling/phone-format.ts";

const spellings = [...shippedSpellings, "seed:0", "seed:3", "seed:4", "seed:14"];

interface Connection {
  readonly sandbox: Sandbox;
  readonly profile: ServiceProfile;
  readonly client: ServiceClient;
}

/** A client of the sandbox that knows nothing but the profile of its spelling. */
function clientOf(sandbox: Sandbox, apiKey = builtInKey): Connection {
  const profile = createProfile(sandbox.profile({ writes: true }), { formatPhone: inFormat });
  const client = createServiceClient({
    baseUrl: "http://service.test",
    apiKey,
    profile,
    clock: { ...systemClock, now: () => fixedNow },
    transport: fetchTransport((url, init) => sandbox.app.request(url, init)),
    retry: { attempts: 1 },
  });
  return { sandbox, profile, client };
}

function valueOf(reading: Reading | undefined) {
  return reading === undefined || "absent" in reading ? undefined : reading.value;
}

async function indexOf({ client }: Connection): Promise<string> {
  const created = await client.indexVersions.create({ name: "Dr. Elm" });
  if (created.outcome !== "done") throw new Error(`no index version: ${JSON.stringify(created)}`);
  return created.value.id;
}

describe.each(spellings)("the client of %s", (spelling) => {
  test("reads, follows references and finds the record that owns each meaning", async () => {
    const connection = clientOf(createTestSandbox({ spelling }));
    const { client, profile, sandbox } = connection;
    const index = await indexOf(connection);
    const schedule = await client.schedules.retrieve(firstSchedule(sandbox), { index });
    const practitioner = await client.records.follow(schedule, "practitioner");
    expect(practitioner?.id).toBe(valueOf(profile.decode("schedule", schedule.raw)["practitioner"]));
    expect(profile.text("practitioner", practitioner?.raw ?? {}, "displayName")).toMatch(/\p{L}/u);
    for (const { name, owner } of profile.meanings("schedule")) {
      const holder = await client.records.ownerOf(schedule, name);
      expect(holder?.type).toBe(owner.type);
      expect(Object.keys(profile.decode(owner.type, holder?.raw ?? {}))).toContain(owner.meaning);
    }
  });

  test("books an open slot for a patient that it created and found", async () => {
    const { client, sandbox } = clientOf(createTestSandbox({ spelling }));
    const id = firstSchedule(sandbox);
    const range = { from: "2026-11-23T00:00:00.000Z", to: "2026-12-18T00:00:00.000Z" };
    const slots = await client.schedules.openSlots(id, { index: client.profile.standardIndex, ...range });
    const [slot] = slots;
    expect(slots.length).toBeGreaterThan(50);
    expect([15, 20, 30, 45, 60]).toContain(slot?.durationMinutes);
    const [insuranceId = ""] = planIds(sandbox);
    const person = { firstName: "Aoife", lastName: "Ní Bhriain", dateOfBirth: "1980-02-29" };
    const created = await client.patients.create({ ...person, insuranceId });
    const [patient] = await client.patients.find({ dateOfBirth: person.dateOfBirth, name: "Aoife Ní Bhriain" });
    expect(created).toMatchObject({ outcome: "done", value: { ...person, insuranceId } });
    expect(patient).toEqual(created.outcome === "done" ? created.value : null);
    const booking = {
      scheduleId: id,
      patientId: patient?.id ?? "",
      startAt: slot?.startAt ?? "",
      durationMinutes: slot?.durationMinutes ?? 0,
    };
    expect(await client.appointments.create(booking)).toMatchObject({
      outcome: "done",
      value: { startAt: slot?.startAt },
    });
    expect(await client.appointments.create({ ...booking, durationMinutes: 120 })).toMatchObject({
      outcome: "refused",
      reason: findDialect(spelling).saysDefaults === true ? "other" : "conflict",
    });
  });

  test("says everything that is wrong where its errors have details, and the reason by its vocabulary", async () => {
    const { client, profile, sandbox } = clientOf(createTestSandbox({ spelling }));
    const person = { firstName: "", lastName: "", dateOfBirth: "1980-02-29", insuranceId: planIds(sandbox)[0] ?? "" };
    const refused = await client.patients.create(person);
    if (refused.outcome !== "refused") throw new Error(refused.outcome);
    const { details } = profile.data.errors;
    expect(refused.reason).toBe("invalid");
    expect(refused.details.map(({ field, words }) => field !== null && words !== null)).toEqual(
      details === undefined ? [] : [true, true],
    );
    const code = profile.data.errors.reasons.find(({ reason }) => reason === "invalid")?.code;
    expect([refused.code, refused.known.map((known) => known.code)]).toEqual([code, [code]]);
    expect(refused.known.some(({ words }) => words !== null)).toBe(profile.data.errors.byStatus["500"] !== undefined);
  });

  test("updates, creates and deletes records of one index, and keeps unknown members", async () => {
    const connection = clientOf(createTestSandbox({ spelling }));
    const { client, profile, sandbox } = connection;
    const index = await indexOf(connection);
    const schedule = await client.schedules.retrieve(firstSchedule(sandbox), { index });
    const isOne = profile.meanings("schedule").some(({ name, holdsOne }) => name === "acceptedInsurances" && holdsOne);
    const plans = planIds(sandbox).slice(0, isOne ? 1 : 3);
    const changed = await client.writes.updateRecord({
      type: "schedule",
      id: schedule.id,
      index,
      current: schedule.raw,
      fields: { acceptedInsurances: { value: plans } },
    });
    expect(changed).toMatchObject({ outcome: "done", value: { id: schedule.id } });
    const again = await client.schedules.retrieve(schedule.id, { index });
    expect(valueOf(profile.decode("schedule", again.raw)["acceptedInsurances"])).toEqual(plans);
    expect(profile.withoutIgnored("schedule", again.raw)).toEqual(
      profile.withoutIgnored("schedule", profile.encode("schedule", schedule.raw, "acceptedInsurances", plans)),
    );
    const base = await client.schedules.retrieve(schedule.id, { index: profile.standardIndex });
    expect(base.contentHash).toBe(schedule.contentHash);

    const phones = await client.records.ownerOf(
      profile.meanings("schedule").some(({ name }) => name === "phones")
        ? schedule
        : ((await client.records.follow(schedule, "practitioner")) ?? schedule),
      "phones",
    );
    if (phones === null) throw new Error("nobody has phones");
    const value = [{ number: "(212) 555-0199", extension: "12", label: null }];
    const written = await client.writes.updateRecord({
      type: phones.type,
      id: phones.id,
      index,
      current: phones.raw,
      fields: { phones: { value } },
    });
    expect(written.outcome).toBe("done");
    const read = await client.records.retrieve(phones.type, phones.id, { index });
    expect(valueOf(profile.decode(phones.type, read.raw)["phones"])).toMatchObject([
      { number: expect.stringMatching(/^(\+?1 ?)?\(?212\)? ?555[ -]?0199$/), extension: "12" },
    ]);

    const created = await client.writes.createRecord({
      type: "practitioner",
      index,
      fields: { [profile.composed("practitioner").length > 0 ? "familyName" : "displayName"]: { value: "Dr. New" } },
    });
    if (created.outcome !== "done") throw new Error(JSON.stringify(created));
    const id = created.value.id ?? "";
    expect((await client.practitioners.retrieve(id, { index })).id).toBe(id);
    expect(await client.writes.deleteRecord({ type: "practitioner", index, id })).toMatchObject({ outcome: "done" });
    await expect(client.practitioners.retrieve(id, { index })).rejects.toMatchObject({ reason: "missing" });
    expect(await client.writes.deleteIndexVersion(index)).toMatchObject({ outcome: "done" });
  });

  test("understands each refusal", async () => {
    const connection = clientOf(createTestSandbox({ spelling }));
    const { client, profile, sandbox } = connection;
    const index = await indexOf(connection);
    const id = firstSchedule(sandbox);
    const stranger = clientOf(sandbox, otherKey).client;
    const nobody = clientOf(sandbox, "test_short").client;
    const lost = `${profile.data.records["schedule"]?.idPrefix ?? ""}nosuchthing`;
    await expect(client.schedules.retrieve(lost, { index })).rejects.toMatchObject({ reason: "missing" });
    await expect(client.schedules.retrieve(id, { index: "idx_never" })).rejects.toMatchObject({
      reason: "unknown-index",
    });
    await expect(stranger.schedules.retrieve(id, { index })).rejects.toMatchObject({ reason: "unknown-index" });
    await expect(nobody.schedules.retrieve(id, { index })).rejects.toMatchObject({ reason: "unauthorised" });
    expect(await client.indexVersions.create({ name: " " })).toMatchObject({ outcome: "refused", reason: "invalid" });
    sandbox.faults.arm({ kind: "status", status: 429, retryAfter: 3, phase: "before", times: 1, ms: 0 });
    await expect(client.schedules.retrieve(id, { index })).rejects.toMatchObject({
      reason: "rate-limited",
      retryAfterMs: 3000,
    });
  });

  test("lists what the spelling can list, page by page", async () => {
    const { client, profile, sandbox } = clientOf(createTestSandbox({ spelling }));
    const index = profile.standardIndex;
    const schedule = await client.schedules.retrieve(firstSchedule(sandbox), { index });
    const practitioner = textOf(valueOf(profile.decode("schedule", schedule.raw)["practitioner"]));
    const schedules = await client.records.list("schedule", { index, practitionerId: practitioner });
    const practitioners = await client.records.list("practitioner", { index });
    const has = (name: string) => Object.hasOwn(profile.data.operations, name);
    expect(schedules?.some(({ id }) => id === schedule.id)).toBe(has("listSchedules") ? true : undefined);
    expect(practitioners && new Set(practitioners.map(({ id }) => id)).size).toBe(
      has("listPractitioners") ? 200 : null,
    );
    const plans = profile.recordTypes.includes("insurance") ? await client.records.list("insurance", { index }) : null;
    expect(plans?.length).toBe(profile.recordTypes.includes("insurance") ? planIds(sandbox).length : undefined);
  });
});

test("over a socket, the client of the default profile reads as in process", async () => {
  const sandbox = createTestSandbox();
  const listening = await listen(sandbox, { host: "127.0.0.1", port: 0 });
  const client = createServiceClient({ baseUrl: listening.url, apiKey: builtInKey, retry: { attempts: 1 } });
  try {
    const id = firstSchedule(sandbox);
    const reader = client.inIndex("idx_standard");
    const practitioner = await reader.follow(await reader.schedule(id), "practitioner");
    expect(practitioner?.type).toBe("practitioner");
    const range = { from: "2026-11-23T00:00:00.000Z", to: "2026-11-28T00:00:00.000Z" };
    expect((await reader.openSlots(id, range)).length).toBeGreaterThan(0);
  } finally {
    await client.close();
    await listening.close();
  }
});

test("the respelled service reads an index version by its id, and lists those of one's own alone, page by page", async () => {
  const sandbox = createTestSandbox({ spelling: "respelled" });
  const { client } = clientOf(sandbox);
  const ids: string[] = [];
  for (let made = 0; made < 60; made += 1) {
    const created = await client.indexVersions.create({ name: `Dr. ${String(made % 2)}` });
    if (created.outcome === "done") ids.push(created.value.id);
  }
  expect(await client.indexVersions.list()).toEqual(
    ids.map((id, position) => ({ id, name: `Dr. ${String(position % 2)}` })),
  );
  expect(await client.indexVersions.read(ids[1] ?? "")).toEqual({ id: ids[1], name: "Dr. 1" });
  const indexVersions = clientOf(sandbox, otherKey).client.indexVersions;
  expect(await indexVersions.list()).toEqual([]);
  await expect(indexVersions.read(ids[0] ?? "")).rejects.toMatchObject({ reason: "missing" });
  await expect(client.indexVersions.read("nothing")).rejects.toThrow("cannot be the id");
});

test("some drawn spellings list the standard and the test index too, and some none", async () => {
  const shown = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    const { client, profile } = clientOf(createTestSandbox({ spelling: `seed:${String(seed)}` }));
    const created = await client.indexVersions.create({ name: "Mine" });
    const id = created.outcome === "done" ? created.value.id : "";
    const listed = await client.indexVersions.list();
    const read = await client.indexVersions.read(id);
    expect(read?.name ?? "Mine").toBe("Mine");
    expect(listed?.find((version) => version.id === id)?.name ?? "Mine").toBe("Mine");
    const given = listed?.some((version) => version.id === profile.standardIndex) === true;
    shown.add(`${read === null ? "" : "read"} ${listed === null ? "" : given ? "all" : "own"}`);
  }
  expect([...shown].toSorted()).toEqual([" ", " own", "read ", "read all"]);
});

test.each([
  [2, "instant"],
  [9, "date"],
  [1, "date@Pacific/Auckland"],
  [4, "seconds"],
  [5, "milliseconds"],
])("no slot before the end of a range is missing where seed:%i takes times as %s", async (seed, times) => {
  const spelling = `seed:${String(seed)}`;
  const { client, profile, sandbox } = clientOf(createTestSandbox({ spelling }));
  expect(JSON.stringify(profile.data.operations["listOpenSlots"])).toContain(
    times === "instant" ? '"{to}"' : `"{to:${times}}"`,
  );
  const id = firstSchedule(sandbox);
  const timeZone = "America/Chicago";
  const startsIn = async (from: string, to: string) => {
    const slots = await client.schedules.openSlots(id, { index: profile.standardIndex, from, to, timeZone });
    return slots.map(({ startAt }) => new Date(startAt).toISOString());
  };
  const all = await startsIn("2026-11-24T00:00:00.000Z", "2026-12-10T00:00:00.000Z");
  for (const hours of [0, 6, 15, 18, 21]) {
    const from = new Date(Date.UTC(2026, 10, 25, 6)).toISOString();
    const to = new Date(Date.UTC(2026, 10, 27, hours)).toISOString();
    const within = all.filter((startAt) => startAt >= from && startAt < to);
    expect(within.length).toBeGreaterThan(0);
    expect(await startsIn(from, to)).toEqual(expect.arrayContaining(within));
  }
});
