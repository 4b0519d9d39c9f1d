import { StagedChanges } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { placeOfChange } from "./place-of-change.ts";
import { undoStack } from "./undo-stack.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });

let open: OpenDirectory;
beforeEach(async () => void (open = await openDirectory()));
afterEach(async () => {
  cleanup();
  undoStack.clear();
  await open[Symbol.asyncDispose]();
});

const visit = async () => {
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  await screen.findByRole("heading", { name: "Names" });
};
const drafts = async () => (await open.view()).changes.filter(({ state }) => state === "draft");
const values = async () =>
  (await drafts()).map(({ field, operation }) => [field, operation.op === "set" ? operation.value : operation.op]);
const type = async (label: string, value: string) => {
  fireEvent.click(button(`Edit: ${label}`));
  fireEvent.change(await screen.findByRole("textbox", { name: label }), { target: { value } });
  fireEvent.click(button("Stage"));
  await waitFor(() => expect(document.activeElement).toBe(button(`Edit: ${label}`)));
};
const bar = () => within(screen.getByRole("region", { name: "Staged changes" }));
const undo = () => fireEvent.click(bar().getByRole("button", { name: /^Undo/ }));
const idle = () => waitFor(() => expect(bar().getByRole("button", { name: /^Undo/ }).ariaBusy).not.toBe("true"));
const shown = async (expected: unknown) => await waitFor(async () => expect(await values()).toEqual(expected));

it("takes back one staging after the other: the value before it comes back, and nothing else moves", async () => {
  await visit();
  await type("Display name", "Dr. Beside");
  await type("Preferred name", "Dr. One");
  await type("Preferred name", "Dr. Two");
  undo();
  await shown([
    ["displayName", "Dr. Beside"],
    ["preferredName", "Dr. One"],
  ]);
  await idle();
  undo();
  await shown([["displayName", "Dr. Beside"]]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard: Preferred name" })).toBeNull());

  await type("Preferred name", "Dr. One");
  fireEvent.click(button("Discard: Display name"));
  await shown([["preferredName", "Dr. One"]]);
  const told = (await screen.findByText("The draft is discarded.")).parentElement ?? document.body;
  fireEvent.click(within(told).getByRole("button", { name: /^Undo/ }));
  await shown([
    ["preferredName", "Dr. One"],
    ["displayName", "Dr. Beside"],
  ]);
  await waitFor(() => expect(bar().getByRole("link", { name: /^Review 2 changes/ })).toBeDefined());
  undo();
  await shown([["displayName", "Dr. Beside"]]);
  await idle();
  undo();
  await shown([]);
});

it("stages one value after the other, also of one field, while what the first changed is still read again", async () => {
  await visit();
  const held = holdAnswers(/^GET .*\/practitioners\//);
  await type("Display name", "Dr. Beside");
  await type("Preferred name", "Dr. One");
  await type("Preferred name", "Dr. Two");
  await shown([
    ["displayName", "Dr. Beside"],
    ["preferredName", "Dr. Two"],
  ]);
  expect(held.asked).not.toEqual([]);
  held.release();
});

it("keeps the step, with the draft that it replaced, while the server cannot undo it", async () => {
  await visit();
  await type("Preferred name", "Dr. One");
  await type("Preferred name", "Dr. Two");
  const { fetch } = globalThis;
  const problem = {
    type: "about:blank",
    title: "",
    status: 503,
    detail: "The store is away.",
    code: "store_unavailable",
  };
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (!to.endsWith("/changes/undo")) return await fetch(to, init);
    vi.stubGlobal("fetch", fetch);
    const headers = { "Content-Type": "application/problem+json" };
    return Response.json({ ...problem, requestId: "req_1" }, { status: 503, headers });
  });
  undo();
  await screen.findByText(/The store is away/);
  await shown([["preferredName", "Dr. Two"]]);
  expect(await values()).toEqual([["preferredName", "Dr. Two"]]);
  await idle();
  undo();
  await shown([["preferredName", "Dr. One"]]);
});

it("brings back a number of one's own that a decision took the place of", async () => {
  await visit();
  await type("Preferred name", "Dr. Mine");
  cleanup();
  await open.moves("drift", "preferredName", "Dr. Theirs");
  await open.view();
  await visit();
  const told = vi.spyOn(undoStack, "push");
  fireEvent.keyDown(document.body, { key: "b" });
  await shown([["preferredName", "takeBase"]]);
  await waitFor(() => expect(told).toHaveBeenCalled());
  await idle();
  undo();
  await shown([["preferredName", "Dr. Mine"]]);
  expect(await drafts()).toHaveLength(1);
  undoStack.clear();
});

it("edits a colleague's draft in the set that it is in, and undoes only what is one's own", async () => {
  const change = {
    indexId: open.indexId,
    record: { type: "practitioner", id: open.practitionerId },
    field: "preferredName",
    operation: { op: "set", value: "Dr. Theirs" },
  };
  const { changeSet } = await open.call("POST", "/change-sets", StagedChanges, { changes: [change] });
  const { db } = open.test.deps.store;
  const bea = JSON.stringify({ kind: "person", id: "per_000000000000bea1", name: "Bea" });
  await db.updateTable("change").set({ created_by: bea }).where("change_set_id", "=", changeSet.id).execute();
  const [draft] = await drafts();
  if (draft === undefined) throw new Error("Nothing was staged.");
  await open.visit(placeOfChange(draft, "US", { edit: true }).replace(/^\/c\/[^/]*/, ""));
  const field = await screen.findByRole("textbox", { name: "Preferred name" });
  expect(bar().queryByRole("button", { name: /^Undo/ })).toBeNull();
  fireEvent.change(field, { target: { value: "Dr. Edited" } });
  fireEvent.click(button("Stage"));
  await shown([["preferredName", "Dr. Edited"]]);
  expect((await drafts()).map(({ changeSetId }) => changeSetId)).toEqual([changeSet.id]);
  await waitFor(() => expect(bar().getByRole("link", { name: /^Review 1 change/ })).toBeDefined());
  await bar().findByRole("button", { name: /^Undo/ });
  undo();
  await waitFor(async () => expect(await drafts()).toMatchObject([{ id: draft.id, createdBy: { name: "Bea" } }]));
});

it("the bar goes on to the staging before, once a decision about many is undone where it was told", async () => {
  await visit();
  await type("Display name", "Dr. Beside");
  cleanup();
  const phone = (end: number) => ({ number: `+1408555${end}`, extension: null, label: null });
  await open.moves("outside", "phones", [1001, 1002, 1003].map(phone));
  await open.view();
  await visit();
  const toDecide = within(
    (await screen.findByRole("heading", { name: "To decide" })).closest("section") ?? document.body,
  );
  const [first] = toDecide.getAllByRole("checkbox");
  if (first === undefined) throw new Error("nothing is to be decided");
  fireEvent.click(first);
  fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Restore/ }));
  const told = (await screen.findByText(/^Staged into your draft/)).parentElement ?? document.body;
  fireEvent.click(within(told).getByRole("button", { name: /^Undo/ }));
  await shown([["displayName", "Dr. Beside"]]);
  await waitFor(() => expect(bar().getByRole("link", { name: /^Review 1 change/ })).toBeDefined());
  undo();
  await shown([]);
});

it("undo of a discard brings the drafts of each set back into it", async () => {
  const record = { type: "practitioner", id: open.practitionerId };
  const change = (value: string) => ({ record, field: "preferredName", operation: { op: "set", value } });
  const own = await open.stage([change("Dr. One")]);
  const of = { name: "What they said", changes: [{ ...change("Dr. Two"), indexId: open.indexId }] };
  const { changeSet: other } = await open.call("POST", "/change-sets", StagedChanges, of);
  const kept = async () =>
    (await drafts()).map(({ changeSetId, operation }) => [changeSetId, "value" in operation && operation.value]);
  const both = [
    [own.id, "Dr. One"],
    [other.id, "Dr. Two"],
  ];
  expect(await kept()).toEqual(both);
  await visit();
  fireEvent.click(button("Discard: Preferred name"));
  const told = (await screen.findByText("2 drafts are discarded.")).parentElement ?? document.body;
  fireEvent.click(within(told).getByRole("button", { name: /^Undo/ }));
  await waitFor(async () => expect(await kept()).toEqual(both), { timeout: 8000 });
});
