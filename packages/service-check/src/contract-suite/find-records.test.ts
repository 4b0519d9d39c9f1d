import { describe, expect, it } from "vitest";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { runContractSuite } from "./run-contract-suite.ts";

describe.each(["respelled", "seed:4242"])("without ids, in the %s spelling", (spelling) => {
  it("the suite takes the first ones that lists give, and lacks none", async () => {
    const { profile, transport } = startSandboxService({ spelling });
    const run = { baseUrl: "http://service.test", apiKey: key, profile, transport, clock, probeWrites: true };
    const first = await runContractSuite(run);
    expect([first.subjects.schedule, first.subjects.practitioner]).not.toContain(null);
    const details = first.checks.map((check) => check.detail);
    expect(details.filter((text) => text.includes("needs the id"))).toEqual([]);
    // The patient that the first run made is found by the second, and looked at.
    const again = await runContractSuite(run);
    const checkOf = (id: string) => again.checks.find((check) => check.id === id);
    expect(checkOf("patient-fields")?.status).toBe("holds");
    expect(checkOf("patients-array")?.detail).toBe("answered a list of 1");
    expect(checkOf("patient-created")?.detail).toContain("was used again");
  });
});
