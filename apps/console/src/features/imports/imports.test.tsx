import { RosterPage } from "@dc/contract";
import { CONNECTION_API } from "@dc/bff/testing/app";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

let open: OpenDirectory;
beforeEach(async () => void (open = await openDirectory()));
afterEach(async () => await open[Symbol.asyncDispose]());

const choose = (label: string, file: object) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { files: [file] } });
const sheet = (name: string, text: string) => new File([text], name, { type: "text/csv" });

const aborted = async (signal: AbortSignal | null | undefined) =>
  await new Promise((end) => signal?.addEventListener("abort", end));

it("stages against ours only what was chosen, also once a mended file says something else in its place", async () => {
  const record = { type: "practitioner", id: open.practitionerId };
  await open.view();
  await open.sends(
    await open.stage([
      { record, field: "preferredName", operation: { op: "set", value: "Ours" } },
      { record, field: "displayName", operation: { op: "set", value: "Dr. Ours" } },
    ]),
  );
  const says = (...cells: string[]) => `practitioner id,preferred name,display name\n${record.id},${cells.join(",")}\n`;
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("first.csv", says("Theirs", "Dr. Ours")));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Take Theirs" }));
  await screen.findByRole("button", { name: "Stage 1 change" });
  choose("Choose the corrected file", sheet("mended.csv", says("Another", "Dr. Ours")));
  expect(await screen.findByRole("checkbox", { name: "Take Another" })).toHaveProperty("checked", false);
  expect(screen.getByRole("button", { name: "Stage 0 changes" })).toHaveProperty("disabled", true);
  choose("Choose the corrected file", sheet("as-before.csv", says("Theirs", "Dr. Ours")));
  expect(await screen.findByRole("checkbox", { name: "Take Theirs" })).toHaveProperty("checked", true);
});

it("keeps the preview while a column of it is read again, and as it was where that is cancelled", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("calls.csv", `practitioner id,their name\n${open.practitionerId},Dr. Nhung\n`));
  const says = async () => await screen.findByLabelText("What column B says");
  await says();
  const answers = globalThis.fetch;
  const isRead = Promise.withResolvers<null>();
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.endsWith("/change-imports/preview")) await Promise.race([isRead.promise, aborted(init?.signal)]);
    return await answers(to, init);
  });
  (await says()).focus();
  fireEvent.change(await says(), { target: { value: "practitioner preferredName" } });
  await screen.findByText("Reading again");
  expect(document.activeElement).toBe(await says());
  expect(await says()).toHaveProperty("value", "practitioner preferredName");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(async () => expect(await says()).toHaveProperty("value", "nothing"));
  fireEvent.change(await says(), { target: { value: "practitioner preferredName" } });
  await screen.findByText("Reading again");
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  isRead.resolve(null);
  await screen.findByRole("button", { name: "Stage 1 change" });
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  await screen.findByRole("heading", { level: 1, name: "calls.csv" });
});

it("keeps what columns say for all who import once it is staged, or for a mended file, and not where it was only tried", async () => {
  await open.view();
  const file = (name: string, value: string) =>
    sheet(name, `practitioner id,spoken name\n${open.practitionerId},${value}\n`);
  const says = async () => await screen.findByLabelText("What column B says");
  const map = async () => fireEvent.change(await says(), { target: { value: "practitioner preferredName" } });
  await open.visit(`${open.root}/import`);
  choose("Choose a file", file("tried.csv", "Dr. Tried"));
  await map();
  await screen.findByRole("button", { name: "Stage 1 change" });
  cleanup();

  await open.visit(`${open.root}/import`);
  choose("Choose a file", file("another.csv", "Dr. Another"));
  expect(await says()).toHaveProperty("value", "nothing");
  await map();
  await screen.findByRole("button", { name: "Stage 1 change" });
  choose("Choose the corrected file", file("mended.csv", "Dr. Mended"));
  await screen.findByText(/as last mapped for these headings/);
  expect(await says()).toHaveProperty("value", "practitioner preferredName");
});

it("moves what one column alone says, and lets several say whom a row is about", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  const cells = [open.practitionerId, "Dr. Nhung", "asked", "called"].join(",");
  choose("Choose a file", sheet("calls.csv", `practitioner id,their name,reason,remark\n${cells}\n`));
  const says = async (column: string) => await screen.findByLabelText(`What column ${column} says`);
  await says("D");
  fireEvent.change(await says("D"), { target: { value: "reason" } });
  await waitFor(async () => expect(await says("D")).toHaveProperty("value", "reason"));
  expect(await says("C")).toHaveProperty("value", "nothing");
  fireEvent.change(await says("B"), { target: { value: "practitioner" } });
  await waitFor(async () => expect(await says("B")).toHaveProperty("value", "practitioner"));
  expect(await says("A")).toHaveProperty("value", "practitioner");
});

it("says that a file cannot be read", async () => {
  await open.visit(`${open.root}/import`);
  const gone = Object.assign(sheet("gone.csv", "a,b\n"), { arrayBuffer: () => Promise.reject(new Error("gone")) });
  choose("Choose a file", gone);
  expect(await screen.findByText("“gone.csv” can’t be read.")).toBeDefined();
});

it("no longer tells why a file could not be staged once another one is chosen", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  const file = (name: string) => sheet(name, `practitioner id,preferred name\n${open.practitionerId},Nora\n`);
  choose("Choose a file", file("first.csv"));
  const stage = await screen.findByRole("button", { name: "Stage 1 change" });
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.endsWith("/change-imports")) throw new TypeError("Failed to fetch");
    return await answers(to, init);
  });
  fireEvent.click(stage);
  await screen.findByText("The console's server can't be reached.");
  choose("Choose the corrected file", sheet("picture.png", "PNG"));
  await waitFor(() => expect(screen.queryByText("The console's server can't be reached.")).toBeNull());
});

it("of two files the one that was chosen last is previewed, however late the first is read", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  const says = (name: string) => `practitioner id,preferred name\n${open.practitionerId},${name}\n`;
  const slow = sheet("slow.csv", says("Late"));
  const isRead = Promise.withResolvers<null>();
  const bytes = await slow.arrayBuffer();
  Object.assign(slow, { arrayBuffer: async () => await isRead.promise.then(() => bytes) });
  const input = screen.getByLabelText("Choose a file", { selector: "input" });
  fireEvent.change(input, { target: { files: [slow] } });
  fireEvent.change(input, { target: { files: [sheet("last.csv", says("Chosen"))] } });
  await screen.findByRole("button", { name: "Stage 1 change" });
  isRead.resolve(null);
  await open.settled();
  expect(screen.queryByText("Late")).toBeNull();
  expect(screen.getAllByText("Chosen").length).toBeGreaterThan(0);
});

it("offers whom a name of several means in its row and beside the sheet, chosen once for all its rows and taken back", async () => {
  const [, , , , ...others] = open.test.sandbox.samples.roster.split("\n");
  await open.test.signedIn("POST", `${CONNECTION_API}${open.root}/roster-imports`, {
    from: "text",
    text: others.slice(0, 4).join("\n"),
  });
  await open.test.deps.background.idle();
  const { items } = await open.call("GET", `${open.root}/roster?type=practitioner`, RosterPage);
  const [one, two] = items.map(({ record }) => record);
  if (one === undefined || two === undefined) throw new Error("the roster has nobody else");
  const called = { field: "displayName", operation: { op: "set", value: "Ursel Fenn" } };
  await open.sends(await open.stage([one, two].map((record) => ({ record, ...called }))));
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("calls.csv", "name,preferred name\nUrsel Fenn,Ursa\nFenn Ursel,Ursa\n"));
  const names = await screen.findByRole("region", { name: "Ambiguous names" });
  expect(names.textContent).toContain("1 to choose");
  expect(names.textContent).toContain("Ursel Fenn in 2 rows");
  expect(within(names).getAllByRole("button", { name: /^Choose Ursel Fenn \(.*\) for “Ursel Fenn”$/ })).toHaveLength(2);
  fireEvent.click(screen.getAllByRole("button", { name: "Choose…" })[1] ?? document.body);
  const menu = await screen.findByRole("menu", { name: "Whom “Fenn Ursel” means", hidden: true });
  expect(within(menu).getAllByRole("menuitem", { hidden: true })).toHaveLength(2);
  fireEvent.click(within(menu).getByRole("menuitem", { name: new RegExp(two.id), hidden: true }));
  await screen.findByRole("button", { name: "Stage 1 change" });
  expect(screen.queryByRole("button", { name: "Choose…" })).toBeNull();
  expect(screen.getByRole("region", { name: "Ambiguous names" }).textContent).toContain(`means Ursel Fenn ${two.id}`);
  fireEvent.click(screen.getByRole("button", { name: "Choose again whom “Ursel Fenn” means" }));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Choose…" })).toHaveLength(2));
});

it("leaving the label of a column of numbers as it was reads nothing again", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("calls.csv", `practitioner id,phones\n${open.practitionerId},+14155550177\n`));
  const label = await screen.findByLabelText("Label of the numbers in column B");
  const answers = globalThis.fetch;
  const previews: string[] = [];
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.endsWith("/change-imports/preview")) previews.push(typeof init?.body === "string" ? init.body : "");
    return await answers(to, init);
  });
  fireEvent.focus(label);
  fireEvent.blur(label);
  fireEvent.change(label, { target: { value: "Front desk" } });
  fireEvent.blur(label);
  await screen.findByText("Reading again");
  await screen.findByRole("button", { name: "Stage 1 change" });
  expect(previews).toEqual([expect.stringContaining("Front desk")]);
});

it("what is typed above a column stays while a preview comes that has errors", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("calls.csv", `practitioner id,numbers\n${open.practitionerId},call first\n`));
  const says = await screen.findByLabelText<HTMLSelectElement>("What column B says");
  const phones = [...says.options].find(({ text }) => text === "practitioner: Phone numbers");
  const held = holdAnswers(/\/change-imports\/preview$/);
  fireEvent.change(says, { target: { value: phones?.value } });
  const label = await screen.findByLabelText("Label of the numbers in column B");
  expect(screen.queryByRole("region", { name: "1 error" })).toBeNull();
  fireEvent.change(label, { target: { value: "Front desk" } });
  held.release();
  await screen.findByRole("region", { name: "1 error" });
  expect(screen.getByLabelText<HTMLInputElement>("Label of the numbers in column B").value).toBe("Front desk");
});

it("a preview that says something else by now is previewed again where it is refused", async () => {
  await open.view();
  await open.visit(`${open.root}/import`);
  choose("Choose a file", sheet("calls.csv", `practitioner id,preferred name\n${open.practitionerId},Dr. Nhung\n`));
  const stage = await screen.findByRole("button", { name: "Stage 1 change" });
  const record = { type: "practitioner", id: open.practitionerId };
  await open.sends(await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Ours" } }]));
  fireEvent.click(stage);
  const refusal = /has changed since the preview/;
  await screen.findByText(refusal);
  fireEvent.click(screen.getByRole("button", { name: "Preview again" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Take Dr. Nhung" }));
  expect(screen.queryByText(refusal)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Stage 1 change" }));
  await screen.findByRole("heading", { level: 1, name: "calls.csv" });
});
