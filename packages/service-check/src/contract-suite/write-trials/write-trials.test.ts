import { createProfile, createServiceClient, type Json } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { describe, expect, it } from "vitest";
import { edited } from "#/testing/edited-profile.fixture.ts";
import { clock, key, spellings, startSandboxService, type SandboxService } from "#/testing/sandbox-service.fixture.ts";
import type { ContractReport } from "#/contract-suite/report.ts";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";

function run(service: SandboxService, profile = service.profile): Promise<ContractReport> {
  const { transport, schedule } = service;
  const baseUrl = "http://service.test";
  return runContractSuite({ baseUrl, apiKey: key, profile, transport, schedule, clock, probeWrites: true });
}

/** Every practitioner, schedule and place of the run as the test index holds it, without times of change. */
async function held(service: SandboxService, report: ContractReport): Promise<readonly string[]> {
  const { profile, transport } = service;
  const client = createServiceClient({ baseUrl: "http://service.test", apiKey: key, profile, transport, clock });
  const index = profile.testIndex ?? "";
  const hashes: string[] = [];
  for (const type of ["schedule", "practitioner"] as const)
    hashes.push((await client.records.retrieve(type, report.subjects[type] ?? "", { index })).contentHash);
  return hashes;
}

describe.each([...spellings, "seed:4242"])("with writes, the suite in the %s spelling", (spelling) => {
  it("writes every meaning that a record holds itself, and puts back what was there", async () => {
    const service = startSandboxService({ spelling });
    const { checks } = await run(service);
    const pointers = Object.entries(service.profile.data.records).flatMap(([type, { meanings }]) =>
      Object.entries(meanings).flatMap(([name, meaning]) =>
        !("at" in meaning) || meaning.write === "never" || type === "insurance"
          ? []
          : [`profile:/records/${type}/meanings/${name}`],
      ),
    );
    const written = checks.filter(
      ({ status, detail }) => status === "holds" && detail.includes("written and read back"),
    );
    expect(written.map(({ id }) => id)).toEqual(pointers);
    const again = await run(service);
    expect(await held(service, again)).toEqual(await held(startSandboxService({ spelling }), again));
    expect(again.left.filter((leftover) => leftover.includes(service.profile.testIndex ?? ""))).toEqual([]);
  });
});

const phones = "/records/practitioner/meanings/phones";

describe("with writes, the suite says", () => {
  it.each<[string, string, string, Json | undefined, string, string]>([
    [
      "an extension that a changed number would lose",
      "seed:4242",
      phones,
      {
        kind: "phones",
        at: "/getting-in-touch/lines",
        shape: { form: "objects", number: "/digits" },
        write: { element: { digits: "{number}" } },
      },
      phones,
      `${phones}/shape/extension`,
    ],
    [
      "an element that the service does not take",
      "seed:4242",
      "/records/schedule/meanings/acceptedInsurances/write/element",
      { key: "{id}", kept: true },
      "/records/schedule/meanings/acceptedInsurances",
      "/write/element  an id more was refused",
    ],
    [
      "an empty list where the service takes null",
      "respelled",
      "/records/schedule/meanings/acceptedInsurances/write/empty",
      "list",
      "/records/schedule/meanings/acceptedInsurances",
      "/write/empty  an empty value was refused",
    ],
    [
      "a member that a whole record is sent without",
      "respelled",
      "/records/place/unsent",
      ["/contact"],
      "/operations/updatePlace",
      "/operations/updatePlace/body",
    ],
    [
      "times of change that are not ignored",
      "seed:4242",
      "/records/practitioner/ignored",
      undefined,
      "/records/practitioner",
      '/records/practitioner/ignored  "/revised-at" changed',
    ],
    [
      "a record that cannot be made of what the profile names",
      "seed:4242",
      "/operations/createPractitioner/body",
      { person: "{record}" },
      "/operations/createPractitioner",
      "Check /operations/createPractitioner/body",
    ],
    [
      "a format of numbers that the service does not take",
      "seed:14",
      "/records/schedule/meanings/phones/write/format",
      "national",
      "/records/schedule/meanings/phones",
      "another number was refused, 400 E_BAD_REQUEST: The request is not valid. Numbers must be e164",
    ],
    [
      "an update by another method",
      "seed:4242",
      "/operations/updatePractitioner/method",
      "PUT",
      "/operations/updatePractitioner",
      '/operations/updatePractitioner/method ("PUT")',
    ],
    [
      "a status that is not counted as success",
      "seed:4242",
      "/operations/updatePractitioner/success",
      [201],
      "/operations/updatePractitioner",
      "/operations/updatePractitioner/success  is [201], and the service answered 204: add it",
    ],
  ])("%s", async (_what, spelling, pointer, value, reportedAt, words) => {
    const service = startSandboxService({ spelling });
    const right: Json = service.sandbox.profile({ writes: true });
    const { checks } = await run(service, createProfile(edited(right, pointer, value), { formatPhone }));
    const result = checks.find(({ id }) => id === `profile:${reportedAt}`);
    expect([result?.status, result?.detail]).toEqual(["does-not-hold", expect.stringContaining(words)]);
  });

  it("what the service loses of an entry that is written, though the profile names all that it reads", async () => {
    const service = startSandboxService({ spelling: "default" });
    const forgetful: SandboxService = {
      ...service,
      transport: {
        ...service.transport,
        send: (request) => {
          const body = request.body?.replaceAll(/"label":"[^"]*"/g, '"label":null') ?? null;
          return service.transport.send({ ...request, body });
        },
      },
    };
    const { checks } = await run(forgetful);
    const result = checks.find(({ id }) => id === `profile:${phones}`);
    expect([result?.status, result?.detail]).toEqual([
      "does-not-hold",
      expect.stringContaining("does not read as written"),
    ]);
  });

  it("what a write changed beside what it wrote, by putting it back or, where the service does not take it, in words", async () => {
    const service = startSandboxService({ spelling: "default" });
    let refused: readonly string[] = [];
    const { transport } = service;
    const careless: SandboxService = {
      ...service,
      transport: {
        ...transport,
        send: (request) => {
          const body = isWrite(request, "/practitioners/") ? withDamage(request.body, refused) : request.body;
          return transport.send({ ...request, body });
        },
      },
    };
    const report = await run(careless);
    expect(
      report.checks.find(({ id }) => id === "profile:/records/practitioner/meanings/displayName")?.detail,
    ).toContain("changed preferredName (/preferred_name) too");
    expect(await held(service, report)).toEqual(await held(startSandboxService({ spelling: "default" }), report));
    refused = ["languages"];
    const { left } = await run(careless);
    expect(left.filter((leftover) => leftover.includes("practitioner"))).toEqual([
      expect.stringMatching(/^\/languages of practitioner \S+ in \S+: put back \[/),
    ]);
  });
});

function isWrite({ method, path }: { method: string; path: string }, collection: string): boolean {
  return method === "POST" && path.includes(collection);
}

/** A write of the display name as a service takes it that loses other members with it, and takes some not at all. */
function withDamage(body: string | null, refused: readonly string[]): string | null {
  const sent: unknown = body === null ? null : JSON.parse(body);
  if (typeof sent !== "object" || sent === null) return body;
  const taken = Object.entries(sent).filter(([name]) => !refused.includes(name));
  const damage = "display_name" in sent ? { preferred_name: "Damaged", languages: [] } : {};
  return JSON.stringify({ ...Object.fromEntries(taken), ...damage });
}

it("two meanings that read one place are no fault of either", async () => {
  const service = startSandboxService({ spelling: "default" });
  const meanings = "/records/practitioner/meanings";
  const second = { kind: "text", at: "/preferred_name", label: "Called" };
  const { checks } = await run(
    service,
    createProfile(edited(service.sandbox.profile({ writes: true }), `${meanings}/calledAs`, second)),
  );
  for (const name of ["preferredName", "calledAs"])
    expect(checks.find(({ id }) => id === `profile:${meanings}/${name}`)).toMatchObject({ status: "holds" });
});
