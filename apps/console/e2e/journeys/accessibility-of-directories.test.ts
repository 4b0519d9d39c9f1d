import { signIn } from "#e2e/stack/console-api.ts";
import { createSampleDirectory, expectAccessible, expectNoFindings, heading, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

// Together with the accessibility test of practitioners and with people.test.ts, this covers every address of the
// console, with data.
const stack = useTestStack();

test("sign-in, set-up and a first run without anything have no findings", async ({ page }) => {
  for (const [path, name] of [
    ["/sign-in", "Sign in"],
    ["/set-up", "Set up the console"],
  ] as const) {
    await page.goto(`${stack().origin}${path}`);
    await heading(name)(page);
    await expectNoFindings(page, name);
  }
  await signIn(page, stack());
  const { standard, test: testIndex } = stack().spelling.profile.indexes;
  for (const path of [
    "/index-versions",
    "/change-sets",
    "/plans",
    "/developer",
    `/index-versions/${standard}`,
    `/index-versions/${testIndex}/overrides`,
    `/index-versions/${testIndex}/change-sets`,
  ]) {
    await page.goto(`${stack().pages}${path}`);
    await heading(/^(?:No |Nothing|Developer)/)(page);
    await expectNoFindings(page, `${path} without anything`);
  }
});

test("every screen, drawer and sheet of a directory and of its change sets has no findings, light and dark, and fits its window", async ({
  page,
}) => {
  const { indexId, heldId, draftId } = await createSampleDirectory(page, stack());
  const directory = `/index-versions/${indexId}`;
  const { standard } = stack().spelling.profile.indexes;
  await expectAccessible(page, stack(), [
    { name: "index versions", path: "/index-versions", shows: text(/of \d+ shown/) },
    { name: "create", path: "/index-versions/new?roster=sample", shows: heading("Create an index version") },
    {
      name: "create, with lines that are wrong",
      path: "/index-versions/new",
      shows: async (page) => {
        await page.getByRole("textbox", { name: "Roster" }).fill("not an id\n,,,\n=cmd()");
        await page.getByRole("button", { name: /^Create in test/ }).click();
        await expect(page.getByText("Enter a name.")).toBeVisible();
      },
    },
    {
      name: "create, from another directory's overrides",
      path: "/index-versions/new",
      shows: async (page) => {
        await page.getByText("Overrides of another directory").click();
        await expect(page.getByRole("button", { name: /^Copy overrides from/ })).toBeVisible();
      },
    },
    { name: "index versions, one unknown", path: "/index-versions", shows: text("Its id is not known") },
    {
      name: "adopt",
      path: "/index-versions?adopt=",
      shows: async (page) => await expect(page.getByRole("dialog")).toBeVisible(),
    },
    { name: "standard index", path: `/index-versions/${standard}`, shows: text("read-only") },
    { name: "roster", path: directory, shows: text(/40 of 40 shown/) },
    { name: "roster of schedules", path: `${directory}?type=schedule`, shows: text(/of \d+ shown/) },
    {
      name: "add to the roster",
      path: `${directory}?add=paste`,
      shows: async (page) => await expect(page.getByRole("dialog")).toBeVisible(),
    },
    {
      name: "copy another roster",
      path: `${directory}?add=copy`,
      shows: async (page) => await expect(page.getByRole("dialog", { name: "Add to the roster" })).toBeVisible(),
    },
    { name: "overrides", path: `${directory}/overrides`, shows: text(/[1-9]\d* of \d+ shown/) },
    {
      name: "runbook",
      path: `${directory}/overrides`,
      shows: async (page) => {
        await page.getByRole("button", { name: "Runbook" }).click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
      },
    },
    { name: "change sets of a directory", path: `${directory}/change-sets`, shows: text(": 2 plans, preferred name") },
    { name: "history", path: `${directory}/history`, shows: text(/Administrator/) },
    { name: "settings", path: `${directory}/settings`, shows: heading("Amara Okafor") },
    { name: "change sets", path: "/change-sets", shows: text(": 2 plans, preferred name") },
    { name: "overview", path: "/overview", shows: heading("Overview") },
    { name: "inbox", path: "/inbox", shows: heading("Inbox") },
    { name: "change set, held", path: `/change-sets/${heldId}`, shows: text(/(?:is|are) held/) },
    { name: "change set, draft", path: `/change-sets/${draftId}`, shows: heading("Evidence") },
    { name: "plan catalogue", path: "/plans", shows: text(/of \d+ shown/) },
    {
      name: "import plans",
      path: "/plans",
      shows: async (page) => {
        await page.getByRole("button", { name: "Import plans" }).first().click();
        await expect(page.getByRole("dialog", { name: "Import plans" })).toBeVisible();
      },
    },
  ]);
});
