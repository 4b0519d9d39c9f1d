import type { Overview } from "@dc/contract";
import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { Lifelines } from "./lifelines.tsx";

beforeAll(() => {
  switchConnection("con_one");
});

it("names the day on which the standard reached directories as it is written, also west of Greenwich", () => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  const reached = [{ day: "2026-11-10", directories: 3, records: 1200 }];
  const overview = { reached, unsettled: [] } satisfies Pick<Overview, "reached" | "unsettled">;
  renderUi(
    <MemoryRouter>
      <Lifelines overview={overview} weeks={6} now={new Date("2026-11-30T12:00:00Z")} />
    </MemoryRouter>,
  );
  expect(
    screen
      .getByRole("link", { name: /^10 Nov: changes of 1,200 records of the standard reached 3 directories$/ })
      .getAttribute("href"),
  ).toMatch(/\/index-versions\?reached=2026-11-10$/);
  vi.unstubAllEnvs();
});

it("leads from what moved outside, and from what the standard moved, to these alone", () => {
  const since = { fields: 2, since: "2026-11-20T10:00:00.000Z" };
  const rest = { conflict: null, overrides: 0, held: 0, overdue: 0, dueOn: null, applied: [] };
  const elm = { index: { id: "idx_elm", name: "Elm" }, outside: since, baseMoved: since, ...rest };
  const overview = { reached: [], unsettled: [elm] } satisfies Pick<Overview, "reached" | "unsettled">;
  renderUi(
    <MemoryRouter>
      <Lifelines overview={overview} weeks={6} now={new Date("2026-11-30T12:00:00Z")} />
    </MemoryRouter>,
  );
  const leadsTo = (name: string) => new URL(screen.getByRole<HTMLAnchorElement>("link", { name }).href).searchParams;
  expect(leadsTo("2 outside").get("only")).toBe("outside");
  expect(leadsTo("2 base moved").get("only")).toBe("base moved");
});
