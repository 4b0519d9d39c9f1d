import { Brief, ClaimList, CreatedShareLink, Creation, type PractitionerView, SettledClaim } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BriefDocument } from "#/brief/brief-document.tsx";
import { openConsole } from "#/testing/open-console.tsx";
import { openDirectory } from "#/testing/open-directory.ts";
import { renderUi } from "#/testing/render-ui.tsx";

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

it("shows a new link, which is shown once, also after another one is revoked", async () => {
  await using open = await openConsole();
  const made = { name: "Elm Street", referrer: { name: "Dr. Elm" } };
  const { indexId } = await open.call("POST", "/index-versions", Creation, made);
  await open.visit(`/index-versions/${indexId ?? ""}/brief`);
  const share = async (sharedWith: string) => {
    fireEvent.change(await screen.findByLabelText("With whom"), { target: { value: sharedWith } });
    fireEvent.click(screen.getByRole("button", { name: "Create a link" }));
    const links = within(await screen.findByRole("list", { name: "Links" }));
    return (await links.findByText(sharedWith)).closest("li") ?? document.body;
  };
  const revoked = await share("Nora");
  await share("Bea");
  const link = screen.getByLabelText("The link").textContent;
  fireEvent.click(within(revoked).getByRole("button", { name: "Revoke" }));
  fireEvent.click(within(revoked).getByRole("button", { name: "Revoke the link" }));
  await waitFor(() => expect(revoked.isConnected).toBe(false));
  expect(screen.queryByLabelText("The link")?.textContent).toBe(link);
});

it("says that not all of it could be read, prints nothing until it is, and reads on when told to", async () => {
  await using open = await openConsole();
  const made = { name: "Elm", roster: open.test.sandbox.samples.rosterOf(6) };
  const { indexId } = await open.call("POST", "/index-versions", Creation, made);
  await open.test.deps.background.idle();
  const { fetch } = globalThis;
  let fails = true;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (!to.includes("/brief?")) return await fetch(to, init);
    if (!to.includes("cursor=") || !fails) return await fetch(to.replace("limit=100", "limit=1"), init);
    const problem = { type: "about:blank", title: "", status: 500, detail: "Not now.", code: "internal" };
    return Response.json({ ...problem, requestId: "req_1" }, { status: 500 });
  });
  await open.visit(`/index-versions/${indexId ?? ""}/brief`);
  const again = await screen.findByRole("button", { name: "Try again" });
  const print = screen.getByRole("button", { name: "Print" });
  expect([print.ariaBusy, print.ariaDisabled]).toEqual([null, "true"]);
  fails = false;
  fireEvent.click(again);
  await waitFor(() => expect(print.ariaDisabled).toBeNull());
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("says of one that is left out that it is one", async () => {
  await using open = await openDirectory();
  const brief = await open.call("GET", `${open.root}/brief`, Brief);
  const counts = { ...brief.counts, practitioners: brief.items.length + 1 };
  const left = { ...brief, counts, changesTotal: brief.changes.length + 1 };
  renderUi(
    <BriefDocument brief={left} practitioners={brief.items} now={new Date()} isSinceLast={false} asker={null} />,
  );
  expect(await screen.findByText("1 earlier one is left out.")).toBeDefined();
  expect(screen.getByText("1 more practitioner is left out of this page.")).toBeDefined();
});

it("says where it lists only the newest of the answers and links", async () => {
  await using open = await openConsole();
  const made = { name: "Elm", referrer: { name: "Dr. Elm" }, roster: open.test.sandbox.samples.rosterOf(2) };
  const { indexId } = await open.call("POST", "/index-versions", Creation, made);
  await open.test.deps.background.idle();
  const root = `/index-versions/${indexId ?? ""}`;
  const { secret } = await open.call("POST", `${root}/share-links`, CreatedShareLink, { sharedWith: "Dr. Elm" });
  const [line] = (await open.call("GET", `${root}/brief`, Brief)).items;
  const answer = { practitionerId: line?.practitionerId, state: line?.state, says: "right", name: "Lucía" };
  const given = await open.test.request("POST", "/api/v1/shared-brief/answers", answer, {
    Authorization: `Bearer ${secret}`,
  });
  expect(given.status).toBe(201);
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    const listed = await answers(to, init);
    return /\/(?:claims|share-links)$/.test(to) ? Response.json({ ...(await listed.json()), total: 1250 }) : listed;
  });
  await open.visit(`${root}/brief`);
  await screen.findByText("1,250 to settle, the newest 1 of which are listed");
  await screen.findByText("The newest 1 of 1,250 links are listed.");
});

it("takes all that are right as verified, also where a colleague settled one of them meanwhile", async () => {
  await using open = await openConsole();
  const made = { name: "Elm", referrer: { name: "Dr. Elm" }, roster: open.test.sandbox.samples.rosterOf(4) };
  const { indexId } = await open.call("POST", "/index-versions", Creation, made);
  await open.test.deps.background.idle();
  const root = `/index-versions/${indexId ?? ""}`;
  const { secret } = await open.call("POST", `${root}/share-links`, CreatedShareLink, { sharedWith: "Dr. Elm" });
  const lines = (await open.call("GET", `${root}/brief`, Brief)).items.slice(0, 3);
  expect(lines).toHaveLength(3);
  for (const { practitionerId, state } of lines) {
    const answer = { practitionerId, state, says: "right", name: "Lucía" };
    await open.test.request("POST", "/api/v1/shared-brief/answers", answer, { Authorization: `Bearer ${secret}` });
  }
  await open.visit(`${root}/brief`);
  const all = await screen.findByRole("button", { name: "Take all 3 that are right as verified" });
  const { items } = await open.call("GET", `${root}/claims`, ClaimList);
  const settled = { as: "dismissed", reason: "She was asked already" };
  await open.call("POST", `${root}/claims/${items[0]?.id ?? ""}/settle`, SettledClaim, settled);
  fireEvent.click(all);
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Answers of readers" })).toBeNull());
  const waiting = await open.call("GET", `${root}/claims`, ClaimList);
  expect(waiting.items).toEqual([]);
});

it("offers no link where none can be made, and says what it takes", async () => {
  await using open = await openConsole();
  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Without a referrer" });
  await open.visit(`/index-versions/${indexId ?? ""}/brief`);
  const section = await screen.findByRole("region", { name: "Share it" });
  await within(section).findByText(/has no referrer/);
  expect(within(section).queryByRole("button", { name: "Create a link" })).toBeNull();
});
