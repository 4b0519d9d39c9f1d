import { ConsoleApi } from "#e2e/stack/console-api.ts";
import { findPractitioner, samplePlans, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import type { FieldValues } from "#e2e/stack/service-spelling.ts";
import { administrator } from "#e2e/stack/test-stack.ts";
import { expectOnlyText, hostileTexts } from "./hostile-texts.ts";
import { expect, phoneRow, signInByForm, test, useTestStack } from "./journey-test.ts";
import { expectNoLayoutShift } from "./page-checks.ts";
import { waitUntilQuiet } from "#e2e/quiet-page.ts";

// The only journey that runs on every spelling of the service, since it visits each screen where a spelling could
// matter. The server's suites, which run on all spellings, cover the rest over HTTP.
const stack = useTestStack({ setUpByLink: true });

test("a person sets up a directory and overrides a phone and two plans: readers of the gateway get them, then the service, then base moves", async ({
  page,
}) => {
  const { origin, pages, setUpUrl, service } = stack();
  const practitioner = await findPractitioner(stack(), "Raúl de la Cruz, NP");
  const schedule = scheduleNamed(practitioner, "Old Mill Clinic");
  const records = [practitioner.record, schedule.record, schedule.phonesRecord];
  const [scheduleBefore, phonesBefore] = [
    await service.read(schedule.record),
    await service.read(schedule.phonesRecord),
  ];
  const accepted = scheduleBefore.ids("acceptedInsurances");
  const [changed, ...otherPhones] = phonesBefore.phones;
  const plans = await samplePlans(stack());
  const isUnlikeOthers = (name: string) => plans.every((plan) => plan.name === name || !plan.name.startsWith(name));
  const removed = plans.find(({ id, name }) => accepted.includes(id) && isUnlikeOthers(name));
  const added = plans.find(({ id, name }) => !accepted.includes(id) && isUnlikeOthers(name));
  if (changed === undefined || removed === undefined || added === undefined)
    throw new Error("The sample has changed: no phone, or no plan to add or remove.");

  await test.step("first sign-in by the set-up link", async () => {
    await page.goto(origin);
    await expect(page).toHaveURL(/\/set-up/);
    await page.goto(setUpUrl ?? "");
    await page.getByLabel("Your name").fill(administrator.name);
    await page.getByLabel("E-mail").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Create the administrator" }).click();
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
    await expect(page).toHaveURL(new RegExp(`/index-versions/${stack().spelling.profile.indexes.prefix}`));
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await expect(page.getByText("for Dr. Amara Okafor")).toBeVisible();
    await expect(page.getByText(/^40 of 40 shown/)).toBeVisible();
  });
  const indexId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const directory = `${pages}/index-versions/${indexId}`;
  const practitionerPage = `${directory}/practitioners/${practitioner.id}`;
  expect((await service.read(practitioner.record, indexId)).text("displayName")).toBe(practitioner.name);

  await test.step("open a practitioner and stage a phone and two plans on one schedule", async () => {
    await page.getByLabel("Filter by name or id").fill(practitioner.name);
    await expect(page.getByText(/^1 of 1 shown/)).toBeVisible();
    await page.getByRole("row", { name: practitioner.name }).getByText(practitioner.name).click();
    await expect(page.getByRole("heading", { level: 1, name: practitioner.name })).toBeVisible();
    await phoneRow(page, schedule, changed.number).getByRole("button", { name: /^Edit/ }).click();
    // The code that formats numbers is loaded after the editor opens; text typed before that is not formatted.
    await expect(page.getByText(/(?:Reads as a number|Does not read as a phone number)/).first()).toBeVisible();
    await page.getByLabel("Number").fill("");
    await page.getByLabel("Number").pressSequentially("3125550142");
    await expect(page.getByLabel("Number")).toHaveValue("(312) 555-0142");
    await page.getByLabel("Extension").fill("7");
    await page.getByRole("button", { name: "Stage" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText(": phone");

    await page.getByRole("button", { name: `Edit plans of ${schedule.name}` }).click();
    const picker = page.getByRole("combobox", { name: `Add or remove a plan at ${schedule.name}` });
    await picker.fill(added.name);
    await page.getByRole("option", { name: added.name }).first().click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("phone, plan");
    await page.getByRole("button", { name: `Remove ${removed.name}` }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("phone, 2 plans");
    await page.getByRole("button", { name: `Done with ${schedule.name}` }).click();
  });

  await test.step("the compare view shows verdicts and sentences", async () => {
    await page.getByRole("link", { name: "Compare" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
    await expect(page.getByText("staged").first()).toBeVisible();
    await expect(page.getByRole("rowgroup", { name: schedule.name, exact: true })).toContainText("staged");
    await page.getByText("Sentences").click();
    await expect(page.getByRole("region", { name: "Staged or held" })).toContainText(added.name);
    await expect(page.getByRole("region", { name: "Staged or held" })).toContainText(removed.name);
  });

  await test.step("apply, with a reason; held, and why", async () => {
    await page.getByRole("link", { name: "Review 3 changes" }).click();
    await expect(page.getByText("Give a reason first")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Apply / })).toBeVisible();
    await page.getByLabel("Reason").fill("The practice called");
    await page.getByLabel("Source").fill("Front desk, by phone");
    await page.getByRole("button", { name: "Apply 3 changes to test" }).click();
    await expect(page.getByText("3 changes are held")).toBeVisible();
    await expect(page.getByText(/is not documented/).first()).toBeVisible();
    await page.getByRole("button", { name: "Open runbook" }).click();
    const runbook = page.getByRole("dialog", { name: "Runbook for Amara Okafor" });
    await expect(runbook.getByText("(312) 555-0142").first()).toBeVisible();
    await expect(runbook.getByText(schedule.record.id).first()).toBeVisible();
    await runbook.getByRole("button", { name: "Close" }).click();
  });
  const changeSet = page.url();

  const secret = await test.step("a token for the gateway", async () => {
    await page.getByRole("link", { name: "see the call" }).click();
    const call = page.getByLabel("A record of an index, with a bearer token", { exact: true });
    const { path } = stack().spelling.readOperation(schedule.phonesRecord.type);
    await expect(call).toContainText(path.replace("{id}", schedule.phonesRecord.id));
    await expect(call).toContainText(indexId);
    await expect(call).toBeInViewport();
    await page.getByLabel("Purpose").fill("intake app");
    await page.getByRole("button", { name: "Create a token" }).click();
    const note = page.getByText("Copy it now; it is not shown again.").locator("..");
    const text = await note.locator("code, pre").first().textContent();
    expect(text).toMatch(/^\S{20,}$/);
    return text ?? "";
  });
  const gateway = stack().gateway(secret);

  /**
   * Checks that the gateway has the overridden values and otherwise the same record, and so has the service once they
   * were sent.
   */
  async function expectOverrides(reader: typeof gateway, { isWritten }: { isWritten: boolean }): Promise<void> {
    const withPhones = await reader.read(schedule.phonesRecord, indexId);
    expect(withPhones.phones).toEqual([{ ...changed, number: "(312) 555-0142", extension: "7" }, ...otherPhones]);
    const withPlans = await reader.read(schedule.record, indexId);
    expect(new Set(withPlans.ids("acceptedInsurances"))).toEqual(
      new Set([...accepted.filter((id) => id !== removed?.id), added?.id]),
    );
    const overridden = ["phones", "acceptedInsurances"];
    for (const [before, after] of [
      [phonesBefore, withPhones],
      [scheduleBefore, withPlans],
    ] as const) {
      if (isWritten) expect(after.contentWithout(...overridden)).toEqual(before.contentWithout(...overridden));
      else expect(after.bodyWithout(...overridden)).toEqual(before.bodyWithout(...overridden));
    }
    for (const record of records) {
      const standard = await reader.read(record, stack().spelling.profile.indexes.standard);
      expect(standard.body).toEqual((await service.read(record)).body);
    }
  }

  await test.step("the gateway serves the overridden values, all the rest as it was", () =>
    expectOverrides(gateway, { isWritten: false }));

  await test.step("the standard index and the index in the service are as before", async () => {
    for (const before of [scheduleBefore, phonesBefore]) {
      expect((await service.read(before.record)).body).toEqual(before.body);
      expect((await service.read(before.record, indexId)).body).toEqual(before.body);
    }
    expect((await stack().ledger()).map(({ operation }) => operation)).toEqual(["index.create"]);
  });

  await test.step("the console's page says, value by value, what the gateway serves", async () => {
    await page.goto(practitionerPage);
    for (const phone of (await gateway.read(schedule.phonesRecord, indexId)).phones) {
      const row = phoneRow(page, schedule, phone.number);
      await expect(row).toHaveCount(1);
      if (phone.label !== null) await expect(row).toContainText(phone.label);
      if (phone.extension !== null) await expect(row).toContainText(`ext. ${phone.extension}`);
    }
    await expect(page.getByText("3 held changes are applied on top of what the service returns.")).toBeVisible();
    for (const ownSchedule of practitioner.schedules) {
      const served = (await gateway.read(ownSchedule.record, indexId)).ids("acceptedInsurances");
      await expect(page.getByRole("region", { name: ownSchedule.name, exact: true })).toContainText(
        `${served.length} plans`,
      );
    }
    const block = page.getByRole("region", { name: schedule.name, exact: true });
    await expect(block).toContainText("+1");
    await expect(block).toContainText("−1");
    const folded = block.getByRole("button", { name: /more, same as standard$/ });
    if ((await folded.count()) > 0) await folded.click();
    for (const id of (await gateway.read(schedule.record, indexId)).ids("acceptedInsurances")) {
      const name = plans.find((plan) => plan.id === id)?.name;
      if (name !== undefined) await expect(block.getByRole("button", { name }).first()).toBeVisible();
    }
    await page.getByText("As the service returns it").click();
    await expect(phoneRow(page, schedule, changed.number)).toHaveCount(1);
    await expect(phoneRow(page, schedule, "(312) 555-0142")).toHaveCount(0);
  });

  await test.step("with the service 200 ms away nothing jumps while the practitioner and the comparison load", async () => {
    await stack().control("PUT", "/dials", { latencyMs: 200 });
    for (const [address, ready] of [
      [practitionerPage, "accepted insurances belong to a schedule"],
      [`${practitionerPage}/compare`, "Verdict"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(ready).first()).toBeVisible();
      await waitUntilQuiet(page);
      await expectNoLayoutShift(page, address);
    }
    await stack().control("PUT", "/dials", { latencyMs: 0 });
  });

  await test.step("everything is there after signing out and in again", async () => {
    await page.getByRole("button", { name: /Marta Silva/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    // A link of an earlier version, which named no connection.
    await signInByForm(page, stack(), `${origin}/index-versions/${indexId}/overrides?q=#x`);
    await expect(page).toHaveURL(`${directory}/overrides?q=#x`);
    const overrides = page.getByRole("grid", { name: "Overrides" });
    for (const words of ["(312) 555-0142", `${added.name} added`, `${removed.name} removed`]) {
      await expect(overrides.getByRole("row").filter({ hasText: words })).toContainText("held");
    }
  });

  // The page has a session of its own by now: the prepared one was signed out.
  const api = new ConsoleApi(page, stack());
  await test.step("a new practitioner is asked for what the profile says that the service keeps of one", async () => {
    await page.goto(`${directory}?create=practitioner`);
    const { spelling } = stack();
    const isWhole = spelling.ownsField("practitioner", "displayName");
    await page.getByLabel(isWhole ? "Display name" : "Family name").fill("Dr. Imani New");
    const newName = spelling.calledBy("practitioner", "displayName", "Dr. Imani New");
    await page.getByRole("button", { name: "Stage the new practitioner" }).click();
    await expect(page.getByRole("heading", { level: 1, name: newName })).toBeVisible();
    await page.getByRole("button", { name: "Create schedule" }).click();
    const form = page.getByRole("dialog", { name: `Create a schedule of ${newName}` });
    const hasName = spelling.ownsField("schedule", "name");
    if (hasName) await form.getByLabel("Name", { exact: true }).fill("New Street Clinic");
    if (stack().spelling.ownsField("schedule", "place")) {
      const place = (await stack().service.read(schedule.record)).reference("place");
      await form.getByLabel("Place, by id").fill(place);
    }
    if (stack().spelling.ownsField("schedule", "timeZone")) await form.getByLabel("Time zone").fill("America/New_York");
    await form.getByRole("button", { name: "Stage the new schedule" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText(
      `${newName}: new practitioner, new schedule`,
    );
    const newSchedule = hasName ? "New Street Clinic" : schedule.name.replace(practitioner.name, newName);
    await expect(page.getByRole("region", { name: newSchedule, exact: true })).toBeVisible();
  });

  await test.step("once the service takes writes what was held is sent, and the service itself has it", async () => {
    await api.turnWritesOn();
    await page.goto(changeSet);
    await page.getByRole("button", { name: "Send 3 changes to test" }).click();
    await expect(page.getByText("3 applied")).toBeVisible();
    const written = (await stack().ledger()).slice(1);
    expect(written.every(({ operation, index }) => operation === "record.update" && index === indexId)).toBe(true);
    await expectOverrides(service, { isWritten: true });
    await expectOverrides(gateway, { isWritten: true });
  });

  await test.step("base moves under an override: the compare view calls it a conflict, and ours is kept", async () => {
    const drifted = [{ ...changed, number: "+14085550177" }, ...otherPhones];
    await stack().control("POST", "/drift", (await service.read(schedule.phonesRecord)).changeTo({ phones: drifted }));
    await page.goto(practitionerPage);
    await page.getByRole("button", { name: "Read now" }).click();
    await expect(page.getByRole("main").getByText("conflict").first()).toBeVisible();
    await page.goto(`${practitionerPage}/compare`);
    await expect(page.getByRole("group", { name: "Verdicts" })).toContainText("conflict");
    await page
      .getByRole("button", { name: /^Resolve/ })
      .first()
      .click();
    const card = page.getByRole("region", { name: /^Conflict: / });
    await expect(card).toContainText("(312) 555-0142");
    await expect(card).toContainText("+14085550177");
    await card.getByRole("radio", { name: /Keep ours/ }).check();
    await card.getByRole("button", { name: "Use this value" }).click();
    await expect(page.getByRole("group", { name: "Verdicts" })).not.toContainText("conflict");
    expect((await service.read(schedule.phonesRecord, indexId)).numbers).toContain("(312) 555-0142");
  });

  await test.step("hostile words in the service's records are shown as text", async () => {
    const [script = "", image = "", svg = ""] = hostileTexts;
    const changeOutside = async (record: typeof practitioner.record, values: FieldValues) =>
      await stack().control("POST", "/outside", {
        index: indexId,
        ...(await service.read(record, indexId)).changeTo(values),
      });
    const nameField = stack().spelling.nameField("practitioner", "displayName");
    await changeOutside(practitioner.record, { [nameField]: script, preferredName: image });
    await changeOutside(schedule.nameRecord, { name: svg });
    await changeOutside(schedule.phonesRecord, {
      phones: [{ number: `(408) 555-0199 ${svg}`, extension: null, label: null }, ...otherPhones],
    });
    await api.call("GET", `/index-versions/${indexId}/practitioners/${practitioner.id}?maxAge=0`);
    for (const [address, words] of [
      [practitionerPage, "(408) 555-0199"],
      [`${practitionerPage}/compare?all=1`, "(408) 555-0199"],
      [`${practitionerPage}/compare?view=raw`, "<img src=x"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(script.slice(0, 30)).first()).toBeVisible();
      await expect(page.getByText(words).first()).toBeVisible();
      await expectOnlyText(page, address);
    }
  });
});
