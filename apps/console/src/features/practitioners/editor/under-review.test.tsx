import { CONNECTION_API } from "@dc/bff/testing/app";
import { ChangeSet } from "@dc/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("what is under review is not offered to be discarded, but its set to be opened", async () => {
  await using open = await openDirectory();
  const {
    practitioner,
    schedules: [schedule],
  } = await open.view();
  const plans = schedule?.comparison.fields.find(({ key }) => key === "acceptedInsurances");
  const plan = plans?.parts.find(({ key }) => key !== "")?.key ?? "";
  const set = await open.stage([
    { record: practitioner.record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } },
    { record: schedule?.record, field: plans?.key, operation: { op: "remove", element: plan } },
  ]);
  const post = async (path: string, body: object, method = "POST") =>
    await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
  await post("/approval-settings", { required: 1, ownCounts: true }, "PUT");
  const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
  await post(`/change-sets/${set.id}`, { version: set.version, evidence }, "PATCH");
  const { version } = await open.call("GET", `/change-sets/${set.id}`, ChangeSet);
  await post(`/change-sets/${set.id}/submit`, { version });

  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
  const [edit] = await screen.findAllByRole("button", { name: /^Edit plans of / });
  if (edit !== undefined) fireEvent.click(edit);
  await screen.findAllByRole("button", { name: /^Remove / });
  expect(screen.queryByRole("button", { name: /^Discard/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "More for Preferred name" }));
  await screen.findByRole("menuitem", { name: "Edit", hidden: true });
  expect(screen.queryByRole("menuitem", { name: /^Discard/, hidden: true })).toBeNull();
  fireEvent.click(within(document.body).getByRole("button", { name: "Open the set: Preferred name" }));
  await waitFor(() => expect(open.address()).toBe(`/change-sets/${set.id}`));
});
