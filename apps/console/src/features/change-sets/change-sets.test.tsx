import { CONNECTION_API } from "@dc/bff/testing/app";
import { ChangePage, ChangeSet, Comment } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";
import { paths } from "#/paths.ts";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("change set", () => {
  let open: OpenDirectory;
  let draft: ChangeSet;
  beforeEach(async () => {
    open = await openDirectory();
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    draft = await open.stage([
      {
        record: { type: "practitioner", id: open.practitionerId },
        field: "preferredName",
        operation: { op: "set", value: "Dr. Nhung" },
      },
    ]);
  });
  afterEach(async () => {
    cleanup();
    vi.useRealTimers();
    await open[Symbol.asyncDispose]();
  });
  const now = () => open.call("GET", `/change-sets/${draft.id}`, ChangeSet);

  it("is described in sentences, applied with its evidence, and can be undone until it leaves", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The practice called" } });
    press(/^Apply 1 change to test/);
    await screen.findByText(/Sending 1 change to test in/);
    expect((await now()).state).toBe("queued");
    const answers = globalThis.fetch;
    let isPressed = false;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      // It is applied again before its changes are read again.
      if (/\/change-sets\/[^/]+\/changes/.test(to) && !isPressed) await new Promise(() => undefined);
      return await answers(to, init);
    });
    press(/^Undo/);
    await screen.findByRole("button", { name: /^Apply 1 change/ });
    expect((await now()).state).toBe("draft");
    isPressed = true;
    press(/^Apply 1 change to test/);
    await screen.findByText(/Sending 1 change to test in/);
  });

  it("is neither applied nor asked about by Ctrl+Enter below an open dialog, which posts a comment there", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "The practice called" } });
    const pressed = (field: HTMLElement) => fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    press("People and purpose");
    pressed(await screen.findByLabelText("Purpose"));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    press(/^Comments/);
    const comment = await screen.findByLabelText("Comment on this change set");
    fireEvent.change(comment, { target: { value: "They call back at noon" } });
    pressed(comment);
    await waitFor(() => expect(comment).toHaveProperty("value", ""));
    await screen.findByText("They call back at noon");
    expect((await now()).state).toBe("draft");
  });

  it("asks for no words about what was rejected, and does not say that it was not read", async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const element = { number: "(212) 555-0199", extension: null, label: null };
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    const post = async (path: string, body: object, method = "POST") =>
      await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
    await post("/approval-settings", { required: 1, ownCounts: true }, "PUT");
    draft = await open.stage([{ record, field: "phones", operation: { op: "add", element }, evidence }]);
    const path = `/change-sets/${draft.id}`;
    await post(path, { version: draft.version, evidence }, "PATCH");
    await post(`${path}/submit`, { version: (await now()).version });
    const { items } = await open.call("GET", `${path}/changes`, ChangePage);
    const changeIds = items.flatMap(({ id, field }) => (field === "phones" ? [id] : []));
    await post(`${path}/reject`, { version: (await now()).version, changeIds, reason: "It is their fax" });
    await open.visit(path);
    const rejected = await screen.findByRole("row", { name: /555-0199/ });
    expect(rejected.textContent).not.toContain("not read");
    fireEvent.focus(rejected);
    fireEvent.keyDown(rejected, { key: "c" });
    await screen.findByText("These changes have ended: nothing is left to decide about them.");
    expect(screen.queryByLabelText("What should change")).toBeNull();
  });

  it("asks nobody to approve again what they approved and waits for others, and says so", async () => {
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    const act = async (method: string, path: string, body: object) =>
      await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
    await act("PUT", "/approval-settings", { required: 2, ownCounts: true });
    await act("PATCH", `/change-sets/${draft.id}`, { version: draft.version, evidence });
    await act("POST", `/change-sets/${draft.id}/submit`, { version: (await now()).version });
    await open.visit(`/change-sets/${draft.id}`);
    fireEvent.click(await screen.findByRole("button", { name: /^Approve 1 change/ }));
    await screen.findByText(/0 of 1 approved\. You approved 1 more, which waits for others/);
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  });

  it("offers to approve what the filters find, and what somebody else staged in one's own set", async () => {
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    const act = async (method: string, path: string, body: object, by = open.test.signedIn) =>
      await by(method, `${CONNECTION_API}${path}`, body);
    await act("PUT", "/approval-settings", { required: 1, ownCounts: false });
    const cleo = (await open.test.enter({ name: "Cleo", roles: [{ role: "editor", referrers: null }] })).signedIn;
    const record = { type: "practitioner", id: open.practitionerId };
    const element = { number: "(212) 555-0199", extension: null, label: null };
    const change = { indexId: open.indexId, record, field: "phones", operation: { op: "add", element }, evidence };
    const path = `/change-sets/${draft.id}`;
    expect((await act("POST", `${path}/changes`, { changes: [change] }, cleo)).status).toBe(201);
    await act("PATCH", path, { version: (await now()).version, evidence });
    await act("POST", `${path}/submit`, { version: (await now()).version });
    await open.visit(`${path}?state=approved`);
    await screen.findByText("No change of this set matches.");
    expect(screen.queryByRole("button", { name: /^(Approve|Ask for changes)/ })).toBeNull();
    press("Clear the filters");
    fireEvent.click(await screen.findByRole("button", { name: /^Approve 1 change/ }));
    await screen.findByText("1 of 2 approved. You can’t approve your own");
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  });

  it("shows the comment that the inbox names, which leads to the change that it is about", async () => {
    const { items } = await open.call("GET", `/change-sets/${draft.id}/changes`, ChangePage);
    const path = `/change-sets/${draft.id}/comments`;
    const said = await open.call("POST", path, Comment, { words: "Which Nhung?", changeIds: [items[0]?.id] });
    open.test.clock.advance(1000);
    await open.call("POST", path, Comment, { words: "All of it?" });
    await open.visit(`/change-sets/${draft.id}?comments=${encodeURIComponent(said.at)}`);
    const drawer = within(await screen.findByRole("dialog", { name: "Comments" }));
    const [first, second] = await drawer.findAllByRole("listitem");
    expect([first?.dataset["shown"], second?.dataset["shown"]]).toEqual(["", undefined]);
    const name = items[0]?.recordName ?? "";
    expect(first?.textContent).toContain(`on preferred name of ${name}`);
    expect(second?.textContent).not.toContain(" on ");
    fireEvent.click(drawer.getByRole("link", { name: /^preferred name of / }));
    const details = within(await screen.findByRole("dialog", { name: /^Sets the preferred name of / }));
    expect(screen.queryByRole("dialog", { name: "Comments" })).toBeNull();
    await details.findByText("Which Nhung?");
    press("Close");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await open.test.signedIn("DELETE", `${CONNECTION_API}/changes/${items[0]?.id ?? ""}`);
    await open.visit(`/change-sets/${draft.id}?comments=${encodeURIComponent(said.at)}`);
    await screen.findByText("on 1 change that was discarded");
  });

  describe("in review, over a slow line", () => {
    const submitted = async () => {
      const act = async (method: string, path: string, body: object) =>
        await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
      const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
      await act("PUT", "/approval-settings", { required: 1, ownCounts: true });
      const record = { type: "practitioner", id: open.practitionerId };
      await open.stage([{ record, field: "displayName", operation: { op: "set", value: "Nhung Le" } }]);
      await act("PATCH", `/change-sets/${draft.id}`, { version: (await now()).version, evidence });
      await act("POST", `/change-sets/${draft.id}/submit`, { version: (await now()).version });
    };
    const rowOf = async (name: RegExp) => await screen.findByRole("row", { name });

    it("is decided row by row, whether or not the answer about the row before has come", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}`);
      const rows = [await rowOf(/Dr\. Nhung/), await rowOf(/Nhung Le/)];
      const held = holdAnswers(/\/(?:approve|review)/);
      for (const row of rows) {
        fireEvent.focus(row);
        fireEvent.keyDown(row, { key: "a" });
        fireEvent.keyDown(row, { key: "a" });
      }
      await waitFor(() => expect(held.asked).toEqual([`POST /change-sets/${draft.id}/approve`]));
      held.release();
      await waitFor(async () => expect((await now()).counts.approved).toBe(2));
    });

    it("is decided by the filters of the rows that are on screen until those of other filters come", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}?state=in+review`);
      const row = await rowOf(/Dr\. Nhung/);
      const held = holdAnswers(/\/review/);
      const answers = globalThis.fetch;
      const asked: (string | undefined)[] = [];
      vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
        if (to.endsWith("/approve")) asked.push(typeof init.body === "string" ? init.body : undefined);
        return await answers(to, init);
      });
      fireEvent.change(screen.getByLabelText("State"), { target: { value: "any" } });
      await waitFor(() => expect(held.asked).toHaveLength(1));
      fireEvent.focus(row);
      fireEvent.keyDown(row, { key: "a" });
      await waitFor(() => expect(asked).toEqual([expect.stringContaining('"state":"in review"')]));
      held.release();
    });

    it("decides about a ticked group as somebody else left it, once that is on screen", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}`);
      await rowOf(/Dr\. Nhung/);
      const [, group = document.body] = screen.getAllByRole("row");
      fireEvent.click(within(group).getByRole("checkbox"));
      await screen.findByRole("button", { name: /^Approve 2 changes/ });
      const { items } = await open.call("GET", `/change-sets/${draft.id}/changes`, ChangePage);
      const rejected = { version: (await now()).version, reason: "Not this one", changeIds: [items[0]?.id] };
      const path = `${CONNECTION_API}/change-sets/${draft.id}/reject`;
      expect((await open.test.signedIn("POST", path, rejected)).status).toBe(200);
      press(/^Approve 2 changes/);
      await screen.findByRole("button", { name: /^Approve 1 change/ });
      expect((await now()).counts).toMatchObject({ approved: 0, rejected: 1 });
      press(/^Approve 1 change/);
      await waitFor(async () => expect((await now()).counts).toMatchObject({ approved: 1, rejected: 1 }));
    });

    it("names a ticked group and none of what it stands for, where all is ticked", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}`);
      await rowOf(/Dr\. Nhung/);
      fireEvent.click(screen.getByRole("checkbox", { name: "Select all shown" }));
      await screen.findByRole("button", { name: /^Approve 2 changes/ });
      const answers = globalThis.fetch;
      const asked: unknown[] = [];
      vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
        if (to.endsWith("/approve") && typeof init.body === "string") asked.push(JSON.parse(init.body));
        return await answers(to, init);
      });
      press(/^Approve 2 changes/);
      await waitFor(() => expect(asked).toMatchObject([{ nodes: [expect.any(String)] }]));
    });

    it("offers to reject and to split off what the filters find", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}`);
      await screen.findByRole("button", { name: "Reject 2" });
      expect(screen.queryByRole("button", { name: /^Split off/ })).toBeNull();
      const { items } = await open.call("GET", `/change-sets/${draft.id}/changes?limit=1`, ChangePage);
      const first = { version: (await now()).version, changeIds: items.map(({ id }) => id) };
      await open.call("POST", `/change-sets/${draft.id}/approve`, ChangeSet, first);
      cleanup();
      await open.visit(`/change-sets/${draft.id}?state=approved`);
      fireEvent.click(await screen.findByRole("button", { name: "Split off 1" }));
      await waitFor(async () => expect((await now()).counts).toMatchObject({ inReview: 1, approved: 0 }));
      cleanup();
      await open.visit(`/change-sets/${draft.id}`);
      fireEvent.click(await screen.findByRole("button", { name: "Reject 1" }));
      const words = await screen.findByRole("dialog");
      fireEvent.change(within(words).getByRole("textbox"), { target: { value: "Not this one" } });
      fireEvent.click(within(words).getByRole("button", { name: /^Reject/ }));
      await waitFor(async () => expect((await now()).counts).toMatchObject({ inReview: 0, rejected: 1 }));
    });

    it("decides about the row that a key is pressed on, where what is ticked is not on screen", async () => {
      await submitted();
      const { items } = await open.call("GET", `/change-sets/${draft.id}/changes?limit=1`, ChangePage);
      const first = { version: (await now()).version, changeIds: items.map(({ id }) => id) };
      expect((await open.call("POST", `/change-sets/${draft.id}/approve`, ChangeSet, first)).counts.approved).toBe(1);
      await open.visit(`/change-sets/${draft.id}`);
      fireEvent.click(within(await rowOf(/Dr\. Nhung/)).getByRole("checkbox"));
      await screen.findByRole("button", { name: /^Reject 1/ });
      fireEvent.change(screen.getByLabelText("State"), { target: { value: "in review" } });
      await waitFor(() => expect(screen.queryByRole("row", { name: /Dr\. Nhung/ })).toBeNull());
      const row = await rowOf(/Nhung Le/);
      fireEvent.focus(row);
      fireEvent.keyDown(row, { key: "a" });
      await waitFor(async () => expect((await now()).counts.approved).toBe(2));
    });

    it("keeps the comment that is begun while the one before is sent", async () => {
      await submitted();
      await open.visit(`/change-sets/${draft.id}`);
      fireEvent.click(await screen.findByRole("button", { name: /^Comments/ }));
      const field = await screen.findByLabelText("Comment on this change set");
      fireEvent.change(field, { target: { value: "Which extension?" } });
      const held = holdAnswers(/\/comments/);
      fireEvent.submit(field);
      await waitFor(() => expect(held.asked).toHaveLength(1));
      fireEvent.change(field, { target: { value: "And which" } });
      held.release();
      await screen.findByText("Your comment is kept.");
      await waitFor(() => expect(screen.getByRole("button", { name: /^Comment\b/ }).ariaBusy).toBeNull());
      expect(field).toHaveProperty("value", "And which");
    });

    it("keeps the comment that was begun while its drawer is closed", async () => {
      await open.visit(`/change-sets/${draft.id}`);
      const show = async () => fireEvent.click(await screen.findByRole("button", { name: /^Comments/ }));
      await show();
      const field = await screen.findByLabelText("Comment on this change set");
      fireEvent.change(field, { target: { value: "Which extension?" } });
      press("Close");
      await waitFor(() => expect(field.isConnected).toBe(false));
      await show();
      expect(await screen.findByLabelText("Comment on this change set")).toHaveProperty("value", "Which extension?");
    });
  });

  it("offers whoever may approve and not stage nothing of a draft, and no discarding where some of it is in review", async () => {
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    const act = async (method: string, path: string, body: object) =>
      await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
    await act("PUT", "/approval-settings", { required: 1, ownCounts: true });
    const record = { type: "practitioner", id: open.practitionerId };
    const element = { number: "(212) 555-0199", extension: null, label: null };
    const operation = { op: "add", element };
    draft = await open.stage([{ record, field: "phones", operation, evidence }]);
    const path = `/change-sets/${draft.id}`;
    await act("PATCH", path, { version: draft.version, evidence });
    await act("POST", `${path}/submit`, { version: (await now()).version });
    const { items } = await open.call("GET", `${path}/changes`, ChangePage);
    await act("POST", `${path}/reopen`, { version: (await now()).version, changeIds: [items[0]?.id] });
    await open.visit(path);
    await screen.findByText("1 change of this set stays in review, with its approvals.");
    await screen.findByRole("button", { name: /^Discard: / });
    await screen.findByLabelText("Reason");
    expect(screen.queryByRole("button", { name: "Discard draft" })).toBeNull();
    cleanup();
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      const answer = await answers(to, init);
      if (!to.endsWith("/session")) return answer;
      return new Response((await answer.text()).replaceAll('"role":"admin"', '"role":"approver"'), answer);
    });
    await open.visit(path);
    await screen.findByText("Needs the role editor or admin.");
    expect(document.querySelector("aside")?.textContent).toContain("“They called”");
    expect(screen.queryByRole("button", { name: /^Discard: / })).toBeNull();
    expect(screen.queryByLabelText("Reason")).toBeNull();
  });

  it("tells whoever may approve and not stage what splitting off takes", async () => {
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    await open.test.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required: 1, ownCounts: true });
    await open.test.signedIn("PATCH", `${CONNECTION_API}/change-sets/${draft.id}`, {
      version: draft.version,
      evidence,
    });
    const { version } = await now();
    await open.test.signedIn("POST", `${CONNECTION_API}/change-sets/${draft.id}/submit`, { version });
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      const answer = await answers(to, init);
      if (!to.endsWith("/session")) return answer;
      return new Response((await answer.text()).replaceAll('"role":"admin"', '"role":"approver"'), answer);
    });
    await open.visit(`/change-sets/${draft.id}`);
    const row = (await screen.findAllByRole("row", { name: /Dr. Nhung/ }))[0] ?? document.body;
    fireEvent.focus(row);
    fireEvent.keyDown(row, { key: "s" });
    expect(await screen.findByText("Splitting off: Needs the role editor or admin.")).toBeTruthy();
  });

  it("says that withdrawing is asked for where somebody else has to confirm it", async () => {
    const evidence = { reason: "They called", source: null, verifiedOn: null, reviewBy: null };
    const put = async (required: number) =>
      await open.test.signedIn("PUT", `${CONNECTION_API}/approval-settings`, { required, ownCounts: true });
    const body = { version: draft.version, evidence };
    await open.test.signedIn("POST", `${CONNECTION_API}/change-sets/${draft.id}/apply`, body);
    open.test.clock.advance(5000);
    await open.test.sendDue();
    for (const [required, title] of [
      [2, "Ask to withdraw 1 change"],
      [1, "Withdraw 1 change"],
    ] as const) {
      await put(required);
      await open.visit(`/change-sets/${draft.id}`);
      fireEvent.click(await screen.findByRole("button", { name: "Withdraw 1 change" }));
      expect((await screen.findByRole("dialog")).textContent).toMatch(new RegExp(`^${title}`));
      cleanup();
    }
  });

  it("says what moved since it was staged, and is applied once somebody settled that", async () => {
    await open.moves("drift", "preferredName", "Moved");
    const view = `/index-versions/${open.indexId}/practitioners/${open.practitionerId}?maxAge=0`;
    expect((await open.test.signedIn("GET", `${CONNECTION_API}${view}`)).status).toBe(200);
    await open.visit(`/change-sets/${draft.id}`);
    const moved = await screen.findByRole("region", { name: "Changed since" });
    expect(moved.textContent).toContain("Moved");
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The practice called" } });
    press(/^Apply 1 change to test/);
    await screen.findByText(/Nothing was applied/);
    fireEvent.click(within(moved).getByRole("button", { name: "Keep ours" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since" })).toBeNull());
    press(/^Apply 1 change to test/);
    await screen.findByText(/Sending 1 change to test in/);
  });

  it("[S25] another value of what moved once it was approved takes its place in the set, to be approved anew", async () => {
    const post = async (path: string, body: object = {}, method = "POST") =>
      await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
    await post("/approval-settings", { required: 1, ownCounts: true }, "PUT");
    const path = `/change-sets/${draft.id}`;
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    await post(path, { version: draft.version, evidence }, "PATCH");
    for (const verb of ["submit", "approve"]) await post(`${path}/${verb}`, { version: (await now()).version });
    await open.moves("drift", "preferredName", "Moved");
    await open.view();
    await open.visit(path);
    const moved = await screen.findByRole("region", { name: "Changed since" });
    expect(moved.textContent).toContain("another value void the approval of that change");
    expect(await within(moved).findByText("base moved")).toBeDefined();
    fireEvent.click(within(moved).getByRole("link", { name: "Another value" }));
    const field = await screen.findByRole("textbox", { name: "Preferred name" });
    fireEvent.change(field, { target: { value: "Dr. Agreed" } });
    press(/^Stage/);
    const told = await screen.findByText(/, and to be approved anew\./);
    const { items } = await open.call("GET", `${path}/changes`, ChangePage);
    expect(items).toMatchObject([{ state: "in review", operation: { value: "Dr. Agreed" } }]);
    expect((await open.view()).changes).toHaveLength(1);
    // The row and its proof lead there, too.
    fireEvent.click(within(told.parentElement ?? told).getByRole("button", { name: "Open the set" }));
    expect((await screen.findAllByText(/Dr\. Agreed/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since" })).toBeNull());
  });

  it.each([
    { drawn: 201, after: 0 },
    { drawn: 190, after: 20 },
  ])(
    "discards no part of more changes than fit a page, $drawn and $after that came later",
    async ({ drawn, after }) => {
      const [, schedule = ""] = open.test.sandbox.samples.roster.split("\n");
      const record = { type: "schedule", id: schedule };
      const stage = async (from: number, count: number) => {
        const plans = Array.from({ length: count }, (_, number) => `ins_page0${from + number}`);
        const changes = plans.map((element) => ({
          record,
          field: "acceptedInsurances",
          operation: { op: "add", element },
        }));
        return await open.stage(changes);
      };
      draft = await stage(0, drawn);
      await open.visit(`/change-sets/${draft.id}?level=group`);
      const [group] = await screen.findAllByRole("checkbox", { name: /^Select all of/ });
      if (group !== undefined) fireEvent.click(group);
      const discard = await screen.findByRole("button", { name: /^Discard \d+ changes/ });
      if (after > 0) {
        const answers = globalThis.fetch;
        vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
          // The groups stay as they were drawn.
          if (/\/review\?.*level=group/.test(to)) await new Promise(() => undefined);
          return await answers(to, init);
        });
        await stage(drawn, after);
      }
      fireEvent.click(discard);
      await screen.findByText("At most 200 changes are discarded at once.");
      expect((await now()).counts.draft).toBeGreaterThan(200);
    },
  );

  it("discards the rest where a colleague discarded one meanwhile, and can undo that", async () => {
    const [, schedule = ""] = open.test.sandbox.samples.roster.split("\n");
    const record = { type: "schedule", id: schedule };
    const plans = Array.from({ length: 20 }, (_, number) => `ins_page0${number}`);
    draft = await open.stage(
      plans.map((element) => ({ record, field: "acceptedInsurances", operation: { op: "add", element } })),
    );
    await open.visit(`/change-sets/${draft.id}`);
    for (const box of await screen.findAllByRole("checkbox", { name: /^Select all of/ })) fireEvent.click(box);
    const answers = globalThis.fetch;
    let isFirst = true;
    vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
      if (init.method === "DELETE" && isFirst) {
        isFirst = false;
        await answers(to, init);
      }
      return await answers(to, init);
    });
    const { draft: count } = (await now()).counts;
    fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^Discard ${count} changes`) }));
    const told = await screen.findByText(new RegExp(`^${count - 1} drafts are discarded\\. .+`));
    fireEvent.click(within(told.parentElement ?? document.body).getByRole("button", { name: /^Undo/ }));
    await waitFor(async () => expect((await now()).counts.draft).toBe(count - 1));
  });

  it("is not applied without a reason", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    press(/^Apply 1 change/);
    await screen.findByText(/Changes can’t be applied without one/);
    expect((await now()).state).toBe("draft");
  });

  it("keeps what was typed of the evidence, also without a reason, and what was taken out again", async () => {
    const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
    const type = async (label: RegExp, value: string) => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      fireEvent.blur(screen.getByLabelText(label));
      await screen.findByText("Saved with the draft.");
    };
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    await type(/^Source/, "A fax");
    expect((await now()).evidence).toEqual({
      reason: "",
      source: "A fax",
      verifiedOn: null,
      reviewBy: null,
      from: null,
      until: null,
    });
    await type(/^Reason/, "The practice called");
    await type(/^Reason/, "");
    await waitFor(async () => expect((await now()).evidence?.reason).toBe(""));
    cleanup();
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    expect([valueOf(/^Source/), valueOf(/^Reason/)]).toEqual(["A fax", ""]);
    press(/^Apply 1 change/);
    await screen.findByText(/Changes can’t be applied without one/);
  });

  it("keeps what two people typed into different fields, and lets one choose where both typed into the same", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    const others = async (evidence: object) =>
      await open.call("PATCH", `/change-sets/${draft.id}`, ChangeSet, {
        evidence: { reason: "", source: null, verifiedOn: null, reviewBy: null, ...evidence },
        version: (await now()).version,
      });
    const type = (label: RegExp, value: string) => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      fireEvent.blur(screen.getByLabelText(label));
    };
    await others({ reason: "The practice called" });
    type(/^Source/, "A fax");
    await screen.findByText("Saved with the draft.");
    expect((await now()).evidence).toMatchObject({ reason: "The practice called", source: "A fax" });
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "The practice called");

    await others({ reason: "They wrote to us", source: "A fax" });
    type(/^Reason/, "She called");
    await screen.findByText("Somebody else changed it too.");
    press(/^Apply 1 change/);
    expect((await now()).evidence).toMatchObject({ reason: "They wrote to us" });
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "She called");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep mine"));
    press("Keep mine");
    expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
    await waitFor(async () => expect((await now()).evidence?.reason).toBe("She called"));
    expect((await now()).state).toBe("draft");
  });

  it("says so when somebody changed it meanwhile, and applies nothing", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The practice called" } });
    await open.call("PATCH", `/change-sets/${draft.id}`, ChangeSet, {
      name: "Renamed by somebody",
      version: draft.version,
    });
    press(/^Apply 1 change/);
    await screen.findByText(/Nothing was applied/);
    expect((await now()).state).toBe("draft");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Renamed by somebody"));
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "The practice called");
  });

  it.each([
    { title: "added", changed: "2 changes" },
    { title: "replaced", changed: "1 change" },
  ])("applies nothing that was $title elsewhere before it is on screen", async ({ title, changed }) => {
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    const stage = async (field: string, operation: object) => {
      const record = { type: "practitioner", id: open.practitionerId };
      await open.stage([{ record, field, operation, evidence }]);
    };
    await stage("preferredName", { op: "set", value: "Dr. Nhung" });
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    const answers = globalThis.fetch;
    let isPressed = false;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      // The screen does not get its list again before Apply is pressed.
      if (/\/change-sets\/[^/]+\/changes/.test(to) && !isPressed) await new Promise(() => undefined);
      return await answers(to, init);
    });
    if (title === "replaced") await stage("preferredName", { op: "set", value: "Dr. Nguyen" });
    else await stage("phones", { op: "add", element: { number: "(312) 555-0123", extension: null, label: null } });
    const apply = () => fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
    await screen.findByRole("button", { name: new RegExp(`^Apply ${changed}`) });
    isPressed = true;
    apply();
    await screen.findByText(/^1 change of this draft is new, or replaced another, since you looked/);
    expect((await now()).state).toBe("draft");
  });

  it("is applied in the version that is being read, as another window of one's own made it", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "The practice called" } });
    const released = Promise.withResolvers<null>();
    const answers = globalThis.fetch;
    let held = 0;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (to.endsWith(`/change-sets/${draft.id}`) && (init?.method ?? "GET") === "GET") {
        held += 1;
        await released.promise;
      }
      return await answers(to, init);
    });
    const renamed = { name: "Renamed in another window", version: draft.version };
    await open.call("PATCH", `/change-sets/${draft.id}`, ChangeSet, renamed);
    const otherWindow = new BroadcastChannel("directory-console changes");
    // Until this window follows the others.
    await waitFor(() => {
      otherWindow.postMessage({ from: "another window", changed: ["change-set"] });
      expect(held).toBeGreaterThan(0);
    });
    otherWindow.close();
    press(/^Apply 1 change to test/);
    released.resolve(null);
    await screen.findByText(/Sending 1 change to test in/);
    expect((await now()).state).toBe("queued");
  });

  it("leaves the focus in the field of its name when its changes come later", async () => {
    const released = Promise.withResolvers<null>();
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      if (/\/change-sets\/[^/]+\/changes/.test(to)) await released.promise;
      return await answers(to, init);
    });
    await open.visit(`/change-sets/${draft.id}`);
    fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
    const name = screen.getByLabelText("Name of this change set");
    expect(document.activeElement).toBe(name);
    released.resolve(null);
    await screen.findByLabelText("Reason");
    expect(document.activeElement).toBe(name);
  });

  it("is not renamed over a name that somebody else gave meanwhile, and shows both", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    press("Rename");
    fireEvent.change(screen.getByLabelText("Name of this change set"), { target: { value: "Mine" } });
    await open.call("PATCH", `/change-sets/${draft.id}`, ChangeSet, { name: "Theirs", version: draft.version });
    press("Save the name");
    const conflict = (await screen.findByText(/Somebody saved this in the meantime/)).closest("[role=alert]");
    expect(conflict?.textContent).toMatch(/Name.*Saved.*Theirs.*Yours.*Mine/);
    press("Keep what I typed");
    press("Save the name");
    await waitFor(async () => expect((await now()).name).toBe("Mine"));
  });

  it("says after a discard that it is discarded, and by a double click nothing is", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    press("Discard draft");
    fireEvent.click(screen.getByRole("button", { name: "Discard 1 change" }), { detail: 2 });
    expect((await now()).state).toBe("draft");
    press("Discard 1 change");
    await screen.findByText("The draft is discarded. Nothing was sent.");
    await waitFor(() => expect(open.address()).toBe(open.root));
  });

  it("that somebody else discarded says so once it is touched, and leads to the others", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    await open.test.signedIn("DELETE", `${CONNECTION_API}/change-sets/${draft.id}`);
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The practice called" } });
    fireEvent.blur(screen.getByLabelText("Reason"));
    await screen.findByText("This change set was discarded");
    expect(screen.queryByRole("button", { name: /^Apply/ })).toBeNull();
    expect(screen.queryByText(/Change set not found/)).toBeNull();
    expect(screen.getByRole("link", { name: "See its directory’s change sets" })).toHaveProperty(
      "pathname",
      paths.directoryChangeSets.href({ indexId: open.indexId }),
    );
  });

  it("takes no day of a check that is to come and no day of a review gone by, and says what would be right", async () => {
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(/Sets the preferred name of/);
    const type = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type(/^Reason/, "The practice called");
    type(/^Verified on/, "2026-11-23");
    type(/^Review by/, "2026-11-01");
    expect(screen.getByText(/This date is in the future/)).toBeDefined();
    expect(screen.getByText(/This date is in the past/)).toBeDefined();
    press(/^Apply 1 change/);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Verified on/));
    expect((await now()).state).toBe("draft");
    type(/^Verified on/, "2026-11-20");
    type(/^Review by/, "2026-11-20");
    press(/^Apply 1 change/);
    await screen.findByText(/Sending 1 change to test in/);
  });

  it("counts in its title, its heading and the bar by one rule, and marks a number that is sent as it stands", async () => {
    const { practitioner, schedules } = await open.view();
    const schedule = schedules[0]?.record ?? { type: "schedule", id: "" };
    const number = "312-555-0111office 3local";
    const plan = (element: string) => ({
      record: schedule,
      field: "acceptedInsurances",
      operation: { op: "add", element },
    });
    await open.stage([
      {
        record: practitioner.record,
        field: "phones",
        operation: { op: "add", element: { number, extension: null, label: null } },
        asItStands: true,
      },
      plan("ins_one111"),
      plan("ins_two222"),
    ]);
    const contents = "phone, 2 plans, preferred name";
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText(`Sent as it stands: “${number}” is not a possible phone number.`);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(`${practitioner.name}: ${contents}`);
    expect(screen.getByRole("heading", { level: 2, name: "4 changes" }).nextElementSibling?.textContent).toBe(contents);
    cleanup();
    await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
    const bar = await screen.findByRole("region", { name: "Staged changes" });
    expect(bar.textContent).toContain(`${practitioner.name}: ${contents}`);
    expect(bar.textContent).toContain("Review 4 changes");
    const [otherSchedule = ""] = open.test.sandbox.samples.roster.match(/sch_[0-9A-Za-z]+(?![^]*sch_)/) ?? [];
    await open.stage([{ ...plan("ins_one111"), record: { type: "schedule", id: otherSchedule } }]);
    cleanup();
    await open.visit(`${open.root}/practitioners/${open.practitionerId}`);
    const all = await screen.findByRole("region", { name: "Staged changes" });
    expect(all.textContent).toMatch(/1 elsewhere.*Review 5 changes/);
  });

  it("says of what is held how many records of which type it changes, not what the first one is", async () => {
    const { schedules } = await open.view();
    const schedule = schedules[0]?.record ?? { type: "schedule", id: "" };
    const plan = (element: string) => ({
      record: schedule,
      field: "acceptedInsurances",
      operation: { op: "add", element },
    });
    await open.sends(await open.stage([plan("ins_one111"), plan("ins_two222")]));
    await open.visit(`/change-sets/${draft.id}`);
    const told = await screen.findByText("3 changes are held");
    await waitFor(() =>
      expect(told.parentElement?.textContent).toMatch(
        /^3 changes are held: 1 update of a practitioner, 2 updates of schedules\. The service has no documented way to take them/,
      ),
    );
  });

  it("[U13] what is held and moved is decided on the screen of its set as on the page of its practitioner", async () => {
    const { practitioner, schedules } = await open.view();
    const named = (value: string) => ({ op: "set", value });
    const set = await open.stage([
      { record: practitioner.record, field: "displayName", operation: named("Dr. Held") },
      { record: schedules[0]?.record, field: "name", operation: named("Held Street") },
    ]);
    await open.sends(set);
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText("3 changes are held");
    expect(screen.queryByRole("region", { name: "Changed since" })).toBeNull();
    cleanup();
    await open.moves("drift", "displayName", "Dr. Moved");
    await open.view();
    await open.visit(`/change-sets/${draft.id}`);
    const moved = await screen.findByRole("region", { name: "Changed since" });
    expect(moved.textContent).toContain("1 change was decided on a value that has changed since.");
    expect(within(moved).getAllByText("Dr. Moved").length).toBeGreaterThan(0);
    fireEvent.click(await within(moved).findByRole("button", { name: "Keep ours" }));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Keep ours/ }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since" })).toBeNull());
    expect(screen.getByText("3 changes are held")).toBeDefined();
    cleanup();
    await open.moves("drift", "displayName", "Dr. Later");
    await open.view();
    await open.visit(`/change-sets/${draft.id}`);
    const again = await screen.findByRole("region", { name: "Changed since" });
    for (const name of ["Take base", "Another value"])
      expect(await within(again).findByRole("button", { name }), name).toBeDefined();
  });

  it("says of each change what the server would do: held, pinned with nothing sent, or now to be sent", async () => {
    const { practitioner, schedules } = await open.view();
    const plan = { op: "add", element: "ins_one111" };
    const set = await open.stage([
      { record: schedules[0]?.record, field: "acceptedInsurances", operation: plan },
      { record: practitioner.record, field: "displayName", operation: { op: "pinValue" } },
    ]);
    await open.visit(`/change-sets/${draft.id}`);
    const checks = await screen.findByRole("region", { name: "Checks" });
    await waitFor(() =>
      expect(checks.textContent).toMatch(/(?<!All )2 will be held\. The service has no documented way/),
    );
    cleanup();
    await open.sends(set);
    const updatePractitioner = {
      method: "POST",
      path: "/practitioners/{id}",
      body: "{changes}",
      success: [200],
      status: "assumed",
    };
    const profile = { extends: "default", name: "names alone", operations: { updatePractitioner } };
    const saved = await open.test.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision: 0 });
    expect(saved.status).toBe(200);
    await open.visit(`/change-sets/${draft.id}`);
    await screen.findByText("2 changes are held");
    expect(screen.getByText("nothing sent: the index had it")).toBeDefined();
    press(/^Send 1 change to test/);
    await screen.findByText(/^Sending 1 change to test in/);
  });

  it("says whose schedule a change is on, and tells two of one field apart", async () => {
    const view = await open.view();
    const schedule = view.schedules[0]?.record ?? { type: "schedule", id: "" };
    const add = (element: string) => ({
      record: schedule,
      field: "acceptedInsurances",
      operation: { op: "add", element },
    });
    const set = await open.stage([add("ins_new00001"), add("ins_new00002")]);
    await open.visit(`/change-sets/${set.id}`);
    const leaveOut = await screen.findAllByRole("button", { name: /^Discard: Adds ins_new/ });
    expect(new Set(leaveOut.map((button) => button.getAttribute("aria-label"))).size).toBe(2);
    const group = leaveOut[0]?.closest("section");
    const heading = within(group ?? document.body).getByRole("heading", { level: 3 });
    expect(heading.textContent).toBe(view.schedules[0]?.name);
    const [owner] = [...(group?.querySelectorAll("header a") ?? [])].map((link) => link.getAttribute("href"));
    expect(owner).toBe(paths.practitioner.href({ indexId: open.indexId, practitionerId: open.practitionerId }));
  });
});

describe("a change set of which something failed", () => {
  it("says that it was retried, with the way there, and asks for nothing more", async () => {
    await using open = await openDirectory({ sandbox: { writes: true }, profile: "with-writes" });
    vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
    const record = { type: "practitioner", id: open.practitionerId };
    const set = await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } }]);
    open.test.sandbox.faults.arm({ kind: "status", status: 422, method: "POST", times: 1, phase: "before", ms: 0 });
    await open.sends(set);
    await open.visit(`/change-sets/${set.id}`);
    await screen.findByText("1 failed");
    press("Retry 1 failed change");
    await waitFor(async () =>
      expect((await open.call("GET", `/change-sets/${set.id}`, ChangeSet)).retriedBy).toHaveLength(1),
    );
    cleanup();
    await open.visit(`/change-sets/${set.id}`);
    await screen.findByText("1 failed, retried");
    expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
    for (const link of screen.getAllByRole("link", { name: "See the retry" }))
      expect(link.getAttribute("href")).toContain("/change-sets/set_");
    expect(screen.queryByRole("button", { name: "Send again" }), "it is sent again already").toBeNull();
    cleanup();
    vi.useRealTimers();
  });
});

it("a set that is paused while it can be undone is not told as about to be sent", async () => {
  await using open = await openDirectory();
  vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
  const record = { type: "practitioner", id: open.practitionerId };
  const { id, version } = await open.stage([
    { record, field: "preferredName", operation: { op: "set", value: "Dr. Paused" } },
  ]);
  const evidence = { reason: "The practice called" };
  const applied = await open.call("POST", `/change-sets/${id}/apply`, ChangeSet, { version, evidence });
  await open.call("POST", `/change-sets/${id}/pause`, ChangeSet, { version: applied.version });
  await open.visit(`/change-sets/${id}`);
  const bar = await screen.findByRole("region", { name: "Undo" });
  expect(bar.textContent).toMatch(/^Paused by Ada Admin\s*nothing is sent; can be undone for \d+ s/);
  cleanup();
  vi.useRealTimers();
});

it("[U10] what rests is settled on the screen of its set also once the index says what was seen again", async () => {
  await using open = await openDirectory({ sandbox: { writes: true }, profile: "with-writes" });
  vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
  const { practitioner } = await open.view();
  const field = "preferredName";
  const before = practitioner.comparison.fields.find(({ key }) => key === field)?.values.index;
  const of = { record: practitioner.record, field };
  const set = await open.stage([{ ...of, operation: { op: "set", value: "Dr. Nhung" } }]);
  await open.moves("outside", field, "Theirs");
  await open.sends(set);
  await open.moves("outside", field, before && "value" in before ? before.value : null);
  await open.view();
  await open.visit(`/change-sets/${set.id}`);
  const resting = await screen.findByRole("region", { name: "Changed since" });
  expect(resting.textContent).toContain("What it was decided on is there again, or says what is wanted.");
  for (const name of ["Send all the same", "Give way"])
    expect(within(resting).getByRole("button", { name }), name).toBeDefined();
  cleanup();
  vi.useRealTimers();
});

it("whoever staged is chosen though no listed set is theirs, and stays the choice where another filter finds nothing", async () => {
  await using open = await openDirectory();
  const { signedIn: bea, person } = await open.test.enter({
    name: "Bea",
    roles: [{ role: "editor", referrers: null }],
  });
  const record = { type: "practitioner", id: open.practitionerId };
  const changes = [{ record, field: "preferredName", operation: { op: "set", value: "Dr. Nhung" } }];
  expect((await bea("POST", `${CONNECTION_API}${open.root}/changes`, { changes })).status).toBe(201);
  await open.visit("/change-sets?state=failed");
  const author = () => screen.getByLabelText<HTMLSelectElement>("Staged by");
  await screen.findByText("No change set matches.");
  await within(author()).findByRole("option", { name: "Staged by Bea" });
  fireEvent.change(author(), { target: { value: person.id } });
  await waitFor(() => expect(open.address()).toContain(`author=${person.id}`));
  expect(author().selectedOptions[0]?.label).toBe("Staged by Bea");
  cleanup();
  await open.visit("/change-sets?state=failed&reviewer=per_nobody");
  await screen.findByText("No change set matches.");
  expect(screen.getByLabelText<HTMLSelectElement>("Reviewed by").value).toBe("per_nobody");
});
