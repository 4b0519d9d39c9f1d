import type { Page } from "@playwright/test";
import { type ConsoleApi, memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { sampleRoster } from "#e2e/stack/sample-roster.ts";
import type { TestStack } from "#e2e/stack/test-stack.ts";
import { expectAccessible, expectNoFindings, text } from "./accessible-screens.ts";
import { enter, reach, typeInto, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const directories = [
  "Ortiz Villalobos",
  "Weiß-Großmann",
  "王秀英 Wang Xiuying",
  "Adébáyò",
  "Þorsteinsdóttir",
  "Ní Dhomhnaill",
  "حداد Haddad",
  "Παπαδόπουλος",
  "Kealoha-ʻĀina",
  "Raghunathan",
  "Yıldız",
  "Коваленко",
  "St. Brigid",
  "García-Peña",
];
const replaced = "(415) 555-0120";
const stated = "(415) 555-0186";

const place = "Harbour Row Clinic";
const elsewhere = "Elm Street Clinic";

interface Practice {
  practitionerIds: string[];
  scheduleIds: string[];
  /** A plan that most of the schedules at the place accept, and those that do; some elsewhere do, too. */
  plan: { id: string; scheduleIds: string[] };
}

/**
 * Nine practitioners of the sample who, in the standard index, share one number; read from the service itself. The first schedule of
 * each is at one place, the others are at another.
 */
async function foundPractice(of: TestStack, roster: readonly string[]): Promise<Practice> {
  const practitionerIds = new Set<string>();
  const scheduleIds: string[] = [];
  const accepted = new Map<string, string[]>();
  for (const id of roster) {
    const schedule = await of.service.read({ type: "schedule", id });
    const practitionerId = schedule.reference("practitioner");
    const isFirst = !practitionerIds.has(practitionerId);
    if (practitionerIds.size === 9 && isFirst) break;
    practitionerIds.add(practitionerId);
    scheduleIds.push(id);
    if (isFirst)
      for (const plan of schedule.ids("acceptedInsurances")) accepted.set(plan, [...(accepted.get(plan) ?? []), id]);
    await of.control("POST", "/drift", schedule.changeTo({ name: isFirst ? place : elsewhere }));
  }
  for (const id of practitionerIds) {
    const practitioner = await of.service.read({ type: "practitioner", id });
    const phones = [{ number: replaced, extension: null, label: "scheduling" }];
    await of.control("POST", "/drift", practitioner.changeTo({ phones }));
  }
  const [most = ["", []] as const] = [...accepted].toSorted(([, a], [, b]) => b.length - a.length);
  const [planId, at] = most;
  for (const id of scheduleIds) {
    const schedule = await of.service.read({ type: "schedule", id });
    const plans = new Set([...schedule.ids("acceptedInsurances"), planId]);
    if (schedule.text("name") === elsewhere)
      await of.control("POST", "/drift", schedule.changeTo({ acceptedInsurances: [...plans] }));
  }
  return { practitionerIds: [...practitionerIds], scheduleIds, plan: { id: planId, scheduleIds: [...at] } };
}

const cell = (page: Page, fact: number, directory: string) =>
  page.getByRole("button", { name: new RegExp(`^${fact}, .* in ${directory}: `) });

/** The practice's nine practitioners on the rosters of fourteen directories. */
async function createDirectories(api: ConsoleApi, of: TestStack) {
  await api.importSamplePlans();
  const practice = await foundPractice(of, (await sampleRoster(of)).trim().split("\n").slice(1));
  const indexIds: string[] = [];
  for (const name of directories)
    indexIds.push(await api.createDirectory(name, { roster: practice.scheduleIds.join("\n") }));
  return { practice, indexIds };
}

/** Types a phone, a plan that is gone and the evidence, and finds the places. */
async function findPlaces(page: Page, planId: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "What did they say?" })).toBeVisible();
  await typeInto(page.getByLabel("Phone is now"), stated);
  await typeInto(page.getByLabel("Instead of the number"), replaced);
  await enter(page.getByRole("button", { name: "Add a plan" }));
  await expect(page.getByLabel("Whether the plan is accepted")).toBeFocused();
  await enter(page.getByRole("button", { name: "Choose the plan" }));
  await expect(page.getByRole("combobox", { name: "Plan", exact: true })).toBeFocused();
  await page.keyboard.type(planId);
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await reach(page.getByRole("radio", { name: "People" }));
  await reach(page.getByRole("radio", { name: "A place" }), { key: "ArrowLeft" });
  await typeInto(page.getByRole("combobox", { name: "Place" }), "harbour");
  await expect(page.getByRole("option", { name: `${place} 9 schedules` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Take ${place} out` })).toBeVisible();
  await page.keyboard.press("Enter");
  await typeInto(page.getByLabel("Said by"), "Siobhán Mac Gabhann, practice manager, by phone");
  await typeInto(page.getByLabel("Reason"), "Two contracts end, new switchboard");
  await expect(page.getByText("9 practitioners in 14 directories")).toBeVisible();
}

test.describe("with a service whose updates are not documented", () => {
  const stack = useTestStack();

  test("the practice called: nine practitioners in fourteen directories, from the call to the last receipt", async ({
    page,
  }) => {
    const api = await signIn(page, stack());
    const { practice, indexIds } = await createDirectories(api, stack());
    // One practitioner has a line of their own in two of the directories, set on purpose.
    const [ownPractitionerId = ""] = practice.practitionerIds;
    for (const [index, extension] of [
      [0, "4"],
      [1, null],
    ] as const) {
      const record = { type: "practitioner", id: ownPractitionerId };
      const indexId = indexIds[index] ?? "";
      const element = await api.phoneElement({ indexId, practitionerId: ownPractitionerId, record }, replaced);
      const by = { number: extension === null ? "(415) 555-0133" : replaced, extension, label: "scheduling" };
      const change = { record, field: "phones", operation: { op: "replace", element, by }, asItStands: true };
      await api.applyChanges(indexId, [change], "Rings at home");
    }
    const phones = 9 * 14 - 2;
    const plans = practice.plan.scheduleIds.length * 14;

    await test.step("two facts about one of two places are typed, and it finds who works there", async () => {
      await withoutPointer(page);
      await page.goto(`${stack().pages}/index-versions`);
      await expect(page.getByRole("heading", { name: "Index versions" })).toBeVisible();
      await page.keyboard.press("g");
      await page.keyboard.press("s");
      await findPlaces(page, practice.plan.id);
    });

    await test.step("what was set on purpose is left out, with its verbs", async () => {
      await expect(
        page.getByRole("button", { name: `Stage ${phones + plans} changes in 14 directories` }),
      ).toBeVisible();
      await expect(page.getByText("2 changes, 2 causes.", { exact: false })).toBeVisible();
      await expect(page.getByText(`${elsewhere} in`, { exact: false })).toBeVisible();
      await enter(page.getByRole("button", { name: `Add a place: ${elsewhere}` }));
      await expect(page.getByText("of their schedules are elsewhere", { exact: false })).toBeHidden();
      await enter(page.getByRole("button", { name: `Take ${elsewhere} out` }), { key: "Shift+Tab", most: 60 });
      await enter(page.getByRole("button", { name: "Find where it applies" }));
      await expect(
        page.getByRole("button", { name: `Stage ${phones + plans} changes in 14 directories` }),
      ).toBeVisible();
      await enter(page.getByRole("button", { name: /^Keep ext. 4: 1 with another extension/ }));
      await expect(
        page.getByRole("button", { name: `Stage ${phones + plans + 1} changes in 14 directories` }),
      ).toBeVisible();
    });

    await test.step("by keyboard, one place is left as it is, and one fact of another", async () => {
      const first = cell(page, 1, "Yıldız").first();
      await reach(page.getByRole("button", { name: /^1, .* in .*: / }), { key: "Shift+Tab" });
      await reach(first, { key: "ArrowRight" });
      await page.keyboard.press("1");
      await expect(first).toHaveAccessibleName(/left out$/);
      await expect(page.getByRole("button", { name: `Stage ${phones + plans} changes` })).toBeVisible();
      await page.keyboard.press("1");
      await expect(first).toHaveAccessibleName(/, ticked$/);
      await page.keyboard.press("ArrowRight");
      await expect(cell(page, 2, "Yıldız").first()).toBeFocused();
    });

    await test.step("a cell opens to its records, each with its place and a tick of its own", async () => {
      const last = cell(page, 1, "García-Peña").last();
      await reach(cell(page, 2, "Yıldız").last(), { key: "ArrowDown" });
      await reach(last, { key: "ArrowLeft" });
      await page.keyboard.press("Enter");
      const records = page.getByRole("region", { name: /in García-Peña$/ });
      await expect(records.getByText(`Schedule at ${place}`)).toBeVisible();
      const away = records.getByRole("checkbox", { name: new RegExp(elsewhere) });
      for (const checkbox of await away.all()) await expect(checkbox).toBeDisabled();
      await expect(last).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await expect(page.getByRole("button", { name: `Stage ${phones + plans} changes` })).toBeVisible();
      await page.keyboard.press("Space");
      await expect(page.getByRole("button", { name: `Stage ${phones + plans + 1} changes` })).toBeVisible();
      await expectNoFindings(page, "a statement with an opened cell");
      await page.keyboard.press("Escape");
      await expect(records).toBeHidden();
      await expect(last).toBeFocused();
    });

    await test.step("left and reopened, it keeps its ticks where nothing moved, and names the rest", async () => {
      await expect(page.getByText(/^Kept since/)).toBeVisible();
      const [, , third = ""] = indexIds;
      const record = { type: "practitioner", id: practice.practitionerIds[1] ?? "" };
      const outside = (await stack().service.read(record, third)).changeTo({
        phones: [{ number: "(415) 555-0199", extension: null, label: "scheduling" }],
      });
      await stack().control("POST", "/outside", { ...outside, index: third });
      await page.goto(`${stack().pages}/index-versions`);
      await api.call("GET", `/index-versions/${third}/practitioners/${record.id}?maxAge=0`);
      await page.goto(`${stack().pages}/statements`);
      await expect(page.getByText("Since you looked, 1 finding moved or came.")).toBeVisible();
      await expect(page.getByRole("button", { name: `Stage ${phones + plans} changes in 14` })).toBeVisible();
      await page.keyboard.press("l");
      await enter(page.getByRole("button", { name: /^Take this 1: 1 changed outside/ }), { most: 5 });
      await expect(page.getByText(/^Since you looked/)).toBeHidden();
      await enter(page.getByRole("button", { name: /^Leave it: 1 changed outside/ }), { most: 5 });
      await enter(page.getByRole("button", { name: "Tick it all the same" }), { key: "Shift+Tab", most: 60 });
    });

    await test.step("exactly that is staged, by keyboard, what it reaches since is named, and it is reviewed", async () => {
      await api.createDirectory("Somebody new", { roster: practice.scheduleIds[0] ?? "" });
      await page.keyboard.press("Control+Enter");
      await expect(page.getByText("Since then the statement also reaches", { exact: false })).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: /in Somebody new$/ })).toHaveCount(1);
      await expect(page.getByRole("link", { name: `${phones + plans + 1} changes staged` })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/change-sets\/set_/);
      const changeSetId = /set_\w+/.exec(page.url())?.[0] ?? "";
      expect(await api.call("GET", `/change-sets/${changeSetId}`)).toMatchObject({
        state: "draft",
        indexCount: 14,
        counts: { total: phones + plans + 1, draft: phones + plans + 1 },
      });
      await expect(page.getByLabel("Reason")).toHaveValue("Two contracts end, new switchboard");
    });

    await test.step("applied with the stub, every change is held, and none is shown as done", async () => {
      const changeSetId = /set_\w+/.exec(page.url())?.[0] ?? "";
      await expect(page.getByRole("button", { name: /^Apply \d+ changes to test/ })).toBeVisible();
      await page.keyboard.press("Control+Enter");
      await expect.poll(async () => textAt(await api.call("GET", `/change-sets/${changeSetId}`), "state")).toBe("held");
      expect(memberOf(await api.call("GET", `/change-sets/${changeSetId}`), "counts")).toMatchObject({
        held: phones + plans + 1,
      });
    });

    await test.step("asked again, nothing is left to change but the directory that came since", async () => {
      await page.goto(`${stack().pages}/statements`);
      await typeInto(page.getByLabel("Phone is now"), stated);
      await typeInto(page.getByLabel("Instead of the number"), replaced);
      await reach(page.getByRole("radio", { name: "People" }));
      await reach(page.getByRole("radio", { name: "A list" }), { key: "ArrowRight" });
      const [byName = "", ...ids] = practice.practitionerIds;
      const view = await api.call("GET", `/index-versions/${indexIds[0]}/practitioners/${byName}`);
      const name = textAt(memberOf(view, "practitioner"), "name");
      await reach(page.getByLabel("Ids and names"));
      await page.keyboard.insertText(`${ids.join("\n")}\n${name}\nnobody`);
      await enter(page.getByRole("button", { name: "Look up the list" }));
      await expect(page.getByText("On no roster: nobody")).toBeVisible();
      await enter(page.getByRole("button", { name: "Find where it applies" }));
      await expect(page.getByText(/^8 practitioners in 1\d directories/)).toBeVisible();
      await expect(page.getByText("1 of the list on no roster")).toBeVisible();
      await expect(page.getByText("1 of the list that nobody confirmed")).toBeVisible();
      await enter(page.getByRole("button", { name: "Confirm it" }));
      await expect(page.getByRole("checkbox", { name })).toBeFocused();
      await enter(page.getByRole("button", { name: "Take the 1 that is found once" }), { key: "Shift+Tab" });
      await expect(page.getByText("of the list that nobody confirmed", { exact: false })).toBeHidden();
      await enter(page.getByRole("button", { name: "Find where it applies" }));
      await expect(page.getByText("9 practitioners in 15 directories")).toBeVisible();
      await expect(page.getByRole("button", { name: "Stage 1 change in 1 directory" })).toBeEnabled();
      const keptAsked = async () => JSON.stringify(await api.call("GET", "/statements/kept")).split('"asked":{')[1];
      await expect.poll(keptAsked, "what was found last is kept").toContain(byName);
    });

    await test.step("the screen has no findings, light and dark, and fits its window", async () => {
      await expectAccessible(page, stack(), [
        {
          name: "a statement that was begun",
          path: "/statements",
          shows: text("9 practitioners in 15 directories"),
        },
        {
          name: "a statement with its places",
          path: "/statements",
          shows: async (screen) => {
            await enter(screen.getByRole("button", { name: "Discard" }));
            await expect(screen.getByLabel("Instead of the number")).toHaveValue("");
            await typeInto(screen.getByLabel("Phone is now"), "(415) 555-0199");
            await typeInto(screen.getByLabel("Instead of the number"), stated);
            await enter(screen.getByRole("button", { name: "Find where it applies" }));
            await expect(screen.getByText(/practitioners in 15 directories/)).toBeVisible();
          },
        },
      ]);
    });

    await test.step("that the rest is right is a fact too: one call verifies nine people, and stages what is new", async () => {
      await page.goto(`${stack().pages}/statements`);
      await typeInto(page.getByLabel("Phone is now"), stated);
      await typeInto(page.getByLabel("Instead of the number"), replaced);
      await enter(page.getByRole("button", { name: "It is right" }));
      await reach(page.getByRole("combobox", { name: "How it was said" }));
      await page.keyboard.type("in person");
      await reach(page.getByRole("radio", { name: "People" }));
      await reach(page.getByRole("radio", { name: "A list" }), { key: "ArrowRight" });
      await reach(page.getByLabel("Ids and names"));
      await page.keyboard.insertText(practice.practitionerIds.join("\n"));
      await enter(page.getByRole("button", { name: "Look up the list" }));
      await enter(page.getByRole("button", { name: "Find where it applies" }));
      await expect(page.getByText("9 practitioners in 15 directories")).toBeVisible();
      await expect(page.getByLabel("Said by")).toHaveAccessibleDescription(/Enter who said that it is right\.$/);
      await typeInto(page.getByLabel("Said by"), "Siobhán Mac Gabhann");
      await expect(page.getByText("where something moved, and nobody settled it", { exact: false })).toBeVisible();
      await expect(page.getByRole("button", { name: /^Stage 1 change, verify \d+ records/ })).toBeEnabled();
      await expectNoFindings(page, "a statement that says what is right");
      await page.keyboard.press("Control+Enter");
      await expect(page).toHaveURL(/\/change-sets\/set_/);
      const { items } = (await api.call("GET", "/verifications?due=all&limit=200")) as {
        items: { practitionerId: string; entries: { last: { saidBy: string; how: string } | null }[] }[];
      };
      const entries = items.filter((item) => practice.practitionerIds.includes(item.practitionerId));
      expect(entries).toHaveLength(9);
      const said = entries.flatMap((item) => item.entries.map(({ last }) => `${last?.saidBy}, ${last?.how}`));
      expect(said).toHaveLength(9 * 14 + 1);
      expect(new Set(said)).toEqual(new Set(["Siobhán Mac Gabhann, in person"]));
    });
  });
});

test.describe("with a service that takes updates", () => {
  const stack = useTestStack();

  test("the practice called: every change is sent, and its receipt agrees with the service", async ({ page }) => {
    const api = await signIn(page, stack());
    await api.turnWritesOn();
    const { practice, indexIds } = await createDirectories(api, stack());
    const changes = (9 + practice.plan.scheduleIds.length) * 14;
    await withoutPointer(page);
    await page.goto(`${stack().pages}/statements`);
    await findPlaces(page, practice.plan.id);
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/change-sets\/set_/);
    const changeSetId = /set_\w+/.exec(page.url())?.[0] ?? "";
    await expect(page.getByRole("button", { name: `Apply ${changes} changes to test` })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(async () => textAt(await api.call("GET", `/change-sets/${changeSetId}`), "state"), { timeout: 180_000 })
      .toBe("applied");
    const writes = (await stack().ledger()).filter(({ operation }) => operation === "record.update");
    expect(writes).toHaveLength(changes);
    expect(new Set(writes.map(({ index, record }) => `${index} ${record}`)).size).toBe(changes);
    const sent = await api.call("GET", `/change-sets/${changeSetId}/changes?limit=200`);
    for (const change of memberOf(sent, "items") as readonly unknown[])
      expect(memberOf(change, "receipt")).toMatchObject({ asWanted: true, base: "unmoved" });
    for (const indexId of indexIds) {
      for (const id of practice.practitionerIds)
        expect((await stack().service.read({ type: "practitioner", id }, indexId)).numbers).toEqual([stated]);
      for (const id of practice.scheduleIds) {
        const schedule = await stack().service.read({ type: "schedule", id }, indexId);
        const isElsewhere = schedule.text("name") === elsewhere;
        expect(schedule.ids("acceptedInsurances").includes(practice.plan.id)).toBe(isElsewhere);
      }
    }
    for (const id of practice.practitionerIds)
      expect((await stack().service.read({ type: "practitioner", id })).numbers).toEqual([replaced]);
  });
});
