import { browserLaunchOptions } from "@dc/tooling/browser";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.test.ts",
  globalSetup: "./e2e/build-console.ts",
  outputDir: "node_modules/.cache/e2e",
  forbidOnly: process.env["CI"] === "true",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "list",
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
