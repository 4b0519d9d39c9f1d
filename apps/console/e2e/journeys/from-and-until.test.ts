import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

const stack = useTestStack({ writes: true });
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test("a change that holds from another day is split off when the set is applied, waits for its day, and is scheduled anew or not at all", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Elm Street");
  const roster = await api.call("GET", `/index-versions/${indexId}/roster?limit=2`);
  const records = (memberOf(roster, "items") as readonly unknown[]).map((entry) => ({
    type: "practitioner",
    id: textAt(memberOf(entry, "record"), "id"),
  }));
  const later = dayIn(20);
  const { id } = await api.stageChanges(
    indexId,
    records.map((record, at) => ({
      record,
      field: "preferredName",
      operation: { op: "set", value: `Dr. ${at === 0 ? "Now" : "Later"}` },
      ...(at === 0 ? {} : { evidence: { reason: "From the first of the month", from: later } }),
    })),
  );
  const path = `/change-sets/${id}`;

  await test.step("the plan says before the click what is applied now, and what on which day", async () => {
    await page.goto(`${stack().pages}${path}`);
    await page.getByLabel("Reason").fill("The practice called");
    await page.getByLabel("Until").fill(dayIn(40));
    await page.getByLabel("Source").focus();
    await expect(page.getByText("Saved with the draft.")).toBeVisible();
    await page.getByRole("button", { name: /^Plan: .*1 on / }).click();
    await expect(page.getByText(/1 change will be applied on .*, in a set of its own, as you/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expectAccessible(page, stack(), [{ name: "draft with days", path, shows: text("Evidence") }]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("applying it names the set that waits for its day", async () => {
    await page.getByRole("button", { name: /^Apply 2 changes/ }).click();
    await expect(page.getByText("split off:")).toBeVisible();
    const left = await api.call("GET", path);
    expect(memberOf(memberOf(left, "counts"), "total")).toBe(1);
    expect(memberOf(memberOf(left, "evidence"), "until")).toBe(dayIn(40));
    await page.getByText("split off:").getByRole("link").click();
    await expect(page.getByText(/^Will be applied on .*, 00:00/)).toBeVisible();
    await expect(page.getByText("split off from")).toBeVisible();
    await expectAccessible(page, stack(), [
      {
        name: "set that waits for its day",
        path: page.url().slice(stack().pages.length),
        shows: text("Take the schedule back"),
      },
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("it is scheduled for another hour, and not any more", async () => {
    await page.getByRole("button", { name: "Another time" }).click();
    await expectNoAxeFindings(page, "when a set is applied");
    await page.getByLabel("Day", { exact: true }).fill(dayIn(21));
    await page.getByLabel("Hour", { exact: true }).selectOption("08:00");
    await page.getByLabel("If something has moved by then").selectOption("All or nothing");
    await page.getByRole("button", { name: "Change the schedule" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText(/^Will be applied on .*, 08:00 .* nothing is applied, and you are told/)).toBeVisible();
    await page.getByRole("button", { name: "Take the schedule back" }).click();
    await expect(page.getByRole("button", { name: "Schedule", exact: true })).toBeVisible();
  });
});
