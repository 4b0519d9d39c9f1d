import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

const edit = async (label: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Edit: ${label}` }));
  return await screen.findByLabelText<HTMLInputElement | HTMLSelectElement>(label, { selector: "input, select" });
};
const stage = () => fireEvent.click(screen.getByRole("button", { name: "Stage" }));

it("values of other kinds are chosen or typed, refused with what would be right, and staged as what they mean", async () => {
  await using open = await openDirectory({
    profile: "of the sandbox",
    sandbox: { spelling: "seed:19" },
  });
  await open.visit(`${open.root}/practitioners/${open.practitionerId}`);

  const gender = await edit("Gender");
  expect(
    within(gender)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(["No value", "Female", "Male"]));
  const { practitioner, related } = await open.view();
  const was = practitioner.comparison.fields.find(({ key }) => key === "gender")?.values.effective;
  const option = within(gender)
    .getAllByRole<HTMLOptionElement>("option")
    .find(
      ({ value }) => value !== "" && value !== (was !== null && was !== undefined && "value" in was ? was.value : ""),
    );
  fireEvent.change(gender, { target: { value: option?.value ?? "" } });
  stage();
  await screen.findByText(/: gender$/);

  const years = await edit("Years in practice");
  fireEvent.change(years, { target: { value: "a lot" } });
  stage();
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Must be a whole number from 0 to 70; “a lot” is not.",
  );
  fireEvent.change(years, { target: { value: " 12 " } });
  stage();
  await screen.findByText(/: gender, years in practice$/);

  const since = await edit("Board certified since");
  expect(since.getAttribute("type")).toBe("date");
  fireEvent.change(since, { target: { value: "2001-02-03" } });
  stage();
  await screen.findAllByText("3 February 2001");

  const place = related.find(({ record }) => record.type === "place");
  const section = await screen.findByRole("region", { name: `Directions of ${place?.name ?? ""}` });
  fireEvent.click(within(section).getByRole("button", { name: /^Add a language to the directions of / }));
  fireEvent.change(within(section).getByLabelText("Language"), { target: { value: "finnish" } });
  fireEvent.click(within(section).getByRole("button", { name: "Stage" }));
  expect(within(section).getByRole("alert").textContent).toContain("Must name a language by its tag");
  fireEvent.change(within(section).getByLabelText("Language"), { target: { value: "fi" } });
  fireEvent.change(within(section).getByLabelText("Directions, Finnish"), { target: { value: "Toinen kerros." } });
  fireEvent.click(within(section).getByRole("button", { name: "Stage" }));
  await within(section).findAllByText("Toinen kerros.");

  const { changes } = await open.view();
  expect(changes.map(({ field, operation }) => [field, operation])).toEqual([
    // The service spells it as a number.
    ["gender", { op: "set", value: Number(option?.value) }],
    ["yearsInPractice", { op: "set", value: 12 }],
    ["boardCertifiedSince", { op: "set", value: "2001-02-03" }],
    ["directions", { op: "set", element: "fi", value: "Toinen kerros." }],
  ]);
}, 60_000);
