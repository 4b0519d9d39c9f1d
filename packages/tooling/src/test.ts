import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildConsole } from "#/start/console-build.ts";
import { buildServer } from "#/start/server-build.ts";
import { countPlaywright, countVitest } from "#/test/count-reports.ts";
import { runTests, type TestCount } from "#/test/test-run.ts";
import { repositoryRoot } from "#/verify/repository.ts";
import { runSteps, type Step } from "#/verify/run-step.ts";
import { verifySteps } from "#/verify/steps.ts";

const tooling = join(repositoryRoot, "packages/tooling");
const consoleApp = join(repositoryRoot, "apps/console");
const builds: Step[] = [
  { name: "server build", run: () => buildServer(repositoryRoot).then(() => "") },
  { name: "console build", run: () => buildConsole(repositoryRoot).then(() => "") },
];

const counts: TestCount[] = [];

heading("Types, lint, boundaries and the state of the repository");
counts.push({ ...(await runSteps([...verifySteps, ...builds])), skipped: 0 });

heading("Unit, contract, integration and component tests");
counts.push(
  await runTests({
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
    count: countVitest,
  }),
);

if (existsSync(join(consoleApp, "playwright.config.ts"))) {
  heading("Journeys in a real browser");
  counts.push(
    await runTests({
      script: join(consoleApp, "node_modules/@playwright/test/cli.js"),
      args: () => ["test", "--reporter=list,json"],
      env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
      cwd: consoleApp,
      count: countPlaywright,
    }),
  );
}

const passed = sum("passed");
const failed = sum("failed");
const skipped = sum("skipped");
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function heading(title: string): void {
  console.log(`\n${title}\n`);
}

function sum(key: keyof TestCount): number {
  return counts.reduce((total, count) => total + count[key], 0);
}
