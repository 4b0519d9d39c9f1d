import type { Page } from "@playwright/test";
import { ConsoleApi } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";

const house = useHouse({ writes: true });

const practitioner = { id: "9c31nfiwds", name: "Дмитрий Юрьев, NP" };
const schedule = { id: "sch_diodLOMq", name: "Queen's Gate Children's Clinic" };

const rowOf = (page: Page, label: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name: label, exact: true }) });

test("base drift becomes base moved and conflict in the compare view, and a person resolves both; an outside change is told and accepted", async ({
  page,
}) => {
  const { service, origin } = house();
  const api = new ConsoleApi(page, house());
  await api.signIn();
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor");
  const base = await service.practitioner(practitioner.id);
  const [office, accueil, fax] = base.phone_numbers ?? [];
  const view = (await api.call("GET", `/index-versions/${indexId}/practitioners/${practitioner.id}`)) as {
    practitioner: {
      comparison: {
        fields: { key: string; parts: { key: string; values: { effective: { value: { number: string } } } }[] }[];
      };
    };
  };
  const parts = view.practitioner.comparison.fields.find(({ key }) => key === "phones")?.parts ?? [];
  const partOf = (number = "") => parts.find(({ values }) => values.effective.value.number === number)?.key;
  const record = { type: "practitioner", id: practitioner.id };
  await api.applyChanges(
    indexId,
    [
      {
        record,
        field: "phones",
        operation: {
          op: "replace",
          element: partOf(office?.number),
          by: { number: "(408) 555-0142", label: "Office", extension: "1" },
        },
      },
      { record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
    ],
    "As the practice wants it",
  );
  const compare = `${origin}/index-versions/${indexId}/practitioners/${practitioner.id}/compare`;

  await test.step("before any drift: ours, and nothing else", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("button", { name: "0 same" })).toHaveCount(0);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
  });

  await test.step("base moves: one value that is ours, and one that is not", async () => {
    const standardSchedule = await service.schedule(schedule.id);
    await house().control("POST", "/drift", {
      changes: [
        {
          type: "practitioner",
          id: practitioner.id,
          set: { preferred_name: "Dmitri", phone_numbers: [office, { ...accueil, number: "+14085550177" }, fax] },
        },
        {
          type: "schedule",
          id: schedule.id,
          set: { accepted_insurances: [...(standardSchedule.accepted_insurances ?? []), "ins_Tug0vk"] },
        },
      ],
    });
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("conflict");
    await expect(rowOf(page, "Phone, Accueil")).toContainText("base moved");
    await expect(
      page.getByRole("region", { name: schedule.name }).getByRole("listitem").filter({ hasText: "Harbor Choice 500" }),
    ).toContainText("base moved");
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
    await page.getByRole("button", { name: "Take base: Phone, Accueil" }).click();
    await expect(rowOf(page, "Phone, Accueil")).toContainText("staged");
    await page.getByRole("button", { name: /^Take base: Harbor Choice 500/ }).click();
    await page.getByRole("link", { name: "Review 2 changes" }).click();
    await page.getByLabel("Reason").fill("The standard data is right");
    await page.getByRole("button", { name: "Apply 2 changes to test" }).click();
    await expect(page.getByText("2 applied")).toBeVisible({ timeout: 30_000 });
    const here = await service.practitioner(practitioner.id, indexId);
    expect(here.phone_numbers?.map(({ number }) => number)).toEqual(["(408) 555-0142", "+14085550177", fax?.number]);
    expect(here.preferred_name).toBe("Dr. Yuryev");
    expect((await service.schedule(schedule.id, indexId)).accepted_insurances).toContain("ins_Tug0vk");
  });

  await test.step("nothing but what is ours is left", async () => {
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("base moved");
    await expect(rowOf(page, "Phone, Accueil")).toHaveCount(0);
  });

  await test.step("a second conflict: a person types a third value", async () => {
    await house().control("POST", "/drift", {
      type: "practitioner",
      id: practitioner.id,
      set: { preferred_name: "Dima" },
    });
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${practitioner.id}`);
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
    expect((await service.practitioner(practitioner.id, indexId)).preferred_name).toBe("Dr. Dmitri Yuryev");
    expect((await service.practitioner(practitioner.id)).preferred_name).toBe("Dima");
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("ours");
  });

  await test.step("a change behind everybody's back is outside, until it is accepted", async () => {
    await house().control("POST", "/outside", {
      index: indexId,
      type: "practitioner",
      id: practitioner.id,
      set: { preferred_name: "Somebody else" },
    });
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByText("outside").first()).toBeVisible();
    await page.goto(compare);
    await expect(rowOf(page, "Preferred name")).toContainText("outside");
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await page.getByRole("button", { name: "Preferred name", exact: true }).click();
    await page.getByRole("complementary").getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("outside")).toHaveCount(0);
    await page.goto(compare);
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("outside");
  });
});
