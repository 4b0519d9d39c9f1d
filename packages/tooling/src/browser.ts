import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";

const INSTALLED = [
  // Without a window it takes less of the processor than a whole browser.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The installed browser: CHROMIUM_PATH first, then Playwright's own, then the machine's; undefined if there is none.
 */
export function installedBrowser(): string | undefined {
  const asked = process.env["CHROMIUM_PATH"];
  if (asked !== undefined && asked !== "") {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, and there is no such file.`);
    return asked;
  }
  return [chromium.executablePath(), ...INSTALLED].find((path) => existsSync(path));
}

/**
 * The path of a browser for tests: an installed one, or else a downloaded one; throws with installation hints if both
 * fail.
 */
export function browserPath(): string {
  const installed = installedBrowser();
  if (installed !== undefined) return installed;
  try {
    const cli = fileURLToPath(new URL("cli.js", import.meta.resolve("playwright/package.json")));
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: ["ignore", 2, 2] });
  } catch (cause) {
    const how = "Install one (`apt-get install chromium-headless-shell`), or name it in CHROMIUM_PATH.";
    throw new Error(`There is no Chromium here, and Playwright could not download its own. ${how}`, { cause });
  }
  return chromium.executablePath();
}

/** Flags that stop the browser's own network traffic. Its sandbox is turned off only for root, where it cannot run. */
export function browserFlags(): string[] {
  return process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
}

/** Launch options for Playwright's and Vitest's browsers. */
export function browserLaunchOptions(): { executablePath: string; args: string[] } {
  return { executablePath: browserPath(), args: browserFlags() };
}
