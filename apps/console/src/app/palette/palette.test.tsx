import { Creation } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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

it("says that it searches, and why that failed, instead of that there are no results", async () => {
  await using open = await openConsole();
  await open.visit("/plans");
  const released = Promise.withResolvers<null>();
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (!to.includes("/search?")) return await answers(to, init);
    await released.promise;
    throw new TypeError("fetch failed");
  });
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" });
  fireEvent.change(field, { target: { value: "ortiz" } });
  const told = () => screen.getAllByRole("option").map((option) => option.textContent);
  expect(told()).toEqual(["Searching…"]);
  released.resolve(null);
  await waitFor(() => expect(told()).toEqual(["The console's server can't be reached."]));
});

it("says by how many digits a phone is found, where too few are typed", async () => {
  await using open = await openConsole();
  await open.visit("/plans");
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" });
  const told = () => screen.getAllByRole("option").map((option) => option.textContent);
  fireEvent.change(field, { target: { value: "(555" } });
  await waitFor(() => expect(told()).toEqual(["A phone is found by 4 digits or more"]));
  fireEvent.change(field, { target: { value: "(555) 0" } });
  await waitFor(() => expect(told()).toEqual(["No results"]));
});
