import { PlanPage } from "@dc/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { MemberField } from "./member-field.tsx";

it("a word is trimmed, and neither an empty one nor one that is there already is added", () => {
  const onAdd = vi.fn<(member: string) => void>();
  renderUi(
    <MemberField label="Add a language" holds="words" help="" members={["French"]} onAdd={onAdd} onLeave={() => {}} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Add a language");
  const add = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: "Enter" });
    return screen.queryByRole("alert")?.textContent ?? "";
  };
  expect(add("  ")).toContain("Write a word to add.");
  expect(add(" french ")).toContain("“French” is already in the list.");
  expect(onAdd).not.toHaveBeenCalled();
  expect(add("  Sign language ")).toBe("");
  expect(onAdd.mock.calls).toEqual([["Sign language"]]);
  expect(field.value).toBe("");
});

it("words of a set are typed and taken away on the practitioner's page, beside its plans, and are reported as words", async () => {
  await using open = await openDirectory({
    profile: "of the sandbox",
    extendProfile(text) {
      // The sandbox passes the text of a valid profile.
      const profile = JSON.parse(text) as { records: { practitioner: { meanings: object } } };
      Object.assign(profile.records.practitioner.meanings, {
        languagesSpoken: { kind: "set", of: "word", at: "/languages" },
        salutation: { kind: "text", at: "/salutation" },
      });
      return JSON.stringify(profile);
    },
  });
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  const { practitioner } = await open.view();
  const name = practitioner.name ?? "";
  fireEvent.click(await screen.findByRole("button", { name: `Edit languages spoken of ${name}` }));
  const set = screen.getByRole("region", { name: `Languages spoken of ${name}` });
  const field = await within(set).findByLabelText("Add to languages spoken");
  fireEvent.change(field, { target: { value: " Sign language " } });
  fireEvent.click(within(set).getByRole("button", { name: "Add" }));
  await screen.findByText(/: 1 language spoken$/);
  const remove = await within(set).findByRole("button", { name: "Remove en" });
  fireEvent.click(remove);
  fireEvent.click(remove);
  await screen.findByText(/: 2 languages spoken$/);
  expect(screen.queryByText(/staged another change/)).toBeNull();
  expect(within(set).getByRole("button", { name: "Discard the draft of Sign language" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Edit plans of / })).toBeTruthy();
  expect(screen.getByText("Salutation")).toBeTruthy();
  const { changes } = await open.view();
  expect(changes.map(({ field: of, operation }) => [of, operation])).toEqual([
    ["languagesSpoken", { op: "add", element: "Sign language" }],
    ["languagesSpoken", { op: "remove", element: "en" }],
  ]);

  fireEvent.click(screen.getByRole("link", { name: /^Review 2 changes/ }));
  await waitFor(() => expect(document.body.textContent).toContain(`Adds Sign language to ${name} (languages spoken)`));
  const { items } = await open.call("GET", "/plans?limit=200", PlanPage);
  expect(items.map(({ id }) => id)).not.toContain("en");
}, 60_000);

it("a set that holds one value offers to replace it, and stages the other one in its place", async () => {
  await using open = await openDirectory({
    profile: "of the sandbox",
    extendProfile(text) {
      // The sandbox passes the text of a valid profile.
      const profile = JSON.parse(text) as { records: { practitioner: { meanings: object } } };
      Object.assign(profile.records.practitioner.meanings, {
        salutation: { kind: "set", of: "word", at: "/salutation", shape: { form: "id" } },
      });
      return JSON.stringify(profile);
    },
  });
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  const { practitioner } = await open.view();
  const name = practitioner.name ?? "";
  fireEvent.click(await screen.findByRole("button", { name: `Edit salutation of ${name}` }));
  const set = screen.getByRole("region", { name: `Salutation of ${name}` });
  const field = within(set).getByRole("textbox");
  fireEvent.change(field, { target: { value: "Prof." } });
  expect(within(set).queryByRole("button", { name: "Add" })).toBeNull();
  fireEvent.click(within(set).getByRole("button", { name: "Replace" }));
  await waitFor(async () => {
    const { changes } = await open.view();
    expect(changes.map(({ field: of, operation }) => [of, operation])).toEqual([
      ["salutation", { op: "set", value: ["Prof."] }],
    ]);
  });
}, 60_000);
