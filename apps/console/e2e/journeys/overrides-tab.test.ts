import type { Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, reviewAndApply, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

/** Opens the overrides of a new directory with one override, of a preferred name; with `writes` it has been sent. */
async function openOnlyOverride(page: Page, name: string, { writes }: { writes: boolean }) {
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory(name, { roster: practitioner.schedules[0]?.record.id ?? "" });
  if (writes) await api.turnWritesOn();
  const operation = { op: "set", value: "Dr. Yuryev" };
  const override = async () =>
    await api.applyChanges(
      indexId,
      [{ record: practitioner.record, field: "preferredName", operation }],
      "The practice called",
    );
  await override();
  await page.goto(`${stack().pages}/index-versions/${indexId}/overrides`);
  const row = page.getByRole("grid", { name: "Overrides" }).getByRole("row").filter({ hasText: "Dr. Yuryev" });
  await expect(row).toHaveCount(1);
  return { api, indexId, practitioner, row, override };
}

test("an override that was never sent is removed in the list, where approvals are required with a reason: the value of the index counts again", async ({
  page,
}) => {
  const { api, indexId, practitioner, row, override } = await openOnlyOverride(page, "Never sent", { writes: false });
  await expect(row).toContainText("held");
  await row.hover();
  await row.getByRole("button", { name: "Remove override" }).click();
  await expect(page.getByText("No overrides yet")).toBeVisible();
  await override();
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: true });
  await page.reload();
  await row.hover();
  await row.getByRole("button", { name: "Remove override" }).click();
  await page.getByLabel("Why").fill("They called again");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("No overrides yet")).toBeVisible();
  await api.call("PUT", "/approval-settings", { required: 0, ownCounts: true });
  await page.goto(`${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
  await expect(page.getByRole("heading", { level: 1, name: practitioner.name })).toBeVisible();
  await expect(page.getByText("Dr. Yuryev", { exact: true })).toHaveCount(0);
});

test("an override that was sent is reset to base: base's value is staged, written, and the override has ended", async ({
  page,
}) => {
  const { indexId, practitioner, row } = await openOnlyOverride(page, "Sent", { writes: true });
  const { service, pages } = stack();
  const base = (await service.read(practitioner.record)).text("preferredName");
  await expect(row).toContainText("applied");
  await row.hover();
  await row.getByRole("button", { name: "Reset to base" }).click();
  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
  await reviewAndApply(page, { changes: "1 change", reason: "It was a slip", becomes: "1 applied" });
  expect((await service.read(practitioner.record, indexId)).text("preferredName")).toBe(base);
  await page.goto(`${pages}/index-versions/${indexId}/overrides`);
  await expect(page.getByText("No overrides yet")).toBeVisible();
});
