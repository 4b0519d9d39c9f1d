import { Connection, ConnectionList } from "@dc/contract";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

let open: OpenConsole;
let id = "";
beforeEach(async () => {
  open = await openConsole();
  const { items } = ConnectionList.parse(await (await open.test.signedIn("GET", "/api/v1/connections")).json());
  id = items[0]?.id ?? "";
});
afterEach(() => open[Symbol.asyncDispose]());

it.each([
  ["/index-versions/idx_standard/history?entry=3#x", "/index-versions/idx_standard/history?entry=3#x"],
  ["/index-versions/idx_test_mode_custom?q=a%26b", "/index-versions/idx_test_mode_custom?q=a%26b"],
  ["/change-sets/set_a?state=held", "/change-sets/set_a?state=held"],
  ["/booking-check?index=idx_standard", "/booking-check?index=idx_standard"],
  ["/plans?q=a", "/plans?q=a"],
  ["/activity?entry=3", "/activity?entry=3"],
  ["/developer/gateway", "/developer/gateway"],
  ["/", "/index-versions"],
])("%s leads below the connection", async (from, to) => {
  open.enter(from);
  const currentAddress = () => [open.location().pathname, open.location().search, open.location().hash].join("");
  await waitFor(() => expect(currentAddress()).toBe(`/c/${id}${to}`));
});

it("says that there is no such page, with the frame around it", async () => {
  open.enter("/nowhere");
  await screen.findByText("Page not found");
  expect(screen.getByRole("link", { name: "Change sets" })).toHaveProperty("pathname", `/c/${id}/change-sets`);
});

it("says that there is no such connection", async () => {
  expect((await open.call("GET", "", Connection)).id).toBe(id);
  open.enter("/c/con_0000000000000000/plans");
  expect((await screen.findByRole("alert")).textContent).toContain("Not found");
});

it.each(["/", "/plans", "/c/con_environment00000/plans"])(
  "%s says who to ask where one has no role",
  async (address) => {
    const { signedIn } = await open.test.enter({ name: "Nora Newcomer", roles: [] });
    Object.assign(open.test, { signedIn });
    open.enter(address);
    await screen.findByRole("heading", { name: "You have no role yet" });
    expect(document.body.textContent).toContain("You are signed in as Nora Newcomer");
    expect(document.body.textContent).toMatch(/Ask an administrator/);
    expect(open.location().pathname).toBe("/");
  },
);
