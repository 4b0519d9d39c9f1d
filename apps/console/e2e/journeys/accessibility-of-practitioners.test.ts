import { createSampleDirectory, expectAccessible, heading, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

test("every screen, palette and sheet of practitioners and of work beside them has no findings, light and dark, and fits its window", async ({
  page,
}) => {
  const { indexId, practitionerId, scheduleId } = await createSampleDirectory(page, stack());
  const changedAt = stack().spelling.ignoredMember("practitioner");
  const directory = `/index-versions/${indexId}`;
  const practitioner = `${directory}/practitioners/${practitionerId}`;
  const bookingCheck = `/booking-check?index=${indexId}&schedule=${encodeURIComponent(scheduleId)}`;
  await expectAccessible(page, stack(), [
    { name: "practitioner", path: practitioner, shows: heading("Phones") },
    {
      name: "practitioner, editing a phone",
      path: practitioner,
      shows: async (page) => {
        await page.getByRole("button", { name: "Edit: Phone, Office" }).click();
        await expect(page.getByLabel("Number")).toBeVisible();
      },
    },
    {
      name: "practitioner, editing plans",
      path: practitioner,
      shows: async (page) => {
        await page
          .getByRole("button", { name: /^Edit plans of/ })
          .first()
          .click();
        await expect(page.getByRole("option").first()).toBeVisible();
      },
    },
    {
      name: "practitioner, plans on all schedules",
      path: practitioner,
      shows: async (page) => {
        await page.getByRole("button", { name: "Edit plans on all 3" }).click();
        await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
      },
    },
    {
      name: "key sheet",
      path: practitioner,
      shows: async (page) => {
        await heading("Phones")(page);
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      },
    },
    { name: "compare", path: `${practitioner}/compare`, shows: text("Verdict") },
    {
      name: "compare, a conflict",
      path: `${practitioner}/compare`,
      shows: async (page) => {
        await page
          .getByRole("button", { name: /^Resolve/ })
          .first()
          .click();
        await expect(page.getByRole("radio", { name: /Keep ours/ })).toBeVisible();
      },
    },
    {
      name: "compare, another index",
      path: `${practitioner}/compare`,
      shows: async (page) => {
        await page.getByRole("button", { name: "Swap index" }).click();
        await expect(page.getByRole("option").nth(1)).toBeVisible();
      },
    },
    { name: "compare, all rows", path: `${practitioner}/compare?all=1`, shows: text("Verdict") },
    { name: "compare, sentences", path: `${practitioner}/compare?view=sentences`, shows: heading("Needs a person") },
    { name: "compare, raw side by side", path: `${practitioner}/compare?view=raw`, shows: text(changedAt) },
    {
      name: "compare, raw unified",
      path: `${practitioner}/compare?view=raw&lines=unified`,
      shows: text(changedAt),
    },
    {
      name: "booking check, which schedule",
      path: `/booking-check?index=${indexId}`,
      shows: async (page) =>
        await expect(
          page.getByRole("list", { name: "Schedules of the roster" }).getByRole("button").first(),
        ).toBeVisible(),
    },
    {
      name: "booking check, another directory",
      path: `/booking-check?index=${indexId}`,
      shows: async (page) => {
        await page.getByRole("button", { name: /^Directory/ }).click();
        await page.getByRole("combobox", { name: "Find a directory" }).fill("standard");
        await expect(page.getByRole("option", { name: /Standard index/ })).toBeVisible();
      },
    },
    { name: "booking check", path: bookingCheck, shows: heading("Booking procedure") },
    {
      name: "booking check of a plan",
      path: bookingCheck,
      shows: async (page) => {
        await page.getByRole("table").getByRole("button").first().click();
        await expect(
          page.getByText(/^(?:Accepted|Not accepted)(?: through the gateway only| by the service only)?:$/),
        ).toBeVisible();
      },
    },
    {
      name: "booking check, creating a patient",
      path: bookingCheck,
      shows: async (page) => {
        await page.getByText("Create in test", { exact: true }).click();
        await expect(page.getByLabel("First name")).toBeVisible();
      },
    },
    {
      name: "booking check of a schedule that is not there",
      path: `/booking-check?index=${indexId}&schedule=${encodeURIComponent(`${scheduleId}9`)}`,
      shows: text("The service has no schedule with this id"),
    },
    { name: "activity", path: "/activity", shows: text(/Administrator/) },
    { name: "developer", path: "/developer", shows: heading("What this service can do") },
    {
      name: "developer, one request",
      path: "/developer",
      shows: async (page) => {
        // At its time: further along there may be a link to an index version.
        await page
          .getByRole("row")
          .nth(1)
          .click({ position: { x: 24, y: 12 } });
        await expect(page.getByRole("region", { name: "Selected request" })).toBeVisible();
      },
    },
    { name: "developer, profile", path: "/developer/profile", shows: heading("Dry run") },
    { name: "developer, gateway", path: "/developer/gateway", shows: heading("Tokens") },
    { name: "nothing there", path: "/nowhere", shows: heading(/.+/) },
    {
      name: "command palette",
      path: directory,
      shows: async (page) => {
        await text(/40 of 40 shown/)(page);
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search or run a command" }).fill("c");
        await expect(page.getByText("Searches what this console has seen.")).toBeVisible();
      },
    },
    {
      name: "index switcher",
      path: directory,
      shows: async (page) => {
        await text(/40 of 40 shown/)(page);
        await page.keyboard.press("Control+j");
        await expect(page.getByRole("combobox").last()).toBeVisible();
      },
    },
  ]);
});
