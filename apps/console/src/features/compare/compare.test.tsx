import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const slow = { timeout: 10_000 };

describe("compare view", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    await open.view();
  });
  afterEach(async () => {
    cleanup();
    await open[Symbol.asyncDispose]();
  });
  const visit = (query = "") => open.visit(`${open.root}/practitioners/${open.practitionerId}/compare${query}`);
  const rowOf = async (name: string) => {
    const row = (await screen.findByRole("button", { name }, slow)).closest("li");
    if (row === null) throw new Error(`${name} is in no row`);
    return within(row);
  };

  it("tells in words and in the address what standard moved, and the same as a sentence", async () => {
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    const row = await rowOf("Preferred name");
    expect(row.getByText("base moved")).toBeDefined();
    expect(row.getByText("Dr. Theirs")).toBeDefined();
    fireEvent.click(screen.getByRole("radio", { name: "Sentences" }));
    expect(await screen.findByRole("region", { name: "The standard index moved" }, slow)).toBeDefined();
    expect(open.address()).toContain("view=sentences");
  });

  it("tells who set a value, when and why, and opens the runbook of what is held", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const evidence = { reason: "The practice called." };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" }, evidence }]),
    );
    await visit("?view=sentences");
    await screen.findByText(/^Set by Ada Admin on .*: “The practice called”\. Pin\.$/, {}, slow);
    fireEvent.click(screen.getByRole("button", { name: "Runbook" }));
    expect(await screen.findByRole("dialog", { name: /^Runbook/ }, slow)).toBeDefined();
  });

  it("says so when an index to compare with is not known here", async () => {
    await visit("?against=idx_nobody");
    await screen.findByText(/idx_nobody/, {}, slow);
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  });

  it("a conflict is resolved in its place: keep ours sends nothing", async () => {
    await open.moves("outside", "preferredName", "Dr. Ours");
    await open.moves("drift", "preferredName", "Dr. Theirs");
    await open.view();
    await visit();
    fireEvent.click((await rowOf("Preferred name")).getByRole("button", { name: /^Resolve/ }));
    const card = await screen.findByRole("region", { name: "Conflict: Preferred name" });
    fireEvent.click(within(card).getByRole("button", { name: /Use this value/ }));
    await screen.findByText(/Nothing was sent/, {}, slow);
    const field = (await open.view()).practitioner.comparison.fields.find(({ key }) => key === "preferredName");
    expect(field?.verdict).toBe("ours");
    expect(open.test.sandbox.ledger.after(0).filter(({ operation }) => operation.startsWith("record"))).toEqual([]);
  });
});
