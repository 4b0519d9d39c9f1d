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

await runPart("Types, lint, boundaries and the state of the repository", async () => {
  return { ...emptyReport, ...(await runVerifySteps(builds)) };
});

await runPart("Unit, contract, integration and component tests", () =>
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

await runPart(
  "Journeys in a real browser",
  () =>
    runTests({
      script: join(consoleApp, "node_modules/@playwright/test/cli.js"),
      args: () => ["test", "--reporter=list,json"],
      env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
      cwd: consoleApp,
      read: readPlaywrightReport,
    }),
  "apps/console/e2e",
);

console.log(`\n${runSummary(parts, repositoryRoot).join("\n")}`);
const hasFailed = parts.some(({ report }) => report.failed > 0);
process.exitCode = !hasFailed && parts.some(({ report }) => report.passed > 0) ? 0 : 1;

async function runPart(name: string, run: () => Promise<TestReport>, folder?: string): Promise<void> {
  console.log(`\n${name}\n`);
  const since = performance.now();
  const report = await run();
  const seconds = (performance.now() - since) / 1000;
  parts.push({ name, seconds, report, ...(folder === undefined ? {} : { folder }) });
}
