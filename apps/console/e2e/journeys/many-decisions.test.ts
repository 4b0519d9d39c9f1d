import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";

// With the waiting times of production, so that there is time to undo.
const stack = useTestStack({ waitMs: null });

test("conflicts of a directory are decided together: from the inbox, the roster and a practitioner, by keyboard and mouse", async ({
  page,
  watch,
}) => {
  // A decision about what has moved meanwhile is refused.
  watch.allowConsoleLine(/status of 409/);
  // Where the stream of events is opened anew while its requests are aborted.
  watch.allowConsoleLine(/ERR_FAILED \S+\/events/);
  const { service, pages } = stack();
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  const at = `/index-versions/${indexId}`;
  const roster = memberOf(await api.call("GET", `${at}/roster?limit=5`), "items") as readonly unknown[];
  const people = roster.map((entry) => ({ type: "practitioner", id: textAt(memberOf(entry, "record"), "id") }));
  const [first] = people;
  if (first === undefined || people.length < 5) throw new Error("The sample has fewer than five practitioners.");
  const fields = ["preferredName", "displayName"];
  const values = people.flatMap((record) => fields.map((field) => ({ record, field })));
  const setId = await api.applyChanges(
    indexId,
    values.map(({ record, field }, place) => ({ record, field, operation: { op: "set", value: `Ours ${place}` } })),
    "As the practice wants it",
  );
  const moveBase = async (records: typeof people, to: string) => {
    const changes = await Promise.all(
      records.map(async (record) =>
        (await service.read(record)).changeTo({ preferredName: to, displayName: `${to} MD` }),
      ),
    );
    await stack().control("POST", "/drift", { changes });
    for (const { id } of records) await api.call("GET", `${at}/practitioners/${id}?maxAge=0`);
  };
  await moveBase(people, "Moved");
  const waiting = async (only = "conflict") => {
    const { items } = (await api.call("GET", `${at}/undecided?only=${only}`)) as {
      items: { record: { id: string }; fields: { key: string; drafts: string[] }[] }[];
    };
    return items.flatMap(({ record, fields: of }) => of.map(({ key, drafts }) => ({ id: record.id, key, drafts })));
  };
  expect(await waiting()).toHaveLength(values.length);
  const told = async () => {
    const { items } = (await api.call("GET", `/activity?indexId=${indexId}&limit=2`)) as {
      items: { sentence: string }[];
    };
    return items.map(({ sentence }) => sentence);
  };
  const bar = page.getByRole("region", { name: "Selection" });
  const dialog = page.getByRole("dialog");

  await test.step("of the set of held changes one that moved is split off by keyboard, and stays as it is for readers", async () => {
    await page.goto(`${pages}/change-sets/${setId}`);
    const moved = page.getByRole("region", { name: "Changed since" });
    const left = values.length;
    await expect(moved.getByRole("listitem")).toHaveCount(left);
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoAxeFindings(page, `held changes that moved at ${width}`);
      await expectNoHorizontalScroll(page, `held changes that moved at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await moved.getByRole("listitem").first().getByRole("button", { name: "Split off" }).press("Enter");
    await expect(moved.getByRole("listitem")).toHaveCount(left - 1);
    await page
      .getByText(/^split off: /)
      .getByRole("link")
      .press("Enter");
    await expect(moved.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("1 change is held")).toBeVisible();
    await expectNoAxeFindings(page, "the set of a held change that was split off");
    expect(await waiting()).toHaveLength(left);
  });

  await test.step("the inbox leads to all of them, ticked, and ours is kept in all by keyboard with one undo", async () => {
    await page.goto(`${pages}/inbox`);
    await page.getByRole("link", { name: "Resolve: Amara Okafor" }).click();
    await expect(bar).toContainText("10 fields selected");
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoAxeFindings(page, `what is to be decided at ${width}`);
      await expectNoHorizontalScroll(page, `what is to be decided at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("o");
    await expect(dialog).toContainText("Keeps our value in 10 fields until the standard index changes again.");
    await expectNoAxeFindings(page, "what keeping ours will do");
    await dialog.getByLabel("Why (optional)").fill("They said so again");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(told)
      .toEqual(["Administrator undid a decision about 10 fields", "Administrator kept our values of 10 fields"]);
    await expect.poll(async () => (await waiting()).length).toBe(values.length);
  });

  await test.step("from the roster, base is taken in what was selected there", async () => {
    await page.goto(
      `${pages}${at}?${people
        .slice(0, 2)
        .map(({ id }) => `selected=${id}`)
        .join("&")}`,
    );
    await bar.getByRole("link", { name: "To decide in these" }).click();
    await expect(bar).toContainText("4 fields selected");
    await bar.getByRole("button", { name: "Take base in 4" }).click();
    await dialog.getByRole("button", { name: "Take base in 4" }).click();
    await expect(page.getByText("Staged into your draft: 4 changes.")).toBeVisible();
    const staged = (await waiting()).filter(({ drafts }) => drafts.length > 0);
    expect(new Set(staged.map(({ id }) => id))).toEqual(new Set(people.slice(0, 2).map(({ id }) => id)));
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await waiting()).filter(({ drafts }) => drafts.length > 0)).toEqual([]);
  });

  await test.step("on a practitioner all of its own are decided, and nothing where one has moved meanwhile", async () => {
    await page.goto(`${pages}${at}/practitioners/${first.id}`);
    const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "To decide" }) });
    await section.getByRole("button", { name: "Select all 2" }).click();
    await expect(bar).toContainText("2 fields selected");
    await expectNoAxeFindings(page, "what is to be decided of a practitioner");
    await bar.getByRole("button", { name: "Keep ours in 2" }).click();
    await page.route("**/events*", (route) => route.abort());
    await moveBase([first], "Moved again");
    await dialog.getByRole("button", { name: "Keep ours in 2" }).click();
    await expect(page.getByText(/^2 of 2 have changed since you looked, so nothing was decided\./)).toBeVisible();
    expect(await waiting()).toHaveLength(values.length);
    await expect(bar).toHaveCount(0);
    await section.getByRole("checkbox", { name: /Preferred name/ }).check();
    await bar.getByRole("button", { name: "Keep ours" }).click();
    await dialog.getByRole("button", { name: "Keep ours" }).click();
    await expect.poll(async () => (await waiting()).length).toBe(values.length - 1);
    await expect(section).toHaveCount(0);
  });
});
