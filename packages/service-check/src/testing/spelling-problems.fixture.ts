import { checkProfile } from "#/profile-check/check-profile.ts";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";
import { createSkippingClock, key, otherKey, startSandboxService } from "./sandbox-service.fixture.ts";

/** Sentences of the interface that no request can try. */
const untestable = ["patient-fields", "best-effort", "insurance-check", "going-live", "key-issue"];

/** How many schedules are tried until each entry of the profile was tried with one: a record may lack what an entry names. */
const mostSchedules = 24;

/** What the check of its profile and the contract suite, reading only and with writes, find wrong with a drawn spelling, a line each. The data behind it follow from the seed too. */
export async function spellingProblems(seed: number): Promise<{ problems: string[]; checks: number }> {
  const options = { spelling: `seed:${seed}`, seed: `spelling ${seed}` };
  const { profile, transport, sandbox } = startSandboxService(options);
  const given = { baseUrl: "http://service.test", apiKey: key, clock: createSkippingClock() };
  const schedules = sandbox.samples.rosterOf(12).trim().split("\n").slice(1, 25);
  const checked = await checkProfile({ ...given, profile, transport, ids: { schedule: schedules } });
  const problems = [
    ...checked.problems.map(({ pointer, message }) => `profile check: ${pointer} ${message}`),
    ...checked.meanings
      .filter(({ status }) => status === "misfit" || status === "not-read")
      .map(({ type, meaning, detail }) => `profile check: ${type} ${meaning} ${detail}`),
  ];
  let checks = checked.meanings.length;
  let untried: ReadonlyMap<string, string> | null = null;
  for (const schedule of schedules.slice(0, mostSchedules)) {
    for (const probeWrites of [false, true]) {
      const service = startSandboxService(options);
      const { changeStandardRecord } = service;
      // One call is put off, so that the places of waits are tried.
      const { header, body } = profile.data.waits ?? {};
      if (header !== undefined || body !== undefined)
        service.sandbox.faults.arm({ kind: "status", status: 429, retryAfter: 1, phase: "before", times: 1, ms: 0 });
      const more = probeWrites ? { probeWrites, otherKey, changeStandardRecord } : {};
      const suite = `contract${probeWrites ? " with writes" : ""}, ${schedule}`;
      const report = await runContractSuite({
        ...given,
        clock: createSkippingClock(),
        profile: service.profile,
        transport: service.transport,
        schedule,
        ...more,
      });
      checks += report.checks.length;
      for (const { id, status, detail } of report.checks)
        if (status === "does-not-hold") problems.push(`${suite}: ${id}: ${detail}`);
      const kept = report.left.filter((leftover) => leftover.includes(profile.testIndex ?? profile.standardIndex));
      problems.push(...kept.map((leftover) => `${suite}: left behind: ${leftover}`));
      if (!probeWrites) continue;
      const untestableHere = new Map(
        report.checks
          .filter(({ id, status }) => status === "not-testable" && !untestable.includes(id))
          .map(({ id, detail }): [string, string] => [id, detail]),
      );
      untried = new Map([...(untried ?? untestableHere)].filter(([id]) => untestableHere.has(id)));
    }
    if (untried === null || untried.size === 0) break;
  }
  problems.push(...[...(untried ?? [])].map(([id, detail]) => `contract: never tried: ${id}: ${detail}`));
  return { problems, checks };
}
