import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { advisoryFloors } from "#/verify/advisory-floors.ts";
import { repositoryRoot, repositoryText } from "#/verify/repository.ts";
import {
  LICENCE_PAGE,
  licencePage,
  pinnedPackages,
  tableAgeProblem,
  vulnerablePackages,
} from "#/verify/supply-chain.ts";

/*
 * `pnpm licences` writes the page of licences. `pnpm advisories` compares what is pinned with the table of known advisories,
 * and fails where the table is too old too.
 */
const lockFile = repositoryText("pnpm-lock.yaml");
const [task] = process.argv.slice(2);
if (task === "licences") {
  const { page, faults } = licencePage(lockFile);
  writeFileSync(join(repositoryRoot, LICENCE_PAGE), page);
  finish(faults, `${LICENCE_PAGE} was written.`);
} else {
  const age = tableAgeProblem(advisoryFloors.asOf, new Date());
  const faults = vulnerablePackages(lockFile, advisoryFloors.floors);
  const pinned = pinnedPackages(lockFile).length;
  finish(
    age === null ? faults : [...faults, age],
    `${pinned} pinned packages, ${advisoryFloors.floors.length} floors as of ${advisoryFloors.asOf}, none below.`,
  );
}

function finish(faults: readonly string[], done: string): void {
  console.log(faults.length === 0 ? done : faults.join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
}
