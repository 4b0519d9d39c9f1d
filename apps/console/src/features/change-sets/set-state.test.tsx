import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChangeSet } from "@dc/contract";
import { renderUi } from "#/testing/render-ui.tsx";
import { SetState } from "./set-state.tsx";

it("groups the digits of what is applied of a large set", () => {
  const none = Object.fromEntries(Object.keys(ChangeSet.shape.counts.shape).map((state) => [state, 0]));
  const counts = ChangeSet.shape.counts.parse({ ...none, total: 2400, applied: 1200, failed: 1200 });
  renderUi(<SetState changeSet={{ state: "partly applied", paused: null, counts }} />);
  expect(screen.getByText("partly applied, 1,200 of 2,400")).toBeDefined();
});
