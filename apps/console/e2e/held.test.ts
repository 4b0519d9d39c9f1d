import { expect, signIn, test, useHouse } from "./journey.ts";
import { administrator } from "./house.ts";

const house = useHouse({ setUpByLink: true });

const practitioner = { id: "st8ssxfqzf", name: "Raúl de la Cruz, NP" };
const schedule = { id: "sch_ClZmpfBV", name: "Old Mill Clinic" };

test("a person sets up a directory, overrides a phone and two plans, and readers of the gateway get them while the service keeps its own", async ({
  page,
}) => {
  const { origin, setUpUrl, service } = house();
  const standardBefore = {
    practitioner: await service.practitioner(practitioner.id),
    schedule: await service.schedule(schedule.id),
  };
  const accepted = standardBefore.schedule.accepted_insurances ?? [];
  const plans = (await house().control("GET", "/samples/plans.csv")) as string;
  const named = plans
    .split("\n")
    .slice(1)
    .flatMap((line) => /^(ins_\w+),([^,"]+),([^,"]+),/.exec(line) ?? [])
    .filter((_, at) => at % 4 !== 0 && at % 4 !== 2);
  const names = new Map(named.flatMap((id, at) => (at % 2 === 0 ? [[id, named[at + 1] ?? ""] as const] : [])));
  const isPlain = (name: string) => [...names.values()].every((other) => other === name || !other.startsWith(name));
  const [removed] = accepted.flatMap((id) =>
    names.has(id) && isPlain(names.get(id) ?? "") ? [{ id, name: names.get(id) ?? "" }] : [],
  );
  const [added] = [...names].flatMap(([id, name]) => (accepted.includes(id) || !isPlain(name) ? [] : [{ id, name }]));
  if (removed === undefined || added === undefined) throw new Error("The seed has changed: no plan to add or remove.");

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
    await page.getByLabel("Name", { exact: true }).fill("Dr. Amara Okafor");
    await expect(page.getByLabel("Name of the index version")).toHaveValue("Amara Okafor");
    await page.getByRole("button", { name: "Create in test" }).click();
    await expect(page).toHaveURL(/\/index-versions\/idx_/);
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await expect(page.getByText("for Dr. Amara Okafor")).toBeVisible();
    await expect(page.getByText(/^40 of 40 shown/)).toBeVisible({ timeout: 30_000 });
  });
  const indexId = /idx_\w+/.exec(page.url())?.[0] ?? "";
  expect((await service.practitioner(practitioner.id, indexId)).display_name).toBe(practitioner.name);

  await test.step("open a practitioner and stage a phone and two plans on one schedule", async () => {
    await page.getByLabel("Filter by name or id").fill("Raúl");
    await expect(page.getByText(/^1 of 1 shown/)).toBeVisible();
    await page
      .getByRole("row", { name: new RegExp(practitioner.name) })
      .getByText(practitioner.name)
      .click();
    await expect(page.getByRole("heading", { level: 1, name: practitioner.name })).toBeVisible();
    await page.getByRole("button", { name: "Edit: Phone, Accueil" }).click();
    await page.getByLabel("Number").fill("");
    await page.getByLabel("Number").pressSequentially("3125550142");
    await expect(page.getByLabel("Number")).toHaveValue("(312) 555-0142");
    await page.getByLabel("Extension").fill("7");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 phone");

    await page.getByRole("button", { name: `Edit plans of ${schedule.name}` }).click();
    const picker = page.getByRole("combobox", { name: `Add or remove a plan at ${schedule.name}` });
    await picker.fill(added.name);
    await page.getByRole("option", { name: added.name }).first().click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("1 plan");
    await page.getByRole("button", { name: `Remove ${removed.name}` }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("2 plans");
    await page.getByRole("button", { name: `Done with ${schedule.name}` }).click();
  });

  await test.step("the compare view shows verdicts and sentences", async () => {
    await page.getByRole("link", { name: "Compare" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
    await expect(page.getByText("staged").first()).toBeVisible();
    await expect(page.getByRole("region", { name: schedule.name })).toContainText("staged");
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
    await expect(runbook.getByText(schedule.id).first()).toBeVisible();
    await runbook.getByRole("button", { name: "Close" }).click();
  });

  const secret = await test.step("a token for the gateway", async () => {
    await page.getByRole("link", { name: "Developer" }).click();
    await page.getByRole("link", { name: "Tokens and gateway" }).click();
    await page.getByLabel("What it is for").fill("intake app");
    await page.getByRole("button", { name: "Make a token" }).click();
    const note = page.getByText("Copy it now: it is not shown again.").locator("..");
    const text = await note.locator("code, pre").first().textContent();
    expect(text).toMatch(/^\S{20,}$/);
    return text ?? "";
  });

  await test.step("the gateway serves the overridden values, all the rest as it was", async () => {
    const gateway = house().gateway(secret);
    const read = await gateway.practitioner(practitioner.id, indexId);
    const { phone_numbers: before = [], ...others } = standardBefore.practitioner;
    expect(read).toEqual({
      ...others,
      phone_numbers: before?.map((phone) =>
        phone.label === "Accueil" ? { number: "(312) 555-0142", label: "Accueil", extension: "7" } : phone,
      ),
    });
    const plansRead = (await gateway.schedule(schedule.id, indexId)).accepted_insurances ?? [];
    expect(new Set(plansRead)).toEqual(new Set([...accepted.filter((id) => id !== removed.id), added.id]));
    const standard = await gateway.practitioner(practitioner.id, "idx_standard");
    expect(standard).toEqual(standardBefore.practitioner);
  });

  await test.step("idx_standard and the index in the service are as before", async () => {
    expect(await service.practitioner(practitioner.id)).toEqual(standardBefore.practitioner);
    expect(await service.schedule(schedule.id)).toEqual(standardBefore.schedule);
    expect(await service.practitioner(practitioner.id, indexId)).toEqual(standardBefore.practitioner);
    expect(await service.schedule(schedule.id, indexId)).toEqual(standardBefore.schedule);
    const state = (await house().control("GET", "/ledger")) as { entries: { operation: string }[] };
    expect(state.entries.map(({ operation }) => operation)).toHaveLength(1);
  });

  await test.step("the console's page says, value by value, what the gateway serves", async () => {
    const gateway = house().gateway(secret);
    await page.goto(`${origin}/index-versions/${indexId}/practitioners/${practitioner.id}`);
    const phones = page
      .getByRole("region")
      .or(page.locator("section"))
      .filter({ has: page.getByRole("heading", { name: "Phones" }) })
      .last();
    for (const phone of (await gateway.practitioner(practitioner.id, indexId)).phone_numbers ?? []) {
      const row = phones.getByRole("listitem").filter({ hasText: phone.number });
      await expect(row).toHaveCount(1);
      if (typeof phone.label === "string") await expect(row).toContainText(phone.label);
      if (typeof phone.extension === "string") await expect(row).toContainText(`ext. ${phone.extension}`);
    }
    await expect(page.getByText("3 held changes are laid over what the service returns.")).toBeVisible();
    for (const own of [schedule.id, "sch_Is9vrOMs"]) {
      const served = (await gateway.schedule(own, indexId)).accepted_insurances ?? [];
      const block = page.getByRole("region", {
        name: own === schedule.id ? schedule.name : "Cedar Hill Medical Group",
      });
      await expect(block).toContainText(`${served.length} plans`);
    }
    const block = page.getByRole("region", { name: schedule.name });
    await expect(block).toContainText("+1");
    await expect(block).toContainText("−1");
    const folded = block.getByRole("button", { name: /more as in base$/ });
    if ((await folded.count()) > 0) await folded.click();
    for (const id of (await gateway.schedule(schedule.id, indexId)).accepted_insurances ?? []) {
      const name = names.get(id);
      if (name !== undefined) await expect(block.getByRole("button", { name }).first()).toBeVisible();
    }
    await page.getByText("As the service returns it").click();
    await expect(phones.getByText("312-555-0109")).toBeVisible();
    await expect(phones.getByText("(312) 555-0142")).toHaveCount(0);
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
