import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("records that are created and deleted here", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(() => open[Symbol.asyncDispose]());

  it("a form without a name says so; with one the practitioner is staged, and discarded with its schedule", async () => {
    await open.visit(`${open.root}?create=practitioner`);
    await screen.findByText("It will be held:");
    press("Stage the new practitioner");
    await screen.findByText(/Enter a name/);
    fireEvent.change(screen.getByLabelText("Display name"), { target: { value: "Dr. Imani New" } });
    press("Stage the new practitioner");
    await screen.findByRole("heading", { level: 1, name: "Dr. Imani New" });
    await screen.findByText("This practitioner is staged.");
    press("Create schedule");
    const form = await screen.findByRole("dialog", { name: "Create a schedule of Dr. Imani New" });
    fireEvent.change(await within(form).findByLabelText("Name"), { target: { value: "New Street" } });
    const stageIt = within(form).getByRole("button", { name: "Stage the new schedule" });
    fireEvent.click(stageIt);
    await within(form).findByText("Enter the time zone.");
    const zone = within(form).getByLabelText<HTMLInputElement>("Time zone");
    expect([zone.required, within(form).queryByLabelText("Time zone optional")]).toEqual([true, null]);
    fireEvent.change(zone, { target: { value: "America/New_York" } });
    fireEvent.click(stageIt);
    await screen.findByText("Review 2 changes");
    press("Discard the creation and its schedule: Dr. Imani New");
    await screen.findByText("This practitioner no longer exists.");
    await waitFor(() => expect(screen.queryByText("Review 2 changes")).toBeNull());
    expect((await open.view()).draft?.changes ?? 0).toBe(0);
  });

  it("a deletion is staged with the schedules, and says how readers will be answered", async () => {
    await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
    await screen.findByRole("heading", { name: "Names" });
    const { practitioner } = await open.view();
    press(`More for ${practitioner.name ?? ""}`);
    fireEvent.click(await screen.findByRole("menuitem", { name: /Delete this practitioner here/, hidden: true }));
    const question = await screen.findByRole("dialog", { name: `Delete ${practitioner.name ?? ""} here` });
    expect(question.textContent).toContain("readers of the gateway get 404 not_found");
    fireEvent.click(await within(question).findByRole("checkbox", { name: /Delete its schedule too/ }));
    fireEvent.click(within(question).getByRole("button", { name: "Stage the deletion" }));
    await screen.findByText("Its deletion is staged.");
    const { changes } = await open.view();
    expect(changes.map(({ record, operation, state }) => [record.type, operation.op, state])).toEqual([
      ["practitioner", "delete", "draft"],
    ]);
    press(/^Undo/);
    await waitFor(() => expect(screen.queryByText("Its deletion is staged.")).toBeNull());
  });

  it("the standard index offers neither", async () => {
    await open.visit(`/index-versions/idx_standard/practitioners/${open.practitionerId}`);
    await screen.findByText("The standard index is read-only.");
    expect(screen.queryByRole("button", { name: "Create schedule" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /^More for/ }));
    const offered = await screen.findAllByRole("menuitem", { hidden: true });
    expect(offered.map(({ textContent }) => textContent)).toEqual(["In every directory"]);
    cleanup();
    await open.visit("/index-versions/idx_standard?create=practitioner");
    await screen.findByText("Read-only: practitioners are created in a directory");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
