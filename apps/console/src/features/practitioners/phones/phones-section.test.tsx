import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("a field that holds one number offers no second one", async () => {
  await using open = await openDirectory({
    profile: "of the sandbox",
    extendProfile(text) {
      // The sandbox passes the text of a valid profile.
      const profile = JSON.parse(text) as { records: { practitioner: { meanings: object } } };
      Object.assign(profile.records.practitioner.meanings, {
        phones: { kind: "phones", at: "/salutation", shape: { form: "text" } },
      });
      return JSON.stringify(profile);
    },
  });
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  await screen.findByRole("heading", { name: "Phones" });
  expect(screen.getByRole("button", { name: /^Edit: Phone/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add phone" })).toBeNull();
  cleanup();
}, 60_000);

it("a list of numbers takes another one", async () => {
  await using open = await openDirectory();
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  expect(await screen.findByRole("button", { name: "Add phone" })).toBeDefined();
  cleanup();
}, 60_000);

it("of two equal numbers each is moved from its own place, and another one before the one that is meant", async () => {
  await using open = await openDirectory();
  const phones = ["+14085551001", "+14085551001", "+14085551002"].map((number) => ({
    number,
    extension: null,
    label: "Front desk",
  }));
  await open.moves("drift", "phones", phones);
  await open.moves("outside", "phones", phones);
  await open.view();
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  await screen.findByRole("heading", { name: "Phones" });
  const offered = async (name: RegExp) => {
    fireEvent.click(screen.getByRole("button", { name }));
    const items = await screen.findAllByRole("menuitem", { hidden: true });
    return items.map(({ textContent }) => textContent);
  };
  expect(await offered(/^Move .*1 of 2$/)).toEqual(["Move down"]);
  fireEvent.click(screen.getByRole("button", { name: /^Move .*1 of 2$/ }));
  expect(await offered(/^Move .*2 of 2$/)).toEqual(["Move up", "Move down"]);
  fireEvent.click(screen.getByRole("button", { name: /^Move .*2 of 2$/ }));
  expect(await offered(/^Move .*1002$/)).toEqual(["Move up", "Move to the top"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Move up", hidden: true }));
  await screen.findByText("Review 1 change");
  const { practitioner } = await open.view();
  const field = practitioner.comparison.fields.find(({ key }) => key === "phones");
  expect(field?.values.preview).toMatchObject({
    value: ["+14085551001", "+14085551002", "+14085551001"].map((number) => ({ number })),
  });
  cleanup();
}, 60_000);
