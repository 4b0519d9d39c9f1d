import { join } from "node:path";
import { buildConsole } from "#/start/console-build.ts";
import { buildServer } from "#/start/server-build.ts";
import { type FinishedPart, runSummary } from "#/test/run-summary.ts";
import { emptyReport, readPlaywrightReport, readVitestReport, type TestReport } from "#/test/test-reports.ts";
import { runTests } from "#/test/test-run.ts";
import { repositoryRoot } from "#/verify/repository.ts";
import type { Step } from "#/verify/run-step.ts";
import { runVerifySteps } from "#/verify/steps.ts";

const tooling = join(repositoryRoot, "packages/tooling");
const consoleApp = join(repositoryRoot, "apps/console");
const builds: Step[] = [
  { name: "server build", run: () => buildServer(repositoryRoot).then(() => "") },
  { name: "console build", run: () => buildConsole(repositoryRoot).then(() => "") },
];

const parts: FinishedPart[] = [];
const since = performance.now();

await runPart("Types, lint, boundaries and the state of the repository", async () => {
  return { ...emptyReport, ...(await runVerifySteps(builds)) };
});

const tests = runPart("Unit, contract, integration and component tests", () =>
  runTests({
    script: join(tooling, "node_modules/vitest/vitest.mjs"),
    args: (report) => [
      "run",
      "--config",
      join(tooling, "vitest.config.ts"),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    cwd: repositoryRoot,
    read: readVitestReport,
  }),
);
// Both wait a part of their time, for servers, disks and pages, so that each has the processors while the other one waits.
const write = after(tests);
const journeys = runPart(
  "Journeys in a real browser",
  () =>
    runTests({
      script: join(consoleApp, "node_modules/@playwright/test/cli.js"),
      args: () => ["test", "--reporter=list,json"],
      env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
      cwd: consoleApp,
      read: readPlaywrightReport,
      write,
    }),
  { folder: "apps/console/e2e", write },
);
await Promise.all([tests, journeys]);

const seconds = (performance.now() - since) / 1000;
console.log(`\n${runSummary(parts, { root: repositoryRoot, seconds }).join("\n")}`);
const hasFailed = parts.some(({ report }) => report.failed > 0);
process.exitCode = !hasFailed && parts.some(({ report }) => report.passed > 0) ? 0 : 1;

async function runPart(
  name: string,
  run: () => Promise<TestReport>,
  { folder, write = onScreen }: { folder?: string; write?: (output: Buffer) => void } = {},
): Promise<void> {
  write(Buffer.from(`\n${name}\n\n`));
  const began = performance.now();
  const report = await run();
  const took = (performance.now() - began) / 1000;
  parts.push({ name, seconds: took, report, ...(folder === undefined ? {} : { folder }) });
}

function onScreen(output: Buffer): void {
  process.stdout.write(output);
}

/** Writes on the screen what comes, but nothing before a part has ended whose output is there. */
function after(part: Promise<void>): (output: Buffer) => void {
  const kept: Buffer[] = [];
  let write = (output: Buffer): void => void kept.push(output);
  const release = () => {
    onScreen(Buffer.concat(kept));
    write = onScreen;
  };
  void part.then(release, release);
  return (output) => write(output);
}
