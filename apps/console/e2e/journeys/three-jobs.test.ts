import type { Locator, Page } from "@playwright/test";
import { signIn } from "#e2e/stack/console-api.ts";
import { sampleRoster } from "#e2e/stack/sample-roster.ts";
import type { TestStack } from "#e2e/stack/test-stack.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();
const name = "Lindqvist referrals";
const reason = "Practice called: new number, plans not taken";

/** What a person does on a page: each action is carried out, and counted. A chord counts as its keys. */
class CountedActions {
  clicks = 0;
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async press(chord: string): Promise<void> {
    this.keys += chord.split("+").length;
    await this.#page.keyboard.press(chord);
  }

  /** Pastes what was copied before. */
  async paste(text: string): Promise<void> {
    this.keys += 2;
    await this.#page.keyboard.insertText(text);
  }

  get counts(): { clicks: number; keys: number } {
    return { clicks: this.clicks, keys: this.keys };
  }
}

/** A roster of eight schedules, and somebody of it with one schedule of two plans or more and one number. */
async function chooseSubject(of: TestStack) {
  const ids = (await sampleRoster(of)).trim().split("\n").slice(1, 9);
  const schedules = await Promise.all(ids.map((id) => of.service.read({ type: "schedule", id })));
  const owners = schedules.map((schedule) => schedule.reference("practitioner"));
  for (const [position, schedule] of schedules.entries()) {
    const owner = owners[position] ?? "";
    const plans = schedule.ids("acceptedInsurances");
    if (owners.filter((id) => id === owner).length > 1 || plans.length < 2) continue;
    const person = await of.service.read({ type: "practitioner", id: owner });
    const [phone] = person.phones;
    if (phone === undefined) continue;
    return {
      roster: ids.join("\n"),
      practitioners: new Set(owners).size,
      practitioner: person.text("displayName") ?? "",
      schedule,
      scheduleName: schedule.text("name") ?? "",
      plans: plans.slice(0, 2),
      phone: phone.number,
    };
  }
  throw new Error("The sample has changed: nobody of the roster has one schedule with two plans, and a phone.");
}

async function openPractitioner(page: Page, person: CountedActions, practitioner: string): Promise<void> {
  await person.click(page.getByText(practitioner, { exact: true }).first());
  await expect(page.getByRole("heading", { level: 1, name: practitioner, exact: true })).toBeVisible();
}

test("the three jobs take no more clicks and keys than they did", async ({ page }) => {
  const subject = await chooseSubject(stack());
  const api = await signIn(page, stack());
  // The first form of an installation holds the sample roster already.
  await api.createDirectory("Earlier", { roster: "" });
  await page.goto(`${stack().pages}/index-versions`);

  await test.step("set up a directory for a referrer", async () => {
    const person = new CountedActions(page);
    await person.click(page.getByRole("button", { name: "Create index version" }));
    await person.click(page.getByLabel("Name of the referrer"));
    await person.type("Dr. Lindqvist");
    await person.click(page.getByLabel("Name of the index version"));
    await person.type(name);
    await person.click(page.locator("textarea").first());
    await person.paste(subject.roster);
    await person.click(page.getByRole("button", { name: "Create in test" }));
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByText(`${subject.practitioners} of ${subject.practitioners} shown`)).toBeVisible();
    expect(person.counts).toEqual({ clicks: 5, keys: 34 });
  });

  await test.step("override a phone and two plans, with evidence, and apply", async () => {
    const person = new CountedActions(page);
    await openPractitioner(page, person, subject.practitioner);
    const row = page.getByRole("listitem").filter({ hasText: subject.phone }).last();
    await person.click(row);
    await person.click(row.getByRole("button", { name: /^Edit/ }));
    await expect(page.locator("input:focus")).toBeVisible();
    await person.press("Control+A");
    await person.type("3125550177");
    await person.press("Enter");
    await expect(page.getByRole("link", { name: "Review 1 change" })).toBeVisible();
    await person.click(page.getByRole("button", { name: `Edit plans of ${subject.scheduleName}` }));
    const [first, second] = subject.plans.map((plan) => page.getByRole("button", { name: `Remove ${plan}` }));
    if (first === undefined || second === undefined) throw new Error("The schedule has two plans.");
    const place = await second.boundingBox();
    await person.click(first);
    await expect(page.getByRole("link", { name: "Review 2 changes" })).toBeVisible();
    expect(await second.boundingBox(), "where the next one is removed").toEqual(place);
    await person.click(second);
    await person.click(page.getByRole("link", { name: "Review 3 changes" }));
    await expect(page.getByLabel("Reason")).toBeFocused();
    await person.type(reason);
    await person.click(page.getByLabel("Source"));
    await person.type("Call");
    await person.click(page.getByRole("button", { name: "Apply 3 changes to test" }));
    await expect(page.getByText("3 changes are held").first()).toBeVisible();
    expect(person.counts).toEqual({ clicks: 9, keys: 61 });
  });

  await stack().control("POST", "/drift", subject.schedule.changeTo({ name: "Moved since" }));
  await page.goto(`${stack().pages}/index-versions`);

  await test.step("find out which fields differ, why, and whether base moved", async () => {
    const person = new CountedActions(page);
    await person.click(page.getByText(name, { exact: true }).first());
    await openPractitioner(page, person, subject.practitioner);
    await person.click(page.getByRole("link", { name: "Compare" }).first());
    await person.click(page.getByRole("button", { name: "Read now" }));
    await expect(page.getByText("base moved").first()).toBeVisible();
    await person.click(page.getByText(/^Phone/).first());
    await expect(page.getByText(reason).first()).toBeVisible();
    expect(person.counts).toEqual({ clicks: 5, keys: 0 });
  });
});
