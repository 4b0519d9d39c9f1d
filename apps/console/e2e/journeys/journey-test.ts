import { expect, test as base, type Locator, type Page } from "@playwright/test";
import type { SampleSchedule } from "#e2e/stack/sample-roster.ts";
import { administrator, TestStack, type TestStackOptions } from "#e2e/stack/test-stack.ts";
import { BrowserWatch } from "./browser-watch.ts";

interface Fixtures {
  watch: BrowserWatch;
}

/** The options that a project in the Playwright configuration sets. */
export interface JourneyOptions {
  /** The spelling of the service behind the stack of a journey. */
  spelling: string;
}

/** A test that fails on any console error or warning, policy violation or unexpected dialog in any of its pages. */
export const test = base.extend<Fixtures, JourneyOptions>({
  spelling: ["default", { option: true, scope: "worker" }],
  watch: [
    async ({ context }, use) => {
      const watch = await BrowserWatch.over(context);
      await use(watch);
      expect(await watch.problems(), "problems seen in the browser").toEqual([]);
    },
    { auto: true },
  ],
});

/** One stack for the tests of a file, or of a `describe`. */
export function useTestStack(options: TestStackOptions = {}): () => TestStack {
  let stack: TestStack | undefined;
  test.beforeAll(async ({ spelling }) => {
    stack = await TestStack.start({ spelling, ...options });
  });
  test.afterAll(async () => {
    await stack?.[Symbol.asyncDispose]();
  });
  return () => {
    if (stack === undefined) throw new Error("The stack runs only while tests run.");
    return stack;
  };
}

/** Signs in through the form, and waits for the page that was asked for. */
export async function signInByForm(page: Page, stack: TestStack, to = stack.origin): Promise<void> {
  await page.goto(to);
  await page.getByLabel("E-mail").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
}

/** The row of a phone number on a practitioner's page, in the list of the record that holds it. */
export function phoneRow(page: Page, { phonesRecord, name }: SampleSchedule, number: string): Locator {
  const heading = phonesRecord.type === "practitioner" ? "Phones" : `Phones of ${name}`;
  return page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: heading, exact: true }) })
    .last()
    .getByRole("listitem")
    .filter({ hasText: number });
}

/** Reviews the staged changes, gives a reason, applies them, and waits for their outcome. */
export async function reviewAndApply(
  page: Page,
  { changes, reason, becomes }: { changes: string; reason: string; becomes: string },
): Promise<void> {
  await page.getByRole("link", { name: `Review ${changes}` }).click();
  const apply = page.getByRole("button", { name: `Apply ${changes} to test` });
  // The page that is left has a field of this name too.
  await expect(apply).toBeVisible();
  await page.getByLabel("Reason").fill(reason);
  await apply.click();
  await expect(page.getByText(becomes, { exact: true })).toBeVisible();
}

export { expect };
