import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { reach, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

test("what is staged in one window is seen in the other, whose later edit replaces it only when asked twice", async ({
  page,
  context,
  watch,
}) => {
  watch.allowConsoleLine(/status of 409/);
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Two windows", { roster: practitioner.schedules[0]?.record.id ?? "" });
  const address = `${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`;
  const otherPage = await context.newPage();
  for (const window of [page, otherPage]) {
    await withoutPointer(window);
    await window.goto(address);
    await reach(window.getByRole("button", { name: "Preferred name", exact: true }), { key: "j" });
    await window.keyboard.press("e");
    await expect(window.getByRole("textbox", { name: "Preferred name" })).toBeFocused();
  }
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Dr. First");
  await page.keyboard.press("Enter");
  await expect(otherPage.getByRole("link", { name: "Review 1 change" })).toBeVisible();

  await otherPage.keyboard.press("Control+a");
  await otherPage.keyboard.type("Dr. Second");
  await otherPage.keyboard.press("Enter");
  await expect(otherPage.getByText("You staged another change of the preferred name in the meantime.")).toBeVisible();
  await expect(page.getByText("Dr. First").first()).toBeVisible();
  await expect(otherPage.getByRole("textbox", { name: "Preferred name" })).toHaveValue("Dr. Second");
  await expect(otherPage.getByRole("textbox", { name: "Preferred name" })).toBeFocused();
  await expect(otherPage.getByText("Now Dr. First.")).toBeVisible();
  await expect(otherPage.getByRole("button", { name: "Stage", exact: true })).toBeEnabled();
  await otherPage.keyboard.press("Enter");
  await expect(page.getByText("Dr. Second").first()).toBeVisible();
});
