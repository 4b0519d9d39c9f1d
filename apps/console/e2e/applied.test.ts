import { signInAndCreate } from "./directory.ts";
import { expect, expectNoAxeFindings, test, useHouse } from "./journey.ts";
import { personNamed, phoneRow, samplePlans, spotNamed } from "./people.ts";

const house = useHouse({ writes: true });

const personName = "Σοφία Κωνσταντίνου, MD";
const scheduleName = "Lindenallee Medical Group";

interface LedgerEntry {
  requestId: string | null;
  method: string;
  path: string;
  operation: string;
  index: string;
  kind: string;
  record: string | null;
  status: number;
}

test("with the write operations in the profile the same changes end as applied, each with a receipt that the service's own ledger bears out", async ({
  page,
}) => {
  const { service, wire } = house();
  const person = await personNamed(house(), personName);
  const spot = spotNamed(person, scheduleName);
  const [phoned, schedule] = [await service.read(spot.phones), await service.read(spot.record)];
  const [changed, ...otherPhones] = phoned.numbers;
  if (changed === undefined) throw new Error("The seed has changed: there is no phone.");
  const accepted = schedule.ids("acceptedInsurances");
  const added = (await samplePlans(house())).find(({ id }) => !accepted.includes(id))?.id ?? "";
  const sibling = await signInAndCreate(page, house(), "Sibling");
  const indexId = await signInAndCreate(page, house(), "Amara Okafor");
  const ledger = async () =>
    ((await house().control("GET", "/ledger?limit=10000")) as { entries: LedgerEntry[] }).entries;
  const before = (await ledger()).length;

  await test.step("stage a phone, a plan more and a plan less", async () => {
    await page.goto(`${house().origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await phoneRow(page, spot, changed).getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel("Number").fill("(408) 555-0142");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 phone");
    await page.getByRole("button", { name: `Edit plans of ${spot.name}` }).click();
    await page.getByRole("combobox").fill(added);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.getByRole("option").click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 plan");
    await page
      .getByRole("region", { name: spot.name, exact: true })
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("2 plans");
  });

  await test.step("apply", async () => {
    await page.getByRole("link", { name: "Review 3 changes" }).click();
    await page.getByLabel("Reason").fill("Fax and plans, as the practice wrote");
    await expect(page.getByText(/will be held/)).toHaveCount(0);
    await page.getByRole("button", { name: "Apply 3 changes to test" }).click();
    await expect(page.getByText("3 applied")).toBeVisible({ timeout: 30_000 });
  });

  const written = (await ledger()).slice(before);
  await test.step("the ledger has one write for each record, in this index and no other", async () => {
    const records = [...new Map([phoned, schedule].map(({ record }) => [record.id, record])).values()];
    const updates = records.map(({ type, id }) => ({
      operation: "record.update",
      index: indexId,
      record: id,
      status: wire.operation(`update${type.charAt(0).toUpperCase()}${type.slice(1)}`).success[0],
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
    for (let at = 0; at < 3; at += 1) {
      await changes.nth(at).getByRole("button").first().click();
      const receipt = page.getByRole("region", { name: `Number ${at + 1}, applied` });
      await expect(receipt).toContainText("Read back");
      await expect(receipt).toContainText("equal");
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
    expect((await service.read(spot.phones, indexId)).numbers).toEqual(["(408) 555-0142", ...otherPhones]);
    const now = (await service.read(spot.record, indexId)).ids("acceptedInsurances");
    expect(now).toContain(added);
    expect(accepted.filter((id) => !now.includes(id))).toHaveLength(1);
    for (const index of [undefined, sibling]) {
      for (const before of [phoned, schedule])
        expect((await service.read(before.record, index)).body).toEqual(before.body);
    }
  });

  await test.step("the page says ours, and no longer held or staged", async () => {
    await page.goto(`${house().origin}/index-versions/${indexId}/practitioners/${person.id}`);
    await expect(page.getByText("(408) 555-0142").first()).toBeVisible();
    await expect(page.getByRole("region", { name: spot.name, exact: true })).toContainText("+1");
    await expect(page.getByText(/held change/)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Staged changes" })).toHaveCount(0);
  });
});

test("an apply that is undone in its five seconds sends nothing", async ({ page }) => {
  const person = await personNamed(house(), personName);
  const spot = spotNamed(person, scheduleName);
  const { body, numbers } = await house().service.read(spot.phones);
  const indexId = await signInAndCreate(page, house(), "Undone");
  const length = async () =>
    ((await house().control("GET", "/ledger?limit=10000")) as { entries: LedgerEntry[] }).entries.length;
  const before = await length();
  await page.goto(`${house().origin}/index-versions/${indexId}/practitioners/${person.id}`);
  await phoneRow(page, spot, numbers[0] ?? "")
    .getByRole("button", { name: /^Edit/ })
    .click();
  await page.getByLabel("Number").fill("(408) 555-0143");
  await page.getByRole("button", { name: "Stage" }).click();
  await page.getByRole("link", { name: "Review 1 change" }).click();
  await page.getByLabel("Reason").fill("A slip of the hand");
  await page.getByRole("button", { name: "Apply 1 change to test" }).click();
  await page.getByRole("region", { name: "Undo" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Apply 1 change to test" })).toBeVisible();
  expect(await length()).toBe(before);
  expect((await house().service.read(spot.phones, indexId)).body).toEqual(body);
});
