import { CONNECTION_API } from "@dc/bff/testing/app";
import { ChangeSet, OverridePage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const leavingAsks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("the editor of a record", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(() => open[Symbol.asyncDispose]());
  const visit = async (end = "") => {
    await open.visit(`${open.root}/practitioners/${open.practitionerId}${end}`);
    await screen.findByRole("heading", { name: "Names" });
  };
  const phones = async () => {
    const { practitioner } = await open.view();
    const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
    return { record: practitioner.record, parts: (field?.parts ?? []).filter(({ key }) => key !== "") };
  };
  const staged = async () => (await open.view()).changes.filter(({ state }) => state === "draft");

  it("a second press withdraws nothing more: the rail stays, names what was withdrawn, and keeps it in the history", async () => {
    const { record, parts } = await phones();
    const number = { number: "(718) 555-0177", extension: "42", label: "Front desk" };
    await open.sends(
      await open.stage([
        { record, field: "preferredName", operation: { op: "set", value: "Dr. Ours" } },
        { record, field: "phones", operation: { op: "replace", element: parts[0]?.key, by: number } },
      ]),
    );
    const held = (await open.view()).changes;
    expect(held.map(({ state }) => state)).toEqual(["held", "held"]);
    await visit();
    const rail = await screen.findByRole("region", { name: "Preferred name" });
    const remove = within(rail).getByRole("button", { name: "Remove override" });
    fireEvent.click(remove);
    fireEvent.click(remove);
    await screen.findByText("Withdrawn: Dr. Ours. Nothing was sent.");
    await waitFor(() => expect(within(rail).getByText("Same as standard.")).toBeDefined());
    expect(screen.getByRole("region", { name: "Preferred name" })).toBe(rail);
    expect((await open.view()).changes.map(({ field }) => field)).toEqual(["phones"]);
    const history = within(screen.getByRole("region", { name: "History of this field" }));
    const line = history.getByText("Dr. Ours").closest("li");
    expect(line?.textContent).toMatch(/withdrawn.*Ada Admin/s);
    fireEvent.click(document.querySelector('[data-row*="/phones/+17185550177"]') ?? document.body);
    await waitFor(() => expect(history.getByText(/^\(718\) 555-0177 ext\. 42 in place of /)).toBeDefined());
    const again = screen.getByRole("button", { name: "Remove override" });
    fireEvent.click(again, { detail: 2 });
    expect((await open.view()).changes).toHaveLength(1);
    fireEvent.click(again, { detail: 1 });
    await screen.findByText(/^Withdrawn: \(718\) 555-0177 ext\. 42 in place of .+\. Nothing was sent\.$/);
    expect((await open.view()).changes).toEqual([]);
    const left = within(screen.getByRole("region", { name: /^Phone, Front desk/ }));
    await waitFor(() => expect(left.getByText("No longer in this record.")).toBeDefined());
    expect(left.queryAllByRole("button")).toEqual([]);
  });

  it("pins a value as it is from the menu of its row; once applied it is an override, and nothing was sent", async () => {
    await visit();
    press("More for Preferred name");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Pin this value", hidden: true }));
    await screen.findByText("Review 1 change");
    const [draft] = await staged();
    expect(draft?.operation.op).toBe("pinValue");
    press("More for Preferred name");
    expect(screen.queryByRole("menuitem", { name: "Pin this value", hidden: true })).toBeNull();
    cleanup();
    await open.sends(await open.call("GET", `/change-sets/${draft?.changeSetId ?? ""}`, ChangeSet));
    const { items } = await open.call("GET", `${open.root}/overrides`, OverridePage);
    expect(items).toMatchObject([
      { field: "preferredName", change: { state: "applied", receipt: { nothingSent: true } } },
    ]);
    expect(open.test.sandbox.ledger.after(0).filter(({ operation }) => operation.startsWith("record"))).toEqual([]);
    await open.visit(`${open.root}/overrides`);
    await screen.findByText(/^pinned at /);
  });

  it("pins a plan from the card of what is selected, where keep ours takes a reason", async () => {
    const { schedules } = await open.view();
    const plans = schedules[0]?.comparison.fields.find(({ key }) => key === "acceptedInsurances")?.parts ?? [];
    const plan = plans.find(({ verdict }) => verdict === "same")?.key ?? "";
    await visit(`?at=${encodeURIComponent(`schedule/${schedules[0]?.record.id}/acceptedInsurances/${plan}`)}`);
    const card = within(await screen.findByRole("region", { name: plan }));
    fireEvent.click(card.getByRole("button", { name: "Pin this value" }));
    await screen.findByText("Review 1 change");
    expect((await staged()).map(({ operation }) => operation)).toMatchObject([{ op: "pinValue", element: plan }]);
    cleanup();

    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const rail = within(await screen.findByRole("region", { name: "Preferred name" }));
    fireEvent.change(rail.getByRole("textbox", { name: "Reason for keeping ours" }), {
      target: { value: "Hers is right" },
    });
    fireEvent.keyDown(document.body, { key: "o" });
    await screen.findByText(/^Kept ours: /);
    expect((await open.view()).decisions).toMatchObject([{ reason: "Hers is right" }]);
  });

  it("the overrides list leads to the place that it lists", async () => {
    const { record, parts } = await phones();
    await open.sends(
      await open.stage([
        { record, field: "preferredName", operation: { op: "set", value: "Dr. Ours" } },
        { record, field: "phones", operation: { op: "remove", element: parts[0]?.key } },
      ]),
    );
    const { items } = await open.call("GET", `${open.root}/overrides`, OverridePage);
    const element = items.find(({ field }) => field === "phones")?.elements.at(-1);
    await open.visit(`${open.root}/overrides`);
    fireEvent.click(await screen.findByText(/removed$/));
    await screen.findByRole("heading", { name: "Names" });
    const selectedRow = new URL(open.address(), "http://console").searchParams.get("at");
    expect(selectedRow).toBe(`practitioner/${open.practitionerId}/phones/${element}`);
    await waitFor(() =>
      expect(document.querySelector('[aria-pressed="true"]')?.getAttribute("data-row")).toBe(selectedRow),
    );
  });

  it("what is typed outlasts Escape, asks before the window is left, and is gone once cancelled or staged", async () => {
    await visit();
    press("Edit: Preferred name");
    const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Preferred name" });
    expect(leavingAsks()).toBe(false);
    fireEvent.change(field(), { target: { value: "Dr. Half" } });
    expect(leavingAsks()).toBe(true);
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(document.activeElement).toBe(button("Edit: Preferred name"));
    expect(screen.getByText("typed, not staged")).toBeDefined();
    expect(leavingAsks()).toBe(true);
    press("Edit: Preferred name");
    expect(field().value).toBe("Dr. Half");
    press("Cancel");
    expect(leavingAsks()).toBe(false);
    press("Edit: Preferred name");
    expect(field().value).not.toBe("Dr. Half");
    fireEvent.change(field(), { target: { value: "Dr. Whole" } });
    press("Stage");
    await screen.findByText("Review 1 change");
    // The bar at the foot is not announced by itself.
    const message = await screen.findByText("Staged. In the draft: preferred name.");
    expect(message.getAttribute("role")).toBe("status");
    await waitFor(() => expect(document.activeElement).toBe(button("Edit: Preferred name")));
    expect(leavingAsks()).toBe(false);
  });

  it("a staged phone can be edited again, and the rail speaks about the phone that one edits", async () => {
    await visit();
    const [edit] = screen.getAllByRole("button", { name: /^Edit: Phone/ });
    const label = edit?.getAttribute("aria-label")?.replace("Edit: ", "") ?? "";
    press(`Edit: ${label}`);
    expect(screen.getByRole("region", { name: label })).toBeDefined();
    const field = screen.getByRole("textbox", { name: "Number" });
    fireEvent.change(field, { target: { value: "(718) 555-0177" } });
    fireEvent.submit(field);
    await screen.findByText("Review 1 change");
    await waitFor(() => expect(document.activeElement).toBe(button(`Edit: ${label}`)));
    expect(button(`Discard: ${label}`)).toBeDefined();
    press(`Edit: ${label}`);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Number" }).value).toBe("(718) 555-0177");
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Number" }), { key: "Escape" });
    press(`Discard: ${label}`);
    await waitFor(() => expect(screen.queryByText("Review 1 change")).toBeNull());
    expect(await staged()).toEqual([]);
  });

  it("leaves the editor open that was opened before the answer about the one before", async () => {
    await visit();
    press("Edit: Preferred name");
    const field = screen.getByRole("textbox", { name: "Preferred name" });
    fireEvent.change(field, { target: { value: "Dr. Staged" } });
    const held = holdAnswers(/^POST .*\/changes$/);
    fireEvent.submit(field);
    await waitFor(() => expect(held.asked).toHaveLength(1));
    press("Edit: Display name");
    const next = screen.getByRole("textbox", { name: "Display name" });
    fireEvent.change(next, { target: { value: "Nhung" } });
    held.release();
    await screen.findByText("Dr. Staged");
    expect(screen.getByRole("textbox", { name: "Display name" })).toBe(next);
    expect(next).toHaveProperty("value", "Nhung");
    expect(document.activeElement).toBe(next);
  });

  it("what is staged stands in its row at once, before anything is read again, and is edited from there", async () => {
    await visit();
    const { fetch } = globalThis;
    let letRead = () => {};
    const read = new Promise<void>((resolve) => void (letRead = resolve));
    globalThis.fetch = async (...asked) => {
      const { method = "GET" } = asked[1] ?? {};
      if (method === "GET") await read;
      return await fetch(...asked);
    };
    try {
      press("Edit: Preferred name");
      const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Preferred name" });
      fireEvent.change(field(), { target: { value: "Dr. Saved" } });
      fireEvent.submit(field());
      await screen.findByText("Dr. Saved");
      expect(screen.queryByRole("textbox", { name: "Preferred name" })).toBeNull();
      press("Edit: Preferred name");
      expect(field().value).toBe("Dr. Saved");
      fireEvent.change(field(), { target: { value: "Dr. Saved Again" } });
      letRead();
      await screen.findByText("Review 1 change");
      fireEvent.submit(field());
      await screen.findByText("Dr. Saved Again");
    } finally {
      letRead();
      globalThis.fetch = fetch;
    }
    await waitFor(async () => expect(await staged()).toMatchObject([{ operation: { value: "Dr. Saved Again" } }]));
  });

  it("Enter in the plan box is for what the text says at that moment, and for nothing while there is none", async () => {
    await open.test.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv: open.test.sandbox.samples.plans });
    await visit();
    const edit = screen.getAllByRole("button", { name: /^Edit plans of/ })[0];
    if (edit === undefined) throw new Error("no schedule to edit");
    fireEvent.click(edit);
    const box = screen.getByRole<HTMLInputElement>("combobox");
    await waitFor(() => expect(screen.getAllByRole("option").length).toBeGreaterThan(5));
    const options = screen.getAllByRole("option");
    expect(options.filter((option) => option.getAttribute("aria-selected") === "true")).toEqual([]);
    fireEvent.keyDown(box, { key: "Enter" });
    expect(await staged()).toEqual([]);
    const wanted = "ins_0000000000000042";
    fireEvent.change(box, { target: { value: wanted } });
    fireEvent.keyDown(box, { key: "Enter" });
    await screen.findByText("Review 1 change");
    expect((await staged()).map(({ operation }) => operation)).toEqual([{ op: "add", element: wanted }]);
    fireEvent.keyDown(box, { key: "Escape" });
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Edit plans of/);
  });

  it("the focus is on the row again once its conflict is settled", async () => {
    await open.view();
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    const card = within(await screen.findByRole("region", { name: "Conflict: Preferred name" }));
    fireEvent.keyDown(card.getByRole("radio", { name: /Keep ours/ }), { key: "Enter" });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Conflict: Preferred name" })).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest("li")?.textContent).toContain("Preferred name"));
  });
});
