import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN } from "@dc/bff/testing/app";
import { expect, it, vi } from "vitest";
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

const identityProvider = {
  issuer: "https://login.example.org",
  clientId: "directory-console",
  clientSecret: "not-asked-for-here",
  redirectUri: "http://console.test/sign-in/callback",
  label: "Harbour login",
  scope: "openid",
  groupsClaim: "groups",
  groupRoles: [],
  unknownPeople: "refuse",
} as const;

it("offers whoever has no password the other ways in, and goes on once they signed in in another tab", async () => {
  await using open = await openConsole({ identityProvider });
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: () => ({}) });
  await open.visit("/plans");
  await open.test.signedIn("DELETE", "/api/v1/session");
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "anything" } });
  const dialog = await screen.findByRole("dialog", { name: "Your session has ended" });
  expect(within(dialog).getByRole("button", { name: "Sign in with a passkey" })).toBeDefined();
  const link = await within(dialog).findByRole("link", { name: "Sign in with Harbour login in another tab" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/sign-in", "_blank"]);

  // Back without having signed in.
  fireEvent.focus(window);
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByRole("dialog", { name: "Your session has ended" })).toBe(dialog);

  const { headers } = await open.test.request("POST", "/api/v1/session", {
    email: ADMIN.email,
    password: ADMIN.password,
  });
  const cookie = headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
  vi.stubGlobal("fetch", async (input: string, { method = "GET" }: RequestInit = {}) => {
    return await open.test.request(method, input, undefined, { Cookie: cookie.join("; ") });
  });
  fireEvent.focus(window);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Your session has ended" })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("anything");
});
