import type { Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

declare global {
  interface Window {
    /** How many times something moved on the page. */
    moved: number;
    /** What the page said when something was drawn for the first time. */
    drawnFirst: string | undefined;
  }
}

const stack = useTestStack();
const MOST_REQUESTS = 8;
/** Of scripts and styles, as they are sent. */
const MOST_BYTES = { untilUsable: 115 * 1024, untilQuiet: 128 * 1024 };

test("a cold load of the index versions takes few requests and bytes, moves nothing, and reads nothing twice", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  await api.createDirectory("Amara Okafor", { roster: "" });
  await api.untilTold();
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((shifts) => (window.moved += shifts.getEntries().length)).observe({ type: "layout-shift" });
    const observer = new MutationObserver(() => {
      const root = document.getElementById("root");
      const text = root?.textContent ?? "";
      if (root?.firstElementChild != null) window.drawnFirst ??= text;
      if (!text.includes("Amara Okafor")) return;
      observer.disconnect();
      performance.mark("usable");
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url().slice(stack().origin.length)));
  const streamed = page.waitForRequest(/\/events$/);

  await page.goto(`${stack().pages}/index-versions`);
  await expect(page.getByRole("row", { name: /Amara Okafor/ })).toBeVisible();
  // What an event tells of would be read again within a second and a half.
  await streamed;
  await page.waitForTimeout(2_000);
  await waitUntilQuiet(page);

  expect(requested.filter((url, position) => requested.indexOf(url) !== position)).toEqual([]);
  const loaded = await page.evaluate(() => {
    const usable = performance.getEntriesByName("usable")[0]?.startTime ?? 0;
    const begun = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return begun.flatMap((entry) =>
      entry instanceof PerformanceResourceTiming
        ? [{ name: entry.name, isUntilUsable: entry.startTime < usable, bytes: entry.encodedBodySize }]
        : [],
    );
  });
  const untilUsable = loaded.filter(({ isUntilUsable }) => isUntilUsable);
  const list = JSON.stringify(loaded, null, 1);
  expect(untilUsable.length, list).toBeGreaterThan(3);
  expect(untilUsable.length, list).toBeLessThanOrEqual(MOST_REQUESTS);
  const bytesOf = (entries: typeof loaded) =>
    entries.filter(({ name }) => /\.(?:js|css)$/.test(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(bytesOf(untilUsable), list).toBeGreaterThan(50 * 1024);
  expect(bytesOf(untilUsable), list).toBeLessThanOrEqual(MOST_BYTES.untilUsable);
  expect(bytesOf(loaded), list).toBeLessThanOrEqual(MOST_BYTES.untilQuiet);
  expect(await page.evaluate(() => window.moved)).toBe(0);
  // What came with the document is drawn at once, without placeholders before it.
  expect(await page.evaluate(() => window.drawnFirst)).toContain("Amara Okafor");
});

test("a screen whose code cannot be loaded says so inside the shell, and is loaded at the next visit", async ({
  page,
  watch,
}) => {
  watch.allowConsoleLine(/activity-screen-/);
  await signIn(page, stack());
  await page.goto(`${stack().pages}/index-versions`);
  await expect(page.getByRole("heading", { name: "Index versions", level: 1 })).toBeVisible();
  await page.route(/activity-screen-[\w-]+\.js/, async (route) => await route.abort());
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("alert")).toContainText("This page could not be shown");
  await expect(page.getByRole("alert")).toContainText("Part of the console could not be loaded.");
  await nav.getByRole("link", { name: "Index versions" }).click();
  await expect(page.getByRole("heading", { name: "Index versions", level: 1 })).toBeVisible();
  await page.unroute(/activity-screen-[\w-]+\.js/);
  await nav.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Index versions", level: 1 })).toBeVisible();
});

/** Every answer from now on names another build than that of the page, but for the stream, which does not end. */
async function tellOfAnotherBuild(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/(?!.*\/events)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-console-build": "0123456789abcdef" } });
  });
}

test("a page of an earlier build whose next screen is gone says that there is a new version, and loads it", async ({
  page,
  watch,
}) => {
  watch.allowConsoleLine(/activity-screen-|Failed to load resource/);
  await signIn(page, stack());
  await page.goto(`${stack().pages}/index-versions`);
  await expect(page.getByRole("heading", { name: "Index versions", level: 1 })).toBeVisible();
  await waitUntilQuiet(page);
  // From now on the server has another build, which no answer has told of yet.
  await tellOfAnotherBuild(page);
  await page.route(/activity-screen-[\w-]+\.js/, async (route) => await route.fulfill({ status: 404 }));
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("alert")).toContainText("A new version of the console is available. Reload the page.");
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
});

test("a drawer whose code cannot be loaded says so over its page, which keeps what was typed, and is loaded when asked", async ({
  page,
  watch,
}) => {
  watch.allowConsoleLine(/adopt-drawer-|Failed to load resource/);
  const api = await signIn(page, stack());
  await api.createDirectory("Bela Okonkwo", { roster: "" });
  await page.goto(`${stack().pages}/index-versions`);
  const filter = page.getByRole("searchbox").or(page.getByLabel("Filter by name, referrer, id")).first();
  await filter.fill("Bela");
  await page.route(/adopt-drawer-[\w-]+\.js/, async (route) => await route.abort());
  await page.getByRole("button", { name: "Add an existing index version" }).click();
  const notLoaded = page.getByRole("dialog", { name: "Not loaded" });
  await expect(notLoaded).toContainText("Part of the console could not be loaded.");
  await notLoaded.getByRole("button", { name: "Try again" }).click();
  await expect(notLoaded).toContainText("Part of the console could not be loaded.");
  await page.keyboard.press("Escape");
  await expect(notLoaded).toBeHidden();
  await expect(filter).toHaveValue("Bela");
  // A new build took the file away, which no answer has told of yet.
  await page.unroute(/adopt-drawer-[\w-]+\.js/);
  await tellOfAnotherBuild(page);
  await page.route(/adopt-drawer-[\w-]+\.js/, async (route) => await route.fulfill({ status: 404 }));
  await page.getByRole("button", { name: "Add an existing index version" }).click();
  await expect(notLoaded).toContainText("A new version of the console is available. Reload the page.");
  await page.unrouteAll({ behavior: "wait" });
  await notLoaded.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Add an existing index version" })).toBeVisible();
});
