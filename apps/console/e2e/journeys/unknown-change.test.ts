import type { Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, type SamplePractitioner } from "#e2e/stack/sample-roster.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

// Leaves time between a write whose reply is lost and the reading after it, so that the test can set what is read.
const stack = useTestStack({ writes: true, waitMs: 2_000 });

const wanted = "Dr. Wanted";

const settle = (page: Page, number: number, button: string) =>
  page
    .getByRole("region", { name: new RegExp(`^Change ${number}`) })
    .getByRole("button", { name: button })
    .click();

test("a change whose reply was lost and that reads as nobody wants it waits for a person, who lets it be read again, says that it is in, or that it is not and sends it again", async ({
  page,
}) => {
  const { service, spelling, pages } = stack();
  const practitioners = [
    await findPractitioner(stack(), "Дмитрий Юрьев, NP"),
    await findPractitioner(stack(), "Raúl de la Cruz, NP"),
    await findPractitioner(stack(), "Σοφία Κωνσταντίνου, MD"),
  ];
  const api = await signIn(page, stack());
  const roster = practitioners.map(({ schedules }) => schedules[0]?.record.id ?? "").join("\n");
  const indexId = await api.createDirectory("Amara Okafor", { roster });
  const updates = async () =>
    (await stack().ledger()).filter(({ operation, index }) => operation === "record.update" && index === indexId);
  const changeOutside = async ({ record }: SamplePractitioner, preferredName: string) => {
    const recordHere = await service.read(record, indexId);
    await stack().control("POST", "/outside", { index: indexId, ...recordHere.changeTo({ preferredName }) });
  };

  const { method, path } = spelling.operation("updatePractitioner");
  for (const { id } of practitioners) {
    const lost = { kind: "reset-after", method, path: `^${path.replace("{id}", id)}$`, index: indexId, times: 1 };
    await stack().control("POST", "/faults", lost);
  }
  const before = await Promise.all(practitioners.map(({ record }) => service.read(record, indexId)));
  const operation = { op: "set", value: wanted };
  // The first record of a set is sent alone and read back in every index before the others are sent.
  const answered = practitioners[0]?.schedules[0]?.nameRecord;
  const changeSetId = await api.applyChanges(
    indexId,
    [
      { record: answered, field: "name", operation: { op: "set", value: "Front desk" } },
      ...practitioners.map(({ record }) => ({ record, field: "preferredName", operation })),
    ],
    "The practice called",
    { until: async () => (await updates()).length === practitioners.length + 1 },
  );
  const [first, , third] = practitioners;
  if (first === undefined || third === undefined) throw new Error("There are three practitioners.");
  for (const practitioner of practitioners) await changeOutside(practitioner, "Somebody");

  await page.goto(`${pages}/change-sets/${changeSetId}`);
  await expect(page.getByText("The record has neither the intended nor the previous value").first()).toBeVisible();
  await expect(page.getByText("3 unknown", { exact: true })).toBeVisible();
  const choose = async (number: number) =>
    await page
      .getByRole("list")
      .filter({ has: page.getByRole("button", { pressed: true }) })
      .getByRole("listitem")
      .nth(number - 1)
      .getByRole("button")
      .first()
      .click();

  await test.step("it is read again, and what is found settles it", async () => {
    await changeOutside(first, wanted);
    await choose(2);
    await settle(page, 2, "Read now");
    await expect(page.getByRole("region", { name: "Change 2: applied" })).toBeVisible();
  });

  await test.step("a person knows that it is in, and nothing is sent", async () => {
    await choose(3);
    await settle(page, 3, "It was applied");
    await expect(page.getByRole("region", { name: "Change 3: applied" })).toBeVisible();
  });

  await test.step("a person knows that it is not in, and may send it again", async () => {
    await choose(4);
    await settle(page, 4, "It was not applied");
    await expect(page.getByRole("region", { name: "Change 4: failed" })).toContainText("not applied");
    expect(await updates()).toHaveLength(practitioners.length + 1);
    // It is sent on what its author saw, and on nothing else.
    await changeOutside(third, before[2]?.text("preferredName") ?? "");
    await settle(page, 4, "Send again");
    await expect(page).not.toHaveURL(new RegExp(changeSetId));
    await expect(page.getByText("1 applied", { exact: true })).toBeVisible();
    expect((await service.read(third.record, indexId)).text("preferredName")).toBe(wanted);
    expect(await updates()).toHaveLength(practitioners.length + 2);
  });
});
