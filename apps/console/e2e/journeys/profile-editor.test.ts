import type { Locator } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

test("what is wrong in a pasted profile is chosen, marked, and brought into the upper third", async ({ page }) => {
  await signIn(page, stack());
  await page.goto(`${stack().pages}/developer/profile`);
  const area = page.getByLabel("Profile, as JSON");
  const text = await area.inputValue();
  const wrong = text.replace('"createIndexVersion": {', '"createIndexVersion": { "nonsense": 1,');
  expect(wrong).not.toBe(text);
  await area.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(wrong);
  const box = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 };
  expect(await area.evaluate((element) => element.scrollTop + element.clientHeight)).toBeGreaterThan(
    20 * (wrong.split("\n").length - 1),
  );
  await page
    .getByRole("list", { name: "What is wrong" })
    .getByRole("button", { name: /\/nonsense$/ })
    .click();
  await expect(area).toBeFocused();
  const line = page.locator("[data-here]");
  await expect(line).toHaveAttribute("data-kind", "wrong");
  await expect(line).toHaveText(String(1 + wrong.split("\n").findIndex((textLine) => textLine.includes("nonsense"))));
  const [shown, field] = [await box(line), await box(area)];
  expect(shown.y).toBeGreaterThan(field.y);
  expect(shown.y + shown.height).toBeLessThan(field.y + field.height / 3);
});
