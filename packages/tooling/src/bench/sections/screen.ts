import { type Browser, type BrowserContext, chromium, type Page, type Response } from "playwright";
import { browserLaunchOptions } from "#/browser.ts";
import type { Goal } from "#/bench/goal.ts";
import { startBenchStack } from "#/bench/bench-stack.ts";
import { startLibraryPage } from "#/bench/floors/library-page.ts";
import { median } from "#/bench/measure.ts";
import type { BenchSize } from "#/bench/size.ts";
import { buildConsole } from "#/start/console-build.ts";
import { connectionId } from "#/testing/server-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

/** After this long without an answer the page is quiet; its stream of events is answered once, at the beginning. */
const QUIET_MS = 2_500;

/**
 * G7: what a real browser with an empty cache loads until a signed-in person can use the list of index versions, and until the
 * page is quiet. G8: how long that takes, beside a page of the console's libraries that lists the same name.
 */
export async function screenGoals(size: BenchSize): Promise<Goal[]> {
  await buildConsole(repositoryRoot);
  await using stack = await startBenchStack(size);
  await stack.call("POST", "/index-versions", { name: "Bench" });
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const [name = "", value = ""] = stack.bff.cookie.split("=");
    const enter = (opened: BrowserContext) =>
      opened.addCookies([{ name, value, url: stack.bff.url, httpOnly: true, sameSite: "Lax" }]);
    const list = `${stack.bff.url}/c/${connectionId}/index-versions`;
    const context = await browser.newContext();
    await enter(context);
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (answer) => answers.push(answer));
    await page.addInitScript(WATCH);
    await page.goto(list);
    await untilUsable(page);
    const begun = String(
      await page.evaluate(
        `performance.getEntries().filter(({ startTime }) => startTime < usableMs).map(({ name }) => name).join("\\n")`,
      ),
    ).split("\n");
    const answersUntilUsable = () => answers.filter((answer) => begun.includes(answer.url()));
    for (let before = -1; before < answers.length;) {
      before = answers.length;
      await page.waitForTimeout(size.of(QUIET_MS));
    }
    const limit = { peerName: "limit", atMost: 1 };
    return [
      {
        ...limit,
        what: "G7 requests until the list can be used",
        ours: answersUntilUsable().length,
        peer: 8,
        unit: "",
      },
      {
        ...limit,
        what: "G7 JS + CSS until the list can be used, brotli",
        ours: await kibibytesOf(answersUntilUsable()),
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
      ...(await loadGoals(size, browser, { url: list, enter })),
    ];
  } finally {
    await browser.close();
  }
}

/** Tells when the list can be used, and how long tasks took. As text, since this package knows no document. */
const WATCH = `
  globalThis.longMs = 0;
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) globalThis.longMs += duration;
  }).observe({ type: "longtask" });
  new MutationObserver(function () {
    if (!document.querySelector("#root")?.textContent.includes("Bench")) return;
    this.disconnect();
    globalThis.usableMs = performance.now();
  }).observe(document, { childList: true, subtree: true });
`;

/** Asks from outside: what waits inside a page is a text that its policy does not run. */
async function untilUsable(page: Page): Promise<void> {
  while ((await page.evaluate("globalThis.usableMs")) === undefined) await page.waitForTimeout(10);
}

interface LoadedPage {
  url: string;
  enter?: (context: BrowserContext) => Promise<void>;
}

async function loadGoals(size: BenchSize, browser: Browser, ours: LoadedPage): Promise<Goal[]> {
  await using floor = await startLibraryPage("Bench");
  const goals: Goal[] = [];
  for (const [slower, atMost] of [
    [1, 2],
    [4, 1.5],
  ] as const) {
    const loads = { ours: [] as ColdLoad[], floor: [] as ColdLoad[] };
    const rate = size.of(slower);
    for (let round = 0; round < size.of(7, 25); round += 1) {
      loads.ours.push(await loadCold(browser, ours, rate));
      loads.floor.push(await loadCold(browser, floor, rate));
    }
    const msOf = (measured: readonly ColdLoad[]) => median(measured.map(({ ms }) => ms));
    goals.push({
      what: `G8 cold load until the list can be used, processor ${slower}× slower`,
      ours: msOf(loads.ours),
      peer: msOf(loads.floor),
      peerName: "our libraries",
      unit: "ms",
      atMost,
    });
    if (slower === 1)
      goals.push({
        what: "G8 long tasks until the list can be used",
        ours: median(loads.ours.map(({ longMs }) => longMs)),
        peer: 50,
        peerName: "limit",
        unit: "ms",
        atMost: 0,
      });
  }
  return goals;
}

interface ColdLoad {
  ms: number;
  /** The time of tasks that took longer than 50 ms. */
  longMs: number;
}

async function loadCold(browser: Browser, { url, enter }: LoadedPage, rate: number): Promise<ColdLoad> {
  const context = await browser.newContext();
  try {
    await enter?.(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    await page.addInitScript(WATCH);
    await page.goto(url);
    await untilUsable(page);
    return { ms: Number(await page.evaluate("usableMs")), longMs: Number(await page.evaluate("longMs")) };
  } finally {
    await context.close();
  }
}

async function kibibytesOf(answers: readonly Response[]): Promise<number> {
  const loaded = answers.filter((answer) => ["script", "stylesheet"].includes(answer.request().resourceType()));
  const plain = loaded.filter((answer) => answer.headers()["content-encoding"] !== "br");
  if (plain.length > 0) throw new Error(`Not served as brotli: ${plain.map((answer) => answer.url()).join(", ")}`);
  const sizes = await Promise.all(loaded.map(async (answer) => (await answer.request().sizes()).responseBodySize));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
}
