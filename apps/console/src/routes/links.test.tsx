import { ActivityPage, RequestPage, RosterPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { paths } from "#/paths.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

describe("every row that leads somewhere is a link", () => {
  let open: OpenDirectory;
  beforeEach(async () => {
    open = await openDirectory();
    switchConnection(open.test.deps.connection.id);
  });
  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    await open[Symbol.asyncDispose]();
  });
  /** The addresses in the first row of a list, without the origin. */
  const addressesIn = async (label: string, address: string, row = 1) => {
    await open.visit(address);
    const grid = await screen.findByRole("grid", { name: label });
    await waitFor(() => expect(within(grid).getAllByRole("row").length).toBeGreaterThan(row));
    const rows = within(grid)
      .getAllByRole("row")
      .filter((row) => row.hasAttribute("data-index"));
    return within(rows[0] ?? grid)
      .queryAllByRole("link", { hidden: true })
      .map((link) => link.getAttribute("href"));
  };
  const held = async () => {
    const record = { type: "practitioner", id: open.practitionerId };
    const set = await open.stage([{ record, field: "preferredName", operation: { op: "set", value: "Dr. Held" } }]);
    await open.sends(set);
    return set.id;
  };

  it("index versions: the name and the id, and the standard index above them", async () => {
    const { indexId } = open;
    const directory = paths.directory.href({ indexId });
    expect(await addressesIn("Index versions", "/index-versions", 3)).toEqual([
      directory,
      directory,
      paths.directoryOverrides.href({ indexId }),
    ]);
    expect(screen.getByRole("link", { name: "Standard index" })).toHaveProperty(
      "pathname",
      paths.directory.href({ indexId: "idx_standard" }),
    );
  });

  it("roster: practitioners, and schedules with their practitioner", async () => {
    const params = { indexId: open.indexId, practitionerId: open.practitionerId };
    const practitioner = paths.practitioner.href(params);
    expect(await addressesIn("Roster", open.root)).toEqual([practitioner, practitioner, paths.comparison.href(params)]);
    cleanup();
    const { items } = await open.call("GET", `${open.root}/roster?type=schedule&limit=50`, RosterPage);
    expect(items[0]?.practitioner?.id).toBe(open.practitionerId);
    expect(await addressesIn("Roster", `${open.root}?type=schedule`)).toEqual([
      practitioner,
      practitioner,
      practitioner,
      paths.comparison.href(params),
    ]);
  });

  it("change sets and overrides, of a directory and of all", async () => {
    const { indexId, practitionerId } = open;
    const changeSet = paths.changeSet.href({ changeSetId: await held() });
    expect(await addressesIn("Change sets", "/change-sets")).toEqual([changeSet, paths.directory.href({ indexId })]);
    cleanup();
    expect(await addressesIn("Change sets", `${open.root}/change-sets`)).toEqual([changeSet]);
    cleanup();
    const [record, set] = await addressesIn("Overrides", `${open.root}/overrides`);
    const rowId = `practitioner/${practitionerId}/preferredName`;
    expect([record, set]).toEqual([paths.practitioner.href({ indexId, practitionerId }, { at: rowId }), changeSet]);
  });

  it("activity and requests: the entry, and its index", async () => {
    const { indexId } = open;
    await held();
    const [entry] = (await open.call("GET", `/activity?indexId=${indexId}&limit=1`, ActivityPage)).items;
    const pathOf = (address: string) => address.replace(/\?.*$/, "");
    const [first, index] = await addressesIn("Activity", "/activity");
    expect([first, index]).toEqual([
      `${pathOf(open.location().pathname)}?entry=${entry?.id}`,
      paths.directory.href({ indexId }),
    ]);
    cleanup();
    expect(await addressesIn("Activity", `${open.root}/history`)).toEqual([
      `${pathOf(open.location().pathname)}?entry=${entry?.id}`,
    ]);
    cleanup();
    const [request] = (await open.call("GET", "/requests?limit=1", RequestPage)).items;
    expect((await addressesIn("Requests", "/developer"))[0]).toBe(
      `${pathOf(open.location().pathname)}?request=${request?.id}`,
    );
  });

  it("a middle click on a row, or one with Ctrl, opens a new tab and leaves this one", async () => {
    const practitioner = paths.practitioner.href({ indexId: open.indexId, practitionerId: open.practitionerId });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    await addressesIn("Roster", open.root);
    const row = screen.getAllByRole("row").find((element) => element.hasAttribute("data-index")) ?? document.body;
    fireEvent(row, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    fireEvent.click(row, { ctrlKey: true });
    expect(opened.mock.calls).toEqual([
      [practitioner, "_blank", "noopener"],
      [practitioner, "_blank", "noopener"],
    ]);
    expect(open.address()).toBe(open.root);
    const link = within(row).getAllByRole("link")[0] ?? row;
    fireEvent.click(link);
    await waitFor(() => expect(open.location().pathname).toBe(practitioner));
  });
});
