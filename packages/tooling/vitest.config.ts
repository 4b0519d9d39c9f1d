import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const unexpectedConsole = fileURLToPath(new URL("src/unexpected-console.ts", import.meta.url));
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
    // By itself Vitest leaves one processor to its main process, which has little to do: of two that is half.
    maxWorkers: "100%",
    // The files of a worker share its modules and its store, whose start costs more than most of their tests.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project("directory", "packages/directory", "src/**/*.test.ts", { setup: [properties] }),
      project("contract", "packages/contract", "src/**/*.test.ts"),
      project("api-client", "packages/api-client", "src/**/*.test.ts", { setup: [properties] }),
      project("service-check", "packages/service-check", "src/**/*.test.ts"),
      project("tooling", "packages/tooling", "src/**/*.test.ts"),
      project("sandbox", "apps/sandbox", "src/**/*.test.ts"),
      project("bff", "apps/bff", "src/**/*.test.ts", { exclude: ["src/**/*.pg.test.ts"] }),
      project("bff-postgres", "apps/bff", "src/**/*.pg.test.ts", {
        globalSetup: `${root}/apps/bff/src/testing/postgres-server.ts`,
      }),
      project("bff-system", "apps/bff", "system-tests/**/*.test.ts", {
        globalSetup: `${root}/apps/bff/system-tests/prepare-server.ts`,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      project("console", "apps/console", "src/**/*.test.ts"),
      project("console-dom", "apps/console", "src/**/*.test.tsx", {
        environment: `${root}/apps/console/src/testing/page-over-bff.ts`,
        setup: [`${root}/apps/console/src/testing/clear-page.ts`],
      }),
    ],
  },
});
