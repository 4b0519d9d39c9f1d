import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { administrator } from "#e2e/stack/test-stack.ts";
import { reach } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

// With the waiting times of production, so that there is time to undo.
const stack = useTestStack({ waitMs: null });

/** What is loaded once the first screen is shown: the switcher among it. */
const LOADED_NEXT = /\/shell-[\w-]+\.js/;

test("from sign-in to a phone and two plans that are applied, without a mouse, and the focus is always visible", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  const api = await signIn(otherPage, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  await api.importSamplePlans();
  await context.close();

  const { service } = stack();
  const practitioner = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const schedule = scheduleNamed(practitioner, "Old Mill Clinic");
  const accepted = (await service.read(schedule.record)).ids("acceptedInsurances");
  const plans = await samplePlans(stack());
  const added = plans.find(({ id }) => !accepted.includes(id));
  const removed = plans.find(({ id }) => accepted.includes(id));
  const [phone] = (await service.read(schedule.phonesRecord)).phones;
  if (added === undefined || removed === undefined || phone === undefined)
    throw new Error("The sample has changed: no plan to add or to remove, or no phone.");
  const staged = page.getByRole("region", { name: "Staged changes" });

  await page.goto(stack().origin);
  await page.getByLabel("E-mail").waitFor();
  await page.keyboard.type(administrator.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(administrator.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByText(/1 of 1 shown/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Index versions" })).toBeFocused();

  await test.step("an arrow and Enter open the directory, Escape, J and Enter the first hit of a filter", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("Amara");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/index-versions/${indexId}$`));
    await expect(page.getByText(/40 of 40 shown/)).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("Raúl");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Raúl de la Cruz, NP" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("row").filter({ hasText: "Raúl de la Cruz, NP" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Phones" })).toBeVisible();
  });

  await test.step("J reaches a phone, E edits it, Enter stages it", async () => {
    await reach(page.getByRole("button", { name: phone.number }), { key: "j" });
    await page.keyboard.press("e");
    await expect(page.getByLabel("Number")).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("3125550142");
    await page.keyboard.press("Enter");
    await expect(staged).toContainText(": phone");
  });

  await test.step("J reaches the plans of a schedule: one is added, one removed, by their names", async () => {
    await reach(page.getByRole("button", { name: `Edit plans of ${schedule.name}` }), { key: "j" });
    await page.keyboard.press("e");
    const picker = page.getByRole("combobox", { name: `Add or remove a plan at ${schedule.name}` });
    for (const [plan, count] of [
      [added, "phone, plan"],
      [removed, "phone, 2 plans"],
    ] as const) {
      await expect(picker).toBeFocused();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(plan.name);
      await page.keyboard.press("Enter");
      await expect(staged).toContainText(count);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: `Edit plans of ${schedule.name}` })).toBeFocused();
    await reach(page.getByRole("button", { name: added.name }), { key: "j" });
  });

  await test.step("R reviews, the reason is typed, Ctrl and Enter apply, Ctrl and Z undo; the focus is never lost", async () => {
    await page.keyboard.press("r");
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/^Sending 3 changes to test/)).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { pressed: true })).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("3 changes are held")).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("main").getByRole("button", { pressed: true })).toBeFocused();
  });

  await test.step("the palette finds a screen, Escape closes what is open, and focus comes back", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("plan catalogue");
    await expect(page.getByRole("combobox", { name: "Search or run a command" })).toHaveValue("plan catalogue");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Plan catalogue" })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page.getByRole("heading", { level: 1, name: "Index versions" })).toBeVisible();
  });

  await test.step("what is typed before the switcher is there is searched for, and no shortcut of the page", async () => {
    const release = Promise.withResolvers<void>();
    await page.route(LOADED_NEXT, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Index versions" })).toBeVisible();
    await page.keyboard.press("Control+j");
    await page.keyboard.type("nama");
    release.resolve();
    await expect(page.getByRole("combobox", { name: "Find a directory" })).toHaveValue("nama");
    await expect(page.getByRole("heading", { level: 1, name: "Index versions" })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
});
