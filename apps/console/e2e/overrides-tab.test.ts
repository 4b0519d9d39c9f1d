import type { Page } from "@playwright/test";
import { ConsoleApi } from "./directory.ts";
import type { House } from "./house.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed } from "./people.ts";

const personName = "Дмитрий Юрьев, NP";

/** A directory with one override, of a preferred name, and the tab that lists it. */
async function oneOverride(page: Page, house: House) {
  const person = await personNamed(house, personName);
  const api = new ConsoleApi(page, house);
  await api.signIn();
  const indexId = await api.createDirectory("Amara Okafor", { roster: person.schedules[0]?.record.id ?? "" });
  await api.applyChanges(
    indexId,
    [{ record: person.record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } }],
    "The practice called",
  );
  await page.goto(`${house.origin}/index-versions/${indexId}/overrides`);
  const row = page.getByRole("grid", { name: "Overrides" }).getByRole("row").filter({ hasText: "Dr. Yuryev" });
  await expect(row).toHaveCount(1);
  return { api, indexId, person, row };
}

test.describe("what was never sent", () => {
  const house = useHouse();

  test("an override is removed from the list: the value of the index counts again", async ({ page }) => {
    const { indexId, person, row } = await oneOverride(page, house());
    await expect(row).toContainText("held");
    await row.hover();
    await row.getByRole("button", { name: "Remove override" }).click();
    await expect(page.getByText("No overrides yet")).toBeVisible();
    await page.goto(`${house().origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await expect(page.getByRole("heading", { level: 1, name: personName })).toBeVisible();
    await expect(page.getByText("Dr. Yuryev", { exact: true })).toHaveCount(0);
  });
});

test.describe("what was sent", () => {
  const house = useHouse({ writes: true });

  test("an override is reset to base: base's value is staged, written, and the override has ended", async ({
    page,
  }) => {
    const { indexId, person, row } = await oneOverride(page, house());
    const base = (await house().service.read(person.record)).text("preferredName");
    await expect(row).toContainText("applied");
    await row.hover();
    await row.getByRole("button", { name: "Reset to base" }).click();
    await page.goto(`${house().origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await page.getByRole("link", { name: "Review 1 change" }).click();
    await page.getByLabel("Reason").fill("It was a slip");
    await page.getByRole("button", { name: "Apply 1 change to test" }).click();
    await expect(page.getByText("1 applied")).toBeVisible({ timeout: 30_000 });
    expect((await house().service.read(person.record, indexId)).text("preferredName")).toBe(base);
    await page.goto(`${house().origin}/index-versions/${indexId}/overrides`);
    await expect(page.getByText("No overrides yet")).toBeVisible();
  });
});
