import { signIn } from "#e2e/stack/console-api.ts";
import { sampleRoster } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

const stack = useTestStack({ writes: true });

test("a set is paused and resumed by a key, what is left of it is withdrawn, and what failed is retried", async ({
  page,
}) => {
  const schedules = (await sampleRoster(stack())).trim().split("\n").slice(1, 31);
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Being sent", { roster: schedules.join("\n") });
  const { id } = await api.stageChanges(
    indexId,
    schedules.map((schedule, index) => ({
      record: { type: "schedule", id: schedule },
      field: "name",
      operation: { op: "set", value: `Line ${index + 1}` },
    })),
  );
  const writes = async () => (await stack().ledger()).length;
  const job = page.getByRole("region", { name: "Sending" });
  await page.goto(`${stack().pages}/change-sets/${id}`);
  await page.getByLabel("Reason").fill("The practice called");
  await stack().control("POST", "/faults", {
    kind: "status",
    status: 422,
    method: "POST",
    times: 2,
    phase: "before",
    ms: 0,
  });
  await stack().control("PUT", "/dials", { latencyMs: 100 });
  await page.getByRole("button", { name: "Apply 30 changes to test" }).click();

  await test.step("while it is sent it says how far it is, and P pauses it", async () => {
    await expect(job).toContainText(/[1-9]\d* of 30/);
    await page.keyboard.press("p");
    await expect(job).toContainText(/Paused by .+, \d\d:\d\d:\d\d/);
    await expectNoAxeFindings(page, "a paused set");
    await page.waitForTimeout(1_500);
    const paused = await writes();
    await page.waitForTimeout(1_500);
    expect(await writes()).toBe(paused);
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `a paused set at ${width}`);
    }
  });

  await test.step("resumed, it goes on; the rest is withdrawn with a reason, and what was sent stays", async () => {
    const paused = await writes();
    await page.keyboard.press("p");
    await expect(job).toContainText("Applying.");
    await expect.poll(writes).toBeGreaterThan(paused);
    await page.keyboard.press("p");
    await expect(job).toContainText("Paused by");
    await job.getByRole("button", { name: "Withdraw the rest" }).click();
    await page.getByLabel("Why").fill("They called again");
    await page
      .getByRole("button", { name: /^Withdraw \d+ changes?$/ })
      .last()
      .click();
    await expect(page.getByText(/\d+ withdrawn/).first()).toBeVisible();
    await expect(job).toBeHidden();
  });

  await test.step("what failed is sent again by one click, in a set that both name", async () => {
    await stack().control("PUT", "/dials", { latencyMs: 0 });
    await page.getByRole("button", { name: "Retry 2 failed changes" }).click();
    await page
      .getByText(/^retried by/)
      .getByRole("link")
      .click();
    await expect(page.getByText(/^retries/)).toBeVisible();
    await expect(page.getByText("2 applied").first()).toBeVisible({ timeout: 30_000 });
  });
});
