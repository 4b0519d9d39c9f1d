import { CONNECTION_API } from "@dc/bff/testing/app";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

let open: OpenDirectory;
beforeEach(async () => {
  open = await openDirectory();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await open[Symbol.asyncDispose]();
});

it("says that the service did not answer, and goes with its next answer", async () => {
  const { deps, sandbox, clock } = open.test;
  clock.advance(1_000);
  await sandbox.control.request("/faults", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "reset-after", method: "POST", times: 1 }),
  });
  await open.test.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "Lost", roster: "" });
  await open.visit("/index-versions");
  await screen.findByText(/did not answer the last request/);
  clock.advance(1_000);
  const { standardIndex } = deps.service.profile;
  await deps.service.client.records.retrieve("practitioner", open.practitionerId, { index: standardIndex });
  fireEvent.click(screen.getByRole("link", { name: "Activity" }));
  await waitFor(() => expect(screen.queryByText(/did not answer the last request/)).toBeNull());
});

it("tells an outage once on a page of records, and what was read before stays", async () => {
  const { sandbox, clock } = open.test;
  const page = `/index-versions/${open.indexId}/practitioners/${open.practitionerId}`;
  clock.advance(60_000);
  await sandbox.control.request("/faults", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "reset-before", method: "GET", times: 1_000 }),
  });
  await open.test.signedIn("GET", `${CONNECTION_API}${page}?maxAge=0`);
  vi.useFakeTimers({ toFake: ["Date"], now: clock.now() });
  await open.visit(page);
  await screen.findByText(/did not answer the last request|Calls to the service are paused/);
  await waitFor(() => expect(screen.getAllByText(/accepted/i).length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByText(/reading now/)).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Read now" }));
  await open.test.signedIn("GET", `${CONNECTION_API}${page}?maxAge=0`);
  await waitFor(() => expect(screen.queryByText(/reading now/)).toBeNull());
  // What was just read is not old, although it could not be read again.
  expect(screen.queryAllByText(/\d .* old$/)).toEqual([]);
  expect(screen.queryAllByText(/last reading failed|can’t be reached|can't be reached|did not answer in time/)).toEqual(
    [],
  );
});

it("tells an outage once on the booking check, too: the banner says why, the page only what is missing", async () => {
  const { sandbox, clock } = open.test;
  const { schedules } = await open.view();
  const scheduleId = schedules[0]?.record.id ?? "";
  clock.advance(60_000);
  await sandbox.control.request("/faults", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "reset-before", method: "GET", times: 1_000 }),
  });
  await open.visit(`/booking-check?index=${open.indexId}&schedule=${scheduleId}`);
  await screen.findByText("Slots could not be loaded.");
  await screen.findByText(/did not answer the last request|Calls to the service are paused/);
  await waitFor(() =>
    expect(
      screen.queryAllByText(
        /last reading failed|can’t be reached|can't be reached|did not answer in time|paused until/,
      ),
    ).toEqual([]),
  );
  await sandbox.control.request("/faults", { method: "DELETE" });
  clock.advance(120_000);
  await open.test.signedIn(
    "GET",
    `${CONNECTION_API}/index-versions/${open.indexId}/practitioners/${open.practitionerId}?maxAge=0`,
  );
  fireEvent.click(screen.getByRole("button", { name: "Read now" }));
  await waitFor(() => expect(screen.queryByText("Slots could not be loaded.")).toBeNull());
});
