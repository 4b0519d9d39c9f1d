import { memberOf, signInAndCreateDirectory, signIn, textAt } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack({ writes: true });

test("a change set is reverted while a later one stays, as the service's own ledger bears out", async ({ page }) => {
  const { service } = stack();
  const practitioner = await findPractitioner(stack(), "Σοφία Κωνσταντίνου, MD");
  const { record } = scheduleNamed(practitioner, "Lindenallee Medical Group");
  await signInAndCreateDirectory(page, stack(), "Sibling");
  const indexId = await signInAndCreateDirectory(page, stack(), "Amara Okafor");
  const api = await signIn(page, stack());
  const idsOf = async () => (await service.read(record, indexId)).ids("acceptedInsurances").toSorted();
  const before = await idsOf();
  const [first = "", second = "", third = ""] = (await samplePlans(stack()))
    .map(({ id }) => id)
    .filter((id) => !before.includes(id));
  const change = (op: "add" | "remove", element: string) => ({
    record,
    field: "acceptedInsurances",
    operation: { op, element },
  });
  const earlier = await api.applyChanges(
    indexId,
    [change("add", first), change("add", second), change("add", third)],
    "The practice called",
  );
  const later = await api.applyChanges(indexId, [change("remove", third)], "They called again");
  expect(await idsOf()).toEqual([...before, first, second].toSorted());
  const path = `/change-sets/${earlier}`;

  await test.step("it says what is taken back, and names what a later set decides", async () => {
    await page.goto(`${stack().pages}${path}`);
    await page.getByRole("button", { name: "Revert 3 changes" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("2 changes are taken back in a draft of its own")).toBeVisible();
    await expect(drawer.getByRole("heading", { name: "1 change stays as it is" })).toBeVisible();
    await expect(drawer.getByText("A later change decides the same value.")).toBeVisible();
    await expect(drawer.getByRole("link", { name: "See its change set" })).toHaveAttribute(
      "href",
      new RegExp(`${later}$`),
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Revert 3 changes" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stage the revert of 2 changes" }).click();
  });

  await test.step("the draft is reviewed and applied like any other, and both sets name each other", async () => {
    await expect(page.getByRole("heading", { level: 1, name: /^Revert of / })).toBeVisible();
    await expect(page.getByText(/^reverts /)).toBeVisible();
    expect(await idsOf()).toEqual([...before, first, second].toSorted());
    await expectAccessible(page, stack(), [
      {
        name: "draft that reverts",
        path: new URL(page.url()).pathname.replace(/^.*?(?=\/change-sets\/)/, ""),
        shows: text("Apply 2 changes to test"),
      },
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel("Reason").fill("They were told the wrong plans");
    await page.getByRole("button", { name: "Apply 2 changes to test" }).click();
    await expect(page.getByText("2 applied", { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step("the first set is reverted but for what the later one decides, which stays", async () => {
    expect(await idsOf()).toEqual(before);
    const states = async (id: string) =>
      (memberOf(await api.call("GET", `/change-sets/${id}/changes`), "items") as readonly unknown[]).map((change) =>
        textAt(change, "state"),
      );
    expect(await states(earlier)).toEqual(["reverted", "reverted", "applied"]);
    expect(await states(later)).toEqual(["applied"]);
    const writes = (await stack().ledger()).filter(({ operation }) => operation === "record.update");
    expect(writes.map(({ index, record: id }) => [index, id])).toEqual(
      Array.from({ length: 3 }, () => [indexId, record.id]),
    );
    await page
      .getByText(/^reverts /)
      .getByRole("link")
      .click();
    await expect(page.getByText(/^reverted by /)).toBeVisible();
    await expect(page.getByText("2 reverted")).toBeVisible();
    await expectAccessible(page, stack(), [{ name: "reverted set", path, shows: text("2 reverted") }]);
  });
});
