import { expect, type Page } from "@playwright/test";

const QUIET_MS = 250;

/** Waits until nothing more was loaded for a quarter of a second. The stream of events stays open all the time, and is no loading. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  let before = -1;
  const hasLoadedMore = async () => {
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").length);
    const more = loaded !== before;
    before = loaded;
    return more;
  };
  await expect.poll(hasLoadedMore, { intervals: [QUIET_MS], timeout: 30_000 }).toBe(false);
}
