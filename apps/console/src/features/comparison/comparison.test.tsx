import { Creation, Decided, ImportedPlans, PlanPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readingText } from "#/record/reading-value.tsx";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

describe("compare view", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    await open.view();
  });
  afterEach(() => open[Symbol.asyncDispose]());
  const visit = (query = "") => open.visit(`${open.root}/practitioners/${open.practitionerId}/compare${query}`);
  const rowOf = async (name: string) => {
    const row = (await screen.findByRole("button", { name })).closest<HTMLElement>("[role=row]");
    if (row === null) throw new Error(`${name} is in no row`);
    return within(row);
  };

  it("says in words and in the address what standard moved, and the same as a sentence", async () => {
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const row = await rowOf("Preferred name");
    expect(row.getByText("base moved")).toBeDefined();
    expect(row.getByText("Dr. Theirs")).toBeDefined();
    fireEvent.click(screen.getByRole("radio", { name: "Sentences" }));
    expect(await screen.findByRole("region", { name: "The standard index moved" })).toBeDefined();
    expect(open.address()).toContain("view=sentences");
  });

  it("says of sentences that there are no differences only where there are none", async () => {
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit("?view=sentences&off=base+moved");
    await screen.findByText("What differs is hidden: its verdicts are switched off.");
    fireEvent.click(screen.getByRole("button", { name: "1 base moved" }));
    await screen.findByRole("region", { name: "The standard index moved" });
    expect(screen.queryByText(/^(?:What differs|No differences)/)).toBeNull();
  });

  it("exports what is compared with the standard index, also where the address names it", async () => {
    await visit("?against=idx_standard");
    expect(await screen.findByRole("button", { name: "Export" })).toBeDefined();
  });

  it("says who set a value, when and why, and opens the runbook of what is held", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const evidence = { reason: "The practice called." };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" }, evidence }]),
    );
    await visit("?view=sentences");
    await screen.findByText(/^Set by Ada Admin on .*: “The practice called”\. Pin\.$/);
    fireEvent.click(screen.getByRole("button", { name: "Runbook" }));
    expect(await screen.findByRole("dialog", { name: /^Runbook/ })).toBeDefined();
  });

  it("says beside a request which the service answers without what is held that our gateway serves that", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" } }]),
    );
    const at = (field: string) => `?all=1&at=${encodeURIComponent(`practitioner/${open.practitionerId}/${field}`)}`;
    await visit(at("preferredName"));
    const told = "The service answers without our value; our gateway serves it.";
    expect((await screen.findByRole("region", { name: "About Preferred name" })).textContent).toContain(told);
    await visit(at("displayName"));
    expect((await screen.findByRole("region", { name: "About Display name" })).textContent).not.toContain(told);
  });

  it("tells of standard that came to say what the override says, although the values are the same now", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const before = (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Same" } }]),
    );
    await open.moves("drift", "preferredName", "Dr. Same");
    await open.view();
    await visit(`?all=1&at=${encodeURIComponent(`practitioner/${open.practitionerId}/preferredName`)}`);
    const strip = await screen.findByRole("region", { name: "About Preferred name" });
    const was = readingText(before?.values.base ?? null);
    await waitFor(() => expect(strip.textContent).toContain(`before: ${was}`));
  });

  it("asks which side changed only where the two differ", async () => {
    const [roster] = open.test.sandbox.samples.roster.split("\n");
    const other = await open.call("POST", "/index-versions", Creation, { name: "Another", roster });
    await open.test.deps.background.idle();
    await open.moves("outside", "preferredName", "Dr. Here");
    await open.view();
    const at = (field: string) => encodeURIComponent(`practitioner/${open.practitionerId}/${field}`);
    await visit(`?all=1&against=${other.indexId}&at=${at("preferredName")}`);
    const differing = await screen.findByRole("region", { name: "About Preferred name" });
    expect(differing.textContent).toContain("not known which side changed");
    cleanup();
    await visit(`?all=1&against=${other.indexId}&at=${at("displayName")}`);
    const same = await screen.findByRole("region", { name: "About Display name" });
    expect(same.textContent).toContain("The same in both.");
    expect(same.textContent).not.toContain("not known which side changed");
  });

  it("says so when an index to compare with is not known here", async () => {
    await visit("?against=idx_nobody");
    await screen.findByText(/idx_nobody/);
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  });

  it("a conflict is resolved in its place: keep ours sends nothing", async () => {
    const { fields } = (await open.view()).practitioner.comparison;
    const original = fields.find(({ key }) => key === "preferredName")?.values.base;
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click((await rowOf("Preferred name")).getByRole("button", { name: /^Resolve/ }));
    const card = await screen.findByRole("region", { name: "Conflict: Preferred name" });
    expect(within(card).getByText(readingText(original ?? { absent: true }), { selector: "bdi" })).toBeDefined();
    const reason = within(card).getByRole("textbox", { name: "Reason for keeping ours" });
    fireEvent.change(reason, { target: { value: "のら" } });
    // An input method's own.
    fireEvent.keyDown(reason, { key: "Enter", isComposing: true });
    fireEvent.change(reason, { target: { value: "野良" } });
    fireEvent.keyDown(reason, { key: "Enter" });
    await screen.findByText(/^Kept ours: Dr\. Ours as preferred name\. Nothing was sent\.$/);
    expect((await open.view()).decisions.map(({ reason }) => reason)).toEqual(["野良"]);
    const field = (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
    expect(field?.verdict).toBe("ours");
    expect(open.test.sandbox.ledger.after(0).filter(({ operation }) => operation.startsWith("record"))).toEqual([]);
  });

  it("gives the focus back once a card is closed or its value decided", async () => {
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const opens = async () => {
      const button = (await rowOf("Preferred name")).getByRole("button", { name: /^Resolve/ });
      button.focus();
      fireEvent.click(button);
      return [button, within(await screen.findByRole("region", { name: "Conflict: Preferred name" }))] as const;
    };
    const [button, card] = await opens();
    card.getByRole("button", { name: "Later" }).focus();
    fireEvent.click(card.getByRole("button", { name: "Later" }));
    await waitFor(() => expect(document.activeElement).toBe(button), { timeout: 5000 });
    const [, again] = await opens();
    fireEvent.click(again.getByRole("button", { name: /^Use this value/ }));
    await screen.findByText(/^Kept ours: /);
    const row = screen.getByRole("button", { name: "Preferred name" }).closest("[role=row]");
    await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true), { timeout: 5000 });
  });

  it("counts what came from outside among what differs, though both say the same", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Same" } }]),
    );
    await open.moves("drift", "preferredName", "Dr. Same");
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    expect((await rowOf("Preferred name")).getByText("outside")).toBeDefined();
    const group = screen.getByRole("rowgroup", { name: "Practitioner" });
    expect(group.textContent).toMatch(/1 of \d+ differ/);
  });

  it("tells of what was copied alone that it was", async () => {
    const clipboard = { writeText: async () => {} };
    vi.stubGlobal(
      "navigator",
      new Proxy(navigator, {
        get: (of, name) => (name === "clipboard" ? clipboard : (Reflect.get(of, name) as unknown)),
      }),
    );
    const { schedules } = await open.view();
    await visit("?view=raw");
    fireEvent.click(await screen.findByRole("button", { name: "Copy both as curl" }));
    await screen.findByRole("button", { name: "Copied" });
    const tabs = within(screen.getByRole("group", { name: "Record" }));
    fireEvent.click(tabs.getByRole("button", { name: new RegExp(`^${schedules[0]?.name ?? ""}`) }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Copied" })).toBeNull(), { timeout: 5000 });
    const at = `practitioner/${open.practitionerId}/displayName`;
    cleanup();
    await visit(`?all=1&at=${encodeURIComponent(at)}`);
    fireEvent.click(await screen.findByRole("button", { name: "Copy as curl" }));
    await screen.findByRole("button", { name: "Copied" });
    const plan = screen.getAllByRole("button").find(({ dataset }) => dataset["row"]?.startsWith("schedule/") === true);
    if (plan !== undefined) fireEvent.click(plan);
    await screen.findByRole("button", { name: "Copy as curl" });
    expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  });

  const isOutside = async () => {
    const view = await open.view();
    const field = view.practitioner.comparison.fields.find(({ key }) => key === "preferredName");
    return field?.flags.includes("outside");
  };

  it("accepts on the row what came from outside, and names it; nobody of ours set anything there", async () => {
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const about = await screen.findByRole("region", { name: "About Preferred name" });
    // What the index says is what the directory says: it stands there once.
    expect((await rowOf("Preferred name")).getAllByText("Dr. Theirs")).toHaveLength(1);
    expect(about.textContent).toContain("The index was changed outside this console. No override is set here.");
    expect(about.textContent).toContain("Nobody in this console");
    expect(about.textContent).toContain("unchanged since the copy was made");
    expect(within(about).getByRole("button", { name: "Restore the previous value" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /Restore ours/ })).toBeNull();
    fireEvent.click((await rowOf("Preferred name")).getByRole("button", { name: "Accept: Preferred name" }));
    await screen.findByText("Accepted: Dr. Theirs as preferred name. Nothing was sent.");
    expect(await isOutside()).toBe(false);
  });

  it("looks into what came from outside under its sentence, and stages what was known", async () => {
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit("?view=sentences");
    fireEvent.click(await screen.findByRole("button", { name: "Review" }));
    const card = await screen.findByRole("region", { name: "Review: Preferred name" });
    expect(within(card).getByRole("radio", { name: /Accept/ })).toBeDefined();
    fireEvent.click(within(card).getByRole("radio", { name: /Restore the previous value/ }));
    fireEvent.click(within(card).getByRole("button", { name: /Restore the previous value/ }));
    await screen.findByText("Staged into your draft.");
    await screen.findByRole("region", { name: "Staged changes" });
    expect((await open.view()).draft?.changes).toBe(1);
    fireEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(screen.queryByText("Staged into your draft.")).toBeNull());
  });

  it("offers ours back where a change of ours was overwritten, the rest under more", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Ours" } }]),
    );
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const row = await rowOf("Preferred name");
    expect(row.getByRole("button", { name: "Restore ours: Preferred name" })).toBeDefined();
    expect(row.getByText(/^the index says/).textContent).toContain("Dr. Theirs");
    fireEvent.click(row.getByRole("button", { name: "More for Preferred name" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: /^Accept/, hidden: true }));
    await screen.findByText("Accepted: Dr. Theirs as preferred name. Nothing was sent.");
    expect(await isOutside()).toBe(false);
  });

  it("shows the hash of the service's answer beside that answer alone", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" } }]),
    );
    await visit("?view=raw");
    const head = async () => (await screen.findByRole("columnheader", { name: /^This directory/ })).textContent;
    expect(await head()).toMatch(/, with overrides$/);
    const hash = /, sha256 [0-9a-f]{4}…[0-9a-f]{4}$/;
    expect(screen.getByRole("columnheader", { name: /idx_standard/ }).textContent).toMatch(hash);
    const records = within(screen.getByRole("group", { name: "Record" })).getAllByRole("button");
    const { schedules } = await open.view();
    expect(records.map(({ textContent }) => textContent)).toEqual([
      "Practitioner 1",
      ...schedules.map(({ name }) => `${name} same`),
    ]);
    fireEvent.click(screen.getByRole("radio", { name: "As returned" }));
    await waitFor(async () => expect(await head()).toMatch(hash));
  });

  it("accepts by key what is chosen", async () => {
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    await rowOf("Preferred name");
    fireEvent.keyDown(document.body, { key: "a" });
    await screen.findByText("Accepted: Dr. Theirs as preferred name. Nothing was sent.");
    expect(await isOutside()).toBe(false);
  });

  it("decides one row after another, however late the answers come", async () => {
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.moves("outside", "displayName", "Doctor Theirs");
    await open.view();
    await visit();
    const rows = [await rowOf("Preferred name"), await rowOf("Display name")];
    const held = holdAnswers(/decisions|practitioners/);
    for (const row of rows) fireEvent.click(row.getByRole("button", { name: /^Accept/ }));
    await waitFor(() => expect(held.asked).toEqual([`POST ${open.root}/decisions`]));
    for (const row of rows) fireEvent.click(row.getByRole("button", { name: /^Accept/ }));
    held.release();
    await waitFor(async () => expect((await open.view()).decisions).toHaveLength(2));
    expect(held.asked.filter((call) => call.startsWith("POST"))).toHaveLength(2);
    expect(await isOutside()).toBe(false);
  });

  it("takes a reason beside the buttons, which holds for the key and the menu of the row, too", async () => {
    const reasons = async () => (await open.view()).decisions.map(({ reason }) => reason);
    await open.moves("outside", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const about = within(await screen.findByRole("region", { name: "About Preferred name" }));
    fireEvent.change(about.getByRole("textbox", { name: "Reason for accepting" }), {
      target: { value: " The practice changed it " },
    });
    fireEvent.keyDown(document.body, { key: "a" });
    await screen.findByText("Accepted: Dr. Theirs as preferred name. Nothing was sent.");
    expect(await reasons()).toEqual(["The practice changed it"]);
    cleanup();

    await open.moves("drift", "preferredName", "Dr. Standard");
    await open.view();
    await visit();
    fireEvent.change(await screen.findByRole("textbox", { name: "Reason for keeping ours" }), {
      target: { value: "Hers is right" },
    });
    const row = await rowOf("Preferred name");
    fireEvent.click(row.getByRole("button", { name: "More for Preferred name" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: /^Keep ours/, hidden: true }));
    await screen.findByText(/^Kept ours: /);
    expect(await reasons()).toEqual(["Hers is right", "The practice changed it"]);
  });

  it("reviews by key what the standard index moved, and takes the reason of keeping ours there", async () => {
    await open.moves("drift", "preferredName", "Dr. Standard");
    await open.view();
    await visit();
    await rowOf("Preferred name");
    fireEvent.keyDown(document.body, { key: "e" });
    const card = within(await screen.findByRole("region", { name: "Review: Preferred name" }));
    fireEvent.click(card.getByRole("radio", { name: /Keep ours/ }));
    fireEvent.change(card.getByRole("textbox", { name: /^Reason/ }), { target: { value: "Patients know her so" } });
    expect(screen.getAllByRole("textbox", { name: /^Reason/ })).toHaveLength(1);
    fireEvent.click(card.getByRole("button", { name: "Keep ours" }));
    await screen.findByText(/^Kept ours: /);
    expect((await open.view()).decisions).toMatchObject([{ reason: "Patients know her so" }]);
  });

  it("pins a value or a plan that is the same, from its row or from below the table", async () => {
    const { schedules } = await open.view();
    const plans = schedules[0]?.comparison.fields.find(({ key }) => key === "acceptedInsurances")?.parts ?? [];
    const plan = plans.find(({ verdict }) => verdict === "same")?.key ?? "";
    await visit("?all=1");
    const row = await rowOf("Preferred name");
    fireEvent.click(row.getByRole("button", { name: "Preferred name" }));
    fireEvent.click(await row.findByRole("button", { name: "More for Preferred name" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: /^Pin this value/, hidden: true }));
    await screen.findByText("Review 1 change");
    fireEvent.click((await rowOf(plan)).getByRole("button", { name: plan }));
    const about = within(await screen.findByRole("region", { name: `About ${plan}` }));
    fireEvent.click(about.getByRole("button", { name: "Pin this value" }));
    await screen.findByText("Review 2 changes");
    const { changes } = await open.view();
    expect(changes.map(({ field, operation }) => [field, operation])).toEqual([
      ["preferredName", expect.objectContaining({ op: "pinValue" })],
      ["acceptedInsurances", expect.objectContaining({ op: "pinValue", element: plan })],
    ]);
    expect((await rowOf("Preferred name")).queryByRole("button", { name: "More for Preferred name" })).toBeNull();
  });

  it("says over which standard value ours was kept", async () => {
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    const record = { type: "practitioner", id: open.practitionerId };
    for (const decision of ["accept", "keep ours"])
      await open.call("POST", `${open.root}/decisions`, Decided, { record, field: "preferredName", decision });
    await visit(`?at=${encodeURIComponent(`practitioner/${open.practitionerId}/preferredName`)}`);
    const about = await screen.findByRole("region", { name: "About Preferred name" });
    expect(about.textContent).toContain(
      "Our value. The standard was “Dr. Theirs” when this was decided and has not changed.",
    );
    expect(about.textContent).toContain("unchanged since the last decision");
  });

  it("chooses a row by its values, and leaves it where it is when another reading comes", async () => {
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit("?all=1");
    const names = () => screen.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent);
    await rowOf("Preferred name");
    const rows = () => [...document.querySelectorAll("[data-row]")].map((row) => row.getAttribute("data-row"));
    const before = rows();
    const last = await rowOf("Display name");
    fireEvent.pointerUp(last.getAllByText(/\w/).at(-1) ?? document.body, { button: 0 });
    await waitFor(() => expect(names().join()).toContain("Display name"));
    await open.moves("drift", "displayName", "Dr. Another Name");
    fireEvent.click(screen.getByRole("button", { name: "Read now" }));
    fireEvent.pointerDown(last.getByRole("button", { name: "Display name" }));
    await last.findByText("base moved");
    expect(rows()).toEqual(before);
    fireEvent.click(screen.getByRole("button", { name: "Read now" }));
    await waitFor(() => expect(rows()).not.toEqual(before));
  });

  it("is a table: each row has its name, a cell for each column, and its verdict in words", async () => {
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit("?all=1");
    const row = await rowOf("Preferred name");
    const table = screen.getByRole("table", { name: /^Comparison of / });
    const columns = within(table).getAllByRole("columnheader");
    expect(columns.map(({ textContent }) => textContent?.replace(/Standard now.*/, "Standard now"))).toEqual([
      "Field",
      expect.stringMatching(/^Original/),
      "Standard now",
      expect.stringMatching(/^This directory/),
      "Verdict",
      "Actions",
    ]);
    expect(row.getByRole("rowheader").textContent).toBe("Preferred name");
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      expect.any(String),
      expect.stringContaining("Dr. Theirs"),
      expect.any(String),
      "base moved",
      expect.any(String),
    ]);
    const rows = within(table)
      .getAllByRole("row")
      .filter((row) => row.querySelector("[data-row]") !== null);
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect(within(row).getAllByRole("cell")).toHaveLength(columns.length - 1);
      expect(within(row).getAllByRole("cell")[3]?.textContent).toMatch(/same|base moved|only in|not compared/);
    }
    const { schedules } = await open.view();
    const groups = within(table)
      .getAllByRole("rowgroup")
      .map((group) => group.getAttribute("aria-label"));
    expect(groups).toEqual(expect.arrayContaining(["Practitioner", schedules[0]?.name]));
  });

  it("finds an unchanged plan while only changed rows are shown, and shows plans in the order of their names", async () => {
    const { items } = await open
      .call("POST", "/plans/import", ImportedPlans, { csv: open.test.sandbox.samples.plans })
      .then(() => open.call("GET", "/plans?limit=200", PlanPage));
    const { schedules } = await open.view();
    const plans = schedules[0]?.comparison.fields.find(({ key }) => key === "acceptedInsurances")?.parts ?? [];
    const names = plans.map(({ key }) => items.find(({ id }) => id === key)?.name ?? key);
    const [first = ""] = names;
    await visit();
    const field = await screen.findByRole("searchbox", { name: "Find a field or plan" });
    expect(screen.queryByRole("button", { name: first })).toBeNull();
    fireEvent.change(field, { target: { value: first.toUpperCase() } });
    await rowOf(first);
    expect(open.address()).toContain(`q=`);
    expect(screen.getByText(/^1 of \d+ rows found, the unchanged ones included\.$/)).toBeDefined();
    fireEvent.change(field, { target: { value: plans[0]?.key } });
    await waitFor(() => expect(open.address()).toContain(plans[0]?.key));
    await rowOf(first);
    fireEvent.change(field, { target: { value: "no such plan" } });
    await screen.findByText("No row matches “no such plan”.");
    cleanup();
    await visit("?all=1");
    await rowOf(first);
    const shown = [...document.querySelectorAll("[data-row]")].map(({ textContent }) => textContent ?? "");
    const inOrder = names.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
    expect(shown.filter((name) => names.includes(name))).toEqual(inOrder);
  });
});
