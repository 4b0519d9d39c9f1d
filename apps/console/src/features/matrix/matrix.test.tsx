import { ChangeSetPage, Creation, RosterPage } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
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
