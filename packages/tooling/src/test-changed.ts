import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PackageNames, readImporters } from "#/test/import-graph.ts";
import { nearestTests } from "#/test/nearest-tests.ts";
import { slowTests } from "#/test/slow-tests.ts";
import { emptyReport, readVitestReport } from "#/test/test-reports.ts";
import { runTests } from "#/test/test-run.ts";
import { repositoryFiles, repositoryRoot, repositoryText } from "#/verify/repository.ts";

// Runs the tests nearest to a change, which is the difference from main or the named files; of the slow ones those alone that were
// changed themselves. `npm test` runs everything.
const AT_MOST = 12;
const changed = process.argv.length > 2 ? process.argv.slice(2) : changedFiles();
const files = repositoryFiles();
const importers = readImporters(
  files.filter((file) => /\.tsx?$/.test(file)),
  repositoryText,
  packageNames(),
);
const reached = nearestTests(changed, importers, files).filter((file) => !file.startsWith("apps/console/e2e/"));
const quick = reached.filter((file) => !slowTests.test(file) || changed.includes(file));
const chosen = quick.slice(0, AT_MOST);

console.log(`Changed: ${changed.join(", ") || "nothing"}`);
console.log(`Tests: the nearest ${chosen.length} of ${reached.length} files that reach the change.\n`);

const report =
  chosen.length === 0
    ? emptyReport
    : await runTests({
        script: join(repositoryRoot, "packages/tooling/node_modules/vitest/vitest.mjs"),
        args: (path) => [
          "run",
          "--config",
          join(repositoryRoot, "packages/tooling/vitest.config.ts"),
          "--reporter=dot",
          "--reporter=json",
          `--outputFile.json=${path}`,
          ...chosen,
        ],
        cwd: repositoryRoot,
        read: readVitestReport,
      });
process.exitCode = report.failed === 0 ? 0 : 1;

/** The files that differ from the point where this branch left main, committed or not. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync("git", args, { cwd: repositoryRoot, encoding: "utf8" }).split("\n").filter(Boolean);
  const [start = "HEAD"] = git("merge-base", "main", "HEAD");
  const paths = [...git("diff", "--name-only", start), ...git("ls-files", "--others", "--exclude-standard")];
  return paths.filter((path) => existsSync(join(repositoryRoot, path)));
}

function packageNames(): PackageNames[] {
  return repositoryFiles()
    .filter((file) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(file))
    .map((file) => {
      // Safe for the repository's own package.json files, which may lack some of these members.
      const read = JSON.parse(repositoryText(file)) as Partial<PackageNames> & { name: string };
      return {
        folder: file.replace("/package.json", ""),
        name: read.name,
        imports: read.imports ?? {},
        exports: read.exports ?? {},
      };
    });
}
