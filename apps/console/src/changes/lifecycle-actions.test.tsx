import { CONNECTION_API } from "@dc/bff/testing/app";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

let open: OpenDirectory;
beforeEach(async () => {
  open = await openDirectory();
  const record = { type: "practitioner", id: open.practitionerId };
  await open.sends(await open.stage([{ record, operation: { op: "delete" } }]));
});
afterEach(async () => {
  cleanup();
  await open[Symbol.asyncDispose]();
});

const requires = (required: number) =>
  open.test.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required, ownCounts: true });
const says = async (verb: string) => {
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  const [withdraw] = await screen.findAllByRole("button", { name: /^Withdraw the deletion: / });
  if (withdraw !== undefined) fireEvent.click(withdraw);
  const dialog = within(await screen.findByRole("dialog", { name: verb }));
  fireEvent.click(dialog.getByRole("button", { name: verb }));
  await dialog.findByText(/^Enter a reason\./);
  fireEvent.change(dialog.getByLabelText("Why"), { target: { value: "It was the wrong practitioner" } });
  fireEvent.click(dialog.getByRole("button", { name: verb }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: verb })).toBeNull());
};
const states = async () => (await open.view()).changes.map(({ state }) => state);

it("asks why a deletion that readers get is withdrawn, where others have to approve", async () => {
  await requires(1);
  await says("Withdraw 1 change");
  expect(await states()).toEqual([]);
});

it("tells that a withdrawal was only asked for, where one person is not enough", async () => {
  await requires(2);
  await says("Ask to withdraw 1 change");
  await screen.findByText("Asked for. It is done once enough people have confirmed it.");
  expect(await states()).toEqual(["held"]);
});
