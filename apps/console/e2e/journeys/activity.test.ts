import { signIn } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

const stack = useTestStack();

test("the activity is narrowed to one kind of action and one person, and the address can be shared", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  await api.createDirectory("Amara Okafor");
  await page.goto(`${stack().pages}/activity`);
  const list = page.getByRole("grid", { name: "Activity" });
  await expect(list).toContainText("Amara Okafor");

  await test.step("one kind of action, by its noun", async () => {
    await page.getByLabel("What", { exact: true }).selectOption({ label: "Sign-ins" });
    await expect(list).not.toContainText("Amara Okafor");
    await expect(page).toHaveURL(/[?&]action=session/);
    await expectNoAxeFindings(page, "filtered activity");
  });

  await test.step("F narrows to the person of the line", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    await expect(page).toHaveURL(/[?&]by=/);
  });

  await test.step("the address shows the same to another window", async () => {
    const other = await browser.newContext({ storageState: await page.context().storageState() });
    const shared = await other.newPage();
    await shared.goto(page.url());
    await expect(shared.getByRole("grid", { name: "Activity" })).toBeVisible();
    await expect(shared.getByLabel("What", { exact: true })).toHaveValue("session");
    await other.close();
  });

  await test.step("what is exported is what is shown", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export JSON lines" }).click();
    const stream = await (await download).createReadStream();
    const text = (await stream.toArray()).join("");
    const actions = text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.every((action) => action.startsWith("session."))).toBe(true);
  });
});
