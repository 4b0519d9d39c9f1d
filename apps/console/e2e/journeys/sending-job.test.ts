import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { expectAccessible, text } from "./accessible-screens.ts";
import { enter, expectFocusKept, reach, typeInto, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings, expectNoHorizontalScroll } from "./page-checks.ts";
import { invite } from "./second-person.ts";

const stack = useTestStack({ writes: true });
const CHANGES = 22;

interface Told {
  id: string;
  state: string;
  record: { type: string; id: string };
  operation: { value: string };
  receipt: { asWanted: boolean; readBack: unknown; base: string } | null;
}

test("a set is reviewed by a second person, sent through faults and a kill, paused, cut short, retried and reverted, as the service's own ledger bears out", async ({
  page,
  browser,
  watch,
}) => {
  // The server is killed while the page is open.
  watch.allowConsoleLine(/net::ERR|status of 50\d/);
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Being sent");
  const roster = await api.call("GET", `/index-versions/${indexId}/roster?limit=40`);
  const practitioners = (memberOf(roster, "items") as readonly { record: Told["record"] }[]).map(
    ({ record }) => record,
  );
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  const says = (record: Told["record"], value: string) => ({
    record,
    field: "preferredName",
    operation: { op: "set", value },
    evidence,
  });
  const nameOf = async (record: Told["record"]) =>
    (await stack().service.read(record, indexId)).text("preferredName") ?? null;
  const before = new Map<string, string | null>();
  for (const record of practitioners) before.set(record.id, await nameOf(record));
  // The profile cannot write that there is no name, to which a revert would lead.
  const records = practitioners.filter(({ id: of }) => before.get(of)).slice(0, CHANGES);
  await api.call("PUT", "/approval-settings", { required: 1, ownCounts: false });
  const { id, version } = await api.stageChanges(
    indexId,
    records.map((record, at) => says(record, `Line ${at}`)),
  );
  const path = `/change-sets/${id}`;
  await api.call("POST", `${path}/submit`, { version });
  const told = async (of = id) =>
    memberOf(await api.call("GET", `/change-sets/${of}/changes?limit=200`), "items") as readonly Told[];
  const inState = async (state: string, of = id) => (await told(of)).filter((change) => change.state === state);
  const written = async () => (await stack().ledger()).filter(({ operation }) => operation === "record.update");
  const { page: theirs, context } = await invite(page, browser, {
    stack: stack(),
    name: "Bea Lindqvist",
    role: "Approver",
  });
  const grid = theirs.getByRole("grid", { name: "Changes to review" });
  const rowOf = (line: number) => grid.getByRole("row", { name: `Line ${line}, in ` });

  await test.step("the second person rejects two and asks for a change of one, by key", async () => {
    await withoutPointer(theirs);
    await theirs.goto(`${stack().pages}${path}`);
    for (const line of [0, 1]) {
      await reach(rowOf(line), { key: "j" });
      await theirs.keyboard.press("x");
      await expect(theirs.getByLabel("Why")).toBeFocused();
      await theirs.keyboard.type("It is another practitioner");
      await theirs.keyboard.press("Control+Enter");
      await expect(grid.getByText("rejected")).toHaveCount(line + 1);
    }
    await reach(rowOf(2), { key: "j" });
    await theirs.keyboard.press("c");
    await expect(theirs.getByLabel("What should change")).toBeFocused();
    await theirs.keyboard.type("Which spelling?");
    await theirs.keyboard.press("Control+Enter");
    await expect(grid.getByText("asked")).toBeVisible();
    await expectNoAxeFindings(theirs, "a set of which two are rejected and one is asked about");
  });

  const left = CHANGES - 2;
  await test.step("it is edited, and approved by the second person alone", async () => {
    await withoutPointer(page);
    await page.goto(`${stack().pages}${path}`);
    await enter(page.getByRole("button", { name: `Edit ${left} changes` }));
    const ask = page.getByRole("button", { name: `Ask for review of ${left} changes` });
    await expect(ask).toBeVisible();
    // Out of the field for the reason.
    await page.keyboard.press("Shift+Tab");
    await reach(page.getByRole("row", { name: "Line 2, in " }), { key: "j", most: 2 * left });
    await page.keyboard.press("e");
    await enter(page.getByRole("dialog").getByRole("link", { name: "Another value" }));
    await expect(page.getByRole("textbox", { name: "Preferred name" })).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("As spelled");
    await page.keyboard.press("Enter");
    await expect(page.getByText("As spelled").first()).toBeVisible();
    await page.keyboard.press("r");
    await expect(ask).toBeVisible();
    await typeInto(page.getByLabel("Reason"), "The spelling of the practice");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("button", { name: `Edit ${left} changes` })).toBeVisible();
    await theirs.reload();
    await expect(rowOf(3)).toBeVisible();
    await theirs.keyboard.press("Shift+A");
    await expect(theirs.getByText(`${left} changes approved`).first()).toBeVisible();
    await context.close();
  });

  const job = page.getByRole("region", { name: "Sending", exact: true });
  await test.step("it is sent while one request in five fails, and goes on after the server was killed", async () => {
    const approved = await inState("approved");
    expect(approved).toHaveLength(left);
    const faults = [
      { kind: "status", status: 503, method: "GET" },
      { kind: "reset-after", method: "POST" },
      { kind: "status", status: 500, phase: "after", method: "POST" },
      { kind: "reset-before", method: "GET" },
      { kind: "status", status: 503, method: "POST" },
    ];
    await stack().control(
      "POST",
      "/faults",
      approved.map(({ record }, at) => ({
        ...(at === 1 || at === 2 ? { kind: "status", status: 422, method: "POST" } : faults[at % faults.length]),
        path: record.id,
        // What is refused is refused again where the kill came between the refusal and its record.
        times: at === 1 || at === 2 ? 10 : 1,
      })),
    );
    // Slow enough that something is left to be withdrawn, however long the steps until then take.
    await stack().control("PUT", "/dials", { latencyMs: 400 });
    await expect(page.getByRole("button", { name: `Apply ${left} changes to test` })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(job).toContainText(new RegExp(`[1-9]\\d* of ${left}`));
    await stack().killServer();
    const atKill = (await written()).length;
    await page.reload();
    await expect.poll(async () => (await written()).length).toBeGreaterThan(atKill);
  });

  await test.step("P pauses it and resumes it", async () => {
    // The page was loaded anew.
    await expect(job.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await page.keyboard.press("p");
    await expect(job).toContainText(/Paused by .+, \d\d:\d\d:\d\d/);
    await expectNoAxeFindings(page, "a paused set");
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `a paused set at ${width}`);
    }
    await page.waitForTimeout(1_500);
    const paused = (await written()).length;
    await page.waitForTimeout(1_500);
    expect((await written()).length).toBe(paused);
    await stack().control("PUT", "/dials", { latencyMs: 800 });
    await page.keyboard.press("p");
    await expect(job).toContainText("Applying.");
    await expect.poll(async () => (await written()).length).toBeGreaterThan(paused);
  });

  await test.step("the rest is withdrawn with a reason, what was sent stays, and each receipt says what the ledger has", async () => {
    await page.keyboard.press("p");
    await expect(job).toContainText("Paused by");
    await enter(job.getByRole("button", { name: "Withdraw the rest" }));
    await expect(page.getByLabel("Why")).toBeFocused();
    await page.keyboard.type("They called again");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/\d+ withdrawn/).first()).toBeVisible();
    await expectFocusKept(page);
    await page.keyboard.press("p");
    await expect(job).toBeHidden();
    await stack().control("DELETE", "/faults");
    const changes = await told();
    const entries = await written();
    expect(new Set(entries.map(({ index }) => index))).toEqual(new Set([indexId]));
    for (const { state, record, operation, receipt } of changes) {
      const ofRecord = entries.filter((entry) => entry.record === record.id);
      expect([state, ofRecord.length, await nameOf(record)], record.id).toEqual(
        state === "applied" ? [state, 1, operation.value] : [state, 0, before.get(record.id)],
      );
      if (state === "applied")
        expect(receipt).toMatchObject({ asWanted: true, readBack: { value: operation.value }, base: "unmoved" });
    }
    expect(await inState("failed")).toHaveLength(2);
    expect((await inState("withdrawn")).length).toBeGreaterThan(0);
  });

  await test.step("what failed is sent again by one click, in a set that both name", async () => {
    await stack().control("PUT", "/dials", { latencyMs: 0 });
    await enter(page.getByRole("button", { name: "Retry 2 failed changes" }));
    await expect(page.getByText(/^retried by/)).toBeVisible();
    await expectFocusKept(page);
    await enter(page.getByText(/^retried by/).getByRole("link"));
    await expect(page.getByText(/^retries/)).toBeVisible();
    await expect(page.getByText("2 applied").first()).toBeVisible();
  });

  const applied = await inState("applied");
  const [kept, ...reverted] = applied;
  if (kept === undefined) throw new Error("Nothing was applied.");
  await api.call("PUT", "/approval-settings", { required: 0, ownCounts: true });
  const later = await api.applyChanges(indexId, [says(kept.record, "Later")], "They called again");

  await test.step("reverting says what it takes back, and names what a later set decides", async () => {
    await page.goto(`${stack().pages}${path}`);
    const revert = page.getByRole("button", { name: `Revert ${applied.length} changes` });
    await enter(revert);
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText(`${reverted.length} changes are taken back in a draft of its own`)).toBeVisible();
    await expect(drawer.getByRole("heading", { name: "1 change stays as it is" })).toBeVisible();
    await expect(drawer.getByText("A later change decides the same value.")).toBeVisible();
    const link = drawer.getByRole("link", { name: "See its change set" });
    await expect(link).toHaveAttribute("href", new RegExp(`${later}$`));
    await page.keyboard.press("Escape");
    await expect(revert).toBeFocused();
    await page.keyboard.press("Enter");
    await enter(page.getByRole("button", { name: `Stage the revert of ${reverted.length} changes` }));
    await expect(page.getByRole("heading", { level: 1, name: /^Revert of / })).toBeVisible();
    await expect(page.getByText(/^reverts /)).toBeVisible();
    const draft = new URL(page.url()).pathname.replace(/^.*?(?=\/change-sets\/)/, "");
    const apply = `Apply ${reverted.length} changes to test`;
    await expectAccessible(page, stack(), [{ name: "draft that reverts", path: draft, shows: text(apply) }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await typeInto(page.getByLabel("Reason"), "They were told the wrong names");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(`${reverted.length} applied`, { exact: true })).toBeVisible();
  });

  await test.step("all but what the later one decides says what it said before, and both sets name each other", async () => {
    for (const { record } of reverted) expect(await nameOf(record), record.id).toBe(before.get(record.id));
    expect(await nameOf(kept.record)).toBe("Later");
    expect((await inState("applied")).map(({ id: of }) => of)).toEqual([kept.id]);
    expect((await told(later)).map((change) => textAt(change, "state"))).toEqual(["applied"]);
    await enter(page.getByText(/^reverts /).getByRole("link"));
    await expect(page.getByText(/^reverted by /)).toBeVisible();
    const shown = `${reverted.length} reverted`;
    await expectAccessible(page, stack(), [{ name: "reverted set", path, shows: text(shown) }]);
  });
});
