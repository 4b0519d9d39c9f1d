import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory } from "#/testing/open-directory.ts";

it("selects all of the kind that is asked for, and nothing of the one before while that is read", async () => {
  await using open = await openDirectory();
  await open.view();
  await open.moves("outside", "preferredName", "Dr. Ours");
  await open.moves("drift", "preferredName", "Dr. Theirs");
  await open.moves("outside", "phones", [{ number: "+14085551000", extension: null, label: null }]);
  await open.view();
  await open.visit(`${open.root}/to-decide`);
  await screen.findByRole("button", { name: /^Select all [2-9]/ });
  const held = holdAnswers(/^GET .*\/undecided\?.*only=conflict/);
  fireEvent.change(screen.getByLabelText("What to decide"), { target: { value: "conflict" } });
  await expect.poll(() => held.asked.length).toBe(1);
  fireEvent.click(screen.getByRole("button", { name: /^Select all/ }));
  await expect.poll(() => screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  expect(screen.queryByText(/selected$/)).toBeNull();
  held.release();
  await screen.findByText("1 field selected");
  expect(screen.getAllByRole("row").length).toBe(2);
});
