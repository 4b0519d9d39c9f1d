import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

test("a draft gets a name of its own, by which the list and the next visit know it", async ({ page }) => {
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor", { roster: practitioner.schedules[0]?.record.id ?? "" });
  const operation = { op: "set", value: "Dr. Yuryev" };
  const { id } = await api.stageChanges(indexId, [{ record: practitioner.record, field: "preferredName", operation }]);
  await page.goto(`${stack().pages}/change-sets/${id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  const field = page.getByLabel("Name of this change set");
  await field.fill("  ");
  await expect(page.getByRole("button", { name: "Save the name" })).toBeDisabled();
  await field.fill("What the practice asked for");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What the practice asked for" })).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.goto(`${stack().pages}/change-sets`);
  await page.getByText("What the practice asked for").click();
  await expect(page).toHaveURL(new RegExp(`/change-sets/${id}$`));
});
