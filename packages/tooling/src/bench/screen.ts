import { join } from "node:path";
import { chromium, type Response } from "playwright";
import { browserLaunchOptions } from "#/browser.ts";
import type { Goal } from "#/bench/goal.ts";
import { CONNECTION_ID, startBenchStack } from "#/bench/bench-stack.ts";
import { buildConsole } from "#/start/console-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

/**
 * G7 (150 KiB, limited to 142 here): what a real browser with an empty cache loads to show the list of index versions
 * to a signed-in person.
 */
export async function screenGoals(): Promise<Goal[]> {
  await buildConsole(repositoryRoot);
  await using stack = await startBenchStack({ consoleDir: join(repositoryRoot, "apps/console/dist") });
  await stack.call("POST", "/index-versions", { name: "Bench" });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const context = await browser.newContext();
    const [name = "", value = ""] = stack.cookie.split("=");
    await context.addCookies([{ name, value, url: stack.bff.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (answer) => answers.push(answer));
    await page.goto(`${stack.bff.url}/c/${CONNECTION_ID}/index-versions`, { waitUntil: "networkidle" });
    await page.getByText("Bench").first().waitFor();
    const loaded = answers.filter((answer) => ["script", "stylesheet"].includes(answer.request().resourceType()));
    const plain = loaded.filter((answer) => answer.headers()["content-encoding"] !== "br");
    if (plain.length > 0) throw new Error(`Not served as brotli: ${plain.map((answer) => answer.url()).join(", ")}`);
    const sizes = await Promise.all(loaded.map(async (answer) => (await answer.request().sizes()).responseBodySize));
    const kibibytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    return [
      {
        what: "G7 first screen, JS + CSS, brotli",
        ours: kibibytes,
        peer: 142,
        peerName: "limit",
        unit: "KiB",
        atMost: 1,
      },
      { what: "G7 first screen, JS + CSS files", ours: loaded.length, peer: 6, peerName: "limit", unit: "", atMost: 1 },
    ];
  } finally {
    await browser.close();
  }
}
