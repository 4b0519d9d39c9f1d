import { Creation } from "@dc/contract";
import { CONNECTION_API } from "@dc/bff/testing/app";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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

it("says that the rest of the list could not be read, and asks again only when told to", async () => {
  await using open = await openDirectory();
  const { records } = open.test.deps.service.client;
  const schedules = open.test.sandbox.samples.roster.split("\n").slice(1, 5);
  const made = { name: "Two", roster: schedules.join("\n") };
  const { indexId } = await open.call("POST", "/index-versions", Creation, made);
  await open.test.deps.background.idle();
  await Promise.all(
    schedules.map(async (id) => {
      const { raw } = await records.retrieve("schedule", id, { index: indexId ?? "" });
      const of = open.test.deps.service.profile.decode("schedule", raw)["practitioner"];
      const practitionerId = of !== undefined && "value" in of && typeof of.value === "string" ? of.value : "";
      const address = `/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0`;
      await open.test.signedIn("GET", `${CONNECTION_API}${address}`);
      const set = open.test.deps.service.profile.encode("practitioner", {}, "preferredName", "Nora");
      await open.test.control("/drift", { changes: [{ type: "practitioner", id: practitionerId, set }] });
      await open.test.signedIn("GET", `${CONNECTION_API}${address}`);
    }),
  );
  const { fetch } = globalThis;
  let fails = true;
  // An event may have the list read anew, and each reading asks for its next page once.
  let readings = 0;
  let calls = 0;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (!to.includes("/undecided?")) return await fetch(to, init);
    const page = to.replace("limit=200", "limit=1");
    if (!page.includes("cursor=")) readings += 1;
    if (!page.includes("cursor=") || !fails) return await fetch(page, init);
    calls += 1;
    await new Promise((done) => setTimeout(done, 20));
    const problem = { type: "about:blank", title: "", status: 500, detail: "Not now.", code: "internal" };
    return Response.json({ ...problem, requestId: "req_1" }, { status: 500 });
  });
  await open.visit(`/index-versions/${indexId}/to-decide`);
  await screen.findByRole("button", { name: "Try again" });
  await new Promise((done) => setTimeout(done, 300));
  expect(calls).toBeLessThanOrEqual(readings);
  fails = false;
  // Where an event has the list read anew just then, what is on its way fails first.
  await waitFor(() => {
    for (const again of screen.queryAllByRole("button", { name: "Try again" })) fireEvent.click(again);
    expect(screen.queryAllByRole("row").length).toBeGreaterThan(2);
  });
});

it("keeps the reason that was typed where a decision about many could not be sent", async () => {
  await using open = await openDirectory();
  await open.view();
  await open.moves("outside", "preferredName", "Dr. Ours");
  await open.moves("drift", "preferredName", "Dr. Theirs");
  await open.view();
  await open.visit(`${open.root}/to-decide`);
  fireEvent.click(await screen.findByRole("button", { name: /^Select all [1-9]/ }));
  const { fetch } = globalThis;
  let fails = true;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (!fails || !to.endsWith("/decisions")) return await fetch(to, init);
    throw new TypeError("no line");
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Keep ours/ }));
  const dialog = () => within(screen.getByRole("dialog", { name: /^Keep ours/ }));
  fireEvent.change(dialog().getByLabelText(/^Why/), { target: { value: "Nora confirmed it" } });
  const keep = () => dialog().getByRole("button", { name: /^Keep ours/ });
  fireEvent.click(keep());
  await dialog().findByRole("alert");
  fails = false;
  fireEvent.click(keep());
  await screen.findByText(/^Kept ours/);
  expect((await open.view()).decisions.map(({ reason }) => reason)).toEqual(["Nora confirmed it"]);
});
