import { CONNECTION_API } from "@dc/bff/testing/app";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("what came while the inbox was on screen still waits once all that was on it is marked as seen", async () => {
  await using open = await openDirectory();
  const { signedIn: bea } = await open.test.enter({ name: "Bea", roles: [{ role: "approver", referrers: null }] });
  const record = { type: "practitioner", id: open.practitionerId };
  await open.view();
  const { id } = await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Nora" } }]);
  const says = async (words: string) => {
    open.test.clock.advance(1000);
    expect((await bea("POST", `${CONNECTION_API}/change-sets/${id}/comments`, { words })).status).toBeLessThan(300);
  };
  await says("They call back at noon");
  await open.visit("/inbox");
  await screen.findByRole("heading", { name: "A comment by Bea" });
  await says("They called");
  fireEvent.click(screen.getByRole("button", { name: /^Mark all seen/ }));
  await waitFor(() => expect(screen.queryByText("1 waits for you, 1 is new.")).not.toBeNull());
  await screen.findByRole("heading", { name: "2 comments, the last by Bea" });
  fireEvent.click(screen.getByRole("button", { name: /^Done/ }));
  await screen.findByText("Marked done.");
  expect(screen.queryByRole("heading", { name: "2 comments, the last by Bea" })).toBeNull();
});
