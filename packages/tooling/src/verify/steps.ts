import { apiTypesStep } from "#/verify/api-types.ts";
import { checkDocumentationLinks } from "#/verify/documentation-links.ts";
import { checkFrozenMigrations } from "#/verify/frozen-migrations.ts";
import { checkLockFile } from "#/verify/lock-file.ts";
import { checkPinnedVersions } from "#/verify/pinned-versions.ts";
import { checkRegistryAddresses } from "#/verify/registry-addresses.ts";
import { checkSecrets } from "#/verify/secrets.ts";
import { checkAdvisories, checkInstallScripts, checkLicences } from "#/verify/supply-chain.ts";
import { commandStep, runSteps, type Step, type StepCount } from "#/verify/run-step.ts";

const verifySteps: readonly Step[] = [
  // Each further checker of a project checks again what its files share: four take twice the time of a processor.
  commandStep("types", "tsc", ["-b", "--pretty", "false", "--checkers", "1"]),
  commandStep("lint and boundaries", "oxlint", [
    "--type-aware",
    "--deny-warnings",
    "--report-unused-disable-directives",
  ]),
  commandStep("format", "oxfmt", ["--check"]),
  commandStep("dead code", "knip", ["--treat-config-hints-as-errors"]),
  // The types of our API's document are generated with TypeScript 5: the compiler of 7 has no interface for programs.
  commandStep("workspace manifests", "sherif", [
    "--ignore-rule",
    "root-package-manager-field",
    "--ignore-dependency",
    "typescript@5.9.3",
  ]),
  { name: "secrets", run: checkSecrets },
  { name: "lock file", run: checkLockFile },
  { name: "frozen migrations", run: checkFrozenMigrations },
  { name: "pinned versions", run: checkPinnedVersions },
  { name: "known advisories", run: checkAdvisories },
  { name: "licences", run: checkLicences },
  { name: "install scripts", run: checkInstallScripts },
  { name: "registry addresses", run: checkRegistryAddresses },
  { name: "documentation links", run: checkDocumentationLinks },
];

/** Everything that can be checked without running the product, and further steps beside it. */
export async function runVerifySteps(further: readonly Step[] = []): Promise<StepCount> {
  // The others read what it makes.
  const made = await runSteps([apiTypesStep]);
  const checked = await runSteps([...verifySteps, ...further]);
  return {
    passed: made.passed + checked.passed,
    failed: made.failed + checked.failed,
    failures: [...made.failures, ...checked.failures],
  };
}
