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
    const otherContext = await browser.newContext({ storageState: await page.context().storageState() });
    const shared = await otherContext.newPage();
    await shared.goto(page.url());
    await expect(shared.getByRole("grid", { name: "Activity" })).toBeVisible();
    await expect(shared.getByLabel("What", { exact: true })).toHaveValue("session");
    await otherContext.close();
  });

  await test.step("what is exported is what is shown", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "JSON lines" }).click();
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

test("what others do waits above the list until it is asked for, in every window of the browser", async ({
  page,
  context,
}) => {
  const api = await signIn(page, stack());
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/events")) streams.push(request.url());
  });
  await page.goto(`${stack().pages}/activity`);
  const list = page.getByRole("grid", { name: "Activity" });
  await expect(list).toContainText("Administrator signed in");
  const second = await context.newPage();
  await second.goto(`${stack().pages}/activity`);
  await expect(second.getByText("New lines wait here.")).toBeVisible();
  await api.createDirectory("Ingrid Sørensen");
  const show = page.getByRole("button", { name: /Show \d+ new lines/ });
  await expect(show).toBeVisible();
  await expect(second.getByRole("button", { name: /Show \d+ new lines/ })).toBeVisible();
  await expect(list).not.toContainText("Ingrid Sørensen");
  await expectNoAxeFindings(page, "new entries");
  expect(streams, "one stream for both windows").toHaveLength(1);

  await test.step("the other window goes on where the one that held the stream was closed", async () => {
    await page.keyboard.press(".");
    await expect(list).toContainText("Ingrid Sørensen");
    await page.close();
    await second.keyboard.press(".");
    await expect(second.getByText("New lines wait here.")).toBeVisible();
    await (await signIn(second, stack())).call("POST", "/referrers", { name: "Harbour Row", practitionerId: null });
    await expect(second.getByRole("button", { name: "Show 1 new line" })).toBeVisible();
    expect(streams).toHaveLength(2);
  });

  await test.step("L stops and goes on", async () => {
    await second.keyboard.press("l");
    await expect(second.getByRole("switch", { name: "Live" })).not.toBeChecked();
    await expect(second.getByText("New lines are not counted.")).toBeVisible();
  });
});
