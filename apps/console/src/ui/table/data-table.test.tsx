import { useInfiniteQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { MemoryRouter } from "react-router";
import { renderUi as renderWithin } from "#/testing/render-ui.tsx";
import type { DataTableColumn } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import type { ListQuery } from "./list-query.ts";

interface Row {
  id: string;
  name: string;
}

const someRows = (length: number): Row[] =>
  Array.from({ length }, (_, index) => ({ id: `row-${index}`, name: `Directory ${index}` }));
const rows = someRows(30);
const idOf = ({ id }: Row) => id;
const ofDirectory: readonly DataTableColumn<Row>[] = [
  { id: "name", header: "Directory", size: 120, grow: 1, sorts: true, cell: ({ name }) => name },
  { id: "id", header: "Id", size: 120, cell: idOf },
];

const answered = (query: Partial<ListQuery> = {}): ListQuery => ({
  data: { pages: [{ total: 64 }] },
  error: null,
  isPending: false,
  isPlaceholderData: false,
  refetch: () => {},
  ...query,
});

interface TableProps {
  columns?: readonly DataTableColumn<Row>[];
  shown?: readonly Row[];
  onOpen?: (row: Row) => void;
  onMore?: () => Promise<ListQuery>;
  onSort?: (sort: unknown) => void;
  query?: Partial<ListQuery>;
  counted?: { items: number; noun: string };
}

function Table({ columns = ofDirectory, shown = rows, onOpen, onMore, onSort, query = {}, counted }: TableProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Index versions"
      columns={columns}
      query={answered({ ...(onMore === undefined ? {} : { hasNextPage: true, fetchNextPage: onMore }), ...query })}
      rows={shown}
      {...(counted === undefined ? {} : { counted })}
      empty={<p>No directory yet</p>}
      rowId={idOf}
      rowLabel={(row) => row.name}
      compactRow={(row) => ({ title: row.name })}
      sort={{ id: "name", desc: false }}
      selection={{
        ids,
        onChange: setIds,
        noun: ["directory", "directories"],
        actions: <button type="button">Export</button>,
      }}
      {...(onOpen === undefined ? {} : { onOpen })}
      {...(onSort === undefined ? {} : { onSort })}
    />
  );
}

/** A list of which others change the rows. */
function Changing() {
  const [shown, setShown] = useState<readonly Row[]>(rows);
  return (
    <>
      <button type="button" onClick={() => setShown([{ id: "added", name: "Added" }, ...rows])}>
        A colleague adds one
      </button>
      <button type="button" onClick={() => setShown(rows.slice(2))}>
        A colleague takes two away
      </button>
      <button type="button" onClick={() => setShown([...rows.slice(0, 4), ...rows.slice(8)])}>
        A group is decided
      </button>
      <button type="button" onClick={() => setShown(rows.slice(0, 2))}>
        The last are decided
      </button>
      <Table shown={shown} />
    </>
  );
}

let visits = 0;
/** Each test is a place of its own in the history. */
const inRouter = (children: ReactNode) => (
  <MemoryRouter initialEntries={[{ pathname: "/", key: `visit ${++visits}` }]}>{children}</MemoryRouter>
);
function renderUi(children: ReactNode) {
  const { rerender, ...rendered } = renderWithin(inRouter(children));
  return { ...rendered, rerender: (next: ReactNode) => rerender(inRouter(next)) };
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const current = () => document.activeElement?.getAttribute("data-index");

/** A list of pages of a hundred rows, below a field; one of them may fail. */
function Paged({ pages, failing }: { pages: number; failing?: number }) {
  const all = someRows(pages * 100);
  const query = useInfiniteQuery({
    queryKey: ["rows"],
    initialPageParam: 0,
    retry: false,
    async queryFn({ pageParam }) {
      if (pageParam === failing) throw new Error("gone");
      return { total: all.length, items: all.slice(pageParam * 100, pageParam * 100 + 100) };
    },
    getNextPageParam: (_last, known) => (known.length < pages ? known.length : undefined),
  });
  return (
    <>
      <input type="text" />
      <Table shown={query.data?.pages.flatMap(({ items }) => items) ?? []} query={query} />
    </>
  );
}

/** Counts the rows that are drawn when the browser takes the page: as soon as the listeners have returned. */
function stubPrint(): number[] {
  const drawn: number[] = [];
  vi.stubGlobal("print", () => {
    dispatchEvent(new Event("beforeprint"));
    drawn.push(screen.getAllByText(/^Directory \d/).length);
    dispatchEvent(new Event("afterprint"));
  });
  return drawn;
}

describe("DataTable", () => {
  it("the row that has the focus keeps it, and its keys, where somebody adds rows above it or takes some away", () => {
    renderUi(<Changing />);
    screen.getByText("Directory 3").closest<HTMLElement>("[role=row]")?.focus();
    const row = document.activeElement;
    for (const [change, place] of [
      ["A colleague adds one", "4"],
      ["A colleague takes two away", "1"],
    ] as const) {
      fireEvent.click(screen.getByText(change));
      expect(document.activeElement).toBe(row);
      expect([current(), row?.hasAttribute("data-current")]).toEqual([place, true]);
    }
    press("x");
    expect(screen.getByLabelText("Select Directory 3")).toHaveProperty("checked", true);
    press("j");
    expect(document.activeElement?.textContent).toContain("Directory 4");
  });

  it("the next key goes on from the row in its place, else the last one, where the row with the focus is gone", async () => {
    renderUi(<Changing />);
    screen.getByText("Directory 4").closest<HTMLElement>("[role=row]")?.focus();
    for (const [change, left] of [
      ["A group is decided", "Directory 8"],
      ["The last are decided", "Directory 1"],
    ] as const) {
      fireEvent.click(screen.getByText(change));
      const row = screen.getByText(left).closest<HTMLElement>("[role=row]");
      await waitFor(() => expect(document.activeElement).toBe(row));
    }
  });

  // Comes first: what draws long lists is loaded once.
  it("keeps the rows that one may be about to press while it comes to draw those in sight alone", async () => {
    renderUi(<Table shown={someRows(2000)} />);
    const first = document.querySelector("[data-index='0']");
    expect(document.querySelector<HTMLElement>("[data-index='0']")?.style.translate).toBe("");
    await waitFor(() => expect(document.querySelector<HTMLElement>("[data-index='0']")?.style.translate).not.toBe(""));
    expect(document.querySelector("[data-index='0']")).toBe(first);
  });

  it("draws two rows anew where one moves from one to the next, and not all of them", () => {
    const cell = vi.fn<(row: Row) => string>(({ name }) => name);
    const shown: readonly DataTableColumn<Row>[] = [{ id: "name", header: "Directory", size: 120, cell }];
    renderUi(<Table columns={shown} />);
    press("j");
    const drawn = cell.mock.calls.length;
    press("j");
    expect(cell.mock.calls.slice(drawn).map(([row]) => row.name)).toEqual(["Directory 0", "Directory 1"]);
    expect(current()).toBe("1");
  });

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

  it("begins at the first row again once the filter has changed", async () => {
    renderUi(
      <main>
        <input aria-label="Filter" data-filter="" />
        <Table />
      </main>,
    );
    press("j");
    press("j");
    await waitFor(() => expect(current()).toBe("1"));
    fireEvent.input(screen.getByLabelText("Filter"), { target: { value: "Directory" } });
    press("j");
    await waitFor(() => expect(current()).toBe("0"));
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
    expect(onSort).toHaveBeenCalledWith({ id: "name", desc: true });
  });

  it("counts items by their name where a row is not one of them, and tells assistive technology of the rows", () => {
    const counted = { items: 12, noun: "records" };
    renderUi(<Table counted={counted} />);
    expect(screen.getByText("12 of 64 records shown.", { exact: false })).toBeTruthy();
    expect(screen.getByRole("grid").getAttribute("aria-rowcount")).toBe("31");
    cleanup();
    renderUi(<Table counted={counted} onMore={async () => answered()} />);
    expect(screen.getByRole("grid").getAttribute("aria-rowcount")).toBe("-1");
  });

  it("tells on paper that only the rows loaded so far are printed, and how to print all", () => {
    renderUi(<Table onMore={async () => answered()} />);
    expect(screen.getByText(/^Only the loaded rows are printed. Ctrl\+P/)).toBeTruthy();
    cleanup();
    renderUi(<Table />);
    expect(screen.queryByText(/^Only the loaded rows/)).toBeNull();
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
    const onMore = vi.fn<() => Promise<ListQuery>>(async () => answered());
    renderUi(<Table shown={someRows(2000)} onMore={onMore} />);
    await waitFor(() => expect(document.querySelectorAll("[data-index]").length).toBeLessThan(100));
    expect(onMore).not.toHaveBeenCalled();
    cleanup();
    renderUi(<Table onMore={onMore} />);
    await waitFor(() => expect(onMore).toHaveBeenCalled());
  });

  it("has a box in each row on a phone, where the row has no mark", async () => {
    const matchWindow = window.matchMedia.bind(window);
    const phone = vi
      .spyOn(window, "matchMedia")
      .mockImplementation((media) => Object.assign(matchWindow(media), { matches: media.startsWith("(max-width") }));
    renderUi(<Table shown={rows.slice(0, 3)} />);
    fireEvent.click(screen.getByLabelText("Select Directory 1"));
    expect(await screen.findByText("1 directory selected")).toBeTruthy();
    phone.mockRestore();
  });

  it("selects all shown with the box in the corner, which says when it is some of them", async () => {
    renderUi(<Table />);
    const corner = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all shown" });
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Directory 1" }));
    await waitFor(() => expect(corner.indeterminate).toBe(true));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Directory 3" }), { shiftKey: true });
    expect(await screen.findByText("3 directories selected")).toBeTruthy();
    fireEvent.click(corner);
    expect(await screen.findByText("30 directories selected")).toBeTruthy();
    expect(corner.checked).toBe(true);
    fireEvent.click(corner);
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
  });

  it("ticks nothing of an earlier filter, but what was asked for once the newer rows are there", async () => {
    const answers = [rows, rows.slice(0, 4), rows.slice(3, 6), rows.slice(0, 2)];
    function Filtered() {
      const [{ at, isPlaceholderData }, setAnswered] = useState({ at: 0, isPlaceholderData: false });
      return (
        <>
          <button onClick={() => setAnswered({ at, isPlaceholderData: true })}>Filter</button>
          <button onClick={() => setAnswered({ at: at + 1, isPlaceholderData: false })}>Answer</button>
          <Table shown={answers[at] ?? []} query={{ isPlaceholderData }} />
        </>
      );
    }
    renderUi(<Filtered />);
    const filter = () => fireEvent.click(screen.getByRole("button", { name: "Filter" }));
    const answer = () => fireEvent.click(screen.getByRole("button", { name: "Answer" }));
    const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));
    filter();
    tick("Select all shown");
    expect(screen.queryByText(/selected/)).toBeNull();
    answer();
    expect(await screen.findByText("4 directories selected")).toBeTruthy();
    filter();
    fireEvent.focus(screen.getAllByRole("row")[4] ?? document.body);
    press("x");
    expect(screen.getByText("4 directories selected")).toBeTruthy();
    answer();
    expect(await screen.findByText("3 directories selected")).toBeTruthy();
    filter();
    tick("Select Directory 5");
    answer();
    expect(screen.getByText("3 directories selected")).toBeTruthy();
  });

  it("says that it is loading, what failed, or that nothing is there, in the place of the rows", () => {
    const refetch = vi.fn<() => void>();
    const error = new Error("gone");
    renderUi(<Table shown={[]} query={{ data: undefined, isPending: true }} />);
    expect(screen.getByRole("status", { name: "Loading: Index versions" })).toBeTruthy();
    cleanup();
    renderUi(<Table shown={[]} query={{ data: undefined, error, refetch }} />);
    fireEvent.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
    expect(refetch).toHaveBeenCalledTimes(1);
    cleanup();
    renderUi(<Table shown={[]} query={{ data: { pages: [{ total: 0 }] } }} />);
    expect(screen.getByText("No directory yet")).toBeTruthy();
    expect(screen.queryByText(/shown/)).toBeNull();
  });

  it("keeps its rows when further ones can't be read, and tries again only when told to", async () => {
    const fetchNextPage = vi.fn<() => Promise<ListQuery>>(async () => answered());
    renderUi(
      <Table query={{ hasNextPage: true, isFetchNextPageError: true, error: new Error("gone"), fetchNextPage }} />,
    );
    expect(screen.getByText("Directory 0")).toBeTruthy();
    expect(fetchNextPage).not.toHaveBeenCalled();
    fireEvent.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
  });

  it("prints all there is, not only what is loaded and in view, also from a field", async () => {
    const drawn = stubPrint();
    renderUi(<Paged pages={3} />);
    await screen.findByText("Directory 0");
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "p", ctrlKey: true });
    await waitFor(() => expect(drawn).toEqual([300]));
    expect(screen.queryByText("Directory 299")).toBeNull();
  });

  it("prints nothing when a further page can't be read", async () => {
    const drawn = stubPrint();
    renderUi(<Paged pages={3} failing={2} />);
    await screen.findByText("Directory 0");
    fireEvent.keyDown(document.body, { key: "p", ctrlKey: true });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.getByText(/^200 of/)).toBeTruthy();
    expect(drawn).toEqual([]);
  });

  it("rows of a short list grow with long names; in a long one, where places are reckoned, all are equally high", () => {
    const heights = () => {
      const { style } = screen.getByRole("row", { name: /Directory 3 / });
      return [style.blockSize, style.minBlockSize];
    };
    renderUi(<Table />);
    expect(heights()).toEqual(["", "33px"]);
    cleanup();
    renderUi(<Table shown={someRows(200)} />);
    expect(heights()).toEqual(["33px", ""]);
  });
});
