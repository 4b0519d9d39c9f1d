import { cleanup, screen } from "@testing-library/react";
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
