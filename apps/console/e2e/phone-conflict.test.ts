import { ConsoleApi } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed, spotNamed } from "./people.ts";

const house = useHouse({ writes: true });

test("a number that both sides moved is settled by a third one: its label and place stay", async ({ page }) => {
  const { service, origin } = house();
  const person = await personNamed(house(), "Дмитрий Юрьев, NP");
  const spot = spotNamed(person, "Queen's Gate Children's Clinic");
  const [first, ...others] = (await service.read(spot.phones)).phones;
  if (first === undefined || first.label === null) throw new Error("The seed has changed: no phone with a label.");
  const api = new ConsoleApi(page, house());
  await api.signIn();
  const indexId = await api.createDirectory("Amara Okafor", { roster: spot.record.id });
  const at = { indexId, practitionerId: person.id, record: spot.phones };
  const by = { ...first, number: "(408) 555-0142" };
  const element = await api.phoneElement(at, first.number);
  await api.applyChanges(
    indexId,
    [{ record: spot.phones, field: "phones", operation: { op: "replace", element, by } }],
    "The practice called",
  );
  const base = await service.read(spot.phones);
  await house().control("POST", "/drift", base.toSay({ phones: [{ ...first, number: "+14085550177" }, ...others] }));

  await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByText("conflict").first()).toBeVisible();
  await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}/compare`);
  await page.getByRole("button", { name: `Resolve Phone, ${first.label}` }).click();
  const card = page.getByRole("region", { name: `Conflict: Phone, ${first.label}` });
  await expect(card).toContainText("(408) 555-0142");
  await expect(card).toContainText("+14085550177");
  await card.getByRole("radio", { name: /Other value/ }).check();
  await expect(card.getByText("Type the other value first")).toBeVisible();
  await expect(card.getByRole("button", { name: "Use this value" })).toBeDisabled();
  await card.getByLabel("Another value").fill("(408) 555-0188");
  await card.getByRole("button", { name: "Use this value" }).click();
  await page.getByRole("link", { name: "Review 1 change" }).click();
  await page.getByLabel("Reason").fill("Agreed with the practice");
  await page.getByRole("button", { name: "Apply 1 change to test" }).click();
  await expect(page.getByText("1 applied")).toBeVisible({ timeout: 30_000 });
  expect((await service.read(spot.phones, indexId)).phones).toEqual([
    { ...first, number: "(408) 555-0188" },
    ...others,
  ]);
});
