import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { serviceKey } from "#e2e/stack/service-key.ts";
import { expect, test, useTestStack } from "#e2e/journeys/journey-test.ts";

const stack = useTestStack({ writes: true });

test("an index version that was made elsewhere is offered and adopted, follows the standard index until it is written, and is deleted", async ({
  page,
}) => {
  const { pages, service, spelling } = stack();
  const { record, name, schedules } = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const api = await signIn(page, stack());
  const { method, path, body } = spelling.operation("createIndexVersion");
  await fetch(`${service.base}${path}`, {
    method,
    headers: { ...spelling.headers(spelling.authorization(serviceKey)), "Content-Type": "application/json" },
    body: JSON.stringify(body).replace("{name}", "Made elsewhere"),
  });

  const indexId = await test.step("the service lists it, and it is adopted under its name", async () => {
    await page.goto(`${pages}/index-versions?state=offered`);
    await page.getByRole("button", { name: "Adopt Made elsewhere" }).click();
    await page.getByRole("button", { name: "Check and adopt" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Made elsewhere" })).toBeVisible();
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  });
  const practitionerPage = `${pages}/index-versions/${indexId}/practitioners/${record.id}`;
  await api.call("POST", `/index-versions/${indexId}/roster-imports`, {
    from: "text",
    text: schedules[0]?.record.id ?? "",
  });

  const nameBecomes = async (preferredName: string) =>
    await stack().control("POST", "/drift", (await service.read(record)).changeTo({ preferredName }));

  await test.step("nobody wrote the record: it moves along with the standard index, and that is no difference", async () => {
    await nameBecomes("Moved along");
    await page.goto(practitionerPage);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("Moved along").first()).toBeVisible();
    await page.goto(`${practitionerPage}/compare`);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("moved");
  });

  await test.step("once it is written it stands alone: the standard index moves without it", async () => {
    await api.applyChanges(
      indexId,
      [{ record, field: "displayName", operation: { op: "set", value: "Raúl Alone" }, policy: "pin" }],
      "Written here",
    );
    await nameBecomes("Moved away");
    await page.goto(practitionerPage);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("base moved").first()).toBeVisible();
    expect((await service.read(record, indexId)).text("preferredName")).toBe("Moved along");
  });

  await test.step("it is deleted in the service once its name was typed, and the service lists it no more", async () => {
    await page.goto(`${pages}/index-versions/${indexId}/settings`);
    await page.getByLabel("Type “Made elsewhere” to confirm").fill("Made elsewhere");
    await page.getByLabel("Why").fill("No longer needed");
    await page.getByRole("button", { name: "Delete this directory" }).click();
    await expect(page.getByRole("heading", { name: "Deleted in the service" })).toBeVisible();
    expect(
      (await service.fetch(spelling.readOperation("practitioner").path.replace("{id}", record.id), indexId)).ok,
    ).toBe(false);
  });
});
