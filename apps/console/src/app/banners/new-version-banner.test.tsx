import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { consoleBuild } from "#/api/console-build.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { NewVersionBanner } from "./new-version-banner.tsx";

afterEach(() => {
  cleanup();
  consoleBuild.loaded(undefined);
  consoleBuild.served(null);
});

it("offers to reload once the server names a newer build of the console", () => {
  consoleBuild.loaded("a1");
  consoleBuild.served("a1");
  renderUi(<NewVersionBanner />);
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  act(() => consoleBuild.served("b2"));
  expect(screen.getByText(/A new version of the console is available/).getAttribute("role")).toBe("status");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});
