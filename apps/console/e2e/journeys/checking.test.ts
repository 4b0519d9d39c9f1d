import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { sampleRoster } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack({ writes: true });

test("what a set was decided on is read before it is applied: one sees how far it is, cancels it, and applies it again", async ({
  page,
}) => {
  const schedules = (await sampleRoster(stack())).trim().split("\n").slice(1, 31);
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Being checked", { roster: schedules.join("\n") });
  await api.call("PUT", "/approval-settings", { required: 0, ownCounts: true, applyAgeHours: 0 });
  const { id } = await api.stageChanges(
    indexId,
    schedules.map((schedule, index) => ({
      record: { type: "schedule", id: schedule },
      field: "name",
      operation: { op: "set", value: `Line ${index + 1}` },
    })),
  );
  const state = async () => textAt(await api.call("GET", `/change-sets/${id}`), "state");
  const checking = page.getByRole("region", { name: "Checking" });
  const apply = page.getByRole("button", { name: "Apply 30 changes to test" });
  await page.goto(`${stack().pages}/change-sets/${id}`);
  await page.getByLabel("Reason").fill("The practice called");
  await stack().control("PUT", "/dials", { latencyMs: 3_000 });
  await apply.click();

  await test.step("while it is read it says how far it is, and nothing of it can be edited", async () => {
    await expect(checking).toContainText(/[1-9]\d* of 60 read/);
    await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
    await expectNoAxeFindings(page, "a set that is checked");
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `a set that is checked at ${width}`);
    }
  });

  await test.step("cancelled by a key it is the draft of before, and nothing was sent", async () => {
    await page.keyboard.press("ControlOrMeta+z");
    await expect(apply).toBeVisible();
    expect(await state()).toBe("draft");
    expect((await stack().ledger()).filter(({ operation }) => operation === "record.update")).toEqual([]);
  });

  await test.step("what moved meanwhile leads it back, told in the inbox; and is settled by keeping ours", async () => {
    const [first = ""] = schedules;
    await stack().control("POST", "/drift", {
      changes: [(await stack().service.read({ type: "schedule", id: first })).changeTo({ name: "Moved in base" })],
    });
    await apply.click();
    await expect(checking).toBeVisible();
    await stack().control("PUT", "/dials", { latencyMs: 0 });
    const moved = page.getByRole("region", { name: "Changed since" });
    await expect(moved.getByRole("listitem")).toHaveCount(1);
    const inbox = memberOf(await api.call("GET", "/inbox"), "items") as readonly { kind: string }[];
    expect(inbox.filter(({ kind }) => kind === "not applied")).toHaveLength(1);
    await page.goto(`${stack().pages}/inbox`);
    await page.getByRole("link", { name: /^See why/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeHidden();
    await moved.getByRole("button", { name: "Keep ours" }).click();
    await expect(moved).toBeHidden();
  });

  await test.step("where the service does not answer it says so, and a person applies it on what was read last", async () => {
    await stack().control("POST", "/faults", {
      kind: "status",
      status: 503,
      method: "GET",
      times: 1_000,
      phase: "before",
      ms: 0,
    });
    await apply.click();
    await page.getByRole("button", { name: /^Apply on what was read since/ }).click();
    await expectNoAxeFindings(page, "a set that could not be checked");
    await stack().control("DELETE", "/faults");
    await page.getByRole("button", { name: "Apply all the same" }).click();
    await expect(page.getByText("30 applied").first()).toBeVisible();
  });
});
