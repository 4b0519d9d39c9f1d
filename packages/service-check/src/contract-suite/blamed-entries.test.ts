import { createProfile, createServiceClient, isJsonObject, recordOperation, valueAt, type Json } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { describe, expect, it } from "vitest";
import { edited } from "#/testing/edited-profile.fixture.ts";
import { clock, key, startSandboxService, type SandboxService } from "#/testing/sandbox-service.fixture.ts";
import type { ContractSuiteOptions } from "./contract-session.ts";
import type { ContractReport } from "./report.ts";
import { runContractSuite } from "./run-contract-suite.ts";

type Service = Pick<SandboxService, "transport" | "schedule" | "profile">;

function run(service: Service, more: Partial<ContractSuiteOptions> = {}): Promise<ContractReport> {
  const { transport, schedule, profile } = service;
  const given = { baseUrl: "http://service.test", apiKey: key, profile, transport, schedule, clock };
  return runContractSuite({ ...given, probeWrites: true, ...more });
}

function blamed({ checks }: ContractReport): readonly string[] {
  return checks.filter(({ status }) => status === "does-not-hold").map(({ id }) => id.replace("profile:", ""));
}

function detailOf({ checks }: ContractReport, id: string): string {
  const result = checks.find((check) => check.id === id);
  return `${result?.status ?? "none"}: ${result?.detail ?? ""}`;
}

/** The answers to updates of a type, changed by `answer`; everything else goes to the service. */
function withUpdates(
  { transport, ...service }: SandboxService,
  type: string,
  body: (sent: Json, record: Json) => Json | null,
): Service {
  const { method, path } = service.profile.data.operations[recordOperation("update", type)] ?? { method: "", path: "" };
  const address = new RegExp(`${path.replace("{id}", "[^/?]+")}$`);
  return {
    ...service,
    transport: {
      ...transport,
      async send(request) {
        const index = request.headers[service.profile.data.headers.index.name];
        const isUpdate = request.method === method && address.test(request.path);
        if (!isUpdate || index === undefined || index === service.profile.standardIndex)
          return await transport.send(request);
        const read = await transport.send({ ...request, method: "GET", body: null });
        const record = JSON.parse(Buffer.from(read.body).toString()) as Json;
        const next = body(JSON.parse(request.body ?? "null") as Json, record);
        // A service that knows none of the members answers with the record as it is.
        return next === null ? read : await transport.send({ ...request, body: JSON.stringify(next) });
      },
    },
  };
}

describe.each(["default", "respelled", "seed:289", "seed:777"])("of a misspelt update in %s", (spelling) => {
  const right: Json = startSandboxService({ spelling }).sandbox.profile({ writes: true });
  const types = ["practitioner", "schedule", "place"].filter(
    (type) => valueAt(right, `/operations/${recordOperation("update", type)}`) !== undefined,
  );
  it.each(types)("the one entry of a %s is blamed, and no neighbour", async (type) => {
    const operationPointer = `/operations/${recordOperation("update", type)}`;
    const body = valueAt(right, `${operationPointer}/body`) ?? null;
    const method = valueAt(right, `${operationPointer}/method`) === "PUT" ? "PATCH" : "PUT";
    const mistakes: readonly (readonly [string, Json])[] = [
      [`${operationPointer}/path`, "/nowhere/{id}"],
      [`${operationPointer}/method`, method],
      [`${operationPointer}/body`, { wrapped: body }],
      [`${operationPointer}/success`, [203]],
      [`${operationPointer}/resource`, "/nowhere"],
    ];
    for (const [pointer, value] of mistakes) {
      const profile = createProfile(edited(right, pointer, value), { formatPhone });
      const report = await run({ ...startSandboxService({ spelling }), profile });
      expect([pointer, blamed(report)]).toEqual([pointer, [operationPointer]]);
    }
  });
});

describe("of a misspelt operation in the respelled service", () => {
  const right: Json = startSandboxService({ spelling: "respelled" }).sandbox.profile({ writes: true });
  it.each<[string, string, Json | undefined, string]>([
    ["the path of a read", "/operations/readSchedule/path", "/nowhere/{id}", "/operations/readSchedule"],
    ["the status of a read", "/operations/readSchedule/success", [206], "/operations/readSchedule"],
    ["the envelope of a read", "/operations/readPractitioner/resource", "/nowhere", "/operations/readPractitioner"],
    ["the read of a further type", "/operations/readPlace/path", "/nowhere/{id}", "/operations/readPlace"],
    ["the place of an id", "/records/schedule/id", "/nowhere", "/records/schedule"],
    ["the open slots", "/operations/listOpenSlots/success", [206], "/operations/listOpenSlots"],
    ["the path of a creation", "/operations/createPlace/path", "/nowhere", "/operations/createPlace"],
    ["the body of a creation", "/operations/createPlace/body", { wrapped: "{record}" }, "/operations/createPlace"],
    ["the header of the index", "/headers/index/name", "X-Nothing", "index-header-selects"],
    ["a look-up", "/operations/findPractitionersByNpi/resource", "/nowhere", "/operations/findPractitionersByNpi"],
    [
      "the shape of a reference",
      "/records/schedule/meanings/practitioner",
      { kind: "reference", to: "practitioner", at: "/clinician", shape: { form: "object", id: "/nowhere" } },
      "/records/schedule/meanings/practitioner",
    ],
  ])("%s is blamed, and no neighbour", async (_what, pointer, value, entry) => {
    const profile = createProfile(edited(right, pointer, value), { formatPhone });
    expect(blamed(await run({ ...startSandboxService({ spelling: "respelled" }), profile }))).toEqual([entry]);
  });
});

describe("of a service that refuses nothing", () => {
  it("an update that it takes and does nothing with is blamed, and no meaning of the record", async () => {
    const service = withUpdates(startSandboxService(), "schedule", () => null);
    const report = await run(service);
    expect(blamed(report)).toEqual(["/operations/updateSchedule"]);
    expect(detailOf(report, "profile:/operations/updateSchedule")).toContain("/operations/updateSchedule/body");
    expect(detailOf(report, "profile:/records/schedule/meanings/name")).toContain("see /operations/updateSchedule");
  });

  it("an update that removes what is not sent is told once, as the record's", async () => {
    const service = withUpdates(startSandboxService(), "practitioner", (sent, record) =>
      isJsonObject(sent) && isJsonObject(record)
        ? {
            ...Object.fromEntries(["preferred_name", "phone_numbers", "languages"].map((name) => [name, null])),
            ...sent,
          }
        : null,
    );
    const report = await run(service);
    expect(blamed(report)).toEqual(["/records/practitioner"]);
    expect(detailOf(report, "profile:/records/practitioner")).toContain(
      '/records/practitioner/update  is "changed-fields"',
    );
  });
});

describe.each(["default", "respelled", "seed:7"])("a test index that keeps nothing, in %s", (spelling) => {
  const deviation = "test-index-forgets";

  it("is named as such once, and no entry is blamed for it", async () => {
    const service = startSandboxService({ spelling, deviation });
    const report = await run(service);
    expect(blamed(report)).toEqual([]);
    expect(detailOf(report, "override-is-returned")).toMatch(
      new RegExp(`^not-testable: ${service.profile.testIndex ?? ""} keeps nothing: .*--write-index`),
    );
    expect(report.left.filter((leftover) => leftover.includes(service.profile.testIndex ?? ""))).toEqual([]);
  });

  it("is no hindrance where an index version of one's own is named: everything is tried there", async () => {
    const service = startSandboxService({ spelling, deviation });
    const writeIndex = await createIndexVersion(service);
    const report = await run(service, { writeIndex });
    expect(blamed(report)).toEqual([]);
    expect(detailOf(report, "override-is-returned")).toMatch(/^holds/);
    const untried = report.checks.filter(({ status, source }) => status === "not-testable" && source !== "interface");
    expect(untried.filter(({ about }) => about !== "/indexes/versions" && about !== "/waits")).toEqual([]);
    const writes = report.checks
      .flatMap(({ exchanges }) => exchanges)
      .filter(({ operation }) => /^(create|update|delete)(Schedule|Practitioner|Place)/.test(operation));
    expect(new Set(writes.map(({ index }) => index))).toEqual(
      new Set([writeIndex, service.profile.standardIndex, null]),
    );
  });
});

it.each([
  ["the standard index", "idx_standard", "cannot be changed"],
  ["what is no index version", "sch_1", 'starts with "idx_"'],
])("%s is refused as the index to write to", async (_what, writeIndex, words) => {
  await expect(run(startSandboxService(), { writeIndex })).rejects.toThrow(words);
});

async function createIndexVersion({ transport, profile }: Service): Promise<string> {
  const client = createServiceClient({ baseUrl: "http://service.test", apiKey: key, profile, transport, clock });
  const made = await client.indexVersions.create({ name: "Mine" });
  if (made.outcome !== "done") throw new Error(made.outcome);
  return made.value.id;
}
