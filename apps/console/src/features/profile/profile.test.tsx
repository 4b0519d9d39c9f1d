import { ProfileInForce } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const slow = { timeout: 10_000 };
const write = (text: string) =>
  fireEvent.change(screen.getByLabelText("Profile, as JSON"), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const saveButton = () => screen.getByRole("button", { name: /^Save revision/ });

describe("profile editor", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    await open.visit("/developer/profile");
    await screen.findByRole("heading", { name: "Service profile" }, slow);
  });
  afterEach(async () => {
    cleanup();
    await open[Symbol.asyncDispose]();
  });
  const inForce = () => open.call("GET", "/profile", ProfileInForce);

  it("a wrong profile says where, and cannot be saved", async () => {
    write(
      '{ "extends": "default", "name": "x", "operations": { "readPractitioner": { "method": "GET", "path": "/p", "success": [200] } } }',
    );
    await within(await screen.findByRole("list", { name: "What is wrong" }, slow)).findAllByText(
      "/operations/readPractitioner/path",
    );
    expect(saveButton()).toHaveProperty("disabled", true);
    write("{ nothing");
    await screen.findByText(/Not JSON from line 1 on/, {}, slow);
    write('{ "extends": "default",\n "records": {},\n "records": {} }');
    await screen.findByText(/^\/records stands twice, on lines 2 and 3/, {}, slow);
    expect(saveButton()).toHaveProperty("disabled", true);
    expect((await inForce()).revision).toBe(0);
  });

  it("a dry run shows how a record would be read, before anything is saved", async () => {
    write(
      '{ "extends": "default", "name": "other", "records": { "practitioner": { "meanings": { "displayName": { "kind": "text", "at": "/preferred_name" } } } } }',
    );
    fireEvent.change(screen.getByLabelText("Practitioner id"), { target: { value: open.practitionerId } });
    press("Read by this profile");
    const found = within(await screen.findByRole("list", { name: "What each meaning found" }, slow));
    expect(found.getAllByText("/preferred_name", { selector: "span.mono" })).toHaveLength(2);
    expect((await inForce()).revision).toBe(0);
  });

  it("a saved revision is in force at once, and one goes back to the settings", async () => {
    write('{ "extends": "with-writes", "name": "mine" }');
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false), slow);
    fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: "documented now" } });
    fireEvent.click(saveButton());
    await screen.findByText("Revision 1 is in force.", {}, slow);
    expect((await inForce()).revisions[0]).toMatchObject({ name: "mine", why: "documented now" });
    press("Go back to the settings");
    press("Go back to the settings");
    await screen.findByText("The profile that ships is in force.", {}, slow);
    expect((await inForce()).revision).toBe(2);
  });
});
