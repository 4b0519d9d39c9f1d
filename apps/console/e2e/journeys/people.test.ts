import { signIn } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

const stack = useTestStack();

test("somebody is invited for one referrer, sees nothing else, and is out as soon as they are disabled", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  await api.createDirectory("Amara Okafor");
  await api.createDirectory("Ingrid Sørensen");
  const visitor = await browser.newContext();
  const theirs = await visitor.newPage();
  let link = "";

  await test.step("the administrator makes a link for a viewer of one referrer", async () => {
    await page.goto(`${stack().pages}/people`);
    await expect(page.getByText("1 with an account")).toBeVisible();
    await page.keyboard.press("n");
    const drawer = page.getByRole("dialog", { name: "Invite" });
    await drawer.getByLabel("Name").fill("Vera Lindqvist");
    await drawer.getByLabel("E-mail").fill("vera@example.org");
    await drawer.getByText("Only these").click();
    await drawer.getByRole("checkbox", { name: "Amara Okafor" }).check();
    await drawer.getByRole("button", { name: "Make an invitation link" }).click();
    const shown = drawer.getByLabel("One-time link", { exact: true });
    await expect(shown).toBeVisible();
    link = (await shown.textContent()) ?? "";
    await drawer.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("1 with an account, 1 invited")).toBeVisible();
    await expect(page.getByRole("row", { name: /Vera Lindqvist.*viewer.*1 referrer/ })).toBeVisible();
  });

  await test.step("the link leads in, and leaves the address", async () => {
    await theirs.goto(link);
    await expect(theirs).toHaveURL(`${stack().origin}/join`);
    await expectNoAxeFindings(theirs, "the link's page");
    await theirs.getByLabel("New password").fill("password1234");
    await theirs.getByRole("button", { name: "Save the password and sign in" }).click();
    await expect(theirs.getByText(/must be more than a name/)).toBeVisible();
    await theirs.getByLabel("New password").fill("seven lamps at the harbour");
    await theirs.getByRole("button", { name: "Save the password and sign in" }).click();
    await expect(theirs.getByRole("link", { name: "Amara Okafor", exact: true })).toBeVisible();
  });

  await test.step("nothing of the other referrer is there, and no way to what a viewer may not do", async () => {
    await expect(theirs.getByText("Ingrid")).toHaveCount(0);
    await expect(theirs.getByRole("link", { name: "People" })).toHaveCount(0);
    await expect(theirs.getByRole("button", { name: /Create index version/ })).toHaveCount(0);
    await theirs.goto(`${stack().pages}/people`);
    await expect(theirs.getByText("Needs the role admin.")).toBeVisible();
    await theirs.goto(`${stack().pages}/index-versions`);
    await theirs.getByRole("grid", { name: "Index versions" }).getByText("Amara Okafor").first().click();
    await expect(theirs.getByRole("grid", { name: "Roster" })).toBeVisible();
    await expect(theirs.getByRole("button", { name: /Read all again|Add to the roster/ })).toHaveCount(0);
    await expect(theirs.getByRole("checkbox")).toHaveCount(0);
    await theirs.goto(`${stack().pages}/referrers`);
    await expect(theirs.getByRole("grid", { name: "Referrers" })).toContainText("Amara Okafor");
    await expect(theirs.getByText("Ingrid")).toHaveCount(0);
  });

  await test.step("disabled while looking at a page, she is out at the next request", async () => {
    await page.getByRole("row", { name: /Vera Lindqvist/ }).click();
    const drawer = page.getByRole("dialog", { name: "Vera Lindqvist" });
    await drawer.getByRole("button", { name: "Disable Vera Lindqvist" }).click();
    await drawer.getByRole("button", { name: "Disable and sign out" }).click();
    await expect(page.getByRole("row", { name: /Vera Lindqvist.*disabled/ })).toBeVisible();
    await theirs.goto(`${stack().pages}/index-versions`);
    await expect(theirs.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
  await visitor.close();
});

test("people, account and referrers have no findings, light and dark, and fit their windows", async ({ page }) => {
  const api = await signIn(page, stack());
  await api.createDirectory("Tomás Rivera");
  await expectAccessible(page, stack(), [
    { name: "people", path: "/people", shows: text(/with an account/) },
    { name: "invite", path: "/people?invite=1", shows: text("Roles in this connection") },
    {
      name: "a person",
      path: "/people",
      shows: async (page) => {
        await page.getByRole("row", { name: /marta@example.org/ }).click();
        await expect(page.getByRole("heading", { name: "Signing in" })).toBeVisible();
      },
    },
    { name: "account", path: "/account", shows: text("Ways in") },
    { name: "referrers", path: "/referrers", shows: text("Tomás Rivera") },
    {
      name: "a referrer",
      path: "/referrers",
      shows: async (page) => {
        await page.getByRole("row", { name: /Tomás Rivera/ }).click();
        await expect(page.getByRole("textbox", { name: "Contact" })).toBeVisible();
      },
    },
  ]);
});
