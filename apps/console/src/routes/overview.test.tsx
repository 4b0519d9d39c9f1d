import { Creation, Verified } from "@dc/contract";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("says in one sentence how directories are, and counts a practitioner who is overdue in two of them twice", async () => {
  await using open = await openDirectory();
  const [, roster = ""] = open.test.sandbox.samples.roster.split("\n");
  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Elm", roster });
  await open.test.deps.background.idle();
  await open.call("POST", "/verifications", Verified, {
    of: [{ indexId: open.indexId }, { indexId }],
    saidBy: "Fatma",
    how: "letter",
    verifiedOn: "2026-07-01",
  });
  await open.visit("/overview");
  const lede = await screen.findByText("in 2 nothing moved", { exact: false });
  expect(lede.parentElement?.textContent).toBe("2 directories: in 2 nothing moved, 2 entries to be verified again.");
});

it("leads from each number to the list of what it counts", async () => {
  await using open = await openDirectory();
  await open.view();
  await open.sends(
    await open.stage([
      {
        record: { type: "practitioner", id: open.practitionerId },
        field: "preferredName",
        operation: { op: "set", value: "Ours" },
      },
    ]),
  );
  await open.moves("drift", "preferredName", "Theirs");
  await open.view();
  await open.visit("/overview");
  const leads = (name: string | RegExp) =>
    screen.getByRole<HTMLAnchorElement>("link", { name }).href.replace(/.*\/c\/[^/]*/, "");
  await screen.findByRole("link", { name: "1 has a conflict" });
  const here = `/index-versions/${open.indexId}`;
  expect(leads("1 has a conflict")).toBe("/index-versions?waits=conflict");
  expect(leads("1 conflict")).toBe(`${here}/to-decide?only=conflict`);
  expect(leads("1 held")).toBe(`${here}/overrides?state=held`);
  expect(leads("1 override")).toBe(`${here}/overrides`);
  expect(leads(/^in \d+ (days|weeks|months)$|^in \d+ d$/)).toBe(`/verifications?indexId=${open.indexId}&due=all`);
  const bars = (label: string) =>
    within(screen.getByRole("group", { name: label }))
      .getAllByRole<HTMLAnchorElement>("link")
      .map(({ textContent, href }) => [textContent, href.replace(/.*\/c\/[^/]*/, "")]);
  expect(bars("Roster entries by the age of their last reading")).toEqual([
    [expect.stringMatching(/^\d+a day$/), "/index-versions?read=day"],
  ]);
  expect(bars("Entries of practitioners by when they are to be verified again")).toEqual([
    ["1later", "/verifications?due=in+time"],
  ]);
  expect(bars("Changes that became live, by week")).toEqual([
    ["1this week", expect.stringMatching(/^\/activity\?action=change-set&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)],
  ]);

  expect(leads("the only one")).toMatch(/^\/activity\?action=change-set&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);

  await open.visit("/index-versions?waits=conflict&read=never");
  expect((await screen.findByLabelText<HTMLSelectElement>("What waits")).value).toBe("conflict");
  expect(screen.getByLabelText<HTMLSelectElement>("Last read").value).toBe("never");
  await screen.findByText(/^The filters search names, labels/);
  expect(screen.queryByText("No directory yet")).toBeNull();
});
