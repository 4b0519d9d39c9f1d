import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, reviewAndApply, test, useTestStack } from "#e2e/journeys/journey-test.ts";

const stack = useTestStack({ writes: true });

test("a practitioner is found by number, renamed by part, and a refusal says everything that is wrong in the service's words", async ({
  page,
}) => {
  const { pages, service } = stack();
  const { record, name } = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const before = await service.read(record);
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor", { roster: "" });
  const directory = `${pages}/index-versions/${indexId}`;

  await test.step("a roster of one number finds one practitioner, called by the parts of the name", async () => {
    await page.goto(`${directory}?add=paste`);
    await page.getByRole("textbox", { name: "Roster" }).fill(before.text("npi") ?? "");
    await expect(page.getByText("1 line without an id is looked up by name or number")).toBeVisible();
    await page.getByRole("button", { name: /^Add 1 line/ }).click();
    await expect(page.getByRole("grid", { name: "Roster" }).getByText(name)).toBeVisible();
  });

  await test.step("the family name is changed, and the composed name follows", async () => {
    await page.goto(`${directory}/practitioners/${record.id}`);
    await page.getByRole("button", { name: "Edit: Family name" }).click();
    await page.getByRole("textbox", { name: "Family name" }).fill("Quarterstaff");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("family name");
    await reviewAndApply(page, { changes: "1 change", reason: "Married", becomes: "1 applied" });
    const written = await service.read(record, indexId);
    expect([written.text("familyName"), written.text("givenName")]).toEqual(["Quarterstaff", before.text("givenName")]);
    await page.goto(`${directory}/practitioners/${record.id}`);
    await expect(page.getByRole("heading", { level: 1, name: /^Quarterstaff, Raúl/ })).toBeVisible();
  });

  await test.step("what the service refuses is told as the service lists it", async () => {
    await page.getByRole("button", { name: "Edit: Npi" }).click();
    await page.getByRole("textbox", { name: "Npi" }).fill("12");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("npi");
    await reviewAndApply(page, { changes: "1 change", reason: "Too short", becomes: "1 failed" });
    await expect(page.getByText(/national_number/).first()).toBeVisible();
    await expect(page.getByText(/Must be ten digits/).first()).toBeVisible();
  });
});
