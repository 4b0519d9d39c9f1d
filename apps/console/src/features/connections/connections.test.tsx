import { ConnectionList, ListedConnection } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { comeBack } from "#/testing/come-back.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const [here, elsewhere] = ["http://127.0.0.9:9", "http://127.0.0.9:10"];

async function addConnection(open: OpenConsole): Promise<ListedConnection> {
  const added = await open.test.signedIn("POST", "/api/v1/connections", {
    name: "Westside Spine",
    mode: "test",
    baseUrl: here,
    apiKey: "test_other_key_0000",
    apiVersion: null,
    profile: "default",
    requestBudget: null,
    staleAfterHours: 24,
    recordsAtOnce: 4,
  });
  return ListedConnection.parse(await added.json());
}

async function connectionOf(open: OpenConsole, id: string): Promise<ListedConnection | undefined> {
  const { items } = ConnectionList.parse(await (await open.test.signedIn("GET", "/api/v1/connections")).json());
  return items.find((connection) => connection.id === id);
}

it("another base address asks for the key once more, and is not saved without it", async () => {
  await using open = await openConsole({ serviceAddresses: `${here},${elsewhere}` });
  const { id } = await addConnection(open);
  const saved = async () => (await connectionOf(open, id))?.baseUrl;
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  const address = await screen.findByLabelText("Base address");
  const key = () => screen.queryByLabelText("Key for this address");
  expect(key()).toBeNull();
  fireEvent.change(address, { target: { value: elsewhere } });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  expect(await screen.findByText(/^Enter the key once more/)).toBeDefined();
  expect(await saved()).toBe(here);

  fireEvent.change(key() ?? address, { target: { value: "test_other_key_0001" } });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  await waitFor(async () => expect(await saved()).toBe(elsewhere));
});

it("who has to approve stays as somebody else saved it meanwhile, where one typed something else", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  const { id, version, approvals } = await addConnection(open);
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Westside" } });
  const address = `/api/v1/connections/${id}`;
  await open.test.signedIn("PATCH", address, { version, recordsAtOnce: 5, apiKey: null, typedName: null });
  await open.test.signedIn("PUT", `${address}/approval-settings`, { ...approvals, required: 2 });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep what I typed" }));
  await waitFor(() => expect(screen.queryByText(/^Someone saved this/)).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  await waitFor(async () => expect((await connectionOf(open, id))?.name).toBe("Westside"));
  await screen.findByText(/^Westside is saved/);
  expect((await connectionOf(open, id))?.approvals.required).toBe(2);
});

it("shows what somebody else saves while nothing is typed, and saves what is typed over that", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  const { id, version } = await addConnection(open);
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Westside Spine");
  const address = `/api/v1/connections/${id}`;
  const theirs = { version, name: "Westside", recordsAtOnce: 5, apiKey: null, typedName: null };
  expect((await open.test.signedIn("PATCH", address, theirs)).status).toBe(200);
  await comeBack();
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "Westside"));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Westside Clinic" } });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  await screen.findByText(/^Westside Clinic is saved/);
  expect(await connectionOf(open, id)).toMatchObject({ name: "Westside Clinic", recordsAtOnce: 5 });
});

it("saves the settings and who has to approve as one: where somebody else changed either, nothing is saved", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  const { id, approvals } = await addConnection(open);
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Westside" } });
  fireEvent.change(screen.getByLabelText("Who has to approve a change"), { target: { value: "1" } });
  await open.test.signedIn("PUT", `/api/v1/connections/${id}/approval-settings`, { ...approvals, required: 2 });
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  save();
  const keep = await screen.findByRole("button", { name: "Keep what I typed" });
  expect(await connectionOf(open, id)).toMatchObject({ name: "Westside Spine", approvals: { required: 2 } });
  fireEvent.click(keep);
  save();
  await screen.findByText(/^Westside is saved/);
  expect(await connectionOf(open, id)).toMatchObject({ name: "Westside", approvals: { required: 1 } });
});

it("tells who has to approve as somebody else saved it meanwhile, and takes that where one says so", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  const { id, version, approvals } = await addConnection(open);
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  fireEvent.change(await screen.findByLabelText("Who has to approve a change"), { target: { value: "1" } });
  const theirs = { version, approvals: { ...approvals, required: 2 }, apiKey: null, typedName: null };
  expect((await open.test.signedIn("PATCH", `/api/v1/connections/${id}`, theirs)).status).toBe(200);
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  const take = await screen.findByRole("button", { name: "Use what was saved" });
  const [saved, typed] = [/^2 people$/, /^1 person$/].map((words) =>
    screen.queryAllByText(words, { selector: "dd bdi" }),
  );
  expect([saved?.length, typed?.length]).toEqual([1, 1]);
  fireEvent.click(take);
  await waitFor(() => expect(screen.getByLabelText("Who has to approve a change")).toHaveProperty("value", "2"));
  expect(screen.getByRole("button", { name: "Save the connection" })).toHaveProperty("disabled", true);
});

it("one connection is added, however often the key is pressed", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  await open.visit("/connections/new");
  const name = await screen.findByLabelText("Name");
  fireEvent.change(name, { target: { value: "Westside Spine" } });
  fireEvent.change(screen.getByLabelText("Base address"), { target: { value: here } });
  fireEvent.change(screen.getByLabelText("Key"), { target: { value: "test_other_key_0000" } });
  const held = holdAnswers(/^POST \/api\/v1\/connections$/);
  for (const _ of [1, 2]) {
    fireEvent.keyDown(name, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(held.asked).not.toEqual([]));
  }
  held.release();
  await waitFor(() => expect(open.address()).not.toBe("/connections/new"));
  expect(held.asked).toHaveLength(1);
});

it("whoever has put another key in place saves what was typed beside it, and is not told of somebody else", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  const { id } = await addConnection(open);
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Westside" } });
  fireEvent.click(screen.getByRole("button", { name: "Change the key" }));
  fireEvent.change(await screen.findByLabelText("New key"), { target: { value: "test_other_key_0001" } });
  fireEvent.click(screen.getByRole("button", { name: "Try and use the new key" }));
  fireEvent.click(await screen.findByRole("button", { name: "Use it untried" }));
  await screen.findByText(/uses the key that ends …0001/);
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  await screen.findByText(/^Westside is saved|^Somebody saved this/);
  expect(await connectionOf(open, id)).toMatchObject({ name: "Westside", key: { lastFour: "0001" } });
});

it("why a connection is not added is told, also after a test of another address was refused", async () => {
  await using open = await openConsole({ serviceAddresses: here });
  await open.visit("/connections/new");
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(await screen.findByRole("radio", { name: /^Live/ }));
  type("Name", "Westside Spine");
  type("Base address", elsewhere);
  type("Key", "live_other_key_0000");
  fireEvent.click(screen.getByRole("button", { name: "Test the connection" }));
  const address = screen.getByLabelText("Base address");
  await waitFor(() => expect(address.getAttribute("aria-invalid")).toBe("true"));
  type("Base address", here);
  expect(address.getAttribute("aria-invalid")).not.toBe("true");
  type("Type “Westside Spine” to save a live connection", "Westside Spine");
  fireEvent.click(screen.getByRole("button", { name: /^Test and save live connection/ }));
  await screen.findByRole("button", { name: "Save live connection untested" });
  expect(screen.getByRole("alert").textContent).not.toBe("");
});
