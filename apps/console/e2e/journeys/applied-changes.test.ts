import { signInAndCreateDirectory } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { expect, phoneRow, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

const stack = useTestStack({ writes: true });

test("changes that the service takes end as applied, each with a receipt that the service's own ledger bears out", async ({
  page,
}) => {
  const { service, spelling } = stack();
  const practitioner = await findPractitioner(stack(), "Σοφία Κωνσταντίνου, MD");
  const schedule = scheduleNamed(practitioner, "Lindenallee Medical Group");
  const [phonesBefore, scheduleBefore] = [
    await service.read(schedule.phonesRecord),
    await service.read(schedule.record),
  ];
  const [changed, ...otherPhones] = phonesBefore.numbers;
  if (changed === undefined) throw new Error("The sample has changed: there is no phone.");
  const accepted = scheduleBefore.ids("acceptedInsurances");
  const added = (await samplePlans(stack())).find(({ id }) => !accepted.includes(id))?.id ?? "";
  const sibling = await signInAndCreateDirectory(page, stack(), "Sibling");
  const indexId = await signInAndCreateDirectory(page, stack(), "Amara Okafor");
  const before = (await stack().ledger()).length;

  await test.step("stage a phone, a plan more and a plan less", async () => {
    await page.goto(`${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await phoneRow(page, schedule, changed).getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel("Number").fill("(408) 555-0142");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText(": phone");
    await page.getByRole("button", { name: `Edit plans of ${schedule.name}` }).click();
    await page.getByRole("combobox").fill(added);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.getByRole("option").click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("phone, plan");
    await page
      .getByRole("region", { name: schedule.name, exact: true })
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("phone, 2 plans");
  });

  await test.step("apply: nothing will be held, and all three are applied", async () => {
    await page.getByRole("link", { name: "Review 3 changes" }).click();
    await expect(page.getByRole("button", { name: /^Apply / })).toBeVisible();
    await page.getByLabel("Reason").fill("Fax and plans, as the practice wrote");
    await expect(page.getByText(/will be held/)).toHaveCount(0);
    await page.getByRole("button", { name: "Apply 3 changes to test" }).click();
    await expect(page.getByText("3 applied")).toBeVisible();
  });

  const written = (await stack().ledger()).slice(before);
  await test.step("the ledger has one write for each record, in this index and no other", async () => {
    const records = [...new Map([phonesBefore, scheduleBefore].map(({ record }) => [record.id, record])).values()];
    const updates = records.map(({ type, id }) => ({
      operation: "record.update",
      index: indexId,
      record: id,
      status: spelling.operation(`update${type.charAt(0).toUpperCase()}${type.slice(1)}`).success[0],
    }));
    expect(written.map(({ operation, index, record, status }) => ({ operation, index, record, status }))).toEqual(
      updates,
    );
  });

  await test.step("each change has its receipt: as wanted, base unmoved, the sibling unmoved, and the request that the ledger has", async () => {
    const changes = page
      .getByRole("list")
      .filter({ has: page.getByRole("button", { pressed: true }) })
      .getByRole("listitem");
    await expect(changes).toHaveCount(3);
    const requests = new Set<string>();
    for (let index = 0; index < 3; index += 1) {
      await changes.nth(index).getByRole("button").first().click();
      const receipt = page.getByRole("region", { name: `Change ${index + 1}: applied` });
      await expect(receipt).toContainText("Read back");
      await expect(receipt).toContainText("matches");
      await expect(receipt).toContainText("unmoved");
      requests.add((await receipt.getByText(/^req_/).first().textContent()) ?? "none");
    }
    expect([...requests].toSorted()).toEqual(written.map(({ requestId }) => requestId ?? "").toSorted());
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page, `change set with receipts, ${colorScheme}`);
    }
  });

  await test.step("the service has the new values in this index; base and the sibling stand as they were", async () => {
    expect((await service.read(schedule.phonesRecord, indexId)).numbers).toEqual(["(408) 555-0142", ...otherPhones]);
    const now = (await service.read(schedule.record, indexId)).ids("acceptedInsurances");
    expect(now).toContain(added);
    expect(accepted.filter((id) => !now.includes(id))).toHaveLength(1);
    for (const index of [undefined, sibling]) {
      for (const unmoved of [phonesBefore, scheduleBefore])
        expect((await service.read(unmoved.record, index)).body).toEqual(unmoved.body);
    }
  });

  await test.step("the page says ours, and no longer held or staged", async () => {
    await page.goto(`${stack().pages}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    await expect(page.getByText("(408) 555-0142").first()).toBeVisible();
    await expect(page.getByRole("region", { name: schedule.name, exact: true })).toContainText("+1");
    await expect(page.getByText(/held change/)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Staged changes" })).toHaveCount(0);
  });
});
