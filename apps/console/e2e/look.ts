import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { browserLaunchOptions } from "@dc/tooling/browser";
import { chromium, type Page } from "playwright";
import { createServer } from "vite";

// Pictures of every part in both schemes and three widths, and what axe says about them: `node e2e/look.ts [name part]`.
const only = process.argv[2] ?? "";
const folder = process.env["LOOK_DIR"] ?? join(tmpdir(), "directory-console-look");
const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 800 },
  { width: 390, height: 844 },
];

interface Look {
  name: string;
  query: string;
  act?: (page: Page) => Promise<void>;
}

const looks: readonly Look[] = [
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
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
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
  root: fileURLToPath(new URL("..", import.meta.url)),
  logLevel: "error",
  server: { port: 0, host: "127.0.0.1", watch: null, hmr: false, proxy: {} },
});
await server.listen();
const address = server.httpServer?.address();
if (address == null || typeof address === "string") throw new Error("Vite listens on no port");
const browser = await chromium.launch(browserLaunchOptions());
await mkdir(folder, { recursive: true });
let faults = 0;

try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of sizes) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        deviceScaleFactor: viewport.width < 860 ? 2 : 1,
      });
      for (const look of looks.filter(({ name }) => name.includes(only))) {
        const page = await context.newPage();
        const said: string[] = [];
        page.on("console", (message) => {
          if (["error", "warning"].includes(message.type())) said.push(message.text());
        });
        page.on("pageerror", (error) => said.push(String(error)));
        await page.goto(`http://127.0.0.1:${address.port}/e2e/gallery/index.html?${look.query}`);
        await page.locator("h1").first().waitFor();
        await look.act?.(page);
        const name = `${look.name}-${viewport.width}-${colorScheme}`;
        await page.screenshot({ path: join(folder, `${name}.png`) });
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations)
          said.push(
            `axe ${id}: ${nodes
              .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`)
              .slice(0, 3)
              .join(" | ")}`,
          );
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        if (wide) said.push("the page is wider than the window");
        for (const line of said) console.log(`${name}: ${line}`);
        faults += said.length;
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`${faults === 0 ? "nothing to say" : `${faults} faults`}; pictures in ${folder}`);
process.exitCode = faults === 0 ? 0 : 1;
