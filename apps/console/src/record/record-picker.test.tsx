import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

const type = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });
const option = async (name: RegExp | string) => await screen.findByRole("option", { name });

it("references and sets of ids are chosen by name from what the service lists, or from what is known", async () => {
  await using open = await openDirectory({ profile: "of the sandbox", sandbox: { spelling: "every-kind" } });
  const { client } = open.test.deps.service;
  const listed = (await client.records.list("practitioner", { index: open.indexId })) ?? [];
  const other = listed.find(({ id }) => id !== open.practitionerId);
  if (other === undefined) throw new Error("the service lists nobody else");
  const name = open.test.deps.service.profile.text("practitioner", other.raw, "displayName") ?? "";
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);

  fireEvent.click(await screen.findByRole("button", { name: /^Edit colleagues of / }));
  type(name.toUpperCase());
  expect(screen.queryByText(/can’t list records/)).toBeNull();
  fireEvent.click(await option(new RegExp(`${other.id}.*Add`)));
  await screen.findByText(/: 1 colleague/);

  const place = (await screen.findAllByRole("button", { name: "Edit: Place" }))[0];
  if (place === undefined) throw new Error("no place can be edited");
  const row = place.closest("li") ?? document.body;
  expect(within(row).getByText(/ \(\w+\)$/)).toBeDefined();
  fireEvent.click(place);
  await option(/Chosen$/);
  expect(screen.getByText(/can’t list records of this type/)).toBeDefined();
  const [used] = (await open.view()).related;
  const roster = await client.records.list("schedule", { index: open.indexId, practitionerId: other.id });
  const elsewhere = open.test.deps.service.profile.decode("schedule", roster?.[0]?.raw ?? {})["place"];
  const id = elsewhere !== undefined && "value" in elsewhere ? elsewhere.value : null;
  if (typeof id !== "string") throw new Error("the other practitioner has no place");
  expect(id).not.toBe(used?.record.id);
  type(`${used?.record.id ?? ""}0`);
  await screen.findByText(/No place that is known here matches/);
  type(id);
  fireEvent.click(await option(new RegExp(`${id}.*Choose$`)));
  await waitFor(async () =>
    expect((await open.view()).changes.map(({ field, operation }) => [field, operation])).toEqual([
      ["colleagues", { op: "add", element: other.id }],
      ["place", { op: "set", value: id }],
    ]),
  );
}, 60_000);

it("that the service can’t list practitioners is said only where it is so", async () => {
  await using listing = await openDirectory({ profile: "of the sandbox", sandbox: { spelling: "every-kind" } });
  await listing.visit("/matrix");
  expect(await screen.findByText(/Practitioners who are on no roster are not searched/)).toBeDefined();
  await using open = await openDirectory();
  await open.visit("/matrix");
  expect(await screen.findByText(/The service can’t list practitioners, so others may exist/)).toBeDefined();
}, 60_000);
