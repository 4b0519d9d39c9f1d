import { Creation } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

let open: OpenDirectory | undefined;
afterEach(async () => {
  cleanup();
  await open?.[Symbol.asyncDispose]();
});

it("marks the directory by its own worst verdict on each of its pages, whatever the page is about", async () => {
  open = await openDirectory();
  await open.view();
  await open.moves("outside", "preferredName", "Dr. Ours");
  await open.moves("drift", "preferredName", "Dr. Theirs");
  const { changes } = await open.view();
  expect(changes).toEqual([]);
  const { id } = await open.stage([
    {
      record: { type: "practitioner", id: open.practitionerId },
      field: "displayName",
      operation: { op: "set", value: "Dr. Renamed" },
    },
  ]);
  await open.visit(`/change-sets/${id}`);
  const switcher = await screen.findByRole("button", { name: new RegExp(`Ortiz Villalobos.*${open.indexId}`) });
  expect(await within(switcher).findByLabelText("conflict")).toBeDefined();
});

it("goes to the directory that is typed, where Enter comes before it is found", async () => {
  open = await openDirectory();
  await open.call("POST", "/index-versions", Creation, { name: "Newest of all", roster: "" });
  await open.test.deps.background.idle();
  await open.visit("/overview");
  fireEvent.click(await screen.findByRole("button", { name: "All directories" }));
  await screen.findByRole("option", { name: /Newest of all/, hidden: true });
  const held = holdAnswers(/^GET \/index-versions\?q=Ortiz/);
  const field = screen.getByRole("combobox", { name: "Find a directory", hidden: true });
  fireEvent.change(field, { target: { value: "Ortiz" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(held.asked).toHaveLength(1));
  fireEvent.keyDown(field, { key: "Enter" });
  expect(open.address()).toBe("/overview");
  held.release();
  await waitFor(() => expect(open?.address()).toBe(open?.root));
});
