import { Creation } from "@dc/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

async function search(text: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole("button", { name: /^Search or run a command/ }));
  const field = await screen.findByRole("combobox", { name: "Search or run a command" });
  fireEvent.change(field, { target: { value: text } });
  return field;
}

it("[M3] loads more of a kind in place, by keyboard and by mouse, until there are no more", async () => {
  await using open = await openConsole();
  const names = Array.from({ length: 20 }, (_, at) => `Fern ${10 + at}`);
  for (const name of names) await open.call("POST", "/index-versions", Creation, { name });
  await open.visit("/plans");
  const field = await search("fern");
  const options = () =>
    within(screen.getByRole("group", { name: "Directories" }))
      .getAllByRole("option")
      .map((option) => /Fern \d+|More directories/.exec(option.textContent)?.[0]);
  await screen.findByRole("option", { name: "More directories" });
  expect(options()).toEqual([...names.slice(0, 8), "More directories"]);

  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("More directories");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(options()).toEqual([...names.slice(0, 16), "More directories"]));
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Fern 18");
  await screen.findByText("8 more");

  fireEvent.click(screen.getByRole("option", { name: "More directories" }));
  await waitFor(() => expect(options()).toEqual(names));
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(open.address()).toMatch(/^\/index-versions\/./));
});
