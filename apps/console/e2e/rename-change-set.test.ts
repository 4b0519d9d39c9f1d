import { ConsoleApi, memberOf, textAt } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed } from "./people.ts";

const house = useHouse();

test("a draft gets a name of its own, by which the list and the next visit know it", async ({ page }) => {
  const person = await personNamed(house(), "Дмитрий Юрьев, NP");
  const api = new ConsoleApi(page, house());
  await api.signIn();
  const indexId = await api.createDirectory("Amara Okafor", { roster: person.schedules[0]?.record.id ?? "" });
  const staged = await api.call("POST", `/index-versions/${indexId}/changes`, {
    changes: [{ record: person.record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } }],
  });
  const id = textAt(memberOf(staged, "changeSet"), "id");
  await page.goto(`${house().origin}/change-sets/${id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  const field = page.getByLabel("Name of this change set");
  await field.fill("  ");
  await expect(page.getByRole("button", { name: "Save the name" })).toBeDisabled();
  await field.fill("What the practice asked for");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What the practice asked for" })).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.goto(`${house().origin}/change-sets`);
  await page.getByText("What the practice asked for").click();
  await expect(page).toHaveURL(new RegExp(`/change-sets/${id}$`));
});
