import { ProfileInForce } from "@dc/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const write = (text: string) =>
  fireEvent.change(screen.getByLabelText("Profile, as JSON"), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const saveButton = () => screen.getByRole("button", { name: /^Save revision/ });

describe("profile editor", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    await open.visit("/developer/profile");
    await screen.findByRole("heading", { name: "Service profile" });
  });
  afterEach(() => open[Symbol.asyncDispose]());
  const inForce = () => open.call("GET", "/profile", ProfileInForce);

  it("a wrong profile says where, and cannot be saved", async () => {
    write(
      '{ "extends": "default", "name": "x", "operations": { "readPractitioner": { "method": "GET", "path": "/p", "success": [200] } } }',
    );
    await within(await screen.findByRole("list", { name: "What is wrong" })).findAllByText(
      "/operations/readPractitioner/path",
    );
    expect(saveButton()).toHaveProperty("disabled", true);
    write("{ nothing");
    await screen.findByText(/Not JSON from line 1 on/);
    write('{ "extends": "default",\n "records": {},\n "records": {} }');
    await screen.findByText(/^\/records appears twice, on lines 2 and 3/);
    expect(saveButton()).toHaveProperty("disabled", true);
    expect((await inForce()).revision).toBe(0);
  });

  it("a profile that drops a field with overrides says what would wait, and is saved after a word", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Ours" }, policy: "pin" }]),
    );
    const dropped =
      '{ "extends": "default", "name": "without", "records": { "practitioner": { "meanings": { "preferredName": null } } } }';
    write(dropped);
    await screen.findByText(/no preferred name of a practitioner that can be read and written: 1 held override/);
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    fireEvent.click(saveButton());
    fireEvent.click(await screen.findByRole("button", { name: "Save anyway" }));
    await screen.findByText(/is in force as revision 1/);
    expect((await inForce()).name).toBe("without");
  });

  it("undoing a discard is offered until something else is typed, which it would replace", async () => {
    write('{ "extends": "default", "name": "first" }');
    press(/^Discard/);
    await screen.findByText("Your text was discarded.");
    screen.getByRole("button", { name: /^Undo/ });
    write('{ "extends": "default", "name": "second" }');
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });

  it("a dry run shows how a record would be read, before anything is saved", async () => {
    write(
      '{ "extends": "default", "name": "other", "records": { "practitioner": { "meanings": { "displayName": { "kind": "text", "at": "/preferred_name" } } } } }',
    );
    fireEvent.change(screen.getByLabelText("Practitioner id"), { target: { value: open.practitionerId } });
    press("Read by this profile");
    const results = within(await screen.findByRole("list", { name: "What each meaning found" }));
    expect(results.getAllByText("/preferred_name", { selector: "span.mono" })).toHaveLength(2);
    expect((await inForce()).revision).toBe(0);
  });

  const mended = (pointer: string) =>
    `{ "extends": "default", "name": "other", "records": { "practitioner": { "meanings": { "displayName": { "kind": "text", "at": "${pointer}" } } } } }`;

  it("once one has asked, each text that can be used is read by itself, one at a time, beside the last reading", async () => {
    const ways = { now: 0, most: 0, all: 0 };
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
      if (typeof init.body !== "string" || !init.body.includes('"read":')) return await real(input, init);
      ways.all += 1;
      ways.now += 1;
      ways.most = Math.max(ways.most, ways.now);
      try {
        return await real(input, init);
      } finally {
        ways.now -= 1;
      }
    });
    write(mended("/preferred_name"));
    fireEvent.change(screen.getByLabelText("Practitioner id"), { target: { value: open.practitionerId } });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Read by this profile" })).toHaveProperty("disabled", false),
    );
    press("Read by this profile");
    await screen.findByText(/^Read by this text/);
    const before = ways.all;
    write("{ not yet");
    await screen.findByText(/^Read by an earlier text.*correct the text/);
    const list = () => screen.getByRole("list", { name: "What each meaning found" });
    expect(list().closest("[data-old]")).not.toBeNull();
    expect(within(list()).getAllByText("/preferred_name", { selector: "span.mono" })).toHaveLength(2);
    for (const pointer of ["/a", "/b", "/first_name", "/names"]) write(mended(pointer));
    await waitFor(() => expect(within(list()).getAllByText("/names", { selector: "span.mono" })).toHaveLength(1));
    await screen.findByText(/^Read by this text/);
    expect(list().closest("[data-old]")).toBeNull();
    expect(ways).toEqual({ now: 0, most: 1, all: before + 1 });
  });

  it("what is typed stays while one is elsewhere in the console, asks before the window closes, and can be discarded", async () => {
    const closes = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const typed = () => screen.getByLabelText<HTMLTextAreaElement>("Profile, as JSON").value;
    const begun = typed();
    expect(closes()).toBe(false);
    write('{ "extends": "default", "name": "mine" }');
    await screen.findByText(/^Unsaved since \d\d:\d\d$/);
    fireEvent.click(screen.getByRole("link", { name: "Tokens and gateway" }));
    await screen.findByRole("heading", { name: "Gateway" });
    expect(closes()).toBe(true);
    fireEvent.click(screen.getByRole("link", { name: "Profile" }));
    await screen.findByRole("heading", { name: "Service profile" });
    expect(typed()).toBe('{ "extends": "default", "name": "mine" }');
    press("Discard");
    expect(typed()).toBe(begun);
    expect(closes()).toBe(false);
    press(/^Undo/);
    expect(typed()).toBe('{ "extends": "default", "name": "mine" }');
    press("Start with the documented one");
    expect(typed()).toBe(begun);
  });

  it("a revision that somebody saved meanwhile is reported, and put under mine only when I say so", async () => {
    write('{ "extends": "default", "name": "mine" }');
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    await open.call("PUT", "/profile", ProfileInForce, {
      profile: { extends: "default", name: "theirs" },
      revision: 0,
      why: null,
    });
    fireEvent.click(saveButton());
    await screen.findByText(/Your text is based on before any revision was saved\. Revision 1 was saved meanwhile/);
    expect((await inForce()).name).toBe("theirs");
    expect(saveButton()).toHaveProperty("disabled", true);
    press("Overwrite it with mine");
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    fireEvent.click(saveButton());
    await screen.findByText("“mine” is in force as revision 2.");
    await screen.findByText("Revision 2 is in force.");
    expect((await inForce()).name).toBe("mine");
    expect(screen.queryByText(/^Unsaved/)).toBeNull();
  });

  it("what is typed while one's own revision is saved goes on from that one", async () => {
    write('{ "extends": "default", "name": "mine" }');
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    const held = holdAnswers(/^PUT \/profile$/);
    fireEvent.click(saveButton());
    await waitFor(() => expect(held.asked).toHaveLength(1));
    const further = '{ "extends": "default", "name": "mine, further" }';
    write(further);
    held.release();
    await screen.findByText("Revision 1 is in force.");
    expect(screen.getByLabelText("Profile, as JSON")).toHaveProperty("value", further);
    expect(screen.queryByText(/was saved meanwhile/)).toBeNull();
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    expect(saveButton().textContent).toContain("Save revision 2");
    fireEvent.click(saveButton());
    await screen.findByText("Revision 2 is in force.");
    expect((await inForce()).name).toBe("mine, further");
  });

  it("a revision that is opened late gives back what was typed meanwhile", async () => {
    const profile = (name: string) => ({ extends: "default", name });
    await open.call("PUT", "/profile", ProfileInForce, { profile: profile("first"), revision: 0, why: null });
    await open.call("PUT", "/profile", ProfileInForce, { profile: profile("second"), revision: 1, why: null });
    const released = Promise.withResolvers<null>();
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (to.endsWith("/profile/revisions/1")) await released.promise;
      return await answers(to, init);
    });
    fireEvent.click(await screen.findByRole("button", { name: "Open revision 1" }));
    const mine = '{ "extends": "default", "name": "typed meanwhile" }';
    write(mine);
    released.resolve(null);
    await screen.findByText("Your unsaved text was replaced.");
    fireEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    expect(screen.getByLabelText("Profile, as JSON")).toHaveProperty("value", mine);
  });

  it("a saved revision is in force at once, and one goes back to the settings", async () => {
    write('{ "extends": "with-writes", "name": "mine" }');
    await waitFor(() => expect(saveButton()).toHaveProperty("disabled", false));
    fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: "documented now" } });
    fireEvent.click(saveButton());
    await screen.findByText("“mine” is in force as revision 1.");
    await screen.findByText("Revision 1 is in force.");
    expect((await inForce()).revisions[0]).toMatchObject({ name: "mine", why: "documented now" });
    press("Go back to the settings");
    press("Go back to the settings");
    await screen.findByText("The profile that ships is in force.");
    expect((await inForce()).revision).toBe(2);
  });
});
