import { CONNECTION_API } from "@dc/bff/testing/app";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("says that removing an override takes a reason where others have to approve, before and while it is typed", async () => {
  await using open = await openDirectory();
  const record = { type: "practitioner", id: open.practitionerId };
  await open.sends(await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" } }]));
  await open.test.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: true });
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  const rail = await screen.findByRole("textbox", { name: "Reason for removing the override" });
  await screen.findByPlaceholderText("Reason (required)");
  expect(rail).toHaveProperty("required", true);

  cleanup();
  await open.visit(`${open.root}/overrides`);
  fireEvent.click(await screen.findByRole("checkbox", { name: /Preferred name/ }));
  fireEvent.click(
    await within(await screen.findByRole("region", { name: "Selection" })).findByRole("button", {
      name: /^Remove override/,
    }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Remove override" }));
  fireEvent.change(await dialog.findByLabelText("Why"), { target: { value: "They said so" } });
  expect(dialog.getByLabelText("Why")).toHaveProperty("value", "They said so");
});
