import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

const directories = [
  "Ortiz Villalobos",
  "Weiß-Großmann, Hüftzentrum",
  "王秀英 Wang Xiuying",
  "Adébáyò",
  "Þorsteinsdóttir",
  "ليلى حداد",
  "Kealoha-ʻĀina",
];

test("one practitioner in seven directories: what differs is found, and one plan goes from four of them", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  await api.importSamplePlans();
  const ids: string[] = [];
  for (const name of directories) ids.push(await api.createDirectory(name));
  const roster = await api.call("GET", `/index-versions/${ids[0]}/roster?limit=1`);
  const [entry] = memberOf(roster, "items") as readonly unknown[];
  const practitioner = { type: "practitioner", id: textAt(memberOf(entry, "record"), "id") };
  const rename = (indexId: string | undefined, value: string) =>
    api.applyChanges(
      indexId ?? "",
      [{ record: practitioner, field: "preferredName", operation: { op: "set", value } }],
      "Said so on the phone",
    );
  await rename(ids[0], "Dr. Nhung");
  await rename(ids[1], "Dr. Nhung");
  await rename(ids[2], "Dr. Nhung");
  await rename(ids[4], "阮氏紅絨");

  await test.step("the practitioner is found by name, and only what differs is written out", async () => {
    await page.goto(`${stack().pages}/matrix`);
    await page.getByLabel("Find a practitioner by name, id or phone").fill(practitioner.id);
    await page.getByRole("link", { name: /in 7 directories/ }).click();
    await expect(page.getByRole("heading", { name: /in 7 directories/ })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: "Preferred name" })).toBeVisible();
    await expect(page.getByText("3 of 7")).toBeVisible();
    await expect(page.getByText("1 of 7, outlier")).toBeVisible();
    await expect(page.getByRole("button", { name: /Preferred name in Adébáyò: as standard/ })).toBeVisible();
  });

  await test.step("by keyboard, cells of one row are selected and get the value that the others have", async () => {
    const cell = (name: string) => page.getByRole("button", { name: new RegExp(`Preferred name in ${name}: `) });
    await cell("Adébáyò").click();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText("2 cells selected")).toBeVisible();
    await page.getByRole("button", { name: "Set a value in 2 directories" }).click();
    const drawer = page.getByRole("dialog", { name: /Set preferred name in 2 directories/ });
    await expect(drawer.getByRole("radio").first()).toBeChecked();
    const stage = drawer.getByRole("button", { name: "Stage 2 changes in 2 directories" });
    await stage.click();
    await expect(page.getByText("Staged in 2 directories.")).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByRole("button", { name: /Preferred name in Adébáyò: as standard/ })).toBeVisible();
    expect(memberOf(await api.call("GET", "/change-sets?state=draft"), "items")).toEqual([]);
    await cell("Adébáyò").click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("button", { name: "Set a value in 2 directories" }).click();
    await stage.click();
    await expect(page.getByText("Staged in 2 directories.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Preferred name in Adébáyò: Dr. Nhung, staged/ })).toBeVisible();
  });

  await test.step("a plan is taken out of four directories in one go", async () => {
    await page.getByRole("switch", { name: "Only rows that differ" }).click();
    const listed = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "in", exact: true }) });
    const label = (await listed.first().getByRole("rowheader").textContent()) ?? "";
    const cell = (name: string) => page.getByRole("button", { name: `${label} in ${name}: as standard` });
    for (const name of directories.slice(0, 4)) await cell(name).click();
    await page.getByRole("button", { name: "Remove in 4 directories" }).click();
    await expect(page.getByText("Staged in 4 directories.")).toBeVisible();
    for (const name of directories.slice(0, 4))
      await expect(page.getByRole("button", { name: `${label} in ${name}: not in, staged` })).toBeVisible();
    const sets = await api.call("GET", "/change-sets?limit=50");
    const drafts = (memberOf(sets, "items") as readonly unknown[]).filter((set) => textAt(set, "state") === "draft");
    // The second step went into the set of the first, which is still a draft.
    expect(drafts).toMatchObject([{ indexId: null, indexCount: 5, counts: { draft: 6 } }]);
  });

  await test.step("what is no possible number is staged only once it is confirmed", async () => {
    const phone = page.getByRole("button", { name: /^Phone.* in Ortiz Villalobos: / }).first();
    await phone.click();
    await page.getByRole("button", { name: "Set a value in 1 directory" }).click();
    const drawer = page.getByRole("dialog", { name: /^Set phone/ });
    await drawer.getByRole("radio", { name: "Another value" }).click();
    await drawer.getByRole("textbox", { name: "Number" }).fill("312 555 014");
    const stage = drawer.getByRole("button", { name: /^Stage / });
    await expect(drawer.getByText("This is not a possible phone number.")).toBeVisible();
    await expect(stage).toBeDisabled();
    await drawer.getByRole("checkbox", { name: "Send the number as it stands" }).check();
    await expect(stage).toBeEnabled();
    await drawer.getByRole("textbox", { name: "Number" }).fill("312 555 01");
    await expect(stage).toBeDisabled();
    await drawer.getByRole("textbox", { name: "Number" }).fill("(312) 555-0142");
    await expect(stage).toBeEnabled();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  await test.step("the one change set is reviewed by directory, and applied to all of them", async () => {
    await page.getByRole("link", { name: "Review 6 changes" }).click();
    await expect(page.getByText("6 changes in 5 directories").first()).toBeVisible();
    await page.getByRole("radio", { name: "Directory" }).click();
    for (const name of directories.slice(0, 4))
      await expect(page.getByRole("row", { name: `all of ${name}` })).toBeVisible();
    await expectAccessible(page, stack(), [
      {
        name: "draft over several directories",
        path: page.url().slice(stack().pages.length),
        shows: text("in 5 directories"),
      },
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel("Reason").fill("The practice called");
    await page.getByRole("button", { name: "Apply 6 changes to test" }).click();
    await expect(page.getByText("in 5 directories").first()).toBeVisible();
    await expect(page.getByText(`in ${directories[0]}`).first()).toBeVisible();
  });

  await test.step("the matrix has no findings, light and dark, and fits its window", async () => {
    await expectAccessible(page, stack(), [
      { name: "choice of a practitioner", path: "/matrix", shows: text("Choose a practitioner") },
      { name: "referrer matrix", path: `/matrix/${practitioner.id}`, shows: text("5 of 7") },
      {
        name: "a value for a cell",
        path: `/matrix/${practitioner.id}`,
        shows: async (screen) => {
          await screen.getByRole("button", { name: /Preferred name in Ortiz Villalobos: / }).click();
          await screen.getByRole("button", { name: "Set a value in 1 directory" }).click();
          await screen.getByRole("radio", { name: "Another value" }).click();
          await expect(screen.getByRole("table", { name: /What each directory says now/ })).toBeVisible();
        },
      },
    ]);
  });
});
