import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
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
    await window.goto(address);
    await window.getByRole("button", { name: "Edit: Preferred name" }).click();
  }
  await page.getByRole("textbox", { name: "Preferred name" }).fill("Dr. First");
  await page.getByRole("button", { name: "Stage" }).click();
  await expect(otherPage.getByRole("link", { name: "Review 1 change" })).toBeVisible();

  await otherPage.getByRole("textbox", { name: "Preferred name" }).fill("Dr. Second");
  await otherPage.getByRole("button", { name: "Stage" }).click();
  await expect(otherPage.getByText("You staged another change of the preferred name in the meantime.")).toBeVisible();
  await expect(page.getByText("Dr. First").first()).toBeVisible();
  await expect(otherPage.getByRole("textbox", { name: "Preferred name" })).toHaveValue("Dr. Second");
  await otherPage.getByRole("button", { name: "Stage" }).click();
  await expect(page.getByText("Dr. Second").first()).toBeVisible();
});
