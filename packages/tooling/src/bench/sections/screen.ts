import { chromium, type Response } from "playwright";
import { browserLaunchOptions } from "#/browser.ts";
import type { Goal } from "#/bench/goal.ts";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchSize } from "#/bench/size.ts";
import { buildConsole } from "#/start/console-build.ts";
import { connectionId } from "#/testing/server-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

/** After this long without an answer the page is quiet; its stream of events is answered once, at the beginning. */
const QUIET_MS = 2_500;

/**
 * G7: what a real browser with an empty cache loads until a signed-in person can use the list of index versions, and until the
 * page is quiet.
 */
export async function screenGoals(size: BenchSize): Promise<Goal[]> {
  await buildConsole(repositoryRoot);
  await using stack = await startBenchStack(size);
  await stack.call("POST", "/index-versions", { name: "Bench" });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const context = await browser.newContext();
    const [name = "", value = ""] = stack.bff.cookie.split("=");
    await context.addCookies([{ name, value, url: stack.bff.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (answer) => answers.push(answer));
    await page.goto(`${stack.bff.url}/c/${connectionId}/index-versions`);
    await page.getByText("Bench").first().waitFor();
    const usable = answers.length;
    for (let before = -1; before < answers.length;) {
      before = answers.length;
      await page.waitForTimeout(size.of(QUIET_MS));
    }
    const limit = { peerName: "limit", atMost: 1 };
    return [
      { ...limit, what: "G7 requests until the list can be used", ours: usable, peer: 8, unit: "" },
      {
        ...limit,
        what: "G7 JS + CSS until the list can be used, brotli",
        ours: await kibibytesOf(answers.slice(0, usable)),
        peer: 120,
        unit: "KiB",
      },
      {
        ...limit,
        what: "G7 JS + CSS until the page is quiet, brotli",
        ours: await kibibytesOf(answers),
        peer: 140,
        unit: "KiB",
      },
    ];
  } finally {
    await browser.close();
  }
}

async function kibibytesOf(answers: readonly Response[]): Promise<number> {
  const loaded = answers.filter((answer) => ["script", "stylesheet"].includes(answer.request().resourceType()));
  const plain = loaded.filter((answer) => answer.headers()["content-encoding"] !== "br");
  if (plain.length > 0) throw new Error(`Not served as brotli: ${plain.map((answer) => answer.url()).join(", ")}`);
  const sizes = await Promise.all(loaded.map(async (answer) => (await answer.request().sizes()).responseBodySize));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
}
