import type { Page } from "@playwright/test";
import { ConsoleApi, countAt, memberOf, signInAndCreate, textAt } from "./directory.ts";
import { expect, expectNoAxeFindings, test, useHouse } from "./journey.ts";
import { personNamed, spotNamed } from "./people.ts";
import { Wire } from "./wire.ts";

const house = useHouse();

const named = { name: "Dr. Imani New", preferred: "Imani" };
const clinic = { name: "New Street Clinic", timeZone: "America/New_York" };

/** The service begins to take writes, and its profile says so. */
async function turnWritesOn(api: ConsoleApi): Promise<Wire> {
  await house().control("PUT", "/settings", { writes: true });
  const profile = await house().control("GET", "/profile?writes=on");
  const inForce = await api.call("GET", "/profile");
  await api.call("PUT", "/profile", { profile, revision: countAt(inForce, "revision") });
  return new Wire(profile);
}

/** Reviews what is staged, gives the reason, applies it, and waits for what becomes of it. */
async function apply(page: Page, changes: string, becomes: string): Promise<string> {
  await page.getByRole("link", { name: `Review ${changes}` }).click();
  await page.getByLabel("Reason").fill("A new colleague, as the practice wrote");
  await page.getByRole("button", { name: `Apply ${changes} to test` }).click();
  await expect(page.getByText(becomes, { exact: true })).toBeVisible({ timeout: 30_000 });
  return page.url();
}

test("a practitioner and a schedule are created while the service cannot take them, served with their reference, sent once it can, and deleted", async ({
  page,
}) => {
  const { origin, service, wire } = house();
  const spot = spotNamed(await personNamed(house(), "Σοφία Κωνσταντίνου, MD"), "Lindenallee Medical Group");
  const scheduleName = wire.holds("schedule", "name") ? clinic.name : spot.name;
  const indexId = await signInAndCreate(page, house(), "Amara Okafor");
  const root = `${origin}/index-versions/${indexId}`;
  const api = new ConsoleApi(page, house());
  const token = await api.call("POST", "/tokens", { name: "reader", expiresInDays: 1 });
  const gateway = house().gateway(textAt(token, "secret"));

  await test.step("the standard index does not offer it, and says why", async () => {
    await page.goto(`${origin}/index-versions/${wire.profile.indexes.standard}`);
    await expect(page.getByText("practitioners are created in a directory")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create practitioner" })).toHaveCount(0);
  });

  await test.step("stage a practitioner: what the profile says that it owns, and what will become of it", async () => {
    await page.goto(root);
    await page.getByRole("link", { name: "Create practitioner" }).click();
    const form = page.getByRole("dialog", { name: "Create a practitioner" });
    await expect(form).toContainText("It will be held");
    await form.getByRole("button", { name: "Stage the new practitioner" }).click();
    await expect(form.getByRole("alert")).toContainText("Write what it is called");
    await form.getByLabel("Display name").fill(named.name);
    await form.getByLabel("Preferred name").fill(named.preferred);
    await expectNoAxeFindings(page, "the form of a new practitioner");
    await form.getByRole("button", { name: "Stage the new practitioner" }).click();
    await expect(page.getByRole("heading", { level: 1, name: named.name })).toBeVisible();
    await expect(page).toHaveURL(/\/practitioners\/new_/);
  });
  const provisional = { type: "practitioner", id: /new_[0-9A-Za-z]{16}/.exec(page.url())?.[0] ?? "" };

  await test.step("stage a schedule of it", async () => {
    await page.getByRole("button", { name: "Create schedule" }).click();
    const form = page.getByRole("dialog", { name: `Create a schedule of ${named.name}` });
    await expect(form).toContainText(provisional.id);
    if (wire.holds("schedule", "name")) await form.getByLabel("Name", { exact: true }).fill(clinic.name);
    else await form.getByLabel("Place, by id").fill(spot.naming.id);
    if (wire.holds("schedule", "timeZone")) await form.getByLabel("Time zone").fill(clinic.timeZone);
    await form.getByRole("button", { name: "Stage the new schedule" }).click();
    await expect(page.getByRole("region", { name: "Staged changes" })).toContainText("2 records");
  });
  const block = page.getByRole("region", { name: scheduleName, exact: true });
  const schedule = { type: "schedule", id: /new_[0-9A-Za-z]{16}/.exec((await block.textContent()) ?? "")?.[0] ?? "" };

  const held =
    await test.step("apply: both are held, and the gateway serves both with the reference kept", async () => {
      await page.getByRole("link", { name: "Review 2 changes" }).click();
      await expect(page.getByText(`Creates the practitioner ${named.name} in ${indexId}`)).toBeVisible();
      await expect(page.getByText("All 2 will be held")).toBeVisible();
      await page.goBack();
      const set = await apply(page, "2 changes", "2 held");
      expect((await gateway.read(provisional, indexId)).text("displayName")).toBe(named.name);
      expect((await gateway.read(schedule, indexId)).reference("practitioner")).toBe(provisional.id);
      await expect(service.read(provisional, indexId)).rejects.toThrow();
      return set;
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
    const set = await apply(page, "1 change", "1 held");
    expect((await gateway.read(provisional, indexId)).text("preferredName")).toBe("Nova");
    await page.goto(`${root}/practitioners/${provisional.id}/compare`);
    await expect(page.getByRole("region", { name: "Practitioner" })).toContainText("Nova");
    await page.goto(root);
    await expect(page.getByRole("row", { name: new RegExp(named.name) })).toContainText("created here");
    return set;
  });

  await test.step("once the profile names the endpoints both are sent, and get ids of the service", async () => {
    await turnWritesOn(api);
    for (const [set, changes, becomes] of [
      [held, "2 changes", "2 applied"],
      [edited, "1 change", "1 applied"],
    ] as const) {
      await page.goto(set);
      await page.getByRole("button", { name: `Send ${changes} to test` }).click();
      await expect(page.getByText(becomes, { exact: true })).toBeVisible({ timeout: 30_000 });
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
      expect([there.text("displayName"), there.text("preferredName")]).toEqual([named.name, "Nova"]);
      expect((await service.read(made, indexId)).reference("practitioner")).toBe(practitioner.id);
      await expect(service.read(practitioner)).rejects.toThrow();
      return { practitioner, schedule: made };
    });

  await test.step("both are deleted again, and marked so", async () => {
    await page.getByRole("button", { name: `More for ${named.name}` }).click();
    await page.getByRole("menuitem", { name: "Delete this practitioner here…" }).click();
    const question = page.getByRole("dialog", { name: `Delete ${named.name} here` });
    await expect(question).toContainText("alone");
    await expect(question.getByRole("checkbox", { name: "Delete its schedule too" })).toBeChecked();
    await expectNoAxeFindings(page, "the question before a deletion");
    await question.getByRole("button", { name: "Stage 2 deletions" }).click();
    await expect(page.getByText("Its deletion is staged.").first()).toBeVisible();
    await apply(page, "2 changes", "2 applied");
    for (const record of [ids.practitioner, ids.schedule]) {
      await expect(service.read(record, indexId)).rejects.toThrow();
      await expect(gateway.read(record, indexId)).rejects.toThrow();
    }
    await page.goto(`${root}/practitioners/${ids.practitioner.id}`);
    await expect(page.getByText("Deleted here.").first()).toBeVisible();
    await page.goto(root);
    await expect(page.getByRole("row", { name: new RegExp(named.name) })).toContainText("deleted here");
  });
});

test("a creation whose reply is lost is found in the service's list, or settled by the id that a person gives, and never sent twice", async ({
  page,
  watch,
}) => {
  const indexId = await signInAndCreate(page, house(), "Lost");
  const api = new ConsoleApi(page, house());
  const wire = await turnWritesOn(api);
  const { method, path } = wire.operation("createPractitioner");
  await house().control("POST", "/faults", { kind: "reset-after", method, path: `^${path}$`, times: 1 });
  const written = async () =>
    (
      (await house().control("GET", "/ledger?limit=10000")) as {
        entries: { index: string; kind: string; record: string }[];
      }
    ).entries.filter(({ index, kind }) => index === indexId && kind === "practitioner");
  await page.goto(`${house().origin}/index-versions/${indexId}?create=practitioner`);
  await page.getByLabel("Display name").fill("Dr. Lost Reply");
  await page.getByRole("button", { name: "Stage the new practitioner" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dr. Lost Reply" })).toBeVisible();
  const address = page.url();
  const isListed = "listPractitioners" in wire.profile.operations;
  await apply(page, "1 change", isListed ? "1 applied" : "1 unknown");
  const [made] = await written();
  if (!isListed) {
    await page.goto(address);
    await expect(page.getByText("It is not known whether it was created.")).toBeVisible();
    const card = page.getByRole("region", { name: "Practitioner created here" });
    watch.expectSaid(/status of 400/);
    await card.getByLabel("I found it: its id is").fill("nobodysid1");
    await card.getByRole("button", { name: "Check and settle" }).click();
    await expect(card.getByRole("alert")).toContainText("must be one that the service has in this index");
    await card.getByLabel("I found it: its id is").fill(made?.record ?? "");
    await card.getByRole("button", { name: "Check and settle" }).click();
  } else await page.goto(address);
  await expect(page).toHaveURL(new RegExp(`/practitioners/${made?.record ?? "none"}$`), { timeout: 30_000 });
  await expect(page.getByText("It was created here").first()).toBeVisible();
  expect(await written()).toHaveLength(1);
});
