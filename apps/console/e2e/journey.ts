import { AxeBuilder } from "@axe-core/playwright";
import { expect, test as base, type Page } from "@playwright/test";
import { BrowserWatch } from "./browser-watch.ts";
import { administrator, House, type HouseOptions } from "./house.ts";

interface Fixtures {
  watch: BrowserWatch;
}

/** What a project of the configuration sets. */
export interface JourneyOptions {
  /** How the service is spelled in front of which the journeys are walked. */
  spelling: string;
}

/** A test whose every page is watched; it fails on anything said in the console, refused by the policy, or shown as a dialog. */
export const test = base.extend<Fixtures, JourneyOptions>({
  spelling: ["default", { option: true, scope: "worker" }],
  watch: [
    async ({ context }, use) => {
      const watch = await BrowserWatch.over(context);
      await use(watch);
      expect(await watch.faults(), "said in the browser").toEqual([]);
    },
    { auto: true },
  ],
});

/** One house for the tests of a file. */
export function useHouse(options: HouseOptions = {}): () => House {
  let house: House | undefined;
  test.beforeAll(async ({ spelling }) => {
    house = await House.start({ spelling, ...options });
  });
  test.afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
  });
  return () => {
    if (house === undefined) throw new Error("The house stands only while tests run.");
    return house;
  };
}

export async function signIn(page: Page, house: House, to = "/"): Promise<void> {
  await page.goto(`${house.origin}${to}`);
  await page.getByLabel("E-mail").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
}

/** What axe finds, with the places. */
export async function expectNoAxeFindings(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
  );
  expect.soft(found, `axe on ${name}`).toEqual([]);
}

/** Nothing scrolls sideways: the page is as wide as the window. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > limit + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect.soft(wide, `wider than the window: ${name}`).toEqual([]);
}

/** The content scrolls inside the shell, and nothing around it. */
export async function expectOneScroll(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect.soft(over, `taller than the window: ${name}`).toBeLessThanOrEqual(0);
}

export { expect };
