import { browserLaunchOptions } from "@dc/tooling/browser";
import { keepTemporaryFilesInMemory } from "@dc/tooling/testing/keep-temporary-files-in-memory";
import { defineConfig } from "@playwright/test";
import type { JourneyOptions } from "./e2e/journeys/journey-test.ts";

keepTemporaryFilesInMemory();

/** A page lives for seconds: optimising its code and collecting its youngest objects often takes longer than it saves. */
const shortLived = "--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --max-semi-space-size=32";
const { args, ...browser } = browserLaunchOptions();

/** A spelling drawn at random; JOURNEY_SEED draws another one. */
const seeded = `seed:${process.env["JOURNEY_SEED"] ?? "5"}`;

/**
 * The journey that runs on every spelling. The others run on the default one: what else a spelling could break in what they
 * show is proved over HTTP, on all spellings, by `spellings.test.ts` and `spelled-journeys.test.ts` in `apps/bff/system-tests/spellings`.
 */
const onEverySpelling = "**/first-directory.test.ts";

/** Spellings with a journey of their own, which shows what the others do not have. */
const withOwnJourney = ["names-in-parts", "overlay", "every-kind"];

export default defineConfig<object, JourneyOptions>({
  testDir: "e2e/journeys",
  testMatch: "*.test.ts",
  globalSetup: "./e2e/stack/prepare-run.ts",
  outputDir: "node_modules/.cache/e2e",
  forbidOnly: process.env["CI"] === "true",
  fullyParallel: false,
  // One more than a small machine has processors: a journey waits half of its time.
  workers: 3,
  retries: 0,
  // So that a hang has an end, not to measure.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  projects: [
    // The long journey first, so that none is left at the end while the other workers have nothing to do.
    ...["respelled", seeded].map((spelling) => ({ name: spelling, testMatch: onEverySpelling, use: { spelling } })),
    ...withOwnJourney.map((spelling) => ({
      name: spelling,
      testMatch: `**/spellings/${spelling}.test.ts`,
      use: { spelling },
    })),
    { name: "default", testIgnore: "**/spellings/**" },
  ],
  use: {
    launchOptions: { ...browser, args: [...args, shortLived] },
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    trace: "off",
    screenshot: "only-on-failure",
  },
});
