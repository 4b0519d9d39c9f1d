import { Connection, Probe } from "@dc/contract";
import { afterEach, describe, expect, it } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf, read, sampleSchedules } from "#/testing/directory.ts";

describe("probes", () => {
  let test: TestApp;
  afterEach(async () => await test[Symbol.asyncDispose]());

  const open = async (writes: boolean, service: { mode?: "live" } = {}) => {
    test = await createTestApp({ sandbox: { writes }, profile: writes ? "with-writes" : "default" });
    if (service.mode === "live") test.deps.connection = { ...test.deps.connection, mode: "live" };
    await createDirectory(test, { roster: sampleSchedules(test, 1).join("\n") });
  };
  const probe = async (writes: boolean) => await test.signedIn("POST", `${CONNECTION_API}/probes`, { writes });
  const board = async () => (await read(test, Connection, "")).capabilities;
  const stateOf = async (operation: string) => (await board()).find((one) => one.operation === operation)?.capability;

  it("what is asked for is listed in the order reads, index versions, bookings, writes; a list without a path is not there", async () => {
    await open(false);
    const groups = (await board()).map(({ group }) => group);
    expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([
      "reads",
      "index versions",
      "bookings",
      "writes",
    ]);
    expect([await stateOf("listSchedules"), await stateOf("updateSchedule")]).toEqual(["not there", "stub"]);
  });

  it("reads prove reads, write nothing, and are journalled", async () => {
    await open(false);
    const answer = await probe(false);
    expect(answer.status).toBe(201);
    const told = Probe.parse(await answer.json());
    expect(told.checks.filter(({ status }) => status === "does-not-hold")).toEqual([]);
    expect(told.proven).toEqual(expect.arrayContaining(["readPractitioner", "readSchedule"]));
    expect([
      await stateOf("readPractitioner"),
      await stateOf("createIndexVersion"),
      await stateOf("updateSchedule"),
    ]).toEqual(["proven", "documented", "stub"]);
    expect(await journalOf(test)).toContain("probe.run");
    expect(
      test.sandbox.counters.after(0).filter(({ method, path }) => method !== "GET" && !path.endsWith("/index_version")),
    ).toEqual([]);
  });

  it("writes prove writes in the test index, and another profile proves nothing", async () => {
    await open(true);
    const told = Probe.parse(await (await probe(true)).json());
    expect(told.proven).toEqual(expect.arrayContaining(["updateSchedule", "createIndexVersion"]));
    expect((await board()).find(({ operation }) => operation === "updateSchedule")).toMatchObject({
      capability: "proven",
      proof: { indexId: "idx_test_mode_custom" },
    });
    const content = { ...test.deps.settingsProfile.content, name: "renamed" };
    expect((await test.signedIn("PUT", `${CONNECTION_API}/profile`, { profile: content, revision: 0 })).status).toBe(
      200,
    );
    expect([await stateOf("updateSchedule"), await stateOf("readSchedule")]).toEqual(["configured", "documented"]);
  });

  it("in live mode nothing is written", async () => {
    await open(true, { mode: "live" });
    expect((await probe(true)).status).toBe(409);
    expect(await journalOf(test)).not.toContain("probe.run");
  });
});
