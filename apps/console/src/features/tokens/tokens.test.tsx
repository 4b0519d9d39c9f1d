import { CreatedShareLink, Creation, Referrer, ShareLinkList, TokenList } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("developer page", () => {
  let open: OpenConsole;
  beforeEach(async () => {
    open = await openConsole();
    await open.visit("/developer/gateway");
    await screen.findByRole("heading", { name: "Tokens" });
  });
  afterEach(() => open[Symbol.asyncDispose]());

  it("a token is shown once, stands in the examples, and is refused after it was revoked", async () => {
    fireEvent.change(screen.getByLabelText("Purpose"), { target: { value: "=cmd() pipeline" } });
    press("Create a token");
    await screen.findByText(/Copy it now/);
    const secret = screen.getByLabelText("The token").textContent ?? "";
    expect(screen.getByLabelText("A record of an index, with a bearer token").textContent).toContain(
      `Bearer ${secret}`,
    );
    fireEvent.click(await screen.findByRole("button", { name: "Revoke" }));
    press(/^Revoke …/);
    await screen.findByText(/is revoked/);
    await waitFor(() => expect(document.body.textContent).not.toContain(secret));
    expect((await open.call("GET", "/tokens", TokenList)).items).toEqual([]);
  });

  it("of two tokens that are revoked one after the other, both are told, and the new one is shown no more", async () => {
    for (const name of ["first", "second"]) {
      fireEvent.change(screen.getByLabelText("Purpose"), { target: { value: name } });
      press("Create a token");
      await screen.findAllByText(name, { selector: "b > bdi" });
      await waitFor(() => expect(screen.getByLabelText("Purpose")).toHaveProperty("value", ""));
    }
    const secret = screen.getByLabelText("The token").textContent ?? "";
    const held = holdAnswers(/^DELETE .*\/tokens\//);
    for (const name of ["second", "first"]) {
      const line = (await screen.findAllByRole("listitem")).find((one) => one.textContent?.startsWith(name));
      fireEvent.click(within(line ?? document.body).getByRole("button", { name: "Revoke" }));
      fireEvent.click(within(line ?? document.body).getByRole("button", { name: /^Revoke …/ }));
    }
    await waitFor(() => expect(held.asked).toHaveLength(2));
    held.release();
    await screen.findByText(/^“second” is revoked/);
    await screen.findByText(/^“first” is revoked/);
    expect(document.body.textContent).not.toContain(secret);
  });

  it("the links to briefs are listed with their directories, and end here", async () => {
    expect(screen.queryByRole("heading", { name: "Links to briefs" })).toBeNull();
    for (const name of ["Elm", "Oak"]) {
      const directory = { name, referrer: { name: `Dr. ${name}` } };
      const { indexId } = await open.call("POST", "/index-versions", Creation, directory);
      await open.call("POST", `/index-versions/${indexId}/share-links`, CreatedShareLink, {
        sharedWith: `Dr. ${name}`,
      });
    }
    cleanup();
    await open.visit("/developer/gateway");
    const lines = async () => within(await screen.findByRole("list", { name: "Links" })).getAllByRole("listitem");
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    const ofOak = (await lines()).find((line) => within(line).queryByRole("link", { name: "Oak" }) !== null);
    if (ofOak === undefined) throw new Error("The link of Oak is not listed.");
    fireEvent.click(within(ofOak).getByRole("button", { name: "Revoke" }));
    press("Revoke the link");
    await waitFor(async () => expect((await open.call("GET", "/share-links", ShareLinkList)).total).toBe(1));
    await waitFor(async () => expect(await lines()).toHaveLength(1));
  });

  it("a token may do what was chosen for it, and one for the API alone does not stand in the gateway's examples", async () => {
    fireEvent.change(screen.getByLabelText("Purpose"), { target: { value: "pipeline" } });
    fireEvent.click(screen.getByLabelText(/^Read the gateway/));
    press("Create a token");
    await screen.findByText("Choose at least one.");
    fireEvent.click(screen.getByLabelText(/^Read the API/));
    fireEvent.click(screen.getByLabelText(/^Stage changes/));
    press("Create a token");
    await screen.findByText(/Copy it now/);
    const secret = screen.getByLabelText("The token").textContent ?? "none";
    expect(screen.getByLabelText("A record of an index, with a bearer token").textContent).not.toContain(secret);
    await screen.findByText(/^read, stage · created/);
    const { items } = await open.call("GET", "/tokens", TokenList);
    expect(items.map(({ scopes }) => scopes)).toEqual([["read", "stage"]]);
  });

  it("a token reaches the referrers and answers the web pages that were chosen for it", async () => {
    const { id } = await open.call("POST", "/referrers", Referrer, { name: "Dr. Aldous" });
    fireEvent.change(screen.getByLabelText("Purpose"), { target: { value: "widget" } });
    fireEvent.change(screen.getByLabelText("Referrers"), { target: { value: "some" } });
    fireEvent.change(screen.getByLabelText(/^Allowed origins/), {
      target: { value: "https://app.example.org\nhttps://other.example.org/page" },
    });
    press("Create a token");
    await screen.findByText("Choose at least one referrer.");
    fireEvent.click(await screen.findByLabelText("Dr. Aldous"));
    press("Create a token");
    await screen.findByText(/^https:\/\/other\.example\.org\/page: It must be an origin/);
    fireEvent.change(screen.getByLabelText(/^Allowed origins/), { target: { value: "https://app.example.org" } });
    press("Create a token");
    await screen.findByText(/Copy it now/);
    const { items } = await open.call("GET", "/tokens", TokenList);
    expect(
      items.map(({ allowedOrigins, referrers }) => [allowedOrigins, referrers?.map((referrer) => referrer.id)]),
    ).toEqual([[["https://app.example.org"], [id]]]);
  });

  it("the list of referrers stands still while they are ticked, and says where it is empty or not whole", async () => {
    const choose = (value: string) => fireEvent.change(screen.getByLabelText("Referrers"), { target: { value } });
    const find = (value: string) => fireEvent.change(screen.getByLabelText("Find a referrer"), { target: { value } });
    choose("some");
    await screen.findByText("There are no referrers yet.");
    for (let number = 1000; number <= 1200; number += 1)
      await open.call("POST", "/referrers", Referrer, { name: `Dr. Aldous ${number}` });
    find("Nobody");
    await screen.findByText("No referrer matches.");
    find("Aldous");
    await screen.findByText("The first 200 are listed. Type to find others.");
    const list = within(screen.getByRole("group", { name: "Referrers" }));
    const listed = () => list.getAllByText(/^Dr\. Aldous/).map(({ textContent }) => textContent);
    const before = listed();
    fireEvent.click(screen.getByLabelText("Dr. Aldous 1007"));
    expect(listed()).toEqual(before);
    find("Aldous 1003");
    await waitFor(() => expect(listed()).toEqual(["Dr. Aldous 1007", "Dr. Aldous 1003"]));
  });

  it("a token without a name is not made", async () => {
    press("Create a token");
    await screen.findByText(/Enter a purpose/);
    expect((await open.call("GET", "/tokens", TokenList)).items).toEqual([]);
  });
});
