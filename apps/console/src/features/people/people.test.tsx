import { PersonLink } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { openConsole } from "#/testing/open-console.tsx";

it("a link that was withdrawn is told so, and not offered to be withdrawn once more, but made anew", async () => {
  await using open = await openConsole();
  await open.visit("/people");
  const roles = [{ role: "viewer", referrers: null, connectionId: connectionInUse() }];
  const invited = { name: "Nora Elm", email: "nora@example.org", roles };
  const answer = await open.test.signedIn("POST", "/api/v1/people", invited);
  const { person } = PersonLink.parse(await answer.json());
  await open.visit(`/people?q=${person.email}`);
  fireEvent.click((await screen.findAllByText("Nora Elm"))[0] ?? document.body);
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw the link" }));
  await screen.findByText("The link is withdrawn.");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Withdraw the link" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Make a new invitation link" }));
  await screen.findByText("Nora Elm", { selector: "b > bdi" });
});
