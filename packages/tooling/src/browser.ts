import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";

const INSTALLED = [
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

/** The browser that is there already, in the order CHROMIUM_PATH, Playwright's own, the machine's; undefined when none is. */
export function installedBrowser(): string | undefined {
  const asked = process.env["CHROMIUM_PATH"];
  if (asked !== undefined && asked !== "") {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, and there is no such file.`);
    return asked;
  }
  return [chromium.executablePath(), ...INSTALLED].find((path) => existsSync(path));
}

/** A browser for tests: one that is there, else a downloaded one; throws with the way to get one when both fail. */
export function browserPath(): string {
  const installed = installedBrowser();
  if (installed !== undefined) return installed;
  try {
    const cli = fileURLToPath(new URL("cli.js", import.meta.resolve("playwright/package.json")));
    execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: ["ignore", 2, 2] });
  } catch (cause) {
    const how = "Install one (`apt-get install chromium`), or name it in CHROMIUM_PATH.";
    throw new Error(`There is no Chromium here, and Playwright could not download its own. ${how}`, { cause });
  }
  return chromium.executablePath();
}

/** Flags that keep the browser quiet on the network; the sandbox of the browser is given up only where root makes it impossible. */
export function browserFlags(): string[] {
  return process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
}

/** Launch options for Playwright's and Vitest's browsers. */
export function browserLaunchOptions(): { executablePath: string; args: string[] } {
  return { executablePath: browserPath(), args: browserFlags() };
}
