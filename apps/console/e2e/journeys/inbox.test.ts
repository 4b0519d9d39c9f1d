import { ConsoleApi, memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { enter, expectFocusKept, reach, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNothingCut } from "./page-checks.ts";
import { invite } from "./second-person.ts";

const stack = useTestStack();

test("what waits is told beside the list of it: a change is approved, and ours is kept, without leaving the inbox", async ({
  page,
  browser,
}) => {
  const { service, pages } = stack();
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  const at = `/index-versions/${indexId}`;
  const roster = memberOf(await api.call("GET", `${at}/roster?limit=3`), "items") as readonly unknown[];
  const people = roster.map((entry) => ({ type: "practitioner", id: textAt(memberOf(entry, "record"), "id") }));
  const named = (name: string) => (record: (typeof people)[number]) => ({
    record,
    field: "preferredName",
    operation: { op: "set", value: name },
  });
  const overridden = people.slice(0, 2);
  await api.applyChanges(indexId, overridden.map(named("Ours")), "As the practice wants it");
  const changes = await Promise.all(
    overridden.map(async (record) => (await service.read(record)).changeTo({ preferredName: "Moved" })),
  );
  await stack().control("POST", "/drift", { changes });
  for (const { id } of overridden) await api.call("GET", `${at}/practitioners/${id}?maxAge=0`);
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: false });
  const author = await invite(page, browser, { stack: stack(), name: "Tomás Rivera", role: "Editor" });
  const theirs = new ConsoleApi(author.page, stack());
  const draft = await theirs.stageChanges(indexId, people.slice(2).map(named("Dr. Nhung")));
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  const { version } = (await theirs.call("PATCH", `/change-sets/${draft.id}`, {
    version: draft.version,
    evidence,
  })) as {
    version: number;
  };
  await theirs.call("POST", `/change-sets/${draft.id}/submit`, { version });
  await theirs.call("POST", `/change-sets/${draft.id}/comments`, { words: "They asked for it twice." });
  await author.context.close();

  const entryOf = (group: string) => page.getByRole("group", { name: group, exact: true }).getByRole("link");
  const details = page.getByRole("region", { name: "What it is about" });
  await withoutPointer(page);

  await test.step("the first entry is shown, and J shows the next", async () => {
    await page.goto(`${pages}/inbox`);
    await expect(details.getByRole("heading", { name: "2 fields in conflict" })).toBeVisible();
    await expect(details.getByText("Standard now")).toHaveCount(2);
    await reach(entryOf("Asked for review"), { key: "j", most: 3 });
    await expect(details.getByRole("heading", { name: "1 change to review" })).toBeVisible();
    await expect(details).toContainText("“The practice called”");
    await expect(details).toContainText(/will be\s*Dr\. Nhung/);
    const way = details.getByRole("region", { name: "How it came here" }).getByRole("listitem");
    await expect(way.first()).toContainText("Tomás Rivera");
    await expect(way.filter({ hasText: "asked for the review of 1 change" })).toHaveCount(1);
    await expect(way.last()).toContainText("Tomás Rivera started a change set");
    for (const width of [1440, 1080, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(details).toBeVisible({ visible: width > 1060 });
      await expectNoAxeFindings(page, `inbox at ${width}`);
      await expectNothingCut(page, `inbox at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("its comment is read beside it, and A approves what is shown", async () => {
    await expect(details.getByRole("region", { name: "Comments" })).toContainText("They asked for it twice.");
    await expect(details.getByRole("button", { name: "Approve 1 change" })).toBeVisible();
    await page.keyboard.press("a");
    await expect(entryOf("Asked for review")).toHaveCount(0);
    expect(textAt(await api.call("GET", `/change-sets/${draft.id}`), "state")).toBe("approved");
  });

  /** Which entry is looked at once another one has gone is not of interest: from the last one up. */
  const reachConflicts = async () => {
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("j");
    await reach(entryOf("Conflicts"), { key: "k", most: 5 });
  };

  await test.step("S puts an entry off, Y marks the next one done, and both are taken up again", async () => {
    const show = (name: string) => page.getByRole("navigation", { name: "What to show" }).getByRole("link", { name });
    const [conflicts, others] = [entryOf("Conflicts"), page.getByRole("group").getByRole("link")];
    const waiting = await others.count();
    await reachConflicts();
    await page.keyboard.press("s");
    await expect(conflicts).toHaveCount(0);
    await expect(show("Snoozed")).toContainText("1");
    await expect(page.getByText("Snoozed.")).toBeVisible();
    // A key that comes with the first drawing of what it undoes may be too early.
    await expect(async () => {
      await Promise.all([page.waitForRequest(/take-up$/, { timeout: 2_000 }), page.keyboard.press("Control+z")]);
    }).toPass();
    await expect(conflicts).toHaveCount(1);
    await expect(show("Snoozed")).toHaveCount(0);
    await reachConflicts();
    await page.keyboard.press("y");
    await expect(others).toHaveCount(waiting - 1);
    await enter(show("Done"));
    await expect(conflicts).toHaveCount(1);
    await expectNoAxeFindings(page, "what is done in the inbox");
    await page.keyboard.press("u");
    await expect(page.getByRole("heading", { name: "Nothing is marked done" })).toBeVisible();
    await enter(show("Waiting"));
    await expect(others).toHaveCount(waiting);
  });

  await test.step("ours is kept in one of two, which leaves the other", async () => {
    await reachConflicts();
    await enter(details.getByRole("listitem").first().getByRole("button", { name: "Keep ours" }));
    await page.keyboard.press("Control+Enter");
    await expect(details.getByRole("heading", { name: "1 field in conflict" })).toBeVisible();
    await expect(details.getByText("Standard now")).toHaveCount(1);
    await expectFocusKept(page);
  });

  await test.step("Enter opens it, and Back shows it again", async () => {
    await reachConflicts();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/to-decide\?only=conflict/);
    await page.goBack();
    await expect(details.getByRole("heading", { name: "1 field in conflict" })).toBeVisible();
  });

  await test.step("where there is no room beside the list, an entry leads to where it is settled", async () => {
    await page.setViewportSize({ width: 900, height: 900 });
    await expect(details).toBeHidden();
    await enter(entryOf("Conflicts").first());
    await expect(page).toHaveURL(/to-decide\?only=conflict/);
  });
});
