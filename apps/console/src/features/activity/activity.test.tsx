import { Referrer } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

describe("activity", () => {
  let open: OpenDirectory;
  beforeEach(async () => void (open = await openDirectory()));
  afterEach(() => open[Symbol.asyncDispose]());

  const activity = "/activity";
  it("says what matches nothing, and clears every filter at once", async () => {
    await open.visit(`${activity}?q=nothing-like-this&action=token&from=2026-01-01`);
    await screen.findByText("No activity matches");
    expect(screen.getByLabelText("What")).toHaveProperty("value", "token");
    fireEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(open.address().endsWith(activity), open.address()).toBe(true);
  });

  it("counts new lines where none matched before", async () => {
    await open.visit(`${activity}?q=${encodeURIComponent("Þorsteinsdóttir")}`);
    await screen.findByText("No activity matches");
    await open.call("POST", "/referrers", Referrer, { name: "Dr. Þorsteinsdóttir" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
    try {
      const live = screen.getByRole("switch", { name: /^Live/ });
      fireEvent.click(live);
      await screen.findByText("New lines are not counted.");
      fireEvent.click(live);
      fireEvent.click(await screen.findByRole("button", { name: /^Show 1 new line/ }));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(screen.queryByText("No activity matches")).toBeNull());
  });
});
