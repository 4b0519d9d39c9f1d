import { Creation } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

it("opens what is named exactly so before a command whose name only contains it, however soon Enter comes", async () => {
  await using open = await openConsole();
  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Áctiv" });
  await open.visit("/plans");
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" });
  fireEvent.change(field, { target: { value: "activ" } });
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Activity");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(open.address()).toBe(`/index-versions/${indexId ?? ""}`));
});

it("runs a command that Enter chose before the search found that nothing else is called so", async () => {
  await using open = await openConsole();
  await open.visit("/activity");
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" });
  fireEvent.change(field, { target: { value: "plan catalogue" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(open.address()).toBe("/plans"));
});
