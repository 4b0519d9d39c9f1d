import { CONNECTION_API } from "@dc/bff/testing/app";
import { ProfileInForce } from "@dc/contract";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

// Each page has something to act on; an administrator is shown the buttons, a viewer none of them.
describe("what a role does not allow", () => {
  let open: OpenDirectory;
  let changeSetId: string;
  beforeEach(async () => {
    open = await openDirectory();
    const draft = await open.stage([
      {
        record: { type: "practitioner", id: open.practitionerId },
        field: "preferredName",
        operation: { op: "set", value: "Dr. Nhung" },
      },
    ]);
    changeSetId = draft.id;
    await open.sends(draft);
  });
  afterEach(() => open[Symbol.asyncDispose]());
  const asViewer = async () => {
    const role = { role: "viewer" as const, referrers: null };
    const { signedIn } = await open.test.enter({ name: "Vera Viewer", roles: [role] });
    Object.assign(open.test, { signedIn });
  };
  /** The names of the buttons that are shown once `text` is, as an administrator and then as a viewer. */
  const buttons = async (address: string, text: RegExp) => {
    await open.visit(address);
    await screen.findAllByText(text);
    return screen
      .queryAllByRole("button")
      .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "");
  };
  const both = async (address: string, { text, hidden }: { text: RegExp; hidden: RegExp }) => {
    const administrator = (await buttons(address, text)).filter((name) => hidden.test(name));
    cleanup();
    await asViewer();
    const viewer = (await buttons(address, text)).filter((name) => hidden.test(name));
    return { administrator, viewer };
  };
  it("is not offered at a receipt", async () => {
    const { db } = open.test.deps.store;
    await db.updateTable("change").set({ state: "unknown" }).where("change_set_id", "=", changeSetId).execute();
    const hidden = /^(Read now|It was applied|It was not applied)/;
    const shown = await both(`/change-sets/${changeSetId}`, { text: /^Change 1: unknown/, hidden });
    expect(shown.administrator.length).toBeGreaterThanOrEqual(3);
    expect(shown.viewer).toEqual([]);
    expect(document.body.textContent).toContain("Needs the role editor, approver or admin.");
  });

  it("is not offered at an alarm", async () => {
    await open.test.deps.store.db
      .insertInto("alarm")
      .values({
        id: "alm_0000000000000001",
        connection_id: open.test.deps.connection.id,
        change_set_id: changeSetId,
        index_id: open.indexId,
        record_type: "practitioner",
        record_id: open.practitionerId,
        taken_by: JSON.stringify(["idx_standard"]),
        raised_at: open.test.clock.now(),
      })
      .execute();
    const hidden = /^Settle the alarm/;
    const shown = await both(`/change-sets/${changeSetId}`, { text: /Isolation alarm\./, hidden });
    expect(shown).toEqual({ administrator: ["Settle the alarm"], viewer: [] });
  });

  it("is not offered in the settings of a directory", async () => {
    const hidden = /^(Save the settings|Archive|Delete this directory|Hold the deletion)/;
    const shown = await both(`${open.root}/settings`, { text: /^Delete in the service/, hidden });
    expect(shown.administrator).toHaveLength(3);
    expect(shown.viewer).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Name in this console/).matches(":disabled")).toBe(true);
    expect(document.body.textContent).toContain("Needs the role admin.");
  });

  it("is not offered at the revisions of the profile", async () => {
    const { content } = await open.call("GET", "/profile", ProfileInForce);
    for (const revision of [0, 1])
      await open.call("PUT", "/profile", ProfileInForce, { profile: content, revision, why: null });
    const shown = await both("/developer/profile", { text: /^Revisions/, hidden: /^(Go back|Save revision)/ });
    expect(shown.administrator).toContain("Go back to 1");
    expect(shown.administrator).toContain("Go back to the settings");
    expect(shown.viewer).toEqual([]);
  });

  it("is not offered to anybody while the connection is out of use", async () => {
    const page = `${open.root}/practitioners/${open.practitionerId}`;
    const text = /^Schedules/;
    const hidden = /^(Add|Edit|Create|Verified|Look into|Runbook)/;
    const before = (await buttons(page, text)).filter((name) => hidden.test(name));
    expect(before.length).toBeGreaterThan(1);
    cleanup();
    // The operator's own connection, which is the one of these tests, is never taken out of use.
    Object.assign(open.test.deps.connection, { isArchived: true });
    const refused = await open.test.signedIn("POST", `${CONNECTION_API}/index-versions`, {
      name: "Refused",
      roster: "",
    });
    expect(refused.status).toBe(409);
    const after = (await buttons(page, text)).filter((name) => hidden.test(name));
    expect({ before, after }).toEqual({ before, after: [] });
    expect(await screen.findByText(/This connection is out of use/)).toBeDefined();
  });
});
