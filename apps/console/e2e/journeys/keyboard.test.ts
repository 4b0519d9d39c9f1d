import type { Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { samplePlans } from "#e2e/stack/sample-roster.ts";
import { administrator } from "#e2e/stack/test-stack.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

/** Presses Tab until the element has the focus; throws if it takes more presses than a person would accept. */
async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  const wanted = page.getByLabel(name).or(page.getByRole("button", { name })).or(page.getByRole("link", { name }));
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) > 0 && (await wanted.and(focused).count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test("from sign-in to an applied change without a mouse, and the focus is always visible", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  const api = await signIn(other, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  await context.close();

  const [{ id: anyPlan } = { id: "" }] = await samplePlans(stack());
  await page.goto(stack().origin);
  await page.getByLabel("E-mail").waitFor();
  await page.keyboard.type(administrator.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(administrator.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/1 of 1 shown/)).toBeVisible();

  await test.step("J and Enter open the directory, / filters it, an arrow and Enter open a practitioner", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/index-versions/${indexId}$`));
    await expect(page.getByText(/40 of 40 shown/)).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("Raúl");
    await expect(page.getByText(/^1 of 1 shown/)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Raúl de la Cruz, NP" })).toBeVisible();
  });

  await test.step("Tab to the plans of a schedule, choose one with the arrows", async () => {
    await expect(page.getByRole("heading", { name: "Phones" })).toBeVisible();
    await tabTo(page, "Edit plans of Old Mill Clinic");
    const ring = await page.locator(":focus").evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(ring).not.toBe("none");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: /Old Mill Clinic/ })).toBeFocused();
    await page.keyboard.type(anyPlan.slice(0, 4));
    await expect(page.getByRole("option").nth(2)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText(": plan");
    await page.keyboard.press("Escape");
  });

  await test.step("R reviews, the reason is typed, Ctrl and Enter apply", async () => {
    await page.keyboard.press("r");
    await expect(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
    await tabTo(page, "Reason");
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("1 change is held.")).toBeVisible({ timeout: 20_000 });
  });

  await test.step("the palette finds a screen, Escape closes what is open, and focus comes back", async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
    await page.keyboard.type("plan catalogue");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Plan catalogue" })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page.getByRole("heading", { level: 1, name: "Index versions" })).toBeVisible();
  });
});
