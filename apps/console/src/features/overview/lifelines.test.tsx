import type { Overview } from "@dc/contract";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { Lifelines } from "./lifelines.tsx";

it("names the day on which the standard reached directories as it is written, also west of Greenwich", () => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  const reached = [{ day: "2026-11-10", directories: 3, records: 1200 }];
  const overview = { reached, unsettled: [] } satisfies Pick<Overview, "reached" | "unsettled">;
  renderUi(<Lifelines overview={overview} weeks={6} now={new Date("2026-11-30T12:00:00Z")} />);
  expect(screen.getByText(/^10 Nov: changes of 1,200 records of the standard reached 3 directories$/)).toBeDefined();
  vi.unstubAllEnvs();
});
