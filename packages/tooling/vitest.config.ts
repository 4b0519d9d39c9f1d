import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const unexpectedConsole = fileURLToPath(new URL("src/unexpected-console.ts", import.meta.url));
const testStore = `${root}/apps/bff/src/testing/stores/prepare-store.ts`;
const serverBuild = `${root}/apps/bff/system-tests/prepare-server.ts`;
const cheapPasswords = `${root}/apps/bff/src/testing/people/cheap-passwords.ts`;
const properties = fileURLToPath(new URL("src/properties.ts", import.meta.url));

type Options = Pick<
  NonNullable<TestProjectInlineConfiguration["test"]>,
  "environment" | "exclude" | "globalSetup" | "hookTimeout" | "testTimeout"
> & { setup?: string[] };

function project(
  name: string,
  folder: string,
  include: string,
  { setup = [], ...options }: Options = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      root: `${root}/${folder}`,
      include: [include],
      setupFiles: [unexpectedConsole, ...setup],
      ...options,
    },
  };
}

export default defineConfig({
  root,
  test: {
    // One more than there are processors: a third of a worker's time is waiting for servers, disks and signals.
    maxWorkers: availableParallelism() + 1,
    // The files of a worker share its modules and its store, whose start costs more than most of their tests.
    isolate: false,
    // So that a hang has an end, not to measure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project("directory", "packages/directory", "src/**/*.test.ts", { setup: [properties] }),
      project("contract", "packages/contract", "src/**/*.test.ts"),
      project("api-client", "packages/api-client", "src/**/*.test.ts", { setup: [properties] }),
      project("service-check", "packages/service-check", "src/**/*.test.ts"),
      project("api-document", "packages/api-document", "src/**/*.test.ts"),
      project("tooling", "packages/tooling", "src/**/*.test.ts"),
      project("sandbox", "apps/sandbox", "src/**/*.test.ts"),
      project("bff", "apps/bff", "src/**/*.test.ts", {
        exclude: ["src/**/*.pg.test.ts"],
        setup: [cheapPasswords],
        globalSetup: [testStore, serverBuild],
      }),
      project("bff-postgres", "apps/bff", "src/**/*.pg.test.ts", {
        setup: [cheapPasswords],
        globalSetup: [testStore, serverBuild, `${root}/apps/bff/src/testing/stores/prepare-postgres.ts`],
      }),
      project("bff-system", "apps/bff", "system-tests/**/*.test.ts", {
        setup: [cheapPasswords],
        globalSetup: [testStore, serverBuild],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      project("console", "apps/console", "src/**/*.test.ts"),
      project("console-dom", "apps/console", "src/**/*.test.tsx", {
        environment: `${root}/apps/console/src/testing/page-over-bff.ts`,
        globalSetup: testStore,
        setup: [cheapPasswords, `${root}/apps/console/src/testing/clear-page.ts`],
      }),
    ],
  },
});
