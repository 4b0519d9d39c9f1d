import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";
import { undoStack } from "./undo-stack.ts";

const slow = { timeout: 10_000 };
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
  await screen.findByRole("heading", { name: "Names" }, slow);
};
const drafts = async () => (await open.view()).changes.filter(({ state }) => state === "draft");
const values = async () =>
  (await drafts()).map(({ field, operation }) => [field, operation.op === "set" ? operation.value : operation.op]);
const type = async (label: string, value: string) => {
  fireEvent.click(button(`Edit: ${label}`));
  fireEvent.change(await screen.findByRole("textbox", { name: label }, slow), { target: { value } });
  fireEvent.click(button("Stage"));
  await waitFor(() => expect(document.activeElement).toBe(button(`Edit: ${label}`)), slow);
};
const undo = () => fireEvent.click(button(/^Undo/));
const shown = async (expected: unknown) => await waitFor(async () => expect(await values()).toEqual(expected), slow);

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
  await waitFor(() => expect(button(/^Undo/)).toHaveProperty("disabled", false), slow);
  undo();
  await shown([["displayName", "Dr. Beside"]]);

  await type("Preferred name", "Dr. One");
  fireEvent.click(button("Discard: Display name"));
  await shown([["preferredName", "Dr. One"]]);
  undo();
  await shown([]);
});

it("brings back a number of one's own that a decision took the place of", async () => {
  await visit();
  await type("Preferred name", "Dr. Mine");
  cleanup();
  await open.moves("drift", "preferredName", "Dr. Theirs");
  await open.view();
  await visit();
  fireEvent.keyDown(document.body, { key: "b" });
  await shown([["preferredName", "takeBase"]]);
  await waitFor(() => expect(button(/^Undo/)).toHaveProperty("disabled", false), slow);
  undo();
  await shown([["preferredName", "Dr. Mine"]]);
  undoStack.clear();
});
