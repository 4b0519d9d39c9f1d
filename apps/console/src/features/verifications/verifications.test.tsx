import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";

it("says how many entries are due in which week only once that is known", async () => {
  await using open = await openDirectory();
  const released = Promise.withResolvers<null>();
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.includes("/verifications?")) await released.promise;
    return await answers(to, init);
  });
  await open.visit("/verifications");
  await screen.findByText(/^Each entry is asked for again within … days\. … are overdue/);
  const weeks = () => screen.queryByRole("img", { name: /^Due by week/ })?.getAttribute("aria-label");
  expect(weeks()).toBeUndefined();
  released.resolve(null);
  await screen.findByRole("img", { name: /^Due by week\. [^.]+: \d/ });
});
