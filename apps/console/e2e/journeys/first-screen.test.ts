import { signIn } from "#e2e/stack/console-api.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();
const MOST_REQUESTS = 8;

test("a cold load of the index versions takes few requests until it can be used, and reads nothing twice", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  await api.createDirectory("Amara Okafor", { roster: "" });
  await api.untilTold();
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes("Amara Okafor")) return;
      observer.disconnect();
      performance.mark("usable");
    });
    document.addEventListener("DOMContentLoaded", () =>
      observer.observe(document.body, { childList: true, subtree: true }),
    );
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
  const untilUsable = await page.evaluate(() => {
    const usable = performance.getEntriesByName("usable")[0]?.startTime ?? 0;
    const begun = performance.getEntries().filter(({ entryType }) => ["navigation", "resource"].includes(entryType));
    return begun.filter(({ startTime }) => startTime < usable).map(({ name }) => name);
  });
  expect(untilUsable.length, untilUsable.join("\n")).toBeGreaterThan(3);
  expect(untilUsable.length, untilUsable.join("\n")).toBeLessThanOrEqual(MOST_REQUESTS);
});
