import { Creation, type PractitionerView } from "@dc/contract";
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("speaks of others only where there are some, and of nobody where nobody is on the roster", async () => {
  await using open = await openDirectory();
  const record: PractitionerView["practitioner"]["record"] = { type: "practitioner", id: open.practitionerId };
  const operation = { op: "set", value: "Nora" };
  await open.sends(await open.stage([{ record, field: "preferredName", operation }]));
  await open.visit(`${open.root}/brief`);
  const sum = await screen.findByText("You can refer to", { exact: false });
  expect(sum.textContent).toContain("1 practitioner differs from the standard data. 0 verified");

  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Nobody" });
  cleanup();
  await open.visit(`/index-versions/${indexId ?? ""}/brief`);
  await screen.findByText("Nobody is on its roster yet.");
  expect(screen.queryByText("You can refer to", { exact: false })).toBeNull();
});

it("tells of no time that ends before it begins", async () => {
  await using open = await openDirectory();
  await open.visit(`${open.root}/brief?since=2026-11-10&until=2026-11-01`);
  const sum = await screen.findByText("You can refer to", { exact: false });
  expect(sum.textContent).toContain("Since 10 Nov, 1 thing changed.");
  expect(screen.getByLabelText("Up to").getAttribute("aria-invalid")).toBe("true");
});
