import { type ConsoleApi, memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";
import { invite } from "./second-person.ts";

const stack = useTestStack();

async function firstPractitioner(api: ConsoleApi, indexId: string): Promise<string> {
  const [entry] = memberOf(await api.call("GET", `/index-versions/${indexId}/roster?limit=1`), "items") as unknown[];
  return textAt(memberOf(entry, "record"), "id");
}

test("what one does is on the other's screen, not under her hand, and who is disabled is out within seconds", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  const practitionerId = await firstPractitioner(api, indexId);
  const record = { type: "practitioner", id: practitionerId };
  const change = (value: string) => ({ record, field: "preferredName", operation: { op: "set", value } });
  const { page: theirs, context } = await invite(page, browser, { stack: stack(), name: "Vera Lindqvist" });

  await test.step("a held change is counted in the other's nav and shown on her page, without a reload", async () => {
    await theirs.goto("about:blank");
    // After the page has read what it shows first, and before its stream of events begins.
    const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
    await theirs.route(/\/events$/, (route) => changed.then(() => route.continue()), { times: 1 });
    const asked = theirs.waitForRequest(/\/events$/);
    await theirs.goto(`${stack().pages}/index-versions/${indexId}/practitioners/${practitionerId}`);
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    await asked;
    await api.call("PATCH", `/index-versions/${indexId}`, { label: "Amara and partners", version: 1 });
    await api.untilTold();
    goOn();
    await expect(theirs.getByText("Amara and partners").first()).toBeVisible();
    await api.applyChanges(indexId, [change("Dr. Ada")], "The practice called");
    await expect(theirs.getByRole("link", { name: "Change sets", description: "1 change held" })).toBeVisible();
    await expect(theirs.getByText("Dr. Ada").first()).toBeVisible();
    await expectNoAxeFindings(theirs, "counts in the nav");
  });

  await test.step("who has the same page open is named to each other, and no longer once they have left", async () => {
    await page.goto(theirs.url());
    await expect(page.getByRole("status").filter({ hasText: "Vera Lindqvist is here too" })).toBeVisible();
    await expect(theirs.getByRole("status").filter({ hasText: "is here too" })).toBeVisible();
    await expectNoAxeFindings(page, "who else is here");
    await page.getByRole("link", { name: "Activity" }).click();
    await expect(theirs.getByText("is here too")).toHaveCount(0);
  });

  await test.step("while she has the palette open, nothing moves; then it does", async () => {
    await theirs.keyboard.press("Control+k");
    const palette = theirs.getByRole("dialog");
    await expect(palette).toBeVisible();
    await api.applyChanges(indexId, [change("Dr. Berta")], "The practice called again");
    await expect(
      theirs.getByRole("link", { name: "Change sets", includeHidden: true, description: "2 changes held" }),
    ).toHaveCount(1);
    await expect(theirs.getByText("Dr. Berta")).toHaveCount(0);
    await theirs.keyboard.press("Escape");
    await expect(theirs.getByText("Dr. Berta").first()).toBeVisible();
  });

  await test.step("disabled, she is asked to sign in without touching anything", async () => {
    await page.goto(`${stack().pages}/people`);
    await page.getByRole("row", { name: /Vera Lindqvist/ }).click();
    const drawer = page.getByRole("dialog", { name: "Vera Lindqvist" });
    await drawer.getByRole("button", { name: "Disable Vera Lindqvist" }).click();
    await drawer.getByRole("button", { name: "Disable and sign out" }).click();
    await expect(page.getByRole("row", { name: /Vera Lindqvist.*disabled/ })).toBeVisible();
    const signingIn = theirs.getByRole("dialog", { name: "Your session has ended" });
    await expect(signingIn).toBeVisible();
    await signingIn.getByLabel("E-mail").fill("veralindqvist@example.org");
    await signingIn.getByLabel("Password", { exact: true }).fill("seven lamps at the harbour");
    await signingIn.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(signingIn.getByRole("alert")).toBeVisible();
  });

  await test.step("enabled again, she goes on where she was, and follows again what others do", async () => {
    await page.getByRole("row", { name: /Vera Lindqvist/ }).click();
    await page.getByRole("button", { name: "Enable Vera Lindqvist" }).click();
    await expect(page.getByRole("row", { name: /Vera Lindqvist.*disabled/ })).toHaveCount(0);
    const signingIn = theirs.getByRole("dialog", { name: "Your session has ended" });
    await signingIn.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(signingIn).toBeHidden();
    await api.applyChanges(indexId, [change("Dr. Clara")], "The practice called once more");
    await expect(theirs.getByText("Dr. Clara").first()).toBeVisible();
  });
  await context.close();
});
