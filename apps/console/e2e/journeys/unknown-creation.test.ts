import { signIn } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

test("a creation whose reply is lost is shown as unknown, is never sent again, and is settled by its id", async ({
  page,
  watch,
}) => {
  const { pages, spelling } = stack();
  await signIn(page, stack());
  const { method, path } = spelling.operation("createIndexVersion");
  await stack().control("POST", "/faults", { kind: "reset-after", method, path: `^${path}$`, times: 1 });
  const creations = async () => (await stack().ledger()).filter(({ operation }) => operation === "index.create");

  await page.goto(`${pages}/index-versions/new?roster=sample`);
  await page.getByLabel("Name of the referrer").fill("Dr. Amara Okafor");
  await page.getByRole("button", { name: "Create in test" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "It is not known whether it was created" })).toBeVisible();
  await expect(page.getByText(/won’t be sent again/)).toBeVisible();
  expect(await creations()).toHaveLength(1);

  await test.step("the same name cannot be asked for again", async () => {
    watch.allowConsoleLine(/status of 409/);
    await page.goto(`${pages}/index-versions/new`);
    await page.getByLabel("Name of the referrer").fill("Dr. Amara Okafor");
    await page.getByRole("button", { name: "Create in test" }).click();
    await expect(page.getByText("Settle that first")).toBeVisible();
    expect(await creations()).toHaveLength(1);
    await page.getByRole("button", { name: "Discard" }).click();
  });

  await test.step("the list names it, and it is still unknown after a reload", async () => {
    await page.goto(`${pages}/index-versions`);
    const open = page.getByRole("region", { name: "Create “Amara Okafor”" });
    await expect(open).toContainText("unknown");
    await expect(open).toContainText("Its id is not known");
  });

  await test.step("a wrong id is refused; the right one settles it", async () => {
    watch.allowConsoleLine(/status of (?:409|422|50\d)/);
    const open = page.getByRole("region", { name: "Create “Amara Okafor”" });
    await open.getByLabel("Its id, if you know it").fill(`${spelling.profile.indexes.prefix}notThereAtAll`);
    await open.getByRole("button", { name: "Check and adopt" }).click();
    await expect(open.getByRole("alert")).toBeVisible();
    const [made] = await creations();
    await open.getByLabel("Its id, if you know it").fill(made?.record ?? "");
    await open.getByRole("button", { name: "Check and adopt" }).click();
    await expect(open).toHaveCount(0);
    await page.goto(`${pages}/index-versions/${made?.record ?? ""}`);
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await expect(page.getByText(/^40 of 40 shown/)).toBeVisible();
  });
  expect(await creations()).toHaveLength(1);
});
