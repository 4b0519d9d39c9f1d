import { RosterPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const focused = () => document.activeElement;
const press = (key: string, more: object = {}) => fireEvent.keyDown(focused() ?? document.body, { key, ...more });

describe("by keyboard alone", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(async () => {
    cleanup();
    vi.useRealTimers();
    await open[Symbol.asyncDispose]();
  });

  it("Escape leaves a filter and keeps it, J and Enter open its first hit, and after Back that row is current", async () => {
    const others = open.test.sandbox.samples.roster.split(/\r?\n/).slice(8, 16);
    await open.call(
      "POST",
      `${open.root}/roster-imports`,
      { parse: String },
      { from: "text", text: others.join("\n") },
    );
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${open.root}/roster?type=practitioner&limit=50`, RosterPage);
    const wanted = items.at(-1);
    if (wanted === undefined || wanted.name === null || items.length < 3) throw new Error("the roster is too short");
    await open.visit(open.root);
    await screen.findByText(wanted.name);
    press("j");
    press("j");
    press("/");
    expect(focused()).toBe(screen.getByRole("searchbox", { name: "Filter by name or id" }));
    fireEvent.input(focused() ?? document.body, { target: { value: wanted.name } });
    // Nothing waits for the filter to be applied, nor for the answer.
    press("Escape");
    expect(focused()).toBe(document.body);
    press("j");
    press("Enter");
    await waitFor(() => expect(open.address()).toBe(`${open.root}/practitioners/${wanted.record.id}`));
    await screen.findByRole("heading", { level: 1, name: wanted.name });
    await open.goBack();
    await waitFor(() => expect(focused()?.getAttribute("role")).toBe("row"));
    expect(focused()?.textContent).toContain(wanted.name);
    expect(open.address()).toContain("q=");
    press("Escape");
    await waitFor(() => expect(open.address()).toBe(open.root));
  });

  it("the down arrow leaves a filter for its first hit, however fast Enter follows", async () => {
    const others = open.test.sandbox.samples.roster.split(/\r?\n/).slice(8, 16);
    const text = others.join("\n");
    await open.call("POST", `${open.root}/roster-imports`, { parse: String }, { from: "text", text });
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${open.root}/roster?type=practitioner&limit=50`, RosterPage);
    const wanted = items.at(-1);
    if (wanted === undefined || wanted.name === null || items.length < 3) throw new Error("the roster is too short");
    await open.visit(open.root);
    await screen.findByText(wanted.name);
    press("/");
    fireEvent.input(focused() ?? document.body, { target: { value: wanted.name } });
    press("ArrowDown");
    press("Enter");
    await waitFor(() => expect(open.address()).toBe(`${open.root}/practitioners/${wanted.record.id}`));
  });

  it("J and K reach every field, schedule and plan of a practitioner in the order of the page", async () => {
    const { schedules } = await open.view();
    await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
    await screen.findByRole("heading", { name: "Schedules" });
    const reached: (string | null | undefined)[] = [];
    for (let before: Element | null = null; focused() !== before; press("j")) {
      before = focused();
      if (before !== document.body && before?.tagName !== "H1")
        reached.push(before?.getAttribute("aria-label") ?? before?.textContent);
    }
    const plans = [...document.querySelectorAll("[data-kind] > button:first-of-type")].map(
      ({ textContent }) => textContent,
    );
    expect(plans.length).toBeGreaterThan(1);
    expect(reached.slice(0, 2)).toEqual(["Display name", "Preferred name"]);
    expect(reached).toEqual(expect.arrayContaining([...plans, `Edit plans of ${schedules[0]?.name ?? ""}`]));
    expect(reached.indexOf(`Edit plans of ${schedules[0]?.name ?? ""}`)).toBe(reached.indexOf(plans[0]) - 1);
    press("k");
    expect(focused()?.getAttribute("data-row") ?? focused()?.textContent).not.toBe(reached.at(-1));
    while (focused()?.getAttribute("aria-label") !== `Edit plans of ${schedules[0]?.name ?? ""}`) press("k");
    press("e");
    await screen.findByRole("combobox", { name: /^Add or remove a plan at/ });
    expect(focused()).toBe(screen.getByRole("combobox", { name: /^Add or remove a plan at/ }));
    press("Escape");
    await waitFor(() => expect(focused()?.getAttribute("aria-label")).toMatch(/^Edit plans of/));
  });

  it.each([
    ["/index-versions", "Name of the referrer"],
    ["", "Roster"],
    ["/plans", "Plans as CSV"],
  ])("N on %s puts the focus into the first field of what it opens", async (path, field) => {
    await open.visit("/activity");
    cleanup();
    await open.visit(path === "" ? open.root : path);
    await screen.findAllByRole("row").catch(() => null);
    press("n");
    const first = await screen.findByLabelText(field, { selector: "input, textarea" });
    await waitFor(() => expect(focused()).toBe(first));
  });

  it("after Apply the focus is on the first change, after Undo on the reason", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const draft = await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } }]);
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    const reason = screen.getByLabelText("Reason");
    fireEvent.change(reason, { target: { value: "The practice called" } });
    reason.focus();
    press("Enter", { ctrlKey: true });
    const change = await screen.findByRole("button", { name: /^Sets the preferred name of/ });
    await waitFor(() => expect(focused()).toBe(change));
    press("z", { ctrlKey: true });
    await screen.findByRole("button", { name: /^Apply 1 change/ });
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText("Reason")));
  });

  it("the list of keys names Enter, and Escape in a filter", async () => {
    await open.visit(open.root);
    await screen.findByRole("searchbox", { name: "Filter by name or id" });
    press("?");
    await screen.findByText("Open the row");
    expect(screen.getByText("Leave the filter; again: clear it")).toBeDefined();
  });
});
