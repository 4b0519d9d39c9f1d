import { Creation, CreationPage, IndexVersion, ProfileInForce, Referrer } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";
import { paths } from "#/paths.ts";

const type = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
describe("index versions", () => {
  let open: OpenConsole;
  beforeEach(async () => void (open = await openConsole()));
  afterEach(() => open[Symbol.asyncDispose]());
  const create = async (name: string) => await open.call("POST", "/index-versions", Creation, { name });

  it("the first visit says what belongs here and leads to the first directory", async () => {
    await open.visit("/");
    await screen.findByText("No directory yet");
    expect(screen.getByRole("link", { name: /browse the standard index/ })).toHaveProperty(
      "pathname",
      paths.directory.href({ indexId: "idx_standard" }),
    );
    fireEvent.click(screen.getByRole("link", { name: /Create index version/ }));
    await screen.findByRole("heading", { name: "Create an index version" });
  });

  it("a directory is created for a referrer with one request, and its roster opens", async () => {
    await open.visit("/index-versions/new");
    type("Name of the referrer", "Dr. ليلى حداد");
    await waitFor(() =>
      expect(screen.getByLabelText("Name of the index version")).toHaveProperty("value", "ليلى حداد"),
    );
    const told: string[] = [];
    const observer = new MutationObserver(() =>
      told.push(...screen.queryAllByRole("alert").map(({ textContent }) => textContent ?? "")),
    );
    observer.observe(document.body, { childList: true, subtree: true });
    press(/Create in test/);
    await screen.findByText("No practitioners on this roster yet");
    observer.disconnect();
    expect(told).toEqual([]);
    expect(open.address()).toMatch(/^\/index-versions\/idx_/);
    expect(open.test.sandbox.ledger.after(0)).toHaveLength(1);
  });

  it("a profile that cannot create one is reported before anything is filled in, with what to do", async () => {
    const profile = { extends: "default", name: "closed", operations: { createIndexVersion: null } };
    await open.call("PUT", "/profile", ProfileInForce, { profile, revision: 0 });
    await open.visit("/index-versions/new");
    await screen.findByText(/has no way to create an index version/);
    expect(screen.getByRole("link", { name: "Add an existing index version" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /Create in test/ })).toBeNull();
  });

  it("a name is asked for before anything is sent", async () => {
    await open.visit("/index-versions/new");
    press(/Create in test/);
    await screen.findByText("Enter a name.");
    expect((await open.call("GET", "/creations", CreationPage)).items).toEqual([]);
  });

  it("what the service refuses is described in its own words, and nothing was created", async () => {
    open.test.sandbox.faults.arm({
      kind: "status",
      status: 422,
      method: "POST",
      path: "index_version",
      phase: "before",
      ms: 0,
      times: 1,
    });
    await open.visit("/index-versions/new");
    type("Name of the index version", "Refused");
    press(/Create in test/);
    await screen.findByText(/The service refused \(422\)/);
    expect(screen.getByText(/Nothing was\s+created/)).toBeDefined();
    expect(screen.getByLabelText("Name of the index version")).toHaveProperty("value", "Refused");
  });

  it("a lost reply is unknown until a person settles it, and the name cannot be asked for again", async () => {
    open.test.sandbox.faults.arm({
      kind: "reset-after",
      method: "POST",
      path: "index_version",
      phase: "before",
      ms: 0,
      times: 1,
    });
    await open.visit("/index-versions/new");
    type("Name of the index version", "Okafor-Lindqvist");
    press(/Create in test/);
    const heading = await screen.findByRole("heading", { name: "It is not known whether it was created" });
    expect(document.activeElement).toBe(heading);
    cleanup();

    await open.visit("/index-versions/new");
    await screen.findByText(/It is not known whether it was created/);
    expect(screen.getByText("Okafor-Lindqvist")).toBeDefined();
    expect(screen.getByRole("link", { name: "Settle" })).toHaveProperty("pathname", paths.indexVersions.href());
    type("Name of the index version", "Okafor-Lindqvist");
    press(/Create in test/);
    await screen.findByText(/it is not known whether it exists/);
    cleanup();

    await open.visit("/index-versions");
    const card = await screen.findByRole("region", { name: "Create “Okafor-Lindqvist”" });
    fireEvent.click(within(card).getByRole("button", { name: "It wasn’t created" }));
    fireEvent.click(within(card).getByRole("button", { name: "It wasn’t created" }));
    await screen.findByText("“Okafor-Lindqvist” is settled.");
    expect((await open.call("GET", "/creations?open=1", CreationPage)).items).toEqual([]);
  });

  it("a creation that was settled elsewhere leads to the list, instead of offering what is refused", async () => {
    const fault = { kind: "reset-after", method: "POST", path: "index_version", phase: "before", ms: 0, times: 1 };
    open.test.sandbox.faults.arm(fault as Parameters<typeof open.test.sandbox.faults.arm>[0]);
    await open.visit("/index-versions/new");
    type("Name of the index version", "Okafor-Lindqvist");
    press(/Create in test/);
    await screen.findByRole("heading", { name: "It is not known whether it was created" });
    const [unknown] = (await open.call("GET", "/creations?open=1", CreationPage)).items;
    await open.call("POST", `/creations/${unknown?.id ?? ""}/settle`, Creation, { as: "abandoned" });
    press("Abandon it");
    press("Abandon it");
    await screen.findByText(/^“Okafor-Lindqvist” is settled. If it was created/);
    await waitFor(() => expect(open.address()).toBe("/index-versions"));
  });

  it("says that open creations could not be read, instead of showing as if there were none, and tries again", async () => {
    await create("Amara Okafor");
    const { fetch } = globalThis;
    let fails: RegExp | null = /\/creations\?/;
    let calls = 0;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (fails?.test(to) !== true) return await fetch(to, init);
      calls += 1;
      const problem = { type: "about:blank", title: "", status: 500, detail: "Not now.", code: "internal" };
      return Response.json({ ...problem, requestId: "req_1" }, { status: 500 });
    });
    await open.visit("/index-versions");
    const list = within(await screen.findByRole("region", { name: "Open creations" }));
    expect(list.getByRole("alert").textContent).toMatch(/could not be read, so there may be some/);
    expect(calls).toBe(1);
    fails = null;
    fireEvent.click(list.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Open creations" })).toBeNull());
    cleanup();

    // The list itself is asked for once, and its failure is shown.
    fails = /\/index-versions\?/;
    await open.visit("/index-versions");
    fails = await screen.findByRole("button", { name: "Try again" }).then(() => null);
    expect(calls).toBe(2);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Amara Okafor");
  });

  it("what is typed stays while one is elsewhere, until it is discarded or created", async () => {
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    const asksFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const comeBack = async () => {
      fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
      fireEvent.click(await screen.findByRole("link", { name: /^Create index version/ }));
      await screen.findByRole("heading", { name: "Create an index version" });
    };
    await open.visit("/index-versions/new");
    expect(asksFirst()).toBe(false);
    type("Name of the referrer", "Dr. Amara Okafor");
    type("Roster", "sch_kept");
    expect(asksFirst()).toBe(true);
    await comeBack();
    expect([value("Name of the referrer"), value("Roster")]).toEqual(["Dr. Amara Okafor", "sch_kept"]);
    expect(screen.getByText(/^Kept since \d\d:\d\d$/)).toBeDefined();
    press("Discard");
    expect([value("Name of the referrer"), value("Roster")]).toEqual(["", ""]);
    expect(asksFirst()).toBe(false);
    press(/^Undo/);
    expect(value("Name of the referrer")).toBe("Dr. Amara Okafor");
    press(/Create in test/);
    await screen.findByRole("heading", { name: "Amara Okafor" });
    expect(asksFirst()).toBe(false);
  });

  it("lines that cannot be read are counted on the button that leaves them out", async () => {
    await open.visit("/index-versions/new");
    type("Name of the index version", "Gaps");
    const { roster } = open.test.sandbox.samples;
    type("Roster", `${roster.split("\n").slice(0, 3).join("\n")}\n?? 12\n(12)`);
    await screen.findByText("2 lines will be left out");
    expect(screen.getByRole("button", { name: /^Create in test without 2 lines/ })).toBeDefined();
    press("Remove 2 lines");
    await screen.findByRole("button", { name: /^Create in test$|^Create in test(?! without)/ });
    expect(screen.queryByText(/will be left out/)).toBeNull();
  });

  it("the list is filtered and sorted by the server, and the address carries both", async () => {
    for (const name of ["Ortiz Villalobos", "=cmd()", "<script>alert(1)</script>"]) await create(name);
    await open.visit("/index-versions?q=ortiz");
    const grid = await screen.findByRole("grid", { name: "Index versions" });
    await waitFor(() => expect(within(grid).getByText("Ortiz Villalobos")).toBeDefined());
    expect(within(grid).queryByText("=cmd()")).toBeNull();
    expect(within(grid).getByText("Standard index")).toBeDefined();
    fireEvent.change(screen.getByLabelText("Filter by name, referrer, id"), { target: { value: "script" } });
    await within(grid).findByText("<script>alert(1)</script>");
    fireEvent.click(within(grid).getByRole("button", { name: "Directory" }));
    await waitFor(() => expect(open.address()).toBe("/index-versions?q=script&sort=name"));
  });

  it("archiving takes a directory off the list, and undo brings it back", async () => {
    const { indexId } = await create("Þorsteinsdóttir");
    await open.visit(`/index-versions?selected=${indexId ?? ""}`);
    await screen.findByText("1 directory selected");
    press("Archive 1");
    press("Archive 1");
    await screen.findByText("1 directory archived");
    expect((await open.call("GET", `/index-versions/${indexId ?? ""}`, IndexVersion)).archivedAt).not.toBeNull();
    press(/Undo/);
    await waitFor(async () =>
      expect((await open.call("GET", `/index-versions/${indexId ?? ""}`, IndexVersion)).archivedAt).toBeNull(),
    );
  });

  it("an undo of archiving that is refused is told", async () => {
    const { indexId } = await create("Elm");
    await open.visit(`/index-versions?selected=${indexId ?? ""}`);
    await screen.findByText("1 directory selected");
    press("Archive 1");
    press("Archive 1");
    await screen.findByText("1 directory archived");
    const { version } = await open.call("GET", `/index-versions/${indexId ?? ""}`, IndexVersion);
    await open.call("PATCH", `/index-versions/${indexId ?? ""}`, IndexVersion, { version, notes: "Kept for June" });
    press(/Undo/);
    expect(await screen.findByText(/^1 of 1 directory could not be unarchived\./)).toBeDefined();
  });

  it("whoever may not change directories is offered to archive none", async () => {
    await create("Elm");
    const { signedIn } = await open.test.enter({ name: "Vera Viewer", roles: [{ role: "viewer", referrers: null }] });
    Object.assign(open.test, { signedIn });
    await open.visit("/index-versions");
    const grid = await screen.findByRole("grid", { name: "Index versions" });
    fireEvent.click(await within(grid).findByRole("button", { name: "More for Elm" }));
    await screen.findByRole("menuitem", { name: "History", hidden: true });
    expect(screen.queryByRole("menuitem", { name: "Archive", hidden: true })).toBeNull();
    expect(within(grid).queryAllByRole("checkbox")).toEqual([]);
  });

  it("settings that somebody else saved meanwhile are a conflict, and what was typed stays", async () => {
    const { indexId } = await create("Raghunathan");
    const address = `/index-versions/${indexId ?? ""}`;
    await open.visit(`${address}/settings`);
    await screen.findByLabelText(/Name in this console/);
    type(/Name in this console/, "Mine");
    const { version } = await open.call("GET", address, IndexVersion);
    await open.call("PATCH", address, IndexVersion, { notes: "Theirs", version });
    press(/Save the settings/);
    const conflict = (await screen.findByText(/Somebody saved this in the meantime/)).closest("[role=alert]");
    expect(conflict?.textContent).toMatch(/Notes.*Saved.*Theirs.*Yours.*empty/);
    expect(screen.getByLabelText(/Name in this console/)).toHaveProperty("value", "Mine");
    press("Use what was saved");
    await waitFor(() => expect(screen.getByLabelText(/Notes/)).toHaveProperty("value", "Theirs"));
    type(/Name in this console/, "Mine again");
    press(/Save the settings/);
    await waitFor(async () => expect((await open.call("GET", address, IndexVersion)).label).toBe("Mine again"));
  });

  it("settings are saved once, however often the key is pressed", async () => {
    const { indexId } = await create("Raghunathan");
    const address = `/index-versions/${indexId ?? ""}`;
    await open.visit(`${address}/settings`);
    const field = await screen.findByLabelText(/Name in this console/);
    type(/Name in this console/, "Mine");
    const held = holdAnswers(/^PATCH /);
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(held.asked).toHaveLength(1));
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    held.release();
    await screen.findByText("No changes.");
    expect(held.asked).toHaveLength(1);
    expect(screen.queryByText(/Somebody saved this in the meantime/)).toBeNull();
  });

  it("settings that somebody else saved are shown where nothing was typed, and those that were saved here stay so", async () => {
    const { indexId } = await create("Raghunathan");
    const address = `/index-versions/${indexId ?? ""}`;
    await open.visit(`${address}/settings`);
    await screen.findByLabelText(/Name in this console/);
    const { version } = await open.call("GET", address, IndexVersion);
    await open.call("PATCH", address, IndexVersion, { notes: "Theirs", version });
    const otherWindow = new BroadcastChannel("directory-console changes");
    await waitFor(() => {
      otherWindow.postMessage({ from: "another window", changed: ["index-version"] });
      expect(screen.getByLabelText(/Notes/)).toHaveProperty("value", "Theirs");
    });
    otherWindow.close();
    type(/Notes/, "Ours");
    press(/Save the settings/);
    await screen.findByText("No changes.");
    expect(screen.getByLabelText(/Notes/)).toHaveProperty("value", "Ours");
    expect((await open.call("GET", address, IndexVersion)).notes).toBe("Ours");
  });

  it("saving the notes changes no referrer, also where several have its name", async () => {
    const elm = { name: "Dr. Elm", createAnother: true };
    await open.call("POST", "/referrers", Referrer, elm);
    const createdReferrer = await open.call("POST", "/referrers", Referrer, elm);
    const created = await open.call("POST", "/index-versions", Creation, {
      name: "Elm",
      referrer: { id: createdReferrer.id },
    });
    const address = `/index-versions/${created.indexId ?? ""}`;
    await open.visit(`${address}/settings`);
    await screen.findByLabelText(/Notes/);
    type(/Notes/, "By phone");
    press(/Save the settings/);
    await waitFor(async () => expect((await open.call("GET", address, IndexVersion)).notes).toBe("By phone"));
    expect((await open.call("GET", address, IndexVersion)).referrer?.id).toBe(createdReferrer.id);
  });

  it("a referrer is chosen among those of its name, or another one is created", async () => {
    const named = { name: "Dr. Elm", practitionerId: "prov_elm" };
    const elm = await open.call("POST", "/referrers", Referrer, named);
    const newest = async () => (await open.call("GET", "/creations", CreationPage)).items[0]?.referrer;
    await open.visit("/index-versions/new");
    type("Name of the referrer", "Dr. E");
    fireEvent.click(await screen.findByRole("button", { name: /Dr\. Elm, prov_elm/ }));
    expect(screen.getByLabelText("Name of the referrer")).toHaveProperty("value", "Dr. Elm");
    press(/Create in test/);
    await screen.findByRole("heading", { name: "Elm" });
    expect((await newest())?.id).toBe(elm.id);
    cleanup();
    // Of two creations of one moment, either may be the newest.
    open.test.clock.advance(1_000);

    await open.visit("/index-versions/new");
    type("Name of the referrer", "Dr. Elm");
    press(/Create in test/);
    await screen.findByText(/There is a referrer of this name/);
    press("Create another");
    press(/Create in test/);
    await screen.findByRole("heading", { name: "Elm" });
    const another = await newest();
    expect([another?.name, another?.id === elm.id]).toEqual(["Dr. Elm", false]);
  });

  it("an id is adopted after a look at whether it exists, and a known one is refused", async () => {
    const { indexId } = await create("Elsewhere");
    await open.visit("/index-versions?adopt=");
    await screen.findByLabelText("Index version id");
    type("Index version id", indexId ?? "");
    press("Check and adopt");
    await screen.findByText(/already/i, { selector: "[role=alert] *" });
    expect(screen.getByLabelText("Index version id")).toHaveProperty("value", indexId);
  });

  it("an index that is not known here is offered for adoption, with its id filled in", async () => {
    for (const page of ["", "/practitioners/abc", "/practitioners/abc/compare"]) {
      await open.visit(`/index-versions/idx_elsewhere${page}`);
      await screen.findByRole("heading", { name: "This index version is not known here" });
      fireEvent.click(screen.getByRole("link", { name: "Adopt it" }));
      const field = await screen.findByLabelText("Index version id");
      expect(field).toHaveProperty("value", "idx_elsewhere");
      cleanup();
    }
  });
});
