import { Creation } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

const slow = { timeout: 10_000 };
afterEach(cleanup);

it("opens what is named exactly so before a command whose name only contains it, however soon Enter comes", async () => {
  await using open = await openConsole();
  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Áctiv" });
  await open.visit("/plans");
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" }, slow);
  fireEvent.change(field, { target: { value: "activ" } });
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Activity");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(open.address()).toBe(`/index-versions/${indexId ?? ""}`), slow);
});

it("runs a command that Enter chose before the search found that nothing else is called so", async () => {
  await using open = await openConsole();
  await open.visit("/activity");
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" }, slow);
  fireEvent.change(field, { target: { value: "plan catalogue" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(open.address()).toBe("/plans"), slow);
});
