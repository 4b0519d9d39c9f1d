import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserLaunchOptions } from "@dc/tooling/browser";
import { chromium, type Page } from "playwright";
import { createServer } from "vite";
import { axeFindings } from "#e2e/axe-findings.ts";

// Takes pictures of the gallery, light and dark and at three widths, and checks it with axe: `node e2e/gallery/take-
// pictures.ts [part of a name]`.
const only = process.argv[2] ?? "";
const folder = process.env["PICTURES_DIR"] ?? join(tmpdir(), "directory-console-gallery");
const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 800 },
  { width: 390, height: 844 },
];

interface Picture {
  name: string;
  query: string;
  act?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: "list", query: "screen=list" },
  {
    name: "list-selected",
    query: "screen=list&mode=test",
    act: async (page) => {
      for (const key of ["j", "j", "x", "j", "x", "j"]) await page.keyboard.press(key);
    },
  },
  { name: "parts", query: "screen=parts" },
  { name: "record", query: "screen=record" },
  { name: "states", query: "screen=states", act: (page) => page.waitForTimeout(500) },
  { name: "sign-in", query: "screen=sign-in" },
  {
    name: "palette",
    query: "screen=record",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("c");
    },
  },
  {
    name: "switcher",
    query: "screen=list",
    act: async (page) => {
      await page.keyboard.press("Control+j");
      await page.getByRole("combobox").waitFor();
    },
  },
  {
    name: "keys",
    query: "screen=list",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "menu",
    query: "screen=list",
    act: async (page) => {
      const opener = page.getByRole("button", { name: "Open the menu" });
      if (await opener.isVisible()) await opener.click();
      else await page.getByRole("button", { name: /Marta Silva/ }).click();
    },
  },
];

const server = await createServer({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  logLevel: "error",
  server: { port: 0, host: "127.0.0.1", watch: null, hmr: false, proxy: {} },
});
await server.listen();
const address = server.httpServer?.address();
if (address == null || typeof address === "string") throw new Error("Vite listens on no port");
const browser = await chromium.launch(browserLaunchOptions());
await mkdir(folder, { recursive: true });
let count = 0;

try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of sizes) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        deviceScaleFactor: viewport.width < 860 ? 2 : 1,
      });
      for (const picture of pictures.filter(({ name }) => name.includes(only))) {
        const page = await context.newPage();
        const faults: string[] = [];
        page.on("console", (message) => {
          if (["error", "warning"].includes(message.type())) faults.push(message.text());
        });
        page.on("pageerror", (error) => faults.push(String(error)));
        await page.goto(`http://127.0.0.1:${address.port}/e2e/gallery/index.html?${picture.query}`);
        await page.locator("h1").first().waitFor();
        await picture.act?.(page);
        const name = `${picture.name}-${viewport.width}-${colorScheme}`;
        await page.screenshot({ path: join(folder, `${name}.png`) });
        for (const finding of await axeFindings(page)) faults.push(`axe ${finding}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        if (wide) faults.push("the page is wider than the window");
        for (const line of faults) console.log(`${name}: ${line}`);
        count += faults.length;
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`${count === 0 ? "no faults" : `${count} faults`}; pictures in ${folder}`);
process.exitCode = count === 0 ? 0 : 1;
