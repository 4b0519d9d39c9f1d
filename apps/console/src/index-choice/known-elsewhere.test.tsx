import { ListedConnection } from "@dc/contract";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

it("an index version that another connection knows is opened there, and its adoption is not all that is offered", async () => {
  const elsewhere = "http://127.0.0.1:9";
  await using open = await openConsole({ serviceAddresses: elsewhere });
  const added = await open.test.signedIn("POST", "/api/v1/connections", {
    name: "North clinics",
    mode: "test",
    baseUrl: elsewhere,
    apiKey: "test_key_of_north_1234",
    apiVersion: null,
    profile: {
      extends: "default",
      name: "north",
      indexes: { prefix: "cat-", standard: "cat-main", test: "cat-trial", status: "documented" },
    },
    requestBudget: null,
    staleAfterHours: 24,
  });
  const { id } = ListedConnection.parse(await added.json());
  await open.visit("/index-versions/cat-trial?tab=history");
  const link = await screen.findByRole("link", { name: "Open it in “North clinics”" });
  expect(link.getAttribute("href")).toBe(`/c/${id}/index-versions/cat-trial?tab=history`);
  expect(screen.getByRole("link", { name: "Adopt it" })).toBeDefined();
});
