import { ChangeSetPage, Creation, IndexVersionPage, RosterPage } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openConsole } from "#/testing/open-console.tsx";

it("undo takes back what was staged then, and nothing that came into the change set since", async () => {
  await using open = await openConsole();
  const [, roster = ""] = open.test.sandbox.samples.roster.split("\n");
  const ids: string[] = [];
  for (const name of ["Adébáyò", "Kealoha"]) {
    const { indexId } = await open.call("POST", "/index-versions", Creation, { name, roster });
    ids.push(indexId ?? "");
  }
  await open.test.deps.background.idle();
  const { items } = await open.call("GET", `/index-versions/${ids[0]}/roster`, RosterPage);
  await open.visit(`/matrix/${items[0]?.record.id}?all=1`);

  const stageIn = async (field: string) => {
    for (const name of ["Adébáyò", "Kealoha"])
      fireEvent.click(await screen.findByLabelText(new RegExp(`^${field} in ${name}: `)));
    fireEvent.click(screen.getByText("Set a value in 2 directories"));
    fireEvent.click(await screen.findByLabelText("Another value"));
    fireEvent.change(screen.getByLabelText(field), { target: { value: `Another ${field}` } });
    fireEvent.click(screen.getByText("Stage 2 changes in 2 directories"));
    await screen.findByLabelText(new RegExp(`^${field} in Kealoha: .*staged`));
  };
  const staged = async () =>
    (await open.call("GET", "/change-sets?state=draft", ChangeSetPage)).items.map(({ counts }) => counts.total);

  await stageIn("Preferred name");
  fireEvent.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(async () => expect(await staged()).toEqual([]));
  await screen.findByLabelText(/^Preferred name in Kealoha: as standard/);

  await stageIn("Preferred name");
  await stageIn("Display name");
  expect(await staged()).toEqual([4]);
  const [first] = screen.getAllByRole("button", { name: /^Undo/ });
  if (first === undefined) throw new Error("what was staged first can be undone no more");
  fireEvent.click(first);
  await waitFor(async () => expect(await staged()).not.toEqual([4]));
  expect(await staged()).toEqual([2]);
}, 60_000);

it("cells that are selected while others are being staged stay selected", async () => {
  await using open = await openConsole();
  const [, roster = ""] = open.test.sandbox.samples.roster.split("\n");
  await open.call("POST", "/index-versions", Creation, { name: "Kealoha", roster });
  await open.test.deps.background.idle();
  const { items: indexes } = await open.call("GET", "/index-versions", IndexVersionPage);
  const indexId = indexes.find(({ name }) => name === "Kealoha")?.id ?? "";
  const { items } = await open.call("GET", `/index-versions/${indexId}/roster`, RosterPage);
  await open.visit(`/matrix/${items[0]?.record.id}?all=1`);
  fireEvent.click(await screen.findByLabelText(/^Preferred name in Kealoha: /));
  fireEvent.click(screen.getByText("Set a value in 1 directory"));
  fireEvent.click(await screen.findByLabelText("Another value"));
  fireEvent.change(screen.getByLabelText("Preferred name"), { target: { value: "Another" } });
  const held = holdAnswers(/^POST .*changes/);
  fireEvent.click(screen.getByText("Stage 1 change in 1 directory"));
  await waitFor(() => expect(held.asked).toHaveLength(1));
  fireEvent.click(await screen.findByLabelText(/^Display name in Kealoha: /));
  held.release();
  await screen.findByLabelText(/^Preferred name in Kealoha: .*staged/);
  await screen.findByText("Staged in 1 directory.");
  const bar = screen.getByRole("region", { name: "Selected cells" });
  expect(bar.textContent).toContain("1 cell selected");
  expect(bar.textContent).toContain("Display name");
}, 60_000);
