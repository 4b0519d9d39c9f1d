import { expect, type Page } from "@playwright/test";
import { axeFindings } from "#e2e/axe-findings.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";

/** Waits until everything on the page has loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await waitUntilQuiet(page);
}

const SMALLEST_PX = 12;

/** No finding of axe, of which `rules` names some, and no text that is smaller than 12 px. */
export async function expectNoAxeFindings(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  expect.soft(await axeFindings(page, rules), `axe on ${name}`).toEqual([]);
  const small = await page.evaluate((smallest) => {
    const hasText = ({ nodeType, textContent }: ChildNode) => nodeType === Node.TEXT_NODE && textContent?.trim() !== "";
    return [...document.body.querySelectorAll("*")]
      .filter((element) => [...element.childNodes].some(hasText) && element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < smallest)
      .map((element) => element.outerHTML.slice(0, 120));
  }, SMALLEST_PX);
  expect.soft(small, `small text on ${name}`).toEqual([]);
}

/** Checks that nothing scrolls horizontally: neither the page nor the content inside the shell is wider than the window. */
export async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    const scrollers = [document.documentElement, ...document.querySelectorAll("main")];
    if (scrollers.every((scroller) => scroller.scrollWidth <= scroller.clientWidth)) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > limit + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect.soft(wide, `wider than the window: ${name}`).toEqual([]);
}

/** Checks that no cell of a table hides part of what it says. */
export async function expectNothingCut(page: Page, name: string): Promise<void> {
  const cut = await page
    .getByRole("gridcell")
    .locator("visible=true")
    .evaluateAll((cells) =>
      cells
        .flatMap((cell) => [cell, ...cell.querySelectorAll("*")])
        .filter((element) => getComputedStyle(element).overflowX !== "visible")
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 160)),
    );
  expect.soft(cut, `cut off: ${name}`).toEqual([]);
}

/** Checks that only the content inside the shell scrolls, not the page around it. */
export async function expectNoPageScroll(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect.soft(over, `taller than the window: ${name}`).toBeLessThanOrEqual(0);
}

interface LayoutShift {
  value: number;
  moved: string[];
}

/** The layout shifts of the page since it was loaded that no typing or clicking caused. */
export async function layoutShifts(page: Page): Promise<LayoutShift[]> {
  return await page.evaluate(
    () =>
      new Promise<LayoutShift[]>((resolve) => {
        const shifts: LayoutShift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
              sources: { node: Node | null }[];
            };
            if (!hadRecentInput)
              shifts.push({
                value,
                moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 100) : "text")),
              });
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(shifts);
        }, 200);
      }),
  );
}

export async function expectNoLayoutShift(page: Page, name: string): Promise<void> {
  const shifts = await layoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `layout shift of ${name}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
}
