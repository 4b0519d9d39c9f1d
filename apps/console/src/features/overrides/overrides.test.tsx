import { ChangePage, ChangeSet, ChangeSetPage, OverridePage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";
import { paths } from "#/paths.ts";

describe("overrides of a directory", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory({ sandbox: { writes: true }, profile: "with-writes" })));
  afterEach(async () => {
    vi.restoreAllMocks();
    await open[Symbol.asyncDispose]();
  });

  it("says what an override is while there is none, and leads to the roster", async () => {
    await open.visit(`${open.root}/overrides`);
    await screen.findByText("No overrides yet");
    expect(screen.getByRole("link", { name: "Open the roster" })).toHaveProperty(
      "pathname",
      paths.directory.href({ indexId: open.indexId }),
    );
  });

  it("says so when a filter fits nothing, and shows all again", async () => {
    await open.visit(`${open.root}/overrides?state=held`);
    await screen.findByText("No results");
    fireEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
    await screen.findByText("No overrides yet");
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
    await screen.findByText("No overrides yet");
    expect((await open.call("GET", `${open.root}/overrides`, OverridePage)).items).toEqual([]);
    cleanup();
    await open.visit(`${open.root}/change-sets`);
    await screen.findByText((_, element) => element?.tagName === "BDI" && element.textContent === draft.name);
    expect((await open.call("GET", `/change-sets/${draft.id}`, ChangeSet)).state).toBe("draft");
  });

  it("decides about a selection as one act, and gives them one other value", async () => {
    await open.view();
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([
        { record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } },
        { record, field: "displayName", operation: { op: "set", value: "Nhung Tran" } },
      ]),
    );
    await open.view();
    await open.visit(`${open.root}/overrides`);
    await screen.findByText("Dr. Nhung");
    const boxes = () => screen.getAllByRole("checkbox");
    for (const box of boxes().slice(1)) fireEvent.click(box);
    await screen.findByText("2 overrides selected");
    fireEvent.click(screen.getByRole("button", { name: /^Another value in 2/ }));
    fireEvent.change(await screen.findByLabelText("Value"), { target: { value: "Sister" } });
    fireEvent.click(screen.getByRole("button", { name: /^Stage it in 2 fields/ }));
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
    const { items } = await open.call("GET", "/change-sets?state=draft", ChangeSetPage);
    const staged = await open.call("GET", `/change-sets/${items[0]?.id ?? ""}/changes`, ChangePage);
    expect(staged.items.map(({ operation }) => operation)).toEqual([
      { op: "set", value: "Sister" },
      { op: "set", value: "Sister" },
    ]);
    for (const box of boxes().slice(1)) fireEvent.click(box);
    fireEvent.click(await screen.findByRole("button", { name: /^Reset in 2/ }));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Reset in 2/ }));
    await screen.findByText(/^Staged into your draft: 2 changes/);
  });

  it("says what the standard index says beside ours, and returns to that and nothing newer", async () => {
    await open.view();
    const record = { type: "practitioner", id: open.practitionerId };
    await open.sends(
      await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } }]),
    );
    await open.moves("drift", "preferredName", "Dr. Seen");
    await open.view();
    await open.visit(`${open.root}/overrides`);
    await screen.findByText("Dr. Nhung");
    const page = await open.call("GET", `${open.root}/overrides`, OverridePage);
    expect(page.items).toMatchObject([{ base: { value: "Dr. Seen" } }]);
    await open.moves("drift", "preferredName", "Dr. Later");
    await open.view();
    fireEvent.click(screen.getByRole("button", { name: "Reset to base" }));
    await screen.findByText("The standard index has changed since you looked: it now has “Dr. Later”.");
    expect((await open.view()).changes.filter(({ state }) => state === "draft")).toEqual([]);
  });

  it.each(["a wide screen", "a phone"])(
    "once its last day has passed it is ended, kept on, or kept until another day, from the inbox in one step, on %s",
    async (screenOf) => {
      const isPhone = screenOf === "a phone";
      const matchWindow = window.matchMedia.bind(window);
      vi.spyOn(window, "matchMedia").mockImplementation((media) =>
        Object.assign(matchWindow(media), { matches: isPhone && media.startsWith("(max-width") }),
      );
      const record = { type: "practitioner", id: open.practitionerId };
      const evidence = { reason: "A locum", until: "2026-11-21" };
      await open.view();
      await open.sends(
        await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" }, evidence }]),
      );
      open.test.clock.advance(2 * 86_400_000);
      await open.visit("/inbox");
      fireEvent.click(await screen.findByRole("link", { name: /^End or keep/ }));
      await screen.findByText("21 Nov ended");
      fireEvent.click(screen.getByRole("button", { name: "Another day" }));
      fireEvent.click(await screen.findByRole("button", { name: "Keep until that day" }));
      await screen.findByText("Enter the last day.");
      fireEvent.change(screen.getByLabelText("Until", { exact: true }), { target: { value: "2026-11-30" } });
      fireEvent.click(screen.getByRole("button", { name: "Keep until that day" }));
      await screen.findByText("No results");
      open.test.clock.advance(10 * 86_400_000);
      cleanup();
      await open.visit(`${open.root}/overrides?state=ended`);
      await screen.findByText("30 Nov ended");
      fireEvent.click(screen.getByRole("button", { name: "End it" }));
      await screen.findByText(/^Staged/);
      fireEvent.click(screen.getByRole("button", { name: "Keep without an end" }));
      await screen.findByText("No results");
      const { items } = await open.call("GET", `${open.root}/overrides`, OverridePage);
      expect(items).toMatchObject([{ until: null, hasEnded: false, change: { evidence: { until: "2026-11-21" } } }]);
    },
  );
});
