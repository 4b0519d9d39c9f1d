import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expect, reviewAndApply, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

const stack = useTestStack();

const person = { name: "Dr. Imani New", preferred: "Imani" };
const clinic = { name: "New Street Clinic", timeZone: "America/New_York" };
const reason = "A new colleague, as the practice wrote";

test("a practitioner and a schedule are created while the service cannot take them, served with their reference, sent once it can, and deleted", async ({
  page,
}) => {
  const { pages, service, spelling } = stack();
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  const root = `${pages}/index-versions/${indexId}`;
  const gateway = stack().gateway(await api.createToken("reader"));

  await test.step("the standard index does not offer it, and says why", async () => {
    await page.goto(`${pages}/index-versions/${spelling.profile.indexes.standard}`);
    await expect(page.getByText("practitioners are created in a directory")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create practitioner" })).toHaveCount(0);
  });

  await test.step("stage a practitioner: what the profile says that it owns, and what will become of it", async () => {
    await page.goto(root);
    await page.getByRole("link", { name: "Create practitioner" }).click();
    const form = page.getByRole("dialog", { name: "Create a practitioner" });
    await expect(form).toContainText("It will be held");
    await form.getByRole("button", { name: "Stage the new practitioner" }).click();
    await expect(form.getByRole("alert")).toContainText("Enter a name");
    await form.getByLabel("Display name").fill(person.name);
    await form.getByLabel("Preferred name").fill(person.preferred);
    await expectNoAxeFindings(page, "the form of a new practitioner");
    await form.getByRole("button", { name: "Stage the new practitioner" }).click();
    await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
    await expect(page).toHaveURL(/\/practitioners\/new_/);
  });
  const provisional = { type: "practitioner", id: /new_[0-9A-Za-z]{16}/.exec(page.url())?.[0] ?? "" };

  await test.step("stage a schedule of it", async () => {
    await page.getByRole("button", { name: "Create schedule" }).click();
    const form = page.getByRole("dialog", { name: `Create a schedule of ${person.name}` });
    await expect(form).toContainText(provisional.id);
    await form.getByLabel("Name", { exact: true }).fill(clinic.name);
    await form.getByLabel("Time zone").fill(clinic.timeZone);
    await form.getByRole("button", { name: "Stage the new schedule" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText(
      `${person.name}: new practitioner, new schedule`,
    );
  });
  const block = page.getByRole("region", { name: clinic.name, exact: true });
  const schedule = { type: "schedule", id: /new_[0-9A-Za-z]{16}/.exec((await block.textContent()) ?? "")?.[0] ?? "" };

  const held =
    await test.step("apply: both are held, and the gateway serves both with the reference kept", async () => {
      await page.getByRole("link", { name: "Review 2 changes" }).click();
      await expect(page.getByText(`Creates the practitioner ${person.name} in Amara Okafor`)).toBeVisible();
      await expect(page.getByText("All 2 will be held")).toBeVisible();
      await page.goBack();
      await reviewAndApply(page, { changes: "2 changes", reason, becomes: "2 held" });
      const changeSet = page.url();
      expect((await gateway.read(provisional, indexId)).text("displayName")).toBe(person.name);
      expect((await gateway.read(schedule, indexId)).reference("practitioner")).toBe(provisional.id);
      await expect(service.read(provisional, indexId)).rejects.toThrow();
      return changeSet;
    });

  const edited = await test.step("it is told as only here, held, and edited field by field", async () => {
    await page.goto(`${root}/practitioners/${provisional.id}`);
    await expect(page.getByText("Created here, held.").first()).toBeVisible();
    await expect(page.getByText("only in this index").first()).toBeVisible();
    await expectNoAxeFindings(page, "a practitioner that is held to be created");
    await page.getByText("Preferred name").first().click();
    await page.getByRole("button", { name: "Edit: Preferred name" }).click();
    await page.getByRole("textbox", { name: "Preferred name" }).fill("Nova");
    await page.getByRole("button", { name: "Stage" }).click();
    await reviewAndApply(page, { changes: "1 change", reason, becomes: "1 held" });
    const changeSet = page.url();
    expect((await gateway.read(provisional, indexId)).text("preferredName")).toBe("Nova");
    await page.goto(`${root}/practitioners/${provisional.id}/compare`);
    await expect(page.getByRole("rowgroup", { name: "Practitioner" })).toContainText("Nova");
    await page.goto(root);
    await expect(page.getByRole("row", { name: new RegExp(person.name) })).toContainText("created here");
    return changeSet;
  });

  await test.step("once the profile names the endpoints both are sent, and get ids of the service", async () => {
    await api.turnWritesOn();
    for (const [changeSet, changes, becomes] of [
      [held, "2 changes", "2 applied"],
      [edited, "1 change", "1 applied"],
    ] as const) {
      await page.goto(changeSet);
      await page.getByRole("button", { name: `Send ${changes} to test` }).click();
      await expect(page.getByText(becomes, { exact: true })).toBeVisible();
    }
  });

  const ids =
    await test.step("old addresses lead to the new id, and the service has both with their reference", async () => {
      await page.goto(`${root}/practitioners/${provisional.id}/compare`);
      await expect(page).not.toHaveURL(/new_/);
      await page.goto(`${root}/practitioners/${provisional.id}`);
      await expect(page).not.toHaveURL(/new_/);
      await expect(page.getByText("It was created here").first()).toBeVisible();
      const practitioner = { type: "practitioner", id: /practitioners\/([^/?]+)/.exec(page.url())?.[1] ?? "" };
      const view = await api.call("GET", `/index-versions/${indexId}/practitioners/${practitioner.id}`);
      const [first] = memberOf(view, "schedules") as unknown[];
      const made = { type: "schedule", id: textAt(memberOf(first, "record"), "id") };
      const there = await service.read(practitioner, indexId);
      expect([there.text("displayName"), there.text("preferredName")]).toEqual([person.name, "Nova"]);
      expect((await service.read(made, indexId)).reference("practitioner")).toBe(practitioner.id);
      await expect(service.read(practitioner)).rejects.toThrow();
      return { practitioner, schedule: made };
    });

  await test.step("both are deleted again, and marked so", async () => {
    await page.getByRole("button", { name: `More for ${person.name}` }).click();
    await page.getByRole("menuitem", { name: "Delete this practitioner here…" }).click();
    const question = page.getByRole("dialog", { name: `Delete ${person.name} here` });
    await expect(question).toContainText("alone");
    await expect(question.getByRole("checkbox", { name: "Delete its schedule too" })).toBeChecked();
    await expectNoAxeFindings(page, "the question before a deletion");
    await question.getByRole("button", { name: "Stage 2 deletions" }).click();
    await expect(page.getByText("Its deletion is staged.").first()).toBeVisible();
    await reviewAndApply(page, { changes: "2 changes", reason, becomes: "2 applied" });
    for (const record of [ids.practitioner, ids.schedule]) {
      await expect(service.read(record, indexId)).rejects.toThrow();
      await expect(gateway.read(record, indexId)).rejects.toThrow();
    }
    await page.goto(`${root}/practitioners/${ids.practitioner.id}`);
    await expect(page.getByText("Deleted here.").first()).toBeVisible();
    await page.goto(root);
    await expect(page.getByRole("row", { name: new RegExp(person.name) })).toContainText("deleted here");
  });
});

test("a creation whose reply is lost is settled by the id that a person gives, and never sent twice", async ({
  page,
  watch,
}) => {
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Lost");
  const { method, path } = (await api.turnWritesOn()).operation("createPractitioner");
  await stack().control("POST", "/faults", { kind: "reset-after", method, path: `^${path}$`, times: 1 });
  const written = async () =>
    (await stack().ledger()).filter(({ index, kind }) => index === indexId && kind === "practitioner");
  await page.goto(`${stack().pages}/index-versions/${indexId}?create=practitioner`);
  await page.getByLabel("Display name").fill("Dr. Lost Reply");
  await page.getByRole("button", { name: "Stage the new practitioner" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dr. Lost Reply" })).toBeVisible();
  const address = page.url();
  await reviewAndApply(page, { changes: "1 change", reason, becomes: "1 unknown" });
  const [made] = await written();
  await page.goto(address);
  await expect(page.getByText("It is not known whether it was created.")).toBeVisible();
  const card = page.getByRole("region", { name: "Practitioner created here" });
  watch.allowConsoleLine(/status of 400/);
  await card.getByLabel("I found it: its id is").fill("nobodysid1");
  await card.getByRole("button", { name: "Check and settle" }).click();
  await expect(card.getByRole("alert")).toContainText(
    "must be the id of a record that the service has in this index version",
  );
  await card.getByLabel("I found it: its id is").fill(made?.record ?? "");
  await card.getByRole("button", { name: "Check and settle" }).click();
  await expect(page).toHaveURL(new RegExp(`/practitioners/${made?.record ?? "none"}$`));
  await expect(page.getByText("It was created here").first()).toBeVisible();
  expect(await written()).toHaveLength(1);
});
