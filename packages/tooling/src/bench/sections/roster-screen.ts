import { chromium, type Page } from "playwright";
import { browserLaunchOptions } from "#/browser.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { median } from "#/bench/measure.ts";
import type { BenchSize } from "#/bench/size.ts";
import { buildConsole } from "#/start/console-build.ts";
import { connectionId } from "#/testing/server-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const WORDS = ["mar", "ell", "jo", "k3"];
const ROUNDS = 3;
const MOVES = 60;
/** A screen is done with an act once its rows have been the same for so long. */
const SETTLED_MS = 400;
/** By then a page that was loaded has read what it shows, and the code of the screens beside it. */
const QUIET_MS = 2_500;
const LONGEST_WAIT_MS = 30_000;
const ROW = "[role=grid] [role=row][tabindex='0']";

/**
 * G9: in a real browser, how long it takes from a key until its rows are painted, for a roster of many entries, beside the same
 * key whose answer the page has already, which takes no more than the pause of the filter and drawing.
 */
export async function rosterScreenGoals(
  size: BenchSize,
  { bff }: BenchStack,
  { indexId, entries }: { indexId: string; entries: number },
): Promise<Goal[]> {
  await buildConsole(repositoryRoot);
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const context = await browser.newContext();
    const [name = "", value = ""] = bff.cookie.split("=");
    await context.addCookies([{ name, value, url: bff.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    const settledMs = size.of(SETTLED_MS);
    const timed = (act: () => Promise<unknown>) => timedAct(page, settledMs, act);
    const list = `${bff.url}/c/${connectionId}/index-versions`;
    const acts = { first: [], known: [], key: [], knownKey: [], sort: [], move: [] } as Record<Kind, Act[]>;
    for (let round = 0; round < size.of(ROUNDS); round += 1) {
      await page.goto(`${list}/${indexId}/overrides`);
      await page.waitForTimeout(size.of(QUIET_MS));
      const openRoster = () =>
        timed(async () => {
          await page.getByRole("link", { name: /^Roster/ }).press("Enter");
          await page.locator(ROW).first().waitFor();
        });
      acts.first.push(await openRoster());
      await page.getByRole("link", { name: /^Overrides/ }).press("Enter");
      await page.waitForTimeout(settledMs);
      acts.known.push(await openRoster());
      const filter = page.getByRole("searchbox", { name: "Filter by name or id" });
      for (const kind of ["key", "knownKey"] as const)
        for (const word of WORDS.slice(0, size.of(WORDS.length))) {
          await timed(() => filter.fill(""));
          for (const letter of word) acts[kind].push(await timed(() => filter.press(letter)));
        }
      await timed(() => filter.fill(""));
      acts.sort.push(await timed(() => page.getByRole("button", { name: "To settle", exact: true }).press("Enter")));
      await page.locator(ROW).first().focus();
      for (let move = 0; move < size.of(MOVES); move += 1)
        acts.move.push(await timed(() => page.keyboard.press(move % 4 === 0 ? "PageDown" : "ArrowDown")));
    }
    return goalsOf(acts, entries);
  } finally {
    await browser.close();
  }
}

type Kind = "first" | "known" | "key" | "knownKey" | "sort" | "move";

/** What was seen of an act, in milliseconds. */
interface Act {
  /** From the key until the frame with the last change of its rows was painted. */
  paintedMs: number;
  /** Frames without a row where rows belong, between the key and that frame. */
  blank: number;
  /** The longest time between two of these frames. */
  longestFrameMs: number;
}

function goalsOf(acts: Record<Kind, Act[]>, entries: number): Goal[] {
  const many = entries.toLocaleString("en");
  const msOf = (kind: Kind) => acts[kind].map(({ paintedMs }) => paintedMs);
  const limit = { peerName: "limit", unit: "ms", atMost: 1 };
  const all = Object.values(acts).flat();
  const beside = (what: string, kind: Kind, known: Kind): Goal => ({
    ...limit,
    what: `G9 ${what} of ${many} entries until painted, over an answer at hand`,
    ours: Math.max(0, median(msOf(kind)) - median(msOf(known))),
    peer: 50,
  });
  return [
    beside("first rows", "first", "known"),
    beside("a key of the filter", "key", "knownKey"),
    { ...limit, what: `G9 sorting ${many} entries until painted`, ours: median(msOf("sort")), peer: 100 },
    {
      ...limit,
      what: `G9 moving in ${many} entries, slowest key until painted`,
      ours: Math.max(...msOf("move")),
      peer: 50,
    },
    {
      ...limit,
      what: "G9 longest frame",
      ours: Math.max(...all.map(({ longestFrameMs }) => longestFrameMs)),
      peer: 25,
    },
    {
      ...limit,
      what: "G9 blank frames, but before the first rows",
      ours: (["key", "sort", "move"] as const).flatMap((kind) => acts[kind]).reduce((sum, { blank }) => sum + blank, 0),
      peer: 1,
      unit: "",
      atMost: 0,
    },
  ];
}

/**
 * Notes of each frame when it was painted, whose rows are in view with the one that has the focus, and whether they are missing. As
 * text, since this package knows no document.
 */
const WATCH = `
  globalThis.frames = [];
  globalThis.keyMs = 0;
  addEventListener("keydown", ({ timeStamp }) => (globalThis.keyMs = timeStamp), { capture: true });
  const channel = new MessageChannel();
  let drawn;
  channel.port1.onmessage = () => globalThis.frames.push({ atMs: performance.now(), ...drawn });
  const rowAt = (x, y) => document.elementFromPoint(x, y)?.closest("[role=row][tabindex]");
  const watch = () => {
    const grid = document.querySelector("[role=grid]")?.parentElement?.getBoundingClientRect();
    const rows = [50, 150, 250, 350].map((below) => grid && rowAt(grid.x + 60, grid.y + below));
    const focused = document.activeElement?.closest("[role=row]")?.ariaRowIndex;
    drawn = { says: rows.map((row) => row?.ariaRowIndex + row?.querySelector("a")?.getAttribute("href")).join() + focused, isBlank: rows[0] == null };
    channel.port2.postMessage(null);
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
`;

async function timedAct(page: Page, settledMs: number, act: () => Promise<unknown>): Promise<Act> {
  await page.evaluate("globalThis.frames.length = 0");
  await act();
  for (const since = performance.now(); performance.now() - since < LONGEST_WAIT_MS;) {
    await page.waitForTimeout(settledMs / 4);
    const seen = (await page.evaluate(`(() => {
      const { frames, keyMs } = globalThis;
      const last = frames.at(-1);
      if (last === undefined || document.querySelector("[aria-busy=true]") !== null) return null;
      const painted = frames.findLastIndex(({ says }) => says !== last.says) + 1;
      if (last.atMs - frames[painted].atMs < ${settledMs}) return null;
      const until = frames.slice(0, painted + 1).filter(({ atMs }) => atMs >= keyMs);
      return {
        paintedMs: Math.max(0, frames[painted].atMs - keyMs),
        blank: until.filter(({ isBlank }) => isBlank).length,
        longestFrameMs: Math.max(0, ...until.slice(1).map(({ atMs }, at) => atMs - until[at].atMs)),
      };
    })()`)) as Act | null;
    if (seen !== null) return seen;
  }
  throw new Error("The rows of the roster did not come to rest.");
}
