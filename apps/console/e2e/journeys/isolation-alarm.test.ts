import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack({ writes: true });

test("a write that leaks stops the sending on every screen, until a person settles the alarm with a reason and resumes", async ({
  page,
}) => {
  const { pages } = stack();
  const practitioners = [
    await findPractitioner(stack(), "Дмитрий Юрьев, NP"),
    await findPractitioner(stack(), "Raúl de la Cruz, NP"),
  ];
  const api = await signIn(page, stack());
  const roster = practitioners.map(({ schedules }) => schedules[0]?.record.id ?? "").join("\n");
  const indexId = await api.createDirectory("Amara Okafor", { roster });
  const updates = async () =>
    (await stack().ledger()).filter(({ operation, index }) => operation === "record.update" && index === indexId);
  await stack().control("PUT", "/dials", { deviation: "write-leaks" });
  const operation = { op: "set", value: "Dr. Leaked" };
  const changes = practitioners.map(({ record }) => ({ record, field: "preferredName", operation }));
  const changeSetId = await api.applyChanges(indexId, changes, "The practice called", {
    until: async () => (await updates()).length === 1,
  });

  await page.goto(`${pages}/change-sets/${changeSetId}`);
  const banner = page.getByRole("alert").filter({ hasText: "Sending is stopped" });
  await expect(banner).toContainText("was also written to");
  await expect(page.getByText("1 unknown", { exact: true })).toBeVisible();
  await expect(page.getByText("1 deferred", { exact: true })).toBeVisible();
  for (const screen of ["/index-versions", "/activity", `/index-versions/${indexId}`, "/plans", "/developer"]) {
    await page.goto(`${pages}${screen}`);
    await expect(banner).toBeVisible();
  }
  await stack().control("PUT", "/dials", { deviation: null });

  await banner.getByRole("link", { name: "Review" }).click();
  const alarm = page.getByRole("region", { name: "Isolation alarm" });
  await expect(alarm.getByRole("radio")).toHaveCount(3);
  await alarm.getByRole("button", { name: "Settle the alarm" }).click();
  await expect(alarm.getByRole("alert")).toContainText("Write a reason.");
  await alarm.getByRole("radio", { name: /^Keep the value/ }).check();
  await alarm.getByLabel("Reason").fill("The practice wants it everywhere");
  await alarm.getByRole("button", { name: "Settle the alarm" }).click();
  await expect(alarm).toContainText("The practice wants it everywhere");
  await expect(page.getByText("1 applied", { exact: true })).toBeVisible();
  expect(await updates()).toHaveLength(1);

  await alarm.getByRole("button", { name: "Resume sending" }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByText("2 applied", { exact: true })).toBeVisible();
  expect(await updates()).toHaveLength(2);
});
