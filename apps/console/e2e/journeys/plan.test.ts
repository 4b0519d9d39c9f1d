import { signIn } from "#e2e/stack/console-api.ts";
import { sampleRoster } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

test.describe("where the service can be written", () => {
  const stack = useTestStack({ writes: true });

  test("the plan says before Apply what is sent, what goes first and how long it takes", async ({ page }) => {
    const schedules = (await sampleRoster(stack())).trim().split("\n").slice(1, 9);
    const api = await signIn(page, stack());
    const indexId = await api.createDirectory("Planned", { roster: schedules.join("\n") });
    await api.createDirectory("Beside", { roster: schedules.join("\n") });
    const { id } = await api.stageChanges(
      indexId,
      schedules.map((schedule, index) => ({
        record: { type: "schedule", id: schedule },
        field: "name",
        operation: { op: "set", value: `Line ${index + 1}` },
      })),
    );
    await page.goto(`${stack().pages}/change-sets/${id}`);
    // Five calls for each record, and a sibling before and after the first.
    await page.getByRole("button", { name: /^Plan: 42 calls/ }).click();
    const plan = page.getByRole("dialog", { name: "What applying would send" });
    await expect(plan).toContainText("8 will be sent, with 8 writes and 34 reads");
    await expect(plan).toContainText("in Planned goes alone");
    await expect(plan.getByRole("row", { name: /^Planned 8 0 42$/ })).toBeVisible();
    await expectNoAxeFindings(page, "the plan");
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `the plan at ${width}`);
    }
    await page.keyboard.press("Escape");
    await page.getByLabel("Reason").fill("The practice called");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("8 applied").first()).toBeVisible();
    expect((await stack().ledger()).filter(({ kind }) => kind === "schedule")).toHaveLength(8);
  });
});

test.describe("where it cannot", () => {
  const stack = useTestStack();

  test("the plan says that nothing is sent, and why", async ({ page }) => {
    const schedules = (await sampleRoster(stack())).trim().split("\n").slice(1, 4);
    const api = await signIn(page, stack());
    const indexId = await api.createDirectory("Held", { roster: schedules.join("\n") });
    const { id } = await api.stageChanges(
      indexId,
      schedules.map((schedule) => ({
        record: { type: "schedule", id: schedule },
        field: "name",
        operation: { op: "set", value: "Another line" },
      })),
    );
    await page.goto(`${stack().pages}/change-sets/${id}`);
    await page.getByRole("button", { name: "Plan: nothing is sent" }).click();
    const plan = page.getByRole("dialog", { name: "What applying would send" });
    await expect(plan).toContainText("Nothing is sent.");
    await expect(plan).toContainText(/3 will be held\. .*not documented/);
    await expectNoAxeFindings(page, "the plan of what is held");
  });
});
