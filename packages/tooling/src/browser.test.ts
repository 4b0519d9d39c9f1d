import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { chromium } from "playwright";
import { browserFlags, browserLaunchOptions, installedBrowser } from "#/browser.ts";

test("CHROMIUM_PATH comes first, and a path that leads nowhere is said", () => {
  vi.stubEnv("CHROMIUM_PATH", process.execPath);
  expect(installedBrowser()).toBe(process.execPath);
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
  expect(() => installedBrowser()).toThrow("CHROMIUM_PATH names /nowhere/chromium, and there is no such file.");
});

test("the browser's own sandbox is given up by root alone", () => {
  expect(browserFlags().includes("--no-sandbox")).toBe(process.getuid?.() === 0);
});

test("the browser that is picked opens a page", async () => {
  const options = browserLaunchOptions();
  expect(existsSync(options.executablePath)).toBe(true);
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  await page.setContent("<title>Here</title>");
  expect(await page.title()).toBe("Here");
  await browser.close();
});
