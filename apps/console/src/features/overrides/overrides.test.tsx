import { ChangeSet, OverridePage } from "@dc/contract";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const slow = { timeout: 10_000 };

describe("overrides of a directory", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(async () => {
    cleanup();
    await open[Symbol.asyncDispose]();
  });

  it("says what an override is while there is none, and leads to the roster", async () => {
    await open.visit(`${open.root}/overrides`);
    await screen.findByText("No overrides yet", {}, slow);
    expect(screen.getByRole("link", { name: "Open the roster" })).toHaveProperty("pathname", open.root);
  });

  it("says so when a filter fits nothing, and shows all again", async () => {
    await open.visit(`${open.root}/overrides?state=held`);
    await screen.findByText("No override fits", {}, slow);
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    await screen.findByText("No overrides yet", {}, slow);
    expect(open.address()).toBe(`${open.root}/overrides`);
  });

  it("a draft is no override: it is in neither the list nor the count", async () => {
    const draft = await open.stage([
      {
        record: { type: "practitioner", id: open.practitionerId },
        field: "preferredName",
        operation: { op: "set", value: "Dr. Nhung" },
      },
    ]);
    await open.visit(`${open.root}/overrides`);
    await screen.findByText("No overrides yet", {}, slow);
    expect((await open.call("GET", `${open.root}/overrides`, OverridePage)).items).toEqual([]);
    cleanup();
    await open.visit(`${open.root}/change-sets`);
    await screen.findByText((_, element) => element?.tagName === "BDI" && element.textContent === draft.name, {}, slow);
    expect((await open.call("GET", `/change-sets/${draft.id}`, ChangeSet)).state).toBe("draft");
  });
});
