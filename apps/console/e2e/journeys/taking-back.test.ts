import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { enter, expectFocusKept, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { invite } from "./second-person.ts";

const stack = useTestStack();

test("where two people approve, what one takes back stays until a second one confirms it", async ({
  page,
  browser,
}) => {
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Elm Street");
  const [entry] = memberOf(await api.call("GET", `/index-versions/${indexId}/roster?limit=1`), "items") as unknown[];
  const record = { type: "practitioner", id: textAt(memberOf(entry, "record"), "id") };
  const operation = { op: "set", value: "Dr. Nhung" };
  const id = await api.applyChanges(indexId, [{ record, field: "preferredName", operation }], "The practice called");
  await api.call("PUT", "/approval-settings", { required: 2, ownCounts: false });
  const path = `/change-sets/${id}`;
  const { page: theirs, context } = await invite(page, browser, {
    stack: stack(),
    name: "Bea Lindqvist",
    role: "Approver",
  });

  for (const window of [page, theirs]) await withoutPointer(window);
  await test.step("one asks with a reason, and readers get it still", async () => {
    await page.goto(`${stack().pages}${path}`);
    await enter(page.getByRole("button", { name: "Withdraw 1 change" }));
    await expect(page.getByLabel("Why")).toBeFocused();
    await page.keyboard.type("They called again");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/asks to withdraw 1 change/)).toContainText("One more person has to confirm it");
    await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Withdraw 1 change" })).toHaveCount(0);
    await expectFocusKept(page);
    await expectAccessible(page, stack(), [{ name: "a request to take back", path, shows: text("They called again") }]);
  });

  await test.step("it waits in the inbox of the other, who confirms it", async () => {
    await theirs.goto(`${stack().pages}/inbox`);
    await expect(theirs.getByRole("group", { name: "To be confirmed" })).toContainText("They called again");
    await enter(theirs.getByRole("link", { name: /^Confirm:/ }));
    // Until its page is there, the inbox has the same button.
    await expect(theirs.getByRole("heading", { level: 1, name: "Inbox" })).toBeHidden();
    await enter(theirs.getByRole("button", { name: "Confirm" }));
    await expect(theirs.getByText("Confirmed, and done.")).toBeVisible();
    await expect(theirs.getByText(/asks to withdraw/)).toHaveCount(0);
    await expectFocusKept(theirs);
    expect(textAt(await api.call("GET", path), "state")).toBe("withdrawn");
  });
  await context.close();
});
