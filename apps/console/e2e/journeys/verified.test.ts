import { memberOf, signIn } from "#e2e/stack/console-api.ts";
import { expectNoFindings } from "./accessible-screens.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { enter, reach, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack();

test("what is overdue is found on the overview and verified in all its directories by one act, by keyboard", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const practitioners = [
    await findPractitioner(stack(), "Raúl de la Cruz, NP"),
    await findPractitioner(stack(), "Дмитрий Юрьев, NP"),
  ];
  const changes = await Promise.all(
    practitioners.map(async ({ schedules: [schedule] }) => {
      if (schedule === undefined) throw new Error("The sample has a practitioner without a schedule.");
      return (await stack().service.read(schedule.nameRecord)).changeTo({ name: "Aalto Clinic" });
    }),
  );
  await stack().control("POST", "/drift", { changes });
  const directories = [await api.createDirectory("Amara Okafor"), await api.createDirectory("Elm Street")];
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const said = { saidBy: "Fatma, front desk", how: "letter", verifiedOn: day(-120) };
  const verify = async () =>
    await api.call("POST", "/verifications", { of: directories.map((indexId) => ({ indexId })), ...said });
  // What was not read yet is left out; where that is all of it, the act is refused.
  const leftOut = async () =>
    await verify().then(
      (given) => memberOf(given, "leftOutTotal"),
      () => null,
    );
  await expect.poll(leftOut).toBe(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await withoutPointer(page);
  await page.goto(`${stack().pages}/overview`);
  const again = page.getByRole("group", { name: "Entries of practitioners by when they are to be verified again" });
  await enter(again.getByRole("link").first());
  await expect(page.getByRole("heading", { level: 1, name: "Verified" })).toBeVisible();
  const place = page.getByRole("row", { name: "Aalto Clinic" });
  await expect(place).toContainText("4 overdue of 4");
  const first = page.getByRole("row").filter({ hasText: "30 d over" }).first();
  await expect(first).toContainText("Fatma, front desk");
  await expectNoFindings(page, "verifications");
  for (const width of [900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalScroll(page, `verifications at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  const selection = page.getByRole("region", { name: "Selection" });
  await reach(place, { key: "j", most: 60 });
  await page.keyboard.press("x");
  await expect(selection).toContainText("2 practitioners selected");
  await page.keyboard.press("v");
  const drawer = page.getByRole("dialog", { name: "Verified as it stands" });
  await expect(drawer.getByLabel("Who said so")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("alert")).toContainText("Enter who said so.");
  await expectNoFindings(page, "the act");
  await page.keyboard.type("Mercy, practice manager");
  await page.keyboard.press("Enter");
  await expect(drawer).toBeHidden();
  await expect(page.getByText("Verified 4 entries.")).toBeVisible();

  // The choices of the tabs are one stop, gone through by arrows.
  await reach(page.getByRole("radio", { checked: true }), { key: "Shift+Tab" });
  await reach(page.getByRole("radio", { name: /^All/ }), { key: "ArrowLeft" });
  await page.getByText("Mercy, practice manager").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("End");
  await expect(page.locator(":focus")).toContainText("Mercy, practice manager");
  await page.keyboard.press("Enter");
  await expect(page.getByText("ask again in 90 d")).toBeVisible();
});
