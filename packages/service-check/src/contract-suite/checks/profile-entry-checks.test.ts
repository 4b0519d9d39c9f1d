import { createProfile, type ServiceProfile } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { describe, expect, it } from "vitest";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { checkProfile } from "#/profile-check/check-profile.ts";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";

type ProfileData = ServiceProfile["data"];

const spelling = "seed:777";
const origins = ["documented", "assumed"] as const;

/** The right profile with every entry of one origin, and then what is wrong with it. */
function profileWith(origin: (typeof origins)[number], change: (data: ProfileData) => void): ServiceProfile {
  const data = structuredClone(startSandboxService({ spelling }).profile.data);
  const { records, operations, answers } = data;
  const meanings = Object.values(records).flatMap((record) => Object.values(record.meanings));
  const parts = Object.values(answers).flatMap((answer) => Object.values(answer));
  for (const entry of [...Object.values(records), ...meanings, ...Object.values(operations), ...parts])
    if (entry !== undefined) entry.status = origin;
  change(data);
  return createProfile(data, { formatPhone });
}

async function checksOf(profile: ServiceProfile) {
  const { transport, schedule } = startSandboxService({ spelling });
  const report = await runContractSuite({
    baseUrl: "http://service.test",
    apiKey: key,
    profile,
    transport,
    schedule,
    clock,
    probeWrites: true,
  });
  return report.checks;
}

async function broken(profile: ServiceProfile): Promise<readonly string[]> {
  const checks = await checksOf(profile);
  return checks.filter(({ status }) => status === "does-not-hold").map(({ id }) => id.replace("profile:", ""));
}

function operation(data: ProfileData, name: string) {
  const spelling = data.operations[name];
  if (spelling === undefined) throw new TypeError(`no operation ${name}`);
  return spelling;
}

function record(data: ProfileData, type: string) {
  const spelling = data.records[type];
  if (spelling === undefined) throw new TypeError(`no record type ${type}`);
  return spelling;
}

describe.each(origins)("what is wrong is found though its entry is %s", (origin) => {
  it("and the right ones are right", async () => {
    expect(await broken(profileWith(origin, () => undefined))).toEqual([]);
  });

  it.each<[string, string, (data: ProfileData) => void]>([
    [
      "a deletion by another method",
      "/operations/deletePlace",
      (data) => Object.assign(operation(data, "deletePlace"), { method: "DELETE", path: "/Premises/{id}" }),
    ],
    [
      "members that a whole record is not taken with",
      "/operations/updatePlace",
      (data) => (record(data, "place").unsent = []),
    ],
    [
      "changed fields for a whole record",
      "/operations/updateSchedule",
      (data) => {
        record(data, "schedule").update = "changed-fields";
        operation(data, "updateSchedule").body = "{changes}";
      },
    ],
    [
      "a creation that says too little of what it requires",
      "/records/schedule/create",
      (data) => (record(data, "schedule").create = { required: ["practitioner"], defaults: {}, status: origin }),
    ],
    ["another status", "/operations/updateSchedule", (data) => (operation(data, "updateSchedule").success = [203])],
    [
      "a body that is wrapped",
      "/operations/updateSchedule",
      (data) => (operation(data, "updateSchedule").body = { data: "{record}" }),
    ],
    [
      "a list that goes on, read as one page",
      "/operations/listPractitioners",
      (data) => (operation(data, "listPractitioners").paging = { style: "none" }),
    ],
    [
      "a duration that is no text",
      "appointment-created",
      (data) => {
        const { body } = operation(data, "createAppointment");
        operation(data, "createAppointment").body = JSON.parse(JSON.stringify(body).replace(":string}", "}"));
      },
    ],
  ])("%s", async (_what, reportedAt, change) => {
    expect(await broken(profileWith(origin, change))).toContain(reportedAt);
  });
});

it("a creation that requires more than the service does holds, and that is told", async () => {
  const profile = profileWith("assumed", (data) => {
    record(data, "schedule").create?.required.push("acceptedInsurances");
  });
  const check = (await checksOf(profile)).find(({ id }) => id === "profile:/records/schedule/create");
  expect(check).toMatchObject({
    status: "holds",
    detail: expect.stringContaining("makes one without acceptedInsurances too, so that is a rule of yours"),
  });
});

describe("index versions that can be read and listed", () => {
  const name = "respelled";
  const run = async (change: (data: ProfileData) => void, probeWrites = true) => {
    const { profile, transport, schedule } = startSandboxService({ spelling: name });
    const data = structuredClone(profile.data);
    change(data);
    const given = {
      baseUrl: "http://service.test",
      apiKey: key,
      profile: createProfile(data, { formatPhone }),
      transport,
      clock,
    };
    const { checks } = await runContractSuite({ ...given, schedule, probeWrites });
    const checked = await checkProfile({ ...given, ids: { schedule: [schedule] } });
    const told = (operation: string) => {
      const result = checks.find(({ id }) => id === `profile:/operations/${operation}`);
      return `${result?.status}: ${result?.detail}`;
    };
    return {
      list: told("listIndexVersions"),
      read: told("readIndexVersion"),
      problems: checked.problems.map(({ pointer }) => pointer),
    };
  };

  it("hold, with the one that the run made among them", async () => {
    expect(await run(() => undefined)).toEqual({
      list: "holds: listed 1 index version, the one that the run made among them",
      read: "holds: answered with its id and name",
      problems: [],
    });
  });

  it("are not blamed when there is none to look at", async () => {
    expect(await run(() => undefined, false)).toEqual({
      list: "holds: listed 0 index versions",
      read: "not-testable: needs an index version: --probe-writes makes one, or a list has one",
      problems: [],
    });
  });

  it("are found to be wrong: a path, and a list that is somewhere else", async () => {
    const { list, read, problems } = await run((data) => {
      operation(data, "readIndexVersion").path = "/v3/catalogue/{id}";
      operation(data, "listIndexVersions").resource = "/payload";
    });
    expect([list, read]).toEqual([
      expect.stringMatching(/^does-not-hold: answered an object where the profile expects the list/),
      expect.stringMatching(/^does-not-hold: 404/),
    ]);
    expect(problems).toEqual(["/operations/listIndexVersions/resource"]);
  });
});
