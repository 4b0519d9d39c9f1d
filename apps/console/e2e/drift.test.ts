import type { Page } from "@playwright/test";
import { ConsoleApi } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed, samplePlans, spotNamed } from "./people.ts";

const house = useHouse({ writes: true });

const personName = "Дмитрий Юрьев, NP";
const scheduleName = "Queen's Gate Children's Clinic";

const rowOf = (page: Page, label: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name: label, exact: true }) });

test("base drift becomes base moved and conflict in the compare view, and a person resolves both; an outside change is told and accepted", async ({
  page,
}) => {
  const { service, origin } = house();
  const person = await personNamed(house(), personName);
  const spot = spotNamed(person, scheduleName);
  const api = new ConsoleApi(page, house());
  await api.signIn();
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor");
  const phones = (await service.read(spot.phones)).phones;
  const moved = phones.at(-1);
  const first = phones.length > 1 ? phones[0] : undefined;
  const plans = (await service.read(spot.record)).ids("acceptedInsurances");
  const plan = (await samplePlans(house())).find(({ id }) => !plans.includes(id));
  if (moved === undefined || plan === undefined) throw new Error("The seed has changed: no phone, or every plan.");
  const at = { indexId, practitionerId: person.id, record: spot.phones };
  // Where the service holds one phone, the one that moves is the one that there is.
  const ours = first === undefined ? [] : [{ ...first, number: "(408) 555-0142", extension: "1" }];
  await api.applyChanges(
    indexId,
    [
      ...(await Promise.all(
        ours.map(async (by) => ({
          record: spot.phones,
          field: "phones",
          operation: { op: "replace", element: await api.phoneElement(at, first?.number ?? ""), by },
        })),
      )),
      { record: person.record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
    ],
    "As the practice wants it",
  );
  const rowWith = (number: string) => page.getByRole("listitem").filter({ hasText: number });
  const drift = async (...changes: object[]) => await house().control("POST", "/drift", { changes });
  const compare = `${origin}/index-versions/${indexId}/practitioners/${person.id}/compare`;

  await test.step("before any drift: ours, and nothing else", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("button", { name: "0 same" })).toHaveCount(0);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
  });

  await test.step("base moves: one value that is ours, and one that is not", async () => {
    const [base, phoned, schedule] = [
      await service.read(person.record),
      await service.read(spot.phones),
      await service.read(spot.record),
    ];
    await drift(
      base.toSay({ preferredName: "Dmitri" }),
      phoned.toSay({ phones: [...phones.slice(0, -1), { ...moved, number: "+14085550177" }] }),
      schedule.toSay({ acceptedInsurances: [...plans, plan.id] }),
    );
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("conflict");
    await expect(rowWith(moved.number)).toContainText("base moved");
    await expect(rowOf(page, plan.name)).toContainText("base moved");
  });

  await test.step("the sentences say so, in the order of who has to act", async () => {
    await page.getByText("Sentences", { exact: true }).click();
    await expect(page.getByRole("region", { name: "Needs a person" })).toContainText("Dmitri");
    await expect(page.getByRole("region", { name: "The standard index moved" })).toContainText("+14085550177");
    await page.getByText("Fields", { exact: true }).click();
  });

  await test.step("the conflict is resolved: ours stands, and L is the base of now", async () => {
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
    // Without labels the old number and the new one are two phones: one goes, the other comes.
    const phoneRows = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: /^Take base: Phone/ }) });
    const planRows = rowOf(page, plan.name);
    const changes = (await phoneRows.count()) + 1;
    for (const rows of [phoneRows, planRows])
      for (const row of await rows.all()) {
        await row.getByRole("button", { name: /^Take base/ }).click();
        await expect(row).toContainText("staged");
      }
    await page.getByRole("link", { name: `Review ${changes} changes` }).click();
    await page.getByLabel("Reason").fill("The standard data is right");
    await page.getByRole("button", { name: `Apply ${changes} changes to test` }).click();
    await expect(page.getByText(`${changes} applied`)).toBeVisible({ timeout: 30_000 });
    expect((await service.read(spot.phones, indexId)).numbers).toEqual([
      ...ours.map(({ number }) => number),
      ...phones.slice(ours.length, -1).map(({ number }) => number),
      "+14085550177",
    ]);
    expect((await service.read(person.record, indexId)).text("preferredName")).toBe("Dr. Yuryev");
    expect((await service.read(spot.record, indexId)).ids("acceptedInsurances")).toContain(plan.id);
  });

  await test.step("nothing but what is ours is left", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
    await expect(rowWith("+14085550177")).toHaveCount(0);
  });

  await test.step("a second conflict: a person types a third value", async () => {
    await drift((await service.read(person.record)).toSay({ preferredName: "Dima" }));
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("conflict").first()).toBeVisible();
    await page.goto(compare);
    await rowOf(page, "Preferred name").getByRole("button", { name: "Resolve" }).click();
    const card = page.getByRole("region", { name: "Conflict: Preferred name" });
    await card.getByLabel("Another value").fill("Dr. Dmitri Yuryev");
    await card.getByRole("button", { name: "Use this value" }).click();
    await expect(rowOf(page, "Preferred name")).toContainText("staged");
    await page.getByRole("link", { name: "Review 1 change" }).click();
    await page.getByLabel("Reason").fill("Agreed with the practice");
    await page.getByRole("button", { name: "Apply 1 change to test" }).click();
    await expect(page.getByText("1 applied")).toBeVisible({ timeout: 30_000 });
    expect((await service.read(person.record, indexId)).text("preferredName")).toBe("Dr. Dmitri Yuryev");
    expect((await service.read(person.record)).text("preferredName")).toBe("Dima");
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
  });

  await test.step("a change behind everybody's back is outside, until it is accepted", async () => {
    const here = await service.read(person.record, indexId);
    await house().control("POST", "/outside", { index: indexId, ...here.toSay({ preferredName: "Somebody else" }) });
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("outside").first()).toBeVisible();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("outside");
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await page.getByRole("button", { name: "Preferred name", exact: true }).click();
    await page.getByRole("complementary").getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("outside")).toHaveCount(0);
    await page.goto(compare);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("outside");
  });
});
