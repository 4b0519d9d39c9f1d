import { PersonLink, Referrer } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { comeBack } from "#/testing/come-back.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

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

describe("whom a colleague disabled meanwhile", () => {
  const openNora = async (open: OpenConsole) => {
    const roles = [{ role: "viewer", referrers: null, connectionId: open.test.deps.connection.id }];
    const invited = { name: "Nora Elm", email: "nora@example.org", roles };
    const answer = await open.test.signedIn("POST", "/api/v1/people", invited);
    const { person } = PersonLink.parse(await answer.json());
    await open.visit("/people?q=nora");
    fireEvent.click((await screen.findAllByText("Nora Elm"))[0] ?? document.body);
    await screen.findByRole("button", { name: "Disable Nora Elm" });
    await open.test.signedIn("POST", `/api/v1/people/${person.id}/disable`);
  };

  it("has no link made, and is offered to be enabled", async () => {
    await using open = await openConsole();
    await openNora(open);
    fireEvent.click(screen.getByRole("button", { name: "Make a new invitation link" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Enable Nora Elm" })).not.toBeNull());
    expect(screen.getByRole("alert").textContent).toContain("Nora Elm is disabled");
    expect(screen.queryByRole("button", { name: "Make a new invitation link" })).toBeNull();
  });

  it("is not told to use the roles that are saved before somebody enables them", async () => {
    await using open = await openConsole();
    await openNora(open);
    fireEvent.click(screen.getByRole("button", { name: "Save the roles" }));
    const words = "The roles of Nora Elm are saved. They count once Nora Elm is enabled again.";
    expect(await screen.findByText(words)).toBeDefined();
  });
});

it("each act that fails is told, also after another one that failed", async () => {
  await using open = await openConsole();
  await open.visit("/people?q=ada");
  fireEvent.click(await screen.findByText("Ada Admin", { selector: "#main bdi" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Administrator/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save the roles" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("connection"));
  const before = screen.getByRole("alert").textContent;
  fireEvent.click(screen.getByRole("button", { name: "Disable Ada Admin" }));
  fireEvent.click(screen.getByRole("button", { name: "Disable and sign out" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(before));
});
