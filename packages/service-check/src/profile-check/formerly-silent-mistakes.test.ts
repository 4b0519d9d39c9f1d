import { describe, expect, it } from "vitest";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";
import { casesOf } from "#/testing/file-mistakes.fixture.ts";
import { formerlySilentMistakes } from "#/testing/formerly-silent-mistakes.fixture.ts";
import { clock, key } from "#/testing/sandbox-service.fixture.ts";

const { service, right, check } = startCheckedService("seed:4242");
const unlisted = startCheckedService("default");

describe("what was silent when a profile was first written for this spelling", () => {
  it("no right profile has one", async () => {
    const { code, output } = await check(JSON.stringify(right));
    expect([code, output.includes("Nothing to change.")]).toEqual([0, true]);
    expect(output).not.toContain("would be lost");
  });

  it.each(casesOf(formerlySilentMistakes))("$what", async ({ pointer, value, words, reportedAt }) => {
    const { code, output } = await check(JSON.stringify(edited(right, pointer, value)));
    expect(code).toBe(2);
    expect(lineAt(output, reportedAt)).toContain(reportedAt);
    expect(lineAt(output, reportedAt)).toContain(words);
  });

  it("times of change that are not ignored", async () => {
    const { code, output } = await check(JSON.stringify(edited(right, "/records/practitioner/ignored", undefined)));
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/practitioner \/revised-at .*\/records\/practitioner\/ignored/),
    ]);
  });

  it("a standard index that is none, in a check without schedules", async () => {
    const { code, output } = await check(JSON.stringify(edited(right, "/indexes/standard", "dataset_main")), []);
    expect([code, lineAt(output, "/indexes/standard")]).toEqual([
      2,
      expect.stringContaining("an existing practitioner"),
    ]);
  });

  it("how little was tried without schedules, where nothing lists any", async () => {
    const { code, output } = await unlisted.check(JSON.stringify(unlisted.right), []);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/in what was checked; (\d+) of \1 meanings were not read: give --schedule ID,ID,ID\./),
    ]);
  });

  it("nothing without schedules, where a practitioner's can be listed", async () => {
    const { code, output } = await check(JSON.stringify(right), []);
    expect([code, output]).toEqual([0, expect.stringContaining("Nothing to change.")]);
  });

  it("parts of a patient that nobody was looked for, and the same with somebody", async () => {
    const { output } = await check(JSON.stringify(right));
    expect(output).toContain(
      "The parts of a patient (/answers/patient): give the --patient-name and --patient-dob of a patient.",
    );
    const flags = ["--patient-name", "Contract Probe-Person", "--patient-dob", "1970-01-02"];
    const { transport, profile, schedule } = service;
    const run = { baseUrl: "http://service.test", apiKey: key, profile, transport, schedule, clock, probeWrites: true };
    await runContractSuite(run);
    const wrong = await check(JSON.stringify(edited(right, "/answers/patient/firstName/at", "/first")), flags);
    expect(lineAt(wrong.output, "/answers/patient/firstName/at")).toContain('"/forename"');
    expect(wrong.output).not.toContain("1970-01-02");
  });

  it("members of entries that nothing names, and that a new entry would lack", async () => {
    const element = "/records/schedule/meanings/acceptedInsurances/write/element";
    const { code, output } = await check(JSON.stringify(edited(right, element, { key: "{id}" })));
    expect(code).toBe(0);
    expect(output).toContain(`schedule /conditions/valid-policies/…/rel-type`);
    expect(output).toContain(`would be lost when an entry is written anew; add it to ${element} to keep it`);
  });
});
