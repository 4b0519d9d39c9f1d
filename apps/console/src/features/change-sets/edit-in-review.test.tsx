import { CONNECTION_API } from "@dc/bff/testing/app";
import { ChangePage, ChangeSet } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeOfChange } from "#/changes/place-of-change.ts";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("another value of a change under review", () => {
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

  /** A set under review with the name and a further phone; the name is approved. */
  const underReview = async () => {
    const post = async (path: string, body: object = {}, method = "POST") =>
      await open.test.signedIn(method, `${CONNECTION_API}${path}`, body);
    await post("/approval-settings", { required: 1, ownCounts: true }, "PUT");
    const { practitioner } = await open.view();
    const number = { number: "(718) 555-0142", extension: null, label: "New line" };
    await open.stage([{ record: practitioner.record, field: "phones", operation: { op: "add", element: number } }]);
    const path = `/change-sets/${draft.id}`;
    const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
    await post(path, { version: (await now()).version, evidence }, "PATCH");
    await post(`${path}/submit`, { version: (await now()).version });
    const inSet = async () => (await open.call("GET", `${path}/changes`, ChangePage)).items;
    const of = async (field: string) => (await inSet()).find((change) => change.field === field);
    const named = await of("preferredName");
    await post(`${path}/approve`, { version: (await now()).version, changeIds: [named?.id] });
    const edit = async (field: string) => {
      const change = await of(field);
      if (change === undefined) throw new Error(`no change of ${field}`);
      await open.visit(path);
      await screen.findByLabelText("Changes to review");
      const place = placeOfChange(change, "US", { edit: true });
      cleanup();
      await open.visit(place.replace(/^\/c\/[^/]*/, ""));
    };
    const elsewhere = async () =>
      (await open.view()).changes.filter(({ changeSetId }) => changeSetId !== draft.id).map(({ field }) => field);
    return { edit, elsewhere, inSet, of };
  };
  const stageName = async (label: string, value: string) => {
    fireEvent.change(await screen.findByRole("textbox", { name: label }), { target: { value } });
    press(/^Stage/);
  };

  it("[S25] undoes another value of what was approved, by the message or by its key, with the approval", async () => {
    const { edit, elsewhere, of } = await underReview();
    const before = await of("preferredName");
    expect(before).toMatchObject({ state: "approved", operation: { value: "Dr. Nhung" } });
    await edit("preferredName");
    await stageName("Preferred name", "Dr. Wrong");
    const told = await screen.findByText(/, and to be approved anew\./);
    expect(await of("preferredName")).toMatchObject({ state: "in review", operation: { value: "Dr. Wrong" } });
    fireEvent.click(within(told.parentElement ?? document.body).getByRole("button", { name: /^Undo/ }));
    await waitFor(async () => expect(await of("preferredName")).toMatchObject({ id: before?.id, state: "approved" }));
    expect(await of("preferredName")).toMatchObject({ operation: before?.operation, createdAt: before?.createdAt });
    await waitFor(() =>
      expect(document.querySelector('[data-row$="/preferredName"]')?.closest("li")?.textContent).toContain("Dr. Nhung"),
    );
    press("Edit: Preferred name");
    await stageName("Preferred name", "Dr. Again");
    await screen.findByText(/, and to be approved anew\./);
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    await waitFor(async () => expect(await of("preferredName")).toMatchObject({ id: before?.id, state: "approved" }));
    expect(await elsewhere()).toEqual([]);
  });

  it("[S25] edits one value after the other in the set under review; what it does not hold goes into one's own draft", async () => {
    const { edit, elsewhere, inSet, of } = await underReview();
    await edit("preferredName");
    await screen.findByRole("textbox", { name: "Preferred name" });
    const held = holdAnswers(/^GET .*\/practitioners\//);
    for (const value of ["Dr. One", "Dr. Two"]) {
      await stageName("Preferred name", value);
      await waitFor(async () => expect(await of("preferredName")).toMatchObject({ operation: { value } }));
      await waitFor(() => expect(screen.queryByRole("textbox", { name: "Preferred name" })).toBeNull());
      press("Edit: Preferred name");
    }
    press("Cancel");
    held.release();
    await waitFor(() =>
      expect(document.querySelector('[data-row$="/preferredName"]')?.closest("li")?.textContent).toContain("Dr. Two"),
    );
    press("Edit: Display name");
    await stageName("Display name", "Dr. Beside");
    await waitFor(async () => expect(await elsewhere()).toEqual(["displayName"]));
    expect(await inSet()).toHaveLength(2);
  });

  it("[S25] another value of a phone that is only in the set opens that phone, and stays there", async () => {
    const { edit, elsewhere, inSet, of } = await underReview();
    await edit("phones");
    const box = await screen.findByLabelText<HTMLInputElement>(/^Number/);
    expect(box.value).toBe("(718) 555-0142");
    fireEvent.change(box, { target: { value: "(718) 555-0143" } });
    press(/^Stage/);
    await screen.findByText(/, and to be approved anew\./);
    expect(await of("phones")).toMatchObject({
      state: "in review",
      operation: { op: "add", element: { number: "(718) 555-0143" } },
    });
    expect(await inSet()).toHaveLength(2);
    expect(await elsewhere()).toEqual([]);
  });
});
