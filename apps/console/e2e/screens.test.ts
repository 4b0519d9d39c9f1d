import type { Page } from "@playwright/test";
import { ConsoleApi, memberOf, textAt } from "./directory.ts";
import { expect, expectNoAxeFindings, expectNoSidewaysScroll, expectOneScroll, test, useHouse } from "./journey.ts";
import { personNamed, samplePlans, spotNamed } from "./people.ts";

const house = useHouse();

const personName = "Дмитрий Юрьев, NP";
const scheduleName = "Queen's Gate Children's Clinic";

interface Screen {
  name: string;
  path: string;
  /** What is there once it stands. */
  shows: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => async (page: Page) =>
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
const text = (words: string | RegExp) => async (page: Page) =>
  await expect(page.getByText(words).first()).toBeVisible();

/** Every address of the console, with data. */
function screensOf(
  indexId: string,
  ids: { practitionerId: string; scheduleId: string; held: string; draft: string },
): Screen[] {
  const { standard } = house().wire.profile.indexes;
  const changedAt = house().wire.ignored("practitioner");
  const directory = `/index-versions/${indexId}`;
  const practitioner = `${directory}/practitioners/${ids.practitionerId}`;
  const bookingCheck = `/booking-check?index=${indexId}&schedule=${encodeURIComponent(ids.scheduleId)}`;
  return [
    { name: "index versions", path: "/index-versions", shows: text(/of \d+ shown/) },
    { name: "create", path: "/index-versions/new?roster=sample", shows: heading("Create an index version") },
    {
      name: "create, with lines that are wrong",
      path: "/index-versions/new",
      shows: async (page) => {
        await page.getByRole("textbox", { name: "Roster" }).fill("not an id\n,,,\n=cmd()");
        await page.getByRole("button", { name: /^Create in test/ }).click();
        await expect(page.getByText("Write a name; the service keeps it.")).toBeVisible();
      },
    },
    {
      name: "create, from another directory's overrides",
      path: "/index-versions/new",
      shows: async (page) => {
        await page.getByText("Overrides of another directory").click();
        await expect(page.getByRole("button", { name: /^Whose overrides/ })).toBeVisible();
      },
    },
    { name: "index versions, one unknown", path: "/index-versions", shows: text("Its id is not known") },
    {
      name: "adopt",
      path: "/index-versions?adopt=1",
      shows: async (page) => await expect(page.getByRole("dialog")).toBeVisible(),
    },
    { name: "standard index", path: `/index-versions/${standard}`, shows: text("read-only") },
    { name: "roster", path: directory, shows: text(/40 of 40 shown/) },
    { name: "roster of schedules", path: `${directory}?type=schedule`, shows: text(/of \d+ shown/) },
    {
      name: "add to the roster",
      path: `${directory}?add=paste`,
      shows: async (page) => await expect(page.getByRole("dialog")).toBeVisible(),
    },
    {
      name: "copy another roster",
      path: `${directory}?add=copy`,
      shows: async (page) => await expect(page.getByRole("dialog", { name: "Add to the roster" })).toBeVisible(),
    },
    { name: "overrides", path: `${directory}/overrides`, shows: text(/[1-9]\d* of \d+ shown/) },
    {
      name: "runbook",
      path: `${directory}/overrides`,
      shows: async (page) => {
        await page.getByRole("button", { name: "Runbook" }).click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
      },
    },
    { name: "change sets of a directory", path: `${directory}/change-sets`, shows: text("2 fields of 2 records") },
    { name: "history", path: `${directory}/history`, shows: text(/Administrator/) },
    { name: "settings", path: `${directory}/settings`, shows: heading("Amara Okafor") },
    { name: "practitioner", path: practitioner, shows: heading("Phones") },
    {
      name: "practitioner, editing a phone",
      path: practitioner,
      shows: async (page) => {
        await page.getByRole("button", { name: "Edit: Phone, Office" }).click();
        await expect(page.getByLabel("Number")).toBeVisible();
      },
    },
    {
      name: "practitioner, editing plans",
      path: practitioner,
      shows: async (page) => {
        await page
          .getByRole("button", { name: /^Edit plans of/ })
          .first()
          .click();
        await expect(page.getByRole("option").first()).toBeVisible();
      },
    },
    {
      name: "practitioner, plans on all schedules",
      path: practitioner,
      shows: async (page) => {
        await page.getByRole("button", { name: "Edit plans on all 3" }).click();
        await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
      },
    },
    { name: "compare", path: `${practitioner}/compare`, shows: text("Verdict") },
    {
      name: "compare, a conflict",
      path: `${practitioner}/compare`,
      shows: async (page) => {
        await page
          .getByRole("button", { name: /^Resolve/ })
          .first()
          .click();
        await expect(page.getByRole("radio", { name: /Keep ours/ })).toBeVisible();
      },
    },
    {
      name: "compare, another index",
      path: `${practitioner}/compare`,
      shows: async (page) => {
        await page.getByRole("button", { name: "Swap index" }).click();
        await expect(page.getByRole("option").nth(1)).toBeVisible();
      },
    },
    { name: "compare, all rows", path: `${practitioner}/compare?all=1`, shows: text("Verdict") },
    { name: "compare, sentences", path: `${practitioner}/compare?view=sentences`, shows: heading("Needs a person") },
    { name: "compare, raw side by side", path: `${practitioner}/compare?view=raw`, shows: text(changedAt) },
    {
      name: "compare, raw unified",
      path: `${practitioner}/compare?view=raw&lines=unified`,
      shows: text(changedAt),
    },
    { name: "change sets", path: "/change-sets", shows: text("2 fields of 2 records") },
    { name: "change set, held", path: `/change-sets/${ids.held}`, shows: text(/held\./) },
    { name: "change set, draft", path: `/change-sets/${ids.draft}`, shows: heading("Evidence") },
    { name: "plan catalogue", path: "/plans", shows: text(/of \d+ shown/) },
    {
      name: "import plans",
      path: "/plans",
      shows: async (page) => {
        await page.getByRole("button", { name: "Import plans" }).first().click();
        await expect(page.getByRole("dialog", { name: "Import plans" })).toBeVisible();
      },
    },
    {
      name: "booking check, which schedule",
      path: `/booking-check?index=${indexId}`,
      shows: async (page) =>
        await expect(
          page.getByRole("list", { name: "Schedules of the roster" }).getByRole("button").first(),
        ).toBeVisible(),
    },
    {
      name: "booking check, another directory",
      path: `/booking-check?index=${indexId}`,
      shows: async (page) => {
        await page.getByRole("button", { name: /^Directory/ }).click();
        await page.getByRole("combobox", { name: "Find a directory" }).fill("standard");
        await expect(page.getByRole("option", { name: /Standard index/ })).toBeVisible();
      },
    },
    { name: "booking check", path: bookingCheck, shows: heading("Booking procedure") },
    {
      name: "booking check of a plan",
      path: bookingCheck,
      shows: async (page) => {
        await page.getByRole("table").getByRole("button").first().click();
        await expect(
          page.getByText(/^(?:Accepted|Not accepted)(?: through the gateway only| by the service only)?:$/),
        ).toBeVisible();
      },
    },
    {
      name: "booking check, creating a patient",
      path: bookingCheck,
      shows: async (page) => {
        await page.getByText("Create in test", { exact: true }).click();
        await expect(page.getByLabel("First name")).toBeVisible();
      },
    },
    {
      name: "booking check of a schedule that is not there",
      path: `/booking-check?index=${indexId}&schedule=${encodeURIComponent(`${ids.scheduleId}9`)}`,
      shows: text("The service has no schedule with this id"),
    },
    { name: "activity", path: "/activity", shows: text(/Administrator/) },
    { name: "developer", path: "/developer", shows: heading("What this service can do") },
    {
      name: "developer, one request",
      path: "/developer",
      shows: async (page) => {
        await page.getByRole("row").nth(1).click();
        await expect(page.getByRole("region", { name: "The chosen request" })).toBeVisible();
      },
    },
    { name: "developer, profile", path: "/developer/profile", shows: heading("Dry run") },
    { name: "developer, gateway", path: "/developer/gateway", shows: heading("Tokens") },
    { name: "nothing there", path: "/nowhere", shows: heading(/.+/) },
    {
      name: "command palette",
      path: directory,
      shows: async (page) => {
        await text(/40 of 40 shown/)(page);
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search or run a command" }).fill("c");
        await expect(page.getByText("Searches what this console has seen.")).toBeVisible();
      },
    },
    {
      name: "key sheet",
      path: practitioner,
      shows: async (page) => {
        await heading("Phones")(page);
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      },
    },
    {
      name: "index switcher",
      path: directory,
      shows: async (page) => {
        await text(/40 of 40 shown/)(page);
        await page.keyboard.press("Control+j");
        await expect(page.getByRole("combobox").last()).toBeVisible();
      },
    },
  ];
}

/** What the console shows of a practitioner with one of everything: ours held, staged, base moved and a conflict. */
async function prepare(page: Page): Promise<Screen[]> {
  const api = new ConsoleApi(page, house());
  await api.importSamplePlans();
  const indexId = await api.createDirectory("Amara Okafor", { notes: "Refers knees and hips." });
  const person = await personNamed(house(), personName);
  const { record: schedule } = spotNamed(person, scheduleName);
  const { record } = person;
  const plans = (await house().service.read(schedule)).ids("acceptedInsurances");
  const added = (await samplePlans(house())).find(({ id }) => !plans.includes(id))?.id;
  const held = await api.applyChanges(
    indexId,
    [
      { record, field: "preferredName", operation: { op: "set", value: "Dr. Yuryev" } },
      { record: schedule, field: "acceptedInsurances", operation: { op: "remove", element: plans[0] } },
      { record: schedule, field: "acceptedInsurances", operation: { op: "add", element: added } },
    ],
    "The practice called",
  );
  const before = await house().service.read(record);
  const phones = before.phones.map((phone, at) => (at === 1 ? { ...phone, number: "+14085550177" } : phone));
  await house().control("POST", "/drift", before.toSay({ preferredName: "Dmitri", phones }));
  await api.call("GET", `/index-versions/${indexId}/practitioners/${person.id}?maxAge=0`);
  const staged = await api.call("POST", `/index-versions/${indexId}/changes`, {
    changes: [
      { record, field: "phones", operation: { op: "add", element: { number: "(408) 555-0142", label: "Referrals" } } },
    ],
  });
  await house().control("POST", "/faults", { kind: "reset-after", method: "POST", path: "index_version", times: 1 });
  await api.call("POST", "/index-versions", { name: "Reply lost", roster: "", startFrom: { kind: "standard" } });
  await api.call("POST", "/tokens", { name: "intake app", expiresInDays: 90 });
  return screensOf(indexId, {
    practitionerId: person.id,
    scheduleId: schedule.id,
    held,
    draft: textAt(memberOf(staged, "changeSet"), "id"),
  });
}

test("sign-in, set-up and a first run without anything have no findings", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [path, name] of [
      ["/sign-in", "Sign in"],
      ["/set-up", "Set up the console"],
    ] as const) {
      await page.goto(`${house().origin}${path}`);
      await heading(name)(page);
      await expectNoAxeFindings(page, `${name}, ${colorScheme}`);
    }
  }
  await new ConsoleApi(page, house()).signIn();
  const { indexes } = house().wire.profile;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of [
      "/index-versions",
      "/change-sets",
      "/plans",
      "/developer",
      `/index-versions/${indexes.standard}`,
      `/index-versions/${indexes.test}/overrides`,
      `/index-versions/${indexes.test}/change-sets`,
    ]) {
      await page.goto(`${house().origin}${path}`);
      await heading(/^(?:No |Nothing|Developer)/)(page);
      await expectNoAxeFindings(page, `${path} without anything, ${colorScheme}`);
    }
  }
});

test("every screen, drawer, palette and sheet has no findings, light and dark, and none is wider than its window", async ({
  page,
}) => {
  test.setTimeout(900_000);
  await new ConsoleApi(page, house()).signIn();
  const screens = await prepare(page);
  for (const screen of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${house().origin}${screen.path}`);
    expect.soft(await screen.shows(page).then(() => "stands", String), screen.name).toBe("stands");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page, `${screen.name}, ${colorScheme}`);
    }
    for (const width of [900, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page, `${screen.name} at ${width}`);
      await expectOneScroll(page, `${screen.name} at ${width}`);
    }
  }
});
