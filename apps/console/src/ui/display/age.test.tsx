import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { Age, StaleTag } from "./age.tsx";
import { formatDuration } from "./format-time.ts";

describe("Age", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00.000Z") });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("grows while it is on screen", () => {
    renderUi(<Age at="2026-11-20T11:58:00.000Z" />);
    expect(screen.getByText("2 min")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText("3 min")).toBeTruthy();
  });

  it("is old past its limit", () => {
    renderUi(<Age at="2026-11-19T10:00:00.000Z" oldAfterMs={86_400_000} />);
    expect(screen.getByText("26 h old").getAttribute("data-tip")).toContain("2026");
  });

  it("of a stale value is shown only past its limit, where one is given", () => {
    const at = "2026-11-19T11:00:00.000Z";
    const { unmount } = renderUi(<StaleTag at={at} />);
    expect(screen.getByText("25 h old")).toBeTruthy();
    unmount();
    renderUi(<StaleTag at={at} olderThanS={26 * 3600} />);
    expect(screen.queryByText("25 h old")).toBeNull();
    act(() => void vi.advanceTimersByTime(2 * 3_600_000));
    expect(screen.getByText("27 h old")).toBeTruthy();
  });

  it("says never for what was never read", () => {
    renderUi(<Age at={null} />);
    expect(screen.getByText("never")).toBeTruthy();
  });
});

describe("formatDuration", () => {
  it.each([
    [-5, "0 s"],
    [8_000, "8 s"],
    [59 * 60_000, "59 min"],
    [47 * 3_600_000, "47 h"],
    [9 * 86_400_000, "9 d"],
  ])("%d ms is %s", (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});
