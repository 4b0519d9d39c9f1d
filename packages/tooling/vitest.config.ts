import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compileCache } from "./src/child-server.ts";
import { slowTests } from "./src/test/slow-tests.ts";
import { keepTemporaryFilesInMemory } from "./src/testing/keep-temporary-files-in-memory.ts";

keepTemporaryFilesInMemory();
// The threads in which files are read start from sources, once for each file: that cost most of the tests of imports.
process.env["NODE_COMPILE_CACHE"] ??= compileCache;

const root = fileURLToPath(new URL("../..", import.meta.url));
const unexpectedConsole = fileURLToPath(new URL("src/unexpected-console.ts", import.meta.url));
const testStore = `${root}/apps/bff/src/testing/stores/prepare-store.ts`;
const cheapPasswords = `${root}/apps/bff/src/testing/people/cheap-passwords.ts`;
const properties = fileURLToPath(new URL("src/properties.ts", import.meta.url));

type Options = Pick<NonNullable<TestProjectInlineConfiguration["test"]>, "environment" | "globalSetup"> & {
  setup?: string[];
};

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

/** Begins each project with its slow files, so that none is left at the end while the other workers have nothing to do. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(!slowTests.test(relative(root, moduleId)));
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

export default defineConfig({
  root,
  test: {
    // Two more than there are processors: a third of the time of a worker is waiting for servers, disks and signals.
    maxWorkers: availableParallelism() + 2,
    // The files of a worker share its modules and its store, whose start costs more than most of their tests. No worker serves
    // two projects, so that there are few.
    isolate: false,
    // So that a hang has an end, not to measure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: SlowFirst },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project("unit", ".", "{packages/*,apps/{sandbox,console}}/src/**/*.test.ts", { setup: [properties] }),
      project("bff", "apps/bff", "{src,system-tests}/**/*.test.ts", {
        setup: [cheapPasswords],
        globalSetup: `${root}/apps/bff/src/testing/stores/prepare-run.ts`,
      }),
      project("console-dom", "apps/console", "src/**/*.test.tsx", {
        environment: `${root}/apps/console/src/testing/page-over-bff.ts`,
        globalSetup: testStore,
        setup: [cheapPasswords, `${root}/apps/console/src/testing/clear-page.ts`],
      }),
    ],
  },
});
