import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

// Runs with the waiting times of production.
const stack = useTestStack({ writes: true, waitMs: null });

test("an apply can be undone for five seconds and then sends nothing; left alone it is sent after them", async ({
  page,
}) => {
  const practitioner = await findPractitioner(stack(), "Σοφία Κωνσταντίνου, MD");
  const { service, pages } = stack();
  const before = await service.read(practitioner.record);
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Undone", { roster: practitioner.schedules[0]?.record.id ?? "" });
  const operation = { op: "set", value: "A slip of the hand" };
  const { id } = await api.stageChanges(indexId, [{ record: practitioner.record, field: "preferredName", operation }]);
  const writes = (await stack().ledger()).length;
  await page.goto(`${pages}/change-sets/${id}`);
  await expect(page.getByRole("button", { name: /^Apply / })).toBeVisible();
  await page.getByLabel("Reason").fill("The practice called");
  const apply = page.getByRole("button", { name: "Apply 1 change to test" });
  const bar = page.getByRole("region", { name: "Undo" });

  await test.step("the time that is left is counted, and Undo makes it a draft again", async () => {
    await apply.click();
    await expect(bar).toContainText(/Sending 1 change to test in [1-5] s/);
    await expect(bar).toContainText("nothing is sent until then");
    await bar.getByRole("button", { name: "Undo" }).click();
    await expect(apply).toBeVisible();
    expect(await stack().ledger()).toHaveLength(writes);
    expect((await service.read(practitioner.record, indexId)).body).toEqual(before.body);
  });

  await test.step("left alone it is sent, and not before", async () => {
    const since = Date.now();
    await apply.click();
    await expect(page.getByText("1 applied")).toBeVisible();
    expect(Date.now() - since).toBeGreaterThanOrEqual(5_000);
    expect(await stack().ledger()).toHaveLength(writes + 1);
    expect((await service.read(practitioner.record, indexId)).text("preferredName")).toBe("A slip of the hand");
  });
});
