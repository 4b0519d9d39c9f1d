import type { TestAppOptions } from "@dc/bff/testing/app";
import { Creation, Decided } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("practitioner page", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(() => open[Symbol.asyncDispose]());
  const visit = async (end = "") => {
    await open.visit(`${open.root}/practitioners/${open.practitionerId}${end}`);
    await screen.findByRole("heading", { name: "Names" });
  };

  it("a phone is staged beside the effective record, which stays as it is, and undo takes it back", async () => {
    await visit();
    press("Add phone");
    fireEvent.change(await screen.findByLabelText("Number"), { target: { value: "+84 28 5550 0117" } });
    await screen.findByText(/Reads as a number in Vietnam\. Kept as shown\./);
    press("Stage");
    await screen.findByText("Review 1 change");
    const { changes, practitioner } = await open.view();
    expect(changes.map(({ operation, state }) => ({ operation, state }))).toEqual([
      {
        operation: { op: "add", element: { number: "+84 28 5550 0117", extension: null, label: null } },
        state: "draft",
      },
    ]);
    expect(
      JSON.stringify(practitioner.comparison.fields.find(({ key }) => key === "phones")?.values.effective),
    ).not.toContain("5550 0117");
    press(/^Undo/);
    await waitFor(() => expect(screen.queryByText("Review 1 change")).toBeNull());
    expect((await open.view()).changes).toEqual([]);
  });

  it("an address that names one of the other fields opens them, and it is shown as selected", async () => {
    const { practitioner } = await open.view();
    const field = practitioner.comparison.fields.find(({ key }) => key.startsWith("/"))?.key ?? "";
    const at = `practitioner/${open.practitionerId}/${field}`;
    await visit(`?at=${encodeURIComponent(at)}`);
    const row = document.querySelector(`[data-row="${CSS.escape(at)}"]`);
    expect(row?.closest("details")?.open).toBe(true);
    expect(row?.getAttribute("aria-pressed")).toBe("true");
  });

  it("the standard index is read-only: nothing can be edited, and the page says where it can", async () => {
    await open.visit(`/index-versions/idx_standard/practitioners/${open.practitionerId}`);
    await screen.findByText("The standard index is read-only.");
    expect(screen.queryByRole("button", { name: "Add phone" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Edit plans/ })).toBeNull();
  });

  it("lists each decision of one act in the history of its field", async () => {
    const before = await open.view();
    const { record } = before.practitioner;
    const phones = ["+14085551001", "+14085551002"].map((number) => ({ number, extension: null, label: null }));
    await open.moves("outside", "phones", phones);
    const field = (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "phones");
    const seen = { base: field?.values.base, index: field?.values.index };
    const of = (field?.parts ?? [])
      .filter(({ flags, values }) => flags.includes("outside") && values.index !== null && "value" in values.index)
      .map(({ key: element }) => ({ record, field: "phones", element, seen, seenDrafts: [] }));
    expect(of.length).toBeGreaterThan(1);
    await open.call("POST", `${open.root}/decisions`, Decided, { decision: "accept", of });
    const at = `practitioner/${record.id}/phones/${of[0]?.element}`;
    await visit(`?at=${encodeURIComponent(at)}`);
    const history = within(await screen.findByRole("region", { name: "History of this field" }));
    expect(history.getAllByText(/^The value in the index was accepted: /)).toHaveLength(of.length);
  });

  it("when both moved a person chooses among three values, and taking base is staged", async () => {
    await open.view();
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    const card = await screen.findByRole("region", { name: "Conflict: Preferred name" });
    expect(within(card).getByText("Dr. Ours")).toBeDefined();
    expect(within(card).getByText("Dr. Theirs")).toBeDefined();
    fireEvent.click(within(card).getByRole("radio", { name: /Take base/ }));
    fireEvent.click(within(card).getByRole("button", { name: /Use this value/ }));
    await screen.findByText("Review 1 change");
    expect((await open.view()).changes.map(({ operation, state }) => [operation, state])).toEqual([
      [{ op: "takeBase", to: { value: "Dr. Theirs" } }, "draft"],
    ]);
  });

  it("of many values to decide ten stand above the record until all are asked for, and all are selected at once", async () => {
    await open.view();
    const phones = Array.from({ length: 14 }, (_, place) => ({
      number: `+1408555${1000 + place}`,
      extension: null,
      label: null,
    }));
    await open.moves("outside", "phones", phones);
    await open.view();
    await visit();
    const section = await screen.findByRole("heading", { name: "To decide" });
    const list = within(section.closest("section") ?? document.body);
    expect(list.getAllByRole("checkbox")).toHaveLength(10);
    const all = list.getByRole("button", { name: /^Show all \d+$/ });
    const count = Number(all.textContent.replace(/\D/g, ""));
    expect(count).toBeGreaterThan(14);
    press(`Select all ${count}`);
    await screen.findByText(`${count} fields selected`);
    fireEvent.click(all);
    expect(list.getAllByRole("checkbox", { checked: true })).toHaveLength(count);
    press("Show fewer");
    expect(list.getAllByRole("checkbox")).toHaveLength(10);
  });

  it("[V19] a conflict is first by need, stays there while it is settled, and stands in its place as listed", async () => {
    await open.view();
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await open.visit(`${open.root}?sort=need`);
    const roster = await screen.findByRole("grid", { name: "Roster" });
    await within(roster).findByRole("img", { name: "1 conflict" });
    await visit("?order=need");
    const rows = () => [...document.querySelectorAll("[data-row]")].map((row) => row.getAttribute("data-row"));
    const place = () => rows().findIndex((id) => id?.endsWith("/preferredName"));
    expect(place()).toBe(0);
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    const card = within(await screen.findByRole("region", { name: "Conflict: Preferred name" }));
    fireEvent.click(card.getByRole("radio", { name: /Keep ours/ }));
    fireEvent.click(card.getByRole("button", { name: /Use this value/ }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Resolve: Preferred name" })).toBeNull());
    expect(place()).toBe(0);
    fireEvent.click(screen.getByRole("radio", { name: "As listed" }));
    expect(place()).toBeGreaterThan(0);
    expect(open.address()).not.toContain("order=");
  });

  it("nobody keeps ours over a standard value that was not on screen: the card shows it, and waits", async () => {
    await open.view();
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    const card = () => within(screen.getByRole("region", { name: "Conflict: Preferred name" }));
    await waitFor(() => expect(card().getByText("Dr. Theirs")).toBeDefined());
    await open.moves("drift", "preferredName", "Dr. Later");
    await open.view();
    fireEvent.click(card().getByRole("radio", { name: /Keep ours/ }));
    fireEvent.click(card().getByRole("button", { name: /Use this value/ }));
    await screen.findByText("The standard index has changed since you looked: it now has “Dr. Later”.");
    await waitFor(() => expect(card().getByText("Dr. Later")).toBeDefined());
    const standing = async () => {
      const { practitioner } = await open.view();
      const field = practitioner.comparison.fields.find(({ key }) => key === "preferredName");
      return [field?.verdict, field?.values.baseline];
    };
    expect((await standing())[0]).toBe("conflict");
    fireEvent.click(card().getByRole("button", { name: /Use this value/ }));
    await waitFor(async () => expect(await standing()).toEqual(["ours", { value: "Dr. Later" }]));
  });

  it("ours is kept with a reason, which stands in the history of the field, and that can be undone", async () => {
    await open.view();
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    const card = async () => within(await screen.findByRole("region", { name: "Conflict: Preferred name" }));
    const reason = { target: { value: "She said so again" } };
    fireEvent.change((await card()).getByRole("textbox", { name: /^Reason/ }), reason);
    expect(screen.getAllByRole("textbox", { name: /^Reason/ })).toHaveLength(1);
    fireEvent.click((await card()).getByRole("button", { name: "Later" }));
    fireEvent.click(await screen.findByRole("button", { name: "Resolve: Preferred name" }));
    fireEvent.click((await card()).getByRole("button", { name: /Use this value/ }));
    const history = await screen.findByRole("region", { name: "History of this field" });
    await waitFor(() => expect(history.textContent).toContain("Our value was kept “She said so again”"));
    const verdict = async () =>
      (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "preferredName")?.verdict;
    expect(await verdict()).toBe("ours");
    fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(async () => expect(await verdict()).toBe("conflict"));
    await waitFor(() => expect(history.textContent).not.toContain("Our value was kept"));
  });

  it("what is typed is staged against the standard value that was on screen when typing began", async () => {
    const shown = (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
    await visit();
    fireEvent.click(screen.getByRole("button", { name: "Edit: Preferred name" }));
    const input = await screen.findByRole("textbox", { name: "Preferred name" });
    await open.moves("drift", "preferredName", "Dr. After");
    await open.view();
    fireEvent.change(input, { target: { value: "Dr. Ours" } });
    press("Stage");
    await screen.findByText("Review 1 change");
    expect((await open.view()).changes).toMatchObject([{ baseSeen: shown?.values.base }]);
  });

  it("what was staged in another window is told before it is replaced, and replaced at the second attempt", async () => {
    await visit();
    press("Edit: Preferred name");
    const input = await screen.findByRole("textbox", { name: "Preferred name" });
    const record = { type: "practitioner", id: open.practitionerId };
    await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Elsewhere" } }]);
    fireEvent.change(input, { target: { value: "Dr. Here" } });
    press("Stage");
    await screen.findByText(/You staged another change of the preferred name in the meantime/);
    const staged = async () => (await open.view()).changes.map(({ operation }) => operation);
    expect(await staged()).toEqual([{ op: "set", value: "Dr. Elsewhere" }]);
    await screen.findByText("Review 1 change");
    press("Stage");
    await waitFor(async () => expect(await staged()).toEqual([{ op: "set", value: "Dr. Here" }]));
  });
});

describe("a service that stops looking at the index header", () => {
  it("is recognised for what it may be, before somebody restores what was never lost", async () => {
    await using open = await openDirectory({ sandbox: { writes: true }, profile: "with-writes" });
    await open.view();
    const record = { type: "practitioner", id: open.practitionerId };
    const operation = { op: "set", value: "Dr. Ours" };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation, evidence: { reason: "The practice called" } }]),
    );
    open.test.sandbox.faults.arm({ kind: "ignored-index", method: "GET", times: 100, phase: "before", ms: 0 });
    await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
    await screen.findByText(/reads as the standard index does/);
    expect(screen.getByRole("link", { name: "See the requests" })).toBeDefined();
    cleanup();
  });
});

describe("a practitioner without known schedules", () => {
  const listing = JSON.stringify({ method: "GET", path: "/practitioners/{practitionerId}/schedules" });
  it.each<[string, TestAppOptions, RegExp]>([
    ["where the service has no way to list them", {}, /^A schedule names its practitioner, not the other way round/],
    [
      "where the profile can list them",
      {
        profile: "of the sandbox",
        extendProfile: (text) => text.replace('"operations":{', `"operations":{"listSchedules":${listing},`),
      },
      /^The service listed no schedules of this practitioner/,
    ],
  ])("is told what to do, %s", async (_where, options, words) => {
    const open = await openDirectory(options);
    const { client, profile } = open.test.deps.service;
    const schedules = open.test.sandbox.samples.rosterOf(50).trim().split("\n").slice(1);
    // No directory knows a schedule of theirs.
    let alone = open.practitionerId;
    while (alone === open.practitionerId) {
      const schedule = await client.schedules.retrieve(schedules.pop() ?? "", { index: profile.standardIndex });
      alone = (await client.records.follow(schedule, "practitioner"))?.id ?? alone;
    }
    const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Alone", roster: alone });
    await open.test.deps.background.idle();
    await open.visit(`/index-versions/${indexId}/practitioners/${alone}`);
    await screen.findByText("No known schedules");
    expect(screen.getByText(words)).toBeDefined();
    cleanup();
    await open[Symbol.asyncDispose]();
  });
});
