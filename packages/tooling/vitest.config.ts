import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const unexpectedConsole = fileURLToPath(new URL("src/unexpected-console.ts", import.meta.url));
const properties = fileURLToPath(new URL("src/properties.ts", import.meta.url));

function project(
  name: string,
  folder: string,
  include: string,
  environment: string,
  { setup = [], ...timeouts }: { setup?: string[]; testTimeout?: number; hookTimeout?: number } = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      root: `${root}/${folder}`,
      include: [include],
      environment,
      setupFiles: [unexpectedConsole, ...setup],
      ...timeouts,
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
      project("directory", "packages/directory", "src/**/*.test.ts", "node", { setup: [properties] }),
      project("contract", "packages/contract", "src/**/*.test.ts", "node"),
      project("api-client", "packages/api-client", "src/**/*.test.ts", "node", { setup: [properties] }),
      project("service-check", "packages/service-check", "src/**/*.test.ts", "node"),
      project("tooling", "packages/tooling", "src/**/*.test.ts", "node"),
      project("sandbox", "apps/sandbox", "src/**/*.test.ts", "node"),
      project("bff", "apps/bff", "src/**/*.test.ts", "node"),
      project("proofs", "apps/bff", "proofs/**/*.test.ts", "node", { testTimeout: 300_000, hookTimeout: 300_000 }),
      project("console", "apps/console", "src/**/*.test.ts", "node"),
      project("console-dom", "apps/console", "src/**/*.test.tsx", `${root}/apps/console/src/testing/page-over-bff.ts`, {
        setup: [`${root}/apps/console/src/testing/clear-page.ts`],
      }),
    ],
  },
});
