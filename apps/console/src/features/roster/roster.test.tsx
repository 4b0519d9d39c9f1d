import { CONNECTION_API } from "@dc/bff/testing/app";
import { Creation, RosterImport, RosterImportPage, RosterPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const hour = 3_600_000;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("roster", () => {
  let open: OpenConsole;
  let address: string;
  /** Calls to the service begin once it is resolved. */
  let held = Promise.resolve();
  beforeEach(async () => {
    held = Promise.resolve();
    open = await openConsole({
      staleAfterMs: 48 * hour,
      onCall: async (_, call) => {
        await held;
        return await call();
      },
    });
    const creation = await open.call("POST", "/index-versions", Creation, { name: "Elm Street" });
    address = `/index-versions/${creation.indexId ?? ""}`;
  });
  afterEach(async () => {
    cleanup();
    vi.useRealTimers();
    await open[Symbol.asyncDispose]();
  });

  const samples = () => open.test.sandbox.samples.roster.split(/\r?\n/).slice(1, 4);
  const onRoster = async () => (await open.call("GET", `${address}/roster`, RosterPage)).items.length;
  const add = async (text: string) => {
    await open.call("POST", `${address}/roster-imports`, RosterImport, { from: "text", text });
    await waitFor(async () => expect(await onRoster()).toBeGreaterThan(0));
  };

  it("a pasted list is answered line by line, read in the index, and what could not be added is named", async () => {
    const [first = "", second = ""] = samples();
    await open.visit(`${address}?add=paste`);
    const field = await screen.findByLabelText("Roster", { selector: "textarea" });
    fireEvent.change(field, { target: { value: [first, second, first, "?? 12"].join("\n") } });
    await screen.findByText("4 lines read");
    expect(screen.getByText("2 schedule ids understood")).toBeDefined();
    expect(screen.getByText("Line 3 repeats line 1, left out")).toBeDefined();
    expect(screen.getByText(/No id was recognised on this line/)).toBeDefined();
    press(/^Add 2 lines/);
    await screen.findByText("1 line could not be added");
    const report = screen.getByRole("region", { name: "Roster import" });
    await waitFor(() => expect(report.textContent).toMatch(/(?<!\d)(?:1 practitioner|2 practitioners)(?!s)/));
    const grid = screen.getByRole("grid", { name: "Roster" });
    await waitFor(() => expect(within(grid).getAllByRole("row").length).toBeGreaterThan(1));
  });

  it("of two that are removed one after the other, both can be undone, and the others stay selected", async () => {
    const [first = "", second = "", third = ""] = samples();
    await add([first, second, third].join("\n"));
    await open.test.deps.background.idle();
    await open.visit(`${address}?type=schedule&selected=${third}`);
    const removeByMenu = async (id: string) => {
      const row = await screen.findByRole("row", { name: new RegExp(id) });
      fireEvent.click(within(row).getByRole("button", { name: /^More for/ }));
      fireEvent.click(await screen.findByRole("menuitem", { name: "Remove from the roster", hidden: true }));
    };
    const answers = holdAnswers(/^DELETE .*\/roster\//);
    await removeByMenu(first);
    await removeByMenu(second);
    await waitFor(() => expect(answers.asked).toHaveLength(2));
    answers.release();
    await waitFor(() => expect(screen.getAllByText("1 schedule removed from the roster")).toHaveLength(2));
    expect(open.address()).toContain(`selected=${third}`);
  });

  it("an id that the browser does not copy is told so", async () => {
    const [first = ""] = samples();
    await add(first);
    await open.visit(`${address}?type=schedule`);
    const row = await screen.findByRole("row", { name: new RegExp(first) });
    fireEvent.click(within(row).getByRole("button", { name: /^More for/ }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Copy the id", hidden: true }));
    expect(await screen.findByText(/^Copying failed/)).toBeDefined();
  });

  it("a press outside that began inside closes nothing, and what was typed is there again after Escape", async () => {
    await open.visit(`${address}?add=paste`);
    const field = () => screen.findByLabelText("Roster", { selector: "textarea" });
    const leavingAsks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    fireEvent.change(await field(), { target: { value: "sch_half" } });
    const drawer = screen.getByRole("dialog", { name: "Add to the roster" });
    fireEvent.pointerDown(await field());
    fireEvent.click(drawer);
    expect(screen.getByRole("dialog", { name: "Add to the roster" })).toBeDefined();
    fireEvent.pointerDown(drawer);
    fireEvent.click(drawer);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add to the roster" })).toBeNull());
    expect(leavingAsks()).toBe(true);
    press("Paste a list");
    expect(await field()).toHaveProperty("value", "sch_half");
    press("Cancel");
    expect(leavingAsks()).toBe(false);
  });

  it("two columns of pasted cells that are mapped one after the other are both mapped, however late the first is read", async () => {
    const [first = ""] = samples();
    await open.visit(`${address}?add=paste`);
    const field = await screen.findByLabelText("Roster", { selector: "textarea" });
    const cells = `Our code\tX one\tX two\n${first}\tElm\tAda\n${first}\tOak\tBo`;
    fireEvent.paste(field, { clipboardData: { getData: () => cells } });
    const says = (letter: string) => screen.getByLabelText(`What column ${letter} says`);
    await screen.findByLabelText("What column B says");
    const released = Promise.withResolvers<null>();
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (to.endsWith("/sheet-text")) await released.promise;
      return await answers(to, init);
    });
    fireEvent.change(says("B"), { target: { value: "place" } });
    await waitFor(() => expect(says("B")).toHaveProperty("value", "place"));
    fireEvent.change(says("C"), { target: { value: "name" } });
    released.resolve(null);
    await waitFor(() => expect(field).toHaveProperty("value", expect.stringMatching(/Elm,Ada|Ada,Elm/)));
    expect(says("B")).toHaveProperty("value", "place");
    expect(says("C")).toHaveProperty("value", "name");
  });

  it("what is typed while a file is read stays, and of two files the one that was chosen last counts", async () => {
    const [first = "", second = "", third = ""] = samples();
    await open.visit(`${address}?add=paste`);
    const field = await screen.findByLabelText("Roster", { selector: "textarea" });
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), { target: { files: [file] } });
    const csv = (name: string, id: string) => new File([`schedule id\n${id}\n`], name, { type: "text/csv" });
    const isSent = Promise.withResolvers<null>();
    const released = Promise.withResolvers<null>();
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (to.endsWith("/sheet-text")) {
        isSent.resolve(null);
        await released.promise;
      }
      return await answers(to, init);
    });
    choose(csv("first.csv", first));
    await isSent.promise;
    fireEvent.input(field, { target: { value: second } });
    released.resolve(null);
    await screen.findByText("“first.csv” was not taken, since you typed meanwhile. Choose it again to have it here.");
    expect(field).toHaveProperty("value", second);
    expect(screen.queryByText("first.csv", { selector: "bdi" })).toBeNull();

    const slow = csv("slow.csv", first);
    const isRead = Promise.withResolvers<null>();
    const bytes = await slow.arrayBuffer();
    Object.assign(slow, { arrayBuffer: async () => await isRead.promise.then(() => bytes) });
    choose(slow);
    choose(csv("last.csv", third));
    await screen.findByText("last.csv", { selector: "bdi" });
    isRead.resolve(null);
    await open.settled();
    expect(screen.queryByText("slow.csv", { selector: "bdi" })).toBeNull();
    expect(field).toHaveProperty("value", expect.stringContaining(third));
  });

  it("a row of headings that has one cell is chosen otherwise, and a field that was emptied is of no file", async () => {
    const [first = ""] = samples();
    await open.visit(`${address}?add=paste`);
    const field = await screen.findByLabelText("Roster", { selector: "textarea" });
    const cells = `Sent by the practice\nschedule id\tplace\n${first}\tElm`;
    fireEvent.paste(field, { clipboardData: { getData: () => cells } });
    const row = async () => await screen.findByLabelText("Headings in row");
    await waitFor(async () => expect(await row()).toHaveProperty("value", "2"));
    const choose = async (value: string) => {
      fireEvent.change(await row(), { target: { value } });
      fireEvent.keyDown(await row(), { key: "Enter" });
    };
    await choose("1");
    await waitFor(() => expect(screen.queryByLabelText("What column B says")).toBeNull());
    expect(await row()).toHaveProperty("value", "1");
    await choose("2");
    await screen.findByLabelText("What column B says");
    fireEvent.input(field, { target: { value: "" } });
    await waitFor(() => expect(screen.queryByText("Pasted from a spreadsheet")).toBeNull());
  });

  it("a line that could not be added is corrected in its place and read again", async () => {
    const [first = "", second = ""] = samples();
    await add(`${first}\nsch-nothing`);
    await open.visit(address);
    fireEvent.click(await screen.findByRole("button", { name: "Correct the line" }));
    const field = await screen.findByLabelText("Corrected line 2");
    expect(field).toHaveProperty("value", "sch-nothing");
    fireEvent.change(field, { target: { value: "?? 12" } });
    await screen.findByText(/No id was recognised on this line/, { selector: "form *" });
    fireEvent.change(field, { target: { value: second } });
    press("Read again");
    await screen.findByText("Nothing left to correct");
  });

  it("a line that a colleague corrected meanwhile is told so, and is in the list no more", async () => {
    const [schedule = "", other = ""] = samples();
    await add(`${schedule}\nno such id`);
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${address}/roster-imports`, RosterImportPage);
    const id = items[0]?.id ?? "";
    await open.visit(`${address}?import=${id}`);
    const field = await screen.findByLabelText("Corrected line 2");
    const corrected = await open.test.signedIn("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/2`, {
      text: other,
    });
    expect(corrected.status).toBe(200);
    await open.test.deps.background.idle();
    fireEvent.change(field, { target: { value: samples()[2] } });
    press("Read again");
    await waitFor(() => expect(screen.queryByLabelText("Corrected line 2")).toBeNull());
    expect(await screen.findByText(/^This line was corrected in the meantime/)).toBeDefined();
  });

  it("[I15] a line that finds nobody by its name offers who is called similarly", async () => {
    await add(samples().join("\n"));
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${address}/roster`, RosterPage);
    const [one] = items.filter(({ name }) => /\p{L}{5,}$/u.test(name ?? ""));
    const name = one?.name ?? "";
    await open.call("POST", `${address}/roster-imports`, RosterImport, { from: "text", text: `${name.slice(0, -1)}q` });
    await open.test.deps.background.idle();
    await open.visit(address);
    fireEvent.click(await screen.findByRole("button", { name: "Correct the line" }));
    const list = await screen.findByRole("list", { name: "Similar names for line 1" });
    expect(list.textContent).toContain(name);
    expect(screen.getByText("Nobody has this name. Similar names:")).toBeDefined();
    press(`Choose ${name} (${one?.record.id}) for line 1`);
    await screen.findByText("Nothing left to correct");
  });

  it("the newest list is reported first, however an older one ended, and what is closed stays closed", async () => {
    const [first = "", second = ""] = samples();
    await add(`${first}\nsch-nothing`);
    await open.test.deps.background.idle();
    open.test.clock.advance(1_000);
    await add(second);
    await open.test.deps.background.idle();
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    await open.visit(address);
    await screen.findByText("1 line added");
    const told = () =>
      screen
        .queryAllByRole("region", { name: "Roster import" })
        .map((report) => report.querySelector("[role=status]")?.textContent);
    expect(told()).toEqual(["1 line added", "1 line could not be added"]);
    for (const button of screen.getAllByRole("button", { name: "Close this report" })) fireEvent.click(button);
    expect(told()).toEqual([]);
    cleanup();
    await open.visit(address);
    await screen.findByRole("grid", { name: "Roster" });
    await waitFor(() => expect(told()).toEqual([]));
  });

  it("[I12] an import can be taken back from its report long after it, among all imports", async () => {
    const [first = "", second = ""] = samples();
    await add(first);
    await open.test.deps.background.idle();
    open.test.clock.advance(1_000);
    await add(second);
    await open.test.deps.background.idle();
    const before = await onRoster();
    open.test.clock.advance(20 * 24 * hour);
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    await open.visit(address);
    await screen.findByRole("grid", { name: "Roster" });
    expect(screen.queryByRole("region", { name: "Roster import" })).toBeNull();
    press("Earlier imports");
    const drawer = screen.getByRole("dialog", { name: "Imports into this roster" });
    const [newest] = await within(drawer).findAllByRole("region", { name: "Roster import" });
    if (newest === undefined) throw new Error("No report.");
    fireEvent.click(within(newest).getByRole("button", { name: "Take it back" }));
    fireEvent.click(within(newest).getByRole("button", { name: "Take it back" }));
    await within(newest).findByText(/Taken back by/);
    expect(await onRoster()).toBeLessThan(before);
    expect(within(drawer).getAllByRole("button", { name: "Take it back" })).toHaveLength(1);
  });

  it("an import whose calls are under way is stopped, and says who did it and what was not read", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const sent = { from: "text", text: samples().join("\n") };
    await open.call("POST", `${address}/roster-imports`, RosterImport, sent);
    await open.visit(address);
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    screen.getByText("What was read stays on the roster, and the rest is not read.");
    press("Stop");
    await screen.findByText("3 lines not added");
    const report = screen.getByRole("region", { name: "Roster import" });
    expect(report.textContent).toMatch(/stopped by .+: 3 lines not read/);
    resolve();
    await open.test.deps.background.idle();
    expect(await onRoster()).toBe(0);
    press("Correct 3 lines");
    expect(await screen.findAllByText("Not read: the import was stopped.")).toHaveLength(3);
  });

  it("what is removed from the roster comes back with undo", async () => {
    await add(samples()[0] ?? "");
    const before = await onRoster();
    const { items } = await open.call("GET", `${address}/roster`, RosterPage);
    const id = items[0]?.record.id ?? "";
    await open.visit(`${address}?selected=${id}`);
    await screen.findByText("1 practitioner selected");
    press("Remove 1 from the roster");
    press("Remove 1 from the roster");
    await screen.findByText("1 practitioner removed from the roster");
    expect(await onRoster()).toBe(before - 1);
    press(/Undo/);
    await waitFor(async () => expect(await onRoster()).toBe(before));
  });

  it("of what is to be removed, what somebody else removed meanwhile keeps nothing else on the roster", async () => {
    await add(samples().join("\n"));
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${address}/roster`, RosterPage);
    const [one = "", other = ""] = items.map(({ record }) => record.id);
    await open.visit(`${address}?selected=${one}&selected=${other}`);
    await screen.findByText("2 practitioners selected");
    await open.test.signedIn("DELETE", `${CONNECTION_API}${address}/roster/practitioner/${one}`);
    press("Remove 2 from the roster");
    press("Remove 2 from the roster");
    await screen.findByText(/1 practitioner removed from the roster|Some could not be removed/);
    expect(await onRoster()).toBe(items.length - 2);
    press(/Undo/);
    await waitFor(async () => expect(await onRoster()).toBe(items.length - 1));
  });

  it("of what is to be removed, what was removed before one fails is told and undone, and the rest stays selected", async () => {
    await add(samples().join("\n"));
    await open.test.deps.background.idle();
    const { items } = await open.call("GET", `${address}/roster`, RosterPage);
    const [one = "", other = "", third = ""] = items.map(({ record }) => record.id);
    await open.visit(`${address}?selected=${one}&selected=${other}&selected=${third}`);
    await screen.findByText("3 practitioners selected");
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (init?.method === "DELETE" && to.endsWith(other)) throw new TypeError("Failed to fetch");
      return await answers(to, init);
    });
    press("Remove 3 from the roster");
    press("Remove 3 from the roster");
    await screen.findByText(/^2 practitioners not removed\./);
    await screen.findByText("1 practitioner removed from the roster");
    expect(await onRoster()).toBe(items.length - 1);
    await waitFor(() => expect(open.address()).not.toContain(one));
    expect(open.address()).toContain(other);
    expect(open.address()).toContain(third);
    press(/Undo/);
    await waitFor(async () => expect(await onRoster()).toBe(items.length));
  });

  it("is read again as a whole, and reports it", async () => {
    await add(samples()[0] ?? "");
    await open.test.deps.background.idle();
    open.test.clock.advance(1_000);
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    await open.visit(address);
    fireEvent.click(await screen.findByRole("button", { name: "Read all again" }));
    const report = await screen.findByRole("region", { name: "Reading the roster again" });
    await waitFor(() => expect(report.textContent).toMatch(/\d records read again/));
  });

  it("says of a reading how old it is, and that it is old past the limit of the connection alone", async () => {
    await add(samples()[0] ?? "");
    await open.test.deps.background.idle();
    for (const [age, told] of [
      [47, "47 h"],
      [49, "2 d old"],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now().getTime() + age * hour });
      await open.visit(address);
      const grid = await screen.findByRole("grid", { name: "Roster" });
      await waitFor(() => expect(grid.querySelector("time")?.textContent).toBe(told));
      cleanup();
      vi.useRealTimers();
    }
  });

  it("an empty roster says what belongs there and opens the way to add to it", async () => {
    await open.visit(address);
    await screen.findByText("No practitioners on this roster yet");
    press("Paste a list");
    await screen.findByText(/Each line is checked here/);
    expect(open.address()).toBe(`${address}?add=paste`);
  });
});
