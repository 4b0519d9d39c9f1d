import { readFileSync } from "node:fs";
import { indexVersionKinds } from "@dc/sandbox/app";
import { expect, it } from "vitest";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { runContractSuite } from "./run-contract-suite.ts";

it("docs/interface-coverage.md names every check of the interface, and none that there is not", async () => {
  const ids = new Set<string>();
  for (const indexVersions of indexVersionKinds) {
    const { profile, transport } = startSandboxService({ indexVersions });
    const report = await runContractSuite({ baseUrl: "http://service.test", apiKey: key, profile, transport, clock });
    for (const { id, source } of report.checks) if (source === "interface") ids.add(id);
  }
  const page = readFileSync(new URL("../../../../docs/interface-coverage.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].toSorted()).toEqual([...ids].toSorted());
});

it("without any id the suite still tries what it can, and says what it lacks", async () => {
  const { profile, transport } = startSandboxService();
  const report = await runContractSuite({ baseUrl: "http://service.test", apiKey: key, profile, transport, clock });
  const results = new Map(report.checks.map(({ id, status, detail: why }) => [id, `${status}: ${why}`]));
  expect(report.counts["does-not-hold"]).toBe(0);
  expect(results.get("read-schedule")).toBe("not-testable: needs the id of a schedule: give --schedule");
  expect(results.get("authorization-required")).toMatch(/^holds/);
  expect(results.get("patients-array")).toMatch(/^holds/);
});
