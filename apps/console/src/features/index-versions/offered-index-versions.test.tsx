import { Creation, CreationPage } from "@dc/contract";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const path = "/v3/catalogues";

describe("index versions that the service lists", () => {
  let open: OpenConsole;
  beforeEach(
    async () =>
      void (open = await openConsole({
        sandbox: { spelling: "respelled" },
        profile: "of the sandbox",
        service: { retry: { attempts: 1 } },
      })),
  );
  afterEach(() => open[Symbol.asyncDispose]());
  const make = async (name: string) => {
    const made = await open.test.deps.service.client.indexVersions.create({ name });
    if (made.outcome !== "done") throw new Error(`${name} was not made`);
    return made.value.id;
  };
  const arm = (rule: { kind: "status" | "reset-after"; method: string; times?: number }) =>
    open.test.sandbox.faults.arm({ phase: "before", ms: 0, times: 1, path, status: 503, ...rule });

  it("one that is not known here leads from the first visit to its adoption, with its name filled in", async () => {
    const id = await make("Dr. Elm");
    await open.visit("/index-versions");
    fireEvent.click(await screen.findByRole("link", { name: "In the service, not here yet: 1" }));
    const list = await screen.findByRole("list", { name: "In the service, not here yet" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByRole("link", { name: "In the service, not here yet1" })).toBeDefined();
    fireEvent.click(within(list).getByRole("button", { name: "Adopt Dr. Elm" }));
    expect(await screen.findByLabelText("Index version id")).toHaveProperty("value", id);
    expect(screen.getByLabelText(/Name in this console/)).toHaveProperty("placeholder", "Dr. Elm");
    fireEvent.click(screen.getByRole("button", { name: "Check and adopt" }));
    await screen.findByRole("heading", { name: /Dr\. Elm/, level: 1 });
    cleanup();
    await open.visit("/index-versions");
    await screen.findAllByText("Dr. Elm");
    expect(screen.queryByText(/can’t list index versions/)).toBeNull();
    expect(screen.queryByText("In the service, not here yet")).toBeNull();
  });

  it("an outage is told in their view alone, and the list is there", async () => {
    await open.call("POST", "/index-versions", Creation, { name: "Here" });
    arm({ kind: "status", method: "GET", times: 2 });
    await open.visit("/index-versions");
    await screen.findAllByText("Here");
    expect(screen.queryByText(/could not be asked/)).toBeNull();
    fireEvent.click(await screen.findByRole("link", { name: "In the service, not here yet" }));
    await screen.findByText(/could not be asked for its index versions\. The service reported an internal error/);
    open.test.sandbox.faults.clear();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Nothing else in the service");
  });

  it("a creation that stays unknown names what the service has under its name", async () => {
    // Without the list before the request, nothing is decided by the one after it.
    arm({ kind: "status", method: "GET" });
    arm({ kind: "reset-after", method: "PUT" });
    await open.call("POST", "/index-versions", Creation, { name: "Lost" });
    await open.test.deps.background.idle();
    expect((await open.call("GET", "/creations?open=1", CreationPage)).items).toHaveLength(1);
    const made = open.test.sandbox.ledger.after(0).findLast(({ kind }) => kind === "index")?.record ?? "";
    await open.visit("/index-versions");
    fireEvent.click(await screen.findByRole("button", { name: made }));
    expect(screen.getByLabelText("Its id, if you know it")).toHaveProperty("value", made);
  });
});
