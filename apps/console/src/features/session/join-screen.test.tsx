import { PersonLink } from "@dc/contract";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

async function invited({ test }: OpenConsole): Promise<PersonLink> {
  const roles = [{ connectionId: test.deps.connection.id, role: "viewer", referrers: null }];
  const input = { name: "Vera Lindqvist", email: "vera@example.org", roles };
  return PersonLink.parse(await (await test.signedIn("POST", "/api/v1/people", input)).json());
}

it("a one-time link says whose account it is for, and who is signed in in this browser", async () => {
  await using open = await openConsole();
  const { secret } = await invited(open);
  open.enter(`/join#${secret}`);
  expect((await screen.findByText(/For the account of/)).textContent).toBe(
    "For the account of Vera Lindqvist, vera@example.org.",
  );
  const note = await screen.findByText(/is signed in in this browser, and is signed out when you go on/);
  expect(note.textContent).not.toContain("Vera");
});

it("a link that has ended says so before anything is typed, and not whose it was", async () => {
  await using open = await openConsole();
  const { secret, person } = await invited(open);
  await open.test.signedIn("DELETE", `/api/v1/people/${person.id}/link`);
  open.enter(`/join#${secret}`);
  expect(await screen.findByText(/This link was used, has ended or was withdrawn/)).toBeDefined();
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(document.body.textContent).not.toContain("Vera");
});
