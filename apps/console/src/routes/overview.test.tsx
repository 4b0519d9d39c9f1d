import { Creation, Verified } from "@dc/contract";
import { screen } from "@testing-library/react";
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
