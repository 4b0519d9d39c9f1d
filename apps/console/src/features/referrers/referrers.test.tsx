import { Creation, Referrer, ReferrerPage } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comeBack } from "#/testing/come-back.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
describe("referrers", () => {
  let open: OpenConsole;
  beforeEach(async () => void (open = await openConsole()));
  afterEach(() => open[Symbol.asyncDispose]());

  it("one with directories is archived once it is said how many it has", async () => {
    const { id } = await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm" });
    await open.call("POST", "/index-versions", Creation, { name: "Elm", referrer: { id } });
    await open.visit("/referrers");
    fireEvent.click(await screen.findByText("Dr. Elm"));
    fireEvent.click(await screen.findByRole("button", { name: "Archive the referrer" }));
    await screen.findByText(/It still has 1 directory/);
    press("Archive the referrer");
    await waitFor(async () => expect((await open.call("GET", `/referrers/${id}`, Referrer)).archivedAt).not.toBeNull());
  });

  it("what somebody else saved meanwhile is shown beside what was typed, and one chooses", async () => {
    const { id, version } = await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm" });
    await open.visit("/referrers");
    fireEvent.click(await screen.findByText("Dr. Elm"));
    fireEvent.change(await screen.findByLabelText(/Contact/), { target: { value: "Mine" } });
    await open.call("PATCH", `/referrers/${id}`, Referrer, { version, name: "Dr. Elm", contact: "Theirs" });
    press("Save the referrer");
    const conflict = (await screen.findByText(/Somebody saved this in the meantime/)).closest("[role=alert]");
    expect(conflict?.textContent).toMatch(/Contact.*Saved.*Theirs.*Yours.*Mine/);
    press("Keep what I typed");
    press("Save the referrer");
    await waitFor(async () => expect((await open.call("GET", `/referrers/${id}`, Referrer)).contact).toBe("Mine"));
  });

  it("one that somebody else archived meanwhile is offered to be unarchived, once that is told", async () => {
    const { id, version } = await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm" });
    await open.visit("/referrers");
    fireEvent.click(await screen.findByText("Dr. Elm"));
    fireEvent.change(await screen.findByLabelText(/Contact/), { target: { value: "Mine" } });
    await open.call("PATCH", `/referrers/${id}`, Referrer, { version, name: "Dr. Elm", archived: true });
    press("Save the referrer");
    fireEvent.click(await screen.findByRole("button", { name: "Keep what I typed" }));
    press("Unarchive the referrer");
    await waitFor(async () => expect((await open.call("GET", `/referrers/${id}`, Referrer)).contact).toBe("Mine"));
    expect((await open.call("GET", `/referrers/${id}`, Referrer)).archivedAt).toBeNull();
  });

  it("shows what somebody else saves while nothing is typed", async () => {
    const { id, version } = await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm" });
    await open.visit("/referrers");
    fireEvent.click(await screen.findByText("Dr. Elm"));
    await screen.findByLabelText(/Contact/);
    await open.call("PATCH", `/referrers/${id}`, Referrer, { version, name: "Dr. Elm", contact: "Theirs" });
    await comeBack();
    await waitFor(() => expect(screen.getByLabelText(/Contact/)).toHaveProperty("value", "Theirs"));
    fireEvent.change(screen.getByLabelText(/Contact/), { target: { value: "Mine" } });
    press("Save the referrer");
    await waitFor(async () => expect((await open.call("GET", `/referrers/${id}`, Referrer)).contact).toBe("Mine"));
  });

  it("another one of a name is added only by whoever was told of the first", async () => {
    await open.call("POST", "/referrers", Referrer, { name: "Dr. Elm", practitionerId: "prov_elm" });
    await open.visit("/referrers");
    await screen.findByText("Dr. Elm");
    press(/^Add a referrer/);
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Dr. Elm" } });
    press("Add the referrer");
    await screen.findByText(/Dr\. Elm, prov_elm/);
    expect((await open.call("GET", "/referrers", ReferrerPage)).items).toHaveLength(1);
    press("Add another of this name");
    await waitFor(async () => expect((await open.call("GET", "/referrers", ReferrerPage)).items).toHaveLength(2));
  });
});
