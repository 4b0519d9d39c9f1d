import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { expect, reviewAndApply, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack({ writes: true });

test("a number that both sides moved is settled by a third one: its label and place stay", async ({ page }) => {
  const { service, pages } = stack();
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const schedule = scheduleNamed(practitioner, "Queen's Gate Children's Clinic");
  const [first, ...others] = (await service.read(schedule.phonesRecord)).phones;
  if (first === undefined || first.label === null) throw new Error("The sample has changed: no phone with a label.");
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor", { roster: schedule.record.id });
  const place = { indexId, practitionerId: practitioner.id, record: schedule.phonesRecord };
  const by = { ...first, number: "(408) 555-0142" };
  const element = await api.phoneElement(place, first.number);
  await api.applyChanges(
    indexId,
    [{ record: schedule.phonesRecord, field: "phones", operation: { op: "replace", element, by } }],
    "The practice called",
  );
  const base = await service.read(schedule.phonesRecord);
  await stack().control("POST", "/drift", base.changeTo({ phones: [{ ...first, number: "+14085550177" }, ...others] }));

  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByRole("main").getByText("conflict").first()).toBeVisible();
  await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}/compare`);
  await page.getByRole("button", { name: `Resolve Phone, ${first.label}` }).click();
  const card = page.getByRole("region", { name: `Conflict: Phone, ${first.label}` });
  await expect(card).toContainText("(408) 555-0142");
  await expect(card).toContainText("+14085550177");
  await card.getByRole("radio", { name: /Other value/ }).check();
  await expect(card.getByText("Enter the other value first")).toBeVisible();
  await expect(card.getByRole("button", { name: "Use this value" })).toBeDisabled();
  await card.getByLabel("Another value").fill("(408) 555-0188");
  await card.getByRole("button", { name: "Use this value" }).click();
  await reviewAndApply(page, { changes: "1 change", reason: "Agreed with the practice", becomes: "1 applied" });
  expect((await service.read(schedule.phonesRecord, indexId)).phones).toEqual([
    { ...first, number: "(408) 555-0188" },
    ...others,
  ]);
});
