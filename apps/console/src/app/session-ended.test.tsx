import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

it("hides the page once the session has ended, and nothing but signing in leads back to it", async () => {
  await using open = await openConsole();
  await open.visit("/plans");
  await open.test.signedIn("DELETE", "/api/v1/session");
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "anything" } });
  const dialog = await screen.findByRole<HTMLDialogElement>("dialog", { name: "Your session has ended" });
  expect(dialog.dataset["covers"]).toBe("true");
  expect(within(dialog).queryByRole("button", { name: "Close" })).toBeNull();
  // Escape, which closes other dialogs.
  expect(fireEvent(dialog, new Event("cancel", { cancelable: true }))).toBe(false);
  // A press beside it, which closes other dialogs.
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(dialog.open).toBe(true);
  // A browser closes a dialog at the second Escape without asking.
  dialog.close();
  fireEvent(dialog, new Event("close"));
  await waitFor(() => expect(dialog.open).toBe(true));
  expect(screen.getByRole("dialog", { name: "Your session has ended" })).toBe(dialog);
  // The first page, whose loader knows the session of before.
  await act(async () => fireEvent.click(screen.getByRole("link", { name: /Directory Console/ })));
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByRole("dialog", { name: "Your session has ended" })).toBe(dialog);
});
