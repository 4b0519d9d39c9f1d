import { administrator } from "./house.ts";
import { expect, signIn, test, useHouse } from "./journey.ts";
import { personNamed, phoneRow, samplePlans, spotNamed } from "./people.ts";

const house = useHouse({ setUpByLink: true });

const personName = "Raúl de la Cruz, NP";
const scheduleName = "Old Mill Clinic";

test("a person sets up a directory, overrides a phone and two plans, and readers of the gateway get them while the service keeps its own", async ({
  page,
}) => {
  const { origin, setUpUrl, service } = house();
  const person = await personNamed(house(), personName);
  const spot = spotNamed(person, scheduleName);
  const records = [person.record, spot.record, spot.phones];
  const [, schedule, phoned] = await Promise.all(records.map((record) => service.read(record)));
  if (schedule === undefined || phoned === undefined) throw new Error("Three records were read.");
  const accepted = schedule.ids("acceptedInsurances");
  const [changed, ...otherPhones] = phoned.phones;
  const plans = await samplePlans(house());
  const isPlain = (name: string) => plans.every((other) => other.name === name || !other.name.startsWith(name));
  const removed = plans.find(({ id, name }) => accepted.includes(id) && isPlain(name));
  const added = plans.find(({ id, name }) => !accepted.includes(id) && isPlain(name));
  if (changed === undefined || removed === undefined || added === undefined)
    throw new Error("The seed has changed: no phone, or no plan to add or remove.");

  await test.step("first sign-in by the set-up link", async () => {
    await page.goto(origin);
    await expect(page).toHaveURL(/\/set-up/);
    await page.goto(setUpUrl ?? "");
    await page.getByLabel("Your name").fill(administrator.name);
    await page.getByLabel("E-mail").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Make the first administrator" }).click();
    await expect(page.getByRole("heading", { name: "No directory yet" })).toBeVisible();
    expect(page.url()).not.toContain("token");
  });

  await test.step("plan names, then an index version for a referrer with the sample roster", async () => {
    await page.getByRole("button", { name: "Add the sample catalogue" }).click();
    await expect(page.getByText(/\d+ plans added/)).toBeVisible();
    await page.getByRole("link", { name: "Create one with the sample roster" }).click();
    await page.getByLabel("Name of the referrer").fill("Dr. Amara Okafor");
    await expect(page.getByLabel("Name of the index version")).toHaveValue("Amara Okafor");
    await page.getByRole("button", { name: "Create in test" }).click();
    await expect(page).toHaveURL(new RegExp(`/index-versions/${house().wire.profile.indexes.prefix}`));
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await expect(page.getByText("for Dr. Amara Okafor")).toBeVisible();
    await expect(page.getByText(/^40 of 40 shown/)).toBeVisible({ timeout: 30_000 });
  });
  const indexId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect((await service.read(person.record, indexId)).text("displayName")).toBe(person.name);

  await test.step("open a practitioner and stage a phone and two plans on one schedule", async () => {
    await page.getByLabel("Filter by name or id").fill("Raúl");
    await expect(page.getByText(/^1 of 1 shown/)).toBeVisible();
    await page
      .getByRole("row", { name: new RegExp(person.name) })
      .getByText(person.name)
      .click();
    await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
    await phoneRow(page, spot, changed.number).getByRole("button", { name: /^Edit/ }).click();
    // What reads and formats numbers comes after the editor; what was typed before it stays as typed.
    await expect(page.getByText(/(?:Reads as a number|Does not read as a phone number)/).first()).toBeVisible();
    await page.getByLabel("Number").fill("");
    await page.getByLabel("Number").pressSequentially("3125550142");
    await expect(page.getByLabel("Number")).toHaveValue("(312) 555-0142");
    await page.getByLabel("Extension").fill("7");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 phone");

    await page.getByRole("button", { name: `Edit plans of ${spot.name}` }).click();
    const picker = page.getByRole("combobox", { name: `Add or remove a plan at ${spot.name}` });
    await picker.fill(added.name);
    await page.getByRole("option", { name: added.name }).first().click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 plan");
    await page.getByRole("button", { name: `Remove ${removed.name}` }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("2 plans");
    await page.getByRole("button", { name: `Done with ${spot.name}` }).click();
  });

  await test.step("the compare view shows verdicts and sentences", async () => {
    await page.getByRole("link", { name: "Compare" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
    await expect(page.getByText("staged").first()).toBeVisible();
    await expect(page.getByRole("region", { name: spot.name, exact: true })).toContainText("staged");
    await page.getByText("Sentences").click();
    await expect(page.getByRole("region", { name: "Staged or held" })).toContainText(added.name);
    await expect(page.getByRole("region", { name: "Staged or held" })).toContainText(removed.name);
  });

  await test.step("apply, with a reason; held, and why", async () => {
    await page.getByRole("link", { name: "Review 3 changes" }).click();
    await expect(page.getByText("Give a reason first")).toBeVisible();
    await page.getByLabel("Reason").fill("The practice called");
    await page.getByLabel("Source").fill("Front desk, by phone");
    await page.getByRole("button", { name: "Apply 3 changes to test" }).click();
    await expect(page.getByText(/Sending 3 changes to test in/)).toBeVisible();
    await expect(page.getByText("3 changes are held.")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/is not documented/).first()).toBeVisible();
    await page.getByRole("button", { name: "Open runbook" }).click();
    const runbook = page.getByRole("dialog", { name: "Runbook for Amara Okafor" });
    await expect(runbook.getByText("(312) 555-0142").first()).toBeVisible();
    await expect(runbook.getByText(spot.record.id).first()).toBeVisible();
    await runbook.getByRole("button", { name: "Close" }).click();
  });

  const secret = await test.step("a token for the gateway", async () => {
    await page.getByRole("link", { name: "see the call" }).click();
    const call = page.getByLabel("A record of an index, with a bearer token", { exact: true });
    await expect(call).toContainText(house().wire.reads(spot.phones.type).path.replace("{id}", spot.phones.id));
    await expect(call).toContainText(indexId);
    await expect(call).toBeInViewport();
    await page.getByLabel("What it is for").fill("intake app");
    await page.getByRole("button", { name: "Make a token" }).click();
    const note = page.getByText("Copy it now: it is not shown again.").locator("..");
    const text = await note.locator("code, pre").first().textContent();
    expect(text).toMatch(/^\S{20,}$/);
    return text ?? "";
  });

  await test.step("the gateway serves the overridden values, all the rest as it was", async () => {
    const gateway = house().gateway(secret);
    const reached = await gateway.read(spot.phones, indexId);
    expect(reached.phones).toEqual([{ ...changed, number: "(312) 555-0142", extension: "7" }, ...otherPhones]);
    const read = await gateway.read(spot.record, indexId);
    expect(new Set(read.ids("acceptedInsurances"))).toEqual(
      new Set([...accepted.filter((id) => id !== removed.id), added.id]),
    );
    const overridden = ["phones", "acceptedInsurances"];
    expect(reached.without(...overridden)).toEqual(phoned.without(...overridden));
    expect(read.without(...overridden)).toEqual(schedule.without(...overridden));
    for (const record of records) {
      const standard = await gateway.read(record, house().wire.profile.indexes.standard);
      expect(standard.body).toEqual((await service.read(record)).body);
    }
  });

  await test.step("the standard index and the index in the service are as before", async () => {
    for (const before of [schedule, phoned]) {
      expect((await service.read(before.record)).body).toEqual(before.body);
      expect((await service.read(before.record, indexId)).body).toEqual(before.body);
    }
    const state = (await house().control("GET", "/ledger")) as { entries: { operation: string }[] };
    expect(state.entries.map(({ operation }) => operation)).toHaveLength(1);
  });

  await test.step("the console's page says, value by value, what the gateway serves", async () => {
    const gateway = house().gateway(secret);
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${person.id}`);
    for (const phone of (await gateway.read(spot.phones, indexId)).phones) {
      const row = phoneRow(page, spot, phone.number);
      await expect(row).toHaveCount(1);
      if (phone.label !== null) await expect(row).toContainText(phone.label);
      if (phone.extension !== null) await expect(row).toContainText(`ext. ${phone.extension}`);
    }
    await expect(page.getByText("3 held changes are laid over what the service returns.")).toBeVisible();
    for (const own of person.schedules) {
      const served = (await gateway.read(own.record, indexId)).ids("acceptedInsurances");
      await expect(page.getByRole("region", { name: own.name, exact: true })).toContainText(`${served.length} plans`);
    }
    const block = page.getByRole("region", { name: spot.name, exact: true });
    await expect(block).toContainText("+1");
    await expect(block).toContainText("−1");
    const folded = block.getByRole("button", { name: /more as in base$/ });
    if ((await folded.count()) > 0) await folded.click();
    for (const id of (await gateway.read(spot.record, indexId)).ids("acceptedInsurances")) {
      const name = plans.find((plan) => plan.id === id)?.name;
      if (name !== undefined) await expect(block.getByRole("button", { name }).first()).toBeVisible();
    }
    await page.getByText("As the service returns it").click();
    await expect(phoneRow(page, spot, changed.number)).toHaveCount(1);
    await expect(phoneRow(page, spot, "(312) 555-0142")).toHaveCount(0);
  });

  await test.step("everything is there after signing out and in again", async () => {
    await page.getByRole("button", { name: /Marta Silva/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page, house(), `/index-versions/${indexId}/overrides`);
    const overrides = page.getByRole("grid", { name: "Overrides" });
    for (const words of ["(312) 555-0142", `${added.name} added`, `${removed.name} removed`]) {
      await expect(overrides.getByRole("row").filter({ hasText: words })).toContainText("held");
    }
  });
});
