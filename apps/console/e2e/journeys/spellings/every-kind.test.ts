import { signInAndCreateDirectory } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expectNoFindings } from "#e2e/journeys/accessible-screens.ts";
import { expect, reviewAndApply, test, useTestStack } from "#e2e/journeys/journey-test.ts";

const stack = useTestStack({ writes: true });

test("a choice, a yes or no, a day, a number and a word are each edited in a field of their own, told in words and written as the service spells them", async ({
  page,
}) => {
  const { pages, service } = stack();
  const { record, name } = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const before = await service.read(record);
  const indexId = await signInAndCreateDirectory(page, stack(), "Amara Okafor");
  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${record.id}`);
  const stage = async (label: string, fill: () => Promise<unknown>) => {
    await page.getByRole("button", { name: `Edit: ${label}` }).click();
    await fill();
    await page.getByRole("button", { name: "Stage" }).click();
  };
  const areStaged = async (changes: string) =>
    await expect(page.getByRole("link", { name: `Review ${changes}` })).toBeVisible();
  const field = (label: string) => page.getByRole("textbox", { name: label });
  const newGender = before.text("gender") === "X" ? "Not stated" : "Nonbinary";
  const opens = before.text("acceptsNewPatients") === "Y" ? "No" : "Yes";

  await test.step("each kind has its own input, and a number that cannot be is refused with what would be right", async () => {
    await stage("Gender", () => page.getByRole("combobox", { name: "Gender" }).selectOption(newGender));
    await areStaged("1 change");
    await stage("Accepts new patients", () =>
      page.getByRole("combobox", { name: "Accepts new patients" }).selectOption(opens),
    );
    await areStaged("2 changes");
    await stage("Board-certified since", () =>
      page.locator("form").getByLabel("Board-certified since").fill("2011-02-03"),
    );
    await areStaged("3 changes");
    await stage("Years in practice", () => field("Years in practice").fill("71"));
    await expect(page.getByText(/whole number from 0 to 70/).first()).toBeVisible();
    await field("Years in practice").fill("31");
    await page.getByRole("button", { name: "Stage" }).click();
    await areStaged("4 changes");
    await stage("Degree", () => field("Degree").fill("FACP"));
    await areStaged("5 changes");
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("accepts new patients");
  });

  await test.step("the change set tells each in words, and the service has each as it spells it", async () => {
    await reviewAndApply(page, { changes: "5 changes", reason: "As the registry says", becomes: "5 applied" });
    const told = (words: string) => page.getByRole("button", { name: words, exact: true });
    await expect(told(`Sets the gender of ${name} to ${newGender.toLowerCase()}`)).toBeVisible();
    await expect(told(`Sets “board-certified since” of ${name} to 3 February 2011`)).toBeVisible();
    const written = await service.read(record, indexId);
    expect(JSON.stringify(written.raw)).toContain('"years_practising":"31"');
    expect([written.text("gender"), written.text("acceptsNewPatients"), written.text("degree")]).toEqual([
      newGender === "Nonbinary" ? "X" : "U",
      opens === "Yes" ? "Y" : "N",
      "FACP",
    ]);
  });
});

test("an address is edited part by part, and a part that was missing is added", async ({ page }) => {
  const { pages, service } = stack();
  const { record } = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const indexId = await signInAndCreateDirectory(page, stack(), "Noor Haddad");
  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${record.id}`);
  const place = page.getByRole("region", { name: "Cedar Hill Medical Group, place" });
  const id = (await place.getByText(/^bra_/).innerText()).trim();
  const address = page.getByRole("region", { name: "Address of Cedar Hill Medical Group" });
  await address.getByRole("button", { name: "Edit: Address, City" }).click();
  await address.getByRole("textbox", { name: "Address, City" }).fill("Salem");
  await address.getByRole("button", { name: "Stage" }).click();
  await expect(page.getByRole("link", { name: "Review 1 change" })).toBeVisible();
  await address.getByRole("button", { name: "Add a part of the address" }).click();
  await expect(address.getByRole("combobox", { name: "Part" })).toHaveText("Country");
  await address.getByRole("textbox", { name: "Country" }).fill("US");
  await address.getByRole("button", { name: "Stage" }).click();
  await expect(page.getByRole("link", { name: "Review 2 changes" })).toBeVisible();
  await reviewAndApply(page, { changes: "2 changes", reason: "They moved", becomes: "2 applied" });
  const { raw } = await service.read({ type: "place", id }, indexId);
  expect(JSON.stringify(raw)).toContain(
    '"postal_whereabouts":{"road_lines":["1 Harbor Plaza","Suite 400"],"town_of":"Salem","county_of":"MA","zip_of":"02110","land_of":"US"}',
  );
});

test("a colleague and the place of a schedule are chosen by name, by the keyboard alone", async ({ page }) => {
  const { pages } = stack();
  const { record } = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const indexId = await signInAndCreateDirectory(page, stack(), "Ilse Brandt");
  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${record.id}`);
  await page.getByRole("button", { name: /^Edit colleagues of / }).press("Enter");
  const find = page.getByRole("combobox");
  await expect(find).toBeFocused();
  await page.keyboard.type("юрьев");
  await expect(page.getByRole("option", { name: "Дмитрий Юрьев, NP" })).toHaveCount(1);
  await expectNoFindings(page, "practitioner, choosing a colleague");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Review 1 change" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit: Place" }).first().press("Enter");
  await expect(find).toBeFocused();
  await expect(page.getByRole("option", { name: /Chosen$/ })).toBeVisible();
  await expectNoFindings(page, "practitioner, choosing a place");
});
