import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

it.each([
  ["copy", /^A stand-alone copy of the standard index/, "as a copy of"],
  ["overlay-by-field", /^A layer over the standard index .* A field follows base until/, "as a layer over"],
  ["overlay-by-record", /^A layer over the standard index .* A record follows base until/, "as a layer over"],
] as const)(
  "where index versions are %s, the page that creates one says so",
  async (indexVersions, lede, createdAs) => {
    await using open = await openConsole({ sandbox: { indexVersions }, profile: "of the sandbox" });
    await open.visit("/index-versions/new");
    await screen.findByText(lede);
    expect(document.body.textContent).toContain(createdAs);
  },
);
