import { browserLaunchOptions } from "@dc/tooling/browser";
import { defineConfig } from "@playwright/test";
import type { JourneyOptions } from "./e2e/journey.ts";

/** A spelling that nobody has chosen; another one is drawn by `JOURNEY_SEED`. */
const seeded = `seed:${process.env["JOURNEY_SEED"] ?? "5"}`;

/**
 * The journeys that the service's spelling can break. The others are about what has none: look, keyboard, phones to hold
 * in the hand, and what the browser is told; one spelling is enough for those.
 */
const onEverySpelling =
  /\/(?:applied|created-records|drift|gateway|held|hostile-names|overrides-tab|slow-service|unknown-change|unknown-creation)\.test\.ts$/;

export default defineConfig<object, JourneyOptions>({
  testDir: "e2e",
  testMatch: "*.test.ts",
  globalSetup: "./e2e/build-apps.ts",
  outputDir: "node_modules/.cache/e2e",
  forbidOnly: process.env["CI"] === "true",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  projects: [
    { name: "default" },
    ...["respelled", seeded].map((spelling) => ({ name: spelling, testMatch: onEverySpelling, use: { spelling } })),
  ],
  use: {
    launchOptions: browserLaunchOptions(),
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 15_000,
    trace: "off",
    screenshot: "only-on-failure",
  },
});
