import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
});
