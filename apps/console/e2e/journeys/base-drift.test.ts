import type { Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { expect, reviewAndApply, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack({ writes: true });

const rowOf = (page: Page, label: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: label, exact: true }) });

test("base drift becomes base moved and conflict in the compare view, and a person resolves both; an outside change is reported and accepted", async ({
  page,
}) => {
  const { service, pages } = stack();
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const schedule = scheduleNamed(practitioner, "Queen's Gate Children's Clinic");
  const api = await signIn(page, stack());
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor");
  const { phones } = await service.read(schedule.phonesRecord);
  const [first, moved] = [phones[0], phones.at(-1)];
  const plans = (await service.read(schedule.record)).ids("acceptedInsurances");
  const plan = (await samplePlans(stack())).find(({ id }) => !plans.includes(id));
  if (first === undefined || moved === undefined || phones.length < 2 || plan === undefined)
    throw new Error("The sample has changed: fewer than two phones, or every plan.");
  const place = { indexId, practitionerId: practitioner.id, record: schedule.phonesRecord };
  const ours = { ...first, number: "(408) 555-0142", extension: "1" };
  await api.applyChanges(
    indexId,
    [
      {
        record: schedule.phonesRecord,
        field: "phones",
        operation: { op: "replace", element: await api.phoneElement(place, first.number), by: ours },
      },
      { record: practitioner.record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
    ],
    "As the practice wants it",
  );
  const rowWith = (number: string) => page.getByRole("row").filter({ hasText: number });
  const drift = async (...changes: object[]) => await stack().control("POST", "/drift", { changes });
  const compare = `${pages}/index-versions/${indexId}/practitioners/${practitioner.id}/compare`;

  await test.step("before any drift: ours, and nothing else", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("button", { name: "0 same" })).toHaveCount(0);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
  });

  await test.step("base moves: one value that is ours, and one that is not", async () => {
    const [base, withPhones, withPlans] = [
      await service.read(practitioner.record),
      await service.read(schedule.phonesRecord),
      await service.read(schedule.record),
    ];
    await drift(
      base.changeTo({ preferredName: "Dmitri" }),
      withPhones.changeTo({ phones: [...phones.slice(0, -1), { ...moved, number: "+14085550177" }] }),
      withPlans.changeTo({ acceptedInsurances: [...plans, plan.id] }),
    );
    await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByRole("main").getByText("conflict").first()).toBeVisible();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("conflict");
    await expect(rowWith(moved.number)).toContainText("base moved");
    await expect(rowOf(page, plan.name)).toContainText("base moved");
  });

  await test.step("the overview shows since when the directory waits, and leads to it", async () => {
    await page.goto(`${pages}/overview`);
    const row = page.getByRole("row", { name: /^Amara Okafor/ });
    await expect(row).toContainText(/conflict since .+, base moved since/);
    await row.getByRole("link", { name: "Amara Okafor" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await page.goto(compare);
  });

  await test.step("the sentences say so, in the order of who has to act", async () => {
    await page.getByText("Sentences", { exact: true }).click();
    await expect(page.getByRole("region", { name: "Needs a person" })).toContainText("Dmitri");
    await expect(page.getByRole("region", { name: "The standard index moved" })).toContainText("+14085550177");
    await page.getByText("Fields", { exact: true }).click();
  });

  await test.step("the conflict is resolved by keeping ours: it stays, over the base of now", async () => {
    await rowOf(page, "Preferred name").getByRole("button", { name: "Resolve" }).click();
    const card = page.getByRole("region", { name: "Conflict: Preferred name" });
    await expect(card).toContainText("Dr. Yuryev");
    await expect(card).toContainText("Dmitri");
    await card.getByRole("radio", { name: /Keep ours/ }).check();
    await card.getByRole("button", { name: "Use this value" }).click();
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(rowOf(page, "Preferred name")).not.toContainText("conflict");
  });

  await test.step("what moved is taken from base, and written", async () => {
    const phoneRows = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^Take base: Phone/ }) });
    const planRows = rowOf(page, plan.name);
    const changes = (await phoneRows.count()) + 1;
    for (const rows of [phoneRows, planRows])
      for (const row of await rows.all()) {
        await row.getByRole("button", { name: /^Take base/ }).click();
        await expect(row).toContainText("staged");
      }
    await reviewAndApply(page, {
      changes: `${changes} changes`,
      reason: "The standard data is right",
      becomes: `${changes} applied`,
    });
    expect((await service.read(schedule.phonesRecord, indexId)).numbers).toEqual([
      ours.number,
      ...phones.slice(1, -1).map(({ number }) => number),
      "+14085550177",
    ]);
    expect((await service.read(practitioner.record, indexId)).text("preferredName")).toBe("Dr. Yuryev");
    expect((await service.read(schedule.record, indexId)).ids("acceptedInsurances")).toContain(plan.id);
  });

  await test.step("nothing but what is ours is left", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
    await expect(rowWith("+14085550177")).toHaveCount(0);
  });

  await test.step("a second conflict: a person types a third value", async () => {
    await drift((await service.read(practitioner.record)).changeTo({ preferredName: "Dima" }));
    await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByRole("main").getByText("conflict").first()).toBeVisible();
    await page.goto(compare);
    await rowOf(page, "Preferred name").getByRole("button", { name: "Resolve" }).click();
    const card = page.getByRole("region", { name: "Conflict: Preferred name" });
    await card.getByLabel("Another value").fill("Dr. Dmitri Yuryev");
    await card.getByRole("button", { name: "Use this value" }).click();
    await expect(rowOf(page, "Preferred name")).toContainText("staged");
    await reviewAndApply(page, { changes: "1 change", reason: "Agreed with the practice", becomes: "1 applied" });
    expect((await service.read(practitioner.record, indexId)).text("preferredName")).toBe("Dr. Dmitri Yuryev");
    expect((await service.read(practitioner.record)).text("preferredName")).toBe("Dima");
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
  });

  await test.step("a change that the console did not make is outside, until it is accepted", async () => {
    const recordHere = await service.read(practitioner.record, indexId);
    await stack().control("POST", "/outside", {
      index: indexId,
      ...recordHere.changeTo({ preferredName: "Somebody else" }),
    });
    await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("outside").first()).toBeVisible();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("outside");
    await page.goto(`${pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Preferred name", exact: true }).click();
    await page.getByRole("complementary").getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("outside")).toHaveCount(0);
    await page.goto(compare);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("outside");
  });
});
