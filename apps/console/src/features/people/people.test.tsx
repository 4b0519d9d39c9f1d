import { PersonLink, Referrer } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { comeBack } from "#/testing/come-back.ts";
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

it("whoever sees two referrers of one name is told to see two", async () => {
  await using open = await openConsole();
  const namesakes = [];
  for (const _ of [1, 2]) {
    const input = { name: "Dr. Elm", createAnother: true };
    namesakes.push((await open.call("POST", "/referrers", Referrer, input)).id);
  }
  const roles = [{ role: "viewer", referrers: namesakes, connectionId: open.test.deps.connection.id }];
  await open.test.signedIn("POST", "/api/v1/people", { name: "Nora Elm", email: "nora@example.org", roles });
  await open.visit("/people?q=nora");
  await screen.findAllByText("Nora Elm");
  expect(document.querySelector("#main")?.textContent).toContain("2 referrers");
});

it("what was refused of an address is no longer told of another one", async () => {
  await using open = await openConsole();
  const roles = [{ role: "viewer", referrers: null, connectionId: open.test.deps.connection.id }];
  await open.test.signedIn("POST", "/api/v1/people", { name: "Nora Elm", email: "nora@example.org", roles });
  await open.visit("/people?invite=1");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Nora Oak" } });
  const email = screen.getByLabelText("E-mail");
  fireEvent.change(email, { target: { value: "nora@example.org" } });
  fireEvent.click(screen.getByRole("button", { name: "Make an invitation link" }));
  const drawer = screen.getByRole("dialog", { name: "Invite" });
  await waitFor(() => expect(drawer.querySelector("[role=alert], [aria-invalid=true]")).not.toBeNull());
  fireEvent.change(email, { target: { value: "nora.oak@example.org" } });
  expect(drawer.querySelector("[role=alert], [aria-invalid=true]")).toBeNull();
});

it("a person who is open is shown as they are by now, with the link that somebody else made", async () => {
  await using open = await openConsole();
  const roles = [{ role: "viewer", referrers: null, connectionId: open.test.deps.connection.id }];
  const answer = await open.test.signedIn("POST", "/api/v1/people", {
    name: "Nora Elm",
    email: "nora@example.org",
    roles,
  });
  const { person } = PersonLink.parse(await answer.json());
  await open.test.signedIn("DELETE", `/api/v1/people/${person.id}/link`);
  await open.visit("/people?q=nora");
  fireEvent.click((await screen.findAllByText("Nora Elm"))[0] ?? document.body);
  await screen.findByRole("button", { name: "Make a new invitation link" });
  expect(screen.queryByRole("button", { name: "Withdraw the link" })).toBeNull();
  await open.test.signedIn("POST", `/api/v1/people/${person.id}/link`);
  await comeBack();
  await screen.findByRole("button", { name: "Withdraw the link" });
});
