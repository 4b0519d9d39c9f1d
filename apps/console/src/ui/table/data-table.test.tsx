import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import type { DataTableColumn } from "./column.ts";
import { DataTable } from "./data-table.tsx";

interface Row {
  id: string;
  name: string;
}

const someRows = (length: number): Row[] =>
  Array.from({ length }, (_, at) => ({ id: `row-${at}`, name: `Directory ${at}` }));
const rows = someRows(30);
const columns: DataTableColumn<Row>[] = [
  { id: "name", header: "Directory", width: "minmax(120px, 1fr)", sortable: true, cell: (row) => row.name },
  { id: "id", header: "Id", width: "120px", cell: (row) => row.id },
];

function Table({
  shown = rows,
  onOpen,
  onMore,
  onSort,
}: {
  shown?: readonly Row[];
  onOpen?: (row: Row) => void;
  onMore?: () => void;
  onSort?: (sort: unknown) => void;
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Index versions"
      columns={columns}
      rows={shown}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      compactRow={(row) => ({ title: row.name })}
      total={64}
      sort={{ id: "name", descending: false }}
      selection={{
        ids,
        onChange: setIds,
        noun: ["directory", "directories"],
        verbs: <button type="button">Export</button>,
      }}
      hasMore={onMore !== undefined}
      {...(onOpen === undefined ? {} : { onOpen })}
      {...(onMore === undefined ? {} : { onMore })}
      {...(onSort === undefined ? {} : { onSort })}
    />
  );
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const current = () => document.activeElement?.getAttribute("data-index");

describe("DataTable", () => {
  afterEach(cleanup);

  it("moves the current row with J and K", async () => {
    renderUi(<Table />);
    press("j");
    await waitFor(() => expect(current()).toBe("0"));
    press("j");
    press("j");
    await waitFor(() => expect(current()).toBe("2"));
    press("k");
    await waitFor(() => expect(current()).toBe("1"));
  });

  it("selects with X, a range with shift, and clears with Escape", async () => {
    renderUi(<Table />);
    press("j");
    await waitFor(() => expect(current()).toBe("0"));
    press("x");
    expect(await screen.findByText("1 directory selected")).toBeTruthy();
    press("j");
    press("j");
    await waitFor(() => expect(current()).toBe("2"));
    press("X", { shiftKey: true });
    expect(await screen.findByText("3 directories selected")).toBeTruthy();
    press("Escape");
    await waitFor(() => expect(screen.queryByText("3 directories selected")).toBeNull());
  });

  it("opens the focused row with Enter", async () => {
    const onOpen = vi.fn<(row: unknown) => void>();
    renderUi(<Table onOpen={onOpen} />);
    press("j");
    await waitFor(() => expect(current()).toBe("0"));
    press("Enter");
    expect(onOpen).toHaveBeenCalledWith(rows[0]);
  });

  it("leaves letters alone while one types", () => {
    renderUi(
      <>
        <input aria-label="Filter" />
        <Table />
      </>,
    );
    screen.getByLabelText("Filter").focus();
    press("j");
    expect(document.activeElement).toBe(screen.getByLabelText("Filter"));
  });

  it("leaves sorting to the server and says which column it is by", () => {
    const onSort = vi.fn<(sort: unknown) => void>();
    renderUi(<Table onSort={onSort} />);
    const header = screen.getByRole("columnheader", { name: "Directory" });
    expect(header.getAttribute("aria-sort")).toBe("ascending");
    fireEvent.click(within(header).getByRole("button"));
    expect(onSort).toHaveBeenCalledWith({ id: "name", descending: true });
  });

  it("says how many of how many are shown", () => {
    renderUi(<Table />);
    expect(screen.getByText(/30 of 64 shown/)).toBeTruthy();
  });

  it("draws every row of a short list, and of a long one those in sight", async () => {
    renderUi(<Table />);
    const drawn = () => document.querySelectorAll("[data-index]").length;
    expect(drawn()).toBe(30);
    cleanup();
    renderUi(<Table shown={someRows(2000)} />);
    await waitFor(() => expect(drawn()).toBeLessThan(100));
    expect(screen.getByText("Directory 0")).toBeTruthy();
    expect(screen.queryByText("Directory 1999")).toBeNull();
  });

  it("asks for more of a long list only when its end is near", async () => {
    const onMore = vi.fn<() => void>();
    renderUi(<Table shown={someRows(2000)} onMore={onMore} />);
    await waitFor(() => expect(document.querySelectorAll("[data-index]").length).toBeLessThan(100));
    expect(onMore).not.toHaveBeenCalled();
    cleanup();
    renderUi(<Table onMore={onMore} />);
    await waitFor(() => expect(onMore).toHaveBeenCalled());
  });

  it("keeps the rows that one may be about to press while it comes to draw those in sight alone", async () => {
    renderUi(<Table shown={someRows(2000)} />);
    const first = document.querySelector("[data-index='0']");
    expect(first).not.toBeNull();
    await waitFor(() => expect(document.querySelector<HTMLElement>("[data-index='0']")?.style.translate).not.toBe(""));
    expect(document.querySelector("[data-index='0']")).toBe(first);
  });
});
