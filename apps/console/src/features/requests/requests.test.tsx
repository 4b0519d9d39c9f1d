import { Connection, RequestPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { RequestInspector } from "./request-inspector.tsx";
import { paths } from "#/paths.ts";

describe("requests and capabilities", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    await open.visit("/developer");
    await screen.findByRole("heading", { name: "What this service can do" });
  });
  afterEach(() => open[Symbol.asyncDispose]());

  it("a call is listed, opened by the address, and copied as curl without the key", async () => {
    const [row] = await screen.findAllByRole("row", { name: /\/practitioners\// });
    if (row === undefined) throw new Error("no row");
    fireEvent.click(row);
    const inspector = await screen.findByRole("region", { name: "Selected request" });
    expect(open.address()).toMatch(/^\/developer\?request=[\w-]{22}$/);
    expect(within(inspector).getByLabelText("The same as curl, without the key").textContent).toContain("<API_KEY>");
    expect(within(inspector).getByText(/answered with status 200/)).toBeDefined();
  });

  it("the inspector names the profile's own header for the key, and a body only where there is one", async () => {
    const connection = await open.call("GET", "", Connection);
    const { items } = await open.call("GET", "/requests?limit=200", RequestPage);
    const shown = (method: string) => {
      const request = items.find((item) => item.method === method);
      if (request === undefined) throw new Error(`no ${method}`);
      cleanup();
      const headers = { ...connection.headers, credential: "X-Key" };
      renderUi(<RequestInspector request={request} connection={{ ...connection, headers }} onClose={() => {}} />);
      return screen.getByRole("region", { name: "Selected request" }).textContent;
    };
    expect(shown("GET")).toContain("X-Key: ••••••••");
    expect(shown("GET")).not.toMatch(/Authorization: |the body is not kept/);
    expect(shown("POST")).toContain("(the body is not kept)");
    const body = items.find(({ sendsBody }) => sendsBody);
    expect(body?.operation).toBe("createIndexVersion");
  });

  it("the filters stand in the address, and one that fits nothing says so", async () => {
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "refused" } });
    await screen.findByText("No results");
    expect(open.address()).toBe("/developer?status=refused");
    fireEvent.click(screen.getByRole("button", { name: "Clear the filters" }));
    await waitFor(() => expect(open.address()).toBe("/developer"));
  });

  it("a new call comes in by itself, until one stops following", async () => {
    await screen.findAllByRole("row", { name: /\/practitioners\// });
    await open.test.deps.service.client.practitioners
      .retrieve("zzzzzzzzzz", { index: "idx_standard" })
      .catch(() => undefined);
    await screen.findByRole("row", { name: /zzzzzzzzzz/ });
    fireEvent.click(screen.getByRole("button", { name: "following" }));
    expect(open.address()).toBe("/developer?follow=no");
  });

  it("a call that is looked at stays open while others push it off the list", async () => {
    const [row] = await screen.findAllByRole("row", { name: /\/practitioners\// });
    fireEvent.click(row ?? document.body);
    await screen.findByRole("region", { name: "Selected request" });
    for (let call = 0; call < 120; call += 1)
      await open.test.deps.service.client.practitioners
        .retrieve("zzzzzzzzzz", { index: "idx_standard" })
        .catch(() => undefined);
    await waitFor(() => expect(screen.queryByRole("row", { name: /\/practitioners\/(?!z)/ })).toBeNull());
    expect(screen.queryByRole("region", { name: "Selected request" })).not.toBeNull();
  });

  it("the board says truthfully what the console does without an operation, and leads from a stub to the runbooks", async () => {
    const row = (title: string) => {
      const details = screen.getByText(title).closest("details");
      if (details === null) throw new Error(`no row ${title}`);
      return details;
    };
    expect(row("Delete an index version").textContent).toMatch(/stub.*Deletions of directories are held/);
    expect(row("List schedules").textContent).toContain("the console keeps the roster");
    expect(within(row("Update a practitioner")).queryByRole("link", { hidden: true })).toBeNull();
    const changeSet = await open.stage([
      {
        record: { type: "practitioner", id: open.practitionerId },
        field: "preferredName",
        operation: { op: "set", value: "Another" },
        policy: "pin",
        evidence: { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null },
      },
    ]);
    await open.sends(changeSet);
    cleanup();
    await open.visit("/developer");
    await screen.findByText("1 held");
    const links = within(row("Update a practitioner")).getAllByRole("link", { hidden: true });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      paths.changeSets.href({ state: "held" }),
      paths.changeSets.href({ state: "partly applied" }),
    ]);
    const [held] = links;
    if (held === undefined) throw new Error("no link");
    fireEvent.click(held);
    fireEvent.click(
      await screen.findByText(
        (_, element) => element?.tagName === "BDI" && element.textContent.endsWith(": preferred name"),
      ),
    );
    expect(await screen.findByRole("button", { name: "Open runbook" })).toBeDefined();
  });

  it("what the service cannot do is a stub or not there, and a probe proves the rest", async () => {
    expect(screen.getAllByText("stub").length).toBeGreaterThan(0);
    const reads = within(screen.getByRole("list", { name: "Reads" }));
    expect(reads.getAllByText("not there").length).toBeGreaterThan(0);
    expect(reads.queryByText("proven")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Probe reads" }));
    await screen.findByText(/operations are proven/);
    await waitFor(() =>
      expect(within(screen.getByRole("list", { name: "Reads" })).getAllByText("proven").length).toBeGreaterThan(1),
    );
  });
});
