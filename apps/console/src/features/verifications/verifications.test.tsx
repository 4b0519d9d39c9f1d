import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Referrer, VerificationSettings } from "@dc/contract";
import { sortableText } from "@dc/directory";
import { expect, it, vi } from "vitest";
import { openDirectory } from "#/testing/open-directory.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { DueWeeks } from "./due-weeks.tsx";

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

it("says of one day that it is one", async () => {
  await using open = await openDirectory();
  const saved = { askAgainAfterDays: 1, holidays: [] };
  await open.call("PUT", "/verification-settings", VerificationSettings, saved);
  await open.visit("/verifications");
  expect(await screen.findByText(/^Each entry is asked for again within 1 day\. /)).toBeDefined();
});

it("finds a referrer among many by name, and narrows the list to it", async () => {
  await using open = await openDirectory();
  const { db } = open.test.deps.store;
  await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm" });
  const known = await db.selectFrom("referrer").selectAll().executeTakeFirstOrThrow();
  const many = Array.from({ length: 240 }, (_, at) => ({
    ...known,
    created_by: JSON.stringify(known.created_by),
    id: `ref_many00000000${1000 + at}`,
    name: `Dr. Aldous ${1000 + at}`,
    search: sortableText(`Dr. Aldous ${1000 + at}`),
  }));
  await db.insertInto("referrer").values(many).execute();
  const asked: URLSearchParams[] = [];
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.includes("/verifications?")) asked.push(new URL(to, "http://console").searchParams);
    return await answers(to, init);
  });
  await open.visit("/verifications");
  const button = await screen.findByRole("button", { name: "Referrer" });
  fireEvent.click(button);
  // jsdom has no popovers.
  const hidden = true;
  const listed = within(await screen.findByRole("listbox", { name: "Referrers", hidden }));
  await listed.findByRole("group", { name: "The first 50: type to find others", hidden });
  fireEvent.change(screen.getByLabelText("Find a referrer"), { target: { value: "Aldous 1207" } });
  const options = () => listed.getAllByRole("option", { hidden });
  await waitFor(() => expect(options().map(({ textContent }) => textContent)).toEqual(["Dr. Aldous 1207"]));
  for (const option of options()) fireEvent.click(option);
  await waitFor(() => expect(button.textContent).toContain("Dr. Aldous 1207"));
  await waitFor(() => expect(asked.at(-1)?.get("referrerId")).toBe("ref_many000000001207"));
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("option", { name: "Any referrer", hidden }));
  await waitFor(() => expect(asked.at(-1)?.get("referrerId")).toBeNull());
});

it("shows what somebody else saved of the days meanwhile beside what was typed, and one chooses", async () => {
  await using open = await openDirectory();
  await open.visit("/verifications");
  fireEvent.click(await screen.findByRole("button", { name: /^Ask again after 90 days/ }));
  fireEvent.change(await screen.findByLabelText("Holidays"), { target: { value: "2026-12-25" } });
  const theirs = { askAgainAfterDays: 60, holidays: ["2027-01-01"] };
  await open.call("PUT", "/verification-settings", VerificationSettings, theirs);
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save the days" }));
  save();
  const told = (await screen.findByText(/Somebody saved this in the meantime/)).closest("[role=alert]");
  expect(told?.textContent).toMatch(
    /verified again.*Saved.*60.*Yours.*90.*Holidays.*Saved.*2027-01-01.*Yours.*2026-12-25/,
  );
  const saved = async () => await open.call("GET", "/verification-settings", VerificationSettings);
  expect(await saved()).toMatchObject(theirs);
  fireEvent.click(screen.getByRole("button", { name: "Keep what I typed" }));
  save();
  await waitFor(async () => expect(await saved()).toMatchObject({ askAgainAfterDays: 90, holidays: ["2026-12-25"] }));
});

it("says of a week that it is one, and of the last that it has all that come after it", () => {
  const weeks = [-1, 1, 12, 20].map((week) => ({ week, count: 1 }));
  renderUi(<DueWeeks weeks={weeks} />);
  const { ariaLabel } = screen.getByRole("img");
  expect(ariaLabel).toBe("Due by week. 1 week over: 1, in 1 week: 1, in 12 or more weeks: 2.");
});
