import type { Page } from "@playwright/test";
import { ConsoleApi } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed, type Person } from "./people.ts";

const house = useHouse({ writes: true });

const personName = "Дмитрий Юрьев, NP";
const wanted = "Dr. Yuryev";

interface Entry {
  operation: string;
  index: string;
}

const updates = async (indexId: string) =>
  ((await house().control("GET", "/ledger?limit=10000")) as { entries: Entry[] }).entries.filter(
    ({ operation, index }) => operation === "record.update" && index === indexId,
  );

const settle = (page: Page, button: string) =>
  page
    .getByRole("region", { name: /^Number 1/ })
    .getByRole("button", { name: button })
    .click();

/** A change whose reply was lost, and whose record meanwhile reads as nobody wants it, so that only a person can say. */
async function leftToAPerson(page: Page, name: string): Promise<{ indexId: string; person: Person }> {
  const person = await personNamed(house(), personName);
  const api = new ConsoleApi(page, house());
  await api.signIn();
  const indexId = await api.createDirectory(name, { roster: person.schedules[0]?.record.id ?? "" });
  const { method, path } = house().wire.operation("updatePractitioner");
  const lost = `^${path.replace("{id}", person.id)}$`;
  await house().control("POST", "/faults", { kind: "reset-after", method, path: lost, index: indexId, times: 1 });
  const changeSetId = await api.applyChanges(
    indexId,
    [{ record: person.record, field: "preferredName", operation: { op: "set", value: wanted } }],
    "The practice called",
    { until: async () => (await updates(indexId)).length === 1 },
  );
  await readsAs(indexId, person, "Somebody");
  await page.goto(`${house().origin}/change-sets/${changeSetId}`);
  await expect(page.getByText("It reads neither as wanted nor as before").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Number 1, unknown" })).toBeVisible();
  return { indexId, person };
}

async function readsAs(indexId: string, person: Person, preferredName: string): Promise<void> {
  const here = await house().service.read(person.record, indexId);
  await house().control("POST", "/outside", { index: indexId, ...here.toSay({ preferredName }) });
}

test("an unknown change is read again when a person asks, and what is found settles it", async ({ page }) => {
  const { indexId, person } = await leftToAPerson(page, "Read now");
  await readsAs(indexId, person, wanted);
  await settle(page, "Read now");
  await expect(page.getByRole("region", { name: "Number 1, applied" })).toBeVisible();
  expect(await updates(indexId)).toHaveLength(1);
});

test("a person who knows that an unknown change is in says so, and nothing is sent", async ({ page }) => {
  const { indexId } = await leftToAPerson(page, "It is in");
  await settle(page, "It’s in");
  await expect(page.getByRole("region", { name: "Number 1, applied" })).toBeVisible();
  expect(await updates(indexId)).toHaveLength(1);
});

test("a person who knows that it is not in ends it, and may send it again", async ({ page }) => {
  const { indexId, person } = await leftToAPerson(page, "It is not in");
  await settle(page, "It isn’t in");
  await expect(page.getByRole("region", { name: "Number 1, failed" })).toContainText("not applied");
  expect(await updates(indexId)).toHaveLength(1);
  await settle(page, "Send again");
  await expect(page.getByText("1 applied")).toBeVisible({ timeout: 30_000 });
  expect((await house().service.read(person.record, indexId)).text("preferredName")).toBe(wanted);
  expect(await updates(indexId)).toHaveLength(2);
});
