import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
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
