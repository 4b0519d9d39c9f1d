import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { enter, expectFocusKept, reach, typeInto, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNothingCut } from "./page-checks.ts";

const stack = useTestStack();

test("where approvals are required, a draft is put in review with its reason, and edited again without them", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const id = await api.createDirectory("Elm Street");
  const roster = await api.call("GET", `/index-versions/${id}/roster?limit=1`);
  const [entry] = memberOf(roster, "items") as readonly unknown[];
  const record = { type: "practitioner", id: textAt(memberOf(entry, "record"), "id") };
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: false });
  const draft = await api.stageChanges(id, [
    { record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } },
  ]);
  const path = `/change-sets/${draft.id}`;

  await test.step("it says who has to approve, and asks for the reason first", async () => {
    await withoutPointer(page);
    await page.goto(`${stack().pages}${path}`);
    await expect(page.getByText("Applied once one person approves, other than whoever staged it")).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask for review of 1 change" })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Changes can’t be reviewed without one.")).toBeVisible();
    await expectAccessible(page, stack(), [
      { name: "draft to be reviewed", path, shows: text("Ask for review of 1 change") },
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("in review it waits for somebody else, and its author can edit it again", async () => {
    await typeInto(page.getByLabel("Reason"), "The practice called");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("button", { name: "Edit 1 change" })).toBeVisible();
    const changes = await api.call("GET", `${path}/changes`);
    expect((memberOf(changes, "items") as readonly unknown[]).map((change) => textAt(change, "state"))).toEqual([
      "in review",
    ]);
    expect(textAt(memberOf(await api.call("GET", path), "evidence"), "reason")).toBe("The practice called");
    await expect(page.getByText("0 of 1 approved. You can’t approve your own")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
    await expectAccessible(page, stack(), [{ name: "set in review", path, shows: text("0 of 1 approved") }]);
    for (const width of [390, 900, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText(/when staged/i).first()).toBeVisible();
      await expectNothingCut(page, `set in review at ${width}`);
    }
    await enter(page.getByRole("button", { name: "Edit 1 change" }));
    await expect(page.getByRole("button", { name: "Ask for review of 1 change" })).toBeVisible();
  });
});

test("a rejected change keeps the words of who rejected it, in the review and in the draft that it leaves", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const id = await api.createDirectory("Oak Street");
  const roster = await api.call("GET", `/index-versions/${id}/roster?limit=2`);
  const records = (memberOf(roster, "items") as readonly unknown[]).map((entry) => ({
    type: "practitioner",
    id: textAt(memberOf(entry, "record"), "id"),
  }));
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: true });
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  const draft = await api.stageChanges(
    id,
    records.map((record) => ({
      record,
      field: "preferredName",
      operation: { op: "set", value: "Dr. Nhung" },
      evidence,
    })),
  );
  const path = `/change-sets/${draft.id}`;
  await api.call("POST", `${path}/submit`, { version: draft.version });
  await withoutPointer(page);
  await page.goto(`${stack().pages}${path}`);
  const grid = page.getByRole("grid", { name: "Changes to review" });
  await reach(grid.getByRole("row").nth(2), { key: "j" });
  await page.keyboard.press("x");
  const dialog = page.getByRole("dialog", { name: "Reject 1 change" });
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Enter a reason. The author reads it on the change.")).toBeVisible();
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await page.keyboard.type("It is the other practitioner");
  await page.keyboard.press("Control+Enter");
  await expect(grid.getByText("rejected")).toBeVisible();
  const words = /Rejected by .*: “It is the other practitioner”/;
  await reach(grid.getByRole("row").nth(2), { key: "j" });
  await page.keyboard.press("e");
  await expect(page.getByText(words)).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page, stack(), [{ name: "rejected change", path, shows: text("0 of 1 approved") }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page.getByRole("button", { name: "Edit 1 change" }));
  await expect(page.getByRole("region", { name: "Rejected" }).getByText(words)).toBeVisible();
});

test("what is not ready is split off with one key, and the rest is approved and applied without it", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const id = await api.createDirectory("Harbour Row");
  const roster = await api.call("GET", `/index-versions/${id}/roster?limit=3`);
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: true });
  const draft = await api.stageChanges(
    id,
    (memberOf(roster, "items") as readonly unknown[]).map((entry) => ({
      record: { type: "practitioner", id: textAt(memberOf(entry, "record"), "id") },
      field: "preferredName",
      operation: { op: "set", value: "Dr. Nhung" },
      evidence,
    })),
  );
  const path = `/change-sets/${draft.id}`;
  await withoutPointer(page);
  await page.goto(`${stack().pages}${path}`);
  await enter(page.getByRole("button", { name: /^Split off: / }));
  await expect(page.getByRole("button", { name: "Ask for review of 2 changes" })).toBeVisible();
  await expectFocusKept(page);
  await expect(page.getByText(/^split off: /)).toHaveCount(1);
  await page.keyboard.press("Control+Enter");
  const grid = page.getByRole("grid", { name: "Changes to review" });
  const bar = page.getByRole("region", { name: "Review" });
  await reach(grid.getByRole("row").nth(2), { key: "j" });
  await page.keyboard.press("c");
  await expect(page.getByLabel("What should change")).toBeFocused();
  await page.keyboard.type("With which extension?");
  await page.keyboard.press("Control+Enter");
  await expect(grid.getByText("asked")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Shift+A");
  await expect(bar.getByText("1 of 2 approved")).toBeVisible();
  await reach(grid.getByRole("row").nth(2), { key: "j" });
  await page.keyboard.press("e");
  await enter(page.getByRole("button", { name: "Withdraw the request" }));
  await typeInto(page.getByLabel("Comment on this change"), "The practice says 24");
  await page.keyboard.press("Control+Enter");
  const comments = page.getByRole("region", { name: "Comments" }).getByRole("listitem");
  await expect(comments.getByText("The practice says 24")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bar.getByText("2 changes approved")).toBeVisible();
  await expect(grid.getByRole("row").nth(2)).toBeFocused();
  await page.keyboard.press("s");
  await expect(bar.getByText("1 change approved")).toBeVisible();
  await expect(page.getByText(/^split off: /)).toHaveCount(2);
  await expectAccessible(page, stack(), [{ name: "set that was split", path, shows: text("1 change approved") }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(
    page
      .getByText(/^split off: /)
      .last()
      .getByRole("link"),
  );
  await expect(page.getByText(/^split off from /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply 1 change" })).toBeVisible();
  await enter(page.getByText(/^split off from /).getByRole("link"));
  await expect(page.getByText(/^split off: /)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Apply 1 change" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("1 held")).toBeVisible();
});
